/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of engine.h: starting, stopping, changing limits and sizes, and the listener's events. */
#include "engine.h"
#include "search/params.h"

#include <pthread.h>

#include "base/clock.h"
#include "base/thread.h"
#include "tests.h"

/* The events that the listener received, in the engine's thread. */
typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t change;
    int thoughts, done; /* number of events of this search */
    uint32_t search;    /* number of the last event */
    bool mixed;         /* an event had an older number, or came after the end of its search */
    SearchInfo last;
} Seen;

static void record(void *context, const EngineEvent *e) {
    Seen *seen = context;

    pthread_mutex_lock(&seen->lock);
    if (e->search != seen->search) {
        seen->mixed |= e->search < seen->search || (seen->search && !seen->done);
        seen->thoughts = seen->done = 0;
        seen->search = e->search;
    }
    seen->mixed |= seen->done > 0;
    seen->thoughts += e->kind == ENGINE_INFO;
    seen->done += e->kind == ENGINE_DONE;
    seen->last = e->info;
    pthread_cond_broadcast(&seen->change);
    pthread_mutex_unlock(&seen->lock);
}

static void seen_init(Seen *seen) {
    memset(seen, 0, sizeof *seen);
    pthread_mutex_init(&seen->lock, NULL);
    pthread_cond_init(&seen->change, NULL);
}

static void wait_info(Seen *seen, uint32_t search) {
    pthread_mutex_lock(&seen->lock);
    while (seen->search != search || seen->thoughts + seen->done == 0)
        pthread_cond_wait(&seen->change, &seen->lock);
    pthread_mutex_unlock(&seen->lock);
}

/* Waits for the next line of a search that must go on. */
static void wait_another_info(Seen *seen) {
    int before, done;

    pthread_mutex_lock(&seen->lock);
    before = seen->thoughts;
    while (seen->thoughts == before && !seen->done)
        pthread_cond_wait(&seen->change, &seen->lock);
    done = seen->done;
    pthread_mutex_unlock(&seen->lock);
    ck_assert_int_eq(done, 0);
}

static void set(Engine *e, const char *fen) {
    const Position p = tests_position(fen, false);
    GameLine g;

    ck_assert_ptr_null(gameline_init(&g, &p));
    ck_assert_ptr_null(engine_set_position(e, &g));
    gameline_destroy(&g);
}

#define KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

/* Checks after engine_wait() that the last search is complete, and that its move is legal. */
static void check_done(Seen *seen, uint32_t search, const char *fen) {
    const Position p = tests_position(fen, false);

    ck_assert_uint_eq(seen->search, search);
    ck_assert_int_eq(seen->done, 1);
    ck_assert(!seen->mixed);
    ck_assert_uint_ge(seen->last.pv_length, 1);
    ck_assert(move_is_legal(&p, seen->last.pv[0]));
}

/* --- one search ------------------------------------------------------------------------------ */

START_TEST(think) {
    const Limits limits = {.depth = 5};
    Seen seen;
    Engine *e;
    uint32_t search;

    seen_init(&seen);
    e = engine_new(1 << 20, record, &seen);
    ck_assert_ptr_nonnull(e);
    ck_assert_int_eq(engine_threads(e), 1);
    engine_wait(e); /* no search is running */
    search = engine_go(e, &limits);
    engine_wait(e);
    check_done(&seen, search, FEN_START);
    ck_assert_int_eq(seen.last.depth, 5);
    ck_assert_int_ge(seen.thoughts, 5);
    engine_free(e);
    engine_free(NULL);
}

/* Without a legal move, a search ends at once. */
START_TEST(mated) {
    const Limits limits = {.depth = 0};
    Seen seen;
    Engine *e;
    uint32_t search;

    seen_init(&seen);
    e = engine_new(1 << 20, record, &seen);
    set(e, "R5k1/5ppp/8/8/8/8/8/6K1 b - - 1 1");
    search = engine_go(e, &limits);
    engine_wait(e);
    ck_assert_uint_eq(seen.search, search);
    ck_assert_int_eq(seen.done, 1);
    ck_assert_int_eq(seen.thoughts, 0);
    ck_assert_uint_eq(seen.last.pv_length, 0);
    engine_free(e);
}

/* --- tasks ----------------------------------------------------------------------------------- */

/* The latest result of each line, the selective depth, and the final result. */
typedef struct {
    SearchInfo line[8];
    int seldepth;
    SearchInfo last;
} Lines;

