/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The search of one worker: principal variation search (PVS) over a stack of Nodes. One function
 * serves PV nodes (open window), cut nodes and all nodes (null window). Scores are fail-soft.
 */
#ifndef ALULA_SEARCH_H
#define ALULA_SEARCH_H

#include "worker.h"

/* Sets the search parameters of a worker. Required once before its first search. */
void search_set_params(Worker *w, const SearchParams *params);

/* Prepares a worker to search `root`. The fields set by the owner must be set already. */
void search_prepare(Worker *w, const Position *root);

/*
 * Searches the root to `depth` plies in the window (alpha, beta) and returns its score; the PV is
 * that of the root node. If w->stopped is set afterwards, the score is meaningless and w->best is
 * the best move known.
 */
int search_root(Worker *w, int alpha, int beta, int depth);

/*
 * Returns the milliseconds used, by the clock that limits the search: wall time, nodes at a fixed
 * rate, or processor time. Only the searching thread may call this function.
 */
int64_t search_elapsed_ms(Worker *w);

/*
 * Returns the milliseconds to report to the user, including the time pondered before the clock
 * started.
 */
int64_t search_shown_ms(Worker *w);

/* Returns true if the search has to stop; otherwise counts a node. */
bool search_must_stop(Worker *w);

#endif
