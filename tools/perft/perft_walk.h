/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way from a wrong count down to the wrong position and move. */
#ifndef ALULA_PERFT_PERFT_WALK_H
#define ALULA_PERFT_PERFT_WALK_H

#include "perft_engine.h"

/*
 * Returns true if the moves of an answer, with their counts, equal ours, or if it lists none. A
 * right total does not suffice: an extra move may hide a missing one.
 */
bool perft_list_is_right(PerftEngine *e, const Position *p, int depth, const PerftAnswer *answer);

/*
 * Walks down from a position, as FEN, whose count or move list `depth` plies below differs, and
 * prints on stdout where the engine errs, and why. Returns NULL, or the error of the engine.
 */
const char *perft_walk(PerftEngine *e, const char *fen, const Position *root, int depth,
                       const PerftAnswer *answer);

#endif
