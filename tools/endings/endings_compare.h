/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compare Syzygy tables, as the prober reads them, with solved endings. */
#ifndef ALULA_ENDINGS_COMPARE_H
#define ALULA_ENDINGS_COMPARE_H

#include "library.h"

enum { COMPARE_THREADS = 64 };

typedef struct {
    Library *library;
    const char *folder; /* of the tables */
    int every;          /* only one of so many positions, chosen by a hash */
    int threads;
} ComparePlan;

typedef struct {
    uint64_t positions, images; /* probed; of them mirror images of others */
    uint64_t wdl, dtz;          /* that differ */
    uint64_t en_passant;        /* with a pawn that may be taken in passing */
    uint64_t in_moves, longer;  /* distances that are stored in moves; of them one ply longer */
} CompareCount;

/*
 * Compare the tables of some endings, and print a line for each, the first positions that differ,
 * and the total. LIBRARY_FAILED with a sentence if a table or an ending cannot be read.
 */
LibraryStatus compare_run(const ComparePlan *plan, Ending *const *list, int count,
                          CompareCount *total, Text *error);

#endif
