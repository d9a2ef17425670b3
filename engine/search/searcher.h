/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The search for programs that wait for its result: a transposition table with histories, kept from
 * search to search, and no thread of its own. An Engine (engine.h) searches in the background
 * instead. Only searcher_stop() and searcher_stopped() may be called by other threads.
 */
#ifndef ALULA_SEARCHER_H
#define ALULA_SEARCHER_H

#include "chess/gameline.h"
#include "eval/nnue.h"
#include "result.h"
#include "timeman.h"

typedef struct Searcher Searcher;

/*
 * Returns a searcher that the caller has to free, or NULL if there is not enough memory. Its table
 * has at most `hash_bytes` bytes, at least 64. `threads` is 1 to MAX_THREADS: the calling thread,
 * which needs a stack of 8 MB (thread_start()), and others that help it. `net` evaluates, and must
 * outlive the searcher; NULL is the embedded one. engine_init_tables() comes first.
 */
Searcher *searcher_new(size_t hash_bytes, int threads, const NnueNet *net);

/* Frees a searcher that does not search. NULL is allowed. */
void searcher_free(Searcher *s);

/* Sets the search parameters, which are copied; the default is params_default. */
void searcher_set_params(Searcher *s, const SearchParams *params);

/*
 * Searches from now on for scores that are learned from, not for the best move: with the default
 * parameters, but PV nodes are not pruned. In searches of a few hundred nodes their shallow pruning
 * overlooks replies, so the scores are too high for the side to move (docs/training.md has the
 * figures).
 */
void searcher_for_scores(Searcher *s);

/* Probes these tablebases from now on, which must outlive the searcher; NULL: none, the default. */
void searcher_use_tables(Searcher *s, Syzygy *syzygy);

/* Clears table and histories, for a new game or another position. */
void searcher_clear(Searcher *s);

/*
 * Searches the last position of a game and returns the result. No iteration starts after `soft`
 * nodes, and the search ends after `hard` nodes; UINT64_MAX means no limit. With one thread the
 * result is the same on every machine.
 */
SearchInfo searcher_search_nodes(Searcher *s, const GameLine *line, uint64_t soft, uint64_t hard);

/*
 * Searches with other limits, whose clock starts when the table has its memory. The listener hears
 * what pool_search() says of its listener, in the calling thread; NULL: nobody listens.
 */
SearchInfo searcher_search(Searcher *s, const GameLine *line, const Limits *limits,
                           SearchInfoListener *listener, void *context);

/* Ends the search that runs; for its listener. */
void searcher_end(Searcher *s);

/* Ends the search that runs, and every later one at once, with a result that means nothing. */
void searcher_stop(Searcher *s);

/* Returns true after searcher_stop(). */
bool searcher_stopped(const Searcher *s);

/*
 * Returns a checksum of searches of a few positions, with a network or, if it is NULL, the embedded
 * one, and for_scores or not; 0 if there is not enough memory. Nearly every change of search or
 * evaluation changes it.
 */
uint32_t searcher_fingerprint(const NnueNet *net, bool for_scores);

#endif
