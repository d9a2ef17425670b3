/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of common.h: win, draw and loss chances. */
#include "common.h"

#include "tests.h"

enum { MOST_CP = 3000 };

/* The curve of docs/strength.md: half are won at 146 centipawns, e / (1 + e) 108 further. */
START_TEST(wdl_curve) {
    static const struct {
        int score, win;
    } points[] = {{146, 500}, {146 + 108, 731}, {146 - 108, 269}, {0, 206}, {146 + 1080, 1000}};
    int win, loss;

    for (int i = 0; i < ROWS(points); i++) {
        common_wdl(points[i].score, &win, &loss);
        ck_assert_int_eq(win, points[i].win);
        common_wdl(-points[i].score, &win, &loss);
        ck_assert_int_eq(loss, points[i].win);
    }
}
END_TEST

/* The same for both sides, never less for more, and with room for draws. */
START_TEST(wdl_chances) {
    int before = 0;

    for (int score = -MOST_CP; score <= MOST_CP; score++) {
        int win, loss, other_win, other_loss;
        common_wdl(score, &win, &loss);
        common_wdl(-score, &other_win, &other_loss);
        ck_assert_int_eq(win, other_loss);
        ck_assert_int_eq(loss, other_win);
        ck_assert_int_ge(win, before);
        ck_assert_int_ge(loss, 0);
        ck_assert_int_le(win + loss, 1000);
        before = win;
    }
}
END_TEST

START_TEST(wdl_of_mates) {
    for (int plies = 1; plies < 20; plies++) {
        int win, loss;
        common_wdl(SCORE_MATE - plies, &win, &loss);
        ck_assert(win == 1000 && loss == 0);
        common_wdl(-SCORE_MATE + plies, &win, &loss);
        ck_assert(win == 0 && loss == 1000);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("common");
    TCase *tests = tests_case(suite);

    tcase_add_test(tests, wdl_curve);
    tcase_add_test(tests, wdl_chances);
    tcase_add_test(tests, wdl_of_mates);
    return tests_run(suite);
}
