/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A position to learn from, in 32 bytes, and the inputs of the network that it has. */
#ifndef ALULA_TRAIN_SAMPLE_H
#define ALULA_TRAIN_SAMPLE_H

#include "../common/shard.h"
#include "nnue.h"

/*
 * The board is seen by the side to move: where that is Black, ranks are counted from the other end
 * and colors are exchanged. So positions that the network cannot tell apart by color are the same.
 */
typedef struct {
    uint64_t occupied; /* squares */
    uint8_t
        pieces[16]; /* a nibble per piece from a1 to h8, the lower first: Piece, +8 the other's */
    int16_t score;  /* of the search, for the side to move, in centipawns */
    uint8_t result; /* half points of the side to move */
    uint8_t held;   /* not to learn from */
    float target;   /* expected points of the side to move: what is to be learned */
} Sample;

_Static_assert(sizeof(Sample) == 32, "two samples in a cache line, a hundred millions in 3.2 GB");

enum { SAMPLE_PIECES = 32 };

/* The inputs of a position: of each piece, as the side to move and as the other one sees it. */
typedef struct {
    uint16_t own[SAMPLE_PIECES], other[SAMPLE_PIECES]; /* 0 to NNUE_INPUTS - 1 */
    int pieces;
} Inputs;

/* Pack a position of at most 32 pieces; score and result are for White. The target stays 0. */
void sample_pack(Sample *s, const Position *p, int score, ShardResult result);

void sample_inputs(const Sample *s, Inputs *out);

/* Same pieces on the same squares, seen by the side to move? */
bool sample_is_same(const Sample *a, const Sample *b);

/* A number for the board and the side to move. */
uint64_t sample_hash(const Sample *s);

#endif
