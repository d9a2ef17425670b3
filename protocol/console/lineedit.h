/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lines typed at a terminal: editing, history, completion. One thread reads keys while others
 * write; what they write appears above the line that is being edited, and never in it.
 *
 * Without a capable terminal (a pipe, TERM=dumb, Windows) there is no editing, and lines are read
 * as they come.
 */
#ifndef ALULA_LINEEDIT_H
#define ALULA_LINEEDIT_H

#include <stdbool.h>
#include <stddef.h>

/* Words that may take the place of the last one that was typed. */
typedef struct {
    char *text; /* one after the other, each with its NUL */
    size_t length, capacity, count;
    size_t from;         /* where the typed word begins */
    size_t hidden;       /* bytes of each that a list of them leaves out */
    const char *context; /* as set by lineedit_set_context(); NULL: none */
} LineeditWords;

/*
 * Find the words for this text, the line up to the cursor. One that ends in '/' may go on; one that
 * begins with a quote will be closed by one. The thread of lineedit_read() calls it.
 */
typedef void LineeditComplete(LineeditWords *words, const char *typed, size_t length);

/* A text for LineeditComplete, which other threads may change. */
void lineedit_set_context(const char *text);

/* Add a word; it is left out if memory is refused. */
void lineedit_add_word(LineeditWords *words, const char *word);

/*
 * Start editing on standard input and output. The history is kept in the file `history`; NULL: only
 * in memory. False if the terminal cannot do it; nothing is changed then. The terminal is restored
 * when the program ends, also by a signal.
 */
bool lineedit_start(LineeditComplete *complete, const char *history);

/* Restore the terminal, at the end of the program. Nothing happens if it was not changed. */
void lineedit_end(void);

/* What was entered. */
typedef enum {
    LINEEDIT_LINE,      /* a line, without its line feed */
    LINEEDIT_TOO_LONG,  /* the beginning of a line that is too long */
    LINEEDIT_INTERRUPT, /* Ctrl-C */
    LINEEDIT_LEAVE,     /* Ctrl-C twice: quit at once */
    LINEEDIT_END,       /* Ctrl-D, or the terminal was closed */
} LineeditKind;

/* The longest line, with a NUL. */
enum { LINEEDIT_SIZE = 4096 };

/* Wait for the next line or key; *length is set for lines. To be called by one thread only. */
LineeditKind lineedit_read(char line[LINEEDIT_SIZE], size_t *length);

/* The current width of the terminal; 80 if it is unknown. */
size_t lineedit_columns(void);

/* Its height; 0 if it is unknown. */
size_t lineedit_rows(void);

/* The prompt of a pager: a blank or q needs no Enter, and the prompt goes away. */
#define LINEEDIT_MORE "-- more: Enter, q to stop -- "

/*
 * Write to the terminal: whole lines appear above the line that is edited; a text without a line
 * feed becomes its prompt, "" too. False if it cannot be written.
 */
bool lineedit_write(const char *text, size_t length);

/*
 * Show a line in a block above the line that is edited, in the place of the last one with this
 * number, from 0. Other lines end the block, and the next call begins a new one. It is cut to the
 * width of the terminal, and not shown if there are too many. False if it cannot be written.
 */
bool lineedit_place(size_t number, const char *text);

#endif
