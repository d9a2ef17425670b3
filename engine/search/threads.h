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

/* A pool of 1 or more workers that evaluate by `net` (see pool_set_net); NULL without memory. */
Pool *pool_new(int threads, const NnueNet *net);
void pool_free(Pool *pool);
int pool_threads(const Pool *pool);

/* Memory of one worker in bytes. */
size_t pool_bytes_per_thread(const NnueNet *net);

/*
 * Evaluate by this network from now on; it must outlive the pool. NULL is the embedded one. False,
 * with nothing changed, without memory.
 */
bool pool_set_net(Pool *pool, const NnueNet *net);

/* The progress of a running search, without hashfull; any thread may ask. */
void pool_progress(const Pool *pool, Progress *out);

/* Set the search parameters of all workers; params_default at first. */
void pool_set_params(Pool *pool, const SearchParams *params);

/* Clear the histories of all workers, as for a new game. */
void pool_clear(Pool *pool);

/* The score of the last search since then, for this side; or SCORE_NONE. */
int pool_last_score(const Pool *pool, Color side);

/* Set the limits of a search of `root` about to start, and start its clock. */
void control_set(SearchControl *control, const Limits *limits, const Position *root, int threads);

/* Change the limits of a running search; its clock starts now (ponder hit). */
void control_change(SearchControl *control, const Limits *limits, const Position *root,
                    int threads);

/* Nodes of all threads that a search with these limits visits, roughly and at most. */
uint64_t control_expected_nodes(const SearchControl *control, int threads);

/* A search to do. */
typedef struct {
    const GameLine *line; /* the game; its last position is the root */
    TT *tt;
    SearchControl *control;
    const Task *task;  /* NULL: the best move of all */
    int depth;         /* depth limit; 0: none */
    bool analysis;     /* a found mate does not end the search */
    bool looks_at_all; /* by one thread, which ends the first iteration whatever the nodes of a
                          level */
    Weakness weakness;
    Tablebases tables;              /* not used by a weakened search */
    const ScoreOverride *overrides; /* scores set by the user */
    size_t override_count;
    SearchInfoListener *listener; /* NULL: none, and the result has no hashfull */
    void *context;
} Job;

/*
 * The vote of Lazy SMP (Stockfish): each result votes for its move, with more weight the deeper it
 * is and the higher its score. Returns the index of the best result of the move with most votes;
 * but a found mate wins, the shortest one. Results without a move have no vote.
 */
int threads_vote(const SearchInfo *const *results, int count);

/*
 * Search until a limit or a signal stops it. Returns the final result for the best move; the
 * listener got it and all before it, with MultiPV every line at every depth. Runs with fewer
 * threads if the system refuses some.
 */
SearchInfo pool_search(Pool *pool, const Job *job);

/*
 * Look at all moves as a person does, by searches of 1 to PERSON_DEPTHS plies within the limits.
 * Returns false if there is not enough memory. Clears the histories.
 */
bool pool_look(Pool *pool, const Job *job, PersonView *v);

#endif
