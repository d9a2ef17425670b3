/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine that is linked in, searching in the thread that calls; each search stands alone. */
#ifndef ALULA_COMMON_SEARCHER_H
#define ALULA_COMMON_SEARCHER_H

#include "threads.h"

typedef struct Searcher Searcher;

/* NULL when memory is refused. engine_init_tables() comes first. */
Searcher *searcher_new(size_t hash_bytes, int threads);
void searcher_free(Searcher *s);

/*
 * Forget everything and search a position. With a limit on nodes and one thread, the result
 * depends on nothing else. The calling thread needs a stack of 8 MB.
 */
Thought searcher_run(Searcher *s, const Position *root, const Limits *limits,
                     ThoughtListener *listener, void *context);

/* Called by the listener, or by another thread: the search at hand has gone far enough. */
void searcher_stop(Searcher *s);

/* From another thread: end this search and every later one. */
void searcher_quit(Searcher *s);

#endif
