/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The embedded network: nets/alula.nn, which the Makefile writes as a list of 16-bit numbers. They
 * are used in place, so that all running programs share them. As anybody may put another file
 * there, it is validated at the start like any other.
 */
#include <stdlib.h>

#include "nnue.h"

enum {
    NUMBER = sizeof(int16_t),
    HEADER = NNUE_HEADER_SIZE / NUMBER, /* numbers */
    LINE = 64,                          /* bytes of a cache line */
    PAD = LINE / NUMBER - HEADER,       /* in front, so that the weights start a line */
};

static _Alignas(LINE) const int16_t number[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
#include "nnue_net.inc"
};

_Static_assert(PAD == 16, "the zeros above");
_Static_assert(sizeof number / NUMBER > PAD + HEADER, "there are weights after the header");

/* Filled by nnue_init(). */
static NnueNet net;

static int field(int at) {
    return (uint16_t)number[PAD + at / NUMBER];
}

static uint32_t two_numbers(const int16_t *at) {
    return (uint32_t)(uint16_t)at[0] | (uint32_t)(uint16_t)at[1] << 16;
}

/* Validate the file, and read its king buckets. */
static const char *read_embedded(NnueKings *kings) {
    const size_t count = sizeof number - PAD * NUMBER;
    uint8_t *bytes = malloc(count);
    const char *defect = "there is not enough memory to check it";

    if (bytes) { /* little-endian, whatever the machine is */
        for (size_t i = 0; i < count; i++)
            bytes[i] = (uint8_t)((uint16_t)number[PAD + i / NUMBER] >> 8 * (i % NUMBER));
        if (!(defect = nnue_defect(bytes, count)))
            *kings = nnue_file_kings(bytes);
    }
    free(bytes);
    return defect;
}

const char *nnue_init(const char *simd) {
    const int16_t *at = number + PAD + HEADER;
    const char *defect;
    NnueKings kings;
    size_t hidden, outputs;

    if (simd && !nnue_simd_kernel(simd))
        return "this machine does not support these instructions";
    if (net.hidden)
        return NULL;
    if ((defect = read_embedded(&kings)))
        return defect;
    hidden = (size_t)field(NNUE_AT_HIDDEN);
    outputs = (size_t)field(NNUE_AT_OUTPUTS);
    net.kernel = simd ? nnue_simd_kernel(simd) : NULL;
    net.outputs = (int)outputs;
    net.scale = field(NNUE_AT_SCALE);
    net.checksum = two_numbers(number + PAD + NNUE_AT_CRC / NUMBER);
    net.kings = kings;
    if (kings.count > 1) /* their map, a cache line */
        at += SQUARE_COUNT / NUMBER;
    net.input_weight = at;
    net.input_bias = at += (size_t)kings.count * NNUE_INPUTS * hidden;
    net.output_weight = at += hidden;
    at += outputs * 2 * hidden;
    for (size_t o = 0; o < outputs; o++, at += 2)
        net.output_bias[o] = (int32_t)two_numbers(at);
    net.hidden = (int)hidden;
    return NULL;
}

const NnueNet *nnue_embedded(void) {
    return &net;
}
