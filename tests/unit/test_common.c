/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of common.h: win, draw and loss chances, offers, times. */
#include "protocol/common.h"

#include "tests.h"

enum { MAX_CP = 3000 };

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

    for (int score = -MAX_CP; score <= MAX_CP; score++) {
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

/* When worse, or when not better after twenty moves without progress. */
START_TEST(draw_offers) {
    const Position p = tests_position("4k3/8/8/8/8/8/r7/4K2R w - - 39 60", false);
    static Frontend f;

    options_init(&f.options);
    ck_assert_ptr_null(gameline_init(&f.line, &p));
    ck_assert(common_accepts_draw(&f, -20) && !common_accepts_draw(&f, -19));
    ck_assert(!common_accepts_draw(&f, 0) && !common_accepts_draw(&f, 20));
    f.line.position[0].halfmove_clock = 40;
    ck_assert(common_accepts_draw(&f, 0) && !common_accepts_draw(&f, 1));
    ck_assert(!common_accepts_draw(&f, SCORE_NONE));
    f.options.value[OPTION_ACCEPT_DRAWS] = 0;
    ck_assert(!common_accepts_draw(&f, -500));
    gameline_destroy(&f.line);
}
END_TEST

/* Three bad moves in a row. */
START_TEST(resignation) {
    const SearchInfo bad = {.score = -900}, better = {.score = -899};
    static Frontend f;

    options_init(&f.options);
    for (int on = 0; on < 2; on++) {
        f.bad_moves = 0;
        f.options.value[OPTION_RESIGN] = on;
        ck_assert(!common_resigns(&f, &bad) && !common_resigns(&f, &bad));
        ck_assert(!common_resigns(&f, &better));
        ck_assert(!common_resigns(&f, &bad) && !common_resigns(&f, &bad));
        ck_assert_int_eq(common_resigns(&f, &bad), on);
    }
}
END_TEST

/* Minutes, or minutes and seconds; -1: refused. */
START_TEST(minutes) {
    static const struct {
        const char *text;
        int64_t ms;
    } times[] = {{"5", 300000}, {"1:30", 90000}, {"0:5", 5000}, {"0", 0},    {"", -1},
                 {":", -1},     {"1:", -1},      {":30", -1},   {"1:x", -1}, {"-1", -1},
                 {"1:-5", -1},  {"1:2:3", -1},   {"1.5", -1},   {"1e3", -1}};

    for (int i = 0; i < ROWS(times); i++) {
        int64_t ms = -1;

        ck_assert_int_eq(common_minutes(word_of(times[i].text), &ms), times[i].ms >= 0);
        ck_assert_int_eq(ms, times[i].ms);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("common");
    TCase *tests = tests_case(suite);

    engine_init_tables(NULL);
    tcase_add_test(tests, wdl_curve);
    tcase_add_test(tests, wdl_chances);
    tcase_add_test(tests, wdl_of_mates);
    tcase_add_test(tests, draw_offers);
    tcase_add_test(tests, resignation);
    tcase_add_test(tests, minutes);
    return tests_run(suite);
}
