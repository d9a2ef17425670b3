/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A search for programs that wait for the result: a transposition table with histories, kept
 * between searches, without a background thread. An Engine (engine.h) searches in the background
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
 * Returns a searcher to be freed by the caller, or NULL if there is not enough memory. The
 * transposition table has at most `hash_bytes` bytes, at least 64. `threads` is 1 to MAX_THREADS,
 * including the calling thread, which needs a stack of 8 MB (thread_start()). `net` must outlive
 * the searcher; NULL is the embedded network. engine_init_tables() must have been called before.
 */
Searcher *searcher_new(size_t hash_bytes, int threads, const NnueNet *net);

/* Frees an idle searcher. NULL is allowed. */
void searcher_free(Searcher *s);

/* Sets the search parameters, which are copied; the default is params_default. */
void searcher_set_params(Searcher *s, const SearchParams *params);

/*
 * Optimizes later searches for the accuracy of scores (as training data) rather than for the best
 * move: default parameters, but no pruning in PV nodes. In searches of a few hundred nodes, shallow
 * pruning of PV nodes overlooks replies, so that scores are too high for the side to move (figures:
 * docs/measurements/training.md).
 */
void searcher_for_scores(Searcher *s);

/*
 * Sets the tablebases for later searches, which must outlive the searcher; NULL (the default) means
 * none.
 */
void searcher_use_tables(Searcher *s, Syzygy *syzygy);

/* Clears the table and histories, for a new game or an unrelated position. */
void searcher_clear(Searcher *s);

/*
 * Searches the last position of a game and returns the result. No iteration starts after `soft`
 * nodes, and the search ends after `hard` nodes; UINT64_MAX means no limit. With one thread the
 * result is the same on every machine.
 */
SearchInfo searcher_search_nodes(Searcher *s, const GameLine *line, uint64_t soft, uint64_t hard);

/*
 * Searches with other limits; the clock starts once the memory of the table has been touched. Calls
 * the listener in the calling thread as pool_search() does; NULL means no listener.
 */
SearchInfo searcher_search(Searcher *s, const GameLine *line, const Limits *limits,
                           SearchInfoListener *listener, void *context);

/* Ends the running search; to be called by its listener. */
void searcher_end(Searcher *s);

/* Stops the running search, and every later one at once; their results are meaningless. */
void searcher_stop(Searcher *s);

/* Returns true after searcher_stop(). */
bool searcher_stopped(const Searcher *s);

/*
 * Returns a checksum of searches of a few positions, with a network (NULL: the embedded one) and
 * with or without searcher_for_scores(); 0 if there is not enough memory. Nearly every change of
 * search or evaluation changes the checksum.
 */
uint32_t searcher_fingerprint(const NnueNet *net, bool for_scores);

#endif
