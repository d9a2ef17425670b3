/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of any size as the 16 bits of a book. Header only. */
#ifndef ALULA_BOOK_WEIGHTS_H
#define ALULA_BOOK_WEIGHTS_H

#include <stdint.h>

/*
 * A sum, scaled so that the largest of its position fits; nothing that counts becomes 0, which
 * would forbid the move.
 */
static inline uint16_t weight_within(uint64_t sum, uint64_t most) {
    uint64_t weight = sum;

    if (most > UINT16_MAX) /* sums are counts of games: their product with 65535 fits */
        weight = sum * UINT16_MAX / most;
    return (uint16_t)(sum && !weight ? 1 : weight);
}

#endif
