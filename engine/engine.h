/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The public interface: an engine searches in its own threads and reports to a listener. It never
 * prints, reads or exits; a program may have several.
 */
#ifndef ALULA_ENGINE_H
#define ALULA_ENGINE_H

#include "chess/gameline.h"
#include "eval/nnue.h"
#include "search/result.h"
#include "search/timeman.h"
#include "search/weakness.h"

typedef enum {
    ENGINE_INFO,  /* the search knows more than before */
    ENGINE_DONE,  /* the search has ended; its result is the final one */
    ENGINE_READY, /* engine_prepare() is done; without number or result */
} EngineEventKind;

typedef struct {
    EngineEventKind kind;
    uint32_t search; /* the number that engine_go() gave */
    SearchInfo info;
} EngineEvent;

/* Called from threads of the engine's. It must return quickly and may not call the engine. */
typedef void EngineListener(void *context, const EngineEvent *event);

typedef struct Engine Engine;

/*
 * Fill all tables of the library. engine_new() does it; programs without an engine call it.
 *
 * `instructions` names what the network is computed with, see nnue_simd_name(); NULL: the best of
 * this machine. Returns NULL or the error: this machine does not support the instructions, or the
 * embedded network is damaged. Once it has succeeded, further calls change nothing.
 */
const char *engine_init_tables(const char *instructions);

/* NULL when memory or threads are refused, or engine_init_tables() fails. Threads may call it at
 * once. */
Engine *engine_new(size_t hash_bytes, EngineListener *listener, void *context);

/* Stops a running search first. */
void engine_free(Engine *e);

/*
 * False in a child of fork() where `e` is the copy of an engine of the parent: the threads are
 * there. Such a copy can only be freed; engines that the child makes are its own.
 */
bool engine_has_threads(const Engine *e);

/*
 * Set the size of the hash table in bytes, which clears it if the size changes, and the number of
 * threads, 1 to MAX_THREADS. Returns NULL, or an error with nothing changed. The engine must
 * be idle. engine_prepare() begins for a table of another size.
 */
const char *engine_resize(Engine *e, size_t hash_bytes, int threads);

/*
 * Have the system provide the memory of the hash table now, in the background, by as many threads
 * as there are processors, 8 at most; otherwise the first search does it. True if ENGINE_READY
 * will follow; false if the memory is there.
 *
 * A search that starts meanwhile waits for the memory during at most half of its time, and is
 * content with what is there then.
 */
bool engine_prepare(Engine *e);
bool engine_is_ready(Engine *e);

/* Cut engine_prepare() short: ENGINE_READY follows at once. */
void engine_stop_preparing(Engine *e);
int engine_threads(const Engine *e);
size_t engine_hash_bytes(const Engine *e);

/* Returns the bytes that each thread needs with this network; NULL is the embedded one. */
size_t engine_bytes_per_thread(const NnueNet *net);

/*
 * Evaluate with another network from now on. It must outlive the engine; NULL is the embedded one,
 * the default. Clears the hash table and histories. Returns NULL, or an error with nothing changed.
 * The engine must be idle.
 */
const char *engine_set_net(Engine *e, const NnueNet *net);

/*
 * Search with these parameters from the next search on, params_default at first. The engine must be
 * idle.
 */
void engine_set_params(Engine *e, const SearchParams *params);
const SearchParams *engine_params(const Engine *e);

/*
 * Use these tablebases from the next search on; they must outlive the engine. NULL: none. Clears
 * the hash table. The engine must be idle.
 */
void engine_set_tables(Engine *e, const Tablebases *tables);

/*
 * New game: clear the hash table, histories and fixed scores, and have the table's memory provided
 * (see engine_prepare()). The engine must be idle.
 */
void engine_clear(Engine *e);

/* Search without the hash table from the next search on, or with it. The engine must be idle. */
void engine_set_hash_enabled(Engine *e, bool used);

/*
 * Fix the score of a position until engine_clear(), as CECP's setscore asks: searches from other
 * positions that reach it with at most `depth` plies left use it. The score is for its side to
 * move, with mates counted from the position. The last 64 are kept. Clears the hash table. The
 * engine must be idle.
 */
void engine_override_score(Engine *e, const Position *p, int score, int depth);

/*
 * Limit the strength: see weakness.h. Clears the hash table and histories if more than the seed
 * changes. The engine must be idle.
 */
void engine_set_weakness(Engine *e, const Weakness *w);

/*
 * Set the game, which is copied; the next search starts from its last position. Returns NULL, or a
 * error when memory is refused. The engine must be idle.
 */
const char *engine_set_position(Engine *e, const GameLine *line);

/*
 * Set what searches look for from now on; NULL: the best move. Its moves must be legal in the
 * position that is searched. The engine must be idle.
 */
void engine_set_task(Engine *e, const Task *task);

/* Start a search. Returns at once; every event of the search carries the returned number. */
uint32_t engine_go(Engine *e, const Limits *limits);

/* Ponder hit: new limits for the running search, with its clock starting now. */
void engine_limit(Engine *e, const Limits *limits);

/*
 * Suspend the search, which then uses neither processor nor clock time, and resume it. A stop ends
 * the pause. No effect if no search is running, or none is suspended.
 */
void engine_pause(Engine *e);
void engine_resume(Engine *e);

/* The progress of the search, or of the last one if the engine is idle. */
void engine_progress(const Engine *e, Progress *out);

/* Stop the search. Returns at once; ENGINE_DONE follows soon. */
void engine_stop(Engine *e);

/*
 * Wait until the engine is idle; ENGINE_DONE has been sent by then. Where there are no threads
 * (THREADS_EXIST), it is here that the engine searches.
 */
void engine_wait(Engine *e);

/*
 * Have the searching thread call this every millisecond or so; NULL: nothing. It must return soon,
 * and of this engine's functions it may call engine_stop() only: without threads, nobody else
 * could. The engine must be idle.
 */
void engine_set_poll(Engine *e, void (*poll)(void *context), void *context);

#endif
