/* SPDX-License-Identifier: GPL-3.0-or-later */
/* NNUE files: validating, reading and writing, see nnue.h for the format; the embedded network. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/checksum.h"
#include "base/file.h"
#include "base/huge.h"
#include "nnue.h"

static const char magic[8] = {'A', 'L', 'U', 'L', 'A', 'N', 'N', '\n'};

enum {
    MAX_SCALE = 4000,
    MAX_OUTPUT_BIAS = 100 * NNUE_QA * NNUE_QB,
};

static void put(uint8_t *at, uint32_t n, int bytes) {
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(n >> 8 * i);
}

static uint32_t get(const uint8_t *at, int bytes) {
    uint32_t n = 0;

    for (int i = 0; i < bytes; i++)
        n |= (uint32_t)at[i] << 8 * i;
    return n;
}

static int16_t get_16(const uint8_t *at) {
    const int n = (int)get(at, 2);

    return (int16_t)(n < 0x8000 ? n : n - 0x10000);
}

static size_t input_weights(int hidden) {
    return NNUE_INPUTS * (size_t)hidden;
}
static size_t term_weights(int term_hidden) {
    return TERM_INPUTS * (size_t)term_hidden;
}
static size_t output_weights(int hidden, int outputs) {
    return (size_t)outputs * 2 * (size_t)hidden;
}

size_t nnue_file_size(int hidden, int outputs, int term_hidden) {
    return NNUE_HEADER_SIZE + 4 * (size_t)outputs +
           2 * (input_weights(hidden) + term_weights(term_hidden) + (size_t)hidden +
                output_weights(hidden, outputs));
}

static uint32_t crc_of(const uint8_t *bytes, size_t count) {
    static const uint8_t none[4] = {0, 0, 0, 0};
    const uint32_t crc = checksum_crc32(0, bytes, NNUE_AT_CRC);

    return checksum_crc32(checksum_crc32(crc, none, 4), bytes + NNUE_HEADER_SIZE,
                          count - NNUE_HEADER_SIZE);
}

uint32_t nnue_file_checksum(const uint8_t *bytes) {
    return get(bytes + NNUE_AT_CRC, 4);
}

static uint8_t *write_all(uint8_t *at, const int16_t *number, size_t count) {
    for (size_t i = 0; i < count; i++, at += 2)
        put(at, (uint32_t)number[i], 2);
    return at;
}

void nnue_encode(const NnueNet *net, uint8_t *bytes) {
    const size_t size = nnue_file_size(net->hidden, net->outputs, net->term_hidden);
    uint8_t *at = bytes + NNUE_HEADER_SIZE;

    memcpy(bytes, magic, sizeof magic);
    put(bytes + NNUE_AT_VERSION, net->term_hidden ? NNUE_TERM_VERSION : NNUE_VERSION, 2);
    put(bytes + NNUE_AT_INPUTS, NNUE_INPUTS, 2);
    put(bytes + NNUE_AT_HIDDEN, (uint32_t)net->hidden, 2);
    put(bytes + NNUE_AT_OUTPUTS, (uint32_t)net->outputs, 2);
    put(bytes + NNUE_AT_QA, NNUE_QA, 2);
    put(bytes + NNUE_AT_QB, NNUE_QB, 2);
    put(bytes + NNUE_AT_SCALE, (uint32_t)net->scale, 2);
    put(bytes + NNUE_AT_TERMS, (uint32_t)net->term_hidden, 2);
    put(bytes + NNUE_AT_LENGTH, (uint32_t)(size - NNUE_HEADER_SIZE), 4);
    at = write_all(at, net->input_weight, input_weights(net->hidden));
    at = write_all(at, net->term_weight, term_weights(net->term_hidden));
    at = write_all(at, net->input_bias, (size_t)net->hidden);
    at = write_all(at, net->output_weight, output_weights(net->hidden, net->outputs));
    for (int o = 0; o < net->outputs; o++, at += 4)
        put(at, (uint32_t)net->output_bias[o], 4);
    put(bytes + NNUE_AT_CRC, crc_of(bytes, size), 4);
}

/* --- reading --------------------------------------------------------------------------------- */

