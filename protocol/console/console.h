/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person types, and the board in the terminal. */
#ifndef ALULA_CONSOLE_H
#define ALULA_CONSOLE_H

#include "frontend.h"

extern const Protocol console_protocol;

/* The line that Ctrl-C stands for: end what goes on. */
#define CONSOLE_INTERRUPT "\x03"

/* A line that says: leave, but bring home what is done. */
#define CONSOLE_LEAVE "\x04"

/* Greet the person and show the board. */
void console_welcome(Frontend *f);

/* Say how the game that is on the board can be taken up, if it is kept for that. */
void console_farewell(Frontend *f);

/* The names of the commands, one after the other; "" for one nobody types, NULL at the end. */
const char *console_command_name(size_t i);

/* Was a line of a script refused, or did a test fail? Never on a terminal. */
bool console_has_failed(const Frontend *f);

/* Is something going on that `quit` has to bring to an end first? Any thread may ask. */
bool console_is_at_work(const Frontend *f);

/*
 * The folder in which things are kept from one time to the next, with a '/' behind it: made if need
 * be. False if there is none, or the path has no room.
 */
bool console_state_folder(char *path, size_t room);

/* Do the lines of a file before all that comes, as the command `ini` does. */
void console_read_ini(Frontend *f, const char *path);

#endif
