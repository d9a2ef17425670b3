/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many positions does a search visit without and with a transposition table? */
#ifndef ALULA_LAB_EXPERIMENT_H
#define ALULA_LAB_EXPERIMENT_H

#include <stdio.h>

#include "../common/epdsuite.h"
#include "file.h"
#include "tree.h"

enum { EXPERIMENT_DEPTHS = 2 };

/* What came out for one position at one depth. */
typedef struct {
    LabResult without, with;
} Pair;

typedef struct {
    const EpdSuite *suite;
    LabRules rules;                /* without the table */
    int depth[EXPERIMENT_DEPTHS];  /* in plies */
    Pair *pair[EXPERIMENT_DEPTHS]; /* [depth][position] */
    size_t finished;               /* positions that are known at both depths */
} Experiment;

/* What was visited on average; 0 when nothing is finished. */
double experiment_mean(const Experiment *e, int d, bool with);

/*
 * Search every position with alpha-beta, ordered moves and no quiescence, at depth - 2 and at
 * depth, with and without the table, and print a table. `draw` writes the bar chart of an
 * Experiment into the file `svg`. Exit status: 0; 1 if the table changes a score, or if a file
 * cannot be written; 130 when the laboratory was stopped, with what was finished.
 */
int experiment(FILE *out, Lab *lab, const EpdSuite *suite, int depth, LabFault fault,
               const char *svg, FilePrinter *draw);

#endif
