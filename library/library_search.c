/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/random.h"
#include "base/util.h"
#include "chess/movegen.h"
#include "engine.h"
#include "eval/eval.h"
#include "eval/syzygy.h"
#include "library_game.h"
#include "report/chances.h"
#include "search/level.h"

_Static_assert((int)ALULA_MAX_LINE >= (int)MAX_PLY + 1, "room for the longest line");

/* A callback and its context. */
typedef struct {
    AlulaListener *listener; /* NULL: none */
    void *context;
} Callback;

struct AlulaEngine {
    Engine *engine;
    Callback each, end; /* called with each result, and with the last one */
    NnueNet *net;
    Syzygy *syzygy;
    uint64_t seed;    /* for the errors at limited strength; changes with each game */
    bool running;     /* a search was started and not waited for; used by the owner only */
    SearchInfo found; /* result of that search, once the engine is idle */
    bool pondering;   /* until a ponder hit */
    Limits hit;       /* limits after the ponder hit */
    atomic_bool searches;
    atomic_bool stop_asked; /* for this search or the next one */
};

/* The engine whose callback this thread is in; NULL: none. */
static _Thread_local const AlulaEngine *calling;

static const char searching[] = "the engine is searching: stop it, and wait for the end";
static const char of_parent[] = "the engine was made before fork(): make one in this process";
static const char in_callback[] = "a callback of the engine may only stop it";
static const char out_of_range[] =
    "the hash table has 1 to 1048576 megabytes, and the threads are 1 to 256";

/* Returns why the engine is not available for a new command, or NULL if it is idle. */
static const char *busy(const AlulaEngine *e) {
    if (!e)
        return library_missing();
    if (!engine_has_threads(e->engine))
        return library_fails(ALULA_ERROR_PROCESS, of_parent);
    return library_fails(ALULA_ERROR_BUSY, e->running ? searching : NULL);
}

/*
 * Sizes of the structs in their first version. Later versions add members at the end, but not in
 * the padding of the first version, where old programs may have any bytes.
 */
enum {
    LEAST_LIMITS = offsetof(AlulaLimits, no_openings) + sizeof(bool),
    LEAST_INFO = offsetof(AlulaInfo, moves) + sizeof(AlulaMove[ALULA_MAX_LINE])
};

/*
 * Copies the limits of a program whose header may be older or newer. Fails if the program sets a
 * member that this version does not have.
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

/* Sets the result of a program whose header may be older or newer. */
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
                      .seldepth = t->seldepth,
                      .bound = t->bound == BOUND_LOWER   ? ALULA_AT_LEAST
                               : t->bound == BOUND_UPPER ? ALULA_AT_MOST
                                                         : ALULA_EXACT,
                      .tb_hits = t->tb_hits,
                      .hashfull = t->hashfull,
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

static void call(const AlulaEngine *e, const Callback *callback, const SearchInfo *found) {
    const AlulaInfo info = info_of(found);

    if (!callback->listener)
        return;
    calling = e;
    callback->listener(callback->context, &info);
    calling = NULL;
}

