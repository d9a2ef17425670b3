/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats.h"

#include <math.h>

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

/* Variance of one outcome; *mean is set. */
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

static const double z95 = 1.959964; /* so many standard errors either way hold 95 % */

/* An interval for the true score that stays within 0 and 1. */
static void wilson(EloEstimate *f, double games) {
    const double z2 = z95 * z95, score = f->score, scale = 1 + z2 / games;
    const double middle = (score + z2 / (2 * games)) / scale;
    const double reach = z95 * sqrt(score * (1 - score) / games + z2 / (4 * games * games)) / scale;

    f->low = score > 0 ? stats_elo(middle - reach) : -INFINITY;
    f->high = score < 1 ? stats_elo(middle + reach) : INFINITY;
}

/* Set low and high, from the spread of one game. */
static void find_interval(EloEstimate *f, double spread, double games) {
    const double most = f->score * (1 - f->score), error = sqrt(spread / games);
    double below, above;

    f->low = stats_elo(f->score - z95 * error);
    f->high = stats_elo(f->score + z95 * error);
    below = f->elo - f->low;
    above = f->high - f->elo;
    f->symmetric = error > 0 && below <= 2 * above && above <= 2 * below && isfinite(below + above);
    if (!f->symmetric) /* games of a pair that end alike count as fewer */
        wilson(f, spread > most ? games * most / spread : games);
}

EloEstimate stats_estimate(const MatchScore *s) {
    const double games = (double)score_games(s);
    double pair[5], game[3] = {(double)s->loss, (double)s->draw, (double)s->win};
    double pairs = 0, mean, spread, error;
    EloEstimate f = {.score = 0.5, .low = -INFINITY, .high = INFINITY, .los = 0.5};

    if (games <= 0)
        return f;
    for (int i = 0; i < 5; i++)
        pairs += pair[i] = (double)s->pair[i];
    /* the spread of one game; pairs know more of it than single games do */
    spread = variance(game_value, game, 3, &f.score);
    if (pairs >= 2)
        spread = 2 * variance(pair_value, pair, 5, &mean);
    error = sqrt(spread / games);
    f.draws = (double)s->draw / games;
    f.elo = stats_elo(f.score);
    f.has_variance = error > 0;
    find_interval(&f, spread, games);
    if (!f.has_variance)
        return f;
    f.los = 0.5 * erfc(-(f.score - 0.5) / error / sqrt(2));
    f.normalized = (f.score - 0.5) / sqrt(spread) * 800 / log(10);
    return f;
}

double sprt_lower(const Sprt *s) {
    return log(s->beta / (1 - s->alpha));
}

double sprt_upper(const Sprt *s) {
    return log((1 - s->beta) / s->alpha);
}

/*
 * The likeliest distribution with a given mean gives outcome i the chance
 * observed[i] / (1 + theta (value[i] - mean)); theta is where those have that mean (Van den Bergh,
 * "A Practical Introduction to the GSPRT", proposition 1.1). Found by halving; false if no
 * distribution over the observed values has that mean.
 */
static bool find_theta(const double *value, const double *count, int kinds, double mean,
                       double *theta) {
    double least = INFINITY, most = -INFINITY, low, high;

    for (int i = 0; i < kinds; i++)
        if (count[i] > 0) {
            least = fmin(least, value[i]);
            most = fmax(most, value[i]);
        }
    if (!(least < mean && mean < most))
        return false;
    low = -1 / (most - mean);
    high = 1 / (mean - least);
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

double stats_llr_normal(const double *value, const double *count, int kinds, double mean0,
                        double mean1) {
    double n = 0, mean;
    const double spread = variance(value, count, kinds, &mean);

    for (int i = 0; i < kinds; i++)
        n += count[i];
    return spread > 0 ? n * (mean1 - mean0) * (2 * mean - mean0 - mean1) / (2 * spread) : 0;
}

double sprt_llr(const Sprt *s, const MatchScore *score) {
    double count[5];
    int64_t pairs = 0;

    for (int i = 0; i < 5; i++) {
        pairs += score->pair[i];
        /* what has not been seen yet is not impossible (fishtest, regularize()) */
        count[i] = score->pair[i] ? (double)score->pair[i] : 1e-3;
    }
    if (!pairs)
        return 0;
    return stats_llr(pair_value, count, 5, stats_expected(s->elo0), stats_expected(s->elo1));
}

int sprt_verdict(const Sprt *s, double llr) {
    return llr >= sprt_upper(s) ? 1 : llr <= sprt_lower(s) ? -1 : 0;
}
