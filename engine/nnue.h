/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The network: one hidden layer, seen from both sides, and an output for each stage of the game
 * (Y. Nasu's NNUE, 2018, in its smallest form; inputs mirrored by the king, activation and
 * quantisation as they are common in the field today).
 *
 * From each side, every man on the board is one of 768 inputs: whose, what, where. A side counts
 * its own men first and ranks from its own home; where its king stands on files e to h, the board
 * is mirrored. An accumulator is the sum of the inputs' columns, NnueNet.hidden numbers, and a
 * position has two: that of the side to move and that of the other.
 */
#ifndef ALULA_NNUE_H
#define ALULA_NNUE_H

#include <stddef.h>

#include "position.h"

enum {
    NNUE_INPUTS = 2 * PIECE_COUNT * SQUARE_COUNT,
    NNUE_HIDDEN_STEP = 32,  /* the hidden layer has a multiple of so many neurons, */
    NNUE_MAX_HIDDEN = 1024, /* up to so many */
    NNUE_MAX_OUTPUTS = 8,
    NNUE_QA = 255,                /* 1.0 of an accumulator, where activation saturates */
    NNUE_QB = 64,                 /* 1.0 of an output weight */
    NNUE_MAX_INPUT_WEIGHT = 505,  /* as the trainer clips them, +-1.98: 32 of them and a bias fit */
    NNUE_MAX_INPUT_BIAS = 8191,   /* 16 bits */
    NNUE_MAX_OUTPUT_WEIGHT = 127, /* times 255, fits 16 bits */
    NNUE_VERSION = 1,
    NNUE_HEADER_SIZE = 32,
};

/*
 * The numbers of a network, whole and checked. What a position is worth to its side to move, in
 * centipawns, is
 *
 *     scale * (output_bias[o] / (QA * QB) + sum over h of
 *         (act(own[h]) * output_weight[o][0][h] + act(other[h]) * output_weight[o][1][h]) / QB)
 *
 * with act(x) = (min(max(x, 0), QA) / QA) squared and o = nnue_output_bucket(); all in whole
 * numbers.
 */
typedef struct {
    int hidden;                   /* neurons */
    int outputs;                  /* 1 to NNUE_MAX_OUTPUTS */
    int scale;                    /* centipawns for an output of 1.0; 1 to 4000 */
    uint32_t checksum;            /* of the file that it was read from */
    const int16_t *input_weight;  /* [NNUE_INPUTS][hidden] */
    const int16_t *input_bias;    /* [hidden] */
    const int16_t *output_weight; /* [outputs][2][hidden]: the side to move, the other */
    int32_t output_bias[NNUE_MAX_OUTPUTS];
} NnueNet;

/*
 * A man's input, as `view` sees it. `mirror` is nnue_mirror() of that side's king: 0 or 7, which
 * turns files round.
 */
static inline int nnue_input(Color view, int mirror, Color c, Piece p, Square s) {
    const unsigned square = ((unsigned)s ^ (view == BLACK ? 56u : 0u)) ^ (unsigned)mirror;

    return (int)((((c != view ? (unsigned)PIECE_COUNT : 0) + (unsigned)p) << 6) + square);
}
static inline int nnue_mirror(Square king) {
    return square_file(king) >= 4 ? 7 : 0;
}

/* Which output speaks for so many men on the board (2 to 32; more count as 32). */
static inline int nnue_output_bucket(int men, int outputs) {
    return ((men > 32 ? 32 : men) - 2) * outputs / 31;
}

/*
 * --- the file ---
 *
 *     8 bytes "ALULANN\n"; version (2); inputs, 768 (2); hidden (2); outputs (2); QA (2); QB (2);
 *     scale (2); zero (2); bytes of what follows the header (4); CRC-32 of the whole file with
 *     these four bytes taken as zero (4); then the numbers, in the order and shape of NnueNet:
 *     16 bits each, the output biases 32. All little-endian.
 */

