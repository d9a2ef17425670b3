/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "net.h"
#include "base/random.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "tools/common/tool.h"

NetShape net_shape(int hidden, int outputs, int term_hidden) {
    const size_t h = (size_t)hidden, o = (size_t)outputs;
    NetShape s = {.hidden = hidden, .outputs = outputs, .term_hidden = term_hidden};

    s.term_weight = NNUE_INPUTS * h;
    s.input_bias = s.term_weight + TERM_INPUTS * (size_t)term_hidden;
    s.output_weight = s.input_bias + h;
    s.output_bias = s.output_weight + o * 2 * h;
    s.count = s.output_bias + NET_PAD;
    return s;
}

/* Returns a random number from -1 to 1. */
static float random_float(uint64_t *state) {
    return (float)(random_next(state) >> 40) / 8388608.0F - 1;
}

/*
 * Returns true if this feature can be active: no pawn on a back rank, no own king on the
 * mirrored files.
 */
static bool is_possible(int input) {
    const int square = input & 63, kind = input >> 6;
    const int rank = square_rank((Square)square);

    if (kind % PIECE_COUNT == PAWN)
        return rank > 0 && rank < 7;
    return kind != KING || square_file((Square)square) < 4;
}

/*
 * About thirty features are active, so sums start well below saturation; larger weights train
 * worse. Weights of impossible features and of evaluation terms are 0.
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

static float clipped(float x, float limit) {
    return x > limit ? limit : x < -limit ? -limit : x;
}

/* Sets the input weights of a neuron. */
static void start_neuron(const NetShape *shape, float *params, const NnueNet *from, int neuron) {
    for (int input = 0; input < NNUE_INPUTS; input++)
        params[net_input_weight(neuron, input)] =
            clipped((float)from->input_weight[input * from->hidden + neuron] / (float)NNUE_QA,
                    NET_MAX_WEIGHT);
    for (int input = 0; input < TERM_INPUTS && neuron < from->term_hidden; input++)
        params[net_term_weight(shape, neuron, input)] =
            clipped((float)from->term_weight[input * from->term_hidden + neuron] / (float)NNUE_QA,
                    NET_MAX_TERM);
}

void net_start(const NetShape *shape, float *params, const NnueNet *from, int scale) {
    const float stretch = (float)from->scale / (float)scale;
    const int share = shape->outputs / from->outputs; /* new output buckets for each old bucket */

    assert(shape->hidden >= from->hidden && shape->outputs % from->outputs == 0 &&
           shape->term_hidden >= from->term_hidden);
    for (int h = 0; h < from->hidden; h++) {
        start_neuron(shape, params, from, h);
        params[shape->input_bias + (size_t)h] =
            clipped((float)from->input_bias[h] / (float)NNUE_QA, NET_MAX_BIAS);
    }
    memset(params + shape->output_weight, 0,
           (shape->output_bias - shape->output_weight) * sizeof *params);
    for (int o = 0; o < shape->outputs; o++) {
        for (int half = 0; half < 2; half++)
            for (int h = 0; h < from->hidden; h++)
                params[net_output_weight(shape, o, half, h)] = clipped(
                    stretch *
                        (float)from->output_weight[(2 * (o / share) + half) * from->hidden + h] /
                        (float)NNUE_QB,
                    NET_MAX_WEIGHT);
        params[shape->output_bias + (size_t)o] =
            stretch * (float)from->output_bias[o / share] / (NNUE_QA * NNUE_QB);
    }
}

