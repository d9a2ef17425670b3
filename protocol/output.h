/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of output: wrapped for a terminal, and copied to a log. */
#ifndef ALULA_OUTPUT_H
#define ALULA_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Takes whole lines, each with its line feed; returns false when they can no longer be written. */
typedef bool OutputWriter(void *context, const char *text, size_t length);

/* Shows a text that the next one replaces, below the lines; "" removes it. */
typedef bool OutputStatus(void *context, const char *text);

typedef struct {
    OutputWriter *write;
    OutputStatus *status; /* NULL: no terminal, or none that can do it */
    void *context;
    FILE *log;               /* NULL: none */
    bool terminal;           /* input and output are a terminal: a person sits there */
    size_t (*columns)(void); /* width of the terminal; NULL: 80 */
    bool prompted;           /* the last thing on the terminal is a prompt */
} Output;

/*
 * Write one line; the line feed is added. Unless `whole`, it is wrapped where it is too long for
 * the terminal. False when it could not be written.
 */
bool output_line(Output *o, const char *text, bool whole);

/* Ask for a line: the text stays on the line that is typed. False when it could not be written. */
bool output_prompt(Output *o, const char *text);

/*
 * Add a line to the log, if there is one, at once, as the program may end at any time. False if
 * that failed: then there is no log any more.
 */
bool output_log_line(Output *o, const char *mark, const char *text, size_t length);

/* From here on, log to this file, which output_set_log() closes at the next call; NULL: no log. */
void output_set_log(Output *o, FILE *log);

#endif