/* Where the fields of the header stand. */
enum {
    NNUE_AT_VERSION = 8,
    NNUE_AT_INPUTS = 10,
    NNUE_AT_HIDDEN = 12,
    NNUE_AT_OUTPUTS = 14,
    NNUE_AT_QA = 16,
    NNUE_AT_QB = 18,
    NNUE_AT_SCALE = 20,
    NNUE_AT_ZERO = 22,
    NNUE_AT_LENGTH = 24,
    NNUE_AT_CRC = 28,
};

/* Bytes of the file of a network of this shape. */
size_t nnue_file_size(int hidden, int outputs);

/* Write a network into bytes[nnue_file_size()]. */
void nnue_encode(const NnueNet *net, uint8_t *bytes);

/* The checksum that such a file's header tells, which names the network. */
uint32_t nnue_file_checksum(const uint8_t *bytes);

/*
 * What is wrong with the bytes of a file: length, shape, checksum, or numbers beyond the limits
 * above. NULL: nothing.
 */
const char *nnue_defect(const uint8_t *bytes, size_t count);

/*
 * A network from the bytes of a file, in memory of its own. NULL, or what is wrong with it, or that
 * there is no memory; nothing is to be freed then.
 */
const char *nnue_decode(NnueNet **out, const uint8_t *bytes, size_t count);

/* The same from a file, which has to be a plain one: nobody waits for the writer of a pipe. */
const char *nnue_read(NnueNet **out, const char *path);
void nnue_free(NnueNet *net);

/* --- the network that is part of the program: nets/alula.nn when it was built --- */

/*
 * Look it through and find its parts. NULL, or what is wrong with it; then there is no network.
 * Calling it again changes nothing.
 */
const char *nnue_init(void);

/* Good after nnue_init(), and never to be freed. */
const NnueNet *nnue_embedded(void);

/* Its file, byte for byte. */
const uint8_t *nnue_embedded_file(size_t *count);

/* --- inference --- */

/*
 * Accumulators of positions seen lately: one thread's own. Any position may be asked for at any
 * time; what differs from the nearest one known is added and taken away.
 */
typedef struct NnueCache NnueCache;

/* For lines of so many plies; NULL when memory is refused. The network must outlive the cache. */
NnueCache *nnue_cache_new(const NnueNet *net, int plies);
void nnue_cache_free(NnueCache *cache);
size_t nnue_cache_bytes(const NnueNet *net, int plies);

/*
 * Centipawns for the side to move. `ply` says where to look for a relative, and where to remember
 * this position: its distance from the root of the search, 0 to plies - 1.
 */
int nnue_evaluate(NnueCache *cache, const Position *p, int ply);

/*
 * Is this position remembered there, every number of both accumulators as it is when they are made
 * anew, and its value too? For tests and debug builds.
 */
bool nnue_cache_holds(NnueCache *cache, const Position *p, int ply);

/* The same without a cache, everything added up anew. */
int nnue_evaluate_full(const NnueNet *net, const Position *p);

/* What another output, 0 to outputs - 1, would say of it, were it its turn. */
int nnue_evaluate_bucket(const NnueNet *net, const Position *p, int output);

/*
 * The names of the sets of instructions that this machine has, best first; NULL behind them. They
 * are avx512, avx2 and baseline, which is what the build was made for: SSE2 with ARCH=x86-64. Which
 * of them x86-64 has is asked at run time, so AVX-512 can only be proven right on a machine that
 * has it.
 */
const char *nnue_instructions(int n);

/*
 * Have caches made from now on use one of them instead of the best; false, and nothing is changed,
 * if it is not among them. It comes before other threads do: engine_init_tables() calls it with
 * what ALULA_INSTRUCTIONS says in the environment.
 */
bool nnue_choose(const char *name);

/* Have this cache use one of them (tests); false if it is not among them. */
bool nnue_cache_use(NnueCache *cache, const char *name);

#endif