static void collect_lines(void *context, const EngineEvent *e) {
    Lines *l = context;

    if (e->kind == ENGINE_DONE) {
        l->last = e->info;
        return;
    }
    CLAIM(e->info.line >= 1 && e->info.line <= 8, "line %d", e->info.line);
    l->line[e->info.line - 1] = e->info;
    l->seldepth = e->info.depth > l->seldepth ? e->info.depth : l->seldepth;
}

static const struct {
    const char *fen;
    int wanted, got; /* lines */
} lines_of[] = {
    {FEN_START, 4, 4},
    {KIWIPETE, 8, 8},
    {"7k/8/8/8/8/8/5qPP/7K w - - 0 1", 8, 4}, /* at most one line per move */
    {"8/8/8/8/8/5k2/6p1/6K1 w - - 0 1", 5, 1},
    {FEN_START, 0, 1},
    {FEN_START, 1, 1},
};

/* Each line begins with another move, the best one first, and all reach the same depth. */
START_ROWS(multipv, ROWS(lines_of)) {
    static Lines seen;
    const Limits limits = {.depth = 6};
    const Task task = {.lines = lines_of[_i].wanted};
    Engine *e = engine_new(1 << 20, collect_lines, &seen);
    const Position p = tests_position(lines_of[_i].fen, false);

    set(e, lines_of[_i].fen);
    engine_set_task(e, &task);
    engine_go(e, &limits);
    engine_wait(e);
    for (int i = 0; i < lines_of[_i].got; i++) {
        ck_assert_int_eq(seen.line[i].depth, 6);
        ck_assert_int_eq(seen.line[i].line, i + 1);
        ck_assert_uint_ge(seen.line[i].pv_length, 1);
        ck_assert(move_is_legal(&p, seen.line[i].pv[0]));
        for (int j = 0; j < i; j++) {
            ck_assert_int_ge(seen.line[j].score, seen.line[i].score);
            ck_assert_int_ne(seen.line[j].pv[0], seen.line[i].pv[0]);
        }
    }
    if (lines_of[_i].got < 8)
        ck_assert_int_eq(seen.line[lines_of[_i].got].line, 0);
    ck_assert_int_eq(seen.last.line, 1);
    ck_assert_int_eq(seen.last.pv[0], seen.line[0].pv[0]);
    engine_free(e);
}

/* Root moves outside the filter are never searched, on any line and at any depth. */
START_TEST(root_moves) {
    static Lines seen;
    const Limits limits = {.depth = 7};
    const Move a2a3 = move_make(A2, A3, NO_PIECE), h2h4 = move_make(H2, H4, NO_PIECE);
    Task task = {.only = {a2a3}, .only_count = 1};
    Engine *e = engine_new(1 << 20, collect_lines, &seen);

    engine_set_task(e, &task);
    engine_go(e, &limits);
    engine_wait(e);
    ck_assert_int_eq(seen.last.pv[0], a2a3);
    ck_assert_int_eq(seen.last.depth, 7);

    task = (Task){.only = {a2a3, h2h4}, .only_count = 2, .lines = 3};
    engine_set_task(e, &task);
    engine_go(e, &limits);
    engine_wait(e);
    ck_assert(seen.line[0].pv[0] == a2a3 || seen.line[0].pv[0] == h2h4);
    ck_assert_int_eq(seen.line[0].pv[0] ^ seen.line[1].pv[0], a2a3 ^ h2h4);
    ck_assert_int_eq(seen.line[2].line, 0);

    /*
     * without the filter: the filtered search must not have left scores for all moves in the table
     */
    engine_set_task(e, NULL);
    engine_go(e, &limits);
    engine_wait(e);
    ck_assert_int_ne(seen.last.pv[0], a2a3);
    ck_assert_int_ne(seen.last.pv[0], h2h4);
    engine_free(e);
}

/* `mate`: a short enough mate ends the search, a longer one does not. */
START_TEST(mate_limit) {
    static Lines seen;
    const char *const mate_in_2 = "6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1";
    const Limits limits = {.depth = 12};
    Task task = {.mate = 2};
    Engine *e = engine_new(1 << 20, collect_lines, &seen);

    set(e, mate_in_2);
    engine_set_task(e, &task);
    engine_go(e, &limits);
    engine_wait(e);
    ck_assert_int_ge(seen.last.score, SCORE_MATE - 3);
    ck_assert_int_lt(seen.last.depth, 12);

    memset(&seen, 0, sizeof seen);
    set(e, "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1"); /* mate in two */
    task.mate = 1;
    engine_clear(e);
    engine_set_task(e, &task);
    engine_go(e, &limits);
    engine_wait(e);
    ck_assert_int_eq(seen.last.score, SCORE_MATE - 3);
    ck_assert_int_gt(seen.last.depth, 4);
    engine_free(e);
}

