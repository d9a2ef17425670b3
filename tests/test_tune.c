/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of tools/tune: the model is the evaluation, its gradient is right, fitting finds weights;
 * rules find the best values under noise, and keep within bounds.
 */
#include <math.h>

#include "../tools/tune/fit.h"
#include "../tools/tune/spsa.h"
#include "engine.h"
#include "eval.h"
#include "tests.h"

static SampleSet set;
static uint64_t lot = 7;

/* With a result and a score out of the air. */
static void collect(const Position *p, bool chess960) {
    const int score = (int)(tests_random(&lot) % 801) - 400, result = (int)(tests_random(&lot) % 3);

    (void)chess960;
    ck_assert(samples_add(&set, p, score, result, tests_random(&lot) % 8 == 0));
}

static const Sample *sample(size_t number) {
    return &set.sample[number % set.learned];
}

/* Rounding twice, and in 64ths of a score, is all that may come between. */
START_TEST(model_is_the_evaluation) {
    static Weights w;
    Position p = tests_position(FEN_START, false);
    size_t compared = 0;

    weights_built_in(&w);
    for (int game = 0; game < 40; game++) {
        p = tests_position(tests_samples()[game % 8].fen, false);
        for (int ply = 0; ply < 60; ply++) {
            const Position parent = p;
            Move list[MAX_MOVES];
            const size_t count = movegen_all(&p.board, list), before = set.learned;
            double value;
            int said;

            if (!count)
                break;
            position_play(&p, &parent, list[tests_random(&lot) % count]);
            ck_assert(samples_add(&set, &p, 0, 1, false));
            if (set.learned == before)
                continue;
            value = model_value(&w, &set, sample(before));
            said = eval_position(&p, NULL, 0) * (position_turn(&p) == WHITE ? 1 : -1);
            CLAIM(fabs(value - said) < 6, "%s: %d, the model says %f", tests_fen(&p), said, value);
            compared++;
        }
    }
    ck_assert_uint_gt(compared, 1000);
    samples_free(&set);
}
END_TEST

START_TEST(gradient_is_right) {
    static Weights w, gradient;
    const double step = 1e-3, scale = 1 / 200.0;
    size_t compared = 0;

    weights_built_in(&w);
    /* no score is exactly zero, where its slope has a kink */
    for (int i = 0; i < EVAL_WEIGHT_COUNT; i++)
        for (int half = 0; half < HALVES; half++)
            w.half[half][i] += (double)(tests_random(&lot) % 1000) / 1000;
    tests_random_games(1, 40, collect);
    samples_aim(&set, scale, 0.5);
    for (size_t n = 0; n < 400; n++) {
        const Sample *s = sample(n * 7919);
        const size_t pick = s->first + tests_random(&lot) % s->terms;

        for (int half = 0; half < HALVES; half++) {
            double *weight = &w.half[half][set.term[pick].weight], more, less, wanted, found;
            const double kept = *weight;

            memset(&gradient, 0, sizeof gradient);
            model_loss(&w, scale, &set, s, &gradient);
            found = gradient.half[half][set.term[pick].weight];
            *weight = kept + step;
            more = model_loss(&w, scale, &set, s, NULL);
            *weight = kept - step;
            less = model_loss(&w, scale, &set, s, NULL);
            *weight = kept;
            wanted = (more - less) / (2 * step);
            CLAIM(fabs(found - wanted) < 1e-8 + 1e-3 * fabs(wanted),
                  "weight %d of half %d: %g, but differences say %g", set.term[pick].weight, half,
                  found, wanted);
            compared += found != 0;
        }
    }
    ck_assert_uint_gt(compared, 200);
    samples_free(&set);
}
END_TEST

static FitRules rules(void) {
    return (FitRules){
        .scale = 1 / 200.0, .rate = 2, .batch = 256, .epochs = 4, .threads = 1, .quiet = true};
}

START_TEST(threads_change_nothing) {
    static Weights one, three;
    FitRules r = rules();
    FitReport report;

    tests_random_games(2, 40, collect);
    samples_aim(&set, r.scale, 0.5);
    weights_built_in(&one);
    weights_built_in(&three);
    ck_assert(fit(&one, &set, &r, &report));
    ck_assert_int_gt(report.epochs, 0);
    r.threads = 3;
    ck_assert(fit(&three, &set, &r, &report));
    ck_assert_int_eq(memcmp(&one, &three, sizeof one), 0);
    samples_free(&set);
}
END_TEST

