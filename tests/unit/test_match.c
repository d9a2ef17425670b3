/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of alula-match that need no engine: statistics, clocks, records, openings ... */
#define _POSIX_C_SOURCE 200809L
#include <limits.h>
#include <math.h>
#include <unistd.h>

#include "base/random.h"
#include "chess/notation.h"
#include "chess/zobrist.h"
#include "tests.h"
#include "tools/common/openings.h"
#include "tools/common/tool.h"
#include "tools/match/alula-match.h"
#include "tools/match/match_game.h"
#include "tools/match/match_report.h"
#include "tools/match/match_state.h"
#include "tools/match/match_tags.h"
#include "tools/match/record.h"
#include "tools/match/schedule.h"
#include "tools/match/stats.h"
#include "tools/player/player.h"

#define NEAR(a, b, within)                                                                         \
    ck_assert_msg(fabs((a) - (b)) <= (within), "%s is %.6f instead of %.6f", #a, (double)(a),      \
                  (double)(b))

/* --- statistics ------------------------------------------------------------------------------ */

START_TEST(test_elo) {
    /* by definition, 400 Elo are an expected score of 10/11 */
    NEAR(stats_expected(0), 0.5, 1e-12);
    NEAR(stats_expected(400), 10.0 / 11, 1e-12);
    NEAR(stats_expected(-400), 1.0 / 11, 1e-12);
    /* 3/4: 400 log10(3) */
    NEAR(stats_elo(0.75), 190.8485, 1e-4);
    for (double elo = -700; elo <= 700; elo += 7)
        NEAR(stats_elo(stats_expected(elo)), elo, 1e-6);
    ck_assert(isinf(stats_elo(1)) && stats_elo(1) > 0);
    ck_assert(isinf(stats_elo(0)) && stats_elo(0) < 0);
}

START_TEST(test_no_games) {
    const MatchScore none = {0};
    const EloEstimate f = stats_estimate(&none);

    ck_assert(!f.has_variance);
    NEAR(f.score, 0.5, 0);
    NEAR(f.los, 0.5, 0);
}

/*
 * Single games: 40 won, 30 lost, 30 drawn. The score is 0.55. The variance of a game is
 * 0.4 * 0.45^2 + 0.3 * 0.05^2 + 0.3 * 0.55^2 = 0.081 + 0.00075 + 0.09075 = 0.1725, that of the mean
 * 0.001725, and its root 0.0415331. 0.05 / 0.0415331 = 1.203859, where the normal distribution
 * function is 0.88568. The interval is 0.55 ± 0.0814035: 0.4685965 … 0.6314035, or -21.85 … +93.50
 * Elo around 34.86.
 */
START_TEST(test_single_games) {
    const MatchScore s = {.win = 40, .loss = 30, .draw = 30};
    const EloEstimate f = stats_estimate(&s);

    NEAR(f.score, 0.55, 1e-12);
    NEAR(f.draws, 0.3, 1e-12);
    NEAR(f.elo, 34.86, 0.01);
    NEAR(f.low, -21.85, 0.01);
    NEAR(f.high, 93.50, 0.01);
    NEAR(f.los, 0.88568, 1e-4);
    /* 0.05 / sqrt(0.1725) * 800 / ln(10) */
    NEAR(f.normalized, 41.83, 0.01);
    ck_assert(f.symmetric);
}

/*
 * Pairs: 10 of 100 with 1/2 point, 70 with 1, 20 with 3/2. The mean is 0.525 per game, the variance
 * 0.1 * 0.275^2 + 0.7 * 0.025^2 + 0.2 * 0.225^2 = 0.018125, twice that for one game. The standard
 * error of 200 games is sqrt(0.03625 / 200) = 0.0134629. 0.025 / 0.0134629 = 1.856953, where the
 * normal distribution function is 0.968341.
 */
START_TEST(test_pairs) {
    MatchScore s = {0};
    EloEstimate f;

    for (int i = 0; i < 100; i++) {
        const int half_points = i < 10 ? 1 : i < 80 ? 2 : 3;
        s.pair[half_points]++;
        score_add_game(&s, 1);
        score_add_game(&s, half_points - 1);
    }
    ck_assert_int_eq(score_games(&s), 200);
    ck_assert_int_eq(s.win, 20);
    ck_assert_int_eq(s.draw, 170);
    ck_assert_int_eq(s.loss, 10);
    f = stats_estimate(&s);
    NEAR(f.score, 0.525, 1e-12);
    NEAR(f.los, 0.968341, 1e-5);
    NEAR(f.high, stats_elo(0.525 + 1.959964 * 0.0134629), 0.01);
}

static void check_interval(MatchScore s, double low, double high, const char *words) {
    const EloEstimate f = stats_estimate(&s);
    char text[80];
    Text t = text_in(text, sizeof text);

    ck_assert(!f.symmetric);
    if (isinf(low) || isinf(high))
        ck_assert(isinf(low) ? f.low == low : f.high == high);
    if (!isinf(low))
        NEAR(f.low, low, 0.01);
    if (!isinf(high))
        NEAR(f.high, high, 0.01);
    match_report_elo(&t, &f);
    ck_assert_str_eq(text, words);
}

/*
 * Wilson's interval of score p in n games: (p + z²/2n ± z sqrt(p (1 - p) / n + z²/4n²)) / (1 +
 * z²/n), z² = 3.841459. 20 of 20: from 20 / 23.841459 = 0.838875, 400 log10(20 / 3.841459) = 286.61
 * Elo. 19 of 20: 0.877494 ± 0.113625, or 0.763869 … 0.991119. 20 draws have no variance: 0.5 ±
 * 0.200702. Ten pairs with 2 points and two with 0 have twice the variance of 24 independent games,
 * so they count as 12: 0.833333 becomes 0.752502 ± 0.200533.
 */
START_TEST(test_lopsided) {
    check_interval((MatchScore){.win = 20}, 286.61, INFINITY, "Elo +inf [+287, +inf]");
    check_interval((MatchScore){.win = 20, .pair[4] = 10}, 286.61, INFINITY,
                   "Elo +inf [+287, +inf]");
    check_interval((MatchScore){.loss = 20}, -INFINITY, -286.61, "Elo -inf [-inf, -287]");
    check_interval((MatchScore){.win = 19, .loss = 1}, 203.95, 819.06, "Elo +511.5 [+204, +819]");
    check_interval((MatchScore){.loss = 19, .win = 1}, -819.06, -203.95, "Elo -511.5 [-819, -204]");
    check_interval((MatchScore){.draw = 20}, -147.77, 147.77, "Elo +0.0 [-148, +148]");
    check_interval((MatchScore){.win = 20, .loss = 4, .pair = {2, 0, 0, 0, 10}}, 36.24, 522.93,
                   "Elo +279.6 [+36, +523]");
    check_interval((MatchScore){0}, -INFINITY, INFINITY, "Elo +0.0 [-inf, +inf]");
}

static const struct {
    double share;
    int decimals;
    const char *text;
} percents[] = {
    {0, 1, "0.0"},
    {1, 1, "100.0"},
    {0.5, 1, "50.0"},
    {0.9994, 1, "99.9"},
    {0.9998, 1, "99.98"},
    {0.99996, 1, "99.996"},
    {0.9995, 1, "99.95"},
    {0.0002, 1, "0.02"},
    {0.99998, 2, "99.998"},
    {1e-10, 2, "0.00000001"},
    {1 - 1e-11, 2, "above 99.99999999"},
    {1e-11, 2, "below 0.00000001"},
};

START_ROWS(test_percents, ROWS(percents)) {
    char words[40];
    Text t = text_in(words, sizeof words);

    match_report_percent(&t, percents[_i].share, percents[_i].decimals);
    ck_assert_str_eq(words, percents[_i].text);
    /* so many wins that the likelihood of superiority rounds to 1 */
    CLAIM(stats_estimate(&(MatchScore){.win = 1000000, .loss = 1}).los < 1, "superior for sure");
}

/* Returns the LLR of two means by normal approximation. */
static double llr_normal(const double *value, const double *count, int kinds, double mean0,
                         double mean1) {
    double n = 0, sum = 0, squares = 0;

    for (int i = 0; i < kinds; i++) {
        n += count[i];
        sum += count[i] * value[i];
        squares += count[i] * value[i] * value[i];
    }
    return n * (mean1 - mean0) * (2 * sum / n - mean0 - mean1) /
           (2 * (squares / n - sum * sum / (n * n)));
}

/*
 * With two outcomes, the maximum likelihood distribution with mean m is simply m and 1 - m. 60 ones
 * and 40 zeros, 0.6 against 0.5: 60 ln(0.6/0.5) + 40 ln(0.4/0.5) = 10.939294 - 8.925742 = 2.013551.
 */
START_TEST(test_llr_of_two_outcomes) {
    const double value[] = {0, 1}, count[] = {40, 60};

    NEAR(stats_llr(value, count, 2, 0.5, 0.6), 2.013551, 1e-5);
    NEAR(stats_llr(value, count, 2, 0.6, 0.5), -2.013551, 1e-5);
    NEAR(stats_llr(value, count, 2, 0.5, 0.5), 0, 1e-9);
    /* 100 * 0.1 * (1.2 - 1.1) / (2 * 0.24) */
    NEAR(llr_normal(value, count, 2, 0.5, 0.6), 2.083333, 1e-5);
    /* a mean beyond all observed values */
    CLAIM(isnan(stats_llr(value, count, 2, 0.5, 1.5)), "a value stands for a failure");
}

