/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "whole.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pass.h"

enum {
    MOST_SAMPLES = 1 << 14, /* that are looked at */
    LEVEL = 4,              /* beyond this logit the game is decided */
};

/* Round everything but the output biases. */
static void round_off(const NetShape *shape, float *numbers) {
    for (size_t i = 0; i < shape->output_bias; i++) {
        const float one = i < shape->output_weight ? NNUE_QA : NNUE_QB;

        numbers[i] = rintf(one * numbers[i]) / one;
    }
}

/* Take from the output biases what rounding has added. */
static void settle(const NetShape *shape, const float *numbers, float *rounded, Pass *pass,
                   const Store *samples) {
    const size_t most = samples->count < MOST_SAMPLES ? samples->count : MOST_SAMPLES;
    double added[NNUE_MAX_OUTPUTS] = {0}, count[NNUE_MAX_OUTPUTS] = {0};
    float logit[PASS_GROUP];

    for (size_t i = 0; i < most; i += PASS_GROUP) {
        const int n = most - i < PASS_GROUP ? (int)(most - i) : PASS_GROUP;

        for (int k = 0; k < n; k++)
            pass->sample[k] = *store_at(samples, i + (size_t)k);
        pass_forward(pass, shape, numbers, n);
        memcpy(logit, pass->logit, sizeof logit);
        pass_forward(pass, shape, rounded, n);
        for (int k = 0; k < n; k++)
            if (fabsf(logit[k]) < LEVEL) {
                added[pass->output[k]] += (double)pass->logit[k] - (double)logit[k];
                count[pass->output[k]]++;
            }
    }
    for (int o = 0; o < shape->outputs; o++)
        if (count[o] > 0)
            rounded[shape->output_bias + (size_t)o] -= (float)(added[o] / count[o]);
}

float *whole_numbers(const NetShape *shape, const float *numbers, const Store *samples) {
    float *rounded = malloc(shape->count * sizeof *rounded);
    Pass *pass = pass_new(shape);

    if (rounded && pass) {
        memcpy(rounded, numbers, shape->count * sizeof *rounded);
        round_off(shape, rounded);
        settle(shape, numbers, rounded, pass, samples);
    } else {
        free(rounded);
        rounded = NULL;
    }
    pass_free(pass);
    return rounded;
}
