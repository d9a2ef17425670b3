/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparison of Syzygy tables, as read by the prober, with solved endings. */
#ifndef ALULA_ENDINGS_COMPARE_H
#define ALULA_ENDINGS_COMPARE_H

#include "library.h"

enum { COMPARE_THREADS = 64 };

typedef struct {
    Library *library;
    const char *folder; /* of the tables */
    int every;          /* sample one of so many positions, chosen by a hash */
    int threads;
} ComparePlan;

typedef struct {
    uint64_t positions, images; /* positions probed; images: of these, mirror images of others */
    uint64_t wdl, dtz;          /* differences */
    uint64_t en_passant;        /* positions with a possible en-passant capture */
    uint64_t in_moves, longer;  /* distances that are stored in moves; of these, one ply longer */
} CompareCount;

/*
 * Compares the tables of some endings, and prints a line for each, the first positions that differ,
 * and the total. Returns LIBRARY_FAILED with an error message if a table or an ending cannot be
 * read.
 */
LibraryStatus compare_run(const ComparePlan *plan, Ending *const *list, int count,
                          CompareCount *total, Text *error);

#endif