/* Positions that are said to be worth what other weights say: the weights are found again. */
START_TEST(fitting_finds_weights) {
    static Weights truth, w;
    FitRules r = rules();
    FitReport report;

    tests_random_games(6, 60, collect);
    weights_built_in(&truth);
    truth.half[MIDDLEGAME][W_MATERIAL + KNIGHT] += 60;
    truth.half[ENDGAME][W_MATERIAL + KNIGHT] += 60;
    truth.half[MIDDLEGAME][W_TEMPO] += 40;
    for (size_t i = 0; i < set.learned + set.held; i++) {
        Sample *s = &set.sample[i];
        s->target = (float)(1 / (1 + exp(-r.scale * model_value(&truth, &set, s))));
    }
    weights_built_in(&w);
    r.epochs = 40;
    ck_assert(fit(&w, &set, &r, &report));
    CLAIM(report.loss < report.start_loss / 10, "%g, before %g", report.loss, report.start_loss);
    CLAIM(report.held < report.start_held / 4, "%g, before %g", report.held, report.start_held);
    samples_free(&set);
}
END_TEST

/* Scores whose sigmoid is the chance to win: the scale is found. */
START_TEST(scale_is_found) {
    const Position p = tests_position(FEN_START, false);

    for (int i = 0; i < 20000; i++) {
        const int score = (int)(tests_random(&lot) % 1201) - 600;
        const double chance = 1 / (1 + exp(-score / 170.0));
        const bool won = (double)(tests_random(&lot) % 10000) / 10000 < chance;
        ck_assert(samples_add(&set, &p, score, 2 * won, false));
    }
    ck_assert_double_eq_tol(1 / samples_scale(&set), 170, 12);
    samples_free(&set);
}
END_TEST

/* --- rules by games -------------------------------------------------------------------------- */

static Spsa spsa_of(const char *const *names, size_t count, const SpsaPlan *plan) {
    Spsa s = {.count = count};

    for (size_t i = 0; i < count; i++) {
        s.row[i] = rules_find(word_of(names[i]));
        ck_assert_ptr_nonnull(s.row[i]);
    }
    spsa_start(&s, plan, &rules_default);
    return s;
}

static double uniform(void) {
    return (double)(tests_random(&lot) % 1000000) / 1e6;
}

/* Steps from where the rules should be, squared; `truth` is in steps from the start. */
static double loss_of(const Spsa *s, Rules *rules, const double *truth) {
    Rules from = rules_default;
    double sum = 0;

    for (size_t i = 0; i < s->count; i++) {
        const double off =
            (double)(*rules_value(rules, s->row[i]) - *rules_value(&from, s->row[i])) /
                s->row[i]->step -
            truth[i];
        sum += off * off;
    }
    return sum;
}

/* Games whose score is a quadratic of the rules, under much luck: the rules find its top. */
START_TEST(spsa_climbs_under_noise) {
    static const char *const names[] = {"futile_margin",  "see_quiet",    "lmr_cut",
                                        "lmr_noisy_base", "razor_margin", "aspiration_margin"};
    static const double truth[] = {3, -2, 4, -3, 0, 2};
    const SpsaPlan plan = {.pairs = 40000, .seed = 5, .c = 1, .a = 0.01};
    Spsa s = spsa_of(names, 6, &plan);
    Rules rules = spsa_rules(&s);
    const double before = loss_of(&s, &rules, truth);
    int points[8];

    while (s.done < plan.pairs) {
        for (uint64_t p = 0; p < 8; p++) {
            Rules plus, minus;
            double chance;

            spsa_sides(&s, s.done + p, &plus, &minus);
            /* about 1 Elo for a step off a rule */
            chance = 0.5 + 0.004 * (loss_of(&s, &minus, truth) - loss_of(&s, &plus, truth));
            points[p] = 0;
            for (int game = 0; game < 2; game++)
                if (uniform() < 0.6) /* not drawn */
                    points[p] += uniform() < chance ? 1 : -1;
        }
        spsa_learn(&s, points, 8);
    }
    rules = spsa_rules(&s);
    CLAIM(loss_of(&s, &rules, truth) < before / 6, "%f, before %f", loss_of(&s, &rules, truth),
          before);
}
END_TEST

START_TEST(spsa_keeps_within_bounds) {
    static const char *const names[] = {"late_base", "lmr_noisy_base", "shallower_margin"};
    const SpsaPlan plan = {.pairs = 2000, .seed = 1, .c = 3, .a = 1};
    Spsa s = spsa_of(names, 3, &plan);
    bool low = false, high = false;

    while (s.done < plan.pairs) {
        const int points = (int)(tests_random(&lot) % 5) - 2;
        Rules sides[2];

        spsa_sides(&s, s.done, &sides[0], &sides[1]);
        for (size_t i = 0; i < RULE_COUNT; i++) {
            const RuleRow *row = rules_row(i);
            const bool tuned = row == s.row[0] || row == s.row[1] || row == s.row[2];
            Rules from = rules_default;

            for (int side = 0; side < 2; side++) {
                const int value = *rules_value(&sides[side], row);

                CLAIM(value >= row->low && value <= row->high, "%s: %d", row->name, value);
                CLAIM(tuned || value == *rules_value(&from, row), "%s: %d", row->name, value);
                low = low || (tuned && value == row->low);
                high = high || (tuned && value == row->high);
            }
        }
        spsa_learn(&s, &points, 1);
        for (size_t i = 0; i < s.count; i++) {
            ck_assert_double_ge(s.value[i], s.row[i]->low);
            ck_assert_double_le(s.value[i], s.row[i]->high);
        }
    }
    ck_assert(low && high);
}
END_TEST

