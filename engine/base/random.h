/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * splitmix64: random numbers that are the same on every machine (G. Steele, D. Lea and C. Flood,
 * "Fast splittable pseudorandom number generators", 2014; this form by S. Vigna). Header only.
 *
 * C does not define the order in which arguments are evaluated, so no call may contain two of these
 * calls among its arguments.
 */
#ifndef ALULA_RANDOM_H
#define ALULA_RANDOM_H

#include <stdint.h>

/* Returns 64 random bits. Any number is a valid seed. */
static inline uint64_t random_next(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Returns a number from 0 to n - 1. */
static inline unsigned random_below(uint64_t *state, unsigned n) {
    return (unsigned)((random_next(state) >> 32) * n >> 32);
}

/* Returns a seed made of two numbers. */
static inline uint64_t random_seed(uint64_t a, uint64_t b) {
    const uint64_t first = random_next(&a);

    b ^= first;
    return random_next(&b);
}

#endif