/*
 * Three outcomes, theta by hand: 25 zeros, 50 halves, 25 ones; a mean of 0.6 needs
 * 0.25 * -0.6 / (1 - 0.6 t) + 0.5 * -0.1 / (1 - 0.1 t) + 0.25 * 0.4 / (1 + 0.4 t) = 0; the root
 * between -2.5 and 1.667 is t = -0.804460. LLR of 0.6 against 0.5 (where t = 0):
 * -(25 ln(1 - 0.6 t) + 50 ln(1 - 0.1 t) + 25 ln(1 + 0.4 t)) = -(9.8462 + 3.8687 - 9.7072),
 * near the -4 of the normal approximation: 100 * 0.1 * (1 - 1.1) / (2 * 0.125).
 */
START_TEST(test_llr_of_three_outcomes) {
    const double value[] = {0, 0.5, 1}, count[] = {25, 50, 25};
    const double t = -0.804460;
    const double by_hand = -(25 * log(1 - 0.6 * t) + 50 * log(1 - 0.1 * t) + 25 * log(1 + 0.4 * t));

    NEAR(stats_llr(value, count, 3, 0.5, 0.6), by_hand, 1e-4);
    NEAR(llr_normal(value, count, 3, 0.5, 0.6), -4, 1e-9);
    /* symmetric results have symmetric LLRs */
    NEAR(stats_llr(value, count, 3, 0.4, 0.5), -stats_llr(value, count, 3, 0.5, 0.6), 1e-9);
}

START_TEST(test_sprt) {
    const Sprt s = {true, 0, 10, 0.05, 0.05, SPRT_LOGISTIC};
    MatchScore better = {.pair = {10, 100, 300, 180, 30}},
               worse = {.pair = {30, 180, 300, 100, 10}};
    const MatchScore none = {0};

    /* ln 19 */
    NEAR(sprt_upper(&s), 2.944439, 1e-6);
    NEAR(sprt_lower(&s), -2.944439, 1e-6);
    NEAR(sprt_llr(&s, &none), 0, 0);
    ck_assert_int_eq(sprt_verdict(&s, sprt_llr(&s, &better)), 1);
    ck_assert_int_eq(sprt_verdict(&s, sprt_llr(&s, &worse)), -1);
    ck_assert_int_eq(sprt_verdict(&s, 2.9), 0);
    ck_assert_int_eq(sprt_verdict(&s, -2.9), 0);
    /* alpha differs from beta: ln(0.9 / 0.05), ln(0.1 / 0.95) */
    NEAR(sprt_upper(&(Sprt){.alpha = 0.05, .beta = 0.1}), 2.890372, 1e-6);
    NEAR(sprt_lower(&(Sprt){.alpha = 0.05, .beta = 0.1}), -2.251292, 1e-6);
}

/* For small differences, the GSPRT and its normal approximation nearly agree. */
START_TEST(test_llr_approximation) {
    const double value[] = {0, 0.25, 0.5, 0.75, 1};
    uint64_t seed = 5;

    for (int i = 0; i < 200; i++) {
        double count[5];
        double exact, near;

        for (int k = 0; k < 5; k++)
            count[k] = (double)(100 + random_next(&seed) % 40);
        exact = stats_llr(value, count, 5, stats_expected(0), stats_expected(5));
        near = llr_normal(value, count, 5, stats_expected(0), stats_expected(5));
        CLAIM(fabs(exact - near) < 0.02 + fabs(exact) * 0.08, "%f is far from %f", exact, near);
    }
}

/* Maxima of the likelihood, found independently by a script: for every standard deviation sigma,
 * Newton's method gives the most likely distribution of the five outcomes with the mean 1/2 + t
 * sigma and the variance sigma², and a golden-section search the best sigma. t is Elo ln(10) / 800,
 * times √2 for pairs; outcomes that were not seen count 0.001 times. Van den Bergh's approximation
 * N/2 ln((1 + (t - t0)²) / (1 + (t - t1)²)), t of the results, gives 2.7117, 2.1057, -2.9293,
 * 1.9835, 0.2241 and 0.7939.
 */
static const struct {
    int64_t pair[5];
    double elo0, elo1, llr;
} normalized[] = {
    {{10, 100, 300, 180, 30}, 0, 5, 2.762205},       {{30, 180, 300, 100, 10}, 0, 5, -3.011509},
    {{301, 1582, 3174, 1663, 340}, 0, 5, 2.105869},  {{39, 60, 124, 72, 68}, 0, 10, 1.998742},
    {{0, 12, 60, 20, 0}, -3, 1, 0.226859},           {{0, 5, 90, 9, 1}, 0, 50, 0.813430},
    {{0, 0, 12, 22, 66}, 100, 300, 21.225041},       {{2, 7, 20, 46, 125}, -1000, 1000, 708.963915},
    {{10, 100, 300, 180, 30}, 250, 300, -75.305022}, {{66, 22, 12, 0, 0}, -900, -240, 0.326201},
    {{0, 0, 0, 0, 50}, 0, 1000, 33.927498},          {{0, 0, 3, 90, 7}, 600, 1000, -0.131011},
};

START_ROWS(test_normalized_sprt, ROWS(normalized)) {
    const Sprt s = {true, normalized[_i].elo0, normalized[_i].elo1, 0.05, 0.05, SPRT_NORMALIZED};
    MatchScore score = {0}, mirrored = {0};

    for (int i = 0; i < 5; i++)
        score.pair[i] = mirrored.pair[4 - i] = normalized[_i].pair[i];
    NEAR(sprt_llr(&s, &score), normalized[_i].llr, 1e-5);
    NEAR(sprt_llr(&(Sprt){.elo0 = -s.elo1, .elo1 = -s.elo0, .model = SPRT_NORMALIZED}, &mirrored),
         -normalized[_i].llr, 1e-5);
}

/* Results without variance, where no t-value fits: the LLR is a number nevertheless. */
START_TEST(test_normalized_extremes) {
    const Sprt s = {.elo0 = 0, .elo1 = 5, .model = SPRT_NORMALIZED};
    const double value[] = {0, 0.5, 1}, draws[] = {0, 9, 0};

    NEAR(sprt_llr(&s, &(MatchScore){.draw = 0}), 0, 0);
    CLAIM(isnan(stats_llr_t(value, draws, 3, 0.5, 0, 0.1)), "a value stands for a failure");
    for (int k = 0; k < 5; k++) {
        MatchScore all = {.draw = 0};

        all.pair[k] = 1000000;
        CLAIM(isfinite(sprt_llr(&s, &all)), "%d half points: %f", k, sprt_llr(&s, &all));
        CLAIM((k < 2 && sprt_llr(&s, &all) <= 0) || (k > 2 && sprt_llr(&s, &all) >= 0) || k == 2,
              "%d half points: %f", k, sprt_llr(&s, &all));
    }
}

/*
 * --- ratings -----------------------------------------------------------------------------------
 */

/*
 * Ratings, and the bounds of 95 %, found in another way, by a script: the ratings by Zermelo's
 * iteration, the bounds where the expected score is that of the result plus or minus 1.96 errors.
 */
static const struct {
    int engines;
    Pairing pairing[3];
    double elo[4], low[4], high[4];
} ratings[] = {
    /* the first and the third engine did not meet */
    {3,
     {{0, 1, {5, 6, 3, {0}}}, {1, 2, {4, 2, 6, {0}}}},
     {13.8333, -36.1422, 22.3090},
     {-123.394, -158.674, -159.618},
     {169.715, 73.990, 248.380}},
    /* all met, in pairs of games */
    {3,
     {{0, 1, {8, 8, 4, {1, 2, 2, 3, 2}}},
      {0, 2, {10, 6, 4, {0, 2, 3, 2, 3}}},
      {1, 2, {5, 10, 5, {1, 1, 6, 1, 1}}}},
     {59.1765, -23.6727, -35.5038},
     {-34.329, -118.396, -127.686},
     {167.690, 66.218, 49.923}},
    /* a gauntlet */
    {4,
     {{0, 1, {8, 8, 4, {0}}}, {0, 2, {10, 6, 4, {0}}}, {0, 3, {20, 12, 5, {0}}}},
     {81.8517, 11.4152, -25.6864, -67.5805},
     {19.636, -122.204, -182.918, -179.111},
     {152.220, 126.556, 96.555, 20.418}},
    /* the third won all games against the first: its bound is Wilson's of 4 games; one has none */
    {4,
     {{0, 1, {5, 0, 5, {0}}}, {0, 2, {0, 0, 4, {0}}}},
     {0, 0, INFINITY, NAN},
     {-251.777, -251.777, 7.0255, -INFINITY},
     {251.777, 251.777, INFINITY, INFINITY}},
};

static bool is_near(double got, double wanted) {
    return isnan(wanted) ? isnan(got) : got == wanted || fabs(got - wanted) < 0.002;
}

START_ROWS(test_ratings, ROWS(ratings)) {
    Pairing pairing[3];
    MatchPlan plan = {.engines = ratings[_i].engines};
    const Match m = {.plan = &plan, .pairing = pairing, .pairings = 3};
    EloEstimate *engine;

    memcpy(pairing, ratings[_i].pairing, sizeof pairing);
    engine = ratings_fit(&m);
    for (int e = 0; e < plan.engines; e++) {
        const EloEstimate *f = &engine[e];

        CLAIM(is_near(f->elo, ratings[_i].elo[e]) && is_near(f->low, ratings[_i].low[e]) &&
                  is_near(f->high, ratings[_i].high[e]),
              "engine %d: %f [%f, %f]", e, f->elo, f->low, f->high);
    }
    free(engine);
}