/* Returns true if the number of neurons with evaluation terms is valid for the file's version. */
static bool are_good_terms(int term_hidden, int hidden, uint32_t version) {
    if (version == NNUE_VERSION)
        return !term_hidden;
    return term_hidden > 0 && term_hidden <= hidden && term_hidden % NNUE_HIDDEN_STEP == 0;
}

static const char *header_error(const uint8_t *bytes, size_t count) {
    const int hidden = (int)get(bytes + NNUE_AT_HIDDEN, 2),
              outputs = (int)get(bytes + NNUE_AT_OUTPUTS, 2);
    const int scale = (int)get(bytes + NNUE_AT_SCALE, 2),
              terms = (int)get(bytes + NNUE_AT_TERMS, 2);
    const uint32_t version = get(bytes + NNUE_AT_VERSION, 2);
    size_t size;

    if (version != NNUE_VERSION && version != NNUE_TERM_VERSION)
        return "its version is not supported";
    if (get(bytes + NNUE_AT_INPUTS, 2) != NNUE_INPUTS || get(bytes + NNUE_AT_QA, 2) != NNUE_QA ||
        get(bytes + NNUE_AT_QB, 2) != NNUE_QB || hidden < NNUE_HIDDEN_STEP ||
        hidden > NNUE_MAX_HIDDEN || hidden % NNUE_HIDDEN_STEP || outputs < 1 ||
        outputs > NNUE_MAX_OUTPUTS || scale < 1 || scale > MAX_SCALE)
        return "its shape is not supported";
    if (!are_good_terms(terms, hidden, version))
        return "its number of neurons with evaluation terms is not supported";
    size = nnue_file_size(hidden, outputs, terms);
    if (get(bytes + NNUE_AT_LENGTH, 4) != size - NNUE_HEADER_SIZE)
        return "its length is not that of its shape";
    if (count < size)
        return "the file is truncated";
    if (count > size)
        return "there is extra data at its end";
    if (nnue_file_checksum(bytes) != crc_of(bytes, size))
        return "the file is damaged: its checksum is wrong";
    return NULL;
}

/* Returns true if the next `count` numbers are within +-limit; *at is then moved past them. */
static bool are_within(const uint8_t **at, size_t count, int limit) {
    for (; count; count--, *at += 2)
        if (get_16(*at) > limit || get_16(*at) < -limit)
            return false;
    return true;
}

static int32_t get_32(const uint8_t *at) {
    const int64_t raw = get(at, 4);

    return (int32_t)(raw <= INT32_MAX ? raw : raw - INT64_C(0x100000000));
}

const char *nnue_error(const uint8_t *bytes, size_t count) {
    const uint8_t *at = bytes + NNUE_HEADER_SIZE;
    const char *error;
    int hidden, outputs;
    bool good;

    if (count < sizeof magic || memcmp(bytes, magic, sizeof magic))
        return "this is not a network of Alula";
    if (count < NNUE_HEADER_SIZE)
        return "the file is truncated";
    if ((error = header_error(bytes, count)))
        return error;
    hidden = (int)get(bytes + NNUE_AT_HIDDEN, 2);
    outputs = (int)get(bytes + NNUE_AT_OUTPUTS, 2);
    good =
        are_within(&at, input_weights(hidden), NNUE_MAX_INPUT_WEIGHT) &&
        are_within(&at, term_weights((int)get(bytes + NNUE_AT_TERMS, 2)), NNUE_MAX_TERM_WEIGHT) &&
        are_within(&at, (size_t)hidden, NNUE_MAX_INPUT_BIAS) &&
        are_within(&at, output_weights(hidden, outputs), NNUE_MAX_OUTPUT_WEIGHT);
    for (int o = 0; good && o < outputs; o++, at += 4)
        good = get_32(at) <= MAX_OUTPUT_BIAS && get_32(at) >= -MAX_OUTPUT_BIAS;
    return good ? NULL : "a number in it is out of range";
}

