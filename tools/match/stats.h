/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What results say about strength. Pure arithmetic.
 *
 * Games come in pairs: the same opening, colors swapped. The two games of a pair depend on each
 * other, so the spread is taken from the five kinds of pairs (M. Van den Bergh, "Comments on
 * Normalized Elo" and "A Practical Introduction to the GSPRT"; fishtest, stats/stat_util.py).
 */
#ifndef ALULA_MATCH_STATS_H
#define ALULA_MATCH_STATS_H

#include <stdbool.h>
#include <stdint.h>

/* Results from one side's view. */
typedef struct {
    int64_t win, draw, loss;
    int64_t pair[5]; /* pairs that brought 0, ½, 1, 1½, 2 points */
} MatchScore;

/* Count a game that brought so many half points (0, 1, 2), or a pair of games (0 … 4). */
void score_add_game(MatchScore *s, int half_points);
void score_add_pair(MatchScore *s, int half_points);

static inline int64_t score_games(const MatchScore *s) {
    return s->win + s->draw + s->loss;
}

/* Expected score, 0 to 1, of a player who is so many Elo better; and back (infinite at 0 and 1). */
double stats_expected(double elo);
double stats_elo(double score);

typedef struct {
    double score;          /* points a game, 0 to 1 */
    double elo, low, high; /* 95 % of such intervals hold the truth; may be infinite */
    bool symmetric;        /* the interval is about elo ± (high - low) / 2 */
    double normalized;     /* Elo in units of the games' own spread */
    double los;            /* likelihood of being better, 0 to 1 */
    double draws;          /* drawn games, 0 to 1 */
    bool has_variance;     /* there is a spread, so that normalized and los mean something */
} EloEstimate;

/*
 * The interval is that of a normal distribution. Where results are so lopsided, or so alike, that
 * it would have an end at or beyond 0 or 1, or one end more than twice as far off as the other, it
 * is that of E. B. Wilson ("Probable Inference, the Law of Succession, and Statistical Inference",
 * 1927) on the score, as though no game were drawn: with draws the spread is less. Without games it
 * is -infinity to infinity.
 */
EloEstimate stats_estimate(const MatchScore *s);

/* A sequential probability ratio test (A. Wald, 1945): elo0 is refused, or elo1 is. */
typedef struct {
    bool used;
    double elo0, elo1;  /* logistic Elo */
    double alpha, beta; /* chance of taking elo1 when elo0 is true; and of the reverse */
} Sprt;

double sprt_lower(const Sprt *s);
double sprt_upper(const Sprt *s);

/*
 * Log-likelihood ratio of two mean scores, for outcomes worth value[i] that came count[i] times:
 * each hypothesis is represented by the likeliest distribution that has its mean (the generalised
 * SPRT). 0 when a mean cannot come about with these values.
 */
double stats_llr(const double *value, const double *count, int kinds, double mean0, double mean1);

/* The same by the normal approximation, for comparison. */
double stats_llr_normal(const double *value, const double *count, int kinds, double mean0,
                        double mean1);

/* Of all complete pairs so far. */
double sprt_llr(const Sprt *s, const MatchScore *score);

/* -1: elo0 stands, 1: elo1 does, 0: not decided. */
int sprt_verdict(const Sprt *s, double llr);

#endif
