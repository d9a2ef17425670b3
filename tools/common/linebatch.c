/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "linebatch.h"

#include <stdlib.h>
#include <string.h>

#include "base/thread.h"
#include "base/util.h"
#include "memory.h"

enum { BATCH_BYTES = 2 * LINEFILE_LONGEST };

typedef struct {
    LineFile *file;
    const LineWork *work;
    pthread_mutex_t reading, taking;
    pthread_cond_t taken;
    uint64_t read, next; /* batches read so far; the next one to take */
    bool ended, stopped; /* nothing is left to read, or to be taken */
    int threads;
} Run;

typedef struct {
    LineBatch batch;
    uint64_t number;
    char *text;
} Worker;

/* Reads the next lines. Returns false at the end. */
static bool read_batch(Run *r, Worker *w) {
    LineBatch *b = &w->batch;
    size_t used = 0;
    Word line;

    b->lines = 0;
    pthread_mutex_lock(&r->reading);
    while (!r->ended && b->lines < LINEBATCH_LINES && used + LINEFILE_LONGEST <= BATCH_BYTES) {
        r->ended = !linefile_next(r->file, &line);
        if (r->ended)
            break;
        memcpy(w->text + used, line.at, line.length);
        b->line[b->lines++] = (BatchLine){
            {w->text + used, line.length}, r->file->number, r->file->start, r->file->whole};
        used += line.length;
    }
    if (b->lines)
        w->number = r->read++;
    pthread_mutex_unlock(&r->reading);
    return b->lines > 0;
}

/* Takes a batch after all earlier ones were taken. */
static void take_in_turn(Run *r, const Worker *w) {
    pthread_mutex_lock(&r->taking);
    while (r->next != w->number)
        pthread_cond_wait(&r->taken, &r->taking);
    if (!r->stopped && !r->work->take(r->work->context, &w->batch))
        r->stopped = true;
    r->next++;
    pthread_cond_broadcast(&r->taken);
    pthread_mutex_unlock(&r->taking);
}

static void *run(void *context) {
    Run *r = context;
    Worker *w = memory_new(1, sizeof *w);
    bool stopped = false;

    w->text = memory_new(BATCH_BYTES, 1);
    pthread_mutex_lock(&r->taking);
    w->batch.thread = r->threads++;
    pthread_mutex_unlock(&r->taking);
    while (!stopped && read_batch(r, w)) {
        r->work->work(r->work->context, &w->batch);
        take_in_turn(r, w);
        pthread_mutex_lock(&r->taking);
        stopped = r->stopped;
        pthread_mutex_unlock(&r->taking);
    }
    free(w->text);
    free(w);
    return NULL;
}

bool linebatch_run(LineFile *l, const LineWork *work) {
    Run r = {.file = l, .work = work};
    pthread_t thread[LINEBATCH_THREADS];
    const int wanted = min(thread_processors(), LINEBATCH_THREADS) - 1;
    int started = 0;

    pthread_mutex_init(&r.reading, NULL);
    pthread_mutex_init(&r.taking, NULL);
    pthread_cond_init(&r.taken, NULL);
    while (started < wanted && !pthread_create(&thread[started], NULL, run, &r))
        started++;
    run(&r);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    pthread_cond_destroy(&r.taken);
    pthread_mutex_destroy(&r.taking);
    pthread_mutex_destroy(&r.reading);
    return !l->failed && !r.stopped;
}
