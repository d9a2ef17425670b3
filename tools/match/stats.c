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

double stats_expected(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

double stats_elo(double score) {
    if (score <= 0)
        return -INFINITY;
    return score >= 1 ? INFINITY : -400 * log10(1 / score - 1);
}

/* Returns the variance of an outcome, and its mean. */
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

/* Returns the normalized Elo of a game whose mean score is one standard deviation above 1/2. */
static double normalized_unit(void) {
    return 800 / log(10);
}

static const double z95 = 1.959964; /* two-sided 95 % quantile, in standard errors */

/* Computes the Wilson score interval, which stays within 0 and 1. */
static void wilson(EloEstimate *f, double games) {
    const double z2 = z95 * z95, score = f->score, scale = 1 + z2 / games;
    const double center = (score + z2 / (2 * games)) / scale;
    const double half_width =
        z95 * sqrt(score * (1 - score) / games + z2 / (4 * games * games)) / scale;

    f->low = score > 0 ? stats_elo(center - half_width) : -INFINITY;
    f->high = score < 1 ? stats_elo(center + half_width) : INFINITY;
}

/* Sets low and high from the variance of a game. */
static void find_interval(EloEstimate *f, double var, double games) {
    const double max_var = f->score * (1 - f->score), error = sqrt(var / games);
    double below, above;

    f->low = stats_elo(f->score - z95 * error);
    f->high = stats_elo(f->score + z95 * error);
    below = f->elo - f->low;
    above = f->high - f->elo;
    f->symmetric = error > 0 && below <= 2 * above && above <= 2 * below && isfinite(below + above);
    if (!f->symmetric) /* the correlated games of a pair count as fewer games */
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
    f.los = fmin(fmax(0.5 * erfc(-(f.score - 0.5) / error / sqrt(2)), 1e-15), 1 - 1e-15);
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
 * Finds the maximum likelihood distribution with a given mean. Its probabilities are observed[i] /
 * (1 + theta (value[i] - mean)), with the theta that yields the mean (Van den Bergh, "A Practical
 * Introduction to the GSPRT", proposition 1.1). Uses Newton's method, within bounds; returns false
 * if the mean is impossible.
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
    *theta = 0;
    for (int round = 0; round < 200; round++) {
        double sum = 0, rate = 0, next;

        for (int i = 0; i < kinds; i++) {
            const double part = (value[i] - mean) / (1 + *theta * (value[i] - mean));

            sum += count[i] * part;
            rate += count[i] * part * part;
        }
        *(sum > 0 ? &low : &high) = *theta;
        next = *theta + sum / rate;
        if (!(low < next && next < high))
            next = low + (high - low) / 2;
        if (next == *theta)
            break;
        *theta = next;
    }
    return true;
}

double stats_llr(const double *value, const double *count, int kinds, double mean0, double mean1) {
    double theta0, theta1, llr = 0;

    if (!find_theta(value, count, kinds, mean0, &theta0) ||
        !find_theta(value, count, kinds, mean1, &theta1))
        return NAN;
    for (int i = 0; i < kinds; i++)
        if (count[i] > 0)
            llr += count[i] *
                   log((1 + theta0 * (value[i] - mean0)) / (1 + theta1 * (value[i] - mean1)));
    return llr;
}

/* A distribution with a given t-value: its deviation, its other parameters, and its likelihood. */
typedef struct {
    double sigma, p[MAX_KINDS], log_likelihood;
} TFit;

/*
 * Returns true if a distribution of these values, in ascending order, has this mean and deviation.
 */
static bool is_possible(const double *value, int kinds, double mean, double sigma) {
    bool possible = sigma * sigma <= (mean - value[0]) * (value[kinds - 1] - mean);

    for (int i = 0; i + 1 < kinds && possible; i++)
        possible = sigma * sigma >= (mean - value[i]) * (value[i + 1] - mean);
    return possible;
}

/*
 * Finds the best distribution on the tangent, at f->sigma, of the curve of distributions with the
 * t-value in the plane of mean and deviation. Its probabilities are observed[i] / (1 + theta
 * slope[i]). Returns 1 if its deviation is greater than f->sigma, -1 if smaller, 0 if this point is
 * impossible.
 */
static int climb(TFit *f, const double *value, const double *count, int kinds, double reference,
                 double t) {
    const double mean = reference + t * f->sigma;
    double slope[MAX_KINDS], n = 0, theta, rise = 0;

    for (int i = 0; i < kinds; i++) {
        const double z = (value[i] - mean) / f->sigma;

        n += count[i];
        slope[i] = value[i] - reference - t * f->sigma * (1 + z * z) / 2;
    }
    if (!is_possible(value, kinds, mean, f->sigma) || !find_theta(slope, count, kinds, 0, &theta))
        return 0;
    f->log_likelihood = 0;
    for (int i = 0; i < kinds; i++) {
        const double off = value[i] - mean;

        f->p[i] = count[i] / n / (1 + theta * slope[i]);
        f->log_likelihood += count[i] > 0 ? count[i] * log(f->p[i]) : 0;
        /* along the tangent: t in the mean, 2 sigma in the mean square of `off` */
        rise += f->p[i] * (t * off + 2 * f->sigma * (off * off - f->sigma * f->sigma));
    }
    return rise > 0 ? 1 : -1;
}

/*
 * Finds the maximum likelihood distribution with a given t-value (Van den Bergh, "Comments on
 * Normalized Elo", section 4.1). Searches the whole curve, which may have several maxima and, for a
 * high t-value, impossible parts. Returns false if the t-value is impossible.
 */
static bool fit_t(TFit *best, const double *value, const double *count, int kinds, double reference,
                  double t) {
    const int steps = 200;
    const double step = (value[kinds - 1] - value[0]) / 2 / steps;
    int before = 0;

    best->log_likelihood = -INFINITY;
    for (int i = 1; i <= steps; i++) {
        TFit f = {.sigma = i * step};
        const int here = climb(&f, value, count, kinds, reference, t);

        if ((here ? here < 0 : before > 0) && before >= 0) { /* passed a maximum in this step */
            double low = f.sigma - step, high = f.sigma;

            while (f.sigma = low + (high - low) / 2, low < f.sigma && f.sigma < high) {
                const int way = climb(&f, value, count, kinds, reference, t);

                if (way > 0 || (!way && here))
                    low = f.sigma;
                else
                    high = f.sigma;
            }
            if (f.log_likelihood > best->log_likelihood)
                *best = f;
        }
        before = here;
    }
    return isfinite(best->log_likelihood);
}

double stats_llr_t(const double *value, const double *count, int kinds, double reference, double t0,
                   double t1) {
    TFit f0, f1;

    assert(kinds <= MAX_KINDS);
    return fit_t(&f0, value, count, kinds, reference, t0) &&
                   fit_t(&f1, value, count, kinds, reference, t1)
               ? f1.log_likelihood - f0.log_likelihood
               : NAN;
}

double sprt_llr(const Sprt *s, const MatchScore *score) {
    double count[5];

    for (int i = 0; i < 5; i++) /* unseen outcomes are still possible (fishtest, regularize()) */
        count[i] = score->pair[i] ? (double)score->pair[i] : 1e-3;
    if (!score_pairs(score))
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
