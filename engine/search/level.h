/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levels of play by rating; docs/strength.md describes how they were measured. */
#ifndef ALULA_LEVEL_H
#define ALULA_LEVEL_H

#include <stdint.h>

#include "chess/book.h"

/* Range of the ratings; the highest one is still below full strength. */
enum { LEVEL_MIN = 400, LEVEL_MAX = 2800 };

/*
 * Up to LEVEL_PEOPLE, a level imitates a lichess player of this rating (person.h). Above, it
 * searches an increasing number of nodes with decreasing evaluation errors (weakness.h).
 */
enum { LEVEL_PEOPLE = 2400 };

typedef struct {
    uint64_t nodes; /* node limit of a search */
    int noise;      /* see Weakness */
    int person;     /* see Weakness */
} Level;

/* Returns the level of a rating, clamped to LEVEL_MIN and LEVEL_MAX. */
Level level_of(int elo);

/*
 * Returns the level of a rating in a position. Players often know how to mate a bare king: with a
 * probability that rises with the rating, the level then has no errors and enough nodes.
 * Deterministic for a position and seed.
 */
Level level_in(int elo, const Position *p, uint64_t seed);

/* Returns the percentage of seeds for which level_in() returns such a level without errors. */
int level_percent_known(int elo, const Position *p);

/*
 * Finds the common opening moves from which a level chooses by weight, for 2 to 5 plies at
 * LEVEL_MIN and 18 to 21 at LEVEL_MAX; sets *count to their number. Returns the fraction of seeds,
 * 0 to 1, for which the level plays one of these moves here instead of searching.
 */
double level_opening(int elo, const Position *p, BookMove list[MAX_MOVES], size_t *count);

/*
 * Returns the opening move that a level plays here in the game of this seed, or NO_MOVE if the
 * level searches. `random` is 64 random bits that choose the move.
 */
Move level_opening_move(int elo, const Position *p, uint64_t seed, uint64_t random);

#endif
