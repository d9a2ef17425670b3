/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "adam.h"

#include <math.h>

static const double beta1 = 0.95, beta2 = 0.99;

AdamStep adam_step(uint64_t step, double rate, double weight_decay) {
    return (AdamStep){.decay = (float)(1 - rate * weight_decay),
                      .rate = (float)(rate / (1 - pow(beta1, (double)step))),
                      .root_correct = (float)(1 / sqrt(1 - pow(beta2, (double)step)))};
}

void adam_update(const AdamStep *step, float *restrict param, float *restrict moment1,
                 float *restrict moment2, const float *restrict gradient, size_t n, float limit) {
    const float b1 = (float)beta1, b2 = (float)beta2, epsilon = 1e-8F;

    for (size_t i = 0; i < n; i++) {
        const float g = gradient[i];
        float updated;

        moment1[i] = b1 * moment1[i] + (1 - b1) * g;
        moment2[i] = b2 * moment2[i] + (1 - b2) * g * g;
        updated = step->decay * param[i] -
                  step->rate * moment1[i] / (step->root_correct * sqrtf(moment2[i]) + epsilon);
        updated = updated < limit ? updated : limit;
        param[i] = updated > -limit ? updated : -limit;
    }
}
