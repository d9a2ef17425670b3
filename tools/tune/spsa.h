/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Simultaneous perturbation stochastic approximation (SPSA), applied to search parameters
 * with pairs of games. All parameters are perturbed at once, each up or
 * down at random; the two sides play each other, and all parameters move a little towards the side
 * that won. This module plays no games.
 */
#ifndef ALULA_TUNE_SPSA_H
#define ALULA_TUNE_SPSA_H

#include "search/params.h"

/*
 * The gain sequences at pair k of n, with alpha = 0.602, gamma = 0.101 and A = n / 10:
 *
 *     c_k = c (n / k)^gamma                     perturbation, in steps of the parameter
 *     a_k = a c^2 ((A + n) / (A + k))^alpha     gain: a point moves a parameter a_k / c_k steps
 */
typedef struct {
    uint64_t pairs; /* n, of the whole run */
    uint64_t seed;
    double c, a;
} SpsaPlan;

/* The tuned parameters and their current values, which are not rounded. */
typedef struct {
    SpsaPlan plan;
    size_t count;
    const ParamRow *row[PARAM_COUNT]; /* [count], each with a step above 0 */
    double value[PARAM_COUNT];        /* [count] */
    uint64_t done;                    /* pairs */
} Spsa;

/* Start from params_default. The caller has set s->count and s->row. */
void spsa_init(Spsa *s, const SpsaPlan *plan);

/*
 * The two sides of a pair: the current values plus and minus c_k. Values are rounded to integers at
 * random, without bias. Parameters that are not tuned keep the values of params_default.
 */
void spsa_perturb(const Spsa *s, uint64_t pair, SearchParams *plus, SearchParams *minus);

/*
 * Update the values with the results of the next pairs, all perturbed from the current values.
 * points[i]: wins minus losses of plus, from -2 to 2.
 */
void spsa_update(Spsa *s, const int *points, size_t pairs);

/* The value of parameter i as an integer within its bounds. */
int spsa_rounded(const Spsa *s, size_t i);

/* All parameters, the tuned ones with their current rounded values. */
SearchParams spsa_params(const Spsa *s);

#endif
