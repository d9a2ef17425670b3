/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shuffle.h"
#include "random.h"

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

/* A number from 0 to side - 1 that depends on a half in a tangled way. */
static uint32_t tangle(const Shuffle *shuffle, uint32_t half, int round) {
    uint64_t x = (half + shuffle->key[round]) * UINT64_C(0xbf58476d1ce4e5b9);

    x = (x ^ x >> 29) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((x >> 32) * shuffle->side >> 32);
}

uint64_t shuffle_at(const Shuffle *shuffle, uint64_t place) {
    do {
        uint32_t left = (uint32_t)(place / shuffle->side),
                 right = (uint32_t)(place % shuffle->side);

        for (int i = 0; i < SHUFFLE_ROUNDS; i++) {
            const uint64_t sum = (uint64_t)left + tangle(shuffle, right, i);

            left = right;
            right = (uint32_t)(sum >= shuffle->side ? sum - shuffle->side : sum);
        }
        place = (uint64_t)left * shuffle->side + right;
    } while (place >= shuffle->count);
    return place;
}
