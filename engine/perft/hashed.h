/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Perft with a hash table: positions reached by different move orders are counted once. */
#ifndef ALULA_HASHED_H
#define ALULA_HASHED_H

#include <stdatomic.h>

#include "perft.h"

/*
 * A hash table of counts, shared by any number of threads. docs/perft.md estimates the probability
 * of a false entry.
 */
typedef struct PerftTable PerftTable;

/* Returns a table of at most `bytes` bytes (at least 64), or NULL if memory is refused. */
PerftTable *perft_table_new(size_t bytes);
void perft_table_free(PerftTable *table);

/*
 * Divides the table among the depths below `count` positions that are to be counted to `depth`, by
 * the expected number of positions. If several `runs` of about as many positions follow each other,
 * the first one divides the table for all. No thread may be using the table.
 */
void hashed_divide(PerftTable *table, const PerftUnit *units, size_t count, int depth, size_t runs);

/*
 * Returns the number of leaves `depth` plies below, or PERFT_OVERFLOW, for example if *stop was set
 * meanwhile. With `shared`, other threads use the same table: positions that one thread has started
 * to count are postponed by the others.
 */
uint64_t hashed_count(const Board *b, int depth, PerftTable *table, bool shared,
                      const atomic_bool *stop);

#endif
