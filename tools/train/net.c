/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "net.h"
#include "random.h"

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

/* Can this feature be active? No pawn on a back rank, no own king where it would be mirrored. */
static bool is_possible(int input) {
    const int square = input & 63, kind = input >> 6;
    const int rank = square_rank((Square)square);

    if (kind % PIECE_COUNT == PAWN)
        return rank > 0 && rank < 7;
    return kind != KING || square_file((Square)square) < 4;
}

/*
 * About thirty inputs are active, so their sum stays well within the part of the activation that
 * bends; larger numbers learn worse. What never is active is zero.
 */
void net_start(const NetShape *shape, float *numbers, uint64_t seed) {
    const float spread = 0.05F, out = 1 / sqrtf(2 * (float)shape->hidden);
    uint64_t lot = random_seed(seed, 0x6e6574);

    memset(numbers, 0, shape->count * sizeof *numbers);
    for (int input = 0; input < NNUE_INPUTS; input++)
        for (int h = 0; h < shape->hidden && is_possible(input); h++)
            numbers[net_input_weight(h, input)] = spread * random_float(&lot);
    for (size_t i = shape->output_weight; i < shape->output_bias; i++)
        numbers[i] = out * random_float(&lot);
}

float net_limit(const NetShape *shape, size_t place) {
    if (place >= shape->output_bias)
        return INFINITY;
    return place >= shape->input_bias && place < shape->output_weight ? NET_MAX_BIAS
                                                                      : NET_MAX_WEIGHT;
}

void net_round(const NetShape *shape, const float *numbers, float *rounded, size_t from,
               size_t to) {
    for (size_t i = from; i < to;) {
        const bool output = i >= shape->output_weight, bias = i >= shape->output_bias;
        const size_t end = bias ? to : output ? shape->output_bias : shape->output_weight;
        const float one = bias ? NNUE_QA * NNUE_QB : output ? NNUE_QB : NNUE_QA;

        for (; i < end && i < to; i++)
            rounded[i] = rintf(one * numbers[i]) / one;
    }
}

uint8_t *net_encode(const NetShape *shape, const float *numbers, int scale) {
    const size_t h = (size_t)shape->hidden, weights = NNUE_INPUTS * h;
    int16_t *whole = malloc((weights + h + 2 * h * (size_t)shape->outputs) * sizeof *whole);
    uint8_t *bytes = malloc(nnue_file_size(shape->hidden, shape->outputs));
    NnueNet net = {.hidden = shape->hidden, .outputs = shape->outputs, .scale = scale};

    if (whole && bytes) {
        net.input_weight = whole;
        net.input_bias = whole + weights;
        net.output_weight = whole + weights + h;
        for (int input = 0; input < NNUE_INPUTS; input++)
            for (int i = 0; i < shape->hidden; i++)
                whole[(size_t)input * h + (size_t)i] =
                    (int16_t)lrintf(NNUE_QA * numbers[net_input_weight(i, input)]);
        for (size_t i = 0; i < h; i++)
            whole[weights + i] = (int16_t)lrintf(NNUE_QA * numbers[shape->input_bias + i]);
        for (size_t i = shape->output_weight; i < shape->output_bias; i++)
            whole[i] = (int16_t)lrintf(NNUE_QB * numbers[i]);
        for (int o = 0; o < shape->outputs; o++)
            net.output_bias[o] =
                (int32_t)lrintf(NNUE_QA * NNUE_QB * numbers[shape->output_bias + (size_t)o]);
        nnue_encode(&net, bytes);
    } else {
        free(bytes);
        bytes = NULL;
    }
    free(whole);
    return bytes;
}
