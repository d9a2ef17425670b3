/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "repeats.h"

#include "base/util.h"

void repeats_add(Repeats *r, int64_t game, uint64_t digest) {
    UnitResult *known;
    int64_t first, later;

    if (unit_table_add(&r->known, digest, 0, (uint64_t)game) == UNIT_NEW)
        return;
    known = unit_table_find(&r->known, digest);
    first = min64(game, (int64_t)known->place);
    later = max64(game, (int64_t)known->place);
    known->place = (uint64_t)first;
    if (!r->count++ || later < r->repeat) {
        r->earlier = first;
        r->repeat = later;
    }
}

void repeats_free(Repeats *r) {
    unit_table_free(&r->known);
    *r = (Repeats){.count = 0};
}
