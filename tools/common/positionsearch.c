/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "positionsearch.h"

#include <stdlib.h>

#include "base/available.h"
#include "base/thread.h"
#include "base/util.h"
#include "chess/fen.h"

struct PositionSearch {
    Pool *pool;
    TT *tt;
    size_t reserved; /* bytes */
    GameLine line;
    SearchControl control;
    Tablebases tables;
    atomic_bool quitting;
};

PositionSearch *positionsearch_new(size_t hash_bytes, int threads) {
    PositionSearch *s = calloc(1, sizeof *s);
    Position start;

    if (!s)
        return NULL;
    s->pool = pool_new(threads, NULL);
    s->reserved = available_reserve(hash_bytes) ? hash_bytes : 0;
    s->tt = s->reserved == hash_bytes ? tt_new(hash_bytes) : NULL;
    if (!s->pool || !s->tt || fen_parse(&start, word_of(FEN_START), false) ||
        gameline_init(&s->line, &start)) {
        positionsearch_free(s);
        return NULL;
    }
    return s;
}

void positionsearch_free(PositionSearch *s) {
    if (!s)
        return;
    gameline_destroy(&s->line);
    pool_free(s->pool);
    tt_free(s->tt);
    available_release(s->reserved);
    free(s);
}

void positionsearch_use_tables(PositionSearch *s, Syzygy *syzygy) {
    s->tables = (Tablebases){syzygy, 1, syzygy ? syzygy_men(syzygy) : 0, true};
}

void positionsearch_clear(PositionSearch *s) {
    tt_clear(s->tt);
    pool_clear(s->pool);
}

SearchInfo positionsearch_continue(PositionSearch *s, const GameLine *line, const Limits *limits,
                                   SearchInfoListener *listener, void *context) {
    const Position *const root = gameline_now(line);
    const Job job = {.line = line,
                     .tt = s->tt,
                     .control = &s->control,
                     .depth = min(limits->depth, MAX_DEPTH),
                     .tables = s->tables,
                     .listener = listener,
                     .context = context};
    const int threads = pool_threads(s->pool);

    atomic_store(&s->control.signal, SIGNAL_GO);
    if (atomic_load(&s->quitting)) /* a stop before the line above is not lost */
        atomic_store(&s->control.signal, SIGNAL_STOP);
    /* page faults would take time of the search, so its clock starts after them */
    control_set(&s->control, limits, root, threads);
    tt_touch(s->tt, tt_bytes_used(s->tt, control_expected_nodes(&s->control, threads)),
             thread_processors());
    control_set(&s->control, limits, root, threads);
    return pool_search(s->pool, &job);
}

SearchInfo positionsearch_run(PositionSearch *s, const Position *root, const Limits *limits,
                              SearchInfoListener *listener, void *context) {
    gameline_restart(&s->line, root);
    positionsearch_clear(s);
    return positionsearch_continue(s, &s->line, limits, listener, context);
}

void positionsearch_stop(PositionSearch *s) {
    atomic_store(&s->control.signal, SIGNAL_STOP);
}

void positionsearch_quit(PositionSearch *s) {
    atomic_store(&s->quitting, true);
    positionsearch_stop(s);
}
