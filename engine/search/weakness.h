/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Strength limit: a model of a person who chooses the moves (person.h), or evaluation errors. Both
 * are deterministic for a position and seed, so errors are consistent within a game.
 */
#ifndef ALULA_WEAKNESS_H
#define ALULA_WEAKNESS_H

#include <stdint.h>

#include "chess/position.h"

typedef struct {
    uint64_t seed; /* selects the errors; 0: no weakness */
    int noise;     /* evaluation noise: errors up to this many centipawns, small ones more often */
    int person;    /* rating of the person to imitate, see person_choose(); 0: play the best move */
} Weakness;

/* Returns the evaluation error of a position in centipawns. */
static inline int weakness_error(const Weakness *w, const Position *p) {
    const uint64_t bits = (p->key ^ w->seed) * UINT64_C(0x9e3779b97f4a7c15),
                   sides = (uint64_t)w->noise + 1;

    if (!w->seed)
        return 0;
    /* the sum of two uniform distributions is triangular */
    return (int)((bits >> 48) * sides >> 16) + (int)((bits >> 32 & 0xffff) * sides >> 16) -
           w->noise;
}

#endif
