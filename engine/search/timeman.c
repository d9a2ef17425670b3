/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "timeman.h"

#include <assert.h>

#include "base/util.h"

/* Times are limited to this many milliseconds (11 days), so that sums cannot overflow. */
#define LONGEST_MS INT64_C(1000000000)

/*
 * Returns the reserve in addition to the move overhead, or less if little time is left. The system
 * may run other programs for 200 ms: the reserve covers such delays unless the increment soon does.
 */
static int64_t reserve_of(int64_t clock, int64_t increment) {
    const int64_t wanted = clamp64(250 - 4 * min64(increment, 250), 70, 250);

    return min64(wanted, clock * 3 / 4);
}

/*
 * Sudden death: returns the number of moves among which the clock is shared. The number falls with
 * the game ply, so that the easy opening moves take little time, and most is spent on moves 15 to
 * 40, where games are decided. Later shares are small, as they are parts of the remaining time.
 */
static int64_t moves_in_sudden_death(bool has_increment, int ply) {
    return has_increment ? clamp(20 - ply / 5, 6, 20) : clamp(34 - ply / 5, 20, 34);
}

/*
 * Shares the clock among the remaining moves, plus most of the increment. The hard limit allows
 * several shares for a difficult move, but only a part of the clock, so that no move loses on time.
 */
static Budget clock_budget(const Limits *l, Color us, int ply) {
    const int64_t overhead = clamp64(l->overhead_ms, 0, LONGEST_MS);
    const int64_t clock = clamp64(l->clock_ms[us], 1, LONGEST_MS);
    const int64_t increment = clamp64(l->increment_ms[us], 0, LONGEST_MS);
    const int64_t reserve = reserve_of(clock, increment);
    const int64_t left = clamp64(clock - overhead - reserve, 1, LONGEST_MS);
    const int64_t moves = l->moves_to_go > 0 ? clamp64(l->moves_to_go, 1, 40)
                                             : moves_in_sudden_death(increment > 0, ply);
    /* the increment is added after the move */
    const int64_t gain = clamp64(increment - overhead, 0, LONGEST_MS);
    /* keep one share: the last move before a time control must not start with an empty clock */
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

Budget timeman_budget(const Limits *l, Color us, int ply) {
    Budget b = {TIME_UNLIMITED, TIME_UNLIMITED};

    if (l->clock_ms[us])
        b = clock_budget(l, us, ply);
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
