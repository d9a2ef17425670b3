/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lazy SMP (described by D. Homan 2013; in Stockfish since version 7): each worker thread runs its
 * own iterative deepening on the same root, and all share one transposition table. The calling
 * thread is the main worker: it reports and checks the clock.
 */
#ifndef ALULA_THREADS_H
#define ALULA_THREADS_H

#include "chess/gameline.h"
#include "person.h"
#include "timeman.h"
#include "worker.h"

typedef struct Pool Pool;

/*
 * Returns a pool of 1 or more workers that evaluate with `net` (see pool_set_net()), or NULL if
 * there is not enough memory.
 */
Pool *pool_new(int threads, const NnueNet *net);
/* Frees a pool; NULL is allowed. */
void pool_free(Pool *pool);
/* Returns the number of workers. */
int pool_threads(const Pool *pool);

/* Returns the memory of one worker in bytes. */
size_t pool_bytes_per_thread(const NnueNet *net);

/*
 * Sets the network for later searches; it must outlive the pool. NULL is the embedded one. Returns
 * false, with nothing changed, if there is not enough memory.
 */
bool pool_set_net(Pool *pool, const NnueNet *net);

/* Writes the progress of a running search, without hashfull. Any thread may call this function. */
void pool_progress(const Pool *pool, Progress *out);

/* Sets the search parameters of all workers; the default is params_default. */
void pool_set_params(Pool *pool, const SearchParams *params);

/* Clears the histories of all workers, for a new game. */
void pool_clear(Pool *pool);

/*
 * Returns the score of the last search since pool_clear() from this side's point of view, or
 * SCORE_NONE if there was none.
 */
int pool_last_score(const Pool *pool, Color side);

/* Sets the limits of a search of `root` that is about to start, and starts its clock. */
void control_set(SearchControl *control, const Limits *limits, const Position *root, int threads);

/* Changes the limits of a running search and restarts its clock (ponder hit). */
void control_change(SearchControl *control, const Limits *limits, const Position *root,
                    int threads);

/* Returns a rough upper bound on the nodes of all threads in a search with these limits. */
uint64_t control_expected_nodes(const SearchControl *control, int threads);

/* Description of a search. */
typedef struct {
    const GameLine *line; /* the game; its last position is the root */
    TT *tt;
    SearchControl *control;
    const Task *task;  /* NULL: find the best move */
    int depth;         /* depth limit; 0: none */
    bool analysis;     /* a found mate does not end the search */
    bool looks_at_all; /* see Worker; uses one thread */
    Weakness weakness;
    Tablebases tables;              /* not used by a weakened search */
    const ScoreOverride *overrides; /* scores set by the user */
    size_t override_count;
    SearchInfoListener *listener; /* NULL: none, and the result has no hashfull */
    void *context;
} Job;

/*
 * Thread voting of Lazy SMP (Stockfish): each result votes for its move, with more weight the
 * deeper it is and the higher its score. Returns the index of the best result for the move with the
 * most votes; but a mate or tablebase win takes precedence, the fastest first. Results without a
 * move have no vote.
 */
int threads_vote(const SearchInfo *const *results, int count);

/*
 * Searches until a limit or a signal stops the search. Returns the final result for the best move.
 * The listener receives all results including the final one, with MultiPV every line at every
 * depth. Uses fewer threads if the system refuses some.
 */
SearchInfo pool_search(Pool *pool, const Job *job);

/*
 * Examines all moves as input for person_choose(), by searches of 1 to PERSON_DEPTHS plies within
 * the limits. Returns false if there is not enough memory. Clears the histories.
 */
bool pool_look(Pool *pool, const Job *job, PersonView *v);

#endif
