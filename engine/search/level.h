/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levels of play by rating; docs/strength.md tells how they were measured. */
#ifndef ALULA_LEVEL_H
#define ALULA_LEVEL_H

#include <stdint.h>

#include "chess/position.h"

/* Ratings; the highest is not full strength. */
enum { LEVEL_MIN = 400, LEVEL_MAX = 2800 };

/*
 * Up to LEVEL_PEOPLE a level is a person with this rating on lichess (person.h). Above it searches
 * more and more nodes, with smaller and smaller errors of the evaluation (weakness.h).
 */
enum { LEVEL_PEOPLE = 2400 };

typedef struct {
    uint64_t nodes; /* per search */
    int noise;      /* see Weakness */
    int person;     /* see Weakness */
} Level;

/* The level of a rating, clamped to LEVEL_MIN and LEVEL_MAX. */
Level level_of(int elo);

/*
 * The same in a position. A player of this rating often knows how to mate the bare king: with
 * chances that rise with the rating, and depend on position and seed, the move has no error and
 * nodes enough.
 */
Level level_in(int elo, const Position *p, uint64_t seed);

#endif
