/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of tools/tune: the model is the evaluation, its gradient is right, fitting finds weights.
 */
#include <math.h>

#include "../tools/tune/fit.h"
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
            said = eval_position(&p, NULL) * (position_turn(&p) == WHITE ? 1 : -1);
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

int main(void) {
    Suite *suite = suite_create("tune");
    TCase *tests = tests_case(suite);

    engine_init_tables();
    tcase_add_test(tests, model_is_the_evaluation);
    tcase_add_test(tests, gradient_is_right);
    tcase_add_test(tests, threads_change_nothing);
    tcase_add_test(tests, fitting_finds_weights);
    tcase_add_test(tests, scale_is_found);
    return tests_run(suite);
}
