/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levels of play by rating; docs/strength.md describes how they were measured. */
#ifndef ALULA_LEVEL_H
#define ALULA_LEVEL_H

#include <stdint.h>

#include "chess/position.h"

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

#endif
