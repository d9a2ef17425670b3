/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts for positions of impossible material, such as ten queens and eight pawns. */
#ifndef ALULA_PERFT_PERFT_UNCHECKED_H
#define ALULA_PERFT_PERFT_UNCHECKED_H

#include "perft_count.h"

/*
 * Counts `depth` plies below a position of any material, on one thread. Returns NULL, or an error
 * message with *nodes invalid. Sums beyond 64 bits become PERFT_OVERFLOW. Ends when interrupted.
 */
const char *perft_unchecked_count(const Board *b, int depth, uint64_t *nodes);

/* Counts like perft_count_leaves(); the result must be initialized with zeros. */
bool perft_unchecked_leaves(const PerftOptions *o, const Position *p, int depth, PerftResult *c);

#endif
