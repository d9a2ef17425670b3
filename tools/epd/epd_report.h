/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output for each position, and totals. */
#ifndef ALULA_EPD_EPD_REPORT_H
#define ALULA_EPD_EPD_REPORT_H

#include <stdio.h>

#include "base/json.h"
#include "verdict.h"

typedef struct {
    Verdict verdict;
    int64_t us; /* total time */
    uint64_t nodes;
    char error[200]; /* error message of the solver, or empty */
    bool done;
} EpdResult;

/* Sums over positions. */
typedef struct {
    int positions, counted, solved, errors;
    int shown, unfinished, wrong_claims, too_short; /* positions with announced mates, by claim */
    int points, most; /* points of the moves played, and the maximum */
    int64_t us;
    uint64_t nodes;
} EpdTotals;

/* Adds a result to the totals. */
void epd_totals_add(EpdTotals *t, const EpdResult *r);

/* Prints "  12  WAC.012   solved  Bxh7+   bm Bxh7+   0.012 s  depth  5  12345 nodes". */
void epd_report_position(FILE *out, int number, const EpdResult *r);

/*
 * Returns the EPD with ce, acd, acn, acs and pv of this search and all other operations unchanged,
 * without a line end, and with room for more bytes. Free its `at`.
 */
Text epd_report_epd(const EpdResult *r, size_t room);

/* Adds a position as an element of an array. */
void epd_report_json(Json *j, int number, const EpdResult *r);

/* Adds the totals as members of an object. */
void epd_report_json_totals(Json *j, const EpdTotals *t);

/* Prints announced mates and engine errors, if any, and "N of M solved". */
void epd_report_totals(FILE *out, const EpdTotals *t);

#endif
