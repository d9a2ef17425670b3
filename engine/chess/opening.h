/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Common openings, built in: the moves that people play, and what the openings are called. */
#ifndef ALULA_OPENING_H
#define ALULA_OPENING_H

#include "base/text.h"
#include "book.h"
#include "gameline.h"

/*
 * The common moves of a position, however it was reached; a weight is the number of lines of the
 * table that go on with the move, the highest first. Returns their number, 0 for a position that
 * is not in the table.
 */
size_t opening_find(const Position *p, BookMove list[MAX_MOVES]);

/*
 * The opening of a game: what the names of all lines share that go through the last position that
 * is in the table, as "Ruy Lopez" for some of its variations; empty if that is nothing.
 */
Word opening_name(const GameLine *g);

/*
 * After four pawn moves in a row in the first eight moves of a game: the other moves, and captures,
 * as nobody opens with pawns alone. 0 elsewhere, in check, or if there are none.
 */
size_t opening_development(const GameLine *g, Move list[MAX_MOVES]);

#endif
