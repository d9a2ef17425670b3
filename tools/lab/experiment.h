/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodes of a search without and with a transposition table. */
#ifndef ALULA_LAB_EXPERIMENT_H
#define ALULA_LAB_EXPERIMENT_H

#include <stdio.h>

#include "base/file.h"
#include "base/json.h"
#include "tools/common/epdsuite.h"
#include "tree.h"

enum { EXPERIMENT_DEPTHS = 2 };

/* One position at one depth. */
typedef struct {
    LabResult without, with;
} Pair;

typedef struct {
    const EpdSuite *suite;
    LabConfig config; /* without the table */
    int depth[EXPERIMENT_DEPTHS];
    Pair *pair[EXPERIMENT_DEPTHS]; /* [depth][position] */
    size_t finished;               /* positions searched at both depths */
    Json *json;                    /* instead of a table; or NULL */
} Experiment;

/*
 * Returns the mean nodes, or evaluations, of the finished positions at depth[d]; 0 if there are
 * none.
 */
double experiment_mean(const Experiment *e, int d, bool with, bool evaluations);

/*
 * Searches every position with ordered alpha-beta without quiescence, at depth - 2 and at depth,
 * with and without a TT, and prints a table of nodes, or adds to `json` if that is not NULL. `draw`
 * writes the Experiment as a bar chart to the file `svg`. Returns the exit status: 0; 1 if the TT
 * changes a score or a file cannot be written; TOOL_INTERRUPTED if stopped, after the results of
 * the finished positions.
 */
int experiment_run(FILE *out, Lab *lab, const EpdSuite *suite, int depth, LabFault fault,
                   const char *svg, FilePrinter *draw, Json *json);

#endif
