/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shuffle.h"
#include "base/random.h"

Shuffle shuffle_new(uint64_t count, uint64_t seed) {
    Shuffle shuffle = {.count = count, .side = 1};

    while ((uint64_t)shuffle.side * shuffle.side < count)
        shuffle.side += 1 + shuffle.side / 64;
    while ((uint64_t)(shuffle.side - 1) * (shuffle.side - 1) >= count)
        shuffle.side--;
    for (int i = 0; i < SHUFFLE_ROUNDS; i++)
        shuffle.key[i] = random_next(&seed);
    return shuffle;
}

/* Returns the round function of the Feistel network: a hash of a half, from 0 to side - 1. */
static uint32_t round_function(const Shuffle *shuffle, uint32_t half, int round) {
    uint64_t x = (half + shuffle->key[round]) * UINT64_C(0xbf58476d1ce4e5b9);

    x = (x ^ x >> 29) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((x >> 32) * shuffle->side >> 32);
}

uint64_t shuffle_at(const Shuffle *shuffle, uint64_t index) {
    do {
        uint32_t left = (uint32_t)(index / shuffle->side),
                 right = (uint32_t)(index % shuffle->side);

        for (int i = 0; i < SHUFFLE_ROUNDS; i++) {
            const uint64_t sum = (uint64_t)left + round_function(shuffle, right, i);

            left = right;
            right = (uint32_t)(sum >= shuffle->side ? sum - shuffle->side : sum);
        }
        index = (uint64_t)left * shuffle->side + right;
    } while (index >= shuffle->count);
    return index;
}
