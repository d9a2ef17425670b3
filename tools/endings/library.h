/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder of solved endings. Missing endings are solved, after those that they depend on. */
#ifndef ALULA_ENDINGS_LIBRARY_H
#define ALULA_ENDINGS_LIBRARY_H

#include "base/text.h"
#include "eval/ending.h"

typedef enum { LIBRARY_DONE, LIBRARY_FAILED, LIBRARY_STOPPED } LibraryStatus;

typedef struct {
    EndingSet set;
    const char *folder;
} Library;

/*
 * Loads an ending, or solves it, writes it to the folder and prints a line, and releases all
 * others. Writes an error message on failure.
 */
LibraryStatus library_get(Library *l, Ending *e, Text *error);

/*
 * Loads an ending, but does not solve a missing one. `with_next`: also loads the endings that may
 * follow.
 */
LibraryStatus library_load(Library *l, Ending *e, bool with_next, Text *error);

/* Writes 1234567 as 1,234,567. */
const char *ending_grouped(uint64_t n, char out[32]);

#endif