/* --- clocks ---------------------------------------------------------------------------------- */

static const struct {
    const char *said, *written;
    int64_t base_ms, increment_ms;
    int moves;
} controls[] = {
    {"8+0.08", "8+0.08", 8000, 80, 0},
    {"5", "5", 5000, 0, 0},
    {"40/60+0.6", "40/60+0.6", 60000, 600, 40},
    {"1:30+1", "90+1", 90000, 1000, 0},
    {"40/2:00", "40/120", 120000, 0, 40},
    {"0.2+0.002", "0.2+0.002", 200, 2, 0},
    {"0+1", "0+1", 0, 1000, 0},
};

START_ROWS(test_control, ROWS(controls)) {
    EngineLimits c = {0};
    char text[64];
    Text t = text_in(text, sizeof text);

    ck_assert_pstr_eq(limits_parse_clock(&c, word_of(controls[_i].said)), NULL);
    ck_assert_int_eq(c.base_ms, controls[_i].base_ms);
    ck_assert_int_eq(c.increment_ms, controls[_i].increment_ms);
    ck_assert_int_eq(c.moves, controls[_i].moves);
    limits_write_pgn(&t, &c);
    ck_assert_str_eq(text, controls[_i].written);
}

START_TEST(test_bad_control) {
    static const char *const bad[] = {"",      "x",   "5+", "+",    "0",    "-5",
                                      "0+0",   "40/", "/5", "5+x",  "5+-1", "5/5/5",
                                      "1:2:3", "1e3", " ",  "5 +1", "0/5",  "99999999999999999999"};

    for (int i = 0; i < ROWS(bad); i++) {
        EngineLimits c = {.base_ms = 7};
        ck_assert_msg(limits_parse_clock(&c, word_of(bad[i])) != NULL, "%s is accepted", bad[i]);
        ck_assert_int_eq(c.base_ms, 7);
    }
}

START_TEST(test_clock) {
    const EngineLimits c = {.base_ms = 1000, .increment_ms = 100, .moves = 2};
    ChessClock clock = chessclock_start(&c);

    ck_assert_int_eq(chessclock_moves_to_go(&clock), 2);
    ck_assert_int_eq(chessclock_timeout_us(&clock, 50000), 1050000);
    ck_assert(chessclock_spend(&clock, 400000, 50000));
    ck_assert_int_eq(clock.left_us, 700000);
    ck_assert_int_eq(chessclock_moves_to_go(&clock), 1);
    /* within the margin: no loss, and the clock is 0 before the next control is added */
    ck_assert(chessclock_spend(&clock, 740000, 50000));
    ck_assert_int_eq(clock.left_us, 1100000);
    ck_assert_int_eq(chessclock_moves_to_go(&clock), 2);
    ck_assert(!chessclock_spend(&clock, 1150001, 50000));
}

/* Late moves within the margin are counted; without a margin they lose. */
START_TEST(test_overdraft) {
    const EngineLimits c = {.base_ms = 1000}, st = {.move_ms = 500};
    Overdraft sum = {2, 7000};
    ChessClock clock = chessclock_start(&c);

    ck_assert(chessclock_spend(&clock, 400000, 0));
    ck_assert(chessclock_spend(&clock, 600000, 0));
    ck_assert_int_eq(clock.overdraft.moves, 0);
    ck_assert_int_eq(clock.overdraft.max_us, 0);
    ck_assert(!chessclock_spend(&clock, 1, 0));
    ck_assert_int_eq(clock.overdraft.moves, 0);
    ck_assert_int_eq(clock.overdraft.max_us, 1);
    clock = chessclock_start(&st);
    ck_assert_int_eq(chessclock_timeout_us(&clock, 0), 500000);
    ck_assert(chessclock_spend(&clock, 500000, 0));
    ck_assert(chessclock_spend(&clock, 500900, 50000));
    ck_assert(chessclock_spend(&clock, 550000, 50000));
    ck_assert(!chessclock_spend(&clock, 550001, 50000));
    ck_assert_int_eq(clock.overdraft.moves, 2);
    ck_assert_int_eq(clock.overdraft.max_us, 50001);
    overdraft_add(&sum, &clock.overdraft);
    ck_assert_int_eq(sum.moves, 4);
    ck_assert_int_eq(sum.max_us, 50001);
}

START_TEST(test_other_limits) {
    const EngineLimits st = {.move_ms = 500}, nodes = {.nodes = 10};
    ChessClock clock = chessclock_start(&st);

    ck_assert(chessclock_spend(&clock, 540000, 50000));
    ck_assert(!chessclock_spend(&clock, 560000, 50000));
    clock = chessclock_start(&nodes);
    ck_assert(chessclock_timeout_us(&clock, 50000) == INT64_MAX);
    ck_assert(chessclock_spend(&clock, INT64_MAX / 2, 0));
}

/* --- moves of engines ------------------------------------------------------------------------ */

/* How moves are accepted in UCI, UCI for Chess960, and CECP: right, loose, wrong. */
#define PROMOTES "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
#define CASTLES  "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
#define KNIGHTS  "4k3/8/8/8/8/2p5/8/1N2K1N1 w - - 0 1"

static const struct {
    const char *fen, *text, *forms, *move;
} spellings[] = {
    {FEN_START, "e2e4", "RRR", "e2e4"},   {FEN_START, "e4", "WWR", "e2e4"},
    {FEN_START, "Nf3", "WWR", "g1f3"},    {FEN_START, "Ng1f3", "WWL", "g1f3"},
    {FEN_START, "E2E4", "WWL", "e2e4"},   {FEN_START, "e2-e4", "WWL", "e2e4"},
    {FEN_START, "e2e4!", "WWL", "e2e4"},  {FEN_START, "e2e4 e7e5", "LLW", "e2e4"},
    {FEN_START, "e2e5", "WWW", NULL},     {FEN_START, "e7e5", "WWW", NULL},
    {FEN_START, "0000", "WWW", NULL},     {FEN_START, "(none)", "WWW", NULL},
    {FEN_START, "", "WWW", NULL},         {PROMOTES, "a7a8q", "RRR", "a7a8q"},
    {PROMOTES, "a7a8n", "RRR", "a7a8n"},  {PROMOTES, "a7a8Q", "LLL", "a7a8q"},
    {PROMOTES, "A7A8Q", "WWL", "a7a8q"},  {PROMOTES, "a7a8", "WWL", "a7a8q"},
    {PROMOTES, "a7a8=q", "WWL", "a7a8q"}, {PROMOTES, "a8=Q+", "WWR", "a7a8q"},
    {PROMOTES, "a8=Q", "WWR", "a7a8q"},   {PROMOTES, "a8Q", "WWL", "a7a8q"},
    {PROMOTES, "a7a8k", "WWW", NULL},     {CASTLES, "e1g1", "RLR", "e1g1"},
    {CASTLES, "e1h1", "LRL", "e1g1"},     {CASTLES, "e1c1", "RLR", "e1c1"},
    {CASTLES, "O-O", "WWR", "e1g1"},      {CASTLES, "O-O-O", "WWR", "e1c1"},
    {CASTLES, "0-0", "WWL", "e1g1"},      {CASTLES, "0-0-0", "WWL", "e1c1"},
    {CASTLES, "e1a1q", "WWW", NULL},      {KNIGHTS, "b1c3", "RRR", "b1c3"},
    {KNIGHTS, "Nxc3", "WWR", "b1c3"},     {KNIGHTS, "Nc3", "WWL", "b1c3"},
};

START_ROWS(test_spellings, ROWS(spellings)) {
    static const char letters[] = {
        [MOVETEXT_RIGHT] = 'R', [MOVETEXT_LOOSE] = 'L', [MOVETEXT_WRONG] = 'W'};
    Position p;

    ck_assert_pstr_eq(fen_parse(&p, word_of(spellings[_i].fen), false), NULL);
    for (int k = 0; k < 3; k++) {
        Word text = tests_copy(word_of(spellings[_i].text));
        char move[NOTATION_SIZE];
        Text t = text_in(move, sizeof move);
        Move m = NO_MOVE;
        const MoveTextForm form = movetext_read(&m, &p, text, k < 2, k == 1);

        CLAIM(letters[form] == spellings[_i].forms[k], "%s, protocol %d: %c instead of %c",
              spellings[_i].text, k, letters[form], spellings[_i].forms[k]);
        if (form == MOVETEXT_WRONG) {
            ck_assert_int_eq(m, NO_MOVE);
        } else {
            notation_write(&t, &p, m);
            ck_assert_str_eq(move, spellings[_i].move);
        }
        tests_free(text);
    }
}

/* --- records --------------------------------------------------------------------------------- */

static void start_line(GameLine *line, const char *fen) {
    Position p;

    ck_assert_pstr_eq(fen_parse(&p, word_of(fen), false), NULL);
    ck_assert_pstr_eq(gameline_init(line, &p), NULL);
}

static void start_record(GameRecord *r, const char *fen) {
    GameLine line;

    start_line(&line, fen);
    record_start(r, &line);
    gameline_destroy(&line);
}

/* Plays a move with a score for the side to move. */
static void play(GameRecord *r, const char *move, int score) {
    const EngineInfo info = {.has_score = true, .score = score, .depth = 3, .time_us = 12000};
    Move m;

    ck_assert_int_eq(notation_parse(&m, gameline_now(&r->line), word_of(move)), MOVE_FINE);
    record_play(r, m, &info);
}

