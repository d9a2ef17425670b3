/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the console know of each other; others see console.h only. */
#ifndef ALULA_CONSOLE_PARTS_H
#define ALULA_CONSOLE_PARTS_H

#include <stdio.h>

#include "frontend.h"
#include "pgn.h"

/* What a row of the table runs. */
typedef void ConsoleCommand(Frontend *f, Word arguments);

/* --- commands.c: the table, help, and answers ------------------------------------------------- */

/* Refuse a line with a sentence: nothing was changed, and a script has failed. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void console_refuse(Frontend *f, const char *format, ...);

/* The same with somebody's words in front: "words": sentence. */
void console_refuse_words(Frontend *f, Word words, const char *sentence);

/* Read on or off; false, with the sentence said, for anything else. */
bool console_switch_word(Frontend *f, const char *command, Word w, bool *on);

/* "White" or "Black". */
const char *console_side(Color c);

/* A game begins: what was taken back belongs to another one. */
void console_on_set_up(Frontend *f);

/* As people count: "12." or "12...". */
void console_add_number(Text *text, const Position *p);

/* --- play.c -------------------------------------------------------------------------- */

ConsoleCommand console_move, console_go, console_force, console_undo, console_redo, console_remove,
    console_new, console_play, console_white, console_black, console_both, console_swap,
    console_hint, console_draw, console_resign, console_activate, console_pause, console_move_now,
    console_stop, console_interrupt, console_quit, console_analyze, console_exit, console_dot;

/* The number in front of a move, "12." or "3...", taken away. */
Word console_without_number(Word line);

/* End what goes on from search to search: a test, or notes. */
void console_work_stop(Frontend *f);

/* End whatever goes on: a search, a test, moves for both sides, a rest. */
void console_settle(Frontend *f);

/* Play from a position that was set up, or read: the person is to move. */
void console_set_up(Frontend *f, const Position *p, bool chess960);

/* The person is to move: their clock runs, unless the game has not begun. */
void console_wait_for_person(Frontend *f);

/* The position is another one: move, analyze, or show it and say how the game stands. */
void console_continue(Frontend *f);

/* How the game stands; draws that have to be claimed do not count after `activate`. */
Outcome console_outcome(const Frontend *f);

/* Say that the game is over, if it is. */
bool console_tell_result(Frontend *f);

/* The result as PGN has it; *ending: why, or NULL. */
PgnResult console_result(const Frontend *f, const char **ending);

void console_hear_thought(Frontend *f, const Thought *t);
void console_hear_move(Frontend *f, const Thought *t);

/* "+0.35", or "mate in 3", for the side to move. */
void console_add_score(Text *text, int score);

/* --- set.c: time, strength and other settings ---------------------------------------- */

ConsoleCommand console_level, console_time, console_st, console_sd, console_sn, console_clock,
    console_skill, console_elo, console_ponder, console_threads, console_memory, console_book,
    console_post, console_nopost, console_multipv, console_stopfrac, console_board;

/* Do the two sides play on clocks? */
bool console_has_clocks(const Frontend *f);

/* What a side has left at this moment, in milliseconds; the clocks run only here. */
int64_t console_clock_left(const Frontend *f, Color c);

/* Both clocks as at the start of a game. */
void console_reset_clocks(Frontend *f);

/* A side has made a move, and thought about it for so long. */
void console_charge(Frontend *f, Color mover, int64_t spent_ms);

/* "4:32", or "0:09.5" when it gets short. */
void console_add_time(Text *text, int64_t ms);

/* --- console_option.c ------------------------------------------------------------------------ */

ConsoleCommand console_set, console_option, console_options;

/* Say what an option is, what it is at, and how it is set; false if the word names none. */
bool console_about_option(Frontend *f, Word name);

/* Refuse a line that begins with the name of an option, with how it is set; false for others. */
bool console_refuse_option(Frontend *f, Word line);

/*
 * What a person means by a value: quotes around all of it are not part of it, and "none" and
 * "<empty>" are an empty text, unless there is a file of that name.
 */
Word console_option_value(OptionId id, Word value);

/* --- info.c -------------------------------------------------------------------------- */

ConsoleCommand console_moves, console_game, console_pgn, console_fen, console_key, console_eval,
    console_info, console_stats, console_bitmap, console_attacks, console_pins, console_see,
    console_qsearch, console_version, console_show, console_flip, console_mirror, console_epd,
    console_pv;

/* The position with colors changed. */
void console_mirrored(Position *out, const Position *p);

/* --- console_suite.c -------------------------------------------------------------------------- */

ConsoleCommand console_perft, console_divide, console_perf, console_bench, console_test,
    console_lab;

/* The search of a test has ended: is this its answer? Then it goes on to the next position. */
bool console_test_hear(Frontend *f, const Thought *t);

/* End a test, with its tally. */
void console_test_stop(Frontend *f);

/* --- console_file.c -------------------------------------------------------------------------- */

ConsoleCommand console_load, console_save, console_resume, console_autosave, console_readfen,
    console_source, console_ini, console_positions, console_savepos;

/* Keep the game as it stands, if that is wanted. */
void console_keep(Frontend *f);

/* Is there a game that was not finished? */
bool console_has_saved(void);

/* Write a game as PGN; false, with the sentence said, where there is no memory for it. */
bool console_write_pgn(Frontend *f, PgnSink *sink, void *context, bool private_tags);

/* What stands between quotes, if it has them around it. */
Word console_unquoted(Word name);

/* A name as the system wants it, without quotes around it, with room for OPTION_TEXT_SIZE bytes;
   false if that is too little. */
bool console_path(char path[OPTION_TEXT_SIZE], Word name);

/* Refuse because a file cannot be read, or written, as errno says: "I cannot read ...". */
void console_refuse_file(Frontend *f, Word name, const char *what);

/* Open a plain file to read; NULL with the sentence said. Its path goes to `path`, which has room
   for OPTION_TEXT_SIZE bytes, or is NULL. */
FILE *console_open(Frontend *f, Word name, char *path);

/* --- annotate.c ---------------------------------------------------------------------- */

ConsoleCommand console_annotate;

/* A search has ended: was it about a game that gets notes? Then it goes on to the next position. */
bool console_annotate_hear(Frontend *f, const Thought *t);

/* Say how far the notes have come; false if none are being made. */
bool console_annotate_dot(Frontend *f);

/* End the notes early, with a file of those games that have theirs, and the others. */
void console_annotate_stop(Frontend *f);

/* --- mate.c ------------------------------------------------------------------------ */

ConsoleCommand console_exclude, console_include, console_search, console_mate;

/* A search has ended: was it for a mate? Then its answer is said. */
bool console_mate_hear(Frontend *f, const Thought *t);

/* End the search for a mate, with its answer; false if there is none. */
bool console_mate_stop(Frontend *f);

/* --- log.c, selfcheck.c ---------------------------------------------------------- */

ConsoleCommand console_log, console_echo, console_check;

/* The moves of so many plies by kind. */
void console_kinds(Frontend *f, Word plies);

/* --- setup.c ------------------------------------------------------------------------- */

ConsoleCommand console_setup, console_setboard;

/* Set up a position that is written as FEN, with castling as in Chess960 if it needs that. */
const char *console_read_fen(Position *out, bool *chess960, Word fen);

extern const Protocol console_setup_protocol;

#endif
