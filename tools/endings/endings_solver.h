/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Solve an ending by retrograde analysis (T. Ströhlein 1970; K. Thompson 1986): from mates, and
 * from captures and pawn moves into what is known, backwards one ply after the other. With pawns,
 * each placement of the pawns is solved by itself, the most advanced ones first.
 */
#ifndef ALULA_ENDINGS_SOLVER_H
#define ALULA_ENDINGS_SOLVER_H

#include "ending.h"

/* The endings that captures and promotions may lead to, each once, at most ENDINGS. */
int solver_next_endings(EndingSet *set, const Ending *e, Ending *out[ENDINGS]);

/*
 * Solve an ending; those that follow it must be loaded. False if `stop` said so, which is asked
 * now and then; then the ending is not loaded.
 */
bool solver_run(EndingSet *set, Ending *e, bool (*stop)(void));

/*
 * The value of a position where the pawn at place `jumped` of the side not to move has just made
 * its double step. False if it cannot be taken in passing.
 */
bool solver_after_jump(const EndingSet *set, const Ending *e, const EndingSquares s, Color turn,
                       int jumped, EndingValue *out);

#endif
