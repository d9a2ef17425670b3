/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of timeman.h: known cases, extreme numbers, and invariants. */
#include "search/timeman.h"

#include "tests.h"

/* Limits of White, and bounds of the result. */
static const struct {
    Limits limits;
    int64_t least_soft, most_soft, least_hard, most_hard;
} cases[] = {
#define CLOCK(ms, inc) .clock_ms = {ms, 1}, .increment_ms = {inc, 0}
    /* no limit given */
    {{.depth = 0}, TIME_UNLIMITED, TIME_UNLIMITED, TIME_UNLIMITED, TIME_UNLIMITED},
    {{.depth = 9, .nodes = 1000}, TIME_UNLIMITED, TIME_UNLIMITED, TIME_UNLIMITED, TIME_UNLIMITED},
    /* sudden death: the first of 34 shares, and up to five of them */
    {{CLOCK(60000, 0)}, 1600, 1800, 8000, 9000},
    {{CLOCK(300000, 0), .overhead_ms = 30}, 8500, 8850, 42500, 44200},
    {{CLOCK(1000, 0), .overhead_ms = 30}, 20, 30, 100, 150},
    {{CLOCK(1, 0)}, 1, 1, 1, 1},
    {{CLOCK(2, 0)}, 1, 1, 1, 1},
    {{CLOCK(10, 0), .overhead_ms = 30}, 1, 1, 1, 1},
    {{CLOCK(31, 0), .overhead_ms = 30}, 1, 1, 1, 1},
    /* increments: about the increment plus a share of the clock */
    {{CLOCK(60000, 1000)}, 3500, 3750, 17500, 18800},
    {{CLOCK(2000, 1000), .overhead_ms = 30}, 300, 1000, 500, 1300},
    /* not more than the remaining time: the increment comes after the move */
    {{CLOCK(100, 10000)}, 1, 60, 1, 70},
    {{CLOCK(100, 10000), .overhead_ms = 30}, 1, 40, 1, 60},
    {{CLOCK(1, 1000)}, 1, 1, 1, 1},
    {{CLOCK(10, 1000), .overhead_ms = 30}, 1, 1, 1, 1},
    /*
     * moves to go: the last move may use much of the time, but not all; many moves are treated
     * alike
     */
    {{CLOCK(10000, 0), .moves_to_go = 1}, 4000, 8000, 6000, 9500},
    {{CLOCK(10000, 0), .moves_to_go = 1, .overhead_ms = 5000}, 2000, 4000, 3000, 4900},
    {{CLOCK(250, 0), .moves_to_go = 1, .overhead_ms = 30}, 15, 180, 20, 200},
    {{CLOCK(60000, 0), .moves_to_go = 2}, 15000, 16000, 33000, 36000},
    {{CLOCK(300000, 0), .moves_to_go = 40}, 5500, 5900, 35000, 37000},
    {{CLOCK(300000, 0), .moves_to_go = 1000000}, 3000, 12000, 7500, 180000},
    {{CLOCK(300000, 0), .moves_to_go = INT32_MAX}, 3000, 12000, 7500, 180000},
    {{CLOCK(300000, 0), .moves_to_go = -5}, 3000, 12000, 7500, 180000},
    {{CLOCK(300000, 0), .moves_to_go = INT32_MIN}, 3000, 12000, 7500, 180000},
    /* st: the whole time minus the overhead */
    {{.move_ms = 1000}, 1000, 1000, 1000, 1000},
    {{.move_ms = 1000, .overhead_ms = 30}, 970, 970, 970, 970},
    {{.move_ms = 10, .overhead_ms = 30}, 5, 5, 5, 5},
    {{.move_ms = 1, .overhead_ms = 30}, 1, 1, 1, 1},
    {{.move_ms = -5}, 1, 1, 1, 1},
    {{.move_ms = INT64_MIN}, 1, 1, 1, 1},
    /* st and a clock: the shorter one */
    {{CLOCK(60000, 0), .move_ms = 100}, 1, 100, 1, 100},
    {{CLOCK(1000, 0), .move_ms = 3600000}, 5, 70, 20, 600},
    {{CLOCK(INT64_MIN, 0), .move_ms = 5000}, 1, 1, 1, 1},
    /* extreme clocks */
    {{CLOCK(-1, 0)}, 1, 1, 1, 1},
    {{CLOCK(-100000, 0), .overhead_ms = 30}, 1, 1, 1, 1},
    {{CLOCK(INT64_MIN, INT64_MIN), .overhead_ms = INT64_MIN}, 1, 1, 1, 1},
    {{CLOCK(INT64_MIN, INT64_MAX), .overhead_ms = INT64_MAX}, 1, 1, 1, 1},
    {{CLOCK(1000, -1000)}, 5, 70, 20, 600},
    {{CLOCK(1000, 0), .overhead_ms = -1000}, 5, 70, 20, 600},
    {{CLOCK(1000, 0), .overhead_ms = INT64_MAX}, 1, 1, 1, 1},
    {{CLOCK(INT64_C(1) << 31, 0)}, 1000, INT64_MAX - 1, 1000, INT64_C(1) << 31},
    {{CLOCK(INT64_MAX, INT64_MAX)}, 1000, INT64_MAX - 1, 1000, INT64_MAX - 1},
    {{CLOCK(INT64_MAX, INT64_MAX), .overhead_ms = INT64_MAX}, 1, 1, 1, 1},
    {{.move_ms = INT64_MAX}, 1000000, INT64_MAX, 1000000, INT64_MAX},
#undef CLOCK
};

