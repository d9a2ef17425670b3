/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whose turn it is: thinking, waiting, analyzing; the start and the end of a game. */
#ifndef ALULA_TURN_H
#define ALULA_TURN_H

#include "chess/pgn.h"
#include "protocol/frontend.h"

/* End whatever goes on: a search, work, moves for both sides, a pause. */
void console_settle(Frontend *f);

/* The same, and leave analyze mode. */
void console_stop_all(Frontend *f);

/* Find our next move, by the clocks if there are any. */
void console_think(Frontend *f);

/* The person is to move: their clock runs, unless the game has not begun. */
void console_wait_for_person(Frontend *f);

/* Start the analysis again in analyze mode, unless the position is mate or stalemate. */
void console_analyze_on(Frontend *f);

/* Leave analyze mode, and say so. */
void console_end_analysis(Frontend *f);

/* The position has changed: move, analyze, or show it and the state of the game. */
void console_continue(Frontend *f);

/* The frontend has a new position: moves that were taken back belong to another game. */
void console_game_set_up(Frontend *f);

/* Reset what belongs to a single game. */
void console_begin_game(Frontend *f);

/* Play from a new position: the person is to move. */
void console_set_up(Frontend *f, const Position *p, bool chess960);

/* The game ends by resignation or agreement. */
void console_end_game(Frontend *f, PgnResult result, const char *ending);

#endif
