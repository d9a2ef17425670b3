/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of alula-train compare: the fit of K, errors computed by hand, and the values compared. */
#include <math.h>

#include "engine.h"
#include "eval/eval.h"
#include "nets.h"
#include "tests.h"
#include "tools/train/train_compare.h"

#define FULL "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define FEW  "8/8/8/3k4/8/3K4/3R4/8 w - - 0 1"

/* The expected score of +158, by hand: 1 / (1 + exp(-158 / 143.5)). */
static const double expected158 = 0.750456;

static Reference reference_of(ReferencePosition *position, size_t count) {
    return (Reference){.position = position, .count = count};
}

START_ROWS(rows_have_their_pieces, 8) {
    static const struct {
        int pieces;
        CompareRow row;
    } cases[] = {{32, ROW_26_32}, {26, ROW_26_32}, {25, ROW_18_25}, {18, ROW_18_25},
                 {17, ROW_10_17}, {10, ROW_10_17}, {9, ROW_FEWER},  {2, ROW_FEWER}};

    ck_assert_int_eq(compare_row(cases[_i].pieces), cases[_i].row);
}

START_TEST(expected_scores_are_right) {
    ck_assert_double_eq_tol(compare_expected(0, 100), 0.5, 1e-12);
    ck_assert_double_eq_tol(compare_expected(158, 143.5), expected158, 1e-6);
    ck_assert_double_eq_tol(compare_expected(-158, 143.5), 1 - expected158, 1e-6);
}

START_ROWS(scale_of_the_target_is_found, 5) {
    const int values[] = {-700, -80, -1, 0, 33, 250, 4000};
    const double scales[] = {20.5, 143.5, 160, 400, 1990};
    double target[ROWS(values)];

    for (int i = 0; i < ROWS(values); i++)
        target[i] = 1 / (1 + exp(-values[i] / scales[_i]));
    ck_assert_double_eq_tol(compare_fit(values, target, ROWS(values)), scales[_i], 0.01);
}

/*
 * Both references give +158 twice. The first network gives 0 and 100: its fitted K makes 100 right,
 * and the error of 0 is 0.2505 whatever K is. The second network is right.
 */
START_TEST(errors_are_those_by_hand) {
    ReferencePosition position[] = {
        {tests_position(FEW, false), {158, 158}},
        {tests_position(FULL, false), {158, 158}},
    };
    const Reference r = reference_of(position, 2);
    const int first[] = {0, 100}, second[] = {158, 158};
    const int *const value[] = {first, second};
    const double wrong = expected158 - 0.5;
    Comparison c;

    compare_values(&c, &r, value, 2);
    ck_assert_double_eq_tol(c.reference_scale[0], 143.5, 1e-9);
    ck_assert_double_eq_tol(c.reference_scale[1], 143.5, 0.01);
    ck_assert_double_eq_tol(c.scale[0], 100 * 143.5 / 158, 0.01);
    ck_assert_double_eq_tol(c.scale[1], 143.5, 0.01);
    ck_assert_uint_eq(c.count[ROW_FEWER], 1);
    ck_assert_uint_eq(c.count[ROW_10_17], 0);
    ck_assert_uint_eq(c.count[ROW_26_32], 1);
    ck_assert_uint_eq(c.count[ROW_ALL], 2);
    ck_assert_double_eq_tol(c.between[ROW_ALL].value, 0, 1e-5);
    for (int t = 0; t < TARGET_COUNT; t++) {
        const Estimate *all = &c.error[0][ROW_ALL][t], *less = &c.difference[1][ROW_ALL][t];

        ck_assert_double_eq_tol(c.error[0][ROW_FEWER][t].value, wrong, 1e-4);
        ck_assert_double_eq_tol(c.error[0][ROW_FEWER][t].low, wrong, 1e-4);
        ck_assert_double_eq_tol(c.error[0][ROW_FEWER][t].high, wrong, 1e-4);
        ck_assert_double_eq_tol(c.error[0][ROW_26_32][t].value, 0, 1e-4);
        ck_assert_double_eq_tol(all->value, wrong / sqrt(2), 1e-4);
        /* a quarter of the resamples has only the first position, a quarter only the second */
        ck_assert_double_eq_tol(all->low, 0, 1e-4);
        ck_assert_double_eq_tol(all->high, wrong, 1e-4);
        ck_assert_double_eq_tol(c.error[1][ROW_ALL][t].value, 0, 1e-4);
        ck_assert_double_eq_tol(less->value, -wrong / sqrt(2), 1e-4);
        ck_assert_double_eq_tol(less->low, -wrong, 1e-4);
        ck_assert_double_eq_tol(less->high, 0, 1e-4);
        ck_assert_double_eq(c.difference[0][ROW_ALL][t].low, 0);
        ck_assert_double_eq(c.difference[0][ROW_ALL][t].high, 0);
    }
}

