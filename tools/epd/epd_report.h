/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is printed of each position, and of all of them. */
#ifndef ALULA_EPD_EPD_REPORT_H
#define ALULA_EPD_EPD_REPORT_H

#include <stdio.h>

#include "verdict.h"

typedef struct {
    Verdict verdict;
    int64_t us; /* all that was used */
    uint64_t nodes;
    char defect[200]; /* why there is no answer; empty if there is one */
    bool done;
} Result;

/* Sums over positions. */
typedef struct {
    int positions, asked, solved, defects;
    int shown, cut, lies, too_short; /* positions with mates announced, by what became of them */
    int64_t us;
    uint64_t nodes;
} EpdTotals;

void epd_totals_add(EpdTotals *t, const Result *r);

/* "  12  WAC.012   solved  Bxh7+   bm Bxh7+   0.012 s  depth  5  12345 nodes" and a newline. */
void epd_report_position(FILE *out, int number, const Result *r);

/* The same position in EPD with ce, acd, acn, acs and pv of this search; all else is kept. */
void epd_report_epd(FILE *out, const Result *r);

/* What became of announced mates and of engines, if there is anything to say; "N of M solved". */
void epd_report_totals(FILE *out, const EpdTotals *t);

#endif
