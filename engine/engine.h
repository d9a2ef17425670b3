/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The public interface of the engine, which searches in its own threads and reports to a listener.
 * An engine never prints, reads input or exits; a program may have several.
 */
#ifndef ALULA_ENGINE_H
#define ALULA_ENGINE_H

#include "chess/gameline.h"
#include "eval/nnue.h"
#include "search/person.h"
#include "search/result.h"
#include "search/timeman.h"
#include "search/weakness.h"

typedef enum {
    ENGINE_INFO,  /* a new or better result */
    ENGINE_DONE,  /* the search has ended; its result is final */
    ENGINE_READY, /* engine_prepare() has finished; `search` and `info` are unused */
} EngineEventKind;

typedef struct {
    EngineEventKind kind;
    uint32_t search; /* the number that engine_go() returned */
    SearchInfo info;
} EngineEvent;

/* Called from the engine's threads. It must return quickly and must not call the engine. */
typedef void EngineListener(void *context, const EngineEvent *event);

typedef struct Engine Engine;

/*
 * Initializes all tables of the library. engine_new() calls this function; programs without an
 * engine call it themselves.
 *
 * `instructions` names the instruction set for the network, see nnue_simd_name(); NULL selects the
 * best one of this machine. Returns NULL, or an error message if this machine does not support the
 * instructions or the embedded network is damaged. After a success, further calls change nothing.
 */
const char *engine_init_tables(const char *instructions);

/*
 * Frees the memory of all tables; engine_init_tables() sets them up again. Nothing may be using
 * them: no Engine may exist.
 */
void engine_release_tables(void);

/*
 * Creates an engine. Returns NULL if memory or threads are refused, or if engine_init_tables()
 * fails. Thread-safe.
 */
Engine *engine_new(size_t hash_bytes, EngineListener *listener, void *context);

/* Frees an engine; a running search is stopped first. */
void engine_free(Engine *e);

/*
 * Returns false in a child of fork() if `e` is the copy of an engine of the parent, whose threads
 * do not exist in the child. Such a copy can only be freed; the child may create its own engines.
 */
bool engine_has_threads(const Engine *e);

/*
 * Sets the size of the hash table in bytes, which clears it if the size changes, and the number of
 * threads, 1 to MAX_THREADS. Starts engine_prepare() for a table of a new size. Returns NULL, or an
 * error with nothing changed. The engine must be idle.
 */
const char *engine_resize(Engine *e, size_t hash_bytes, int threads);

/*
 * Prefaults (touches) the memory of the hash table in the background, with one thread per
 * processor, 8 at most; without this call, the first search does so. Returns true if ENGINE_READY
 * will follow, false if the memory is already there.
 *
 * A search that starts meanwhile waits for the memory for at most half of its time, and then uses
 * the part that is ready.
 */
bool engine_prepare(Engine *e);
/* Returns true if the memory of the hash table has been prefaulted. */
bool engine_is_ready(Engine *e);

/* Stops prefaulting early: ENGINE_READY follows at once. */
void engine_stop_preparing(Engine *e);
/* Return the number of threads, and the size of the hash table in bytes. */
int engine_threads(const Engine *e);
size_t engine_hash_bytes(const Engine *e);

/* Returns the bytes that each thread needs with this network; NULL is the embedded one. */
size_t engine_bytes_per_thread(const NnueNet *net);

/*
 * Selects the network for all later searches. It must outlive the engine; NULL is the embedded one,
 * the default. Clears the hash table and histories. Returns NULL, or an error with nothing changed.
 * The engine must be idle.
 */
const char *engine_set_net(Engine *e, const NnueNet *net);

/*
 * Sets the parameters of all later searches; the default is params_default. The engine must be
 * idle.
 */
void engine_set_params(Engine *e, const SearchParams *params);
/* Returns the current parameters. */
const SearchParams *engine_params(const Engine *e);

/*
 * Sets the tablebases of all later searches; they must outlive the engine. NULL means none. Clears
 * the hash table. The engine must be idle.
 */
void engine_set_tables(Engine *e, const Tablebases *tables);

/*
 * Prepares for a new game: clears the hash table, histories and fixed scores, and prefaults the
 * table (see engine_prepare()). The engine must be idle.
 */
void engine_clear(Engine *e);

/* Enables or disables the hash table for all later searches. The engine must be idle. */
void engine_set_hash_enabled(Engine *e, bool used);

/*
 * Fixes the score of a position until engine_clear() (for CECP's setscore): searches from other
 * positions that reach it with at most `depth` plies left use the score. The score is from the
 * point of view of the side to move there, and counts mates from that position. The last 64 scores
 * are kept. Clears the hash table. The engine must be idle.
 */
void engine_override_score(Engine *e, const Position *p, int score, int depth);

/*
 * Limits the strength (see weakness.h). Clears the hash table and histories if more than the seed
 * changes. The engine must be idle.
 */
void engine_set_weakness(Engine *e, const Weakness *w);

/*
 * Copies a game; the next search starts from its last position. Returns NULL, or an error if there
 * is not enough memory. The engine must be idle.
 */
const char *engine_set_position(Engine *e, const GameLine *line);

/*
 * Sets what later searches look for; NULL means the best move. The moves of the task must be legal
 * in the position that is searched. The engine must be idle.
 */
void engine_set_task(Engine *e, const Task *task);

/*
 * Examines all moves in the last position of a game for person_chances(), as levels up to
 * LEVEL_PEOPLE do. Runs in the calling thread for about a tenth of a second; the engine may be
 * searching, and its tables stay unchanged. The view refers to `line`, which must outlive it.
 * Returns false if there is not enough memory.
 */
bool engine_look(const Engine *e, const GameLine *line, PersonView *v);

/* Starts a search and returns at once. Every event of the search carries the returned number. */
uint32_t engine_go(Engine *e, const Limits *limits);

/* Ponder hit: sets new limits for the running search and starts its clock. */
void engine_limit(Engine *e, const Limits *limits);

/*
 * Suspend the search, which then uses neither processor nor clock time, and resume it. A stop ends
 * the pause. No effect if there is no search to suspend or resume.
 */
void engine_pause(Engine *e);
void engine_resume(Engine *e);

/* Writes the progress of the search, or of the last one if the engine is idle. */
void engine_progress(const Engine *e, Progress *out);

/* Stops the search. Returns at once; ENGINE_DONE follows soon. */
void engine_stop(Engine *e);

/*
 * Waits until the engine is idle; ENGINE_DONE has been sent by then. Without threads (see
 * THREADS_EXIST), the search itself runs in this call.
 */
void engine_wait(Engine *e);

/*
 * Sets a function that the searching thread calls about every millisecond; NULL for none. The
 * function must return soon, and may call no function of this engine but engine_stop(); without
 * threads, there is no other place to call that from. The engine must be idle.
 */
void engine_set_poll(Engine *e, void (*poll)(void *context), void *context);

#endif