/* Rounded up as often as the number is near; the sides lie around the middle, as far as told. */
START_TEST(spsa_rounds_by_lot) {
    static const char *const names[] = {"late_base", "futile_margin"};
    const SpsaPlan plan = {.pairs = 1, .seed = 9, .c = 1.25, .a = 0.1};
    Spsa s = spsa_of(names, 2, &plan);
    double sum[2] = {0, 0}, apart = 0;
    enum { PAIRS = 20000 };

    s.value[0] = 5.3;
    s.value[1] = 80.9;
    ck_assert_int_eq(spsa_rounded(&s, 0), 5);
    ck_assert_int_eq(spsa_rounded(&s, 1), 81);
    for (uint64_t pair = 0; pair < PAIRS; pair++) {
        Rules plus, minus;

        spsa_sides(&s, pair, &plus, &minus);
        sum[0] += (plus.late_base + minus.late_base) / 2.0;
        sum[1] += (plus.futile_margin + minus.futile_margin) / 2.0;
        apart += abs(plus.late_base - minus.late_base);
        ck_assert_int_eq(abs(plus.futile_margin - minus.futile_margin), 20);
    }
    ck_assert_double_eq_tol(sum[0] / PAIRS, 5.3, 0.02);
    ck_assert_double_eq_tol(sum[1] / PAIRS, 80.9, 0.02);
    ck_assert_double_eq_tol(apart / PAIRS, 2.5, 0.02);
}
END_TEST

/* A pair moves all rules, by so much of the distance and towards the winner. */
START_TEST(spsa_steps_as_told) {
    static const char *const names[] = {"futile_margin", "lmr_cut"};
    const SpsaPlan plan = {.pairs = 1, .seed = 3, .c = 2, .a = 0.25};
    const int points[] = {2};
    Spsa s = spsa_of(names, 2, &plan);
    Rules plus, minus, from = rules_default;

    spsa_sides(&s, 0, &plus, &minus);
    spsa_learn(&s, points, 1);
    for (size_t i = 0; i < 2; i++) {
        const int old = *rules_value(&from, s.row[i]), side = *rules_value(&plus, s.row[i]) - old;

        ck_assert_int_eq(abs(side), 2 * s.row[i]->step);
        ck_assert_double_eq_tol(s.value[i] - old, side * 0.25 * 2, 1e-9);
    }
    ck_assert_uint_eq(s.done, 1);
}
END_TEST

/* Every rule has a row that makes sense, and is found by its name. */
START_TEST(rules_have_rows) {
    Rules rules = rules_default;
    const RuleRow *row;
    size_t count = 0;

    for (; (row = rules_row(count)) != NULL; count++) {
        CLAIM(rules_find(word_of(row->name)) == row, "%s", row->name);
        CLAIM(row->step >= 0 && row->step <= (row->high - row->low) / 8, "%s", row->name);
        CLAIM(strlen(row->name) <= 17 && *row->text, "%s", row->name);
        ck_assert_ptr_null(rules_set(&rules, word_of(row->name), row->high));
        ck_assert_int_eq(*rules_value(&rules, row), row->high);
        ck_assert_ptr_nonnull(rules_set(&rules, word_of(row->name), row->high + 1));
    }
    ck_assert_uint_eq(count, RULE_COUNT);
    ck_assert_ptr_null(rules_find(word_of("futile")));
    ck_assert_ptr_nonnull(rules_set(&rules, word_of(""), 1));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("tune");
    TCase *tests = tests_case(suite);

    engine_init_tables();
    tcase_add_test(tests, model_is_the_evaluation);
    tcase_add_test(tests, gradient_is_right);
    tcase_add_test(tests, threads_change_nothing);
    tcase_add_test(tests, fitting_finds_weights);
    tcase_add_test(tests, scale_is_found);
    tcase_add_test(tests, spsa_climbs_under_noise);
    tcase_add_test(tests, spsa_keeps_within_bounds);
    tcase_add_test(tests, spsa_rounds_by_lot);
    tcase_add_test(tests, spsa_steps_as_told);
    tcase_add_test(tests, rules_have_rows);
    return tests_run(suite);
}
