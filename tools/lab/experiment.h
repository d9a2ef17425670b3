/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodes of a search without and with a transposition table. */
#ifndef ALULA_LAB_EXPERIMENT_H
#define ALULA_LAB_EXPERIMENT_H

#include "base/json.h"
#include "tools/common/epdsuite.h"
#include "tree.h"

/*
 * Searches every position with ordered alpha-beta without quiescence, at depth - 2 and at depth,
 * with and without a TT, and prints a table of nodes, or adds to `json` if that is not NULL. Draws
 * a bar chart to the file `svg`: two bars for each position, on a logarithmic scale. Returns the
 * exit status: 0; 1 if the TT changes a score or a file cannot be written; TOOL_INTERRUPTED if
 * stopped, after the results of the finished positions.
 */
int experiment_run(Lab *lab, const EpdSuite *suite, int depth, LabFault fault, const char *svg,
                   Json *json);

#endif