/* --- stopping -------------------------------------------------------------------------------- */

START_ROWS(stops_soon, 3) {
    static const char *const fens[] = {
        FEN_START,
        KIWIPETE,
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "8/8/1p1k4/p1p2p2/P1P2P2/1P1K4/8/8 w - - 0 40",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    };
    const Limits limits = {.depth = 0};
    Seen seen;
    Engine *e;

    seen_init(&seen);
    e = engine_new(4 << 20, record, &seen);
    ck_assert_ptr_null(engine_resize(e, 4 << 20, _i + 1));
    for (int i = 0; i < ROWS(fens); i++) {
        Progress stopped, ended;
        uint32_t search;
        int64_t start;

        set(e, fens[i]);
        search = engine_go(e, &limits);
        wait_info(&seen, search);
        start = clock_ms();
        engine_stop(e);
        engine_progress(e, &stopped);
        engine_wait(e);
        engine_progress(e, &ended);
        ck_assert_uint_le(ended.nodes - stopped.nodes, 1000);
        ck_assert_int_le(clock_ms() - start, 10000);
        check_done(&seen, search, fens[i]);
    }
    engine_free(e);
}

/* Searches are started, and stopped after short times; each ends with a legal move. */
START_TEST(start_and_stop) {
    static const int threads_of[] = {2, 8, 1, 3};
    const Limits limits = {.depth = 0};
    uint32_t last = 0;
    Seen seen;
    Engine *e;

    seen_init(&seen);
    e = engine_new(1 << 20, record, &seen);
    for (int i = 0; i < 200; i++) {
        const char *fen = i % 2 ? FEN_START : KIWIPETE;
        uint32_t search;
        set(e, fen);
        if (i % 50 == 49)
            ck_assert_ptr_null(engine_resize(e, (size_t)i << 14, threads_of[i / 50]));
        search = engine_go(e, &limits);
        ck_assert_uint_ne(search, last);
        last = search;
        if (i % 3 == 1)
            wait_info(&seen, search);
        engine_stop(e);
        if (i % 3 == 2)
            engine_stop(e);
        engine_wait(e);
        check_done(&seen, search, fen);
    }
    engine_free(e);
}

typedef struct {
    Engine *engine;
    int calls;
} Poll;

static void stop_at_last(void *context) {
    Poll *poll = context;

    if (++poll->calls == 20)
        engine_stop(poll->engine);
}

/*
 * Searches stopped by their poll function: in the tree, while a table is filled, while the answer
 * is held back.
 */
START_ROWS(polled, 3) {
    static const struct {
        const char *fen;
        Limits limits;
    } rows[] = {
        {KIWIPETE, {.depth = 0}},
        {"8/8/8/8/8/2k5/8/KBN5 w - - 0 1", {.depth = 0}},
        {KIWIPETE, {.depth = 1, .answer_ms = INT64_C(1) << 40}},
    };
    Poll poll = {.calls = 0};
    uint32_t search;
    Seen seen;

    seen_init(&seen);
    poll.engine = engine_new(1 << 20, record, &seen);
    engine_set_poll(poll.engine, stop_at_last, &poll);
    set(poll.engine, rows[_i].fen);
    search = engine_go(poll.engine, &rows[_i].limits);
    engine_wait(poll.engine);
    check_done(&seen, search, rows[_i].fen);
    ck_assert_int_ge(poll.calls, 20);
    engine_free(poll.engine);
}

/* An engine can be freed during a search. */
START_TEST(freed_while_thinking) {
    const Limits limits = {.depth = 0};
    Seen seen;

    seen_init(&seen);
    for (int i = 0; i < 10; i++) {
        Engine *e = engine_new(1 << 20, record, &seen);
        seen.search = 0; /* numbers start again */
        ck_assert_ptr_null(engine_resize(e, 1 << 20, 1 + i % 3));
        engine_go(e, &limits);
        engine_free(e);
    }
}

/* --- changing limits ------------------------------------------------------------------------- */

/*
 * Pondering has no limit until the ponder hit. Several tries, as a busy machine makes one of them
 * late.
 */
START_ROWS(ponder_hit, 3) {
    const Limits for_ever = {.depth = 0};
    const Limits soon[] = {{.move_ms = 50}, {.clock_ms = {1000, 1000}}, {.nodes = 100}};
    int64_t taken = INT64_MAX;

    for (int tries = 0; tries < 10 && taken > 2000; tries++) {
        Seen seen;
        Engine *e;
        uint32_t search;

        seen_init(&seen);
        e = engine_new(1 << 20, record, &seen);
        set(e, KIWIPETE);
        search = engine_go(e, &for_ever);
        wait_info(&seen, search);
        taken = -clock_ms();
        engine_limit(e, &soon[_i]);
        engine_wait(e);
        taken += clock_ms();
        check_done(&seen, search, KIWIPETE);
        engine_free(e);
    }
    ck_assert_int_le(taken, 2000);
}

