/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Simultaneous perturbation stochastic approximation (J. Spall 1992), for parameters of the search
 * by pairs of games (J. Kiiski 2011): all parameters are perturbed at once, each up or down at
 * random, the two sides play each other, and all parameters move a little towards the side that
 * won. The games are played elsewhere.
 */
#ifndef ALULA_TUNE_SPSA_H
#define ALULA_TUNE_SPSA_H

#include "params.h"

/*
 * At pair k of n, with alpha = 0.602, gamma = 0.101 and A = n / 10:
 * c_k = c (n / k)^gamma, a_k = a c^2 ((A + n) / (A + k))^alpha.
 */
typedef struct {
    uint64_t pairs; /* n, of the whole run */
    uint64_t seed;  /* of all random choices */
    double c;       /* a side is c_k steps of its parameter away from the middle */
    double a;       /* a point won moves it by a_k / c_k steps */
} SpsaPlan;

/* SearchParams that are tuned, and where they are by now; not rounded. */
typedef struct {
    SpsaPlan plan;
    size_t count;
    const ParamRow *row[PARAM_COUNT];
    double value[PARAM_COUNT];
    uint64_t done; /* pairs */
} Spsa;

/* Start at these values. The rows are in s->row[s->count] already, and have steps. */
void spsa_start(Spsa *s, const SpsaPlan *plan, const SearchParams *from);

/*
 * The two sides of a pair, from the values as they are now; parameters that are not tuned are as in
 * params_default. A value between two integers is rounded at random, to the nearer one more often.
 */
void spsa_sides(const Spsa *s, uint64_t pair, SearchParams *plus, SearchParams *minus);

/*
 * Learn from the next pairs, whose sides were all made from the values as they are now.
 * points[i]: games that plus won, less those that it lost, from -2 to 2.
 */
void spsa_learn(Spsa *s, const int *points, size_t pairs);

/* The value of a parameter as an integer within its bounds. */
int spsa_rounded(const Spsa *s, size_t i);

/* All parameters with those that are tuned as they are now. */
SearchParams spsa_params(const Spsa *s);

#endif