static const EngineLimits eight = {.base_ms = 8000, .increment_ms = 80};

static GameTags heading(const char *white, const char *black, int round) {
    return (GameTags){.name = {white, black},
                      .limits = {&eight, &eight},
                      .round = round,
                      .year = 2024,
                      .month = 2,
                      .day = 29,
                      .match = "limits 7"};
}

START_TEST(test_pgn) {
    const GameTags h = heading("One \"quoted\"", "Two", 7);
    size_t length, at = 0;
    GameRecord r;
    StoredGame p;
    char *text;

    start_record(&r, FEN_START);
    play(&r, "f3", -34);
    play(&r, "e5", 50);
    play(&r, "g4", 5);
    play(&r, "Qh4", 100);
    r.info[3].mate = 1;
    r.end = END_MATE;
    r.loser = WHITE;
    text = record_pgn(&r, &h, &length);
    ck_assert_str_eq(text, "[Event \"alula-match\"]\n[Site \"?\"]\n[Date \"2024.02.29\"]\n"
                           "[Round \"7\"]\n[White \"One \\\"quoted\\\"\"]\n[Black \"Two\"]\n"
                           "[Result \"0-1\"]\n[PlyCount \"4\"]\n[TimeControl \"8+0.08\"]\n"
                           "[AlulaMatch \"limits 7\"]\n"
                           "[Termination \"normal\"]\n\n"
                           "1. f3 {-0.34/3 0.012s} 1... e5 {+0.50/3 0.012s} 2. g4 {+0.05/3 0.012s} "
                           "2... Qh4#\n{+M1/3 0.012s} {Black mates} 0-1\n\n");
    ck_assert(record_read(&p, text, length, &at));
    ck_assert_uint_eq(at, length);
    ck_assert_str_eq(p.name[WHITE], "One \"quoted\"");
    ck_assert_str_eq(p.name[BLACK], "Two");
    ck_assert_str_eq(p.match, "limits 7");
    ck_assert_int_eq(p.round, 7);
    ck_assert_int_eq(p.game.white, 0);
    ck_assert_int_eq(p.game.end, END_MATE);
    /* no truncated game is accepted */
    for (size_t cut = 0; cut < length - 1; cut++) {
        Word part = tests_copy((Word){text, cut});

        at = 0;
        CLAIM(!record_read(&p, part.at, part.length, &at), "the first %zu bytes are a game", cut);
        CLAIM(at == 0, "it advanced to %zu", at);
        tests_free(part);
    }
    free(text);
    record_destroy(&r);
}

/* Writes a record as PGN and reads it. */
static FinishedGame reread(const GameRecord *r) {
    const GameTags h = heading("A", "B", 1);
    size_t length, at = 0;
    char *text = record_pgn(r, &h, &length);
    StoredGame p;

    ck_assert(record_read(&p, text, length, &at));
    free(text);
    return p.game;
}

/* The digest depends on start and moves only, and is the same when read from PGN. */
START_TEST(test_digest) {
    static const struct {
        const char *fen, *move[2];
    } game[] = {
        {FEN_START, {"e4", "e5"}},
        {FEN_START, {"e4", "e6"}},
        {FEN_START, {"e4", NULL}},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2", {"e4", "e5"}},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1", {"e4", "e5"}},
    };
    uint64_t digest[ROWS(game)];

    for (int i = 0; i < ROWS(game); i++) {
        GameRecord r;

        start_record(&r, game[i].fen);
        r.end = END_RESIGNED;
        ck_assert(record_finished(&r).digest == 0 && reread(&r).digest == 0);
        for (int k = 0; k < 2 && game[i].move[k]; k++)
            play(&r, game[i].move[k], 10 * i);
        digest[i] = record_finished(&r).digest;
        ck_assert(digest[i] && reread(&r).digest == digest[i]);
        for (int k = 0; k < i; k++)
            CLAIM(digest[i] != digest[k], "games %d and %d have one digest", i, k);
        r.opening_plies = 1;
        ck_assert(record_finished(&r).digest == (game[i].move[1] ? digest[i] : 0));
        ck_assert(reread(&r).digest == record_finished(&r).digest);
        record_destroy(&r);
    }
}

/* Of 300 games, 2, 32, 62 ... are equal, and 7 and 250 are; in any order, 32 repeats 2. */
START_ROWS(test_repeats, 9) {
    uint64_t seed = (uint64_t)_i;
    Repeats r = {.count = 0};
    int64_t order[300];

    for (int64_t g = 0; g < 300; g++)
        order[g] = _i ? g : 299 - g;
    for (size_t i = 300; _i > 1 && --i;) {
        const size_t other = (size_t)(random_next(&seed) % (i + 1));
        const int64_t swapped = order[i];

        order[i] = order[other];
        order[other] = swapped;
    }
    for (int i = 0; i < 300; i++) {
        const int64_t g = order[i];

        repeats_add(&r, g, g % 30 == 2 ? 5 : g == 7 || g == 250 ? 69 : 1000 + 64 * (uint64_t)g);
    }
    ck_assert_int_eq(r.count, 9 + 1);
    ck_assert_int_eq(r.earlier, 2);
    ck_assert_int_eq(r.repeat, 32);
    unit_table_free(&r.known);
}

/* Every kind of end is read as it was written. */
START_RANGE(test_ends, END_MATE, END_COUNT) {
    const End end = (End)_i;
    const GameTags h = heading("A", "B", 1);
    const Overdraft late = {3, 1250};

    for (Color loser = WHITE; loser < COLOR_COUNT; loser++) {
        size_t length, at = 0;
        GameRecord r;
        StoredGame p;
        char *text;

        start_record(&r, "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9");
        for (int i = 0; i < 6; i++)
            play(&r, i % 4 == 0 ? "Kd1" : i % 4 == 1 ? "Kd8" : i % 4 == 2 ? "Ke1" : "Ke8", 0);
        r.end = end;
        r.loser = loser;
        r.overdraft[loser] = late;
        r.loose[loser] = (LooseMoves){2, "e7e8Q \\ \"x"};
        if (end == END_FALSE_CLAIM)
            strcpy(r.detail, "1-0 {White } mates {");
        if (end == END_ILLEGAL)
            strcpy(r.detail, "e1e8 (not legal: no king)");
        text = record_pgn(&r, &h, &length);
        for (const char *line = text, *next; (next = strchr(line, '\n')); line = next + 1)
            ck_assert_msg(next - line <= 80, "a line is too long: %.*s", (int)(next - line), line);
        ck_assert(strstr(text, "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 3 9\"]\n"));
        ck_assert(record_read(&p, text, length, &at));
        ck_assert_int_eq(p.game.end, end);
        ck_assert_int_eq(p.game.white, record_half_points(&r));
        if (p.game.white != 1)
            ck_assert_int_eq(p.game.loser, loser);
        ck_assert_int_eq(p.game.overdraft[loser].moves, 3);
        ck_assert_int_eq(p.game.overdraft[loser].max_us, 1250);
        ck_assert_int_eq(p.game.overdraft[color_other(loser)].max_us, 0);
        ck_assert_int_eq(p.game.loose[loser].moves, 2);
        ck_assert_str_eq(p.game.loose[loser].first, "e7e8Q \\ \"x");
        ck_assert_int_eq(p.game.loose[color_other(loser)].moves, 0);
        ck_assert_str_eq(p.game.detail, end == END_ILLEGAL       ? "e1e8 (not legal: no king)"
                                        : end == END_FALSE_CLAIM ? "1-0 {White } mates {"
                                                                 : "");
        free(text);
        record_destroy(&r);
    }
}

/* --- adjudication ---------------------------------------------------------------------------- */

/*
 * Games that end with their last move, or never (END_NONE), by the rules of fastchess. Scores are
 * from the point of view of the side to move.
 */
static const char knights[] = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
static const struct {
    MatchRules rules;
    const char *moves;
    int score[8], plies;
    End end;
    Color loser;
} adjudications[] = {
#define DRAW(from, count)                                                                          \
    { .draw_from = (from), .draw_count = (count), .draw_score = 10 }
    {DRAW(1, 2), knights, {50, 10, -10, 0, 3}, 5, END_ADJUDICATED_DRAW, WHITE},
    {DRAW(1, 2), knights, {0, 0, 0, 11}, 4, END_NONE, WHITE},
    {DRAW(3, 1), knights, {0}, 6, END_ADJUDICATED_DRAW, WHITE}, /* three full moves are played */
    /* a pawn move or capture is the first of a new row */
    {DRAW(1, 2), "Nf3 Nf6 Nd4 e5 Nb3 Ng8 Nd4", {0}, 7, END_ADJUDICATED_DRAW, WHITE},
    {DRAW(1, 2), "Nf3 Nf6 Ne5 Ng8 Nxf7 Nf6 Nxh8 Ng8", {50, 50, 50, 50}, 8, END_NONE, WHITE},
#undef DRAW
#define RESIGN(both)                                                                               \
    { .resign_count = 2, .resign_score = 600, .resign_twosided = (both) }
    {RESIGN(true), knights, {-600, 700, -900, 601}, 4, END_ADJUDICATED_WIN, WHITE},
    {RESIGN(true), knights, {0, -600, 650, -900, 600}, 5, END_ADJUDICATED_WIN, BLACK},
    {RESIGN(true), knights, {-700, 700, -700, 599, -700, 0}, 6, END_NONE, WHITE},
    {RESIGN(true), knights, {-700, 700, -500, 700}, 4, END_NONE, WHITE},
    {RESIGN(false), knights, {-700, 0, -600}, 3, END_ADJUDICATED_WIN, WHITE},
    {RESIGN(false), knights, {0, -700, 50, -99900}, 4, END_ADJUDICATED_WIN, BLACK},
    {RESIGN(false), knights, {700, -700, 700, -599, 700, -700}, 6, END_NONE, WHITE},
#undef RESIGN
};

