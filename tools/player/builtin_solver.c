/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "search/searcher.h"
#include "solver.h"

_Static_assert((int)SEARCH_INFO_PV > (int)MAX_PLY, "a SolverInfo must hold the longest PV");

typedef struct {
    Solver base;
    Searcher *search;
    Limits limits;
    bool final;
    /* of the current position */
    SolverListener *listener;
    void *context;
    int64_t start_us;
} BuiltinSolver;

static void receive_info(void *context, const SearchInfo *t) {
    BuiltinSolver *b = context;
    SolverInfo info = {.depth = t->depth,
                       .bound = t->bound,
                       .nodes = t->nodes,
                       .us = clock_us() - b->start_us,
                       .pv_length = t->pv_length};

    if (score_is_mate(t->score))
        info.mate = score_mate_moves(t->score);
    else
        info.score = t->score;
    memcpy(info.pv, t->pv, t->pv_length * sizeof *info.pv);
    if (b->listener(b->context, &info))
        searcher_end(b->search);
}

static const char *solve(Solver *s, const GameLine *line, SolverListener *listener, void *context,
                         Move *move) {
    BuiltinSolver *b = (BuiltinSolver *)s;
    SearchInfo t;

    b->listener = listener;
    b->context = context;
    b->start_us = clock_us();
    t = searcher_search(b->search, line, &b->limits, receive_info, b);
    if (b->final)
        receive_info(b, &t);
    *move = t.pv_length ? t.pv[0] : NO_MOVE;
    return NULL;
}

static void forget(Solver *s) {
    searcher_clear(((BuiltinSolver *)s)->search);
}

static void stop(Solver *s) {
    searcher_stop(((BuiltinSolver *)s)->search);
}

static void free_solver(Solver *s) {
    searcher_free(((BuiltinSolver *)s)->search);
    free(s);
}

Solver *builtin_solver_new(const SolverLimits *limits, size_t hash_bytes, int threads,
                           Syzygy *syzygy, bool final) {
    BuiltinSolver *b = calloc(1, sizeof *b);

    if (!b)
        return NULL;
    b->base = (Solver){solve, forget, stop, free_solver};
    b->final = final;
    b->limits = (Limits){
        .depth = limits->depth, .nodes = (uint64_t)limits->nodes, .move_ms = limits->move_ms};
    if (!(b->search = searcher_new(hash_bytes, threads, NULL))) {
        free(b);
        return NULL;
    }
    searcher_use_tables(b->search, syzygy);
    return &b->base;
}
