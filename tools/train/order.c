/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "order.h"

#include "../datagen/chance.h"

Order order_new(uint64_t count, uint64_t seed) {
    Order order = {.count = count, .side = 1};

    while ((uint64_t)order.side * order.side < count)
        order.side += 1 + order.side / 64;
    while ((uint64_t)(order.side - 1) * (order.side - 1) >= count)
        order.side--;
    for (int i = 0; i < ORDER_ROUNDS; i++)
        order.key[i] = random_next(&seed);
    return order;
}

/* A number from 0 to side - 1 that depends on a half in a tangled way. */
static uint32_t tangle(const Order *order, uint32_t half, int round) {
    uint64_t x = (half + order->key[round]) * UINT64_C(0xbf58476d1ce4e5b9);

    x = (x ^ x >> 29) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((x >> 32) * order->side >> 32);
}

uint64_t order_at(const Order *order, uint64_t place) {
    do {
        uint32_t left = (uint32_t)(place / order->side), right = (uint32_t)(place % order->side);

        for (int i = 0; i < ORDER_ROUNDS; i++) {
            const uint64_t sum = (uint64_t)left + tangle(order, right, i);

            left = right;
            right = (uint32_t)(sum >= order->side ? sum - order->side : sum);
        }
        place = (uint64_t)left * order->side + right;
    } while (place >= order->count);
    return place;
}
