/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The game as PGN, and its copy on disk for `resume`. */
#ifndef ALULA_AUTOSAVE_H
#define ALULA_AUTOSAVE_H

#include "chess/pgn.h"
#include "protocol/frontend.h"

/* What the PGN of a game contains in addition to the usual tags, clocks and moves. */
typedef enum {
    SAVED_PLAIN,     /* nothing */
    SAVED_TO_RESUME, /* private tags for `resume` */
    SAVED_FINISHED,  /* opening, termination, and the level that we played at */
} SavedTags;

/* Writes the game as PGN. When out of memory, refuses the command and returns false. */
bool console_write_pgn(Frontend *f, PgnSink *sink, void *context, SavedTags tags);

/* Returns true if a text, which is not blank, begins with a PGN game, even a damaged one. */
bool console_is_pgn(Word text);

/* The level of a game in which we changed our level or our side, for the tag AlulaLevel. */
extern const char console_mixed_level[];

/* Records the level at which we made a move; call this after frontend_note_score(). */
void console_note_level(Frontend *f);

/*
 * Returns the rating at which we made all our moves in this game, 0 for full strength; -1 if the
 * rating changed or is unknown, or if we made no move.
 */
int console_played_rating(const Frontend *f);

/*
 * Adopts the tags of a loaded game for `pgn` and `save`, except tags that further moves invalidate.
 * The tags apply while we play neither side, until a new game begins or we make a move.
 */
void console_take_tags(Frontend *f, const PgnGame *game);

/* Returns true for a name under which Alula plays; `resume` uses such names to find our side. */
bool console_is_alula(Word name);

/*
 * Sets the clocks from the private tags of a saved game, and the times after each move from the
 * comments. Changes nothing if a tag is missing.
 */
void console_read_clocks(Frontend *f, const PgnGame *game);

/* Sets the level from the private tags; a game without them leaves the level unchanged. */
void console_read_level(Frontend *f, const PgnGame *game);

/*
 * Saves the current game, if autosave is on: an unfinished game in its own file, a finished one in
 * games.pgn. During analysis, only marks the game as changed.
 */
void autosave_game(Frontend *f);

/* The tag of a game that went on after its first result had been saved in games.pgn. */
extern const char autosave_again_tag[];

/* Says how many unfinished games `resume` can continue; without any, prints nothing. */
void autosave_say_unfinished(Frontend *f);

/* Releases the file of the current game unchanged, before another game begins. */
void autosave_let_go(Frontend *f);

#endif
