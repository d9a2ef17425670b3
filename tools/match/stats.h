/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Elo, error bars and the SPRT from the results of games.
 *
 * Games are played in pairs with the same opening and colors swapped. The games of a pair are not
 * independent, so variances are those of the pentanomial results (M. Van den Bergh, "Comments on
 * Normalized Elo" and "A Practical Introduction to the GSPRT"; fishtest, stats/stat_util.py).
 */
#ifndef ALULA_MATCH_STATS_H
#define ALULA_MATCH_STATS_H

#include <stdbool.h>
#include <stdint.h>

/* Results of one side. */
typedef struct {
    int64_t win, draw, loss;
    int64_t pair[5]; /* pentanomial: pairs with 0, ½, 1, 1½, 2 points */
} MatchScore;

/* Counts a game with 0 to 2 half points. */
void score_add_game(MatchScore *s, int half_points);

/* Returns the number of games. */
static inline int64_t score_games(const MatchScore *s) {
    return s->win + s->draw + s->loss;
}

/* Returns the number of complete pairs. */
static inline int64_t score_pairs(const MatchScore *s) {
    return s->pair[0] + s->pair[1] + s->pair[2] + s->pair[3] + s->pair[4];
}

/* Returns the expected score, 0 to 1, for an Elo difference. */
double stats_expected(double elo);

/* Returns the Elo difference for an expected score; infinite at 0 and 1. */
double stats_elo(double score);

typedef struct {
    double score;          /* points per game, 0 to 1 */
    double elo, low, high; /* low and high: 95 % confidence interval; may be infinite */
    bool symmetric;        /* the interval is roughly elo ± (high - low) / 2 */
    double normalized;     /* normalized Elo, in standard deviations of a game */
    double los;            /* likelihood of superiority, above 0 and below 1 */
    double draws;          /* share of drawn games, 0 to 1 */
    bool has_variance;     /* the variance is positive: normalized and los are valid */
} EloEstimate;

/*
 * Returns the estimate from a score. The interval is that of a normal distribution. If the variance
 * is 0, if a bound of the score is below 0 or above 1, or if one Elo bound is more than twice as
 * far away as the other, the interval is the Wilson score interval of games without draws, since
 * draws only reduce the variance. Without games, the interval is -infinity to infinity.
 */
EloEstimate stats_estimate(const MatchScore *s);

/*
 * The unit of elo0 and elo1. Logistic Elo fixes the expected score; normalized Elo fixes its ratio
 * to the standard deviation of a game, so that a test takes about the same number of games with any
 * openings.
 */
typedef enum { SPRT_LOGISTIC, SPRT_NORMALIZED } SprtModel;

/* Returns "logistic" or "normalized". */
const char *sprt_model_name(SprtModel model);

/* A sequential probability ratio test of H0 (elo0) against H1 (elo1). */
typedef struct {
    bool used;
    double elo0, elo1;
    double alpha, beta; /* probabilities of accepting H1 if H0 is true, and of H0 if H1 is true */
    SprtModel model;
} Sprt;

/* Returns the log-likelihood ratio at which H0 is accepted. */
double sprt_lower(const Sprt *s);

/* Returns the log-likelihood ratio at which H1 is accepted. */
double sprt_upper(const Sprt *s);

/*
 * Returns the log-likelihood ratio (LLR) of two mean scores, where value[i] was observed count[i]
 * times. Each hypothesis is the maximum likelihood distribution with its mean (generalized SPRT).
 * Returns NAN if a mean is impossible with these values.
 */
double stats_llr(const double *value, const double *count, int kinds, double mean0, double mean1);

/*
 * Returns the LLR of two t-values, (mean - reference) / standard deviation, each fitted with any
 * variance (fishtest, stats/LLRcalc.py, LLR_normalized()). The values are in ascending order, from
 * 0 to 1. Returns NAN if a t-value is impossible.
 */
double stats_llr_t(const double *value, const double *count, int kinds, double reference, double t0,
                   double t1);

/* Returns the LLR of all complete pairs; 0 if there are none. */
double sprt_llr(const Sprt *s, const MatchScore *score);

/* Returns 1 if H1 is accepted, -1 if H0 is accepted, 0 if the test is undecided. */
int sprt_verdict(const Sprt *s, double llr);

#endif
