/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ladder of techniques: the nodes that each saves, and a check that it changes no score. */
#ifndef ALULA_LAB_COMPARE_H
#define ALULA_LAB_COMPARE_H

#include "base/json.h"
#include "tools/common/epdsuite.h"
#include "tree.h"

typedef struct {
    int depth;
    LabMethod from; /* skip steps of simpler methods */
    LabFault fault; /* deliberate bug in every step */
    Json *json;     /* instead of tables; or NULL */
} ComparePlan;

/*
 * Searches every position with every step of the ladder and prints a table. All exact steps of a
 * group must have the same score, and a best move that minimax has found too. Returns the exit
 * status: 0; 1 if something differs; TOOL_INTERRUPTED if stopped, after the sums of the finished
 * positions.
 */
int compare_run(Lab *lab, const EpdSuite *suite, const ComparePlan *plan);

#endif
