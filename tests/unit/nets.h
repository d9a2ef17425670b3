/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random networks for tests. */
#ifndef ALULA_NETS_H
#define ALULA_NETS_H

#include "eval/nnue.h"
#include "tests.h"

/* Returns a random number from -most to most. */
static inline int16_t nets_number(uint64_t *random, int most) {
    return (int16_t)((int)(random_next(random) % (2 * (unsigned)most + 1)) - most);
}

/*
 * Returns king buckets that scatter neighboring squares, so that most king moves change the bucket.
 */
static inline NnueKings nets_kings(int count) {
    NnueKings kings = {.count = count};

    for (Square s = A1; s < SQUARE_COUNT; s++) {
        const int file = square_file(s) < 4 ? square_file(s) : 7 - square_file(s);

        kings.bucket[s] = (uint8_t)((3 * square_rank(s) + 5 * file) % count);
    }
    return kings;
}

/*
 * Returns the file of a random network with nets_kings(), and with weights of the full range or of
 * the range of trained networks. The caller frees the file.
 */
static inline uint8_t *nets_king_file(int hidden, int outputs, int king_buckets, uint64_t seed,
                                      bool full, size_t *size) {
    const size_t h = (size_t)hidden, inputs = (size_t)(king_buckets * NNUE_INPUTS) * h;
    const size_t outs = (size_t)outputs * 2 * h;
    int16_t *number = malloc((inputs + h + outs) * sizeof *number);
    NnueNet net = {.hidden = hidden, .outputs = outputs, .scale = 300};
    uint8_t *bytes = malloc(*size = nnue_file_size(hidden, outputs, king_buckets));

    ck_assert(number && bytes);
    net.kings = nets_kings(king_buckets);
    for (size_t i = 0; i < inputs; i++)
        number[i] = nets_number(&seed, full ? NNUE_MAX_INPUT_WEIGHT : 40);
    for (size_t i = 0; i < h; i++)
        number[inputs + i] = nets_number(&seed, full ? NNUE_MAX_INPUT_BIAS : 80);
    for (size_t i = 0; i < outs; i++)
        number[inputs + h + i] = nets_number(&seed, full ? NNUE_MAX_OUTPUT_WEIGHT : 30);
    for (int o = 0; o < outputs; o++)
        net.output_bias[o] = nets_number(&seed, 10000);
    net.input_weight = number;
    net.input_bias = number + inputs;
    net.output_weight = number + inputs + h;
    nnue_encode(&net, bytes);
    free(number);
    return bytes;
}

/* Returns the file of a random network with one king bucket. */
static inline uint8_t *nets_file(int hidden, int outputs, uint64_t seed, bool full, size_t *size) {
    return nets_king_file(hidden, outputs, 1, seed, full, size);
}

/* Returns the network of a file, and frees the file. */
static inline NnueNet *nets_decode(uint8_t *bytes, size_t size) {
    NnueNet *net = NULL;
    const char *error = nnue_decode(&net, bytes, size);

    ck_assert_msg(!error, "%s", error);
    free(bytes);
    return net;
}

static inline NnueNet *nets_king_new(int hidden, int outputs, int king_buckets, uint64_t seed,
                                     bool full) {
    size_t size;
    uint8_t *bytes = nets_king_file(hidden, outputs, king_buckets, seed, full, &size);

    return nets_decode(bytes, size);
}

static inline NnueNet *nets_new(int hidden, int outputs, uint64_t seed, bool full) {
    return nets_king_new(hidden, outputs, 1, seed, full);
}

#endif
