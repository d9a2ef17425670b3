/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line of moves that the user wants to see played: the option OpeningMoves. */
#ifndef ALULA_OPENING_H
#define ALULA_OPENING_H

#include "gameline.h"
#include "text.h"

/*
 * NULL if these are legal moves from the start of a game, in coordinates or SAN, with or without
 * numbers ("1. e4 e5 2.Nf3"); or what is wrong.
 */
const char *opening_defect(Word moves);

/*
 * What such a line has for the next move, if the game began at the usual start and every move so
 * far was the line's; NO_MOVE if not.
 */
Move opening_next(Word moves, const GameLine *game);

#endif
