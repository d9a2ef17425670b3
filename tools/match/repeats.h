/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact repetitions of earlier games of a match. */
#ifndef ALULA_MATCH_REPEATS_H
#define ALULA_MATCH_REPEATS_H

#include "tools/common/units.h"

/* The repetitions found; zero-initialized when empty. */
typedef struct {
    UnitTable known;         /* the first game with each digest */
    int64_t count;           /* games that are equal to one with a lower number */
    int64_t earlier, repeat; /* the first of these, and the first game equal to it */
} Repeats;

/*
 * Adds a game, in any order; games with the same digest are equal. The result does not depend on
 * the order.
 */
void repeats_add(Repeats *r, int64_t game, uint64_t digest);
void repeats_free(Repeats *r);

#endif
