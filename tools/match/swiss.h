/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pairing rules of a Swiss tournament of engines. */
#ifndef ALULA_MATCH_SWISS_H
#define ALULA_MATCH_SWISS_H

#include <stdint.h>

/* The games so far. All lists are indexed by engine. */
typedef struct {
    int engines;
    const int64_t *points; /* including points for byes */
    const int *byes;
    const int *met; /* [engine * engines + other]: number of games against each other */
} SwissTable;

/*
 * Pairs the next round: pair[i] are two engines, the better one first, best pair first; there are
 * engines / 2 of them. Returns the engine with the bye, or -1 for an even number of engines.
 *
 * The bye comes first, as in the rules of FIDE: nobody has a second one before all others had one,
 * even if two engines must meet again for that. Of those with the fewest byes, the last one has it
 * for which the fewest meetings are repeated.
 *
 * Engines are in the order of their points, equal ones in that of their numbers. From the top, each
 * meets the one half a group of equal points below it, or else the nearest one, such that
 * no two engines meet again as long as that can be avoided for all.
 */
int swiss_pair(const SwissTable *t, int (*pair)[2]);

#endif
