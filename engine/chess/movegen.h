/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Legal move generation. Pin and check masks make every generated move legal, so none has to be
 * tried and taken back. See generate.h.
 */
#ifndef ALULA_MOVEGEN_H
#define ALULA_MOVEGEN_H

#include <stddef.h>

#include "position.h"

/* Write all legal moves; returns their number. */
size_t movegen_all(const Board *b, Move list[MAX_MOVES]);

/* The noisy ones only: captures, en passant included, and promotions. */
size_t movegen_noisy(const Board *b, Move list[MAX_MOVES]);

/* The quiet ones only: all others. */
size_t movegen_quiet(const Board *b, Move list[MAX_MOVES]);

/* The number of legal moves, by bulk counting. */
size_t movegen_count(const Board *b);

/* Is this a legal move? Any 16-bit number may be asked, such as a move of another position. */
bool move_is_legal(const Position *p, Move m);

/* All squares attacked by a side, occupied or not. */
Bitboard movegen_attacked(const Board *b, Color by);

#endif
