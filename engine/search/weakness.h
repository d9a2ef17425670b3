/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Strength limit: errors that people make. They depend on the position and a seed, so that a game
 * has the same errors again and again.
 */
#ifndef ALULA_WEAKNESS_H
#define ALULA_WEAKNESS_H

#include <stdint.h>

#include "chess/position.h"

typedef struct {
    uint64_t seed; /* selects the errors; 0: none of any kind */
    int noise;     /* evaluation noise: errors up to this many centipawns, small ones more often */
    int overlooks; /* percent of the replies that are overlooked; see weakness_overlooks() */
    int misses_mate; /* percent of the own mates in one that are overlooked */
} Weakness;

/* The error of the evaluation of a position in centipawns. */
int weakness_error(const Weakness *w, const Position *p);

/*
 * Is this legal move, `ply` plies from the root, overlooked? `last` is the move that led to the
 * position, or NO_MOVE. A player looks at the piece that has just moved: captures on its square and
 * the eight squares around it are always seen. Checks, captures by pawns and of queens are mostly
 * seen; moves from far away, along diagonals, backwards and by knights less often than others; what
 * is two plies away less often than what is next. An own move is seen more often than a reply.
 */
bool weakness_overlooks(const Weakness *w, const Position *p, Move m, Move last, int ply);

#endif
