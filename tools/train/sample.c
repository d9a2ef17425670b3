/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sample.h"

#include <assert.h>
#include <string.h>

enum { OTHERS = 8 }; /* in a nibble */

static Bitboard turned(Bitboard b) {
    Bitboard out = 0;

    for (int rank = 0; rank < 8; rank++)
        out |= (b >> 8 * rank & RANK_1) << 8 * (7 - rank);
    return out;
}

void sample_pack(Sample *s, const Position *p, int score, ShardResult result) {
    const Color us = position_turn(p);
    const unsigned turn = us == BLACK ? 56 : 0;
    unsigned man = 0;

    *s = (Sample){.occupied = board_occupied(&p->board), .score = (int16_t)score};
    s->result = (uint8_t)result;
    if (us == BLACK) {
        s->occupied = turned(s->occupied);
        s->score = (int16_t)-score;
        s->result = (uint8_t)(RESULT_WHITE_WINS - result);
    }
    assert(bb_count(s->occupied) <= SAMPLE_MEN);
    for (Bitboard rest = s->occupied; rest; man++) {
        const Square square = (Square)((unsigned)bb_take(&rest) ^ turn);
        const unsigned nibble =
            (unsigned)position_on(p, square) + (bb_has(p->board.color[us], square) ? 0 : OTHERS);

        s->men[man / 2] |= (uint8_t)(nibble << 4 * (man & 1));
    }
}

void sample_inputs(const Sample *s, Inputs *out) {
    uint8_t nibble[SAMPLE_MEN], square[SAMPLE_MEN];
    Square king[COLOR_COUNT] = {A1, A1};
    int men = 0, mirror[COLOR_COUNT];

    for (Bitboard rest = s->occupied; rest; men++) {
        square[men] = (uint8_t)bb_take(&rest);
        nibble[men] = s->men[men / 2] >> 4 * (men & 1) & 15;
        if ((nibble[men] & 7) == KING)
            king[nibble[men] / OTHERS] = (Square)square[men];
    }
    for (Color c = WHITE; c <= BLACK; c++)
        mirror[c] = nnue_mirror(king[c]);
    for (int i = 0; i < men; i++) {
        const Color c = (Color)(nibble[i] / OTHERS);
        const Piece piece = (Piece)(nibble[i] & 7);

        out->own[i] = (uint16_t)nnue_input(WHITE, mirror[WHITE], c, piece, (Square)square[i]);
        out->other[i] = (uint16_t)nnue_input(BLACK, mirror[BLACK], c, piece, (Square)square[i]);
    }
    out->men = men;
}

bool sample_is_same(const Sample *a, const Sample *b) {
    return a->occupied == b->occupied && !memcmp(a->men, b->men, sizeof a->men);
}

uint64_t sample_hash(const Sample *s) {
    uint64_t half[2], hash = s->occupied;

    memcpy(half, s->men, sizeof half);
    for (int i = 0; i < 2; i++) {
        hash = (hash ^ half[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return hash * UINT64_C(0xbf58476d1ce4e5b9) ^ hash >> 29;
}
