/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparison of the engine's endgame knowledge without tablebases with solved endings. */
#ifndef ALULA_ENDINGS_KNOWN_H
#define ALULA_ENDINGS_KNOWN_H

#include "library.h"

/* Counts of legal positions; mirror images count once. */
typedef struct {
    uint64_t positions, known; /* all; those for which endgame_known() has a value */
    uint64_t drawn, lost;      /* known as won by a side that does not win */
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
