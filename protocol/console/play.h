/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A game against a person: the board, the clocks, turns, and the end of the game. */
#ifndef ALULA_PLAY_H
#define ALULA_PLAY_H

#include "chess/pgn.h"
#include "protocol/frontend.h"

/* --- the board and the result ----------------------------------------------------------------- */

/* Shows the board in the user's style, and the clocks. */
void console_show_board(Frontend *f);

/* Sets `over`. If the game is over by the rules, announces the result and returns true. */
bool console_tell_result(Frontend *f);

/* Returns true, and refuses the command, if the game is over. */
bool console_refuse_if_over(Frontend *f);

/* --- the clocks ------------------------------------------------------------------------------- */

/* Returns the remaining time of a side, in milliseconds. */
int64_t console_clock_left(const Frontend *f, Color c);

/* Sets both clocks as at the start of a game. */
void console_reset_clocks(Frontend *f);

/* Reports a fallen flag, or schedules a wake-up for the moment when the flag would fall. */
void console_on_idle(Frontend *f);

/* Restores the clocks of the current ply, where known, after moves were undone or redone. */
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

/* Starts the user's clock, if there are clocks and the game has begun. */
void console_wait_for_person(Frontend *f);

/* Restarts the analysis in analyze mode, unless the position is mate or stalemate. */
void console_analyze_on(Frontend *f);

/* Leaves analyze mode, and says so. */
void console_end_analysis(Frontend *f);

/* Continues from a changed position: moves, analyzes, or shows the board and the result. */
void console_continue(Frontend *f);

/* Forgets undone moves and loaded tags, after the frontend has set up a position. */
void console_game_set_up(Frontend *f);

/* Starts a game with the user as White; Chess960 position `number`, or the standard one for -1. */
void console_new_game(Frontend *f, int number);

/* Sets up a new position; the user is to move. */
void console_set_up(Frontend *f, const Position *p, bool chess960);

/* Writes "e2 e4" as "e2e4" and "N f3" as "Nf3"; returns false for other lines. */
bool console_join_squares(Word line, char joined[5]);

/* Reads consecutive moves. Returns their number, and the last move in *m; 0 after a refusal. */
int console_read_moves(Frontend *f, Word words, Move *m);

/* Makes the moves that console_read_moves() has read, up to m, and continues the game. */
void console_make_moves(Frontend *f, Word words, int count, Move m);

/* Makes a legal move of the person, and continues the game. */
void console_make_move(Frontend *f, Move m);

/* Refuses a move that notation_parse() does not accept, and explains why. */
void console_refuse_move(Frontend *f, Word words);

/* Ends the game by resignation or agreement, as the string constant `ending` says. */
void console_end_game(Frontend *f, PgnResult result, const char *ending);

/* --- events of the engine --------------------------------------------------------------------- */

/* Shows a line of the search: depth, score, time, nodes and moves. */
void console_on_info(Frontend *f, const SearchInfo *t);

/* Plays the move that a search found for us; or accepts a draw, or resigns. */
void console_make_own_move(Frontend *f, const SearchInfo *t);

#endif
