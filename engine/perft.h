/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Count the leaves of the tree of legal moves, to check a move generator and to time it. */
#ifndef ALULA_PERFT_H
#define ALULA_PERFT_H

#include "movegen.h"

/* Leaves `depth` plies below a position; 1 for depth 0. Moves of the last ply are only counted. */
uint64_t perft_count(const Board *b, int depth);

/* The same with every leaf visited: slower, and a check on the counting generator. */
uint64_t perft_visit(const Position *p, int depth);

#endif
