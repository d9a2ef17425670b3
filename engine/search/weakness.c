/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weakness.h"

int weakness_error(const Weakness *w, const Position *p) {
    const uint64_t bits = (p->key ^ w->seed) * UINT64_C(0x9e3779b97f4a7c15),
                   sides = (uint64_t)w->noise + 1;

    if (!w->seed)
        return 0;
    /* the sum of two even distributions is triangular */
    return (int)((bits >> 48) * sides >> 16) + (int)((bits >> 32 & 0xffff) * sides >> 16) -
           w->noise;
}
