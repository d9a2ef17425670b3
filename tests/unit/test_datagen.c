/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of tools/datagen, of the consistency of results with scores, and of searches for scores. */
#include "chess/fen.h"
#include "engine.h"
#include "search/searcher.h"
#include "tests.h"
#include "tools/common/coherence.h"
#include "tools/datagen/nodemixture.h"
#include "tools/datagen/shardset.h"
#include "tools/datagen/store.h"

/* --- consistency ----------------------------------------------------------------------------- */

static const struct {
    int score; /* for White */
    ShardResult result;
    int positions, agreeing;
} scores[] = {
    {100, RESULT_WHITE_WINS, 1, 1},  {100, RESULT_BLACK_WINS, 1, 0},
    {-100, RESULT_WHITE_WINS, 1, 0}, {-100, RESULT_BLACK_WINS, 1, 1},
    {3000, RESULT_WHITE_WINS, 1, 1}, {-3000, RESULT_WHITE_WINS, 1, 0},
    {99, RESULT_WHITE_WINS, 0, 0},   {-99, RESULT_WHITE_WINS, 0, 0},
    {0, RESULT_BLACK_WINS, 0, 0},    {500, RESULT_DRAW, 0, 0},
    {-500, RESULT_DRAW, 0, 0},
};

START_ROWS(scores_agree_with_results, ROWS(scores)) {
    const int16_t score[] = {0, (int16_t)scores[_i].score};
    const ShardGame game = {.score = score, .plies = 2, .result = scores[_i].result};
    Coherence c = {.games = 0};

    coherence_begin_game(&c);
    coherence_add(&c, &game, 0);
    ck_assert_uint_eq(c.positions, 0);
    for (int i = 1; i <= 2; i++) {
        coherence_add(&c, &game, 1);
        ck_assert_int_eq((int)c.positions, i * scores[_i].positions);
        ck_assert_int_eq((int)c.agreeing, i * scores[_i].agreeing);
        ck_assert_int_eq((int)c.games, scores[_i].positions);
    }
    coherence_begin_game(&c);
    coherence_add(&c, &game, 1);
    ck_assert_int_eq((int)c.games, 2 * scores[_i].positions);
}

static const struct {
    Coherence c;
    bool wrong;
    const char *words;
} verdicts[] = {
    {{.games = 0}, false, "no decided games with a score of 100 centipawns"},
    {{.games = 20, .positions = 1000, .agreeing = 0}, true, "results agree with scores in 0.0 %"},
    {{.games = 19, .positions = 1000, .agreeing = 0}, false, "results agree with scores in 0.0 %"},
    {{.games = 20, .positions = 1000, .agreeing = 400},
     false,
     "results agree with scores in 40.0 %"},
    {{.games = 20, .positions = 10001, .agreeing = 4000},
     true,
     "results agree with scores in 39.9 %"},
    {{.games = 90, .positions = 1000, .agreeing = 931},
     false,
     "results agree with scores in 93.1 %"},
    {{.games = 90, .positions = 1000, .agreeing = 1000},
     false,
     "results agree with scores in 100.0 %"},
};

/* 40 % of the positions, and 20 games. */
START_ROWS(disagreement_is_told, ROWS(verdicts)) {
    char words[80];
    Text text = text_in(words, sizeof words);

    ck_assert(coherence_is_wrong(&verdicts[_i].c) == verdicts[_i].wrong);
    coherence_describe(&text, &verdicts[_i].c);
    ck_assert_str_eq(words, verdicts[_i].words);
}

/* --- searches for scores ---------------------------------------------------------------------- */

/* A piece is attacked and can move away; the scores of two million nodes are from -191 to 254. */
static const char *const attacked[] = {
    "1k1r3r/1pp1p3/p3q1p1/P4pQ1/2NPp2p/1PP4P/6P1/R4RK1 b - - 0 1",
    "8/k7/7R/4q3/p7/5BPP/5P1K/8 w - - 2 1",
    "8/1R3pk1/4b1p1/6Pp/4PR1P/8/6K1/4r3 w - - 3 1",
    "r7/1ppk3p/2pb2p1/p7/2R1N3/3PP3/PPP1r3/R1B3K1 w - - 1 1",
    "8/8/p3p2k/P1n1Pr2/1P6/8/3R2K1/8 b - - 4 1",
};

/* A few nodes are enough to find the reply. */
START_ROWS(replies_are_seen, ROWS(attacked)) {
    Searcher *g = searcher_new(1 << 20, 1, NULL);
    GameLine line;
    Position p;

    ck_assert_ptr_nonnull(g);
    searcher_for_scores(g);
    ck_assert_ptr_null(fen_parse(&p, word_of(attacked[_i]), false));
    ck_assert(!gameline_init(&line, &p));
    for (uint64_t nodes = 50; nodes <= 800; nodes *= 2) {
        const SearchInfo info = searcher_search_nodes(g, &line, nodes, 8 * nodes);

        CLAIM(abs(info.score) < 400, "%d", info.score);
        searcher_clear(g);
    }
    gameline_destroy(&line);
    searcher_free(g);
}

