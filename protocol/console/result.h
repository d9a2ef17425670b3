/* SPDX-License-Identifier: GPL-3.0-or-later */
/* State of the game: the board, and the result. */
#ifndef ALULA_RESULT_H
#define ALULA_RESULT_H

#include "chess/pgn.h"
#include "protocol/frontend.h"

/* Show the board as the person likes it, and the clocks. */
void console_show_board(Frontend *f);

/* The outcome by the rules; after `activate`, draws that have to be claimed do not count. */
Outcome console_outcome(const Frontend *f);

/* Say that the game is over, if it is over by the rules. */
bool console_tell_result(Frontend *f);

/* The result as in PGN; *ending: the reason if the game ended by agreement, or NULL. */
PgnResult console_result(const Frontend *f, const char **ending);

/* The game goes on: a result by agreement, or of a loaded game, no longer holds. */
void console_reopen(Frontend *f);

/* True, and the command refused, if the game is over. */
bool console_refuse_if_over(Frontend *f);

#endif
