/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Simultaneous perturbation stochastic approximation (SPSA) for search parameters, or the options
 * of another engine, with pairs of games. All values are perturbed at once, each up or down at
 * random; the two sides play each other, and all values move a little towards the winner. This
 * module plays no games.
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

enum { TUNE_ROWS = 256, TUNE_NAME = 80 };

/* The values of one side: search parameters, or numbers for another engine's options. */
typedef union {
    SearchParams params;
    int value[TUNE_ROWS];
} TuneSide;

/* A tuned parameter. */
typedef struct {
    const char *name; /* in Spsa.option, or a static string */
    size_t place;     /* index in TuneSide.value */
    int low, high;    /* bounds, inclusive */
    double step;      /* distance at which tuning can detect a difference, positive */
    double r_end;     /* from a file of OpenBench, unused */
} TuneRow;

/* The tuned parameters and their current, unrounded values. */
typedef struct {
    SpsaPlan plan;
    TuneSide start;
    size_t count;
    TuneRow row[TUNE_ROWS];            /* [count] */
    double value[TUNE_ROWS];           /* [count] */
    char option[TUNE_ROWS][TUNE_NAME]; /* names from a file */
    uint64_t done;                     /* pairs done so far */
} Spsa;

/* Adds a search parameter to tune, starting from params_default. */
void spsa_add_param(Spsa *s, const ParamRow *row);

/* Initializes a run; the caller has set s->start, s->count and s->row. */
void spsa_init(Spsa *s, const SpsaPlan *plan);

/*
 * Computes the two sides of a pair: the current values plus and minus c_k. Values are rounded to
 * integers at random, without bias. Parameters that are not tuned keep their start values.
 */
void spsa_perturb(const Spsa *s, uint64_t pair, TuneSide *plus, TuneSide *minus);

/*
 * Updates the values with the results of the next pairs, all perturbed from the current values.
 * points[i]: wins minus losses of plus, from -2 to 2.
 */
void spsa_update(Spsa *s, const int *points, size_t pairs);

/* Returns the value of parameter i as an integer within its bounds. */
int spsa_rounded(const Spsa *s, size_t i);

/* Returns all parameters, the tuned ones with their current rounded values. */
TuneSide spsa_side(const Spsa *s);

#endif
