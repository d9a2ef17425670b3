/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What commands.c needs from other files: the functions of commands.inc, and a few more. */
#ifndef ALULA_HANDLERS_H
#define ALULA_HANDLERS_H

#include "protocol/frontend.h"

typedef void ConsoleHandler(Frontend *f, Word arguments);

#define COMMAND(name, run, ...) ConsoleHandler run;
#define ALIAS(name, of)
#define HIDDEN(name, run, ...) ConsoleHandler run;
#include "commands.inc"
#undef COMMAND
#undef ALIAS
#undef HIDDEN

/* levelmoves.c */

/* Shows what levels would play, as `moves at`; the words are their ratings. */
void console_moves_at(Frontend *f, Word levels);

/* console_file.c */

/*
 * Continues the nth game of an open file, as `load` does, and calls it game `shown` of `name`.
 * Returns false, with nothing said, if there are fewer games.
 */
bool console_load_game(Frontend *f, FILE *file, int64_t n, int64_t shown, const char *name);

/* settings.c */

/* Describes an option, its value, and how to set it; returns false if there is no such option. */
bool console_about_option(Frontend *f, Word name);

/* Sets an option and reports what has changed. Returns false if it was refused. */
bool console_set_option(Frontend *f, OptionId id, Word value);
/*
 * Returns the value as the user means it: without quotes; "none" and "<empty>" are an empty text,
 * unless a file has that name.
 */
Word console_meant_value(OptionId id, Word value);

/*
 * Refuses a line that begins with the name of an option, with how to set it; returns false for
 * others.
 */
bool console_refuse_option(Frontend *f, Word line);

/* confess.c */

/*
 * Adds what the level overlooked with its move at this ply; takes a few tenths of a second. Returns
 * false, with nothing added, if the level overlooked nothing, or did not choose this move.
 */
bool console_confesses(Frontend *f, size_t ply, Text *out);

/* Returns true if we have played one side of the game, and the move at this ply is ours. */
bool console_is_own_move(const Frontend *f, size_t ply);

/* Says what the level overlooked in a game that has ended. */
void console_confess_after_game(Frontend *f);

/* warning.c */

/*
 * Returns true if a person's legal move must be checked before it is made: after the check it is
 * made, or the person is asked. Returns false if moves are not checked now.
 */
bool console_checks_move(Frontend *f, Move m);

/* Notes, as the option Warn was set, whether a script did so. */
void console_note_warn(Frontend *f);

/* Drops the move that waits for an answer, and says so; returns false if there is none. */
bool console_drop_asked(Frontend *f);

/* Drops the move that waits for an answer unless the line answers or stops. */
void console_on_line(Frontend *f, const Call *call);

/* training.c */

/*
 * Takes a move as the answer to the exercise on the board. Returns false if there is no exercise,
 * so the move belongs to a game.
 */
bool training_takes(Frontend *f, Move m);

/*
 * Ends the training, and says how it went; if the training has just ended by itself, says so.
 * Returns false in all other cases.
 */
bool training_ends(Frontend *f);

/* Refuses a command that would let us move, and returns true, if an exercise is on the board. */
bool training_refuses(Frontend *f);

/* Ends the training if another game has replaced the exercise, and says so. */
void training_notice(Frontend *f);

/* Ends the training without a word, before the program ends. */
void training_leave(Frontend *f);

/* The set-up mode of setup.c, which shares the console's state. */
extern const Protocol console_setup_protocol;

#endif