START_ROWS(table, ROWS(cases)) {
    const Budget b = timeman_budget(&cases[_i].limits, WHITE, 0);
    Limits turned = cases[_i].limits;
    Budget black;

    ck_assert_int_ge(b.soft_ms, cases[_i].least_soft);
    ck_assert_int_le(b.soft_ms, cases[_i].most_soft);
    ck_assert_int_ge(b.hard_ms, cases[_i].least_hard);
    ck_assert_int_le(b.hard_ms, cases[_i].most_hard);
    /* the opponent's clock is ignored */
    for (int c = 0; c < COLOR_COUNT; c++) {
        turned.clock_ms[c] = cases[_i].limits.clock_ms[!c];
        turned.increment_ms[c] = cases[_i].limits.increment_ms[!c];
    }
    black = timeman_budget(&turned, BLACK, 0);
    ck_assert_int_eq(b.soft_ms, black.soft_ms);
    ck_assert_int_eq(b.hard_ms, black.hard_ms);
}

/* Returns a random number of any size, including extreme ones. */
static int64_t any(uint64_t *seed) {
    const uint64_t n = random_next(seed), shape = random_next(seed) % 16;

    if (shape == 0)
        return INT64_MIN + (int64_t)(n % 3);
    if (shape == 1)
        return INT64_MAX - (int64_t)(n % 3);
    if (shape == 2)
        return -(int64_t)(n >> (1 + n % 60));
    if (shape < 6)
        return (int64_t)(n % 100);
    return (int64_t)(n >> (1 + random_next(seed) % 62));
}

static int64_t positive(int64_t n) {
    return n > 0 ? n : 0;
}

START_ROWS(invariants, 3) {
    uint64_t seed = (uint64_t)_i + 1;

    for (int i = 0; i < 200000; i++) {
        Limits l = {.overhead_ms = any(&seed), .moves_to_go = (int)(int32_t)any(&seed)};
        int64_t clock;
        Budget b;

        if (random_next(&seed) % 4)
            for (int c = 0; c < COLOR_COUNT; c++) {
                l.clock_ms[c] = any(&seed);
                l.increment_ms[c] = any(&seed);
            }
        if (random_next(&seed) % 4 == 0)
            l.move_ms = any(&seed);
        b = timeman_budget(&l, WHITE, (int)(int32_t)any(&seed));
        clock = l.clock_ms[WHITE];
#define SHOW                                                                                       \
    "clock %lld + %lld, overhead %lld, moves %d, st %lld: soft %lld, hard %lld", (long long)clock, \
        (long long)l.increment_ms[WHITE], (long long)l.overhead_ms, l.moves_to_go,                 \
        (long long)l.move_ms, (long long)b.soft_ms, (long long)b.hard_ms
        CLAIM(b.soft_ms >= 1 && b.soft_ms <= b.hard_ms, SHOW);
        if (clock || l.move_ms)
            CLAIM(b.hard_ms < TIME_UNLIMITED, SHOW);
        else
            CLAIM(b.soft_ms == TIME_UNLIMITED, SHOW);
        /* move and overhead together fit on the clock */
        if (clock > 5 && positive(l.overhead_ms) < clock - 5)
            CLAIM(b.hard_ms < clock - positive(l.overhead_ms), SHOW);
        if (l.move_ms > 0)
            CLAIM(b.hard_ms <= l.move_ms, SHOW);
        if (clock && clock < 5)
            CLAIM(b.hard_ms <= positive(clock) + 1, SHOW);
#undef SHOW
    }
}

