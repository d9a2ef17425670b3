/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of level.h: a higher rating never means fewer nodes or more noise. */
#include "level.h"

#include "tests.h"

START_TEST(monotonic) {
    Level before = level_of(LEVEL_LEAST);

    ck_assert_uint_ge(before.nodes, 1);
    for (int elo = LEVEL_LEAST + 1; elo <= LEVEL_MOST; elo++) {
        const Level level = level_of(elo);
        ck_assert_uint_ge(level.nodes, before.nodes);
        ck_assert_int_le(level.noise, before.noise);
        ck_assert_int_ge(level.noise, 0);
        before = level;
    }
    ck_assert_uint_gt(before.nodes, level_of(LEVEL_LEAST).nodes);
}
END_TEST

START_TEST(clamped) {
    ck_assert_uint_eq(level_of(-5).nodes, level_of(LEVEL_LEAST).nodes);
    ck_assert_uint_eq(level_of(4000).nodes, level_of(LEVEL_MOST).nodes);
}
END_TEST

START_TEST(skills) {
    ck_assert_int_eq(level_elo_of_skill(0), LEVEL_LEAST);
    for (int skill = 1; skill < SKILL_MOST; skill++)
        ck_assert_int_gt(level_elo_of_skill(skill), level_elo_of_skill(skill - 1));
    ck_assert_int_lt(level_elo_of_skill(SKILL_MOST - 1), LEVEL_MOST);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("level");
    TCase *tests = tests_case(suite);

    tcase_add_test(tests, monotonic);
    tcase_add_test(tests, clamped);
    tcase_add_test(tests, skills);
    return tests_run(suite);
}
