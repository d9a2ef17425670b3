/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The numbers 0 to count - 1 in a random order that takes no memory: where any place of it leads
 * can be asked at any time. A Feistel network whose halves are numbers below the root of the count,
 * walked until it leads inside (J. Black and P. Rogaway, "Ciphers with arbitrary finite domains",
 * 2002).
 */
#ifndef ALULA_TRAIN_SHUFFLE_H
#define ALULA_TRAIN_SHUFFLE_H

#include <stddef.h>
#include <stdint.h>

enum { SHUFFLE_ROUNDS = 4 };

typedef struct {
    uint64_t count; /* below 2 to the 62 */
    uint32_t side;  /* halves are 0 to side - 1 */
    uint64_t key[SHUFFLE_ROUNDS];
} Shuffle;

/* An order of this seed; count is at least 1. */
Shuffle shuffle_new(uint64_t count, uint64_t seed);

/* What stands at a place, 0 to count - 1. */
uint64_t shuffle_at(const Shuffle *shuffle, uint64_t place);

#endif
