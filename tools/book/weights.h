/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scaling sums to 16-bit book weights. Header only. */
#ifndef ALULA_BOOK_WEIGHTS_H
#define ALULA_BOOK_WEIGHTS_H

#include <stdint.h>

/*
 * Scales a sum so that `largest`, the largest of its position, fits. Only 0 becomes 0, as a move
 * with that weight is never played.
 */
static inline uint16_t weight_scale(uint64_t sum, uint64_t largest) {
    uint64_t weight = sum;

    if (largest > UINT16_MAX) /* sums are counts of games: their product with 65535 fits */
        weight = sum * UINT16_MAX / largest;
    return (uint16_t)(sum && !weight ? 1 : weight);
}

#endif
