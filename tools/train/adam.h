/* SPDX-License-Identifier: GPL-3.0-or-later */
/* AdamW: Adam with decoupled weight decay. */
#ifndef ALULA_TRAIN_ADAM_H
#define ALULA_TRAIN_ADAM_H

#include <stddef.h>
#include <stdint.h>

/* The factors of a step that are common to all parameters. */
typedef struct {
    float decay;        /* factor of parameters: 1 - learning rate * weight decay */
    float rate;         /* learning rate, with the bias correction of the first moment */
    float root_correct; /* bias correction of the root of the second moment */
} AdamStep;

/* Returns step 1, 2, 3 ... with this learning rate and weight decay. */
AdamStep adam_step(uint64_t step, double rate, double weight_decay);

/*
 * Updates n parameters and clips them to +-limit. moment1 and moment2 are the moving averages of
 * the gradient and of its square, initially 0.
 */
void adam_update(const AdamStep *step, float *restrict param, float *restrict moment1,
                 float *restrict moment2, const float *restrict gradient, size_t n, float limit);

#endif
