/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solver.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/checksum.h"
#include "base/clock.h"
#include "base/version.h"
#include "eval/eval.h"
#include "search/searcher.h"
#include "tools/common/tool.h"

void solver_setup_take(SolverSetup *s, const char *program) {
    s->options.limits.depth = (int)s->depth;
    s->options.patience_ms = s->patience_s * 1000;
    s->options.opponent = program;
    s->jobs = s->jobs ? s->jobs : 1;
}

/* Returns a setting; 0 for the default of an external engine. */
static int64_t value_of(const SolverSetup *s, int64_t given, int64_t own_default) {
    return given || s->options.engine ? given : own_default;
}

static int64_t hash_megabytes(const SolverSetup *s) {
    return value_of(s, s->options.hash_megabytes, 64);
}

static int64_t threads(const SolverSetup *s) {
    return value_of(s, s->options.threads, 1);
}

bool solver_setup_open(SolverSetup *s, Text *error) {
    if (s->options.engine)
        return (s->external = external_engine_open(&s->options, error)) != NULL;
    if (s->tables && !(s->syzygy = syzygy_open(s->tables)))
        text_add(error, "there is not enough memory");
    else if (s->tables && !syzygy_men(s->syzygy))
        text_addf(error, "--tb: there are no Syzygy tablebases in %s", s->tables);
    return !error->length;
}

void solver_setup_close(SolverSetup *s) {
    external_engine_close(s->external);
    tool_close_tables(s->syzygy);
}

/* --- the built-in engine --------------------------------------------------------------------- */

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

static Solver *new_builtin(const SolverSetup *s, bool final) {
    const EngineLimits *limits = &s->options.limits;
    BuiltinSolver *b = calloc(1, sizeof *b);

    if (!b)
        return NULL;
    b->base = (Solver){solve, forget, stop, free_solver};
    b->final = final;
    b->limits = (Limits){
        .depth = limits->depth, .nodes = (uint64_t)limits->nodes, .move_ms = limits->move_ms};
    if (!(b->search = searcher_new((size_t)hash_megabytes(s) << 20, (int)threads(s), NULL))) {
        free(b);
        return NULL;
    }
    searcher_use_tables(b->search, s->syzygy);
    return &b->base;
}

/* --- solvers --------------------------------------------------------------------------------- */

Solver *solver_setup_new(const SolverSetup *s, bool final) {
    return s->external ? external_solver_new(s->external) : new_builtin(s, final);
}

void solver_setup_write(Text *job, const SolverSetup *s) {
    const EngineLimits *limits = &s->options.limits;

    if (s->external) {
        text_add(job, "engine=");
        for (const char *c = external_engine_name(s->external); *c; c++)
            text_add_char(job, *c <= ' ' || text_is_among(*c, "\"\\;") ? '_' : *c);
        text_addf(job, " command=%08" PRIx32,
                  checksum_fnv(CHECKSUM_FNV, s->options.engine, strlen(s->options.engine)));
    } else {
        text_addf(job, "alula=" ALULA_VERSION " search=%08" PRIx32 " net=%08" PRIx32,
                  tool_fingerprint(NULL, false), eval_net(NULL)->checksum);
    }
    text_addf(job,
              " movetime=%" PRId64 " nodes=%" PRId64 " depth=%d hash=%" PRId64 " threads=%" PRId64,
              limits->move_ms, limits->nodes, limits->depth, hash_megabytes(s), threads(s));
}
