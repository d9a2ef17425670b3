/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Solving an ending by retrograde analysis (T. Ströhlein 1970; K. Thompson 1986): from mates, and
 * from captures and pawn moves into known endings, backwards one ply at a time. With pawns, each
 * placement of the pawns is solved separately, the most advanced ones first.
 */
#ifndef ALULA_ENDINGS_SOLVER_H
#define ALULA_ENDINGS_SOLVER_H

#include "ending.h"

/* Returns the endings that captures and promotions may lead to, each once, at most ENDINGS. */
int solver_next_endings(EndingSet *set, const Ending *e, Ending *out[ENDINGS]);

/*
 * Solves an ending; the endings that follow it must be loaded. Returns false, with the ending not
 * loaded, if `stop`, which is polled, returned true.
 */
bool solver_run(EndingSet *set, Ending *e, bool (*stop)(void));

/*
 * Computes the value of a position in which the pawn at place `jumped` of the side not to move has
 * just made its double step. Returns false if the pawn cannot be captured en passant.
 */
bool solver_after_jump(const EndingSet *set, const Ending *e, const EndingSquares s, Color turn,
                       int jumped, EndingValue *out);

#endif
