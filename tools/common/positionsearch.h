/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The linked-in engine for positions of any game. */
#ifndef ALULA_COMMON_POSITIONSEARCH_H
#define ALULA_COMMON_POSITIONSEARCH_H

#include "search/threads.h"

typedef struct PositionSearch PositionSearch;

/* Returns NULL if there is not enough memory. Call engine_init_tables() first. */
PositionSearch *positionsearch_new(size_t hash_bytes, int threads);
void positionsearch_free(PositionSearch *s);

/* Probe these tablebases from now on; NULL: none. They must outlive `s`. */
void positionsearch_use_tables(PositionSearch *s, Syzygy *syzygy);

/*
 * Clear table and histories, and search a position. With a node limit and one thread, the result
 * depends on nothing else. The calling thread needs a stack of 8 MB.
 */
SearchInfo positionsearch_run(PositionSearch *s, const Position *root, const Limits *limits,
                              SearchInfoListener *listener, void *context);

/* The same in two steps: the second one searches the last position of a game, and keeps table and
   histories of the searches since the first one. */
void positionsearch_clear(PositionSearch *s);
SearchInfo positionsearch_continue(PositionSearch *s, const GameLine *line, const Limits *limits,
                                   SearchInfoListener *listener, void *context);

/* From the listener or another thread: stop this search. */
void positionsearch_stop(PositionSearch *s);

/* From another thread: stop this search and every later one. */
void positionsearch_quit(PositionSearch *s);

#endif
