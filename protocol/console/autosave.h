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

/* Set the clocks from the private tags of a saved game, unless one of them is missing. */
void console_read_clocks(Frontend *f, const PgnGame *game);

/* Set the level from them; a game without that tag leaves it as it is. */
void console_read_level(Frontend *f, const PgnGame *game);

/* Save the current game, if autosave is on and it is not finished; during analysis only remember
 * to. */
void autosave_game(Frontend *f);

/* Is there a saved game that was not finished? */
bool autosave_exists(void);

/* Open the saved game, or the one before it; NULL if there is none. */
FILE *autosave_open(bool previous);

/* The previous saved game becomes the current one and the other way round; false if that fails. */
bool autosave_swap(void);

#endif
