/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Legal moves. Everything is decided with masks before a move is written, so nothing has to be
 * taken back: where a check may be answered, along which line a pinned piece may move, and which
 * squares the other side attacks.
 */
#ifndef ALULA_MOVEGEN_H
#define ALULA_MOVEGEN_H

#include <stddef.h>

#include "position.h"

/* Write all legal moves; returns how many. */
size_t movegen_all(const Board *b, Move list[MAX_MOVES]);

/* Only captures (en passant included) and promotions. */
size_t movegen_noisy(const Board *b, Move list[MAX_MOVES]);

/* Only the rest. */
size_t movegen_quiet(const Board *b, Move list[MAX_MOVES]);

/* How many legal moves there are, without writing them. */
size_t movegen_count(const Board *b);

/* Is any 16-bit word a legal move here? Agrees with movegen_all() on every word. */
bool move_is_legal(const Position *p, Move m);

/* All squares that a side attacks, occupied or not. */
Bitboard movegen_attacked(const Board *b, Color by);

#endif
