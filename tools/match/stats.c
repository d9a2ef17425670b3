/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats.h"

#include <assert.h>
#include <math.h>

enum { MAX_KINDS = 5 };

void score_add_game(MatchScore *s, int half_points) {
    s->win += half_points == 2;
    s->draw += half_points == 1;
    s->loss += half_points == 0;
}

void score_add_pair(MatchScore *s, int half_points) {
    s->pair[half_points]++;
}

double stats_expected(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

double stats_elo(double score) {
    if (score <= 0)
        return -INFINITY;
    return score >= 1 ? INFINITY : -400 * log10(1 / score - 1);
}

/* Variance of an outcome, and its mean. */
static double variance(const double *value, const double *count, int kinds, double *mean) {
    double n = 0, sum = 0, squares = 0;

    for (int i = 0; i < kinds; i++) {
        n += count[i];
        sum += count[i] * value[i];
    }
    *mean = n > 0 ? sum / n : 0;
    for (int i = 0; i < kinds; i++)
        squares += count[i] * (value[i] - *mean) * (value[i] - *mean);
    return n > 0 ? squares / n : 0;
}

static const double pair_value[] = {0, 0.25, 0.5, 0.75, 1};
static const double game_value[] = {0, 0.5, 1};

/* Normalized Elo of a game whose mean score is one standard deviation above 1/2. */
static double normalized_unit(void) {
    return 800 / log(10);
}

static const double z95 = 1.959964; /* two-sided 95 % quantile, in standard errors */

/* Wilson score interval: it stays within 0 and 1. */
static void wilson(EloEstimate *f, double games) {
    const double z2 = z95 * z95, score = f->score, scale = 1 + z2 / games;
    const double center = (score + z2 / (2 * games)) / scale;
    const double half_width =
        z95 * sqrt(score * (1 - score) / games + z2 / (4 * games * games)) / scale;

    f->low = score > 0 ? stats_elo(center - half_width) : -INFINITY;
    f->high = score < 1 ? stats_elo(center + half_width) : INFINITY;
}

/* Set low and high by the variance of a game. */
static void find_interval(EloEstimate *f, double var, double games) {
    const double max_var = f->score * (1 - f->score), error = sqrt(var / games);
    double below, above;

    f->low = stats_elo(f->score - z95 * error);
    f->high = stats_elo(f->score + z95 * error);
    below = f->elo - f->low;
    above = f->high - f->elo;
    f->symmetric = error > 0 && below <= 2 * above && above <= 2 * below && isfinite(below + above);
    if (!f->symmetric) /* correlated games of a pair count as fewer games */
        wilson(f, var > max_var ? games * max_var / var : games);
}

EloEstimate stats_estimate(const MatchScore *s) {
    const double games = (double)score_games(s);
    double pair[5], game[3] = {(double)s->loss, (double)s->draw, (double)s->win};
    double pairs = 0, mean, var, error;
    EloEstimate f = {.score = 0.5, .low = -INFINITY, .high = INFINITY, .los = 0.5};

    if (games <= 0)
        return f;
    for (int i = 0; i < 5; i++)
        pairs += pair[i] = (double)s->pair[i];
    /* the variance of a game, from pairs if there are any, as their games are correlated */
    var = variance(game_value, game, 3, &f.score);
    if (pairs >= 2)
        var = 2 * variance(pair_value, pair, 5, &mean);
    error = sqrt(var / games);
    f.draws = (double)s->draw / games;
    f.elo = stats_elo(f.score);
    f.has_variance = error > 0;
    find_interval(&f, var, games);
    if (!f.has_variance)
        return f;
    f.los = 0.5 * erfc(-(f.score - 0.5) / error / sqrt(2));
    f.normalized = (f.score - 0.5) / sqrt(var) * normalized_unit();
    return f;
}

const char *sprt_model_name(SprtModel model) {
    return model == SPRT_NORMALIZED ? "normalized" : "logistic";
}

double sprt_lower(const Sprt *s) {
    return log(s->beta / (1 - s->alpha));
}

double sprt_upper(const Sprt *s) {
    return log((1 - s->beta) / s->alpha);
}

/*
 * The maximum likelihood distribution with a given mean has the probabilities observed[i] / (1 +
 * theta (value[i] - mean)), where theta gives it that mean (Van den Bergh, "A Practical
 * Introduction to the GSPRT", proposition 1.1). Found by bisection; false if the mean is
 * impossible.
 */
static bool find_theta(const double *value, const double *count, int kinds, double mean,
                       double *theta) {
    double min = INFINITY, max = -INFINITY, low, high;

    for (int i = 0; i < kinds; i++)
        if (count[i] > 0) {
            min = fmin(min, value[i]);
            max = fmax(max, value[i]);
        }
    if (!(min < mean && mean < max))
        return false;
    low = -1 / (max - mean);
    high = 1 / (mean - min);
    for (int step = 0; step < 200; step++) {
        double sum = 0;

        *theta = (low + high) / 2;
        for (int i = 0; i < kinds; i++)
            if (count[i] > 0)
                sum += count[i] * (value[i] - mean) / (1 + *theta * (value[i] - mean));
        if (sum > 0)
            low = *theta;
        else
            high = *theta;
    }
    return true;
}

double stats_llr(const double *value, const double *count, int kinds, double mean0, double mean1) {
    double theta0, theta1, llr = 0;

    if (!find_theta(value, count, kinds, mean0, &theta0) ||
        !find_theta(value, count, kinds, mean1, &theta1))
        return 0;
    for (int i = 0; i < kinds; i++)
        if (count[i] > 0)
            llr += count[i] *
                   log((1 + theta0 * (value[i] - mean0)) / (1 + theta1 * (value[i] - mean1)));
    return llr;
}

/*
 * The maximum likelihood distribution p with a given t-value (Van den Bergh, "Comments on
 * Normalized Elo", section 4.1). At the solution, p[i] is observed[i] / (1 + theta slope[i]), where
 * slope is the constraint mean - reference - t sigma = 0, linear around p. Found by iteration from
 * the uniform distribution, which has a variance; false if the t-value is impossible.
 */
static bool fit_t(const double *value, const double *count, int kinds, double reference, double t,
                  double *p) {
    double n = 0, change = 1;

    for (int i = 0; i < kinds; i++) {
        n += count[i];
        p[i] = 1.0 / kinds;
    }
    for (int step = 0; step < 100 && change > 1e-12; step++) {
        double slope[MAX_KINDS], mean, sigma, theta;

        sigma = sqrt(variance(value, p, kinds, &mean));
        if (!(sigma > 0))
            return false;
        for (int i = 0; i < kinds; i++) {
            const double z = (value[i] - mean) / sigma;

            slope[i] = value[i] - reference - t * sigma * (1 + z * z) / 2;
        }
        if (!find_theta(slope, count, kinds, 0, &theta))
            return false;
        change = 0;
        for (int i = 0; i < kinds; i++) {
            const double next = count[i] / n / (1 + theta * slope[i]);

            change = fmax(change, fabs(next - p[i]));
            p[i] = next;
        }
    }
    return true;
}

double stats_llr_t(const double *value, const double *count, int kinds, double reference, double t0,
                   double t1) {
    double p0[MAX_KINDS], p1[MAX_KINDS], llr = 0;

    assert(kinds <= MAX_KINDS);
    if (!fit_t(value, count, kinds, reference, t0, p0) ||
        !fit_t(value, count, kinds, reference, t1, p1))
        return 0;
    for (int i = 0; i < kinds; i++)
        if (count[i] > 0)
            llr += count[i] * log(p1[i] / p0[i]);
    return llr;
}

double stats_llr_normal(const double *value, const double *count, int kinds, double mean0,
                        double mean1) {
    double n = 0, mean;
    const double var = variance(value, count, kinds, &mean);

    for (int i = 0; i < kinds; i++)
        n += count[i];
    return var > 0 ? n * (mean1 - mean0) * (2 * mean - mean0 - mean1) / (2 * var) : 0;
}

double sprt_llr(const Sprt *s, const MatchScore *score) {
    double count[5];
    int64_t pairs = 0;

    for (int i = 0; i < 5; i++) {
        pairs += score->pair[i];
        /* an outcome not seen yet is not impossible (fishtest, regularize()) */
        count[i] = score->pair[i] ? (double)score->pair[i] : 1e-3;
    }
    if (!pairs)
        return 0;
    if (s->model == SPRT_NORMALIZED) { /* the deviation of a pair's mean is that of a game / √2 */
        const double unit = normalized_unit() / sqrt(2);

        return stats_llr_t(pair_value, count, 5, 0.5, s->elo0 / unit, s->elo1 / unit);
    }
    return stats_llr(pair_value, count, 5, stats_expected(s->elo0), stats_expected(s->elo1));
}

int sprt_verdict(const Sprt *s, double llr) {
    return llr >= sprt_upper(s) ? 1 : llr <= sprt_lower(s) ? -1 : 0;
}