/* A whole game never loses on time, even if every move takes its hard limit. */
START_ROWS(game_on_the_clock, 11) {
    static const struct {
        int64_t base, increment, overhead;
        int moves;
    } games[] = {
        {300000, 0, 30, 0},   {10000, 100, 30, 0}, {1000, 10, 5, 0},   {1000, 0, 30, 0},
        {100, 1000, 30, 0},   {60000, 0, 30, 40},  {60000, 0, 30, 1},  {7200000, 0, 30, 60},
        {180000, 2000, 0, 0}, {5000, 50, 10, 40},  {60000, 600, 0, 3},
    };
    int64_t clock = games[_i].base;

    for (int n = 0; n < 400; n++) {
        const int moves = games[_i].moves;
        const Limits l = {.clock_ms = {clock, 1},
                          .increment_ms = {games[_i].increment, 0},
                          .overhead_ms = games[_i].overhead,
                          .moves_to_go = moves ? moves - n % moves : 0};
        const Budget b = timeman_budget(&l, WHITE, 2 * n);
        const int64_t overhead = games[_i].overhead < clock / 2 ? games[_i].overhead : 0;

        clock -= b.hard_ms + overhead;
        ck_assert_msg(clock >= 0, "the flag fell at move %d", n + 1);
        clock += games[_i].increment;
        if (moves && n % moves == moves - 1)
            clock += games[_i].base;
        if (clock < 3)
            break; /* a search takes at least a millisecond */
    }
}

/* A delay of 200 ms after a move at its hard limit does not lose on time, even with a small
 increment. */
START_ROWS(gap_after_a_long_think, 4) {
    static const int64_t controls[][2] = {{500, 5}, {1000, 10}, {2000, 20}, {3000, 0}};
    const int64_t increment = controls[_i][1];
    int64_t clock = controls[_i][0];

    for (int n = 0; n < 80; n++) {
        const Limits l = {
            .clock_ms = {clock, 1}, .increment_ms = {increment, 0}, .overhead_ms = 30};
        const Budget b = timeman_budget(&l, WHITE, 2 * n);

        ck_assert_int_gt(clock - b.hard_ms, 200);
        clock += increment - b.soft_ms;
    }
}

/*
 * Time use in a game at 5+0.05, if every move takes its soft limit: about 60 % of the clock is left
 * after ten moves, a sixth after 30, and hardly more than the reserve after 60.
 */
START_TEST(shape_of_a_game) {
    static const struct {
        int move;
        int64_t least, most;
    } wanted[] = {{5, 3800, 4200}, {10, 2900, 3400}, {20, 1500, 2200},
                  {30, 700, 1200}, {40, 300, 700},   {60, 100, 400}};
    int64_t clock = 5000;
    int next = 0;

    for (int n = 0; n < 60; n++) {
        const Limits l = {.clock_ms = {clock, 1}, .increment_ms = {50, 0}, .overhead_ms = 30};

        clock += 50 - timeman_budget(&l, WHITE, 2 * n).soft_ms;
        if (n + 1 == wanted[next].move) {
            ck_assert_int_ge(clock, wanted[next].least);
            ck_assert_int_le(clock, wanted[next].most);
            next++;
        }
    }
    ck_assert_int_eq(next, ROWS(wanted));
}

int main(void) {
    return tests_run("timeman");
}
