/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder of solved endings. Missing endings are solved, after those that they depend on. */
#ifndef ALULA_ENDINGS_LIBRARY_H
#define ALULA_ENDINGS_LIBRARY_H

#include "base/text.h"
#include "eval/ending.h"

typedef enum { LIBRARY_DONE, LIBRARY_FAILED, LIBRARY_STOPPED } LibraryStatus;

typedef struct {
    EndingSet set;
    const char *folder; /* of the solved endings; borrowed */
} Library;

/*
 * Loads an ending, or solves it, writes it to the folder and prints a line. Releases all other
 * endings. Adds an error message on failure.
 */
LibraryStatus library_get(Library *l, Ending *e, Text *error);

/*
 * Loads an ending, but does not solve a missing one. `with_next`: also loads the endings that may
 * follow.
 */
LibraryStatus library_load(Library *l, Ending *e, bool with_next, Text *error);

/* Writes 1234567 as 1,234,567. */
const char *ending_grouped(uint64_t n, char out[32]);

/* --- comparisons with Syzygy tables, and with the engine's knowledge -------------------------- */

enum { COMPARE_THREADS = 64 };

typedef struct {
    Library *library;
    const char *folder; /* folder of the tables */
    int every;          /* sample one in this many positions, chosen by a hash */
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

/* Counts of legal positions; mirror images count once. */
typedef struct {
    uint64_t positions, known; /* all; those for which endgame_known() has a value */
    uint64_t drawn, lost;      /* known as won, but not won */
    uint64_t quiet;            /* of these, without a capture or stalemate */
    uint64_t won;              /* known as a draw, but won by a side */
    uint64_t bitbase;          /* KPvK: positions in which kpk_is_won() is wrong */
} KnownCount;

/* Compares one ending, which must be loaded. */
KnownCount known_compare(const Ending *e);

/* Compares some endings and prints a line for each. *wrong counts wrong results of kpk_is_won(). */
LibraryStatus known_run(Library *library, Ending *const *list, int count, uint64_t *wrong,
                        Text *error);

#endif
