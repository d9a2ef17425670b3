/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of level.h and weakness.h: a higher rating never means fewer nodes or more errors. */
#include "protocol/limits.h"

#include "engine.h"
#include "search/weakness.h"
#include "tests.h"

START_TEST(monotonic) {
    Level before = level_of(LEVEL_MIN);

    ck_assert_uint_ge(before.nodes, 1);
    for (int elo = LEVEL_MIN + 1; elo <= LEVEL_MAX; elo++) {
        const Level level = level_of(elo);
        ck_assert_uint_ge(level.nodes, before.nodes);
        ck_assert_int_le(level.noise, before.noise);
        ck_assert_int_ge(level.noise, 0);
        ck_assert_int_le(level.overlooks, before.overlooks);
        ck_assert_int_ge(level.overlooks, 0);
        before = level;
    }
    ck_assert_uint_gt(before.nodes, level_of(LEVEL_MIN).nodes);
    ck_assert_int_lt(before.noise, level_of(LEVEL_MIN).noise);
    ck_assert_int_gt(level_of(LEVEL_MIN).overlooks, 50);
    ck_assert_int_eq(level_of(800).overlooks, 0);
}
END_TEST

/* The table of docs/strength.md. */
START_TEST(documented) {
    static const struct {
        int elo;
        Level level;
    } table[] = {
        {400, {20, 1400, 80}}, {600, {20, 650, 75}},  {800, {20, 400, 0}},   {1000, {38, 267, 0}},
        {1200, {69, 203, 0}},  {1400, {112, 164, 0}}, {1600, {219, 125, 0}}, {1800, {471, 90, 0}},
        {2000, {1022, 57, 0}}, {2200, {1945, 37, 0}}, {2400, {3580, 22, 0}}, {2600, {6760, 9, 0}},
        {2800, {15000, 0, 0}},
    };

    for (int i = 0; i < ROWS(table); i++) {
        const Level level = level_of(table[i].elo);
        ck_assert_uint_eq(level.nodes, table[i].level.nodes);
        ck_assert_int_eq(level.noise, table[i].level.noise);
        ck_assert_int_eq(level.overlooks, table[i].level.overlooks);
    }
}
END_TEST

START_TEST(clamped) {
    ck_assert_uint_eq(level_of(-5).nodes, level_of(LEVEL_MIN).nodes);
    ck_assert_uint_eq(level_of(4000).nodes, level_of(LEVEL_MAX).nodes);
}
END_TEST

START_TEST(skills) {
    ck_assert_int_eq(level_elo_of_skill(0), LEVEL_MIN);
    for (int skill = 1; skill < SKILL_MAX; skill++)
        ck_assert_int_gt(level_elo_of_skill(skill), level_elo_of_skill(skill - 1));
    ck_assert_int_lt(level_elo_of_skill(SKILL_MAX - 1), LEVEL_MAX);
}
END_TEST

/* The error is within its bounds, fixed for a position and a seed, and of either sign. */
START_TEST(errors) {
    int sum = 0, most = 0;

    for (uint64_t i = 1; i <= 5000; i++) {
        const Weakness w = {12345, 100, 0}, other = {54321, 100, 0}, none = {0, 100, 100};
        Position p = tests_position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false);
        p.key = i * UINT64_C(0xd1342543de82ef95);
        const int error = weakness_error(&w, &p);
        ck_assert_int_eq(error, weakness_error(&w, &p));
        ck_assert_int_le(abs(error), 100);
        ck_assert_int_eq(weakness_error(&none, &p), 0);
        sum += error;
        most = max(most, abs(error - weakness_error(&other, &p)));
    }
    ck_assert_int_lt(abs(sum), 5000 * 5);
    ck_assert_int_gt(most, 100);
}
END_TEST

/* A queen can take one of several pawns. The move before was to f5 or elsewhere. */
START_TEST(overlooks) {
    const Position p = tests_position("4k3/8/p2p2p1/8/8/3Q2p1/8/4K3 w - - 0 1", false);
    const Move near = move_make(D3, G6, NO_PIECE), far = move_make(D3, A6, NO_PIECE),
               quiet = move_make(D3, D4, NO_PIECE), last = move_make(F7, F5, NO_PIECE),
               back = move_make(D3, D6, NO_PIECE), pushed = move_make(D7, D6, NO_PIECE);
    int seen[3] = {0};

    for (uint64_t seed = 1; seed <= 2000; seed++) {
        const Weakness w = {seed, 0, 70}, sees_all = {seed, 0, 0};
        ck_assert(!weakness_overlooks(&w, &p, near, last));
        ck_assert(!weakness_overlooks(&w, &p, back, pushed));
        ck_assert(!weakness_overlooks(&w, &p, quiet, NO_MOVE));
        ck_assert(!weakness_overlooks(&sees_all, &p, far, last));
        seen[0] += !weakness_overlooks(&w, &p, far, last);
        seen[1] += !weakness_overlooks(&w, &p, near, NO_MOVE);
        seen[2] +=
            weakness_overlooks(&w, &p, far, last) == weakness_overlooks(&w, &p, near, NO_MOVE);
    }
    for (int i = 0; i < 2; i++) /* 600 on average; 20 is the standard deviation */
        CLAIM(seen[i] > 480 && seen[i] < 720, "%d: %d", i, seen[i]);
    ck_assert_int_lt(seen[2], 1900);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("level");
    TCase *tests = tests_case(suite);

    engine_init_tables(NULL);
    tcase_add_test(tests, errors);
    tcase_add_test(tests, overlooks);
    tcase_add_test(tests, monotonic);
    tcase_add_test(tests, documented);
    tcase_add_test(tests, clamped);
    tcase_add_test(tests, skills);
    return tests_run(suite);
}
