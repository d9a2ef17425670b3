/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The public face of the engine: an object that thinks in threads of its own and tells a listener.
 * It never prints, never reads, never exits; a program may have several.
 */
#ifndef ALULA_ENGINE_H
#define ALULA_ENGINE_H

#include "gameline.h"
#include "threads.h"
#include "timeman.h"

typedef enum {
    ENGINE_THOUGHT, /* the search knows more than before */
    ENGINE_DONE,    /* the search has ended; its thought is the final one */
} EngineEventKind;

typedef struct {
    EngineEventKind kind;
    uint32_t search; /* the ticket that engine_go() gave */
    Thought thought;
} EngineEvent;

/* Called from the engine's own thread; it must return soon and may not call the engine. */
typedef void EngineListener(void *context, const EngineEvent *event);

typedef struct Engine Engine;

enum { ENGINE_MAX_THREADS = 256 };

/*
 * Fill all tables of the library. engine_new() does it; programs without an engine call it.
 *
 * `instructions` names what the network is computed with, see nnue_simd_name(); NULL: the best of
 * this machine. Returns NULL or the defect: this machine does not support the instructions, or the
 * embedded network is damaged. Once it has succeeded, further calls change nothing.
 */
const char *engine_init_tables(const char *instructions);

/* NULL when memory or threads are refused, or engine_init_tables() fails. */
Engine *engine_new(size_t hash_bytes, EngineListener *listener, void *context);

/* Stops a search first. */
void engine_free(Engine *e);

/*
 * Change the size of the table (bytes) and the number of threads (1 to ENGINE_MAX_THREADS).
 * NULL, or why not; everything stays as it was then. The table is forgotten if its size changes.
 * The engine must be idle.
 */
const char *engine_resize(Engine *e, size_t hash_bytes, int threads);
int engine_threads(const Engine *e);
size_t engine_hash_bytes(const Engine *e);

/*
 * Who judges positions from now on: a network, which must outlive the engine, or NULL for the
 * embedded one, as at first. NULL, or why not; nothing is changed then. What was learned is
 * forgotten. The engine must be idle.
 */
const char *engine_set_net(Engine *e, const NnueNet *net);

/* A new game: forget everything. The engine must be idle. */
void engine_clear(Engine *e);

/*
 * From now on, and until engine_clear(), this position has this score (for its side to move; see
 * SCORE_MATE, counted from it) for searches from other positions that reach it with no more than
 * this depth left. The latest 64 are kept; the table is forgotten. The engine must be idle.
 */
void engine_override_score(Engine *e, const Position *p, int score, int depth);

/*
 * Errors in its judgement, by this seed (0: none): each position is misjudged in its own way, by up
 * to so many centipawns, small errors more often than large ones. Where their size changes, what
 * was learned is forgotten: nobody goes on with errors made on purpose. The engine must be idle.
 */
void engine_set_noise(Engine *e, uint64_t seed, int centipawns);

/*
 * Copy the game; the next search starts from its last position. NULL, or a defect when memory is
 * refused. The engine must be idle.
 */
const char *engine_set_position(Engine *e, const GameLine *line);

/*
 * What searches look for from now on; NULL for the best move only. The moves in it have to be legal
 * in the position that is searched. The engine must be idle.
 */
void engine_set_task(Engine *e, const Task *task);

/* Start to think; returns at once with a ticket that every event of this search carries. */
uint32_t engine_go(Engine *e, const Limits *limits);

/* New limits for the search that runs; its clock starts again now (a ponder hit). */
void engine_limit(Engine *e, const Limits *limits);

/*
 * Let the search rest, using no processor and no time, and go on as if nothing had happened.
 * Stopping ends the rest as well. Nothing happens where no search runs, or rests.
 */
void engine_pause(Engine *e);
void engine_resume(Engine *e);

/* How far the search has come, or the last one if the engine is idle. */
void engine_progress(const Engine *e, Progress *out);

/* Ask the search to end soon; returns at once. ENGINE_DONE follows. */
void engine_stop(Engine *e);

/* Wait until the engine is idle; ENGINE_DONE has been told by then. */
void engine_wait(Engine *e);

#endif
