/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compare what the engine knows of endings without tables with solved endings. */
#ifndef ALULA_ENDINGS_KNOWN_H
#define ALULA_ENDINGS_KNOWN_H

#include "library.h"

/* Legal positions, those that mirror others once. */
typedef struct {
    uint64_t positions, known; /* all; those of which endgame_known() tells a value */
    uint64_t drawn, lost;      /* known as won by somebody, who does not win */
    uint64_t quiet;            /* of these: without a capture, not stalemate */
    uint64_t won;              /* known as a draw, and won by somebody */
    uint64_t bitbase;          /* KPvK: where kpk_is_won() is wrong */
} KnownCount;

/* Compare one ending, which is loaded. */
KnownCount known_compare(const Ending *e);

/* Compare some endings and print a line for each. *wrong: positions in which kpk_is_won() is. */
LibraryStatus known_run(Library *library, Ending *const *list, int count, uint64_t *wrong,
                        Text *error);

#endif
