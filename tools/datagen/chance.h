/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random numbers that are the same on every machine, and random play. */
#ifndef ALULA_DATAGEN_CHANCE_H
#define ALULA_DATAGEN_CHANCE_H

#include "position.h"

/* The next of 64 random bits; any number may start the state. */
uint64_t random_next(uint64_t *state);

/* A number from 0 to below - 1. */
unsigned random_below(uint64_t *state, unsigned below);

/* A good start for a state from two numbers. */
uint64_t random_seed(uint64_t a, uint64_t b);

/*
 * Any legal move but those that lose more than so many centipawns by exchanges, if there are
 * others; NO_MOVE if there is none at all.
 */
Move random_move(const Position *p, int most_loss, uint64_t *state);

/* The men of a back rank in any order that has bishops on both colors of squares. */
void random_back_rank(Piece rank[8], uint64_t *state);

#endif
