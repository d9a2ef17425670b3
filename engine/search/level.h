/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levels of play by rating; docs/strength.md tells how they were measured. */
#ifndef ALULA_LEVEL_H
#define ALULA_LEVEL_H

#include <stdint.h>

#include "chess/position.h"

/* Ratings; the highest is not full strength. */
enum { LEVEL_MIN = 400, LEVEL_MAX = 2800 };

/* A weaker level searches fewer nodes, and has the errors of weakness.h. */
typedef struct {
    uint64_t nodes; /* per search */
    int noise;      /* see Weakness */
    int overlooks;
    int misses_mate;
} Level;

/* The level of a rating, clamped to LEVEL_MIN and LEVEL_MAX. */
Level level_of(int elo);

/*
 * The same in a position: endings that a player of this rating knows, with mating material against
 * the bare king, are played without errors and with nodes enough.
 */
Level level_in(int elo, const Position *p);

#endif
