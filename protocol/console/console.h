/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The console: commands for a person at a terminal, or for a script. */
#ifndef ALULA_CONSOLE_H
#define ALULA_CONSOLE_H

#include "protocol/frontend.h"

extern const Protocol console_protocol;

/* The line that Ctrl-C sends: stop the current search or work. */
#define CONSOLE_INTERRUPT "\x03"

/* The line that a signal, or Ctrl-C twice, sends: save finished work and quit. */
#define CONSOLE_LEAVE "\x04"

/* Greet the person and show the board. */
void console_welcome(Frontend *f);

/* Say how to resume the game if it was saved; show it if that failed. */
void console_farewell(Frontend *f);

/* The names of all commands, for completion; "" for one that is not listed, NULL at the end. */
const char *console_command_name(size_t i);

/* Was a line of a script refused, or did a test fail? Always false on a terminal. */
bool console_has_failed(const Frontend *f);

/* Did a command have no arguments where it needs them, or arguments that it does not have? */
bool console_was_misused(const Frontend *f);

/* Is there work whose results have to be saved before we quit? Any thread may ask. */
bool console_is_at_work(const Frontend *f);

/* Run the commands of a file before any other input, as `ini` does. */
void console_read_ini(Frontend *f, const char *path);

#endif
