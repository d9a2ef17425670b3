/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "timeman.h"

/* Beyond this many milliseconds (11 days) more time makes no difference, and sums stay small. */
#define LONGEST_MS INT64_C(1000000000)

/*
 * Never planned with, unless the clock shows little more than that: where there are five programs
 * for each core, moves that mostly take 6 ms took 200 ms now and then (docs/strength.md).
 */
#define RESERVE_MS INT64_C(250)

/* Moves to share the clock among when no control is ahead; found by games at 2+0.02. */
enum { MOVES_WITH_INCREMENT = 16, MOVES_WITHOUT = 26 };

static int64_t clamp(int64_t n, int64_t low, int64_t high) {
    return n < low ? low : n > high ? high : n;
}

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/*
 * Share the clock among the moves that are left and count on most of the increment. When the game
 * has no control ahead, so few moves are counted on that the clock is nearly used up where games
 * are decided, at move 40 or so; what is left then is shared by the same rule, and lasts. The hard
 * limit lets a difficult move take several shares but never more than a part of the clock, so that
 * no move can lose the game on time.
 */
static Budget clock_budget(const Limits *l, Color us) {
    const int64_t overhead = clamp(l->overhead_ms, 0, LONGEST_MS);
    const int64_t clock = clamp(l->clock_ms[us], 1, LONGEST_MS);
    const int64_t increment = clamp(l->increment_ms[us], 0, LONGEST_MS);
    /* kept for the times when a busy machine lets the program wait */
    const int64_t reserve = least(RESERVE_MS, clock * 3 / 4);
    const int64_t left = clamp(clock - overhead - reserve, 1, LONGEST_MS);
    const int64_t moves = l->moves_to_go > 0 ? clamp(l->moves_to_go, 1, 40)
                          : increment        ? MOVES_WITH_INCREMENT
                                             : MOVES_WITHOUT;
    /* the increment of this move is not on the clock yet */
    const int64_t gain = clamp(increment - overhead, 0, LONGEST_MS);
    /* one share is never spent: the last move before a control must not find the clock empty */
    const int64_t share = left / (moves + (l->moves_to_go > 0)) + gain * 3 / 4;
    Budget b;

    if (moves == 1 && l->moves_to_go > 0) {
        b.hard_ms = left * 8 / 10;
        b.soft_ms = left * 6 / 10;
    } else {
        b.hard_ms = least(share * 5, left * 6 / 10);
        b.soft_ms = least(l->moves_to_go > 0 ? share * 8 / 10 : share, left * 4 / 10);
    }
    return b;
}

Budget timeman_budget(const Limits *l, Color us) {
    Budget b = {TIME_UNLIMITED, TIME_UNLIMITED};

    if (l->clock_ms[us])
        b = clock_budget(l, us);
    if (l->move_ms) {
        const int64_t move = clamp(l->move_ms, 1, INT64_MAX / 4);
        const int64_t overhead = clamp(l->overhead_ms, 0, move / 2);

        b.hard_ms = least(b.hard_ms, move - overhead);
        if (!l->clock_ms[us])
            b.soft_ms = b.hard_ms;
    }
    b.hard_ms = b.hard_ms < 1 ? 1 : b.hard_ms;
    b.soft_ms = clamp(b.soft_ms, 1, b.hard_ms);
    return b;
}
