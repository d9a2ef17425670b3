/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Solves an ending by retrograde analysis (T. Ströhlein 1970; K. Thompson 1986): from mates, and
 * from captures and pawn moves into known endings, backwards one ply at a time. With pawns, each
 * placement of the pawns is solved separately, the most advanced ones first.
 */
#ifndef ALULA_ENDINGS_SOLVER_H
#define ALULA_ENDINGS_SOLVER_H

#include "ending.h"

/*
 * Lists the endings to which captures and promotions can lead, each once, and returns their number,
 * at most ENDINGS.
 */
int solver_next_endings(EndingSet *set, const Ending *e, Ending *out[ENDINGS]);

/* Called often during the work, which stops when this function returns false. */
typedef bool SolverGoOn(void *context);

typedef enum { SOLVER_DONE, SOLVER_STOPPED, SOLVER_NO_MEMORY } SolverEnd;

/*
 * Solves an ending; the endings that can follow must be loaded. The ending is not loaded afterwards
 * if `go_on` (NULL: never) stopped the work or memory is refused. Takes up to three seconds.
 */
SolverEnd solver_run(EndingSet *set, Ending *e, SolverGoOn *go_on, void *context);

/* Solves an ending, after all endings that can follow. Takes up to 20 seconds and 230 MB. */
SolverEnd solver_run_all(EndingSet *set, Ending *e, SolverGoOn *go_on, void *context);

/*
 * Looks up the value of a position without castling rights. Returns false if no ending has its
 * pieces, or its ending is not loaded.
 */
bool solver_look(const EndingSet *set, const Board *b, EndingValue *out);

/*
 * Computes the value of a position in which the pawn at index `jumped` of `s`, of the side not to
 * move, has just made a double step. Returns false if the pawn cannot be captured en passant.
 */
bool solver_after_jump(const EndingSet *set, const Ending *e, const EndingSquares s, Color turn,
                       int jumped, EndingValue *out);

#endif
