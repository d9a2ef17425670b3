/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Explains why a move is illegal. */
#ifndef ALULA_REFUSAL_H
#define ALULA_REFUSAL_H

#include "chess/notation.h"

/*
 * Returns the square at the end of a word in the form of a move if no such square exists, such as
 * e9 in Ke9; else an empty word.
 */
Word refusal_square(Word word);

/* Adds one sentence about a move that notation_parse() refuses in this position. */
void refusal_write(Text *out, const Position *p, Word move);

#endif
