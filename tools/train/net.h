/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The network in training: the architecture of NnueNet in 32-bit floating point. SCReLU saturates
 * at 1.0. The output is a logit x: the expected score of the side to move is 1 / (1 + exp(-x)).
 *
 * All parameters are in one array:
 *
 *     feature weights  [hidden / NET_BLOCK][NNUE_INPUTS][NET_BLOCK]
 *     feature biases   [hidden]
 *     output weights   [outputs][2][hidden]: side to move, opponent
 *     output biases    [NET_PAD], of which `outputs` are used
 *
 * Neurons are grouped in blocks, so that the weights of a block stay in the cache for many
 * positions.
 */
#ifndef ALULA_TRAIN_NET_H
#define ALULA_TRAIN_NET_H

#include "nnue.h"

enum {
    NET_BLOCK = NNUE_HIDDEN_STEP, /* neurons */
    NET_PAD = 16,                 /* parameter counts are multiples of this */
};

/* Weights and feature biases are clipped to these, so that the quantized values fit. */
#define NET_MAX_WEIGHT 1.98F
#define NET_MAX_BIAS   32.0F

/* Dimensions, and the offsets in the array; feature weights start at 0. */
typedef struct {
    int hidden, outputs;
    size_t input_bias, output_weight, output_bias;
    size_t count; /* of all parameters */
} NetShape;

/* hidden: a multiple of NNUE_HIDDEN_STEP up to NNUE_MAX_HIDDEN; outputs: 1 to NNUE_MAX_OUTPUTS. */
NetShape net_shape(int hidden, int outputs);

/* The index of the weight of a feature for a neuron. */
static inline size_t net_input_weight(int neuron, int input) {
    const size_t block = (size_t)neuron / NET_BLOCK, rest = (size_t)neuron % NET_BLOCK;

    return (block * NNUE_INPUTS + (size_t)input) * NET_BLOCK + rest;
}

/* The index of an output weight; half 0 is the side to move. */
static inline size_t net_output_weight(const NetShape *shape, int output, int half, int neuron) {
    return shape->output_weight + ((size_t)output * 2 + (size_t)half) * (size_t)shape->hidden +
           (size_t)neuron;
}

/* Random initial values; params[shape->count]. */
void net_init(const NetShape *shape, float *params, uint64_t seed);

/*
 * Start from a network file of equal or smaller shape, net_can_start(): params[shape->count], which
 * net_init() has set. Values in centipawns, if `scale` is that of the training, stay those of the
 * file, as far as the limits of the weights permit. Its neurons are copied. The others keep their
 * random input weights; their output weights are 0, so that they change nothing and can learn.
 */
void net_start(const NetShape *shape, float *params, const NnueNet *from, int scale);

/* Does net_start() work: no fewer neurons, a multiple of the output buckets, one king bucket? */
bool net_can_start(int hidden, int outputs, const NnueNet *from);

/* The parameter at this index is clipped to +-limit; INFINITY means no limit. */
float net_limit(const NetShape *shape, size_t index);

/* Round params[from ... to - 1] to the values that net_encode() writes, in floating point. */
void net_fake_quantize(const NetShape *shape, const float *params, float *quantized, size_t from,
                       size_t to);

/*
 * The network file with quantized parameters: nnue_file_size() bytes, to be freed by the caller.
 * NULL if there is not enough memory.
 */
uint8_t *net_encode(const NetShape *shape, const float *params, int scale);

#endif
