/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The network as it learns: the shape of NnueNet in 32-bit floating point, where 1.0 of an
 * accumulator is where activation saturates. What it says of a position is a logit x: the side to
 * move expects 1 / (1 + exp(-x)) points.
 *
 * All numbers are in one array, so that what is done to each of them is one loop:
 *
 *     input weights   [hidden / NET_BLOCK][NNUE_INPUTS][NET_BLOCK]
 *     input biases    [hidden]
 *     output weights  [outputs][2][hidden]: the side to move, the other
 *     output biases   [NET_PAD], the first `outputs` of them used
 *
 * Neurons come in blocks, so that a block's weights stay in a cache while many positions pass.
 */
#ifndef ALULA_TRAIN_NET_H
#define ALULA_TRAIN_NET_H

#include "nnue.h"

enum {
    NET_BLOCK = NNUE_HIDDEN_STEP, /* neurons */
    NET_PAD = 16,                 /* the array has a multiple of so many numbers */
};

/* Weights never leave ±NET_MAX_WEIGHT, biases of neurons ±NET_MAX_BIAS: so whole numbers fit. */
#define NET_MAX_WEIGHT 1.98F
#define NET_MAX_BIAS   32.0F

/* Where what begins in the array; input weights at 0. */
typedef struct {
    int hidden, outputs;
    size_t input_bias, output_weight, output_bias;
    size_t count; /* of all numbers */
} NetShape;

/* `hidden` is a multiple of NNUE_HIDDEN_STEP up to NNUE_MAX_HIDDEN, `outputs` up to its maximum. */
NetShape net_shape(int hidden, int outputs);

/* Where in the array a neuron has its weight for an input. */
static inline size_t net_input_weight(int neuron, int input) {
    const size_t block = (size_t)neuron / NET_BLOCK, rest = (size_t)neuron % NET_BLOCK;

    return (block * NNUE_INPUTS + (size_t)input) * NET_BLOCK + rest;
}

/* Where in the array the weight of a neuron for an output is; half 0 is the side to move. */
static inline size_t net_output_weight(const NetShape *shape, int output, int half, int neuron) {
    return shape->output_weight + ((size_t)output * 2 + (size_t)half) * (size_t)shape->hidden +
           (size_t)neuron;
}

/* Numbers to start from, by lot; numbers[shape->count]. */
void net_start(const NetShape *shape, float *numbers, uint64_t seed);

/* The limit of the number at this place of the array, either way; INFINITY where there is none. */
float net_limit(const NetShape *shape, size_t place);

/* rounded[from ... to - 1] are these numbers rounded as net_encode() does, in floating point. */
void net_round(const NetShape *shape, const float *numbers, float *rounded, size_t from, size_t to);

/*
 * The bytes of the file of the network in whole numbers, rounded to the nearest: nnue_file_size()
 * of them, to be freed. NULL when memory is refused.
 */
uint8_t *net_encode(const NetShape *shape, const float *numbers, int scale);

#endif