float net_limit(const NetShape *shape, size_t index) {
    if (index >= shape->output_bias)
        return INFINITY;
    if (index >= shape->term_weight && index < shape->input_bias)
        return NET_MAX_TERM;
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

/* Quantizes parameters into number[], in the order of NnueNet. */
static void quantize(const NetShape *shape, const float *params, int16_t *number) {
    for (int input = 0; input < NNUE_INPUTS; input++)
        for (int i = 0; i < shape->hidden; i++)
            *number++ = (int16_t)lrintf((float)NNUE_QA * params[net_input_weight(i, input)]);
    for (int input = 0; input < TERM_INPUTS; input++)
        for (int i = 0; i < shape->term_hidden; i++)
            *number++ = (int16_t)lrintf((float)NNUE_QA * params[net_term_weight(shape, i, input)]);
    for (size_t i = shape->input_bias; i < shape->output_weight; i++)
        *number++ = (int16_t)lrintf((float)NNUE_QA * params[i]);
    for (size_t i = shape->output_weight; i < shape->output_bias; i++)
        *number++ = (int16_t)lrintf((float)NNUE_QB * params[i]);
}

NetFile net_file_of(const NnueNet *net) {
    const size_t size = nnue_file_size(net->hidden, net->outputs, net->term_hidden);
    const NetFile file = {memory_new(size, 1), size};

    nnue_encode(net, file.bytes);
    return file;
}

NetFile net_encode(const NetShape *shape, const float *params, int scale) {
    int16_t *number = memory_new(shape->output_bias, sizeof *number);
    NnueNet net = {.hidden = shape->hidden,
                   .outputs = shape->outputs,
                   .scale = scale,
                   .term_hidden = shape->term_hidden,
                   .input_weight = number,
                   .term_weight = number + shape->term_weight,
                   .input_bias = number + shape->input_bias,
                   .output_weight = number + shape->output_weight};
    NetFile file;

    quantize(shape, params, number);
    for (int o = 0; o < net.outputs; o++)
        net.output_bias[o] =
            (int32_t)lrintf((float)(NNUE_QA * NNUE_QB) * params[shape->output_bias + (size_t)o]);
    file = net_file_of(&net);
    free(number);
    return file;
}

/* --- the mean of networks --------------------------------------------------------------------- */

const char *net_differs(const NnueNet *net, const NnueNet *first) {
    if (net->hidden != first->hidden || net->outputs != first->outputs ||
        net->term_hidden != first->term_hidden)
        return "its shape differs from that of the previous network";
    return net->scale != first->scale ? "its scale differs from that of the previous network"
                                      : NULL;
}

static void add(int64_t *sum, const int16_t *number, size_t count) {
    for (size_t i = 0; i < count; i++)
        sum[i] += number[i];
}

/* Rounds halves to even: rounded away from zero, the mean of two networks could exceed both. */
NetFile net_mean(NnueNet *const *net, int nets) {
    const NetShape s = net_shape(net[0]->hidden, net[0]->outputs, net[0]->term_hidden);
    int64_t *sum = memory_new(s.count, sizeof *sum);
    int16_t *number = memory_new(s.output_bias, sizeof *number);
    NnueNet mean = *net[0];
    NetFile file;

    for (int n = 0; n < nets; n++) {
        add(sum, net[n]->input_weight, s.term_weight);
        add(sum + s.term_weight, net[n]->term_weight, s.input_bias - s.term_weight);
        add(sum + s.input_bias, net[n]->input_bias, s.output_weight - s.input_bias);
        add(sum + s.output_weight, net[n]->output_weight, s.output_bias - s.output_weight);
        for (int o = 0; o < s.outputs; o++)
            sum[s.output_bias + (size_t)o] += net[n]->output_bias[o];
    }
    for (size_t i = 0; i < s.output_bias; i++)
        number[i] = (int16_t)lrint((double)sum[i] / nets);
    for (int o = 0; o < s.outputs; o++)
        mean.output_bias[o] = (int32_t)lrint((double)sum[s.output_bias + (size_t)o] / nets);
    mean.input_weight = number;
    mean.term_weight = number + s.term_weight;
    mean.input_bias = number + s.input_bias;
    mean.output_weight = number + s.output_weight;
    file = net_file_of(&mean);
    free(sum);
    free(number);
    return file;
}

void net_file_write(FILE *file, const void *net_file) {
    const NetFile *f = net_file;

    fwrite(f->bytes, 1, f->size, file);
}
