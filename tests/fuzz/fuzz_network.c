/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Network files: the input changes a small valid network, at an offset each, and its checksum is
 * made right where the first byte is odd; a first byte of 254 or 255 means the file itself. What is
 * accepted is written again as the same bytes, and has the same value with and without a cache.
 */
#include <string.h>

#include "base/checksum.h"
#include "chess/fen.h"
#include "eval/nnue.h"
#include "fuzz.h"

enum { HIDDEN = NNUE_HIDDEN_STEP, PATCH = 4 }; /* a patch: offset (3), byte (1) */

/* A network with small numbers. */
static uint8_t *make(size_t *size, int term_hidden) {
    const size_t numbers = (NNUE_INPUTS + 5) * HIDDEN + TERM_INPUTS * (size_t)term_hidden;
    int16_t *number = malloc(numbers * sizeof *number);
    NnueNet net = {.hidden = HIDDEN, .outputs = 2, .scale = 300, .term_hidden = term_hidden};
    uint8_t *bytes = malloc(*size = nnue_file_size(HIDDEN, 2, term_hidden));

    PROMISE(number && bytes);
    for (size_t i = 0; i < numbers; i++)
        number[i] = (int16_t)(i * 31 % 61) - 30;
    net.input_weight = number;
    net.term_weight = number + NNUE_INPUTS * HIDDEN;
    net.input_bias = net.term_weight + TERM_INPUTS * term_hidden;
    net.output_weight = net.input_bias + HIDDEN;
    nnue_encode(&net, bytes);
    free(number);
    return bytes;
}

static void sign(uint8_t *bytes, size_t size) {
    uint32_t crc;

    if (size < NNUE_HEADER_SIZE)
        return;
    memset(bytes + NNUE_AT_CRC, 0, 4);
    crc = checksum_crc32(0, bytes, size);
    for (int i = 0; i < 4; i++)
        bytes[NNUE_AT_CRC + i] = (uint8_t)(crc >> 8 * i);
}

static void check(uint8_t *bytes, size_t size, bool changed) {
    static const char *const fens[] = {FEN_START, "8/8/4k3/8/8/3K4/8/8 b - - 0 1",
                                       "QQQQQQQK/QQQQQQQQ/8/8/8/8/qqqqqqqq/qqqqqqqk w - - 0 1"};
    NnueNet *net = NULL;
    const char *error = nnue_decode(&net, bytes, size);
    NnueCache *cache;
    uint8_t *again;

    PROMISE(!error == !nnue_error(bytes, size) && !error == (net != NULL));
    PROMISE(!error || changed);
    if (error)
        return;
    PROMISE(nnue_file_size(net->hidden, net->outputs, net->term_hidden) == size);
    again = malloc(size);
    PROMISE(again);
    nnue_encode(net, again);
    PROMISE(!memcmp(again, bytes, size));
    free(again);
    cache = nnue_cache_new(net, 1);
    PROMISE(cache);
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        Position p;

        if (fen_parse(&p, word_of(fens[i]), false))
            continue;
        PROMISE(nnue_evaluate(cache, &p, 0) == nnue_evaluate_full(net, &p));
    }
    nnue_cache_free(cache);
    nnue_free(net);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t *nets[2], *copy;
    static size_t sizes[2];
    size_t count;

    fuzz_init();
    for (int i = 0; i < 2; i++)
        if (!nets[i])
            nets[i] = make(&sizes[i], i ? HIDDEN : 0);
    if (!copy)
        copy = malloc(sizes[1]);
    PROMISE(copy);
    if (!size)
        return 0;
    count = sizes[*data >> 1 & 1];
    memcpy(copy, nets[*data >> 1 & 1], count);
    if (*data >= 254) {
        memcpy(copy, data + 1, count = size - 1);
    } else {
        for (size_t i = 1; i + PATCH <= size; i += PATCH) {
            const size_t at = data[i] | (size_t)data[i + 1] << 8 | (size_t)data[i + 2] << 16;

            copy[at % count] = data[i + 3];
        }
        if (*data & 4)
            count -= (*data >> 3) + 1u;
    }
    if (*data & 1)
        sign(copy, count);
    check(copy, count, size > PATCH || *data & 4 || *data >= 254);
    return 0;
}
