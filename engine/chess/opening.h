/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Openings, built in: the moves that people commonly play, and the names that openings have. Both
 * tables are made at their first use, which any thread may be.
 */
#ifndef ALULA_OPENING_H
#define ALULA_OPENING_H

#include "base/text.h"
#include "book.h"
#include "gameline.h"

/*
 * The common moves of a position, however it was reached; a weight is the number of lines of the
 * file that go on with the move, the highest first. Returns their number, 0 for a position that
 * is not in the table.
 */
size_t opening_find(const Position *p, BookMove list[MAX_MOVES]);

/*
 * The moves that people of this rating (on lichess) played in the position, in the games of
 * tools/dev/people; a weight is the number of games, those of players of about this rating counting
 * four times. Returns their number, 0 for a position that few of those games reached.
 */
size_t opening_of_people(const Position *p, int rating, BookMove list[MAX_MOVES]);

/* Text that is never freed; both are empty where nothing is known. */
typedef struct {
    Word eco, name; /* "C65", "Ruy Lopez: Berlin Defense"; UTF-8 */
} OpeningName;

/*
 * The opening of a game: of its last position that has a name, among the first 40 plies, however it
 * was reached.
 */
OpeningName opening_name(const GameLine *g);

#endif
