/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The game as PGN, and the copy on disk from which `resume` goes on. */
#ifndef ALULA_AUTOSAVE_H
#define ALULA_AUTOSAVE_H

#include "chess/pgn.h"
#include "protocol/frontend.h"

/* Write the game as PGN, with tags of our own for `resume` if asked; false, and refused, if there
   is not enough memory. */
bool console_write_pgn(Frontend *f, PgnSink *sink, void *context, bool private_tags);

/*
 * The game was loaded: `pgn` and `save` give its tags, but for those that hold only as long as
 * it is not changed, while we move for neither side. A new game, or a move of ours, ends that.
 */
void console_take_tags(Frontend *f, const PgnGame *game);

/* Is this the name that Alula has in its own games? `resume` takes the sides from the names. */
bool console_is_alula(Word name);

/* Set the clocks from the private tags of a saved game, unless one of them is missing, and the
   clocks after each move from its comments. */
void console_read_clocks(Frontend *f, const PgnGame *game);

/* Set the level from them; a game without that tag leaves it as it is. */
void console_read_level(Frontend *f, const PgnGame *game);

/*
 * Save the current game, if autosave is on: an unfinished one in its own file, a finished one in
 * games.pgn; during analysis only remember to.
 */
void autosave_game(Frontend *f);

/* The current game becomes another one: its file stays as it is. */
void autosave_let_go(Frontend *f);

#endif