/* With a longer limit the clock starts again, and the search continues. */
START_TEST(longer_limits) {
    const Limits short_time = {.move_ms = 3600000}, none = {.depth = 0};
    Seen seen;
    Engine *e;
    uint32_t search;
    Progress progress;

    seen_init(&seen);
    e = engine_new(1 << 20, record, &seen);
    search = engine_go(e, &short_time);
    wait_info(&seen, search);
    engine_limit(e, &none);
    engine_progress(e, &progress);
    ck_assert_int_ge(progress.depth, 1);
    ck_assert_int_ge(progress.number, 0);
    ck_assert_int_le(progress.number, 20);
    wait_another_info(&seen);
    engine_stop(e);
    engine_wait(e);
    check_done(&seen, search, FEN_START);
    engine_free(e);
}

/* --- sizes ----------------------------------------------------------------------------------- */

START_TEST(resize) {
    static const size_t sizes_of_table[] = {0, 64, 1 << 20, 8 << 20, 100, 1 << 20};
    const Limits limits = {.depth = 4};
    Seen seen;
    Engine *e;

    seen_init(&seen);
    e = engine_new(1 << 20, record, &seen);
    for (int i = 0; i < ROWS(sizes_of_table); i++) {
        uint32_t search;
        ck_assert_ptr_null(engine_resize(e, sizes_of_table[i], 1 + i % 4));
        ck_assert_int_eq(engine_threads(e), 1 + i % 4);
        engine_clear(e);
        search = engine_go(e, &limits);
        engine_wait(e);
        check_done(&seen, search, FEN_START);
        /* with several threads, the vote may choose a shallower result */
        ck_assert_int_ge(seen.last.depth, i % 4 ? 1 : 4);
        ck_assert_int_le(seen.last.depth, 4);
    }
    engine_free(e);
}

/* Other parameters change the search, also with threads made later; the defaults restore it. */
START_TEST(parameters) {
    const Limits limits = {.depth = 8};
    SearchParams params = params_default;
    uint64_t nodes[4];
    Seen seen;
    Engine *e;

    seen_init(&seen);
    e = engine_new(1 << 20, record, &seen);
    for (int i = 0; i < ROWS(nodes); i++) {
        params.rfp_margin = i == 1 ? 2 * params_default.rfp_margin : params.rfp_margin;
        params = i == 3 ? params_default : params;
        engine_set_params(e, &params);
        ck_assert_int_eq(engine_params(e)->rfp_margin, params.rfp_margin);
        if (i == 2) {
            ck_assert_ptr_null(engine_resize(e, 1 << 20, 2));
            ck_assert_ptr_null(engine_resize(e, 1 << 20, 1));
        }
        engine_clear(e);
        engine_go(e, &limits);
        engine_wait(e);
        nodes[i] = seen.last.nodes;
    }
    ck_assert_uint_ne(nodes[1], nodes[0]);
    ck_assert_uint_eq(nodes[2], nodes[1]);
    ck_assert_uint_eq(nodes[3], nodes[0]);
    engine_free(e);
}

/* Requests for too much memory fail, with nothing changed. */
START_TEST(refused) {
    static const size_t absurd[] = {SIZE_MAX, SIZE_MAX / 2, SIZE_MAX - 63};
    const Limits limits = {.depth = 6};
    uint64_t nodes = 0;
    Seen seen;
    Engine *e;

    seen_init(&seen);
    e = engine_new(1 << 20, record, &seen);
    ck_assert_ptr_null(engine_resize(e, 1 << 20, 1));
    for (int i = 0; i <= ROWS(absurd); i++) {
        uint32_t search;
        if (i) {
            ck_assert_ptr_nonnull(engine_resize(e, absurd[i - 1], 2));
            ck_assert_int_eq(engine_threads(e), 1);
        }
        engine_clear(e);
        search = engine_go(e, &limits);
        engine_wait(e);
        check_done(&seen, search, FEN_START);
        /* the same table size, so the same search */
        if (i)
            ck_assert_uint_eq(seen.last.nodes, nodes);
        nodes = seen.last.nodes;
    }
    engine_free(e);
    ck_assert_ptr_null(engine_new(SIZE_MAX / 2, record, &seen));
}

