/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spsa.h"
#include "random.h"

#include <math.h>

/* The exponents that J. Spall recommends (alpha and gamma), and the part of the run that A is. */
static const double point_decay = 0.602, distance_decay = 0.101, stability = 0.1;

/* What the lot says of one parameter in one pair. Both are drawn for every parameter, in their
 * order. */
typedef struct {
    int side;    /* where plus is: 1 above, -1 below */
    double part; /* in [0, 1), for rounding */
} Lot;

static Lot draw(uint64_t *random) {
    const uint64_t bits = random_next(random);

    return (Lot){bits & 1 ? 1 : -1, (double)(bits >> 11) / 9007199254740992.0};
}

static double within(double value, const ParamRow *row) {
    return value < row->low ? row->low : value > row->high ? row->high : value;
}

/* How far the sides of the next pairs are from the middle, in steps. */
static double distance(const Spsa *s) {
    return s->plan.c * pow((double)s->plan.pairs / (double)(s->done + 1), distance_decay);
}

/* How many steps a point moves a parameter. */
static double move_of_point(const Spsa *s) {
    const double n = (double)s->plan.pairs, k = (double)(s->done + 1), c = distance(s);
    const double decay = pow((stability * n + n) / (stability * n + k), point_decay);

    return s->plan.a * decay * (s->plan.c / c) * s->plan.c;
}

void spsa_start(Spsa *s, const SpsaPlan *plan, const SearchParams *from) {
    SearchParams params = *from;

    s->plan = *plan;
    s->done = 0;
    for (size_t i = 0; i < s->count; i++)
        s->value[i] = *params_value(&params, s->row[i]);
}

void spsa_sides(const Spsa *s, uint64_t pair, SearchParams *plus, SearchParams *minus) {
    uint64_t random = random_seed(s->plan.seed, pair);
    const double c = distance(s);

    *plus = *minus = params_default;
    for (size_t i = 0; i < s->count; i++) {
        const ParamRow *row = s->row[i];
        const Lot lot = draw(&random);
        const double far = lot.side * c * row->step;

        /* the same part for both: their distance is what it should be, give or take rounding */
        *params_value(plus, row) = (int)floor(within(s->value[i] + far, row) + lot.part);
        *params_value(minus, row) = (int)floor(within(s->value[i] - far, row) + lot.part);
    }
}

void spsa_learn(Spsa *s, const int *points, size_t pairs) {
    const double move = move_of_point(s);

    for (size_t p = 0; p < pairs; p++) {
        uint64_t random = random_seed(s->plan.seed, s->done + p);

        for (size_t i = 0; i < s->count; i++) {
            const Lot lot = draw(&random);

            s->value[i] += lot.side * points[p] * move * s->row[i]->step;
        }
    }
    /* once for all, or the order of the pairs would matter where there is a bound */
    for (size_t i = 0; i < s->count; i++)
        s->value[i] = within(s->value[i], s->row[i]);
    s->done += pairs;
}

int spsa_rounded(const Spsa *s, size_t i) {
    return (int)lround(within(s->value[i], s->row[i]));
}

SearchParams spsa_params(const Spsa *s) {
    SearchParams params = params_default;

    for (size_t i = 0; i < s->count; i++)
        *params_value(&params, s->row[i]) = spsa_rounded(s, i);
    return params;
}