/* The network and its numbers are one allocation; the numbers start at a cache line. */
enum { LINE = 64, HEAD = (sizeof(NnueNet) + LINE - 1) / LINE * LINE };

static const uint8_t *read_all(int16_t *out, const uint8_t *at, size_t count) {
    for (size_t i = 0; i < count; i++, at += 2)
        out[i] = get_16(at);
    return at;
}

static void read_numbers(NnueNet *net, int16_t *numbers, const uint8_t *at) {
    const size_t inputs = input_weights(net->hidden), hidden = (size_t)net->hidden;
    const size_t terms = term_weights(net->term_hidden);
    int16_t *term = numbers + inputs, *bias = term + terms, *output = bias + hidden;

    at = read_all(numbers, at, inputs);
    at = read_all(term, at, terms);
    at = read_all(bias, at, hidden);
    at = read_all(output, at, output_weights(net->hidden, net->outputs));
    net->input_weight = numbers;
    net->term_weight = term;
    net->input_bias = bias;
    net->output_weight = output;
    for (int o = 0; o < net->outputs; o++, at += 4)
        net->output_bias[o] = get_32(at);
}

const char *nnue_decode(NnueNet **out, const uint8_t *bytes, size_t count) {
    const char *error = nnue_error(bytes, count);
    NnueNet *net;

    if (error)
        return error;
    if (!(net = huge_alloc(HEAD + count)))
        return "there is not enough memory for it";
    net->kernel = nnue_embedded() ? nnue_embedded()->kernel : NULL;
    net->hidden = (int)get(bytes + NNUE_AT_HIDDEN, 2);
    net->outputs = (int)get(bytes + NNUE_AT_OUTPUTS, 2);
    net->term_hidden = (int)get(bytes + NNUE_AT_TERMS, 2);
    net->checksum = nnue_file_checksum(bytes);
    net->scale = (int)get(bytes + NNUE_AT_SCALE, 2);
    read_numbers(net, (int16_t *)(void *)((uint8_t *)net + HEAD), bytes + NNUE_HEADER_SIZE);
    *out = net;
    return NULL;
}

void nnue_free(NnueNet *net) {
    if (net)
        huge_free(net, HEAD + nnue_file_size(net->hidden, net->outputs, net->term_hidden));
}

const char *nnue_read(NnueNet **out, const char *path) {
    /* one byte more than the largest file, to notice a longer one */
    const size_t size = nnue_file_size(NNUE_MAX_HIDDEN, NNUE_MAX_OUTPUTS, NNUE_MAX_HIDDEN) + 1;
    uint8_t *bytes = NULL;
    FILE *file = NULL;
    const char *error = file_open(&file, path);

    if (!error && !(bytes = malloc(size))) {
        error = "there is not enough memory for it";
    } else if (!error) {
        const size_t count = fread(bytes, 1, size, file);

        error = ferror(file) ? "the file cannot be read" : nnue_decode(out, bytes, count);
    }
    if (file)
        fclose(file);
    free(bytes);
    return error;
}

/* --- the embedded network, validated at each start, as builds may use any file ---------------- */

/* Set by nnue_init(). */
static NnueNet *embedded;

const char *nnue_init(const char *simd) {
    const char *error;

    if (simd && !nnue_simd_kernel(simd))
        return "this machine does not support these instructions";
    if (embedded)
        return NULL;
    if ((error = nnue_decode(&embedded, nnue_bytes, (size_t)(nnue_bytes_end - nnue_bytes))))
        return error;
    embedded->kernel = simd ? nnue_simd_kernel(simd) : NULL;
    return NULL;
}

void nnue_release(void) {
    nnue_free(embedded);
    embedded = NULL;
}

const NnueNet *nnue_embedded(void) {
    return embedded;
}
