/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Upcoming repetition (M. van Kervinck, "The design and implementation of the Pigeon chess engine",
 * 2014): a cuckoo table of the Zobrist key differences of all reversible moves shows whether one
 * move leads from one position to another, without making moves.
 */
#ifndef ALULA_CYCLE_H
#define ALULA_CYCLE_H

#include "position.h"

/* Fills the table; further calls change nothing. Needs attacks and Zobrist numbers. */
void cycle_init(void);

/*
 * Returns true if one move of a piece of either side, with a free path on board `b`, changes the
 * key by `difference`: the other position is then one reversible move away.
 */
bool cycle_is_closed(const Board *b, uint64_t difference);

#endif
