/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The console: commands for a person at a terminal, or for a script. */
#ifndef ALULA_CONSOLE_H
#define ALULA_CONSOLE_H

#include "protocol/frontend.h"

extern const Protocol console_protocol;

/* The set-up mode, which shares the state of the console. */
extern const Protocol console_setup_protocol;

/* The line that Ctrl-C sends: stop the current search or work. */
#define CONSOLE_INTERRUPT "\x03"

/* The line that a signal or a second Ctrl-C sends: save finished work and quit. */
#define CONSOLE_LEAVE "\x04"

/* Greets the person and shows the board. */
void console_welcome(Frontend *f);

/* Says how to resume the game if it was saved; shows the game if saving failed. */
void console_farewell(Frontend *f);

/* Returns true if a line of a script was refused, or a test failed; always false on a terminal. */
bool console_has_failed(const Frontend *f);

/* Returns true if a command lacked its arguments, or had arguments that it does not take. */
bool console_was_misused(const Frontend *f);

/* Returns true if there is work to be saved before quitting. May be called from any thread. */
bool console_is_at_work(const Frontend *f);

/* Runs the commands of a file before other input, like the command `ini`. */
void console_read_ini(Frontend *f, const char *path);

#endif
