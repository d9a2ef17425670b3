/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * NNUE: a small network that evaluates positions, updated move by move (Y. Nasu, "Efficiently
 * Updatable Neural-Network-based Evaluation Functions for Computer Shogi", 2018; brought to chess
 * by Stockfish 12 in 2020). Architecture: (768 -> hidden) x 2 -> outputs, with one hidden layer.
 *
 * Perspective. Each side has its own view of the board: 768 binary input features, one for each
 * color (own first), kind of piece and square, with ranks counted from that side's home. Horizontal
 * mirroring (Stockfish 2022): while its king stands on files e to h, files are mirrored too.
 *
 * Evaluation terms. The first term_hidden neurons also have the inputs of terms.h. A term has no
 * square, so mirroring does not change it, and counts as often as it is active.
 *
 * Accumulators. For each perspective, an accumulator is the bias plus the weight rows of all active
 * features: NnueNet.hidden numbers. A move changes two to four features, so accumulators are
 * updated by adding and removing rows. The rows of evaluation terms are added for each evaluation.
 *
 * Output layer. Both accumulators, side to move first, go through SCReLU (squared clipped ReLU; so
 * named by the trainer bullet) into one neuron.
 *
 * Output buckets (Stockfish 14, 2021). There are up to eight such neurons, chosen by the number of
 * pieces.
 *
 * Quantization (as in Nasu's paper). Weights are 16-bit integers, in units of 1/QA in the hidden
 * layer and 1/QB in the output layer, so that results are the same on every machine.
 */
#ifndef ALULA_NNUE_H
#define ALULA_NNUE_H

#include <assert.h>
#include <stddef.h>

#include "chess/position.h"
#include "terms.h"

enum {
    NNUE_INPUTS = 2 * PIECE_COUNT * SQUARE_COUNT, /* features of one perspective: 768 */
    NNUE_HIDDEN_STEP = 32, /* the hidden layer's size is a multiple of this */
    NNUE_MAX_HIDDEN = 1024,
    NNUE_MAX_OUTPUTS = 8,
    NNUE_QA = 255,                /* 1.0 in an accumulator, where SCReLU clips */
    NNUE_QB = 64,                 /* 1.0 as an output weight */
    NNUE_MAX_INPUT_WEIGHT = 505,  /* 1.98 in training: 32, a bias and terms fit 16 bits */
    NNUE_MAX_TERM_WEIGHT = 127,   /* TERMS_MOST of them fit 16 bits */
    NNUE_MAX_TERM_SUM = 8191,     /* far above what trained networks reach */
    NNUE_MAX_INPUT_BIAS = 8191,   /* 16 bits */
    NNUE_MAX_OUTPUT_WEIGHT = 127, /* times QA it fits in 16 bits */
    NNUE_VERSION = 1,             /* of a file without evaluation terms */
    NNUE_TERM_VERSION = 4,        /* of a file with evaluation terms; 2 and 3 are refused */
    NNUE_HEADER_SIZE = 32,        /* bytes */
};

/* The loops of inference, compiled for one set of SIMD instructions. */
typedef struct SimdKernel SimdKernel;

/*
 * A network, complete and validated. Its value of a position, in centipawns for the side to move,
 * is
 *
 *     scale * (output_bias[o] / (QA * QB) + sum over h of
 *         (act(own[h]) * output_weight[o][0][h] + act(other[h]) * output_weight[o][1][h]) / QB)
 *
 * where act(x) = (clamp(x, 0, QA) / QA) squared (SCReLU), own and other are the accumulators of the
 * side to move and of its opponent, plus, for h < term_hidden, the sum of the rows of their
 * evaluation terms, limited to +-NNUE_MAX_TERM_SUM, and o = nnue_output_bucket(). All arithmetic is
 * in integers.
 */
typedef struct {
    int hidden;                   /* neurons of the hidden layer, for each perspective */
    int outputs;                  /* output buckets, 1 to NNUE_MAX_OUTPUTS */
    int term_hidden;              /* neurons with evaluation terms, the first: 0, 32 ... hidden */
    int scale;                    /* centipawns for an output of 1.0; 1 to 4000 */
    uint32_t checksum;            /* of the file; identifies the network */
    const int16_t *input_weight;  /* [NNUE_INPUTS][hidden] */
    const int16_t *term_weight;   /* [TERM_INPUTS][term_hidden], unused if that is 0 */
    const int16_t *input_bias;    /* [hidden] */
    const int16_t *output_weight; /* [outputs][2][hidden]: side to move, opponent */
    int32_t output_bias[NNUE_MAX_OUTPUTS];
    const SimdKernel *kernel; /* for caches of this network; NULL: the best for this machine */
} NnueNet;

/*
 * Returns the index, 0 to NNUE_INPUTS - 1, of the feature "piece p of color c on square s" from the
 * given perspective. `mirror` is nnue_mirror() of that side's king.
 */
static inline int nnue_input(Color perspective, int mirror, Color c, Piece p, Square s) {
    const unsigned square = ((unsigned)s ^ (perspective == BLACK ? 56u : 0u)) ^ (unsigned)mirror;

    return (int)((((c != perspective ? (unsigned)PIECE_COUNT : 0) + (unsigned)p) << 6) + square);
}

/*
 * Returns the horizontal mirroring as a mask for squares: 7 with the king on files e to h, else 0.
 */
static inline int nnue_mirror(Square king) {
    return square_file(king) >= 4 ? 7 : 0;
}

/* Returns the output bucket, 0 to outputs - 1, for 2 pieces or more; more than 32 count as 32. */
static inline int nnue_output_bucket(int pieces, int outputs) {
    assert(pieces >= 2 && outputs >= 1);
    return ((pieces > 32 ? 32 : pieces) - 2) * outputs / 31;
}

/*
 * --- the file ---
 *
 *     8 bytes "ALULANN\n"; version (2); inputs, 768 (2); hidden (2); outputs (2); QA (2); QB (2);
 *     scale (2); term_hidden (2); bytes after the header (4); CRC-32 of the whole file with these
 *     four bytes taken as zero (4); then the numbers, in the order and shape of NnueNet: 16 bits
 *     each, output biases 32. All little-endian.
 *
 * Version 1 has no evaluation terms, version 4 has some. So each network has exactly one encoding,
 * and its checksum identifies it.
 */

/* Offsets of the header's fields. */
enum {
    NNUE_AT_VERSION = 8,
    NNUE_AT_INPUTS = 10,
    NNUE_AT_HIDDEN = 12,
    NNUE_AT_OUTPUTS = 14,
    NNUE_AT_QA = 16,
    NNUE_AT_QB = 18,
    NNUE_AT_SCALE = 20,
    NNUE_AT_TERMS = 22,
    NNUE_AT_LENGTH = 24,
    NNUE_AT_CRC = 28,
};

/* Returns the file size in bytes of a network of this shape, see NnueNet. */
size_t nnue_file_size(int hidden, int outputs, int term_hidden);

/* Writes a network in file format into bytes[nnue_file_size()]. */
void nnue_encode(const NnueNet *net, uint8_t *bytes);

/* Returns the checksum in the header of a file. */
uint32_t nnue_file_checksum(const uint8_t *bytes);

/*
 * Validates the bytes of a file: length, shape, checksum and the limits above. Returns NULL or an
 * error.
 */
const char *nnue_error(const uint8_t *bytes, size_t count);

/*
 * Creates a network from the bytes of a file, which are copied. Returns NULL with *out set, to be
 * freed by nnue_free(), or an error (for example, if memory is refused) with *out unchanged.
 */
const char *nnue_decode(NnueNet **out, const uint8_t *bytes, size_t count);

/*
 * Reads a network from a regular file, like nnue_decode(). Refuses a pipe, as opening it would
 * block.
 */
const char *nnue_read(NnueNet **out, const char *path);

/* Frees a network; NULL is allowed. */
void nnue_free(NnueNet *net);

/* --- the embedded network: the file that NET named at the build, nets/alula.nn by default --- */

/* Bytes of the embedded network; shared by all parts of a program with several instruction sets. */
extern const uint8_t *const nnue_bytes, *const nnue_bytes_end;

/*
 * Validates the embedded network and sets up nnue_embedded(). `simd` selects the instruction set
 * for all networks, see nnue_simd_name(); NULL: the best of this machine. Returns NULL, or an
 * error, and then there is no network. After a success, further calls change nothing.
 */
const char *nnue_init(const char *simd);

/* Frees the embedded network, which no thread may still be using. nnue_init() sets it up again. */
void nnue_release(void);

/* Returns the embedded network. Valid after nnue_init(), until nnue_release(). */
const NnueNet *nnue_embedded(void);

/* --- inference --- */

/*
 * Accumulators of recently evaluated positions, for use by one thread. Positions may come in any
 * order; each accumulator is updated from the nearest one available.
 */
typedef struct NnueCache NnueCache;

/*
 * Returns a cache for lines of `plies` plies, or NULL if memory is refused. The network must
 * outlive the cache. nnue_cache_bytes() returns the memory that a cache needs.
 */
NnueCache *nnue_cache_new(const NnueNet *net, int plies);
/* Frees a cache; NULL is allowed. */
void nnue_cache_free(NnueCache *cache);
size_t nnue_cache_bytes(const NnueNet *net, int plies);

/*
 * Returns the value of a position in centipawns for the side to move. `ply`, 0 to plies - 1, is its
 * distance from the root of the search: the accumulators are stored there, and those of the plies
 * before are searched for a similar position. `ply` affects the speed, never the value.
 */
int nnue_evaluate(NnueCache *cache, const Position *p, int ply);

/*
 * Returns true if the cache has this position at this ply, with both accumulators and the value
 * equal to a full evaluation. For tests and debug builds.
 */
bool nnue_cache_holds(NnueCache *cache, const Position *p, int ply);

/* Returns the value of nnue_evaluate() without a cache: computes both accumulators from scratch. */
int nnue_evaluate_full(const NnueNet *net, const Position *p);

/* Evaluates like nnue_evaluate_full(), with a given output bucket, 0 to outputs - 1. */
int nnue_evaluate_bucket(const NnueNet *net, const Position *p, int bucket);

/*
 * Returns the nth name, from 0, of the instruction sets that this machine supports, best first;
 * NULL after the last one. The names are avx512, avx2, neon and baseline, which is the target of
 * the build (SSE2 with ARCH=x86-64), or plain C on aarch64.
 */
const char *nnue_simd_name(int n);

/* Returns the kernel of that name, or NULL if this machine does not support it. */
const SimdKernel *nnue_simd_kernel(const char *name);

#endif
