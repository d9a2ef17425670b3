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
 * Returns the level of a rating in a position. Players often know how to mate the bare king: then,
 * with a probability that rises with the rating, depending on position and seed, the level has no
 * errors and enough nodes.
 */
Level level_in(int elo, const Position *p, uint64_t seed);

/* Returns how many per cent of the seeds make level_in() play without errors for that reason. */
int level_percent_known(int elo, const Position *p);

/*
 * Finds the common opening moves from which a level chooses by weight, and their number: for 2 to 5
 * plies at LEVEL_MIN, 18 to 21 at LEVEL_MAX. Returns the share of the seeds, from 0 to 1, with
 * which the level plays one of these moves here instead of searching.
 */
double level_opening(int elo, const Position *p, BookMove list[MAX_MOVES], size_t *count);

/*
 * Returns the opening move that a level plays here in the game of this seed, chosen by 64 random
 * bits; NO_MOVE if it searches.
 */
Move level_opening_move(int elo, const Position *p, uint64_t seed, uint64_t random);

#endif
