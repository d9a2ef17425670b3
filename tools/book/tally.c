/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tally.h"

#include "tools/common/memory.h"

/* Returns the slot of a move, or the free slot to put it in. */
static TallyMove *find_slot(const BookTally *t, uint64_t key, uint16_t move) {
    size_t i = (size_t)((key + move) * UINT64_C(0x9e3779b97f4a7c15) >> 16) & (t->slots - 1);

    while (t->slot[i].games && (t->slot[i].key != key || t->slot[i].move != move))
        i = (i + 1) & (t->slots - 1);
    return &t->slot[i];
}

static void grow(BookTally *t) {
    const BookTally old = *t;

    t->slots = old.slots ? 2 * old.slots : 1024;
    t->slot = memory_new(t->slots, sizeof *t->slot);
    for (size_t i = 0; i < old.slots; i++)
        if (old.slot[i].games)
            *find_slot(t, old.slot[i].key, old.slot[i].move) = old.slot[i];
    free(old.slot);
}

TallyMove *tally_count(BookTally *t, uint64_t key, uint16_t move) {
    TallyMove *at;

    if (2 * t->count >= t->slots)
        grow(t);
    at = find_slot(t, key, move);
    if (!at->games) {
        *at = (TallyMove){.key = key, .move = move};
        t->count++;
    }
    at->games += at->games < UINT32_MAX;
    return at;
}

void tally_free(BookTally *t) {
    free(t->slot);
    *t = (BookTally){NULL, 0, 0};
}
