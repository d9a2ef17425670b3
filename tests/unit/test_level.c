/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of level.h, weakness.h and person.h: a higher rating never means fewer nodes or more
 * errors. */
#include "protocol/limits.h"

#include "chess/notation.h"
#include "engine.h"
#include "search/person.h"
#include "search/weakness.h"
#include "tests.h"

/*
 * Up to LEVEL_PEOPLE a level models people of its rating; above that, it searches more and errs
 * less.
 */
START_TEST(monotonic) {
    Level before = level_of(LEVEL_PEOPLE + 1);

    for (int elo = LEVEL_MIN; elo <= LEVEL_PEOPLE; elo++) {
        const Level level = level_of(elo);
        ck_assert_int_eq(level.person, elo);
        ck_assert_uint_eq(level.nodes, PERSON_NODES);
        ck_assert_int_eq(level.noise, 0);
    }
    ck_assert_int_gt(before.noise, 0);
    for (int elo = LEVEL_PEOPLE + 2; elo <= LEVEL_MAX; elo++) {
        const Level level = level_of(elo);
        ck_assert_int_eq(level.person, 0);
        ck_assert_uint_ge(level.nodes, before.nodes);
        ck_assert_int_le(level.noise, before.noise);
        before = level;
    }
    ck_assert_uint_eq(before.nodes, 240000);
    ck_assert_int_eq(before.noise, 0);
}

/* Returns the number of seeds, of 200, with which a level knows how to mate. */
static int known(int elo, const char *fen) {
    const Position p = tests_position(fen, false);
    int count = 0;

    for (uint64_t seed = 1; seed <= 200; seed++) {
        const Level level = level_in(elo, &p, seed);
        ck_assert_int_eq(level.person, level_in(elo, &p, seed).person);
        count += !level.person && !level.noise;
    }
    return count;
}

START_TEST(endings) {
    static const char *const fens[] = {
        "8/8/8/3k4/8/8/8/QK6 w - - 0 1",
        "8/8/8/3k4/8/8/8/RK6 w - - 0 1",
        "8/8/8/3k4/8/8/8/BBK5 w - - 0 1",
        "8/8/8/3k4/8/8/8/BNK5 w - - 0 1",
    };

    for (int i = 0; i < ROWS(fens); i++) {
        ck_assert_int_lt(known(400, fens[i]), 170);
        ck_assert_int_lt(known(400, fens[i]), known(2400, fens[i]));
        ck_assert_int_ge(known(800, fens[0]), known(800, fens[i]));
    }
    ck_assert_int_eq(known(2400, "8/8/8/3k4/8/8/3p4/QK6 w - - 0 1"), 0); /* not bare */
    ck_assert_int_eq(known(2401, fens[3]), 200);
}

START_TEST(clamped) {
    ck_assert_uint_eq(level_of(-5).nodes, level_of(LEVEL_MIN).nodes);
    ck_assert_uint_eq(level_of(4000).nodes, level_of(LEVEL_MAX).nodes);
}

START_TEST(skills) {
    ck_assert_int_eq(level_elo_of_skill(0), LEVEL_MIN);
    for (int skill = 1; skill < SKILL_MAX; skill++)
        ck_assert_int_gt(level_elo_of_skill(skill), level_elo_of_skill(skill - 1));
    ck_assert_int_lt(level_elo_of_skill(SKILL_MAX - 1), LEVEL_MAX);
}

/* The error is within its bounds, fixed for a position and a seed, and of either sign. */
START_TEST(errors) {
    int sum = 0, most = 0;

    for (uint64_t i = 1; i <= 5000; i++) {
        const Weakness w = {12345, 100, 0}, other = {54321, 100, 0}, none = {0, 100, 0};
        Position p = tests_position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false);
        p.key = i * UINT64_C(0xd1342543de82ef95);
        const int error = weakness_error(&w, &p);
        ck_assert_int_eq(error, weakness_error(&w, &p));
        ck_assert_int_le(abs(error), 100);
        ck_assert_int_eq(weakness_error(&none, &p), 0);
        sum += error;
        most = max(most, abs(error - weakness_error(&other, &p)));
    }
    ck_assert_int_lt(abs(sum), 5000 * 5);
    ck_assert_int_gt(most, 100);
}

static void record(void *last, const EngineEvent *event) {
    if (event->kind == ENGINE_DONE)
        *(SearchInfo *)last = event->info;
}

/*
 * Returns the number of seeds, of 40, with which a level plays the wanted move after a given move.
 */
