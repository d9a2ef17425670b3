/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of engine.h: the state of an engine between two searches: hash table and its memory,
 * tablebases, fixed scores.
 */
#include "engine.h"
#include "search/threads.h"

#include <pthread.h>
#include <sys/resource.h>

#include "tests.h"

#define KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

static SearchInfo last; /* result of the search that engine_wait() has awaited */

static void record(void *context, const EngineEvent *event) {
    (void)context;
    last = event->info;
}

static Engine *start(const char *fen) {
    const Position p = tests_position(fen, false);
    Engine *e = engine_new(1 << 20, record, NULL);
    GameLine g;

    ck_assert_ptr_nonnull(e);
    ck_assert_ptr_null(gameline_init(&g, &p));
    ck_assert_ptr_null(engine_set_position(e, &g));
    gameline_destroy(&g);
    return e;
}

static const SearchInfo *search(Engine *e, int depth) {
    const Limits limits = {.depth = depth};

    engine_go(e, &limits);
    engine_wait(e);
    return &last;
}

static Move rook_pawn(void) {
    return move_make(A2, A4, NO_PIECE);
}

/* Returns the position after a rook pawn's move. */
static Position after_rook_pawn(void) {
    const Position p = tests_position(FEN_START, false);
    Position child;

    position_play(&child, &p, rook_pawn());
    return child;
}

/*
 * Searches twice and returns the nodes of the second search. New threads begin with empty
 * histories, so only the table can change that search.
 */
static uint64_t nodes_after(Engine *e, size_t bytes) {
    ck_assert_ptr_null(engine_resize(e, bytes, 2));
    ck_assert_int_eq(engine_threads(e), 2);
    ck_assert_ptr_null(engine_resize(e, 1 << 20, 1));
    return search(e, 9)->nodes;
}

/* The hash table is kept if its size does not change, and cleared otherwise. */
START_TEST(table_is_kept) {
    Engine *e = start(KIWIPETE);
    const uint64_t nodes = search(e, 9)->nodes;

    ck_assert_uint_ne(nodes_after(e, 1 << 20), nodes);
    ck_assert_uint_eq(nodes_after(e, 2 << 20), nodes);
    engine_free(e);
}

/* Initializing again changes nothing. */
START_TEST(initialized_twice) {
    uint64_t nodes;
    Engine *e;

    e = start("8/8/8/2k5/8/8/1PK5/7B w - - 0 1");
    nodes = search(e, 12)->nodes;
    engine_free(e);
    ck_assert_ptr_null(engine_init_tables(NULL));
    e = start("8/8/8/2k5/8/8/1PK5/7B w - - 0 1");
    ck_assert_uint_eq(search(e, 12)->nodes, nodes);
    engine_free(e);
}

/* A fixed score counts up to its depth, not at greater depths, and not after a new game. */
START_TEST(fixed_score) {
    const Position good = after_rook_pawn();
    Engine *e = start(FEN_START);

    for (int depth = 1; depth <= 3; depth++) {
        engine_override_score(e, &good, -555, depth);
        ck_assert_int_eq(search(e, depth + 1)->score, 555);
        ck_assert_uint_eq(last.pv[0], rook_pawn());
        ck_assert_int_lt(search(e, depth + 6)->score, 300);
        engine_clear(e);
        ck_assert_int_lt(search(e, depth + 1)->score, 300);
    }
    engine_free(e);
}

/* The last of two scores of one position holds. */
START_TEST(fixed_twice) {
    const Position good = after_rook_pawn();
    Engine *e = start(FEN_START);

    engine_override_score(e, &good, -555, 20);
    engine_override_score(e, &good, -444, 20);
    ck_assert_int_eq(search(e, 4)->score, 444);
    engine_override_score(e, &good, -666, 20);
    ck_assert_int_eq(search(e, 4)->score, 666);
    engine_free(e);
}

/* The last 64 fixed scores are kept; a table entry of an older one is not used. */
START_TEST(fixed_scores_are_forgotten) {
    const Position good = after_rook_pawn();
    Engine *e = start(FEN_START);

    engine_override_score(e, &good, -555, 20);
    for (int i = 1; i <= 64; i++) {
        Position other = good;

        ck_assert_int_eq(search(e, 3)->score, 555);
        other.key += (uint64_t)i;
        engine_override_score(e, &other, 0, 20);
    }
    ck_assert_int_lt(search(e, 3)->score, 300);
    engine_free(e);
}

