/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/util.h"
#include "engine.h"
#include "eval/syzygy.h"
#include "library_game.h"
#include "report/chances.h"
#include "search/level.h"

_Static_assert((int)ALULA_MAX_LINE >= (int)MAX_PLY + 1, "room for the longest line");

struct AlulaEngine {
    Engine *engine;
    AlulaListener *listener;
    void *context;
    NnueNet *net;
    Syzygy *syzygy;
    uint64_t seed;    /* of the errors of a limited level; a new one for each game */
    bool running;     /* a search was started and not waited for; used by the owner only */
    SearchInfo found; /* its result, once the engine is idle */
};

static const char searching[] = "the engine searches: stop it, and wait for it";
static const char of_parent[] = "the engine was made before fork(): make one in this process";
static const char out_of_range[] =
    "the hash table has 1 to 1048576 megabytes, and the threads are 1 to 256";
static const char no_memory[] = "there is not enough memory for that";

/* Returns why only the end of a search may be requested, or NULL. */
static const char *busy(const AlulaEngine *e) {
    if (!e)
        return library_missing();
    if (!engine_has_threads(e->engine))
        return library_fails(ALULA_ERROR_PROCESS, of_parent);
    return library_fails(ALULA_ERROR_BUSY, e->running ? searching : NULL);
}

/* Sizes of the structs in the first version that had one; later ones add members at their ends. */
enum {
    LEAST_LIMITS = offsetof(AlulaLimits, elo) + sizeof(int),
    LEAST_INFO = offsetof(AlulaInfo, moves) + sizeof(AlulaMove[ALULA_MAX_LINE])
};

/*
 * Copies the limits of a program that knows fewer members, or more. Fails if it asks for one that
 * this version does not know.
 */
static const char *copy_limits(AlulaLimits *to, const AlulaLimits *from) {
    const unsigned char *bytes = (const unsigned char *)from;

    if (from->size < LEAST_LIMITS)
        return library_fails(ALULA_ERROR_ARGUMENT, "the size of the limits is not set");
    for (size_t i = sizeof *to; i < from->size; i++)
        if (bytes[i])
            return library_fails(ALULA_ERROR_ARGUMENT, "a limit is unknown to this version");
    *to = (AlulaLimits){.size = sizeof *to};
    memcpy(to, from, min_size(from->size, sizeof *to));
    return NULL;
}

/* Fails if a program did not set the size of its result, which may be NULL. */
static const char *check_info(const AlulaInfo *info) {
    return library_fails(ALULA_ERROR_ARGUMENT, info && info->size < LEAST_INFO
                                                   ? "the size of the result is not set"
                                                   : NULL);
}

/* Sets the result of a program that knows fewer members, or more. */
static void set_info(AlulaInfo *to, const AlulaInfo *from) {
    const size_t size = to->size;

    memset(to, 0, size);
    memcpy(to, from, min_size(size, sizeof *from));
    to->size = size;
}

static AlulaInfo info_of(const SearchInfo *t) {
    AlulaInfo info = {.size = sizeof info,
                      .line = t->line,
                      .depth = t->depth,
                      .mate = score_is_mate(t->score) ? score_mate_moves(t->score) : 0,
                      .nodes = t->nodes,
                      .time_ms = t->time_ms,
                      .length = t->pv_length};

    info.score = score_is_mate(t->score) ? 0 : t->score;
    if (t->pv_length) {
        chances_wdl(t->score, &info.win, &info.loss);
        info.draw = 1000 - info.win - info.loss;
    }
    memcpy(info.moves, t->pv, t->pv_length * sizeof *t->pv);
    return info;
}

static void hear(void *engine, const EngineEvent *event) {
    AlulaEngine *e = engine;

    if (event->kind == ENGINE_DONE)
        e->found = event->info;
    if (event->kind == ENGINE_INFO && e->listener && event->info.bound == BOUND_EXACT) {
        const AlulaInfo info = info_of(&event->info);
        e->listener(e->context, &info);
    }
}

static bool is_in_range(size_t megabytes, int threads) {
    return megabytes >= 1 && megabytes <= 1 << 20 && threads >= 1 && threads <= 256 &&
           megabytes <= SIZE_MAX >> 20;
}

static uint64_t new_seed(void) {
    return (uint64_t)clock_us() | 1;
}

/* --- the engine ------------------------------------------------------------------------------- */

AlulaEngine *alula_engine_new(size_t megabytes, int threads) {
    AlulaEngine *e;

    if (!is_in_range(megabytes, threads)) {
        library_fails(ALULA_ERROR_ARGUMENT, out_of_range);
        return NULL;
    }
    if ((e = calloc(1, sizeof *e)))
        e->engine = engine_new(1 << 20, hear, e);
    /* engine_resize() checks whether that much memory is available */
    if (!e || !e->engine || engine_resize(e->engine, megabytes << 20, threads)) {
        library_fails(ALULA_ERROR_MEMORY, no_memory);
        alula_engine_free(e);
        return NULL;
    }
    e->seed = new_seed();
    return e;
}

void alula_engine_free(AlulaEngine *e) {
    if (!e)
        return;
    engine_free(e->engine);
    nnue_free(e->net);
    syzygy_close(e->syzygy);
    free(e);
}

