/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The network in training: the architecture of NnueNet in 32-bit floating point. SCReLU saturates
 * at 1.0. The output is a logit x: the expected score of the side to move is 1 / (1 + exp(-x)).
 *
 * All parameters are in one array:
 *
 *     feature weights  [hidden / NET_BLOCK][NNUE_INPUTS][NET_BLOCK]
 *     term weights     [term_hidden / NET_BLOCK][TERM_INPUTS][NET_BLOCK]
 *     feature biases   [hidden]
 *     output weights   [outputs][2][hidden]: side to move, opponent
 *     output biases    [NET_PAD], of which `outputs` are used
 *
 * Neurons are grouped in blocks, so that the weights of a block stay in the cache for many
 * positions.
 */
#ifndef ALULA_TRAIN_NET_H
#define ALULA_TRAIN_NET_H

#include <stdio.h>

#include "eval/nnue.h"

enum {
    NET_BLOCK = NNUE_HIDDEN_STEP, /* neurons */
    NET_PAD = 16,                 /* parameter counts are multiples of this */
};

/* Limits to which weights and feature biases are clipped, so that the quantized values fit. */
#define NET_MAX_WEIGHT 1.98F
#define NET_MAX_TERM   0.498F
#define NET_MAX_BIAS   32.0F

/* Dimensions, and the offsets in the array; feature weights start at 0. */
typedef struct {
    int hidden, outputs;
    int term_hidden; /* the first neurons, which have evaluation terms */
    size_t term_weight, input_bias, output_weight, output_bias;
    size_t count; /* number of parameters */
} NetShape;

/*
 * Returns a shape. hidden: a multiple of NNUE_HIDDEN_STEP up to NNUE_MAX_HIDDEN; outputs: 1 to
 * NNUE_MAX_OUTPUTS; term_hidden: a multiple of NNUE_HIDDEN_STEP, 0 to hidden.
 */
NetShape net_shape(int hidden, int outputs, int term_hidden);

/* Returns the index of the weight of a feature, nnue_input(), for a neuron. */
static inline size_t net_input_weight(int neuron, int input) {
    const size_t block = (size_t)neuron / NET_BLOCK, rest = (size_t)neuron % NET_BLOCK;

    return (block * NNUE_INPUTS + (size_t)input) * NET_BLOCK + rest;
}

/* Returns the index of the weight of an evaluation term for a neuron, 0 to term_hidden - 1. */
static inline size_t net_term_weight(const NetShape *shape, int neuron, int input) {
    const size_t block = (size_t)neuron / NET_BLOCK, rest = (size_t)neuron % NET_BLOCK;

    return shape->term_weight + (block * TERM_INPUTS + (size_t)input) * NET_BLOCK + rest;
}

/* Returns the index of an output weight; half 0 is the side to move. */
static inline size_t net_output_weight(const NetShape *shape, int output, int half, int neuron) {
    return shape->output_weight + ((size_t)output * 2 + (size_t)half) * (size_t)shape->hidden +
           (size_t)neuron;
}

/* Sets random initial values in params[shape->count]. */
void net_init(const NetShape *shape, float *params, uint64_t seed);

/*
 * Initializes the parameters, params[shape->count], set by net_init(), from a network file of
 * equal or smaller shape: no larger hidden or term_hidden, and a divisor of the output
 * buckets. Values in centipawns remain those of the file, if `scale` is that of the training and as
 * far as the limits of the weights permit. The neurons of the file are copied. Other neurons keep
 * their random input weights, with output weights of 0, so that they change nothing but can learn;
 * term weights that the file lacks stay 0.
 */
void net_start(const NetShape *shape, float *params, const NnueNet *from, int scale);

/* Returns the limit +-limit of the parameter at this index; INFINITY: none. */
float net_limit(const NetShape *shape, size_t index);

/* Rounds params[from ... to - 1] to the values that net_encode() writes, in floating point. */
void net_fake_quantize(const NetShape *shape, const float *params, float *quantized, size_t from,
                       size_t to);

/* The contents of a network file; the caller frees the bytes. */
typedef struct {
    uint8_t *bytes;
    size_t size;
} NetFile;

/* Returns the file of a network. */
NetFile net_file_of(const NnueNet *net);

/* Encodes a network with quantized parameters, from params[shape->count]. */
NetFile net_encode(const NetShape *shape, const float *params, int scale);

/*
 * Returns the rounded mean of the weights of networks trained from the same start, in which the
 * noise of the trainings cancels (M. Wortsman et al., "Model soups", 2022). The mean of networks
 * with different starts is meaningless. net_differs() must return NULL for each network and the
 * first.
 */
NetFile net_mean(NnueNet *const *net, int nets);

/* Returns the reason why two networks have no mean, or NULL. */
const char *net_differs(const NnueNet *net, const NnueNet *first);

/* Writes a NetFile; a FilePrinter. */
void net_file_write(FILE *file, const void *net_file);

#endif
