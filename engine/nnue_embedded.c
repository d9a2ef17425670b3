/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The network that is part of the program: nets/alula.nn, which the Makefile has written down as
 * 16-bit numbers. They are used where they stand, and all programs that run share them. Anybody may
 * put another file there, so that it is looked through at the start like any other.
 */
#include <stdlib.h>

#include "nnue.h"

enum {
    NUMBER = sizeof(int16_t),
    HEADER = NNUE_HEADER_SIZE / NUMBER, /* numbers */
    LINE = 64,                          /* bytes of a cache line */
    PAD = LINE / NUMBER - HEADER,       /* in front, so that a line begins behind the header */
};

static _Alignas(LINE) const int16_t number[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
#include "nnue_net.inc"
};

_Static_assert(PAD == 16, "so many zeros stand there");
_Static_assert(sizeof number / NUMBER > PAD + HEADER, "there is something behind the header");

/* Filled by nnue_init(). */
static NnueNet net;

static int field(int at) {
    return (uint16_t)number[PAD + at / NUMBER];
}

static uint32_t two_numbers(const int16_t *at) {
    return (uint32_t)(uint16_t)at[0] | (uint32_t)(uint16_t)at[1] << 16;
}

/* What is wrong with the file, or NULL. */
static const char *defect_of_all(void) {
    const size_t count = sizeof number - PAD * NUMBER;
    uint8_t *bytes = malloc(count);
    const char *defect = "there is not enough memory to look through it";

    if (bytes) { /* the machine may keep numbers the other way round */
        for (size_t i = 0; i < count; i++)
            bytes[i] = (uint8_t)((uint16_t)number[PAD + i / NUMBER] >> 8 * (i % NUMBER));
        defect = nnue_defect(bytes, count);
    }
    free(bytes);
    return defect;
}

const char *nnue_init(void) {
    const int16_t *at = number + PAD + HEADER;
    const char *defect;
    size_t hidden, outputs;

    if (net.hidden)
        return NULL;
    if ((defect = defect_of_all()))
        return defect;
    hidden = (size_t)field(NNUE_AT_HIDDEN);
    outputs = (size_t)field(NNUE_AT_OUTPUTS);
    net.outputs = (int)outputs;
    net.scale = field(NNUE_AT_SCALE);
    net.checksum = two_numbers(number + PAD + NNUE_AT_CRC / NUMBER);
    net.input_weight = at;
    net.input_bias = at += NNUE_INPUTS * hidden;
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

const uint8_t *nnue_embedded_file(size_t *count) {
    *count = sizeof number - PAD * NUMBER;
    return (const uint8_t *)(number + PAD);
}
