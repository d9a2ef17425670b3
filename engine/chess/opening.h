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
 * Finds the common moves of a position, whatever the move order, sorted by descending weight: the
 * number of lines in the file that continue with the move. Returns the number of moves, 0 if the
 * position is not in the table.
 */
size_t opening_find(const Position *p, BookMove list[MAX_MOVES]);

/*
 * Finds the moves that people played in the position, in the games of tools/dev/people.c, sorted by
 * descending weight: the number of games, where those of players of about this lichess rating count
 * four times. Returns the number of moves, 0 if few of those games reached the position.
 */
size_t opening_of_people(const Position *p, int rating, BookMove list[MAX_MOVES]);

/* Strings in static memory; both are empty if unknown. */
typedef struct {
    Word eco, name; /* "C65", "Ruy Lopez: Berlin Defense"; UTF-8 */
} OpeningName;

/*
 * Returns the name of a game's opening: that of the last position with a name among the first 40
 * plies, whatever the move order.
 */
OpeningName opening_name(const GameLine *g);

#endif
