/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps down a slope: AdamW (I. Loshchilov and F. Hutter, "Decoupled weight decay
 * regularization", 2017). */
#ifndef ALULA_TRAIN_ADAM_H
#define ALULA_TRAIN_ADAM_H

#include <stddef.h>
#include <stdint.h>

/* What is the same for all numbers in one step. */
typedef struct {
    float keep; /* of a number, after decay */
    float rate; /* of the mean, its start from zero evened out */
    float root; /* of the square, likewise */
} AdamStep;

/* Step number 1, 2, 3 … at this learning rate; decay is the part of a number that goes, by rate. */
AdamStep adam_step(uint64_t number, double rate, double decay);

/*
 * Move n numbers against their gradient and keep them within ±limit. `mean` and `square` are what
 * is remembered of their gradients, at first zero.
 */
void adam_move(const AdamStep *step, float *restrict number, float *restrict mean,
               float *restrict square, const float *restrict gradient, size_t n, float limit);

#endif
