/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The game of the page: read from PGN or played, changed move by move, with its comments. */
#ifndef ALULA_PAGEGAME_H
#define ALULA_PAGEGAME_H

#include <stdint.h>

#include "chess/pgn.h"

typedef struct {
    PgnGame pgn; /* owns its arrays; texts belong to the reader or to `owned` */
    size_t tag_room, item_room;
    PgnReader *reader; /* owned; NULL for a new game */
    char *text;        /* the text that the reader reads, owned; NULL for a new game */
    Word source;
    char **owned; /* [owners] */
    size_t owners, owner_room;
} PageGame;

/*
 * Functions that return a string return NULL on success, or an error message with nothing changed.
 */

/* Starts a new game without tags. *g must be all zero before the first call. */
const char *pagegame_start(PageGame *g, const Position *start, bool chess960);

/* Frees what the game owns, but not *g. */
void pagegame_free(PageGame *g);

/*
 * Reads game `number`, from 0, of a PGN text. A broken game is read up to its error, which
 * pgn.error describes. Fails if the text has no such game.
 */
const char *pagegame_read(PageGame *g, Word text, size_t number);

/*
 * Plays a legal move after `ply` plies. A move that differs from the game's move replaces the rest
 * of the game.
 */
const char *pagegame_play(PageGame *g, size_t ply, Move m);

/* Records the time left on the clock after the last move, as [%clk]. */
const char *pagegame_clock(PageGame *g, int64_t ms);

/* Sets the result, and removes a tag Termination, which described the earlier result. */
void pagegame_end(PageGame *g, PgnResult result);

/* Removes the moves after the first `ply`, with their comments; the game is then unfinished. */
void pagegame_cut(PageGame *g, size_t ply);

/* Sets a tag; an empty value removes it. */
const char *pagegame_tag(PageGame *g, Word name, Word value);

#endif
