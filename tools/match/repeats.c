/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "repeats.h"

#include "tools/common/memory.h"

/* The slot of a digest, perhaps unused. */
static RepeatSlot *find(const Repeats *r, uint64_t digest) {
    size_t at = (size_t)digest & (r->room - 1);

    while (r->slot[at].game >= 0 && r->slot[at].digest != digest)
        at = (at + 1) & (r->room - 1);
    return &r->slot[at];
}

static void grow(Repeats *r) {
    Repeats larger = *r;

    larger.room = r->room ? 2 * r->room : 64;
    larger.slot = memory_new(larger.room, sizeof *larger.slot);
    for (size_t i = 0; i < larger.room; i++)
        larger.slot[i].game = -1;
    for (size_t i = 0; i < r->room; i++)
        if (r->slot[i].game >= 0)
            *find(&larger, r->slot[i].digest) = r->slot[i];
    free(r->slot);
    *r = larger;
}

void repeats_add(Repeats *r, int64_t game, uint64_t digest) {
    RepeatSlot *s;
    int64_t first, later;

    if (2 * r->used >= r->room)
        grow(r);
    s = find(r, digest);
    if (s->game < 0) {
        *s = (RepeatSlot){digest, game};
        r->used++;
        return;
    }
    first = game < s->game ? game : s->game;
    later = game < s->game ? s->game : game;
    s->game = first;
    if (!r->count++ || later < r->repeat) {
        r->earlier = first;
        r->repeat = later;
    }
}

void repeats_free(Repeats *r) {
    free(r->slot);
    *r = (Repeats){.slot = NULL};
}