/* The units of the second reference do not matter; if it disagrees, the mean of both counts. */
START_TEST(second_reference_is_scaled) {
    ReferencePosition position[] = {
        {tests_position(FULL, false), {158, 316}},
        {tests_position(FULL, false), {-70, -140}},
        {tests_position(FEW, false), {400, 800}},
    };
    Reference r = reference_of(position, 3);
    const int values[] = {158, -70, 400};
    const int *const value[] = {values};
    Comparison c;

    compare_values(&c, &r, value, 1);
    ck_assert_double_eq_tol(c.reference_scale[1], 287, 0.01);
    ck_assert_double_eq_tol(c.between[ROW_ALL].value, 0, 1e-5);
    ck_assert_double_eq_tol(c.error[0][ROW_ALL][TARGET_MEAN].value, 0, 1e-5);
    r.count = 1;
    position[0].score[1] = 0; /* 0.5, and the mean is 0.5 + 0.2505 / 2 */
    compare_values(&c, &r, value, 1);
    ck_assert_double_eq_tol(c.between[ROW_ALL].value, expected158 - 0.5, 1e-6);
    ck_assert_double_eq_tol(compare_expected(158, c.scale[0]), (expected158 + 0.5) / 2, 1e-4);
    ck_assert_double_eq_tol(c.error[0][ROW_ALL][TARGET_FIRST].value, (expected158 - 0.5) / 2, 1e-4);
    ck_assert_double_eq_tol(c.error[0][ROW_ALL][TARGET_SECOND].value, (expected158 - 0.5) / 2,
                            1e-4);
}

/* Static values are the engine's: a drawn KPK endgame counts 0, whatever the network says. */
START_TEST(values_are_those_of_the_engine) {
    ReferencePosition position[] = {
        {tests_position("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", false), {158, 158}},
        {tests_position("r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 30 40",
                        false),
         {158, 158}},
    };
    const Reference r = reference_of(position, 2);
    NnueNet *net = nets_new(32, 1, 5, false);
    const NnueNet *const nets[] = {net};
    int values[2];
    const int *const value[] = {values};
    Comparison c, same;

    for (int i = 0; i < 2; i++)
        values[i] = eval_steps(&position[i].position, net).value;
    ck_assert_int_eq(values[0], 0);
    ck_assert_int_ne(values[1], nnue_evaluate_full(net, &position[1].position));
    compare_nets(&c, &r, nets, 1);
    compare_values(&same, &r, value, 1);
    ck_assert_double_eq(c.scale[0], same.scale[0]);
    for (int t = 0; t < TARGET_COUNT; t++) {
        ck_assert_double_eq_tol(c.error[0][ROW_FEWER][t].value, expected158 - 0.5, 1e-4);
        ck_assert_double_eq(c.error[0][ROW_ALL][t].value, same.error[0][ROW_ALL][t].value);
    }
    nnue_free(net);
}

int main(void) {
    engine_init_tables(NULL);
    return tests_run("compare");
}
