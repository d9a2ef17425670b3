/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of figures: of one search, or added up. */
#ifndef ALULA_LAB_LAB_REPORT_H
#define ALULA_LAB_LAB_REPORT_H

#include <stdio.h>

#include "tree.h"

/* Searches added up. */
typedef struct {
    size_t searches;
    uint64_t nodes, cuts, first_cuts;
    int64_t us;
} LabTotals;

void lab_totals_add(LabTotals *t, const LabResult *r);

/* "+0.25", or "#3" and "#-3" for mates in so many moves. */
void lab_report_score(Text *out, int score);

/*
 * Columns: a label, nodes, milliseconds, branching factor, cut-offs by the first move, then score
 * and move, which sums lack. `remark` comes last and may be empty. Each has its line end.
 */
void lab_report_head(FILE *out, const char *label, bool sums);
void lab_report_row(FILE *out, const char *label, const Position *p, const LabResult *r, int depth,
                    const char *remark);

/* The same for a sum: the branching factor is that of the mean, without score and move. */
void lab_report_totals(FILE *out, const char *label, const LabTotals *t, int depth,
                       const char *remark);

#endif
