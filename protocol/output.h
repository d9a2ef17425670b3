/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of output: wrapped for a terminal, and copied to a log. */
#ifndef ALULA_OUTPUT_H
#define ALULA_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Writes whole lines, each with its line feed; returns false once the output is closed. */
typedef bool OutputWriter(void *context, const char *text, size_t length);

/* Shows a status text below the lines, replacing the last one; "" removes it. */
typedef bool OutputStatus(void *context, const char *text);

typedef struct {
    OutputWriter *write;
    OutputStatus *status;    /* NULL: not available */
    void *context;           /* passed to `write` and `status` */
    FILE *log;               /* NULL: none */
    bool terminal;           /* input and output are a terminal, used by a person */
    size_t (*columns)(void); /* terminal width; NULL: 80 */
    size_t (*rows)(void);    /* terminal height; NULL: no paging; 0: unknown */
    /*
     * replaces the last line with this number, from 0, unless other output followed; NULL: not
     * available
     */
    bool (*place)(size_t number, const char *text);
    bool prompted; /* the last output on the terminal is a prompt */

    /* the pager: shows the output of a command by screens, on Enter */
    bool paging; /* a command with paged output is running */
    bool passed; /* the remaining text is from an earlier command: the current one discards it */
    size_t room; /* lines left on this screen */
    struct {
        char *text;
        size_t length, capacity;
    } left; /* lines for the next screens */
} Output;

/*
 * Writes one line, adding the line feed. Unless `whole`, it is wrapped to the terminal width.
 * Returns false if it could not be written.
 */
bool output_line(Output *o, const char *text, bool whole);

/* Shows a prompt, without line feed. Returns false if it could not be written. */
bool output_prompt(Output *o, const char *text);

/* Begins a command; with `pages`, lines beyond the screen wait for output_next_page(). */
void output_begin(Output *o, bool pages);

/* Ends the command. */
void output_end(Output *o);

/* Returns true if lines wait for the next page. */
bool output_has_more(const Output *o);

/* Shows the next page; returns false if there is none. */
bool output_next_page(Output *o);

/* Discards the waiting lines; returns false if there are none. */
bool output_drop_pages(Output *o);

/*
 * Adds a line to the log, if there is one, and flushes the log, as the program may end at any time.
 * Returns false if writing failed, which also closes the log.
 */
bool output_log_line(Output *o, const char *mark, const char *text, size_t length);

/* Logs to this file from now on; the next call closes it. NULL ends logging. */
void output_set_log(Output *o, FILE *log);

#endif
