/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The game as PGN, and its copy on disk for `resume`. */
#ifndef ALULA_AUTOSAVE_H
#define ALULA_AUTOSAVE_H

#include "chess/pgn.h"
#include "protocol/frontend.h"

/* What the PGN of a game has besides the usual tags, clocks and moves. */
typedef enum {
    SAVED_PLAIN,     /* nothing */
    SAVED_TO_RESUME, /* private tags for `resume` */
    SAVED_FINISHED,  /* opening, termination, and the level that we played at */
} SavedTags;

/* Writes the game as PGN. When out of memory, refuses the command and returns false. */
bool console_write_pgn(Frontend *f, PgnSink *sink, void *context, SavedTags tags);

/* Returns true if a text that is not blank begins with a game of PGN, perhaps a damaged one. */
bool console_is_pgn(Word text);

/*
 * The level of a finished game in which we did not make all our moves at one level and for one
 * side.
 */
extern const char console_mixed_level[];

/* Notes the level of a move of ours, after frontend_note_score(). */
void console_note_level(Frontend *f);

/*
 * Returns the rating at which we made all our moves in this game, 0 for full strength; -1 if the
 * rating changed or is unknown, or if we made no move.
 */
int console_played_rating(const Frontend *f);

/*
 * Adopts the tags of a loaded game for `pgn` and `save`, except those that a change of the game
 * invalidates, while we play neither side. A new game, or a move of ours, ends that.
 */
void console_take_tags(Frontend *f, const PgnGame *game);

/* Returns true for Alula's own name in its games, from which `resume` takes the sides. */
bool console_is_alula(Word name);

/*
 * Sets the clocks from the private tags of a saved game, unless one of them is missing, and the
 * clocks after each move from the comments.
 */
void console_read_clocks(Frontend *f, const PgnGame *game);

/* Sets the level from the private tags; a game without them leaves the level unchanged. */
void console_read_level(Frontend *f, const PgnGame *game);

/*
 * Saves the current game, if autosave is on: an unfinished game in its own file, a finished one in
 * games.pgn; during analysis, only schedules that.
 */
void autosave_game(Frontend *f);

/* The tag of a game that was taken on after its end, when it had been kept with its first result.
 */
extern const char autosave_again_tag[];

/* Says how many unfinished games resume can continue, if there are any. */
void autosave_say_unfinished(Frontend *f);

/* Releases the file of the current game unchanged, before another game begins. */
void autosave_let_go(Frontend *f);

#endif
