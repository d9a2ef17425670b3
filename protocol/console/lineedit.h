/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lines typed at a terminal: editing, history, completion. One thread reads keys while others
 * write; their output appears above the edited line, never in it. Without a capable terminal (a
 * pipe, TERM=dumb, Windows) lines are read without editing.
 */
#ifndef ALULA_LINEEDIT_H
#define ALULA_LINEEDIT_H

#include <stdbool.h>
#include <stddef.h>

/* Candidates for completing the last typed word. */
typedef struct {
    char *text; /* the words, each with its NUL */
    size_t length, capacity, count;
    size_t from;         /* offset of the typed word in the line */
    size_t hidden;       /* leading bytes of each word that lists omit */
    const char *context; /* as set by lineedit_set_context(); NULL: none */
} LineeditWords;

/*
 * Finds candidates for this text, the line up to the cursor. A word that ends in '/' may be
 * continued; a word that begins with a quote will get a closing quote. Runs in the thread of
 * lineedit_read().
 */
typedef void LineeditComplete(LineeditWords *words, const char *typed, size_t length);

/* Sets the context for LineeditComplete; may be called from other threads. */
void lineedit_set_context(const char *text);

/* Adds a candidate, or drops it when out of memory. */
void lineedit_add_word(LineeditWords *words, const char *word);

/*
 * Starts editing on standard input and output, with the history in the file `history`; NULL: in
 * memory only. Returns false, with nothing changed, if the terminal is not capable. The terminal is
 * restored when the program ends, even by a signal.
 */
bool lineedit_start(LineeditComplete *complete, const char *history);

/* Restores the terminal at the end of the program, if it was changed. */
void lineedit_end(void);

/* Kinds of input. */
typedef enum {
    LINEEDIT_LINE,      /* a line, without its line feed */
    LINEEDIT_TOO_LONG,  /* the beginning of a line that is too long */
    LINEEDIT_INTERRUPT, /* Ctrl-C */
    LINEEDIT_LEAVE,     /* Ctrl-C twice: quit at once */
    LINEEDIT_END,       /* Ctrl-D, or the terminal was closed */
} LineeditKind;

/* The size of the longest line, with a NUL. */
enum { LINEEDIT_SIZE = 4096 };

/* Waits for the next input; sets line and *length for lines. Call this from one thread only. */
LineeditKind lineedit_read(char line[LINEEDIT_SIZE], size_t *length);

/* Returns the current terminal width; 80 if unknown. */
size_t lineedit_columns(void);

/* Returns the current terminal height; 0 if unknown. */
size_t lineedit_rows(void);

/* The prompt of a pager: blank and q need no Enter, and the prompt is erased. */
#define LINEEDIT_MORE "-- more: Enter, q to stop -- "

/*
 * Writes to the terminal: whole lines appear above the edited line; a text without line feed, even
 * "", becomes the prompt. Returns false if writing failed.
 */
bool lineedit_write(const char *text, size_t length);

/*
 * Shows a line in a block above the edited line, in place of the last line with this number, from
 * 0. Other output ends the block, and the next call begins a new one. The line is cut to the
 * terminal width, and dropped if the block fills the terminal. Returns false if writing failed.
 */
bool lineedit_place(size_t number, const char *text);

#endif
