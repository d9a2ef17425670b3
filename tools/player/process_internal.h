/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What process.c needs of each system, and what it does for them. */
#ifndef ALULA_PLAYER_PROCESS_INTERNAL_H
#define ALULA_PLAYER_PROCESS_INTERNAL_H

#include "process.h"

/* Start a program with at least one word; an error message, or NULL. */
const char *process_launch(Process *p, char **word, const int *cpu);

/* Some of its output: how many bytes; 0 at its end; -1 if there is none now. */
ssize_t process_take(Process *p, char *to, size_t room);

/* Wait for output, and look at the stop flag now and then; false at the deadline or if stopped. */
bool process_wait(Process *p, int64_t deadline_us);

/* Keep the end of its standard error, of which this is the next part, at most PROCESS_SAID bytes.
 */
void process_heard(Process *p, const char *part, size_t length);

/* The last line of its standard error that is not empty. */
void process_last_line(const Process *p, char out[PROCESS_SAID + 1]);

#endif
