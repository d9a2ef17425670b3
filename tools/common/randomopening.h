/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of random openings: moves and back ranks. */
#ifndef ALULA_COMMON_RANDOMOPENING_H
#define ALULA_COMMON_RANDOMOPENING_H

#include "chess/position.h"

/*
 * A random legal move. Moves that lose more than `most_loss` centipawns by static exchange
 * evaluation are chosen only if there is no other one. NO_MOVE if there is no legal move.
 */
Move randomopening_move(const Position *p, int most_loss, uint64_t *state);

/* A random back rank with bishops of opposite colors; the king may be outside the rooks. */
void randomopening_back_rank(Piece rank[8], uint64_t *state);

#endif
