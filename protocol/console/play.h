/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A game against a person: the board, the clocks, whose turn it is, and how the game ends. */
#ifndef ALULA_PLAY_H
#define ALULA_PLAY_H

#include "chess/pgn.h"
#include "protocol/frontend.h"

/* --- the board and the result ----------------------------------------------------------------- */

/* Shows the board in the user's style, and the clocks. */
void console_show_board(Frontend *f);

/* Sets `over`, and announces the result if the game is over by the rules. */
bool console_tell_result(Frontend *f);

/* Returns true, and refuses the command, if the game is over. */
bool console_refuse_if_over(Frontend *f);

/* --- the clocks ------------------------------------------------------------------------------- */

/* Returns the remaining time of a side, in milliseconds. */
int64_t console_clock_left(const Frontend *f, Color c);

/* Sets both clocks as at the start of a game. */
void console_reset_clocks(Frontend *f);

/* Reports a fallen flag, or sets the time to wake up for it. */
void console_on_idle(Frontend *f);

/*
 * Sets the clocks to their times at the current ply, where known, after moves were undone or
 * redone.
 */
void console_turn_clocks_back(Frontend *f);

/* Adds a time as "4:32", or "0:09.5" below ten seconds. */
void console_add_time(Text *text, int64_t ms);

/* --- the turn --------------------------------------------------------------------------------- */

/* Ends all activity: a search, work, moves for both sides, a pause. */
void console_stop_all(Frontend *f);

/* Ends all activity, and leaves analyze mode. */
void console_leave_analysis(Frontend *f);

/* Leaves analyze mode, if it is on; moves made there become moves of the game, and are saved. */
void console_keep_analyzed(Frontend *f);

/* Finds our next move, using the clocks if there are any. */
void console_think(Frontend *f);

/* Starts the user's clock, unless the game has not begun. */
void console_wait_for_person(Frontend *f);

/* Restarts the analysis in analyze mode, unless the position is mate or stalemate. */
void console_analyze_on(Frontend *f);

/* Leaves analyze mode, and says so. */
void console_end_analysis(Frontend *f);

/*
 * Goes on after a change of the position: moves, analyzes, or shows it and the result of the game.
 */
void console_continue(Frontend *f);

/* Forgets undone moves and loaded tags, as the frontend has a new position. */
void console_game_set_up(Frontend *f);

/* Resets the state of a single game. */
void console_begin_game(Frontend *f);

/* Starts a game in which the user is White; of Chess960 from this position, or -1: standard. */
void console_new_game(Frontend *f, int number);

/* Sets up a new position; the user is to move. */
void console_set_up(Frontend *f, const Position *p, bool chess960);

/* Writes "e2 e4" as "e2e4" and "N f3" as "Nf3"; returns false for a line of another kind. */
bool console_join_squares(Word line, char joined[5]);

/*
 * Reads moves that can be played one after the other. Returns their number, and the last one in *m;
 * 0: refused.
 */
int console_read_moves(Frontend *f, Word words, Move *m);

/* Makes moves that console_read_moves() has read, the last of which is m, and goes on. */
void console_make_moves(Frontend *f, Word words, int count, Move m);

/* Makes a legal move of the person, and goes on. */
void console_make_move(Frontend *f, Move m);

/* Explains why notation_parse() refuses a move. */
void console_refuse_move(Frontend *f, Word words);

/* Ends the game by resignation or agreement. */
void console_end_game(Frontend *f, PgnResult result, const char *ending);

/* --- events of the engine --------------------------------------------------------------------- */

/* Shows a line of the search: depth, score, time, nodes and moves. */
void console_on_info(Frontend *f, const SearchInfo *t);

/* Plays the move that a search found for us; or accepts a draw, or resigns. */
void console_make_own_move(Frontend *f, const SearchInfo *t);

#endif
