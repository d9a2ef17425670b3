/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The analysis of a game by a solver: a note for each position. */
#ifndef ALULA_ANNOTATE_JUDGE_H
#define ALULA_ANNOTATE_JUDGE_H

#include <stdatomic.h>

#include "report/notes.h"
#include "tools/player/solver.h"

typedef struct {
    Solver *solver;
    bool tables;                 /* scores near SCORE_TABLEBASE are from tablebases */
    atomic_llong *done;          /* counts positions */
    const atomic_bool *stopping; /* ends the work */
} Judge;

/*
 * Searches all positions of a game, from the last one to the first, so that the hash table knows
 * the continuation, into note[0 ... length]. A failed search is repeated once. Returns false after
 * `stopping`, or with an error message. Call this in a thread started by thread_start().
 */
bool judge_game(const Judge *j, const GameLine *line, Note *note, Text *error);

#endif
