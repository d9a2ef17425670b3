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
    size_t (*rows)(void);    /* its height; NULL: nothing is shown in pages; 0: unknown */
    /* show a line that takes the place of the last one with this number, from 0, unless other
       output has come since; NULL: lines only come one after the other */
    bool (*place)(size_t number, const char *text);
    bool prompted; /* the last thing on the terminal is a prompt */

    /* the pager: a command shows a screen, and Enter the next one */
    bool paging; /* a command runs whose output is shown in pages */
    bool passed; /* what is left is of an earlier command: the current one ends it */
    size_t room; /* lines that this screen can still take */
    struct {
        char *text;
        size_t length, capacity;
    } left; /* lines for the next screens */
} Output;

/*
 * Write one line; the line feed is added. Unless `whole`, it is wrapped where it is too long for
 * the terminal. False when it could not be written.
 */
bool output_line(Output *o, const char *text, bool whole);

/* Ask for a line: the text stays on the line that is typed. False when it could not be written. */
bool output_prompt(Output *o, const char *text);

/* A command begins; with `pages`, what exceeds the screen waits for output_next_page(). */
void output_begin(Output *o, bool pages);

/* It has ended. */
void output_end(Output *o);

/* Do lines wait for the next page? */
bool output_has_more(const Output *o);

/* Show the next page; false if there is none. */
bool output_next_page(Output *o);

/* Forget the lines that wait; false if there are none. */
bool output_drop_pages(Output *o);

/*
 * Add a line to the log, if there is one, at once, as the program may end at any time. False if
 * that failed: then there is no log any more.
 */
bool output_log_line(Output *o, const char *mark, const char *text, size_t length);

/* From here on, log to this file, which output_set_log() closes at the next call; NULL: no log. */
void output_set_log(Output *o, FILE *log);

#endif
