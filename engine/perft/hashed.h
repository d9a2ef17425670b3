/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Perft with a hash table: positions that different orders of moves reach are counted once. Used by
 * perft.c; its users see PerftTable in perft.h.
 */
#ifndef ALULA_HASHED_H
#define ALULA_HASHED_H

#include <stdatomic.h>

#include "perft.h"

/*
 * Divide the table among the depths below `count` positions that are to be counted to `depth`, by
 * the number of positions to be expected there. If that many `runs` of about as many positions
 * follow each other, more than one, the first divides it for all. Not while a thread uses the
 * table.
 */
void hashed_divide(PerftTable *table, const PerftUnit *units, size_t count, int depth, size_t runs);

/*
 * The number of leaves `depth` plies below, or PERFT_OVERFLOW, also when *stop was set meanwhile.
 * With `shared`, other threads count with the same table: what one of them is about to count, the
 * others leave for later.
 */
uint64_t hashed_count(const Board *b, int depth, PerftTable *table, bool shared,
                      const atomic_bool *stop);

#endif
