/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Input: a line that arrives is resolved once, into a command and its arguments; it runs, or waits
 * for its turn. Scripts are read here, and at the end of the input moves that are due are finished.
 */
#ifndef ALULA_INPUT_H
#define ALULA_INPUT_H

#include "frontend.h"

/* The row of a line's first word; *line becomes the rest. NULL, with *line untouched, if none. */
const Command *input_find(const Command *table, Word *line);

/* Run until the input ends, a command leaves, or the output can no longer be written. */
void input_run(Frontend *f);

/*
 * Handle the next mail, waiting for it as mailbox_take() does, but not beyond f->queue.wake_ms.
 * False if none came.
 */
bool input_step(Frontend *f, int timeout_ms);

/*
 * Put the lines of a text in front of all others that wait; f->queue.reading is set until the last
 * of them has run. False, with no line added, when memory is refused.
 */
bool input_read(Frontend *f, Word text);

/*
 * The input has ended: leave. A search for a move is finished first if depth, nodes or time for the
 * move limit it. Protocols with `finishes` also make a move on a clock, after a moment.
 */
void input_finish(Frontend *f);

/* The other side quits: lines that wait for memory are answered at once. */
void input_answer_waiting(Frontend *f);

/*
 * True if the user wants to interrupt, by Ctrl-C or by `stop` or `quit` on a terminal; long
 * commands poll it, and end then. A script's lines wait for their turn.
 */
bool input_interrupted(void *frontend);

/* The opposite. */
bool input_goes_on(void *frontend);

#endif
