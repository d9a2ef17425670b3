/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Perft (performance test; R. Hyatt, Cray Blitz, 1980s): counts the leaves of the tree of legal
 * moves, to test and to time a move generator.
 */
#ifndef ALULA_PERFT_H
#define ALULA_PERFT_H

#include "chess/movegen.h"

/*
 * Returns the number of leaves `depth` plies below a position; 1 for depth 0. Bulk counting: the
 * last two plies are counted without making each move, see last_plies.h.
 */
uint64_t perft_count(const Board *b, int depth);

/* Called many times a second; false stops the count. */
typedef bool PerftGoOn(void *context);

/*
 * Adds perft_count() to *leaves, polling go_on(context). Returns false if go_on() stopped the count
 * early; the leaves counted by then have been added.
 */
bool perft_count_while(const Position *p, int depth, PerftGoOn *go_on, void *context,
                       uint64_t *leaves);

/* Counts without bulk counting, visiting every leaf: slower, as a check of perft_count(). */
uint64_t perft_visit(const Position *p, int depth);

/* A count that does not fit 64 bits. */
#define PERFT_OVERFLOW UINT64_MAX

/*
 * Moves of the last ply by kind; for depth 0 all but nodes are 0. A check by two pieces is double;
 * a check by a single piece that did not move is discovered.
 */
typedef struct {
    uint64_t nodes, captures, en_passants, castlings, promotions;
    uint64_t checks, discovered_checks, double_checks, mates;
} PerftKinds;

/* Counts the moves of the last ply by kind; slower than perft_count(). */
void perft_kinds(const Position *p, int depth, PerftKinds *out);

/*
 * Returns true if the count at this depth is, by an estimate, larger than `limit`, which is 2^64 or
 * more. Extrapolates in a few milliseconds from the counts of shallow depths, by the smaller of
 * their last two growth factors over two plies. Can be wrong if the position soon becomes blocked
 * or the game ends.
 */
bool perft_is_beyond(const Board *b, int depth, double limit);

/* A unit of work: a position whose count is to be multiplied by `times`. */
typedef struct {
    Position position;
    uint64_t times;
    Move first; /* the root move that leads to the position, or the first of several */
} PerftUnit;

/* Maximum number of distinct units, of about 200 bytes each. */
enum { PERFT_MAX_UNITS = 2000000 };

/*
 * Lists the positions `plies` below a root as units[count], in the order of moves; with `distinct`,
 * merges equal positions, in the order of their keys. Returns NULL, or an error if memory is
 * refused or there are too many positions. The caller frees *units.
 */
const char *perft_split(const Position *root, int plies, bool distinct, PerftUnit **units,
                        size_t *count);

/* Return a * b and a + b, or PERFT_OVERFLOW if the result does not fit. */
uint64_t perft_multiply(uint64_t a, uint64_t b);
uint64_t perft_add(uint64_t a, uint64_t b);

#endif
