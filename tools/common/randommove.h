/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random play. */
#ifndef ALULA_COMMON_RANDOMMOVE_H
#define ALULA_COMMON_RANDOMMOVE_H

#include "position.h"

/*
 * A random legal move. Moves that lose more than `most_loss` centipawns by static exchange
 * evaluation are chosen only if there are no others. NO_MOVE if there is no legal move.
 */
Move random_move(const Position *p, int most_loss, uint64_t *state);

/* A shuffled back rank with bishops on squares of both colors; the king may stand anywhere. */
void random_back_rank(Piece rank[8], uint64_t *state);

#endif
