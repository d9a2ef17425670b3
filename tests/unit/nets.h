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
 * Returns the file of a random network, with weights of the full range or of the range of trained
 * networks. The caller frees the file.
 */
static inline uint8_t *nets_term_file(int hidden, int outputs, int term_hidden, uint64_t seed,
                                      bool full, size_t *size) {
    const size_t h = (size_t)hidden, inputs = NNUE_INPUTS * h;
    const size_t terms = TERM_INPUTS * (size_t)term_hidden;
    const size_t outs = (size_t)outputs * 2 * h;
    int16_t *number = malloc((inputs + terms + h + outs) * sizeof *number), *next = number;
    NnueNet net = {.hidden = hidden, .outputs = outputs, .term_hidden = term_hidden, .scale = 300};
    uint8_t *bytes = malloc(*size = nnue_file_size(hidden, outputs, term_hidden));

    ck_assert(number && bytes);
    for (net.input_weight = next; next < net.input_weight + inputs;)
        *next++ = nets_number(&seed, full ? NNUE_MAX_INPUT_WEIGHT : 40);
    for (net.term_weight = next; next < net.term_weight + terms;)
        *next++ = nets_number(&seed, full ? NNUE_MAX_TERM_WEIGHT : 30);
    for (net.input_bias = next; next < net.input_bias + h;)
        *next++ = nets_number(&seed, full ? NNUE_MAX_INPUT_BIAS : 80);
    for (net.output_weight = next; next < net.output_weight + outs;)
        *next++ = nets_number(&seed, full ? NNUE_MAX_OUTPUT_WEIGHT : 30);
    for (int o = 0; o < outputs; o++)
        net.output_bias[o] = nets_number(&seed, 10000);
    nnue_encode(&net, bytes);
    free(number);
    return bytes;
}

/* Returns the file of a random network without evaluation terms. */
static inline uint8_t *nets_file(int hidden, int outputs, uint64_t seed, bool full, size_t *size) {
    return nets_term_file(hidden, outputs, 0, seed, full, size);
}

/* Returns the network of a file, and frees the file. */
static inline NnueNet *nets_decode(uint8_t *bytes, size_t size) {
    NnueNet *net = NULL;
    const char *error = nnue_decode(&net, bytes, size);

    ck_assert_msg(!error, "%s", error);
    free(bytes);
    return net;
}

/* Returns a network of nets_term_file(), for nnue_free(). */
static inline NnueNet *nets_term_new(int hidden, int outputs, int term_hidden, uint64_t seed,
                                     bool full) {
    size_t size;
    uint8_t *bytes = nets_term_file(hidden, outputs, term_hidden, seed, full, &size);

    return nets_decode(bytes, size);
}

/* Returns a network of nets_file(), for nnue_free(). */
static inline NnueNet *nets_new(int hidden, int outputs, uint64_t seed, bool full) {
    return nets_term_new(hidden, outputs, 0, seed, full);
}

#endif
