/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What process.c needs from each system, and what the systems share. */
#ifndef ALULA_PLAYER_PROCESS_INTERNAL_H
#define ALULA_PLAYER_PROCESS_INTERNAL_H

#include "process.h"

/* Starts a program with at least one word. Returns an error message, or NULL. */
const char *process_launch(Process *p, char **word, const int *cpu);

/*
 * Returns the path of a program, looking up a name without a folder; NULL if there is none. The
 * caller frees it.
 */
char *process_look_up(const char *name);

/*
 * Reads available output. Returns the number of bytes; 0 at its end; -1 if none is available yet.
 */
ssize_t process_take(Process *p, char *to, size_t room);

/* Waits for output, and polls the stop flag; returns false at the deadline or if stopped. */
bool process_wait(Process *p, int64_t deadline_us);

/* Appends a part of standard error to the tail that is kept, at most PROCESS_SAID bytes. */
void process_heard(Process *p, const char *part, size_t length);

/* Copies the last non-empty line of standard error. */
void process_last_line(const Process *p, char out[PROCESS_SAID + 1]);

#endif
