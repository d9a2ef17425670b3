/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting positions of impossible material, as ten queens and eight pawns. */
#ifndef ALULA_PERFT_PERFT_UNCHECKED_H
#define ALULA_PERFT_PERFT_UNCHECKED_H

#include "perft_count.h"

/*
 * Count `depth` plies below a position of any material, on one thread. Returns NULL, or an error;
 * then *nodes is not known. Sums beyond 64 bits become PERFT_OVERFLOW. An interrupt ends it.
 */
const char *perft_unchecked_count(const Board *b, int depth, uint64_t *nodes);

/* As perft_count_leaves(), of a result that starts as zeros. */
bool perft_unchecked_leaves(const PerftOptions *o, const Position *p, int depth, PerftResult *c);

#endif
