/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The linked-in engine: for games that it plays against itself, one thread that is limited by nodes
 * and never by time; for positions, any limits. Table and histories are kept from search to search.
 */
#ifndef ALULA_COMMON_GAMESEARCH_H
#define ALULA_COMMON_GAMESEARCH_H

#include "search/threads.h"

/* How playing a game ended. */
typedef enum { PLAY_DONE, PLAY_STOPPED, PLAY_NO_MEMORY } PlayStatus;

/* A search with its own transposition table and histories. It runs in the calling thread. */
typedef struct GameSearch GameSearch;

/* Returns NULL if there is not enough memory. Call engine_init_tables() first. */
GameSearch *gamesearch_new(int hash_megabytes);
void gamesearch_free(GameSearch *g);

/* The same for positions: the calling thread needs a stack of 8 MB, and others may help it. */
GameSearch *gamesearch_new_for_positions(size_t hash_bytes, int threads);

/*
 * Set the network, which must outlive the search; NULL means the embedded one, the default. Returns
 * false, and changes nothing, if there is not enough memory.
 */
bool gamesearch_set_net(GameSearch *g, const NnueNet *net);

/* Set the search parameters; the default is params_default. */
void gamesearch_set_params(GameSearch *g, const SearchParams *params);

/*
 * Search for scores that are learned from, not for the best move: with the default parameters, but
 * PV nodes are not pruned. In searches of a few hundred nodes their shallow pruning overlooks
 * replies, so the scores are too high for the side to move (docs/training.md has the figures).
 */
void gamesearch_for_scores(GameSearch *g);

/* Clear the transposition table and the histories, for a new game or another position. */
void gamesearch_clear(GameSearch *g);

/*
 * Search the current position; the score is for the side to move. No iteration starts after `soft`
 * nodes, and the search is aborted after `hard` nodes; UINT64_MAX means no limit.
 */
SearchInfo gamesearch_run(GameSearch *g, const GameLine *line, uint64_t soft, uint64_t hard);

/* Probe these tablebases from now on in gamesearch_limited(); NULL: none. They must outlive `g`. */
void gamesearch_use_tables(GameSearch *g, Syzygy *syzygy);

/* Search with other limits. With a node limit and one thread, time does not matter. */
SearchInfo gamesearch_limited(GameSearch *g, const GameLine *line, const Limits *limits,
                              SearchInfoListener *listener, void *context);

/* From the listener: end this search. */
void gamesearch_end(GameSearch *g);

/* From another thread: abort this search, and every later one at once. */
void gamesearch_stop(GameSearch *g);

/* True after gamesearch_stop(); the result of the last search must not be used then. */
bool gamesearch_stopped(const GameSearch *g);

/*
 * A checksum of searches of a few positions, with a network or, if it is NULL, the embedded one,
 * and for_scores or not.
 * Nearly every change of search or evaluation changes it. Returns 0 if there is not enough memory.
 */
uint32_t gamesearch_fingerprint(const NnueNet *net, bool for_scores);

#endif
