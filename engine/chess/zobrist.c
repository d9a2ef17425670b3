/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "zobrist.h"

uint64_t zobrist_number[ZOBRIST_COUNT];

/*
 * MT19937-64 of M. Matsumoto and T. Nishimura, "Tables of 64-bit Mersenne Twisters", ACM TOMACS
 * 2000; the parameters are theirs.
 */
enum { STATE = 312, MIDDLE = 156 };

static void twist(uint64_t state[STATE]) {
    for (unsigned i = 0; i < STATE; i++) {
        const uint64_t high = state[i] & UINT64_C(0xffffffff80000000);
        const uint64_t low = state[(i + 1) % STATE] & UINT64_C(0x7fffffff);
        const uint64_t x = high | low;
        state[i] =
            state[(i + MIDDLE) % STATE] ^ x >> 1 ^ (x & 1 ? UINT64_C(0xb5026f5aa96619e9) : 0);
    }
}

static uint64_t temper(uint64_t x) {
    x ^= x >> 29 & UINT64_C(0x5555555555555555);
    x ^= x << 17 & UINT64_C(0x71d67fffeda60000);
    x ^= x << 37 & UINT64_C(0xfff7eee000000000);
    return x ^ x >> 43;
}

void zobrist_init(void) {
    uint64_t state[STATE] = {5489};

    if (zobrist_number[0])
        return;
    for (unsigned i = 1; i < STATE; i++)
        state[i] = UINT64_C(6364136223846793005) * (state[i - 1] ^ state[i - 1] >> 62) + i;
    for (unsigned i = 0; i < ZOBRIST_COUNT; i++) {
        if (i % STATE == 0)
            twist(state);
        zobrist_number[i] = temper(state[i % STATE]);
    }
}
