/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The game of the page: read from PGN or played, changed move by move, with its comments. */
#ifndef ALULA_PAGEGAME_H
#define ALULA_PAGEGAME_H

#include <stdint.h>

#include "chess/pgn.h"

typedef struct {
    PgnGame pgn; /* its arrays are this game's own; texts are the reader's, or in `owned` */
    size_t tag_room, item_room;
    PgnReader *reader;
    char *text; /* what it reads */
    Word source;
    char **owned; /* [owners] */
    size_t owners, owner_room;
} PageGame;

/* Those with a result return NULL, or an error as a sentence with nothing changed. */

/* A new game without tags. The first call makes the object, which is all zero. */
const char *pagegame_start(PageGame *g, const Position *start, bool chess960);
void pagegame_free(PageGame *g);

/*
 * Read game `number`, from 0, of a PGN text. A broken game is there up to its error, which is in
 * pgn.error; a text without such a game is an error.
 */
const char *pagegame_read(PageGame *g, Word text, size_t number);

/* Play a legal move after `ply` plies. Unless it is the game's own move, it replaces the rest. */
const char *pagegame_play(PageGame *g, size_t ply, Move m);

/* Say what is left on the clock after the last move, as [%clk]. */
const char *pagegame_clock(PageGame *g, int64_t ms);

/* Set the result, without the tag Termination of another one. */
void pagegame_end(PageGame *g, PgnResult result);

/* Remove the moves after the first `ply`, with what is said about them; the end is open. */
void pagegame_cut(PageGame *g, size_t ply);

/* Set a tag; an empty value removes it. */
const char *pagegame_tag(PageGame *g, Word name, Word value);

#endif
