/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sample.h"

#include <assert.h>
#include <string.h>

enum { THEIRS = 8 }; /* the color bit of a nibble */

static Bitboard flip_ranks(Bitboard b) {
    Bitboard out = 0;

    for (int rank = 0; rank < 8; rank++)
        out |= (b >> 8 * rank & RANK_1) << 8 * (7 - rank);
    return out;
}

void sample_pack(Sample *s, const Position *p, int score, ShardResult result) {
    const Color us = position_turn(p);
    const unsigned flip = us == BLACK ? 56 : 0;
    unsigned i = 0;

    *s = (Sample){.occupied = board_occupied(&p->board), .score = (int16_t)score, .weight = 100};
    s->result = (uint8_t)result;
    if (us == BLACK) {
        s->occupied = flip_ranks(s->occupied);
        s->score = (int16_t)-score;
        s->result = (uint8_t)(RESULT_WHITE_WINS - result);
    }
    assert(bb_count(s->occupied) <= SAMPLE_PIECES);
    for (Bitboard rest = s->occupied; rest; i++) {
        const Square square = (Square)((unsigned)pop_lsb(&rest) ^ flip);
        const unsigned nibble =
            (unsigned)position_on(p, square) + (bb_has(p->board.color[us], square) ? 0 : THEIRS);

        s->pieces[i / 2] |= (uint8_t)(nibble << 4 * (i & 1));
    }
}

void sample_features(const Sample *s, bool with_terms, Features *out) {
    uint8_t nibble[SAMPLE_PIECES], square[SAMPLE_PIECES], on[SQUARE_COUNT];
    Board board = {.castling = 0};
    Terms terms;
    int pieces = 0, mirror[COLOR_COUNT];

    for (Bitboard rest = s->occupied; rest; pieces++) {
        square[pieces] = (uint8_t)pop_lsb(&rest);
        nibble[pieces] = s->pieces[pieces / 2] >> 4 * (pieces & 1) & 15;
        on[square[pieces]] = nibble[pieces] & 7;
        board.piece[nibble[pieces] & 7] |= bb_of((Square)square[pieces]);
        board.color[nibble[pieces] / THEIRS] |= bb_of((Square)square[pieces]);
    }
    for (Color c = WHITE; c <= BLACK; c++)
        mirror[c] = nnue_mirror(board_king(&board, c));
    for (int i = 0; i < pieces; i++) {
        const Color c = (Color)(nibble[i] / THEIRS);
        const Piece piece = (Piece)(nibble[i] & 7);
        const Square at = (Square)square[i];

        out->us[i] = (uint16_t)nnue_input(WHITE, mirror[WHITE], c, piece, at);
        out->them[i] = (uint16_t)nnue_input(BLACK, mirror[BLACK], c, piece, at);
    }
    out->pieces = out->count = pieces;
    if (!with_terms)
        return;
    terms_find(&terms, &board, on);
    for (Color c = WHITE; c <= BLACK; c++)
        for (int i = 0; i < terms.count[c]; i++, out->count++) {
            const int term = NNUE_INPUTS + terms.list[c][i];

            out->us[out->count] = (uint16_t)(term + (c == WHITE ? 0 : TERM_COUNT));
            out->them[out->count] = (uint16_t)(term + (c == WHITE ? TERM_COUNT : 0));
        }
}

bool sample_equal(const Sample *a, const Sample *b) {
    return a->occupied == b->occupied && !memcmp(a->pieces, b->pieces, sizeof a->pieces);
}

uint64_t sample_hash(const Sample *s) {
    uint64_t half[2], hash = s->occupied;

    memcpy(half, s->pieces, sizeof half);
    for (int i = 0; i < 2; i++) {
        hash = (hash ^ half[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return hash * UINT64_C(0xbf58476d1ce4e5b9) ^ hash >> 29;
}
