/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Forward and backward pass for groups of positions. Sparse: only weights of active features are
 * accessed. All sums have a fixed order, independent of the vector width of the machine.
 */
#ifndef ALULA_TRAIN_PASS_H
#define ALULA_TRAIN_PASS_H

#include "net.h"
#include "sample.h"

enum { PASS_GROUP = 256 }; /* positions */

/* The buffers of one thread. */
typedef struct {
    /* aligned to cache lines */
    float sum[PASS_GROUP][NET_BLOCK];                /* parts of the logit */
    float block_gradient[2 * PASS_GROUP][NET_BLOCK]; /* gradients of a block of accumulators */
    Sample sample[PASS_GROUP];                       /* filled in by the caller */
    Features features[PASS_GROUP];
    int bucket[PASS_GROUP]; /* output bucket */
    float logit[PASS_GROUP];
    float logit_gradient[PASS_GROUP]; /* d loss / d logit */
    float *activations;               /* [hidden / NET_BLOCK][PASS_GROUP][2][NET_BLOCK] */
    size_t bytes;                     /* bytes of the activations */
    uint32_t *end;                    /* [NNUE_INPUTS + TERM_INPUTS + 1]: of lists in user[] */
    uint16_t user[PASS_GROUP * 2 * FEATURES_MOST];
} Pass;

/* Allocates the buffers for networks of this shape. Returns NULL if there is not enough memory. */
Pass *pass_new(const NetShape *shape);

/* Frees the buffers; NULL is allowed. */
void pass_free(Pass *pass);

/* Returns the memory of the buffers in bytes. */
size_t pass_bytes(const NetShape *shape);

/*
 * Computes features, activations and logits of the first `count` samples, with
 * params[shape->count].
 */
void pass_forward(Pass *pass, const NetShape *shape, const float *params, int count);

/*
 * Computes, after pass_forward(), the gradients of the logits; returns the sum of weight *
 * |error|^exponent, where the error is that of the expected score and weights are 0.01 to 1. The
 * exponent is 1 to 4.
 */
double pass_loss(Pass *pass, int count, double exponent);

/* Adds the gradient of the sum of pass_loss() to gradient[shape->count]. */
void pass_backward(Pass *pass, const NetShape *shape, const float *params, float *gradient,
                   int count);

#endif