const char *alula_engine_listen(AlulaEngine *e, AlulaListener *listener, void *context) {
    if (busy(e))
        return alula_error_text();
    e->listener = listener;
    e->context = context;
    return NULL;
}

const char *alula_engine_resize(AlulaEngine *e, size_t megabytes, int threads) {
    if (busy(e))
        return alula_error_text();
    if (!is_in_range(megabytes, threads))
        return library_fails(ALULA_ERROR_ARGUMENT, out_of_range);
    return library_fails(ALULA_ERROR_MEMORY, engine_resize(e->engine, megabytes << 20, threads));
}

const char *alula_engine_network(AlulaEngine *e, const char *path) {
    NnueNet *net = NULL;
    const char *error;

    if (busy(e))
        return alula_error_text();
    if (path && (error = nnue_read(&net, path)))
        return library_fails(ALULA_ERROR_FILE, error);
    if ((error = engine_set_net(e->engine, net))) {
        nnue_free(net);
        return library_fails(ALULA_ERROR_MEMORY, error);
    }
    nnue_free(e->net);
    e->net = net;
    return NULL;
}

const char *alula_engine_tablebases(AlulaEngine *e, const char *folders) {
    Syzygy *syzygy = NULL;

    if (busy(e))
        return alula_error_text();
    if (folders && !(syzygy = syzygy_open(folders)))
        return library_fails(ALULA_ERROR_MEMORY, no_memory);
    if (folders && !syzygy_men(syzygy)) {
        syzygy_close(syzygy);
        return library_fails(ALULA_ERROR_FILE, "there are no Syzygy tablebases");
    }
    engine_set_tables(
        e->engine,
        &(Tablebases){.syzygy = syzygy, .depth = 1, .men = SYZYGY_MAX_MEN, .fifty_moves = true});
    syzygy_close(e->syzygy);
    e->syzygy = syzygy;
    return NULL;
}

const char *alula_engine_forget(AlulaEngine *e) {
    if (busy(e))
        return alula_error_text();
    engine_clear(e->engine);
    e->seed = new_seed();
    return NULL;
}

/* --- searching -------------------------------------------------------------------------------- */

/* Sets the clocks. One that has run out gets 1 ms, as 0 means "no clock" to the engine. */
static void set_clocks(Limits *limits, const AlulaLimits *l) {
    if (!l->clock_ms[WHITE] && !l->clock_ms[BLACK] && !l->increment_ms[WHITE] &&
        !l->increment_ms[BLACK])
        return;
    for (Color c = WHITE; c <= BLACK; c++) {
        limits->clock_ms[c] = max64(l->clock_ms[c], 1);
        limits->increment_ms[c] = max64(l->increment_ms[c], 0);
    }
    limits->moves_to_go = l->moves_to_go;
}

/* Sets the errors of a rating, and its node limit. */
static void set_level(AlulaEngine *e, const Position *p, int elo, Limits *limits) {
    Weakness w = {.seed = 0};

    if (elo) {
        const Level level = level_in(elo, p, e->seed);

        w = (Weakness){e->seed, level.noise, level.person};
        limits->level_nodes = level.nodes;
    }
    engine_set_weakness(e->engine, &w);
}

const char *alula_engine_start(AlulaEngine *e, const AlulaGame *g, const AlulaLimits *asked) {
    AlulaLimits all, *const l = &all;
    const char *error;
    Limits limits;
    Task task;

    if (busy(e))
        return alula_error_text();
    if (!g || !asked)
        return library_missing();
    if (copy_limits(l, asked))
        return alula_error_text();
    if (l->depth < 0 || l->move_ms < 0 || l->moves_to_go < 0 || l->lines < 0 || l->lines > 256 ||
        (l->elo && (l->elo < LEVEL_MIN || l->elo > LEVEL_MAX)))
        return library_fails(ALULA_ERROR_ARGUMENT, "a limit is out of range");
    if ((error = engine_set_position(e->engine, &g->line)))
        return library_fails(ALULA_ERROR_MEMORY, error);
    task = (Task){.lines = l->lines};
    limits = (Limits){.depth = min(l->depth, MAX_DEPTH), .nodes = l->nodes, .move_ms = l->move_ms};
    set_clocks(&limits, l);
    set_level(e, gameline_now(&g->line), l->elo, &limits);
    engine_set_task(e->engine, &task);
    e->found = (SearchInfo){.depth = 0};
    e->running = true;
    engine_go(e->engine, &limits);
    return NULL;
}

void alula_engine_stop(AlulaEngine *e) {
    if (library_has(e))
        engine_stop(e->engine);
}

const char *alula_engine_wait(AlulaEngine *e, AlulaInfo *best) {
    const AlulaInfo none = {.depth = 0};
    AlulaInfo found;

    if (!e)
        return library_missing();
    if (check_info(best))
        return alula_error_text();
    if (best)
        set_info(best, &none);
    if (!engine_has_threads(e->engine))
        return library_fails(ALULA_ERROR_PROCESS, of_parent);
    engine_wait(e->engine);
    e->running = false;
    found = info_of(&e->found);
    if (best)
        set_info(best, &found);
    return NULL;
}

const char *alula_engine_search(AlulaEngine *e, const AlulaGame *g, const AlulaLimits *limits,
                                AlulaInfo *best) {
    const char *error = check_info(best);

    if (!error)
        error = alula_engine_start(e, g, limits);
    return error ? error : alula_engine_wait(e, best);
}
