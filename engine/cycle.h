/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which moves can be taken back: the difference of the keys before and after such a move tells it,
 * so that a position that a single move would repeat is known without making moves (M. van
 * Kervinck, "The design and implementation of the Pigeon chess engine", 2014).
 */
#ifndef ALULA_CYCLE_H
#define ALULA_CYCLE_H

#include "position.h"

enum { CYCLE_MOVES = 3668 }; /* pairs of squares that a piece other than a pawn can go between */

/* Fill the table; calling it again changes nothing. Needs attacks and Zobrist numbers. */
void cycle_init(void);

/*
 * Do two positions with other sides to move, whose keys differ by this, differ by one move of one
 * piece whose way is free on this board? The piece may be of either side.
 */
bool cycle_is_closed(const Board *b, uint64_t difference);

/* How many moves the table knows: CYCLE_MOVES. */
int cycle_moves(void);

#endif
