/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "net.h"
#include "base/random.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "tools/common/tool.h"

NetShape net_shape(int hidden, int outputs, const NnueKings *kings) {
    const size_t h = (size_t)hidden, o = (size_t)outputs;
    NetShape s = {.hidden = hidden, .outputs = outputs, .kings = *kings};

    s.input_bias = (size_t)kings->count * NNUE_INPUTS * h;
    s.output_weight = s.input_bias + h;
    s.output_bias = s.output_weight + o * 2 * h;
    s.count = s.output_bias + NET_PAD;
    s.bases = kings->count > 1 ? NNUE_INPUTS * h : 0;
    s.trained = s.count + s.bases;
    return s;
}

NnueKings net_kings(int count) {
    /* ranks from home, files a to d; the others are mirrored */
    static const struct {
        int count;
        uint8_t bucket[8][4];
    } map[] = {
        {1, {{0}}},
        {2,
         {[2] = {1, 1, 1, 1},
          {1, 1, 1, 1},
          {1, 1, 1, 1},
          {1, 1, 1, 1},
          {1, 1, 1, 1},
          {1, 1, 1, 1}}},
        {4,
         {{0, 0, 1, 1},
          {2, 2, 2, 2},
          {3, 3, 3, 3},
          {3, 3, 3, 3},
          {3, 3, 3, 3},
          {3, 3, 3, 3},
          {3, 3, 3, 3},
          {3, 3, 3, 3}}},
        {8,
         {{0, 1, 2, 3},
          {4, 4, 5, 5},
          {6, 6, 6, 6},
          {7, 7, 7, 7},
          {7, 7, 7, 7},
          {7, 7, 7, 7},
          {7, 7, 7, 7},
          {7, 7, 7, 7}}},
        {16,
         {{0, 1, 2, 3},
          {4, 5, 6, 7},
          {8, 8, 9, 9},
          {10, 10, 11, 11},
          {12, 12, 13, 13},
          {12, 12, 13, 13},
          {14, 14, 15, 15},
          {14, 14, 15, 15}}},
    };
    NnueKings kings = {.count = 0};

    for (size_t i = 0; i < sizeof map / sizeof *map; i++)
        for (Square s = A1; s < SQUARE_COUNT && map[i].count == count; s++) {
            const int file = square_file(s);

            kings.count = count;
            kings.bucket[s] = map[i].bucket[square_rank(s)][file < 4 ? file : 7 - file];
        }
    return kings;
}

/*
 * Returns the index of the base of a feature for a neuron; with a single king bucket, the base is
 * the weight itself.
 */
