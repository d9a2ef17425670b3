/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random networks for tests. */
#ifndef ALULA_NETS_H
#define ALULA_NETS_H

#include "nnue.h"
#include "tests.h"

/* A random number from -most to most. */
static inline int16_t nets_number(uint64_t *random, int most) {
    return (int16_t)((int)(random_next(random) % (2 * (unsigned)most + 1)) - most);
}

/*
 * The file of a random network, with weights of the full range or of the range of trained ones.
 * The caller frees it.
 */
static inline uint8_t *nets_file(int hidden, int outputs, uint64_t seed, bool full, size_t *size) {
    const size_t inputs = (size_t)NNUE_INPUTS * (size_t)hidden, h = (size_t)hidden;
    const size_t outs = (size_t)outputs * 2 * h;
    int16_t *number = malloc((inputs + h + outs) * sizeof *number);
    NnueNet net = {.hidden = hidden, .outputs = outputs, .scale = 300};
    uint8_t *bytes = malloc(nnue_file_size(hidden, outputs));

    ck_assert(number && bytes);
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
    *size = nnue_file_size(hidden, outputs);
    return bytes;
}

static inline NnueNet *nets_new(int hidden, int outputs, uint64_t seed, bool full) {
    size_t size;
    uint8_t *bytes = nets_file(hidden, outputs, seed, full, &size);
    NnueNet *net = NULL;
    const char *defect = nnue_decode(&net, bytes, size);

    ck_assert_msg(!defect, "%s", defect);
    free(bytes);
    return net;
}

#endif
