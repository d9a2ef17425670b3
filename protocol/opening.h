/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An opening line to play: the option OpeningMoves. */
#ifndef ALULA_OPENING_H
#define ALULA_OPENING_H

#include "base/text.h"
#include "chess/gameline.h"

/*
 * NULL if these are legal moves from the start position, in coordinates or SAN, with or without
 * move numbers ("1. e4 e5 2.Nf3"); or an error message.
 */
const char *opening_defect(Word moves);

/*
 * The next move of the line, if the game began at the start position and has followed the line so
 * far; else NO_MOVE.
 */
Move opening_next(Word moves, const GameLine *game);

#endif
