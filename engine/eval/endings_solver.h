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

/* Polled often during the work, which goes on until it returns false. */
typedef bool SolverGoOn(void *context);

typedef enum { SOLVER_DONE, SOLVER_STOPPED, SOLVER_NO_MEMORY } SolverEnd;

/*
 * Solves an ending; the endings that follow it must be loaded. It is not loaded if `go_on` (NULL:
 * always) returned false or memory is refused. Takes up to three seconds.
 */
SolverEnd solver_run(EndingSet *set, Ending *e, SolverGoOn *go_on, void *context);

/*
 * Solves an ending, after all endings that can follow from it: takes up to 20 seconds and 230 MB.
 */
SolverEnd solver_run_all(EndingSet *set, Ending *e, SolverGoOn *go_on, void *context);

/*
 * Gets the value of a position without castling rights. Returns false if it has other pieces than
 * the endings, or its ending is not loaded.
 */
bool solver_look(const EndingSet *set, const Board *b, EndingValue *out);

/*
 * Computes the value of a position in which the pawn at place `jumped` of the side not to move has
 * just made its double step. Returns false if the pawn cannot be captured en passant.
 */
bool solver_after_jump(const EndingSet *set, const Ending *e, const EndingSquares s, Color turn,
                       int jumped, EndingValue *out);

#endif
