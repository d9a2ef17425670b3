/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of searches on a clock. The clock is processor time or nodes, so that a busy machine does
 * not affect the results.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "base/clock.h"
#include "engine.h"
#include "tests.h"

/* The clock is not checked at every node. */
enum { NODES_PER_SECOND = 200000, LATE_MS = 10, LATE_CPU_MS = SANITIZED ? 100 : 20 };

static void record(void *context, const EngineEvent *event) {
    if (event->kind == ENGINE_DONE)
        *(SearchInfo *)context = event->info;
}

static SearchInfo search(const Limits *limits) {
    static SearchInfo info;
    Engine *e = engine_new(4 << 20, record, &info);
    const Position p = tests_position(
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", false);
    GameLine g;

    ck_assert_ptr_nonnull(e);
    ck_assert_ptr_null(gameline_init(&g, &p));
    ck_assert_ptr_null(engine_set_position(e, &g));
    engine_go(e, limits);
    engine_wait(e);
    gameline_destroy(&g);
    engine_free(e);
    return info;
}

static const Limits clocks[] = {
    {.move_ms = 200},
    {.move_ms = 200, .overhead_ms = 30},
    {.clock_ms = {3000, 1}},
    {.clock_ms = {1000, 1}, .increment_ms = {1000, 0}},
    {.clock_ms = {400, 1}, .moves_to_go = 1},
    {.clock_ms = {60000, 1}, .move_ms = 100},
    {.clock_ms = {10, 1}},
};

/*
 * Nodes as the clock: a search stays within the hard limit, and uses all of a fixed time per move.
 */
START_ROWS(nodes_as_time, ROWS(clocks)) {
    Limits l = clocks[_i];
    const Budget budget = timeman_budget(&l, WHITE, 0);
    SearchInfo t;
    int64_t used_ms;

    l.nodes_per_second = NODES_PER_SECOND;
    t = search(&l);
    used_ms = (int64_t)t.nodes * 1000 / NODES_PER_SECOND;
    ck_assert_int_eq(t.time_ms, used_ms);
    ck_assert_int_le(used_ms, budget.hard_ms + LATE_MS);
    if (budget.soft_ms == budget.hard_ms && budget.hard_ms > LATE_MS)
        ck_assert_int_ge(used_ms, budget.hard_ms - 1);
    else
        ck_assert_int_ge(used_ms, budget.soft_ms / 4 - LATE_MS);
}

/* The same with processor time, as the search reports it. */
START_ROWS(processor_time, ROWS(clocks)) {
    Limits l = clocks[_i];
    const Budget budget = timeman_budget(&l, WHITE, 0);
    SearchInfo t;

    l.cpu_time = true;
    t = search(&l);
    ck_assert_int_le(t.time_ms, budget.hard_ms + LATE_CPU_MS);
    if (budget.soft_ms == budget.hard_ms && budget.hard_ms > LATE_MS)
        ck_assert_int_ge(t.time_ms, budget.hard_ms - 1);
}

/* Sleeping takes no processor time. */
START_TEST(sleeping) {
    const int64_t us = clock_us(), ms = clock_ms(), thread_ms = clock_thread_ms();

    clock_sleep_ms(200);
    ck_assert_int_ge(clock_ms() - ms, 199);
    ck_assert_int_ge(clock_us() - us, 200000);
    ck_assert_int_lt(clock_thread_ms() - thread_ms, 100);
}

/* Uses processor time of this thread only. */
static void *work(void *stop) {
    while (!atomic_load((atomic_bool *)stop)) {
    }
    return NULL;
}

START_TEST(working) {
    static atomic_bool stop;
    const int64_t thread_ms = clock_thread_ms();
    pthread_t other;
    int64_t other_ms;

    ck_assert_int_eq(pthread_create(&other, NULL, work, &stop), 0);
    clock_sleep_ms(300);
    other_ms = clock_thread_ms() - thread_ms;
    atomic_store(&stop, true);
    ck_assert_int_eq(pthread_join(other, NULL), 0);
    ck_assert_int_lt(other_ms, 100);
    while (clock_thread_ms() - thread_ms < 50) {
    }
}

int main(void) {
    return tests_run("clock");
}
