/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games that repeat an earlier game of the match exactly. */
#ifndef ALULA_MATCH_REPEATS_H
#define ALULA_MATCH_REPEATS_H

#include "tools/common/units.h"

/* All zero is an empty set. */
typedef struct {
    UnitTable known;         /* by digest: the first game that has it */
    int64_t count;           /* games that are equal to one with a lower number */
    int64_t earlier, repeat; /* the first of these, and the first game that it is equal to */
} Repeats;

/*
 * Add a game, in any order; games with the same digest are equal. The result does not depend on the
 * order.
 */
void repeats_add(Repeats *r, int64_t game, uint64_t digest);
void repeats_free(Repeats *r);

#endif
