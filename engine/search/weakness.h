/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Strength limit: errors that make the search weaker, and more like a weak player. They depend on
 * the position and a seed, so that a game has the same errors again and again.
 */
#ifndef ALULA_WEAKNESS_H
#define ALULA_WEAKNESS_H

#include <stdint.h>

#include "chess/position.h"

typedef struct {
    uint64_t seed; /* selects the errors; 0: none of either kind */
    int noise;     /* evaluation noise: errors up to this many centipawns, small ones more often */
    int overlooks; /* captures overlooked, in percent; never one next to the last move's target */
} Weakness;

/* The error of the evaluation of a position in centipawns. */
int weakness_error(const Weakness *w, const Position *p);

/*
 * Is this legal move overlooked? `last` is the move that led to the position, or NO_MOVE. A player
 * looks at the piece that has just moved: captures on its square and the eight squares around it
 * are always seen.
 */
bool weakness_overlooks(const Weakness *w, const Position *p, Move m, Move last);

#endif
