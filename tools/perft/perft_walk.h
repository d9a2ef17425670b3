/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a wrong count down to the position and the move that are wrong. */
#ifndef ALULA_PERFT_PERFT_WALK_H
#define ALULA_PERFT_PERFT_WALK_H

#include "perft_engine.h"

/*
 * Are the moves that an answer lists ours, with our counts? Right totals do not tell: one move too
 * many hides one that is missing. True of an answer without moves.
 */
bool perft_list_is_right(PerftEngine *e, const Position *p, int depth, const PerftAnswer *answer);

/*
 * Walk down from a position, as FEN, whose count or list `depth` plies below differs, and
 * print on stdout
 * where the engine errs and what it forgets. Returns NULL, or the error of the engine.
 */
const char *perft_walk(PerftEngine *e, const char *fen, const Position *root, int depth,
                       const PerftAnswer *answer);

#endif
