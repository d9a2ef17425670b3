/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder of solved endings: what is missing is solved, and what follows it before. */
#ifndef ALULA_ENDINGS_LIBRARY_H
#define ALULA_ENDINGS_LIBRARY_H

#include <stdio.h>

#include "ending.h"

typedef enum { LIBRARY_DONE, LIBRARY_FAILED, LIBRARY_STOPPED } LibraryStatus;

typedef struct {
    EndingSet set;
    const char *folder;
    FILE *report; /* a line for each ending that is solved; NULL: none */
    bool (*stop)(void);
} Library;

/*
 * Load an ending, or solve it and write it to the folder, and release all others. `with_next`: also
 * load what may follow. A sentence if it failed.
 */
LibraryStatus library_get(Library *l, Ending *e, bool with_next, Text *error);

/* Load only; what is not there was not solved. */
LibraryStatus library_load(Library *l, Ending *e, bool with_next, Text *error);

#endif
