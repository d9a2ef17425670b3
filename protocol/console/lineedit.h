/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lines typed at a terminal: editing, history, completion. One thread reads keys while others
 * write; what they write appears above the line that is being edited, and never in it.
 *
 * Where there is no terminal that can do that (a pipe, TERM=dumb, Windows) nothing is edited, and
 * lines are read as they come.
 */
#ifndef ALULA_LINEEDIT_H
#define ALULA_LINEEDIT_H

#include <stdbool.h>
#include <stddef.h>

/* The nth word that may begin a line: "" for one that is passed over, NULL at the end. */
typedef const char *LineeditWord(size_t n);

/*
 * Begin to edit on standard input and output. Lines are kept in the file `history` from one time
 * to the next; NULL: only in memory. False if this is no place for it: nothing is changed then.
 * The terminal is given back when the program ends, also by a signal.
 */
bool lineedit_start(LineeditWord *words, const char *history);

/* Give the terminal back, until the program ends. Nothing happens where nothing is edited. */
void lineedit_end(void);

/* What keys have come to. */
typedef enum {
    LINEEDIT_LINE,      /* a line, without its end */
    LINEEDIT_TOO_LONG,  /* one with more bytes than there is room for; its beginning */
    LINEEDIT_INTERRUPT, /* Ctrl-C: end what goes on */
    LINEEDIT_LEAVE,     /* Ctrl-C twice: leave at once */
    LINEEDIT_END,       /* Ctrl-D, or the terminal is gone */
} LineeditKind;

/* Bytes of a line that can be edited, with a NUL. */
enum { LINEEDIT_SIZE = 4096 };

/* Wait for the next of them; *length bytes of text come with a line. One thread calls it. */
LineeditKind lineedit_read(char line[LINEEDIT_SIZE], size_t *length);

/* How wide the terminal is at this moment; 80 if that is unknown. */
size_t lineedit_columns(void);

/*
 * Write to the terminal: whole lines appear above the line that is edited, and a text without an
 * end of line becomes the prompt in front of it. False when it cannot be written.
 */
bool lineedit_write(const char *text, size_t length);

#endif
