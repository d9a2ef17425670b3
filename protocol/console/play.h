/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A game against a person: the board, the clocks, whose turn it is, and how the game ends. */
#ifndef ALULA_PLAY_H
#define ALULA_PLAY_H

#include "chess/pgn.h"
#include "protocol/frontend.h"

/* --- the board and the result ----------------------------------------------------------------- */

/* Show the board as the person likes it, and the clocks. */
void console_show_board(Frontend *f);

/* The outcome by the rules; after `activate`, draws that have to be claimed do not count. */
Outcome console_outcome(const Frontend *f);

/* Is the game over, by the rules or by agreement? In analysis it may go on: `over` is not set. */
bool console_is_over(const Frontend *f);

/* Say that the game is over, if it is over by the rules. */
bool console_tell_result(Frontend *f);

/* The result as in PGN; *ending: the reason if the game ended by agreement, or NULL. */
PgnResult console_result(const Frontend *f, const char **ending);

/* The game goes on: a result by agreement, or of a loaded game, no longer holds. */
void console_reopen(Frontend *f);

/* True, and the command refused, if the game is over. */
bool console_refuse_if_over(Frontend *f);

/* --- the clocks ------------------------------------------------------------------------------- */

/* Are there clocks? Otherwise we have a fixed time for each move. */
bool console_has_clocks(const Frontend *f);

/* What a side has left now, in milliseconds. */
int64_t console_clock_left(const Frontend *f, Color c);

/* Set both clocks as at the start of a game. */
void console_reset_clocks(Frontend *f);

/* Report a flag that has fallen, and wake up when the next one falls. */
void console_on_idle(Frontend *f);

/* Remember what the mover of this ply, from 0, had left after it; -1: unknown. */
void console_note_clock(Frontend *f, size_t ply, int64_t left_ms);

/* Moves were taken back or played again: set the clocks as they were here, where that is known. */
void console_turn_clocks_back(Frontend *f);

/* "4:32", or "0:09.5" below ten seconds. */
void console_add_time(Text *text, int64_t ms);

/* --- the turn --------------------------------------------------------------------------------- */

/* End whatever goes on: a search, work, moves for both sides, a pause. */
void console_stop_all(Frontend *f);

/* The same, and leave analyze mode. */
void console_leave_analysis(Frontend *f);

/* Leave analyze mode, if it is on: moves made there are moves of the game, and saved. */
void console_keep_analyzed(Frontend *f);

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

/*
 * While an earlier position is only looked at: make all moves of the game, and return the ply that
 * was shown, to which console_back_to() returns. The engine is not told.
 */
size_t console_whole_game(Frontend *f);
void console_back_to(Frontend *f, size_t ply);

/* Write "e2 e4" as "e2e4"; false if the line is not two squares. */
bool console_join_squares(Word line, char joined[5]);

/* Say why a move is refused that notation_parse() does not take. */
void console_refuse_move(Frontend *f, Word words);

/* The game ends by resignation or agreement. */
void console_end_game(Frontend *f, PgnResult result, const char *ending);

/* --- events of the engine --------------------------------------------------------------------- */

/* Show a line of the search: depth, score, time, nodes and moves. */
void console_on_info(Frontend *f, const SearchInfo *t);

/* The search is over: make our move, or use its result for what it was started for. */
void console_on_move(Frontend *f, const SearchInfo *t);

/* "I would play 12. Nf3." */
void console_say_hint(Frontend *f, const SearchInfo *t);

#endif