/* --- mixtures of node counts ----------------------------------------------------------------- */

#define NUMBER                                                                                     \
    "--nodes needs a number from 1 to 1000000000, or a mixture such as 400:7,1200:1, not "
#define PART                                                                                       \
    "--nodes with several parts needs NODES:SHARE in each, from 1 to 1000000000 and from 1 to "    \
    "1000, not "

static const struct {
    const char *value, *written, *error; /* either may be NULL */
} mixtures[] = {
    {"1", "1", NULL},
    {"25", "25", NULL},
    {"1000000000", "1000000000", NULL},
    {"400:7", "400", NULL},
    {"400:7,1200:1", "400:7,1200:1", NULL},
    {"0400:07,1200:1", "400:7,1200:1", NULL},
    {"40:1,40:1", "40:1,40:1", NULL},
    {"1:1000,1000000000:1", "1:1000,1000000000:1", NULL},
    {"1:1,2:2,3:3,4:4,5:5,6:6,7:7,8:8", "1:1,2:2,3:3,4:4,5:5,6:6,7:7,8:8", NULL},
    {"1:1,2:2,3:3,4:4,5:5,6:6,7:7,8:8,9:9", NULL,
     "--nodes takes up to 8 parts, not the 9 of 1:1,2:2,3:3,4:4,5:5,6:6,7:7,8:8,9:9"},
    {"0", NULL, NUMBER "0"},
    {"1000000001", NULL, NUMBER "1000000001"},
    {"99999999999999999999", NULL, NUMBER "99999999999999999999"},
    {"-5", NULL, NUMBER "-5"},
    {"1e3", NULL, NUMBER "1e3"},
    {"400 ", NULL, NUMBER "400 "},
    {"400:0", NULL, PART "400:0"},
    {"400:1001", NULL, PART "400:1001"},
    {"400:99999999999999999999,1:1", NULL, PART "400:99999999999999999999"},
    {"400:-1", NULL, PART "400:-1"},
    {"400:7,0:1", NULL, PART "0:1"},
    {"400:7,1000000001:1", NULL, PART "1000000001:1"},
    {"400,1200", NULL, PART "400"},
    {"400:7,1200", NULL, PART "1200"},
    {"400:7:1", NULL, PART "400:7:1"},
    {"400:7,", NULL, PART "400:7,"},
    {",400:7", NULL, PART ",400:7"},
    {"400:7,,1200:1", NULL, PART "400:7,,1200:1"},
    {"400:", NULL, PART "400:"},
    {":7", NULL, PART ":7"},
    {":", NULL, PART ":"},
    {",", NULL, PART ","},
    {"400:7, 1200:1", NULL, PART " 1200:1"},
    {"400:\x1b", NULL, PART "400:?"},
};

START_ROWS(mixtures_are_parsed, ROWS(mixtures)) {
    char words[300], written[200];
    Text error = text_in(words, sizeof words), text = text_in(written, sizeof written);
    const NodeMixture before = nodemixture_of(77);
    NodeMixture m = before;

    tests_row_is(mixtures[_i].value);
    ck_assert(nodemixture_read(&m, mixtures[_i].value, &error) == !mixtures[_i].error);
    ck_assert_str_eq(words, mixtures[_i].error ? mixtures[_i].error : "");
    nodemixture_write(&text, &m);
    ck_assert_str_eq(written, mixtures[_i].written ? mixtures[_i].written : "77");
}

/* The parts have the requested shares of the games; a single part draws no random number. */
START_TEST(mixtures_are_chosen_by_share) {
    enum { GAMES = 80000 };
    char words[300];
    Text error = text_in(words, sizeof words);
    int games[3] = {0};
    uint64_t random = 5;
    NodeMixture m;

    ck_assert(nodemixture_read(&m, "400:5,1200:1,100:2", &error));
    for (uint64_t seed = 0; seed < GAMES; seed++) {
        const uint64_t begin = random_seed(3, seed);
        uint64_t state = begin, again = begin;
        const uint32_t nodes = nodemixture_choose(&m, &state);

        CLAIM(nodes == 400 || nodes == 1200 || nodes == 100, "%d nodes", (int)nodes);
        CLAIM(nodes == nodemixture_choose(&m, &again) && state != begin, "seed %d", (int)seed);
        games[nodes == 400 ? 0 : nodes == 1200 ? 1 : 2]++;
    }
    ck_assert(abs(games[0] - GAMES * 5 / 8) < 700 && abs(games[1] - GAMES / 8) < 500);
    m = nodemixture_of(400);
    ck_assert_uint_eq(nodemixture_choose(&m, &random), 400);
    ck_assert_uint_eq(random, 5);
}

