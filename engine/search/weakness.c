/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weakness.h"

#include "chess/attacks.h"
#include "chess/bitboard.h"

static uint64_t mix(const Weakness *w, const Position *p, uint64_t what) {
    return ((p->key ^ w->seed) + what) * UINT64_C(0x9e3779b97f4a7c15);
}

int weakness_error(const Weakness *w, const Position *p) {
    const uint64_t bits = mix(w, p, 0), sides = (uint64_t)w->noise + 1;

    if (!w->seed)
        return 0;
    /* the sum of two even distributions is triangular */
    return (int)((bits >> 48) * sides >> 16) + (int)((bits >> 32 & 0xffff) * sides >> 16) -
           w->noise;
}

bool weakness_overlooks(const Weakness *w, const Position *p, Move m, Move last) {
    const Square to = move_to(m);

    if (!w->seed || !w->overlooks || !position_is_capture(p, m))
        return false;
    if (last != NO_MOVE && (to == move_to(last) || (attacks_king(move_to(last)) & bb_of(to))))
        return false;
    return (int)((mix(w, p, m) >> 40) % 100) < w->overlooks;
}