/* Limits of a search, and the part of the table that it uses. */
static const struct {
    Limits limits;
    int threads;
    uint64_t least, most;
} expectations[] = {
    {{.depth = 9}, 1, UINT64_MAX, UINT64_MAX},
    {{.depth = 9}, 3, UINT64_MAX - 3, UINT64_MAX},
    {{.nodes = 1000}, 1, 1000, 1000},
    {{.nodes = 1000, .move_ms = 60000}, 2, 1000, 1000},
    {{.move_ms = 1000}, 1, 1000000, 4000000},
    {{.move_ms = 1000}, 4, 4000000, 16000000},
    {{.move_ms = INT64_C(1) << 40}, 1, UINT64_C(1) << 50, UINT64_MAX},
    {{.clock_ms = {60000, 60000}}, 1, 1000000, 30000000},
    {{.clock_ms = {60000, 60000}, .nodes_per_second = 100}, 1, 1, 6000},
};

START_ROWS(expected_nodes, ROWS(expectations)) {
    const Position p = tests_position(FEN_START, false);
    static SearchControl control;
    uint64_t nodes;

    control_set(&control, &expectations[_i].limits, &p, expectations[_i].threads);
    nodes = control_expected_nodes(&control, expectations[_i].threads);
    ck_assert_uint_ge(nodes, expectations[_i].least);
    ck_assert_uint_le(nodes, expectations[_i].most);
}

/* --- memory ---------------------------------------------------------------------------------- */

enum { BIG = 512 << 20 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static int ready;      /* events */
static uint64_t nodes; /* nodes of the latest event */

static void count_ready(void *context, const EngineEvent *event) {
    (void)context;
    pthread_mutex_lock(&lock);
    ready += event->kind == ENGINE_READY;
    if (event->kind == ENGINE_INFO)
        nodes = event->info.nodes;
    pthread_cond_broadcast(&change);
    pthread_mutex_unlock(&lock);
}

static void wait_ready(int count) {
    pthread_mutex_lock(&lock);
    while (ready < count)
        pthread_cond_wait(&change, &lock);
    pthread_mutex_unlock(&lock);
}

/* Searches without a limit, so that the whole table is used, until `wanted` nodes are visited. */
static void search_all(Engine *e, uint64_t wanted) {
    const Limits endless = {.depth = 0};

    nodes = 0;
    engine_go(e, &endless);
    pthread_mutex_lock(&lock);
    while (nodes < wanted)
        pthread_cond_wait(&change, &lock);
    pthread_mutex_unlock(&lock);
    engine_stop(e);
    engine_wait(e);
}

static long page_faults(void) {
    struct rusage usage;

    ck_assert_int_eq(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_minflt;
}

/* Once its memory is prepared, the first search of a game causes hardly any page faults. */
START_TEST(faults_before_the_search) {
    Engine *e = engine_new(1 << 20, count_ready, NULL);
    long before;

    ck_assert_ptr_nonnull(e);
    ck_assert_ptr_null(engine_resize(e, BIG, 1));
    if (engine_prepare(e))
        wait_ready(1);
    ck_assert(engine_is_ready(e));
    ck_assert(!engine_prepare(e));
    for (int game = 0; game < 3; game++) {
        engine_clear(e);
        before = page_faults();
        search_all(e, 50000);
        CLAIM(SANITIZED || page_faults() - before < 150, "game %d: %ld page faults", game,
              page_faults() - before);
    }
    engine_free(e);
}

/*
 * Before the memory is prepared, the size may change, a search may start or stop, and the engine
 * may be freed.
 */
START_TEST(memory_is_not_awaited) {
    const Limits limits = {.move_ms = 2}, endless = {.depth = 0};
    Engine *e = engine_new(1 << 20, count_ready, NULL);
    int expected = 0;

    ck_assert_ptr_nonnull(e);
    for (size_t i = 1; i <= 4; i++) {
        ck_assert_ptr_null(engine_resize(e, i * (BIG / 4), 1));
        engine_go(e, &limits);
        engine_wait(e);
        engine_go(e, &endless);
        engine_stop(e);
        engine_wait(e);
        ck_assert_ptr_null(engine_resize(e, i * (BIG / 4) + 64, 1));
        expected += engine_prepare(e);
        engine_stop_preparing(e);
        wait_ready(expected);
        ck_assert(engine_is_ready(e));
        search(e, 5);
    }
    ck_assert_ptr_null(engine_resize(e, BIG, 1));
    engine_free(e);
}

/* Touching more memory than the system has must not kill the process. */
START_TEST(unaffordable) {
    static const size_t sizes[] = {(size_t)1 << 39, (size_t)1 << 42, SIZE_MAX / 2};
    Engine *e = start(KIWIPETE);

    for (int i = 0; i < ROWS(sizes); i++)
        ck_assert_str_eq(engine_resize(e, sizes[i], 1), "there is not enough memory for that");
    ck_assert_uint_eq(engine_hash_bytes(e), 1 << 20);
    search(e, 5);
    engine_free(e);
}

int main(void) {
    engine_init_tables(NULL);
    return tests_run("engine-state");
}
