/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "../common/searcher.h"
#include "clock.h"
#include "solver.h"

_Static_assert((int)FINDING_MOVES > (int)MAX_PLY,
               "a finding must hold the longest line of a search");

typedef struct {
    Solver face;
    Searcher *searcher;
    Limits limits;
    /* the position at hand */
    FindingListener *listener;
    void *context;
    int64_t start_us;
} Inside;

static void hear(void *context, const Thought *t) {
    Inside *in = context;
    Finding f = {.depth = t->depth,
                 .bound = t->bound,
                 .nodes = t->nodes,
                 .us = clock_us() - in->start_us,
                 .pv_length = t->pv_length};

    if (score_is_mate(t->score))
        f.mate = score_mate_moves(t->score);
    else
        f.score = t->score;
    memcpy(f.pv, t->pv, t->pv_length * sizeof *f.pv);
    if (in->listener(in->context, &f))
        searcher_stop(in->searcher);
}

static const char *solve(Solver *s, const Position *p, FindingListener *listener, void *context,
                         Move *move) {
    Inside *in = (Inside *)s;
    Thought t;

    in->listener = listener;
    in->context = context;
    in->start_us = clock_us();
    t = searcher_run(in->searcher, p, &in->limits, hear, in);
    *move = t.pv_length ? t.pv[0] : NO_MOVE;
    return NULL;
}

static void stop(Solver *s) {
    searcher_quit(((Inside *)s)->searcher);
}

static void free_inside(Solver *s) {
    searcher_free(((Inside *)s)->searcher);
    free(s);
}

Solver *solver_inside(const Effort *effort, size_t hash_bytes, int threads) {
    Inside *in = calloc(1, sizeof *in);

    if (!in)
        return NULL;
    in->face = (Solver){solve, stop, free_inside};
    in->limits = (Limits){
        .depth = effort->depth, .nodes = (uint64_t)effort->nodes, .move_ms = effort->move_ms};
    if (!(in->searcher = searcher_new(hash_bytes, threads))) {
        free(in);
        return NULL;
    }
    return &in->face;
}
