/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spsa.h"
#include "base/random.h"

#include <math.h>

/* Spall's recommended exponents, and A as a fraction of the iterations. */
static const double exponent_alpha = 0.602, exponent_gamma = 0.101, stability_ratio = 0.1;

/* Random numbers of one parameter in a pair, drawn for every parameter in table order. */
typedef struct {
    int sign;     /* perturbation of plus: 1 or -1 */
    double round; /* in [0, 1), for random rounding */
} Perturbation;

static Perturbation draw(uint64_t *random) {
    const uint64_t bits = random_next(random);

    return (Perturbation){bits & 1 ? 1 : -1, (double)(bits >> 11) / 9007199254740992.0};
}

static double clamp_value(double value, const TuneRow *row) {
    return value < row->low ? row->low : value > row->high ? row->high : value;
}

/* Returns c_k of the next pairs, in steps. */
static double perturbation_size(const Spsa *s) {
    return s->plan.c * pow((double)s->plan.pairs / (double)(s->done + 1), exponent_gamma);
}

/* Returns a_k / c_k, the steps by which a point moves a parameter. */
static double step_size(const Spsa *s) {
    const double n = (double)s->plan.pairs, k = (double)(s->done + 1);
    const double c_k = perturbation_size(s);
    const double decay = pow((stability_ratio * n + n) / (stability_ratio * n + k), exponent_alpha);

    return s->plan.a * decay * (s->plan.c / c_k) * s->plan.c;
}

void spsa_add_param(Spsa *s, const ParamRow *row) {
    s->start.params = params_default;
    s->row[s->count++] =
        (TuneRow){row->name, row->offset / sizeof(int), row->low, row->high, row->step, 0};
}

void spsa_init(Spsa *s, const SpsaPlan *plan) {
    s->plan = *plan;
    s->done = 0;
    for (size_t i = 0; i < s->count; i++)
        s->value[i] = s->start.value[s->row[i].place];
}

void spsa_perturb(const Spsa *s, uint64_t pair, TuneSide *plus, TuneSide *minus) {
    uint64_t random = random_seed(s->plan.seed, pair);
    const double c_k = perturbation_size(s);

    *plus = *minus = s->start;
    for (size_t i = 0; i < s->count; i++) {
        const TuneRow *row = &s->row[i];
        const Perturbation p = draw(&random);
        const double delta = p.sign * c_k * row->step;

        /* the same random number for both sides preserves their distance */
        plus->value[row->place] = (int)floor(clamp_value(s->value[i] + delta, row) + p.round);
        minus->value[row->place] = (int)floor(clamp_value(s->value[i] - delta, row) + p.round);
    }
}

void spsa_update(Spsa *s, const int *points, size_t pairs) {
    const double step = step_size(s);

    for (size_t pair = 0; pair < pairs; pair++) {
        uint64_t random = random_seed(s->plan.seed, s->done + pair);

        for (size_t i = 0; i < s->count; i++) {
            const Perturbation p = draw(&random);

            s->value[i] += p.sign * points[pair] * step * s->row[i].step;
        }
    }
    /* clamp once, so that the order of the pairs does not matter */
    for (size_t i = 0; i < s->count; i++)
        s->value[i] = clamp_value(s->value[i], &s->row[i]);
    s->done += pairs;
}

int spsa_rounded(const Spsa *s, size_t i) {
    return (int)lround(clamp_value(s->value[i], &s->row[i]));
}

TuneSide spsa_side(const Spsa *s) {
    TuneSide side = s->start;

    for (size_t i = 0; i < s->count; i++)
        side.value[s->row[i].place] = spsa_rounded(s, i);
    return side;
}
