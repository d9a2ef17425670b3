/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Passing positions through the network, forward and back, in groups. Only the weights of inputs
 * that a position has are touched.
 *
 * Every sum is taken in the same order whatever the machine's vectors are, so the same build gives
 * the same bits.
 */
#ifndef ALULA_TRAIN_PASS_H
#define ALULA_TRAIN_PASS_H

#include "net.h"
#include "sample.h"

enum { PASS_GROUP = 256 }; /* positions */

/* What one thread needs. */
typedef struct {
    Sample sample[PASS_GROUP]; /* to be filled in by the caller */
    Inputs inputs[PASS_GROUP];
    int output[PASS_GROUP];  /* which one speaks */
    float logit[PASS_GROUP]; /* what it says */
    float slope[PASS_GROUP]; /* of the loss, by the logit */
    float *sums;             /* [hidden / NET_BLOCK][PASS_GROUP][2][NET_BLOCK]: accumulators */
    size_t bytes;            /* of them */
} Pass;

/* NULL when memory is refused. */
Pass *pass_new(const NetShape *shape);
void pass_free(Pass *pass);
size_t pass_bytes(const NetShape *shape);

/* Fill in what comes of the first `count` samples: inputs, accumulators and logits. */
void pass_forward(Pass *pass, const NetShape *shape, const float *numbers, int count);

/* After pass_forward(): the slopes, and the sum of (points expected - target) squared. */
double pass_loss(Pass *pass, int count);

/* After pass_loss(): add to gradient[shape->count] that of this sum. */
void pass_back(Pass *pass, const NetShape *shape, const float *numbers, float *gradient, int count);

#endif
