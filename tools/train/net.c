/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "net.h"
#include "random.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

NetShape net_shape(int hidden, int outputs) {
    const size_t h = (size_t)hidden, o = (size_t)outputs;
    NetShape s = {.hidden = hidden, .outputs = outputs};

    s.input_bias = NNUE_INPUTS * h;
    s.output_weight = s.input_bias + h;
    s.output_bias = s.output_weight + o * 2 * h;
    s.count = s.output_bias + NET_PAD;
    return s;
}

/* From -1 to 1. */
static float random_float(uint64_t *state) {
    return (float)(random_next(state) >> 40) / 8388608.0F - 1;
}

/* Can this feature be active? No pawn on a back rank, no king of ours on the mirrored files. */
static bool is_possible(int input) {
    const int square = input & 63, kind = input >> 6;
    const int rank = square_rank((Square)square);

    if (kind % PIECE_COUNT == PAWN)
        return rank > 0 && rank < 7;
    return kind != KING || square_file((Square)square) < 4;
}

/*
 * About thirty features are active, so the sums start well below saturation; larger weights train
 * worse. Weights of features that are never active are 0.
 */
void net_init(const NetShape *shape, float *params, uint64_t seed) {
    const float range = 0.05F, out = 1 / sqrtf(2 * (float)shape->hidden);
    uint64_t random = random_seed(seed, 0x6e6574);

    memset(params, 0, shape->count * sizeof *params);
    for (int input = 0; input < NNUE_INPUTS; input++)
        for (int h = 0; h < shape->hidden && is_possible(input); h++)
            params[net_input_weight(h, input)] = range * random_float(&random);
    for (size_t i = shape->output_weight; i < shape->output_bias; i++)
        params[i] = out * random_float(&random);
}

bool net_can_start(int hidden, int outputs, const NnueNet *from) {
    return hidden >= from->hidden && outputs % from->outputs == 0 && from->kings.count == 1;
}

static float clipped(float x, float limit) {
    return x > limit ? limit : x < -limit ? -limit : x;
}

void net_start(const NetShape *shape, float *params, const NnueNet *from, int scale) {
    const float stretch = (float)from->scale / (float)scale;
    const int share = shape->outputs / from->outputs; /* buckets that were one */

    assert(net_can_start(shape->hidden, shape->outputs, from));
    for (int h = 0; h < from->hidden; h++) {
        for (int input = 0; input < NNUE_INPUTS; input++)
            params[net_input_weight(h, input)] = clipped(
                (float)from->input_weight[input * from->hidden + h] / NNUE_QA, NET_MAX_WEIGHT);
        params[shape->input_bias + (size_t)h] =
            clipped((float)from->input_bias[h] / NNUE_QA, NET_MAX_BIAS);
    }
    memset(params + shape->output_weight, 0,
           (shape->output_bias - shape->output_weight) * sizeof *params);
    for (int o = 0; o < shape->outputs; o++) {
        for (int half = 0; half < 2; half++)
            for (int h = 0; h < from->hidden; h++)
                params[net_output_weight(shape, o, half, h)] = clipped(
                    stretch *
                        (float)from->output_weight[(2 * (o / share) + half) * from->hidden + h] /
                        NNUE_QB,
                    NET_MAX_WEIGHT);
        params[shape->output_bias + (size_t)o] =
            stretch * (float)from->output_bias[o / share] / (NNUE_QA * NNUE_QB);
    }
}

float net_limit(const NetShape *shape, size_t index) {
    if (index >= shape->output_bias)
        return INFINITY;
    return index >= shape->input_bias && index < shape->output_weight ? NET_MAX_BIAS
                                                                      : NET_MAX_WEIGHT;
}

void net_fake_quantize(const NetShape *shape, const float *params, float *quantized, size_t from,
                       size_t to) {
    for (size_t i = from; i < to;) {
        const bool output = i >= shape->output_weight, bias = i >= shape->output_bias;
        const size_t end = bias ? to : output ? shape->output_bias : shape->output_weight;
        const float unit = bias ? NNUE_QA * NNUE_QB : output ? NNUE_QB : NNUE_QA;

        for (; i < end && i < to; i++)
            quantized[i] = rintf(unit * params[i]) / unit;
    }
}

uint8_t *net_encode(const NetShape *shape, const float *params, int scale) {
    const size_t h = (size_t)shape->hidden, weights = NNUE_INPUTS * h;
    int16_t *quantized = malloc((weights + h + 2 * h * (size_t)shape->outputs) * sizeof *quantized);
    uint8_t *bytes = malloc(nnue_file_size(shape->hidden, shape->outputs, 1));
    NnueNet net = {.hidden = shape->hidden, .outputs = shape->outputs, .kings.count = 1};

    net.scale = scale;

    if (quantized && bytes) {
        net.input_weight = quantized;
        net.input_bias = quantized + weights;
        net.output_weight = quantized + weights + h;
        for (int input = 0; input < NNUE_INPUTS; input++)
            for (int i = 0; i < shape->hidden; i++)
                quantized[(size_t)input * h + (size_t)i] =
                    (int16_t)lrintf(NNUE_QA * params[net_input_weight(i, input)]);
        for (size_t i = 0; i < h; i++)
            quantized[weights + i] = (int16_t)lrintf(NNUE_QA * params[shape->input_bias + i]);
        for (size_t i = shape->output_weight; i < shape->output_bias; i++)
            quantized[i] = (int16_t)lrintf(NNUE_QB * params[i]);
        for (int o = 0; o < shape->outputs; o++)
            net.output_bias[o] =
                (int32_t)lrintf(NNUE_QA * NNUE_QB * params[shape->output_bias + (size_t)o]);
        nnue_encode(&net, bytes);
    } else {
        free(bytes);
        bytes = NULL;
    }
    free(quantized);
    return bytes;
}
