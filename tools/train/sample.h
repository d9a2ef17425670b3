/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A training position in 32 bytes, and its active features. */
#ifndef ALULA_TRAIN_SAMPLE_H
#define ALULA_TRAIN_SAMPLE_H

#include "eval/nnue.h"
#include "tools/common/shard.h"

/*
 * The board from the perspective of the side to move: with Black to move, ranks are flipped and
 * colors swapped. So positions that differ only in color are equal, like their network inputs.
 */
typedef struct {
    uint64_t occupied;  /* squares */
    uint8_t pieces[16]; /* a nibble per piece, a1 to h8, low nibble first: Piece, +8 for them */
    int16_t score;      /* search score for the side to move, in centipawns */
    uint8_t result;     /* half points of the side to move */
    uint8_t weight;     /* in the loss, in percent: 1 to 100 */
    float target;       /* expected score of the side to move, 0 to 1, without the result */
} Sample;

_Static_assert(sizeof(Sample) == 32, "two samples in a cache line, 100 million in 3.2 GB");

enum { SAMPLE_PIECES = 32, FEATURES_MOST = SAMPLE_PIECES + TERMS_MOST };

/* The active features of a position, from both perspectives. */
typedef struct {
    /* [count]: nnue_input() of each piece, then the evaluation terms */
    uint16_t us[FEATURES_MOST], them[FEATURES_MOST];
    int pieces; /* at most SAMPLE_PIECES */
    int count;  /* equal to `pieces` without evaluation terms */
} Features;

/*
 * Packs a position of at most 32 pieces; score and result are for White. Sets the target to 0 and
 * the weight to 100.
 */
void sample_pack(Sample *s, const Position *p, int score, ShardResult result);

/* Finds the active features of a sample, with or without evaluation terms. */
void sample_features(const Sample *s, bool with_terms, Features *out);

/*
 * Returns true for the same pieces on the same squares, from the perspective of the side to move.
 */
bool sample_equal(const Sample *a, const Sample *b);

/* Returns a hash of the data that sample_equal() compares. */
uint64_t sample_hash(const Sample *s);

#endif
