/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One game judged by a solver: a note of each position. */
#ifndef ALULA_ANNOTATE_JUDGE_H
#define ALULA_ANNOTATE_JUDGE_H

#include <stdatomic.h>

#include "report/notes.h"
#include "tools/player/solver.h"

typedef struct {
    Solver *solver;
    bool tables;                 /* scores near SCORE_TABLEBASE are by tablebases */
    atomic_llong *done;          /* counts positions */
    const atomic_bool *stopping; /* ends the work */
} Judge;

/*
 * Search all positions of a game, from the last one to the first, so that the hash table knows what
 * follows; note[0 ... length]. A search that fails is tried once more. False after
 * `stopping`, or with an error message. The calling thread was started by thread_start().
 */
bool judge_game(const Judge *j, const GameLine *line, Note *note, Text *error);

#endif
