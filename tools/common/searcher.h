/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The linked-in engine for independent searches: nothing is kept from one to the next. */
#ifndef ALULA_COMMON_SEARCHER_H
#define ALULA_COMMON_SEARCHER_H

#include "threads.h"

typedef struct Searcher Searcher;

/* Returns NULL if there is not enough memory. Call engine_init_tables() first. */
Searcher *searcher_new(size_t hash_bytes, int threads);
void searcher_free(Searcher *s);

/*
 * Clear table and histories, and search a position. With a node limit and one thread, the result
 * depends on nothing else. The calling thread needs a stack of 8 MB.
 */
Thought searcher_run(Searcher *s, const Position *root, const Limits *limits,
                     ThoughtListener *listener, void *context);

/* From the listener or another thread: stop this search. */
void searcher_stop(Searcher *s);

/* From another thread: stop this search and every later one. */
void searcher_quit(Searcher *s);

#endif
