/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games that repeat an earlier game of the match exactly. */
#ifndef ALULA_MATCH_REPEATS_H
#define ALULA_MATCH_REPEATS_H

#include <stddef.h>
#include <stdint.h>

/* One class of equal games. */
typedef struct {
    uint64_t digest;
    int64_t game; /* the first of them; -1: unused */
} RepeatSlot;

/* All zero is an empty set. */
typedef struct {
    RepeatSlot *slot;
    size_t room, used;       /* room is 0 or a power of two */
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