START_RANGE(threads, 1, 6) {
    const Limits limits = {.nodes = 20000}, one = {.nodes = 1};
    Seen seen;
    Engine *e;

    seen_init(&seen);
    e = engine_new(1 << 20, record, &seen);
    ck_assert_ptr_null(engine_resize(e, 1 << 20, _i == 5 ? 8 : _i));
    for (int i = 0; i < 3; i++) {
        uint32_t search;
        set(e, KIWIPETE);
        search = engine_go(e, i == 1 ? &one : &limits);
        engine_wait(e);
        check_done(&seen, search, KIWIPETE);
    }
    engine_free(e);
}

/*
 * Searches three times with one engine, each time after prepare(e, i), and returns the node counts.
 */
static void three_searches(int depth, void (*prepare)(Engine *e, int i), uint64_t nodes[3]) {
    const Limits limits = {.depth = depth};
    Seen seen;
    Engine *e;

    seen_init(&seen);
    e = engine_new(1 << 20, record, &seen);
    for (int i = 0; i < 3; i++) {
        prepare(e, i);
        engine_go(e, &limits);
        engine_wait(e);
        nodes[i] = seen.last.nodes;
    }
    engine_free(e);
}

static void clear_before_last(Engine *e, int i) {
    set(e, KIWIPETE);
    if (i == 2)
        engine_clear(e);
}

/* Clearing the engine restores the first search. */
START_TEST(clear) {
    uint64_t nodes[3];

    three_searches(7, clear_before_last, nodes);
    ck_assert_uint_ne(nodes[0], nodes[1]);
    ck_assert_uint_eq(nodes[0], nodes[2]);
}

static void clear_and_change_seed(Engine *e, int i) {
    engine_clear(e);
    engine_set_weakness(e, &(Weakness){.seed = i < 2 ? 12345 : 0, .noise = 8});
}

/* Evaluation noise: another seed may change the search, the same seed never does. */
START_TEST(noise) {
    uint64_t nodes[3];

    three_searches(6, clear_and_change_seed, nodes);
    ck_assert_uint_eq(nodes[0], nodes[1]);
    ck_assert_uint_ne(nodes[0], nodes[2]);
}

static void noise_in_second(Engine *e, int i) {
    engine_set_weakness(e,
                        i == 1 ? &(Weakness){.seed = 12345, .noise = 200} : &(Weakness){.seed = 0});
}

/* A weak level does not affect later searches at full strength. */
START_TEST(noise_is_cleared) {
    uint64_t nodes[3];

    three_searches(8, noise_in_second, nodes);
    ck_assert_uint_ne(nodes[0], nodes[1]);
    ck_assert_uint_eq(nodes[0], nodes[2]);
}

/* Two engines at once are independent. */
START_TEST(two_engines) {
    const Limits limits = {.depth = 7};
    uint32_t search[2];
    uint64_t alone;
    Engine *e[2];
    Seen seen[2];

    for (int i = 0; i < 2; i++) {
        seen_init(&seen[i]);
        e[i] = engine_new(1 << 20, record, &seen[i]);
        set(e[i], i ? KIWIPETE : FEN_START);
    }
    engine_go(e[0], &limits);
    engine_wait(e[0]);
    alone = seen[0].last.nodes;
    engine_clear(e[0]);
    for (int i = 0; i < 2; i++)
        search[i] = engine_go(e[i], &limits);
    for (int i = 0; i < 2; i++)
        engine_wait(e[i]);
    check_done(&seen[0], search[0], FEN_START);
    check_done(&seen[1], search[1], KIWIPETE);
    ck_assert_uint_eq(seen[0].last.nodes, alone);
    engine_free(e[0]);
    engine_free(e[1]);
}

static void keep_score(void *score, const EngineEvent *event) {
    if (event->kind == ENGINE_DONE)
        *(int *)score = event->info.score;
}

static void *make_and_search(void *score) {
    Engine *e = engine_new(1 << 20, keep_score, score);

    ck_assert_ptr_nonnull(e);
    engine_go(e, &(Limits){.nodes = 1000});
    engine_wait(e);
    engine_free(e);
    return NULL;
}

/* The first two engines of a program, made by two threads, both wait for the attack tables. */
START_ROWS(made_at_once, 20) {
    int score[2] = {SCORE_NONE, SCORE_NONE};
    pthread_t thread;

    ck_assert(thread_start(&thread, make_and_search, &score[0]));
    make_and_search(&score[1]);
    pthread_join(thread, NULL);
    ck_assert_int_ne(score[0], SCORE_NONE);
    ck_assert_int_eq(score[0], score[1]);
}

int main(void) {
    return tests_run("engine");
}
