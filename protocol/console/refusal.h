/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a move cannot be made, in words for a person. */
#ifndef ALULA_REFUSAL_H
#define ALULA_REFUSAL_H

#include "chess/notation.h"

/*
 * The square at the end of a word with the form of a move, if there is no such square, as e9 of
 * Ke9; else an empty word.
 */
Word refusal_square(Word word);

/* Add one sentence about a move that notation_parse() refuses in this position. */
void refusal_write(Text *out, const Position *p, Word move);

#endif
