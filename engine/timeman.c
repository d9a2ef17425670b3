/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "timeman.h"

#include <assert.h>

#include "util.h"

/* Times are cut to this many milliseconds (11 days), so that sums cannot overflow. */
#define LONGEST_MS INT64_C(1000000000)

/*
 * Kept in reserve, unless little more than that is left: with five programs for each core, moves
 * that usually take 6 ms sometimes took 200 ms (docs/history.md).
 */
#define RESERVE_MS INT64_C(250)

/* Sudden death: the clock is shared among this many moves; found by games at 2+0.02. */
enum { MOVES_WITH_INCREMENT = 16, MOVES_WITHOUT = 26 };

/*
 * Share the clock among the remaining moves, plus most of the increment. In sudden death the number
 * of moves is small, so that most of the clock is used by about move 40, where games are decided;
 * later shares are small, as they are parts of what is left. The hard limit allows a difficult move
 * several shares, but only a part of the clock, so that no move loses on time.
 */
static Budget clock_budget(const Limits *l, Color us) {
    const int64_t overhead = clamp64(l->overhead_ms, 0, LONGEST_MS);
    const int64_t clock = clamp64(l->clock_ms[us], 1, LONGEST_MS);
    const int64_t increment = clamp64(l->increment_ms[us], 0, LONGEST_MS);
    const int64_t reserve = min64(RESERVE_MS, clock * 3 / 4);
    const int64_t left = clamp64(clock - overhead - reserve, 1, LONGEST_MS);
    const int64_t moves = l->moves_to_go > 0 ? clamp64(l->moves_to_go, 1, 40)
                          : increment        ? MOVES_WITH_INCREMENT
                                             : MOVES_WITHOUT;
    /* the increment of this move is added after it */
    const int64_t gain = clamp64(increment - overhead, 0, LONGEST_MS);
    /* one share is kept: the last move before a time control must not find an empty clock */
    const int64_t share = left / (moves + (l->moves_to_go > 0)) + gain * 3 / 4;
    Budget b;

    if (moves == 1 && l->moves_to_go > 0) {
        b.hard_ms = left * 8 / 10;
        b.soft_ms = left * 6 / 10;
    } else {
        b.hard_ms = min64(share * 5, left * 6 / 10);
        b.soft_ms = min64(l->moves_to_go > 0 ? share * 8 / 10 : share, left * 4 / 10);
    }
    return b;
}

Budget timeman_budget(const Limits *l, Color us) {
    Budget b = {TIME_UNLIMITED, TIME_UNLIMITED};

    if (l->clock_ms[us])
        b = clock_budget(l, us);
    if (l->move_ms) {
        const int64_t move = clamp64(l->move_ms, 1, INT64_MAX / 4);
        const int64_t overhead = clamp64(l->overhead_ms, 0, move / 2);

        b.hard_ms = min64(b.hard_ms, move - overhead);
        if (!l->clock_ms[us])
            b.soft_ms = b.hard_ms;
    }
    b.hard_ms = max64(b.hard_ms, 1);
    b.soft_ms = clamp64(b.soft_ms, 1, b.hard_ms);
    assert(1 <= b.soft_ms && b.soft_ms <= b.hard_ms);
    return b;
}
