/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Input: each line is resolved once, on arrival, into a command and its arguments; then it runs or
 * waits for its turn. Scripts are read here, and pending moves are completed at the end of the
 * input.
 */
#ifndef ALULA_INPUT_H
#define ALULA_INPUT_H

#include "frontend.h"

/*
 * Finds the row for the first word of a line and leaves the rest in *line. Returns NULL, with *line
 * unchanged, if there is none.
 */
const Command *input_find(const Command *table, Word *line);

/* Runs until the input ends, a command quits, or the output can no longer be written. */
void input_run(Frontend *f);

/*
 * Handles the next message, waiting as mailbox_take() does, but not beyond f->queue.wake_ms.
 * Returns false if no message arrived.
 */
bool input_step(Frontend *f, int timeout_ms);

/*
 * Queues the lines of a text before all other waiting lines; f->queue.reading is set until the last
 * line of the text has run. Returns false, with no line added, when out of memory.
 */
bool input_read(Frontend *f, Word text);

/*
 * Ends the program after the end of the input. A search for a move is completed first if depth,
 * nodes or time per move limit it. Protocols with `finishes` also make a move on a clock, after a
 * short grace period.
 */
void input_finish(Frontend *f);

/* Answers the lines that wait for memory at once, because the other side quits. */
void input_answer_waiting(Frontend *f);

/*
 * Returns true if the user wants to interrupt a long command, by Ctrl-C, or by `stop` or `quit` on
 * a terminal. Long commands poll this function. Lines of a script wait for their turn.
 */
bool input_interrupted(void *frontend);

/* The negation of input_interrupted(), as a callback. */
bool input_goes_on(void *frontend);

#endif
