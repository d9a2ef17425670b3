/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The transposition table: what earlier searches found out about a position. */
#ifndef ALULA_TT_H
#define ALULA_TT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "chess.h"

/* What a score says of the true one. */
typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

/* What is known of a position; it travels in one word. bound is BOUND_NONE if nothing is. */
typedef struct {
    int16_t score, eval; /* score: mates counted from this position, not from the root */
    Move move;           /* NO_MOVE if none is known */
    int8_t depth;        /* plies that the score rests on */
    uint8_t bound;       /* Bound; the table keeps the entry's age in the upper bits */
} TTEntry;

typedef struct TT TT;

/*
 * A table of so many bytes at most (at least 64); NULL when memory is refused. Memory is taken
 * from the system as the table fills.
 */
TT *tt_new(size_t bytes);
void tt_free(TT *tt);

/* Forget everything. */
void tt_clear(TT *tt);

/* From here on, what is in the table counts as older and gives way first. */
void tt_age(TT *tt);

/*
 * Any thread may probe and store at any time without waiting. A slot that two threads wrote at
 * once is recognised and reads as unknown.
 */
TTEntry tt_probe(const TT *tt, uint64_t key);
void tt_store(TT *tt, uint64_t key, TTEntry entry);

/* How many of a thousand entries the latest search has written, by a sample of the first ones. */
int tt_full(const TT *tt);

/* Fetch the place of a key into the cache while other work goes on. */
void tt_prefetch(const TT *tt, uint64_t key);

#endif
