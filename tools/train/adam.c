/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "adam.h"

#include <math.h>

static const double keep_mean = 0.9, keep_square = 0.999;

AdamStep adam_step(uint64_t number, double rate, double decay) {
    return (AdamStep){.keep = (float)(1 - rate * decay),
                      .rate = (float)(rate / (1 - pow(keep_mean, (double)number))),
                      .root = (float)(1 / sqrt(1 - pow(keep_square, (double)number)))};
}

void adam_move(const AdamStep *step, float *restrict number, float *restrict mean,
               float *restrict square, const float *restrict gradient, size_t n, float limit) {
    const float km = (float)keep_mean, ks = (float)keep_square, least = 1e-8F;

    for (size_t i = 0; i < n; i++) {
        const float g = gradient[i];
        float moved;

        mean[i] = km * mean[i] + (1 - km) * g;
        square[i] = ks * square[i] + (1 - ks) * g * g;
        moved =
            step->keep * number[i] - step->rate * mean[i] / (step->root * sqrtf(square[i]) + least);
        moved = moved < limit ? moved : limit;
        number[i] = moved > -limit ? moved : -limit;
    }
}
