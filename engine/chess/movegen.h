/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Legal move generation with pin and check masks; see generate.h. */
#ifndef ALULA_MOVEGEN_H
#define ALULA_MOVEGEN_H

#include <stddef.h>

#include "position.h"

/* Writes all legal moves and returns their number. */
size_t movegen_all(const Board *b, Move list[MAX_MOVES]);

/* Writes the noisy moves: captures, en passant included, and promotions. */
size_t movegen_noisy(const Board *b, Move list[MAX_MOVES]);

/* Writes the quiet moves: all others. */
size_t movegen_quiet(const Board *b, Move list[MAX_MOVES]);

/* Returns the number of legal moves, by bulk counting. */
size_t movegen_count(const Board *b);

/* Returns true if the move is legal. `m` may be any 16 bits, such as a move of another position. */
bool move_is_legal(const Position *p, Move m);

/* Returns all squares attacked by a side, occupied or not. */
Bitboard movegen_attacked(const Board *b, Color by);

#endif