static void hear(void *engine, const EngineEvent *event) {
    AlulaEngine *e = engine;

    if (event->kind == ENGINE_INFO)
        call(e, &e->each, &event->info);
    if (event->kind == ENGINE_DONE) {
        e->found = event->info;
        e->searches = false;
        call(e, &e->end, &event->info);
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
    if ((e = calloc(1, sizeof *e))) {
        library_begins();
        e->engine = engine_new(1 << 20, hear, e);
    }
    /* engine_resize() checks whether that much memory is available */
    if (!e || !e->engine || engine_resize(e->engine, megabytes << 20, threads)) {
        library_no_memory();
        alula_engine_free(e);
        return NULL;
    }
    e->seed = new_seed();
    return e;
}

void alula_engine_free(AlulaEngine *e) {
    if (!e || (calling == e && library_fails(ALULA_ERROR_ORDER, in_callback)))
        return;
    engine_free(e->engine);
    nnue_free(e->net);
    syzygy_close(e->syzygy);
    free(e);
    library_ends();
}

const char *alula_engine_listen(AlulaEngine *e, AlulaListener *listener, void *context) {
    if (busy(e))
        return alula_error_text();
    e->each = (Callback){listener, context};
    return NULL;
}

const char *alula_engine_listen_end(AlulaEngine *e, AlulaListener *listener, void *context) {
    if (busy(e))
        return alula_error_text();
    e->end = (Callback){listener, context};
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

const char *alula_engine_evaluate(const AlulaEngine *e, const AlulaGame *g, int *centipawns) {
    if (!e || !g || !centipawns)
        return library_missing();
    if (!engine_has_threads(e->engine))
        return library_fails(ALULA_ERROR_PROCESS, of_parent);
    *centipawns = eval_steps(gameline_now(&g->line), eval_net(e->net)).value;
    return NULL;
}

const char *alula_engine_tablebases(AlulaEngine *e, const char *folders) {
    Syzygy *syzygy = NULL;

    if (busy(e))
        return alula_error_text();
    if (folders && !(syzygy = syzygy_open(folders)))
        return library_no_memory();
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

/* Sets the clocks. A clock that has run out gets 1 ms, as 0 means "no clock" to the engine. */
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

/* Sets the errors of a rating, its node limit, and its move if it plays an opening. */
static void set_level(AlulaEngine *e, const Position *p, const AlulaLimits *l, Limits *limits,
                      Task *task) {
    Weakness w = {.seed = 0};
    Move m = NO_MOVE;

    if (l->elo) {
        const Level level = level_in(l->elo, p, e->seed);

        w = (Weakness){e->seed, level.noise, level.person};
        limits->level_nodes = level.nodes;
        if (!l->no_openings && !l->ponder && !l->move_count && l->lines <= 1)
            m = level_opening_move(l->elo, p, e->seed, random_seed(e->seed, p->key));
    }
    engine_set_weakness(e->engine, &w);
    if (m != NO_MOVE) {
        task->only[task->only_count++] = m;
        limits->depth = 1;
    }
}

/* Restricts a task to the moves to search. Fails if a move is not legal. */
static const char *set_moves(Task *task, const Position *p, const AlulaLimits *l) {
    if (l->move_count && !l->moves)
        return library_missing();
    if (l->move_count > ALULA_MAX_MOVES)
        return library_fails(ALULA_ERROR_ARGUMENT, "there are too many moves to search");
    for (size_t i = 0; i < l->move_count; i++) {
        const Move m = l->moves[i];

        if (m == NO_MOVE || !move_is_legal(p, m))
            return library_fails(ALULA_ERROR_ILLEGAL, "a move to search is not legal");
        if (!move_is_among(m, task->only, task->only_count))
            task->only[task->only_count++] = m;
    }
    return NULL;
}

static bool are_in_range(const AlulaLimits *l) {
    return l->depth >= 0 && l->move_ms >= 0 && l->moves_to_go >= 0 && l->lines >= 0 &&
           l->lines <= 256 && l->mate >= 0 && l->overhead_ms >= 0 &&
           (!l->elo || (l->elo >= LEVEL_MIN && l->elo <= LEVEL_MAX));
}

/* Starts the search of a position. */
static void go(AlulaEngine *e, const Position *p, const AlulaLimits *l, Task *task) {
    Limits limits = {.depth = min(l->depth, MAX_DEPTH),
                     .nodes = l->nodes,
                     .move_ms = l->move_ms,
                     .overhead_ms = l->overhead_ms};

    set_clocks(&limits, l);
    set_level(e, p, l, &limits, task);
    engine_set_task(e->engine, task);
    e->found = (SearchInfo){.depth = 0};
    e->hit = limits;
    e->pondering = l->ponder;
    if (l->ponder)
        limits = (Limits){
            .depth = limits.depth, .nodes = limits.nodes, .level_nodes = limits.level_nodes};
    e->running = true;
    e->searches = true;
    engine_go(e->engine, &limits);
    if (e->stop_asked) /* stopped before the line above, which cleared the flag */
        engine_stop(e->engine);
}

const char *alula_engine_start(AlulaEngine *e, const AlulaGame *g, const AlulaLimits *limits) {
    const char *error;
    AlulaLimits l = {.size = 0};
    Task task = {.only_count = 0};

    if (busy(e))
        return alula_error_text();
    if (!g || !limits)
        return library_missing();
    if (copy_limits(&l, limits))
        return alula_error_text();
    if (!are_in_range(&l))
        return library_fails(ALULA_ERROR_ARGUMENT, "a limit is out of range");
    if (set_moves(&task, gameline_now(&g->line), &l))
        return alula_error_text();
    if ((error = engine_set_position(e->engine, &g->line)))
        return library_fails(ALULA_ERROR_MEMORY, error);
    task.lines = l.lines;
    task.mate = l.mate;
    go(e, gameline_now(&g->line), &l, &task);
    return NULL;
}

void alula_engine_stop(AlulaEngine *e) {
    if (!library_has(e))
        return;
    e->stop_asked = true;
    engine_stop(e->engine);
}

bool alula_engine_is_searching(const AlulaEngine *e) {
    return library_has(e) && e->searches && engine_has_threads(e->engine);
}

const char *alula_engine_ponderhit(AlulaEngine *e) {
    if (!e)
        return library_missing();
    if (calling == e)
        return library_fails(ALULA_ERROR_ORDER, in_callback);
    if (!engine_has_threads(e->engine))
        return library_fails(ALULA_ERROR_PROCESS, of_parent);
    if (!e->running || !e->pondering)
        return library_fails(ALULA_ERROR_ORDER, "the engine does not ponder");
    e->pondering = false;
    engine_limit(e->engine, &e->hit);
    return NULL;
}

const char *alula_engine_wait(AlulaEngine *e, AlulaInfo *best) {
    const AlulaInfo none = {.depth = 0};
    AlulaInfo found;

    if (!e)
        return library_missing();
    if (calling == e)
        return library_fails(ALULA_ERROR_ORDER, in_callback);
    if (check_info(best))
        return alula_error_text();
    if (best)
        set_info(best, &none);
    if (!engine_has_threads(e->engine))
        return library_fails(ALULA_ERROR_PROCESS, of_parent);
    engine_wait(e->engine);
    e->running = false;
    e->stop_asked = false;
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