START_ROWS(test_adjudication, ROWS(adjudications)) {
    Word moves = word_of(adjudications[_i].moves);
    bool is = false;
    GameRecord r;

    start_record(&r, FEN_START);
    for (int i = 0; i < adjudications[_i].plies; i++) {
        char move[8];
        Text t = text_in(move, sizeof move);

        ck_assert(!is);
        text_add_word(&t, text_word(&moves));
        play(&r, move, adjudications[_i].score[i]);
        is = game_adjudicate(&r, &adjudications[_i].rules);
    }
    ck_assert_int_eq(is, adjudications[_i].end != END_NONE);
    ck_assert_int_eq(r.end, adjudications[_i].end);
    if (r.end == END_ADJUDICATED_WIN)
        ck_assert_int_eq(r.loser, adjudications[_i].loser);
    record_destroy(&r);
}

/* Moves without a score and opening moves are never adjudicated. */
START_TEST(test_rules_need_scores) {
    const MatchRules rules = {.draw_from = 1, .draw_count = 1, .draw_score = 10, .resign_count = 1};
    const EngineInfo silent = {.has_score = false};
    GameRecord r;
    Move m;

    start_record(&r, FEN_START);
    ck_assert(!game_adjudicate(&r, &rules));
    for (int i = 0; i < 4; i++) {
        static const char *const move[] = {"e4", "e5", "Nf3", "Nc6"};
        ck_assert_int_eq(notation_parse(&m, gameline_now(&r.line), word_of(move[i])), MOVE_FINE);
        record_play(&r, m, &silent);
        ck_assert(!game_adjudicate(&r, &rules));
    }
    r.opening_plies = r.line.length;
    for (size_t i = 0; i < r.line.length; i++)
        r.info[i].has_score = true;
    ck_assert(!game_adjudicate(&r, &rules));
    record_destroy(&r);
}

/* --- openings -------------------------------------------------------------------------------- */

static const char *load(Openings *o, const char *name, const char *text, int plies) {
    char path[64];
    const char *error;
    FILE *file;

    snprintf(path, sizeof path, "test_match_%ld%s", (long)getpid(), name);
    file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
    error = openings_load(o, path, false, plies);
    remove(path);
    return error;
}

#define CHESS960      "bbnrnkqr/pppppppp/8/8/8/8/PPPPPPPP/BBNRNKQR w HDhd - 0 1"
#define CHESS960_HINT ":1: a castling right has no king and rook in place; the opening is valid"