static size_t base_weight(const NetShape *shape, int neuron, int input) {
    const size_t block = (size_t)neuron / NET_BLOCK, rest = (size_t)neuron % NET_BLOCK;

    return (shape->bases ? shape->count : 0) + (block * NNUE_INPUTS + (size_t)input) * NET_BLOCK +
           rest;
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
 * worse. Weights of impossible features are 0.
 */
void net_init(const NetShape *shape, float *params, uint64_t seed) {
    const float range = 0.05F, out = 1 / sqrtf(2 * (float)shape->hidden);
    uint64_t random = random_seed(seed, 0x6e6574);

    memset(params, 0, shape->trained * sizeof *params);
    for (int input = 0; input < NNUE_INPUTS; input++)
        for (int h = 0; h < shape->hidden && is_possible(input); h++)
            params[base_weight(shape, h, input)] = range * random_float(&random);
    for (size_t i = shape->output_weight; i < shape->output_bias; i++)
        params[i] = out * random_float(&random);
}

bool net_kings_can_start(const NnueKings *kings, const NnueKings *from) {
    for (Square s = A1; s < SQUARE_COUNT; s++)
        for (Square other = A1; other < s; other++)
            if (kings->bucket[s] == kings->bucket[other] && from->bucket[s] != from->bucket[other])
                return false;
    return true;
}

static float clipped(float x, float limit) {
    return x > limit ? limit : x < -limit ? -limit : x;
}

/* Finds the bucket of the old network for each king bucket of the new one. */
static void find_sources(const NetShape *shape, const NnueNet *from,
                         int source[NNUE_MAX_KING_BUCKETS]) {
    memset(source, 0, NNUE_MAX_KING_BUCKETS * sizeof *source);
    for (Square s = A1; s < SQUARE_COUNT; s++)
        source[shape->kings.bucket[s]] = from->kings.bucket[s];
}

/* Sets the feature weights of a neuron: bases, and deltas with several king buckets. */
static void start_neuron(const NetShape *shape, float *params, const NnueNet *from, int neuron) {
    const int16_t *weight = from->input_weight + neuron;
    const int count = from->kings.count;
    int source[NNUE_MAX_KING_BUCKETS];

    find_sources(shape, from, source);
    for (int input = 0; input < NNUE_INPUTS; input++) {
        const size_t base = base_weight(shape, neuron, input);
        float old[NNUE_MAX_KING_BUCKETS], sum = 0;

        for (int k = 0; k < count; k++)
            sum += old[k] =
                clipped((float)weight[(k * NNUE_INPUTS + input) * from->hidden] / (float)NNUE_QA,
                        NET_MAX_WEIGHT);
        params[base] = sum / (float)count;
        for (int k = 0; k < shape->kings.count && shape->bases; k++)
            params[net_input_weight(shape, neuron, k * NNUE_INPUTS + input)] =
                old[source[k]] - params[base];
    }
}

void net_start(const NetShape *shape, float *params, const NnueNet *from, int scale) {
    const float stretch = (float)from->scale / (float)scale;
    const int share = shape->outputs / from->outputs; /* new output buckets for each old bucket */

    assert(shape->hidden >= from->hidden && shape->outputs % from->outputs == 0 &&
           net_kings_can_start(&shape->kings, &from->kings));
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
    return index >= shape->input_bias && index < shape->output_weight ? NET_MAX_BIAS
                                                                      : NET_MAX_WEIGHT;
}

void net_merge(const NetShape *shape, const float *params, float *merged, size_t from, size_t to) {
    const size_t plane = (size_t)NNUE_INPUTS * NET_BLOCK;
    const size_t all = plane * (size_t)shape->kings.count; /* of one block of neurons */

    for (size_t i = from; i < to && i < shape->input_bias && shape->bases;) {
        const float *base = params + shape->count + i / all * plane + i % plane;
        size_t end = i + plane - i % plane;

        end = end < to ? end : to;
        for (from = end; i < end; i++)
            merged[i] = clipped(params[i] + *base++, NET_MAX_WEIGHT);
    }
    if (from < to)
        memcpy(merged + from, params + from, (to - from) * sizeof *merged);
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

/* Quantizes merged parameters into number[], in the order of NnueNet. */
static void quantize(const NetShape *shape, const float *merged, int16_t *number) {
    for (int input = 0; input < shape->kings.count * NNUE_INPUTS; input++)
        for (int i = 0; i < shape->hidden; i++)
            *number++ = (int16_t)lrintf((float)NNUE_QA * merged[net_input_weight(shape, i, input)]);
    for (size_t i = shape->input_bias; i < shape->output_weight; i++)
        *number++ = (int16_t)lrintf((float)NNUE_QA * merged[i]);
    for (size_t i = shape->output_weight; i < shape->output_bias; i++)
        *number++ = (int16_t)lrintf((float)NNUE_QB * merged[i]);
}

NetFile net_file_of(const NnueNet *net) {
    const size_t size = nnue_file_size(net->hidden, net->outputs, net->kings.count);
    const NetFile file = {memory_new(size, 1), size};

    nnue_encode(net, file.bytes);
    return file;
}

NetFile net_encode(const NetShape *shape, const float *params, int scale) {
    int16_t *number = memory_new(shape->output_bias, sizeof *number);
    float *merged = memory_new(shape->count, sizeof *merged);
    NnueNet net = {.hidden = shape->hidden,
                   .outputs = shape->outputs,
                   .scale = scale,
                   .kings = shape->kings,
                   .input_weight = number,
                   .input_bias = number + shape->input_bias,
                   .output_weight = number + shape->output_weight};
    NetFile file;

    net_merge(shape, params, merged, 0, shape->count);
    quantize(shape, merged, number);
    for (int o = 0; o < net.outputs; o++)
        net.output_bias[o] =
            (int32_t)lrintf((float)(NNUE_QA * NNUE_QB) * merged[shape->output_bias + (size_t)o]);
    file = net_file_of(&net);
    free(merged);
    free(number);
    return file;
}

/* --- the mean of networks --------------------------------------------------------------------- */

const char *net_differs(const NnueNet *net, const NnueNet *first) {
    if (net->hidden != first->hidden || net->outputs != first->outputs ||
        net->kings.count != first->kings.count ||
        memcmp(net->kings.bucket, first->kings.bucket, sizeof net->kings.bucket) != 0)
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
    const NetShape s = net_shape(net[0]->hidden, net[0]->outputs, &net[0]->kings);
    int64_t *sum = memory_new(s.count, sizeof *sum);
    int16_t *number = memory_new(s.output_bias, sizeof *number);
    NnueNet mean = *net[0];
    NetFile file;

    for (int n = 0; n < nets; n++) {
        add(sum, net[n]->input_weight, s.input_bias);
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
