/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "perft_run.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/thread.h"

struct PerftRun {
    const PerftUnit *units;
    size_t count;
    PerftPlan plan;
    PerftKinds *result; /* [count] */
    atomic_bool *done;  /* [count]; result[i] may be read when done[i] is set */
    atomic_size_t next; /* the next unit to be counted */
    _Atomic uint64_t nodes;
    atomic_size_t finished;
    atomic_bool overflow;
    pthread_t *thread;
    int threads;

    pthread_mutex_t lock; /* guards working */
    pthread_cond_t ended;
    int working;
};

static void run_unit(PerftRun *run, size_t i) {
    const Position *p = &run->units[i].position;
    PerftKinds *r = &run->result[i];
    uint64_t nodes;

    if (run->plan.mode == PERFT_KINDS)
        perft_kinds(p, run->plan.depth, r);
    else if (run->plan.mode == PERFT_VISIT)
        r->nodes = perft_visit(p, run->plan.depth);
    else if (run->plan.table)
        r->nodes = hashed_count(&p->board, run->plan.depth, run->plan.table, run->plan.threads > 1,
                                &run->overflow);
    else
        r->nodes = perft_count(&p->board, run->plan.depth);
    if (atomic_load(&run->overflow))
        return;
    nodes = perft_multiply(r->nodes, run->units[i].times);
    if (perft_add(atomic_fetch_add(&run->nodes, nodes), nodes) == PERFT_OVERFLOW) {
        atomic_store(&run->overflow, true);
        return;
    }
    atomic_fetch_add(&run->finished, 1);
    atomic_store(&run->done[i], true);
}

static void *work(void *context) {
    PerftRun *run = context;
    size_t i;

    while (!atomic_load(&run->overflow) && (i = atomic_fetch_add(&run->next, 1)) < run->count)
        run_unit(run, i);
    pthread_mutex_lock(&run->lock);
    run->working--;
    pthread_cond_signal(&run->ended);
    pthread_mutex_unlock(&run->lock);
    return NULL;
}

PerftRun *perft_start(const PerftUnit *units, size_t count, const PerftPlan *plan) {
    PerftRun *run = calloc(1, sizeof *run);

    if (!run)
        return NULL;
    assert(plan->threads >= 1 && plan->depth >= 0);
    assert(!plan->table || plan->mode == PERFT_COUNT);
    run->units = units;
    run->count = count;
    run->plan = *plan;
    pthread_mutex_init(&run->lock, NULL);
    thread_cond_init(&run->ended);
    run->result = calloc(count + 1, sizeof *run->result);
    run->done = calloc(count + 1, sizeof *run->done);
    run->thread = calloc((size_t)plan->threads, sizeof *run->thread);
    if (!run->result || !run->done || !run->thread) {
        perft_free(run);
        return NULL;
    }
    if (plan->table)
        hashed_divide(plan->table, units, count, plan->depth, plan->runs);
    run->working = plan->threads;
    while (run->threads < plan->threads &&
           !pthread_create(&run->thread[run->threads], NULL, work, run))
        run->threads++;
    pthread_mutex_lock(&run->lock);
    run->working -= plan->threads - run->threads; /* threads that the system refused */
    pthread_mutex_unlock(&run->lock);
    if (!run->threads) {
        perft_free(run);
        return NULL;
    }
    return run;
}

bool perft_wait(PerftRun *run, int timeout_ms) {
    const struct timespec until = thread_deadline(timeout_ms);
    bool ended;

    pthread_mutex_lock(&run->lock);
    while (run->working && thread_cond_wait(&run->ended, &run->lock, &until))
        ;
    ended = !run->working;
    pthread_mutex_unlock(&run->lock);
    return ended;
}

void perft_progress(PerftRun *run, size_t *units, uint64_t *nodes) {
    *units = atomic_load(&run->finished);
    *nodes = atomic_load(&run->nodes);
}

bool perft_overflows(PerftRun *run) {
    return atomic_load(&run->overflow);
}

bool perft_result(PerftRun *run, size_t unit, PerftKinds *out) {
    assert(unit < run->count);
    if (!atomic_load(&run->done[unit]))
        return false;
    *out = run->result[unit];
    return true;
}

void perft_free(PerftRun *run) {
    for (int i = 0; i < run->threads; i++)
        pthread_join(run->thread[i], NULL);
    pthread_mutex_destroy(&run->lock);
    pthread_cond_destroy(&run->ended);
    free(run->thread);
    free(run->done);
    free(run->result);
    free(run);
}