static int played(Engine *e, SearchInfo *last, const char *fen, const char *before,
                  const char *wanted, int elo) {
    const Position p = tests_position(fen, false);
    GameLine line;
    int count = 0;
    Move m;

    ck_assert_ptr_null(gameline_init(&line, &p));
    if (*before) {
        ck_assert(!notation_parse(&m, &p, word_of(before)));
        ck_assert_ptr_null(gameline_play(&line, m));
    }
    ck_assert(!notation_parse(&m, gameline_now(&line), word_of(wanted)));
    for (uint64_t seed = 1; seed <= 40; seed++) {
        const Level level = level_of(elo);
        const Limits limits = {.level_nodes = level.nodes};

        engine_set_weakness(
            e, &(Weakness){seed * UINT64_C(0x9e3779b97f4a7c15), level.noise, level.person});
        ck_assert_ptr_null(engine_set_position(e, &line));
        engine_go(e, &limits);
        engine_wait(e);
        ck_assert_uint_eq(last->pv_length, 1);
        ck_assert(move_is_legal(gameline_now(&line), last->pv[0]));
        count += last->pv[0] == m;
    }
    gameline_destroy(&line);
    return count;
}

/* Moves that people nearly always find, and moves that stronger people find more often. */
START_TEST(like_people) {
    static const struct {
        const char *what, *fen, *before, *move;
        int elo, least, most;
    } table[] = {
        {"takes back", "r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 0 12",
         "Bxf7+", "Kxf7", 1200, 34, 40},
        {"a pawn takes a knight",
         "r1bqkbnr/pppp1ppp/8/4p3/2BnP3/5P2/PPPPN1PP/RNBQK2R b KQkq - 0 12", "Nf3+", "gxf3", 1400,
         30, 40},
        {"mate in one, beginner",
         "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 0 12", "a6", "Qxf7#", 800,
         8, 38},
        {"mate in one, master",
         "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 0 12", "a6", "Qxf7#", 2200,
         30, 40},
    };
    SearchInfo last = {.pv_length = 0};
    Engine *e = engine_new(1 << 20, record, &last);

    ck_assert_ptr_nonnull(e);
    for (int i = 0; i < ROWS(table); i++) {
        const int count =
            played(e, &last, table[i].fen, table[i].before, table[i].move, table[i].elo);
        CLAIM(count >= table[i].least && count <= table[i].most, "%s: %d", table[i].what, count);
    }
    engine_free(e);
}

/* The probabilities of moves match the shares of the seeds that choose them; their sum is 1. */
START_ROWS(chances, 3) {
    enum { SEEDS = 2000 };
    static const char *const fens[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 3 12",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 20",
    };
    const Position p = tests_position(fens[_i], false);
    SearchInfo last;
    Engine *e = engine_new(1 << 20, record, &last);
    static PersonView v;
    GameLine line;

    ck_assert_ptr_nonnull(e);
    ck_assert_ptr_null(gameline_init(&line, &p));
    ck_assert(engine_look(e, &line, &v));
    for (int rating = LEVEL_MIN; rating <= LEVEL_PEOPLE; rating += 400) {
        double chance[MAX_MOVES], sum = 0;
        int count[MAX_MOVES] = {0};

        person_chances(&v, rating, chance);
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            const Move m = person_choose(&v, rating, seed * UINT64_C(0x9e3779b97f4a7c15));

            for (size_t i = 0; i < v.count; i++)
                count[i] += v.move[i].move == m;
        }
        for (size_t i = 0; i < v.count; i++) {
            const double share = (double)count[i] / (double)SEEDS;

            sum += chance[i];
            CLAIM(share > chance[i] - 0.05 && share < chance[i] + 0.05, "%d: %f, not %f", rating,
                  share, chance[i]);
        }
        CLAIM(sum > 0.999999 && sum < 1.000001, "%d: %f", rating, sum);
    }
    gameline_destroy(&line);
    engine_free(e);
}

/* The reported percentage matches the share of seeds with which a level knows how to mate. */
START_TEST(percent_known) {
    static const char fen[] = "8/8/8/3k4/8/8/8/RK6 w - - 0 1";
    const Position rook = tests_position(fen, false);
    const Position start =
        tests_position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false);

    for (int elo = LEVEL_MIN; elo <= LEVEL_PEOPLE; elo += 500) {
        const int percent = level_percent_known(elo, &rook);

        CLAIM(abs(known(elo, fen) - 2 * percent) < 25, "%d: %d", elo, percent);
        ck_assert_int_eq(level_percent_known(elo, &start), 0);
    }
    ck_assert_int_eq(level_percent_known(LEVEL_PEOPLE + 1, &rook), 100);
}

int main(void) {
    engine_init_tables(NULL);
    return tests_run("level");
}