/* --- slices ---------------------------------------------------------------------------------- */

static const struct {
    const char *settings;
    SliceJob job; /* .slices is 0: not a slice */
} jobs[] = {
    {"slices=4 threads=2 games=400 shard-kb=8192", {4, 2, 400, 8192}},
    {"engine=1.0 nodes=7:1,8:2 net=1 slices=1000 threads=256 games=9223372036854775807 shard-kb=1 "
     "relabel=1/2/3/all",
     {1000, 256, INT64_MAX, 1}},
    {"slices=1 x= = threads=1 games=0 y shard-kb=262144", {1, 1, 0, 262144}},
    {"", {0}},
    {"engine=1.0 nodes=100 net=1", {0}},
    {"slices=4 threads=2 games=400", {0}},
    {"threads=2 slices=4 games=400 shard-kb=8192", {0}},
    {"slices=4threads=2games=400shard-kb=8192", {0}},
    {"slices=0 threads=2 games=400 shard-kb=8192", {0}},
    {"slices=1001 threads=2 games=400 shard-kb=8192", {0}},
    {"slices=4 threads=257 games=400 shard-kb=8192", {0}},
    {"slices=4 threads=0 games=400 shard-kb=8192", {0}},
    {"slices=4 threads=2 games=-1 shard-kb=8192", {0}},
    {"slices=4 threads=2 games=9223372036854775808 shard-kb=8192", {0}},
    {"slices=4 threads=2 games= shard-kb=8192", {0}},
    {"slices=4 threads=2 games shard-kb=8192", {0}},
    {"slices=4 threads=2 games=400 shard-kb=262145", {0}},
    {"slices= 4 threads=2 games=400 shard-kb=8192", {0}},
    {"slices=\xff threads=2 games=400 shard-kb=8192", {0}},
};

START_ROWS(jobs_are_read, ROWS(jobs)) {
    const SliceJob *wanted = &jobs[_i].job;
    char words[200];
    Text text = text_in(words, sizeof words);
    SliceJob job, again;

    tests_row_is(jobs[_i].settings);
    ck_assert(slicejob_read(&job, word_of(jobs[_i].settings)) == (wanted->slices > 0));
    if (!wanted->slices)
        return;
    ck_assert_mem_eq(&job, wanted, sizeof job);
    slicejob_write(&text, &job);
    ck_assert(slicejob_read(&again, word_of(words)));
    ck_assert_mem_eq(&again, wanted, sizeof again);
}

/* Each game is in one share, and shares differ by one game at most. */
START_TEST(shares_are_all_games) {
    for (int64_t slices = 1; slices <= 12; slices++)
        for (int64_t threads = 1; threads <= 5; threads++)
            for (int64_t games = 0; games <= 130; games++) {
                const SliceJob job = {slices, threads, games, 1};
                int64_t sum = 0;

                for (int64_t slice = 1; slice <= slices; slice++) {
                    int64_t of_slice = 0;

                    for (int64_t t = 0; t < threads; t++)
                        of_slice += slicejob_share(&job, slice, t);
                    ck_assert(of_slice == games / slices || of_slice == games / slices + 1);
                    sum += of_slice;
                }
                ck_assert_int_eq(sum, games);
            }
}

/* The random streams of slices differ from those of runs, other slices and other seeds. */
START_TEST(streams_are_apart) {
    const uint64_t seeds[] = {0, 1, 5, STORE_MAX_SEED};

    for (int i = 0; i < 4; i++) {
        uint64_t free_from = seeds[i] * STORE_STREAMS_PER_SEED;

        for (int slice = 0; slice < STORE_MAX_SLICES; slice++) {
            const uint64_t run =
                seeds[i] * STORE_STREAMS_PER_SEED + (uint64_t)slice * STORE_STREAMS_PER_RUN;
            const uint64_t stream = store_slice_stream(seeds[i], slice);

            ck_assert_uint_ge(stream, free_from);
            ck_assert_uint_ge(stream, run + STORE_MAX_THREADS);
            ck_assert(store_is_slice(stream) && store_is_slice(stream + STORE_MAX_THREADS - 1));
            ck_assert(!store_is_slice(run) && !store_is_slice(run + STORE_MAX_THREADS - 1));
            free_from = stream + STORE_MAX_THREADS;
        }
        ck_assert_uint_le(free_from, (seeds[i] + 1) * STORE_STREAMS_PER_SEED);
    }
}

int main(void) {
    engine_init_tables(NULL);
    return tests_run("datagen");
}