START_TEST(test_epd) {
    GameLine line;
    Openings o;

    start_line(&line, FEN_START);
    ck_assert_pstr_eq(load(&o, ".epd",
                           "# one\n\n4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 3; fmvn 12;\r\n"
                           "4k3/8/8/8/8/8/4P3/4K3 b - - 5 6",
                           0),
                      NULL);
    ck_assert_uint_eq(o.count, 2);
    openings_get(&o, 2, &line);
    ck_assert_int_eq(gameline_now(&line)->halfmove_clock, 3);
    ck_assert_int_eq(gameline_now(&line)->fullmove_number, 12);
    openings_get(&o, 1, &line);
    ck_assert_int_eq(position_turn(gameline_now(&line)), BLACK);
    ck_assert_int_eq(gameline_now(&line)->fullmove_number, 6);
    openings_free(&o);
    ck_assert_ptr_nonnull(strstr(load(&o, ".epd", FEN_START "\n8/8 w - -\n", 0), ".epd:2: "));
    openings_free(&o);
    ck_assert_pstr_eq(load(&o, ".epd", "\xef\xbb\xbf" FEN_START "\n", 0), NULL);
    ck_assert_uint_eq(o.count, 1);
    openings_get(&o, 0, &line);
    openings_free(&o);
    ck_assert_ptr_nonnull(load(&o, ".epd", FEN_START "\n\xef\xbb\xbf" FEN_START "\n", 0));
    openings_free(&o);
    ck_assert_ptr_nonnull(strstr(load(&o, ".epd", CHESS960 "\n", 0), CHESS960_HINT));
    openings_free(&o);
    ck_assert_ptr_null(strstr(load(&o, ".epd", "7k/8/8/8/8/8/8/K7 w Q -\n", 0), "--chess960"));
    openings_free(&o);
    /* a finished game is not an opening */
    ck_assert_ptr_nonnull(load(&o, ".epd", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n", 0));
    openings_free(&o);
    ck_assert_ptr_nonnull(load(&o, ".epd", "\n", 0));
    openings_free(&o);
    gameline_destroy(&line);
}

START_TEST(test_pgn_openings) {
    static const char games[] =
        "[Event \"?\"]\n[Result \"*\"]\n\n1. e4 {a comment (here)} e5 $1 2.Nf3 "
        "(2. f4 exf4 {(}) 2... Nc6 ; the rest\n3. Bb5!? a6 *\n\n"
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. Kd1 Kd8 1/2-1/2\n";
    GameLine line;
    Openings o;

    start_line(&line, FEN_START);
    ck_assert_pstr_eq(load(&o, ".pgn", games, 0), NULL);
    ck_assert_uint_eq(o.count, 2);
    openings_get(&o, 0, &line);
    ck_assert_uint_eq(line.length, 6);
    openings_get(&o, 1, &line);
    ck_assert_uint_eq(line.length, 2);
    openings_free(&o);
    ck_assert_pstr_eq(load(&o, ".pgn", games, 4), NULL);
    openings_get(&o, 0, &line);
    ck_assert_uint_eq(line.length, 4);
    openings_free(&o);
    ck_assert_ptr_nonnull(strstr(load(&o, ".pgn", "1. e4 e4 *\n", 0), "not legal"));
    openings_free(&o);
    ck_assert_ptr_nonnull(strstr(
        load(&o, ".pgn", "[Variant \"Chess960\"]\n[FEN \"" CHESS960 "\"]\n\n1. e4 e5 *\n", 0),
        CHESS960_HINT));
    openings_free(&o);
    gameline_destroy(&line);
}

/* Unusual but accepted PGN. */
static const struct {
    const char *name, *text;
    size_t games, plies; /* of the first game */
} loose[] = {
    {".pgn", "1\n. e4 e5 2\r\n.\r\nNf3 3\t. *\n", 1, 3},
    {".pgn", "1{so}. e4 1(1. d4)... e5 2;\n. Nf3 3", 1, 3},
    {".PGN", "1. e4 e5 *\n", 1, 2},
    {".Pgn", "[Event \"{\"]\n\n1. e4 *\n\n[Event \"?\"]\n\n1. d4 *\n", 2, 1},
    {".pgn", "1. e4 {see\n[FEN \"8/8\"]\n} e5 {\n[a]\n[b]\n} *\n\n[Event \"?\"]\n\n1. d4 d5 *\n", 2,
     2},
    {".pgn", "1. e4 e5 *\n1. d4 *\n", 2, 2},
    {".pgn", "1. e4 ; {\n% {\n1... e5 *\n[Event \"?\"]\n\n1. d4 *\n", 2, 2},
};

START_ROWS(test_loose_pgn, ROWS(loose)) {
    GameLine line;
    Openings o;

    start_line(&line, FEN_START);
    ck_assert_pstr_eq(load(&o, loose[_i].name, loose[_i].text, 0), NULL);
    ck_assert_uint_eq(o.count, loose[_i].games);
    openings_get(&o, 0, &line);
    ck_assert_uint_eq(line.length, loose[_i].plies);
    openings_free(&o);
    gameline_destroy(&line);
}

/* An unclosed comment would hide all later games. */
START_TEST(test_open_comment) {
    Openings o;

    ck_assert_ptr_nonnull(
        strstr(load(&o, ".pgn", "1. e4 e5 *\n\n[Event \"?\"]\n\n1. d4 d5\n{so\n*\n", 1),
               ".pgn:6: a comment is left open"));
    openings_free(&o);
}

START_TEST(test_shuffle) {
    char text[4000] = "", seen[40] = "";
    Openings one, two;
    bool moved = false;

    for (int i = 1; i <= 40; i++)
        sprintf(text + strlen(text), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 %d\n", i);
    ck_assert_pstr_eq(load(&one, ".epd", text, 0), NULL);
    ck_assert_pstr_eq(load(&two, ".epd", text, 0), NULL);
    openings_shuffle(&one, 9);
    openings_shuffle(&two, 9);
    for (size_t i = 0; i < 40; i++) {
        const size_t place = (size_t)(one.item[i].at - one.text) / 32;

        ck_assert_int_eq(one.item[i].at - one.text, two.item[i].at - two.text);
        moved |= place != i;
        seen[place < 40 ? place : 39]++;
    }
    ck_assert(moved);
    openings_free(&one);
    openings_free(&two);
}

/* --- pairings -------------------------------------------------------------------------------- */

/* Three engines, five games per pairing: both colors for all, one opening per pair of games. */
START_TEST(test_round_robin) {
    EngineSpec engine[3] = {{.command = NULL}};
    const MatchPlan plan = {.engine = engine, .engines = 3, .games = 5, .slice = SLICE_ALL};
    int white[3][3] = {{0}}, left_out = 0;
    atomic_bool stop = false;
    Match m;

    ck_assert_pstr_eq(match_init(&m, &plan, NULL, &stop), NULL);
    ck_assert_int_eq(m.total, 15);
    ck_assert_int_eq(m.rounds, 18);
    for (int64_t g = 0; g < m.rounds; g += 2) {
        const GameAssignment a = match_assignment(&m, g), b = match_assignment(&m, g + 1);

        ck_assert_int_eq(a.white, b.black);
        ck_assert_int_eq(a.black, b.white);
        ck_assert_int_eq(a.opening, b.opening);
        ck_assert_int_eq(m.done[g], NOT_PLAYED);
        white[a.white][a.black]++;
        left_out += m.done[g + 1] == SKIPPED;
        white[b.white][b.black] += m.done[g + 1] == NOT_PLAYED;
    }
    ck_assert_int_eq(left_out, 3);
    for (int i = 0; i < 3; i++)
        for (int k = i + 1; k < 3; k++) {
            ck_assert_int_eq(white[i][k], 3);
            ck_assert_int_eq(white[k][i], 2);
        }
    match_destroy(&m);
}

START_TEST(test_gauntlet) {
    EngineSpec engine[4] = {{.command = NULL}};
    const MatchPlan plan = {
        .engine = engine, .engines = 4, .games = 2, .gauntlet = true, .slice = SLICE_ALL};
    atomic_bool stop = false;
    Match m;

    ck_assert_pstr_eq(match_init(&m, &plan, NULL, &stop), NULL);
    ck_assert_int_eq(m.total, 6);
    for (int64_t g = 0; g < m.rounds; g++) {
        const GameAssignment a = match_assignment(&m, g);
        ck_assert(a.white == 0 || a.black == 0);
    }
    match_destroy(&m);
}

/* Each game is in one slice, with the other game of its pair; games keep their numbers. */
START_TEST(test_slices) {
    EngineSpec engine[3] = {{.command = NULL}};
    const MatchPlan whole = {.engine = engine, .engines = 3, .games = 5, .slice = SLICE_ALL};
    atomic_bool stop = false;
    int64_t total = 0;
    Match all;

    ck_assert_pstr_eq(match_init(&all, &whole, NULL, &stop), NULL);
    for (int of = 1; of <= 11; of++) {
        total = 0;
        for (int index = 1; index <= of; index++) {
            MatchPlan plan = whole;
            int64_t own = 0;
            Match m;

            plan.slice = (Slice){index, of};
            ck_assert_pstr_eq(match_init(&m, &plan, NULL, &stop), NULL);
            ck_assert_int_eq(m.rounds, all.rounds);
            for (int64_t g = 0; g < m.rounds; g++) {
                const GameAssignment a = match_assignment(&m, g), b = match_assignment(&all, g);
                const bool is_own = g / 2 % of == index - 1;

                ck_assert(a.white == b.white && a.black == b.black && a.opening == b.opening);
                ck_assert_int_eq(m.done[g],
                                 all.done[g] == NOT_PLAYED && !is_own ? ELSEWHERE : all.done[g]);
                own += m.done[g] == NOT_PLAYED;
            }
            ck_assert_int_eq(m.total, own);
            total += own;
            match_destroy(&m);
        }
        ck_assert_int_eq(total, all.total);
    }
    match_destroy(&all);
}

/* --- Swiss tournaments ----------------------------------------------------------------------- */

enum { MOST = 9 };

/*
 * met: pairs that have already met once, "0102" are 0 and 1, 0 and 2; wanted: the pairs, and the
 * bye.
 */
static const struct {
    int engines;
    int64_t points[MOST];
    const char *byes, *met, *wanted;
} swiss[] = {
    {2, {0}, "", "", "01"},
    {2, {0}, "", "01", "01"},
    {4, {0}, "", "", "0213"},
    {6, {0}, "", "", "031425"},
    {4, {4, 4, 0, 0}, "", "0213", "0123"},
    {4, {0, 4, 0, 4}, "", "0213", "1032"},
    {4, {8, 4, 4, 0}, "", "02130123", "0312"},
    {4, {8, 4, 4, 0}, "", "020312130123", "0123"}, /* all have met */
    {3, {0}, "", "", "012"},
    {3, {4, 0, 4}, "2", "01", "021"},
    {3, {6, 0, 6}, "21", "0102", "210"},
    {3, {4, 6, 0}, "21", "12", "120"},          /* no second bye, although 1 and 2 have met */
    {3, {8, 6, 4}, "012", "010212", "012"},     /* all have had a bye */
    {5, {9, 8, 4, 2, 0}, "432", "23", "02341"}, /* 0 and 1 have had no bye */
    {5, {0}, "", "", "02134"},
    {5, {2, 2, 2, 2, 2}, "43", "", "03142"},
    /* 0 and 1 would be next to each other, but then 2 and 3 must meet again */
    {4, {8, 6, 2, 0}, "", "23", "0213"},
};

START_ROWS(test_swiss_table, ROWS(swiss)) {
    const int n = swiss[_i].engines;
    int byes[MOST] = {0}, met[MOST * MOST] = {0}, pair[MOST / 2][2], bye;
    char got[2 * MOST] = "";
    Text t = text_in(got, sizeof got);

    for (const char *c = swiss[_i].byes; *c; c++)
        byes[*c - '0']++;
    for (const char *c = swiss[_i].met; *c; c += 2) {
        met[(c[0] - '0') * n + c[1] - '0']++;
        met[(c[1] - '0') * n + c[0] - '0']++;
    }
    bye = swiss_pair(&(SwissTable){n, swiss[_i].points, byes, met}, pair);
    for (int i = 0; i < n / 2; i++)
        text_addf(&t, "%d%d", pair[i][0], pair[i][1]);
    if (bye >= 0)
        text_addf(&t, "%d", bye);
    ck_assert_str_eq(got, swiss[_i].wanted);
}

/*
 * Returns true if these engines can be paired without a rematch, by trying all pairings. If
 * `may_rest` is not empty, one of its engines gets the bye.
 */
static bool can_avoid(const int *met, int n, unsigned open, unsigned may_rest) {
    int a = 0;

    if (!open)
        return !may_rest;
    while (!(open >> a & 1))
        a++;
    if (may_rest >> a & 1 && can_avoid(met, n, open & ~(1U << a), 0))
        return true;
    for (int b = a + 1; b < n; b++)
        if (open >> b & 1 && !met[a * n + b] &&
            can_avoid(met, n, open & ~(1U << a) & ~(1U << b), may_rest))
            return true;
    return false;
}

/* Returns the engines with the fewest byes; none if the number of engines is even. */
static unsigned allowed_to_rest(const int *byes, int n) {
    unsigned set = 0;
    int fewest = INT_MAX;

    for (int e = 0; e < n; e++) {
        if (byes[e] < fewest)
            set = 0;
        fewest = byes[e] < fewest ? byes[e] : fewest;
        set |= byes[e] == fewest ? 1U << e : 0;
    }
    return n % 2 ? set : 0;
}

/*
 * Random results: all engines are paired in each round, no engine gets a second bye before all have
 * had one, and there are no avoidable rematches.
 */
START_ROWS(test_swiss_rounds, 80) {
    const int n = 2 + _i % (MOST - 1);
    int byes[MOST] = {0}, met[MOST * MOST] = {0};
    int64_t points[MOST] = {0};
    uint64_t seed = (uint64_t)_i;

    for (int round = 0; round < 2 * n; round++) {
        const unsigned rest = allowed_to_rest(byes, n);
        const bool avoidable = can_avoid(met, n, (1U << n) - 1, rest);
        int pair[MOST / 2][2], last = INT_MAX;
        const int bye = swiss_pair(&(SwissTable){n, points, byes, met}, pair);
        unsigned seen = 0;

        ck_assert_int_eq(bye >= 0, n % 2);
        ck_assert(bye < 0 || rest >> bye & 1);
        if (bye >= 0)
            seen = 1U << bye;
        for (int i = 0; i < n / 2; i++) {
            const int a = pair[i][0], b = pair[i][1];

            ck_assert(a != b && !(seen >> a & 1) && !(seen >> b & 1));
            seen |= 1U << a | 1U << b;
            ck_assert(!avoidable || !met[a * n + b]);
            ck_assert(points[a] >= points[b] && points[a] <= last);
            last = (int)points[a];
        }
        ck_assert_uint_eq(seen, (1U << n) - 1);
        for (int i = 0; i < n / 2; i++) {
            const int a = pair[i][0], b = pair[i][1];

            seed = random_seed(seed, (uint64_t)round);
            points[a] += (int64_t)(seed % 5);
            points[b] += 4 - (int64_t)(seed % 5);
            met[a * n + b]++;
            met[b * n + a]++;
        }
        if (bye >= 0) {
            points[bye] += 4;
            byes[bye]++;
        }
    }
}

/* Changed groups of settings are named; other settings may change. */
START_TEST(test_fingerprint) {
    EngineOption option = {.name = (char[]){"Style"}, .value = NULL};
    EngineSpec engine[2] = {{.command = (char[]){"one"}, .option = &option, .options = 1},
                            {.command = (char[]){"two"}}};
    MatchPlan plan = {.engine = engine, .engines = 2, .games = 5, .seed = 1};
    char before[MATCH_TAG_SIZE], after[MATCH_TAG_SIZE], written[200];
    Text t = text_in(before, sizeof before);

    fingerprint_write(&t, &plan);
    ck_assert(!t.full);
    plan.games = 9;
    plan.concurrency = 4;
    plan.seed = 2; /* ignored without --order random */
    plan.sprt.used = plan.resume = plan.quiet = plan.gauntlet = true;
    t = text_in(after, sizeof after);
    fingerprint_write(&t, &plan);
    t = text_in(written, sizeof written);
    ck_assert(!fingerprint_differs(&t, before, after));
    ck_assert_str_eq(written, "");
    option.value = (char[]){"1"};
    plan.random = true;
    t = text_in(after, sizeof after);
    fingerprint_write(&t, &plan);
    t = text_in(written, sizeof written);
    ck_assert(fingerprint_differs(&t, before, after));
    ck_assert_str_eq(written, "engines, order");
    engine[1].limits.nodes = 7;
    plan.openings.text = (char[]){FEN_START};
    plan.rules.draw_count = 3;
    t = text_in(after, sizeof after);
    fingerprint_write(&t, &plan);
    t = text_in(written, sizeof written);
    ck_assert(fingerprint_differs(&t, before, after));
    ck_assert_str_eq(written, "engines, limits, openings, order, adjudication");
    /* a fingerprint of another program */
    t = text_in(written, sizeof written);
    ck_assert(fingerprint_differs(&t, before, "x"));
}

/* --- tags ------------------------------------------------------------------------------------ */

static const char *const schedules[] = {
    "kind=robin engines=2 margin=50 openings=0 games=40",
    "kind=robin engines=2 margin=50 openings=0 most=1000",
    "kind=gauntlet engines=1000 margin=0 openings=9 games=1",
    "kind=swiss engines=3 margin=50 openings=8 order=random seed=9223372036854775807 rounds=1000",
    ("kind=gauntlet engines=1000 margin=1000000 openings=2147483647 order=random "
     "seed=9223372036854775807 games=10000000")};

START_ROWS(test_schedule_tag, ROWS(schedules)) {
    MatchPlan plan = {.slice = SLICE_ALL};
    char written[SCHEDULE_TAG_SIZE];
    Text t = text_in(written, sizeof written);

    ck_assert(match_tags_read_schedule(&plan, schedules[_i]));
    plan.opening_file = plan.openings.count ? "x.epd" : NULL;
    match_tags_write_schedule(&t, &plan);
    ck_assert_str_eq(written, schedules[_i]);
    ck_assert(!t.full);
    ck_assert_uint_eq(match_tags_fixed_schedule(written).length,
                      (size_t)(strrchr(written, ' ') + 1 - written));
}

#define FIXED "kind=robin engines=2 margin=50 openings=0 "
static const char *const bad_schedules[] = {"",
                                            "kind=robin",
                                            "kind=swis engines=2 margin=50 openings=0 games=4",
                                            "kind=robin engines=1 margin=50 openings=0 games=4",
                                            "kind=robin engines=1001 margin=50 openings=0 games=4",
                                            "kind=robin engines=2 margin=-1 openings=0 games=4",
                                            "kind=robin engines=2 margin=50 openings=x games=4",
                                            "kind=robin margin=50 engines=2 openings=0 games=4",
                                            "kind=swiss engines=3 margin=50 openings=0 games=4",
                                            "kind=swiss engines=3 margin=50 openings=0 most=4",
                                            "kind=swiss engines=3 margin=50 openings=0 rounds=1001",
                                            FIXED,
                                            FIXED "order=x seed=1 games=4",
                                            FIXED "order=random games=4",
                                            FIXED "order=random seed=x games=4",
                                            FIXED "games=4 order=random seed=1",
                                            FIXED "rounds=4",
                                            FIXED "games=0",
                                            FIXED "games=-4",
                                            FIXED "games=10000001",
                                            FIXED "games=99999999999999999999",
                                            FIXED "most=",
                                            FIXED "games=4 most=4",
                                            FIXED "games=4 more"};

START_ROWS(test_bad_schedule_tag, ROWS(bad_schedules)) {
    MatchPlan plan = {.slice = SLICE_ALL};

    ck_assert(!match_tags_read_schedule(&plan, bad_schedules[_i]));
    match_tags_fixed_schedule(bad_schedules[_i]);
}
#undef FIXED

static const struct {
    const char *text;
    int index; /* -1: rejected */
} engine_tags[] = {{"1,proto=cecp,nodes=100", 0},
                   {"3,proto=uci,tc=40/60+0.6,nodes=5,depth=9,hash=16,threads=2", 2},
                   {"2,proto=uci,st=0.250", 1},
                   {"1,proto=cecp,tc=5,ponder=on,restart=on", 0},
                   {"1,proto=cecp,tc=5,ponder=yes", -1},
                   {"2,proto=uci,st=100.000", 1},
                   {"", -1},
                   {"4,proto=cecp,nodes=100", -1},
                   {"0,proto=cecp,nodes=100", -1},
                   {"x,proto=cecp,nodes=100", -1},
                   {"1,nodes=100", -1},
                   {"1,proto=cecp", -1},
                   {"1,proto=cecp,nodes=0", -1},
                   {"1,proto=cecp,nodes=5,speed=9", -1},
                   {"1,proto=cecp,nodes=5,option.X=9", -1},
                   {"proto=cecp,nodes=100", -1},
                   {"1,proto=cecp,nodes=\"5", -1}};

START_ROWS(test_engine_tag, ROWS(engine_tags)) {
    const char *text = engine_tags[_i].text;
    char written[ENGINE_TAG_SIZE];
    Text t = text_in(written, sizeof written);
    EngineSpec spec;
    int index = -1;

    if (!match_tags_read_engine(&spec, &index, 3, text)) {
        ck_assert_int_eq(engine_tags[_i].index, -1);
    } else {
        ck_assert_int_eq(index, engine_tags[_i].index);
        match_tags_write_engine(&t, index, &spec);
        ck_assert_str_eq(written, text);
    }
    spec_free(&spec);
}

/* --- several runs ---------------------------------------------------------------------------- */

/* Writes a file of `games` games, numbered from 1, and a text after them. */
static void write_games(const char *path, int games, const char *after) {
    FILE *file = fopen(path, "w");

    ck_assert_ptr_nonnull(file);
    for (int round = 1; round <= games; round++) {
        const GameTags h = heading(round % 2 ? "A" : "B", round % 2 ? "B" : "A", round);
        size_t length;
        GameRecord r;
        char *text;

        start_record(&r, FEN_START);
        play(&r, "f3", -34);
        r.end = END_RESIGNED;
        r.loser = round % 3 ? WHITE : BLACK;
        text = record_pgn(&r, &h, &length);
        ck_assert_uint_eq(fwrite(text, 1, length, file), length);
        free(text);
        record_destroy(&r);
    }
    fputs(after, file);
    fclose(file);
}

/* Texts after the games of a file. */
static const struct {
    int games;
    const char *after;
    bool half;
    const char *error;
} gathered[] = {
    {0, "", false, NULL},
    {3, "", false, NULL},
    {3, "\n\r\n", false, NULL},
    {20, "", false, NULL},
    {20, "[Ev", true, NULL},
    {30, "x", false, "enough"},
    {1, "[Event \"alula-match\"]\n[Site \"?\"]\n", true, NULL},
    {0, "[Event \"alula-match\"]\n[Round \"1\"]\n\n1. e4 *\n\n", true, NULL},
    {2, "x", false, "it has games that alula-match did not write; --ratings counts results only"},
    {0, "[Event \"other\"]\n\n1. e4 1-0\n\n", false,
     "it has games that alula-match did not write; --ratings counts results only"},
    {20, "[Event \"alula-match\"]\n[Round \"9\"]\n\n1. e4 {\n[Event \"alula-match\"]\n", false,
     "it has an incomplete or edited game after game 20"},
    {0, "[Event \"alula-match\"]\n1. e5 1-0\n\n[Event \"alula-match\"]\n", false,
     "it has an incomplete or edited game at its start"},
};

/* Checks that games arrive in order. */
static bool take_game(void *count, const StoredGame *game, Text *error) {
    int *games = count;

    ck_assert_int_eq(game->round, ++*games);
    ck_assert_int_eq(game->game.white, *games % 3 ? 0 : 2);
    ck_assert_str_eq(game->name[WHITE], *games % 2 ? "A" : "B");
    if (*games == 30)
        text_add(error, "enough");
    return !error->length;
}

START_ROWS(test_gather, ROWS(gathered)) {
    char path[64], words[200];
    Text error = text_in(words, sizeof words);
    int games = 0;
    bool half = false;

    snprintf(path, sizeof path, "test_match_%ld.pgn", (long)getpid());
    write_games(path, gathered[_i].games, gathered[_i].after);
    ck_assert_int_eq(record_read_file(path, take_game, &games, &half, &error), !gathered[_i].error);
    remove(path);
    ck_assert_str_eq(words, gathered[_i].error ? gathered[_i].error : "");
    ck_assert_int_eq(!gathered[_i].error && half, gathered[_i].half);
    ck_assert_int_eq(games, gathered[_i].games);
    error = text_in(words, sizeof words);
    ck_assert(!record_read_file(path, take_game, &games, &half, &error));
    ck_assert_str_eq(words, "No such file or directory");
}

/* --- files of engines ------------------------------------------------------------------------ */

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");

    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

/* Writes the checksums of an engine that writes its log afterwards. */
static void write_checksums(char written[ENGINE_FILES_TAG_SIZE], const EngineSpec *spec,
                            const char *log, const char *words) {
    FileMark *before = engine_files_mark(spec);
    Text t = text_in(written, ENGINE_FILES_TAG_SIZE);

    write_file(log, words);
    engine_files_write(&t, spec, before);
    free(before);
}

START_TEST(test_files) {
    char net[64], log[64], command[80], one[ENGINE_FILES_TAG_SIZE], other[ENGINE_FILES_TAG_SIZE],
        written[200];
    EngineOption option[] = {{(char[]){"Style"}, NULL},
                             {(char[]){"Name"}, (char[]){"no such file"}},
                             {(char[]){"Folder"}, (char[]){"/"}},
                             {(char[]){"Log File"}, log},
                             {(char[]){"Net"}, net}};
    EngineSpec spec = {.command = command, .option = option, .options = 5};
    Text t = text_in(written, sizeof written);

    snprintf(net, sizeof net, "test_match_%ld.net", (long)getpid());
    snprintf(log, sizeof log, "test_match_%ld.log", (long)getpid());
    snprintf(command, sizeof command, "'./%s' -x", net);
    write_file(net, "123456789");
    /* the check value of CRC-32; the log is new at first and grows later */
    write_checksums(one, &spec, log, "a");
    ck_assert_str_eq(one, "program cbf43926, Net cbf43926");
    write_checksums(other, &spec, log, "ab");
    ck_assert(!engine_files_differ(&t, &spec, one, other));
    ck_assert_str_eq(written, "");
    /* another program, found in PATH */
    snprintf(command, sizeof command, "sh");
    write_file(net, "12345678");
    write_checksums(other, &spec, log, "abc");
    ck_assert(!strncmp(other, "program ", 8) && strlen(other) == strlen(one));
    ck_assert(engine_files_differ(&t, &spec, one, other));
    ck_assert(!strncmp(written, "/", 1) && !strcmp(written + strlen(written) - 3, "/sh"));
    /* a missing file, or a new one such as a log, is not a changed file */
    memcpy(one, other, sizeof one);
    remove(net);
    write_checksums(other, &spec, log, "abcd");
    for (int i = 0; i < 2; i++) {
        t = text_in(written, sizeof written);
        ck_assert(!engine_files_differ(&t, &spec, i ? one : other, i ? other : one));
    }
    remove(log);
}

/* File names may have blanks, commas and text that looks like checksums. */
START_TEST(test_changed_files) {
    static const struct {
        const char *one, *other, *name;
    } row[] = {{"", "", ""},
               {"program 01234567", "program 01234567", ""},
               {"program 01234567", "program 01234568", "program"},
               {"program 01234567", "", ""},
               {"program 01234567, Net 89abcdef", "Net 89abcdee, program 01234567", "Net"},
               {"a b 01234567, c, d 89abcdef", "a b 01234567, c, d 89abcdee", "c, d"},
               {"Log 01234567", "Net 01234568", ""},
               {"Net 01234567, Net 89abcdef", "Net 01234567, Net 89abcdef", ""},
               {"Net 01234567, Net 89abcdef", "Net 01234567, Net 89abcdee", "Net"},
               {"x", " 0123456", ""}};

    for (size_t i = 0; i < ROWS(row); i++) {
        char written[200];
        Text t = text_in(written, sizeof written);

        CLAIM(engine_files_differ(&t, NULL, row[i].one, row[i].other) == (*row[i].name != '\0'),
              "row %zu", i);
        ck_assert_str_eq(written, row[i].name);
    }
}

/* Files that do not fit are left out completely. */
START_TEST(test_many_files) {
    char net[] = "Net", shell[] = "/bin/sh";
    EngineOption option[40];
    EngineSpec spec = {.command = (char[]){"sh"}, .option = option, .options = 40};
    char written[ENGINE_FILES_TAG_SIZE];
    FileMark *before;
    Text t = text_in(written, sizeof written);

    for (int i = 0; i < 40; i++)
        option[i] = (EngineOption){net, shell};
    before = engine_files_mark(&spec);
    engine_files_write(&t, &spec, before);
    free(before);
    ck_assert(!t.full);
    ck_assert_uint_eq(t.length, 16 + (sizeof written - 17) / 14 * 14);
}

/* --- the chart ------------------------------------------------------------------------------- */

/* 400 games at 60 to 70 % after a start at 0 and 100 %; names that must be escaped in XML. */
START_TEST(test_picture) {
    static char svg[100000];
    EngineSpec engine[2] = {{.name = (char[]){"A<B&\"\xff\x01"}}, {.name = (char[]){"\xc2\xb1 C"}}};
    MatchPlan plan = {.engine = engine,
                      .engines = 2,
                      .games = 1000,
                      .slice = SLICE_ALL,
                      .sprt = {true, 0, 5, 0.05, 0.05, SPRT_LOGISTIC}};
    char path[64], words[200];
    Text error = text_in(words, sizeof words);
    atomic_bool stop = false;
    FILE *file;
    Match m;

    snprintf(path, sizeof path, "test_match_%ld.svg", (long)getpid());
    ck_assert_pstr_eq(match_init(&m, &plan, NULL, &stop), NULL);
    m.point = memory_new(400, sizeof *m.point);
    for (m.points = 0; m.points < 400; m.points++)
        m.point[m.points] = m.points < 70 ? (CurvePoint){m.points % 2 ? 1 : 0, 0, 1, 1}
                                          : (CurvePoint){0.65, 0.6, 0.7, 2};
    ck_assert(picture_write(path, &m, &error));
    match_destroy(&m);
    file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    svg[fread(svg, 1, sizeof svg - 1, file)] = '\0';
    fclose(file);
    remove(path);
    ck_assert_ptr_nonnull(strstr(svg, ">A&lt;B&amp;\"?? against \xc2\xb1 C</text>"));
    ck_assert_ptr_nonnull(strstr(svg, ">60 %</text>"));
    ck_assert_ptr_nonnull(strstr(svg, ">62 %</text>"));
    ck_assert_ptr_nonnull(strstr(svg, ">70 %</text>"));
    ck_assert_ptr_null(strstr(svg, ">0 %</text>"));
    ck_assert_ptr_null(strstr(svg, ">100 %</text>"));
    ck_assert_ptr_nonnull(strstr(svg, ">400</text>"));
    ck_assert_ptr_null(strstr(svg, ">1000</text>"));
    ck_assert_ptr_nonnull(strstr(svg, "2.94: H1 accepted</text>"));
    ck_assert_ptr_nonnull(strstr(svg, "-2.94: H0 accepted</text>"));
    ck_assert_ptr_nonnull(strstr(svg, "<polygon"));
    ck_assert_ptr_null(strstr(svg, "nan"));
    ck_assert_ptr_null(strstr(svg, "inf"));
}

/* --- arguments ------------------------------------------------------------------------------- */

START_TEST(test_arguments) {
    char *words[] = {
        "alula-match",
        "--engine",
        "cmd=\"a,b\" -x 'c d',name=\"First, of all\",option.Some Thing=7,option.Go,tc=3+0.1",
        "--engine",
        "cmd=other,proto=uci,hash=32,nodes=500",
        "--tc",
        "40/60",
        "--hash",
        "8",
        "--sprt",
        "elo0=-2.5,elo1=1.5,model=normalized,alpha=0.1",
        "--resign",
        "score=500,twosided=true",
        "--margin",
        "20",
        NULL};
    char said[400];
    Text error = text_in(said, sizeof said);
    MatchArguments a;

    ck_assert_int_eq(match_arguments_read(&a, ROWS(words) - 1, words, &error), 0);
    ck_assert_int_eq(a.plan.engines, 2);
    ck_assert_str_eq(a.plan.engine[0].command, "\"a,b\" -x 'c d'");
    ck_assert_str_eq(a.plan.engine[0].name, "First, of all");
    ck_assert_int_eq(a.plan.engine[0].options, 2);
    ck_assert_str_eq(a.plan.engine[0].option[0].name, "Some Thing");
    ck_assert_str_eq(a.plan.engine[0].option[0].value, "7");
    ck_assert_ptr_null(a.plan.engine[0].option[1].value);
    ck_assert_int_eq(a.plan.engine[0].limits.base_ms, 3000);
    ck_assert_int_eq(a.plan.engine[0].limits.moves, 0);
    ck_assert_int_eq(a.plan.engine[0].hash_megabytes, 8);
    ck_assert_int_eq(a.plan.engine[1].hash_megabytes, 32);
    ck_assert_int_eq(a.plan.engine[1].protocol, PROTOCOL_UCI);
    ck_assert_int_eq(a.plan.engine[1].limits.base_ms, 60000);
    ck_assert_int_eq(a.plan.engine[1].limits.moves, 40);
    ck_assert_int_eq(a.plan.engine[1].limits.nodes, 500);
    NEAR(a.plan.sprt.elo0, -2.5, 1e-12);
    NEAR(a.plan.sprt.elo1, 1.5, 1e-12);
    NEAR(a.plan.sprt.alpha, 0.1, 1e-12);
    ck_assert_int_eq(a.plan.sprt.model, SPRT_NORMALIZED);
    ck_assert_int_eq(a.plan.rules.resign_count, 4);
    ck_assert_int_eq(a.plan.rules.resign_score, 500);
    ck_assert(a.plan.rules.resign_twosided);
    ck_assert_int_eq(a.plan.rules.margin_us, 20000);
    match_arguments_free(&a);
}

/* Lack of memory is a failure (EXIT_FAILURE), not a wrong argument. */
START_EXIT(test_no_memory, EXIT_FAILURE) {
    ck_assert_ptr_nonnull(freopen("/dev/null", "w", stderr));
    memory_grow(NULL, SIZE_MAX, 2);
}

int main(void) {
    attacks_init();
    zobrist_init();
    return tests_run("match");
}
