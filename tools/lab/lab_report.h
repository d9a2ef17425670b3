/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of search results, one row for each search or sum. */
#ifndef ALULA_LAB_LAB_REPORT_H
#define ALULA_LAB_LAB_REPORT_H

#include <stdio.h>

#include "base/json.h"
#include "tree.h"

/* Sums over searches. */
typedef struct {
    size_t searches;
    uint64_t nodes, beta_cutoffs, first_move_cutoffs;
    int64_t us;
} LabTotals;

/* Adds the counts of a search. */
void lab_totals_add(LabTotals *t, const LabResult *r);

/* Writes "+0.25"; "#3" for mate in 3 moves, "#-3" for being mated. */
void lab_report_score(Text *out, int score);

/*
 * Prints the titles of the columns: label, nodes, ms, branching factor and first-move cutoffs, then
 * (except for rows of sums) score and moves.
 */
void lab_report_head(const char *label, bool sums);

/* Prints the row of a search. `remark` is printed last and may be empty. */
void lab_report_row(const char *label, const Position *p, const LabResult *r, int depth,
                    const char *remark);

/* Adds a search as an element of an array. */
void lab_report_json(Json *j, const char *position, const char *techniques, const Position *p,
                     const LabResult *r, int depth, const char *remark);

/* Ends the array, and adds counts: positions, scores compared, and those that are wrong. */
void lab_report_json_counts(Json *j, size_t positions, size_t compared, int wrong, bool complete);

/* Prints a row of sums. The branching factor is that of the mean nodes. */
void lab_report_totals(const char *label, const LabTotals *t, int depth, const char *remark);

#endif
