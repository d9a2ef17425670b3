/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A pseudo-random permutation of 0 to count - 1 that takes no memory: a Feistel network with
 * cycle walking (J. Black and P. Rogaway, "Ciphers with arbitrary finite domains", 2002).
 */
#ifndef ALULA_TRAIN_SHUFFLE_H
#define ALULA_TRAIN_SHUFFLE_H

#include <stddef.h>
#include <stdint.h>

enum { SHUFFLE_ROUNDS = 4 };

typedef struct {
    uint64_t count; /* below 2^62 */
    uint32_t side;  /* about the root of count; halves are 0 to side - 1 */
    uint64_t key[SHUFFLE_ROUNDS];
} Shuffle;

/* Returns the permutation of a seed; count is at least 1. */
Shuffle shuffle_new(uint64_t count, uint64_t seed);

/* Returns the element at an index, 0 to count - 1. */
uint64_t shuffle_at(const Shuffle *shuffle, uint64_t index);

#endif
