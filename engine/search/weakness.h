/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Strength limit: a person of a rating who chooses the moves (person.h), or an evaluation with
 * errors. They depend on the position and a seed, so that a game has the same errors again and
 * again.
 */
#ifndef ALULA_WEAKNESS_H
#define ALULA_WEAKNESS_H

#include <stdint.h>

#include "chess/position.h"

typedef struct {
    uint64_t seed; /* selects the errors; 0: none of any kind */
    int noise;     /* evaluation noise: errors up to this many centipawns, small ones more often */
    int person; /* rating of the person who chooses, see person_choose(); 0: the best move is played
                 */
} Weakness;

/* Returns the error of the evaluation of a position in centipawns. */
int weakness_error(const Weakness *w, const Position *p);

#endif
