/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Common openings, built in: the moves that people play, and what the openings are called. */
#ifndef ALULA_OPENING_H
#define ALULA_OPENING_H

#include "book.h"
#include "gameline.h"

/*
 * The common moves of a position, however it was reached; a weight is the number of lines of the
 * table that go on with the move. Returns their number, 0 for a position that is not in the table.
 */
size_t opening_find(const Position *p, BookMove list[MAX_MOVES]);

/* The opening of a game: the name of the line that it has followed longest; NULL if of none. */
const char *opening_name(const GameLine *g);

#endif
