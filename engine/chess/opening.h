/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Built-in openings: the moves that people commonly play, and the names of openings. Both tables
 * are built at first use, by any thread.
 */
#ifndef ALULA_OPENING_H
#define ALULA_OPENING_H

#include "base/text.h"
#include "book.h"
#include "gameline.h"

/*
 * Finds the common moves of a position, however it was reached; a weight is the number of lines of
 * the file that go on with the move, the highest first. Returns their number, 0 for a position that
 * is not in the table.
 */
size_t opening_find(const Position *p, BookMove list[MAX_MOVES]);

/*
 * Finds the moves that people of this lichess rating played in the position, in the games of
 * tools/dev/people.c; a weight is the number of games, those of players of about this rating
 * counting four times. Returns their number, 0 for a position that few of those games reached.
 */
size_t opening_of_people(const Position *p, int rating, BookMove list[MAX_MOVES]);

/* Strings that are never freed; both are empty if unknown. */
typedef struct {
    Word eco, name; /* "C65", "Ruy Lopez: Berlin Defense"; UTF-8 */
} OpeningName;

/*
 * Returns the opening of a game: that of its last named position among the first 40 plies, however
 * it was reached.
 */
OpeningName opening_name(const GameLine *g);

#endif
