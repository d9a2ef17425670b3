/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one worker remembers of good and bad moves, to put the next ones in order. */
#ifndef ALULA_HISTORY_H
#define ALULA_HISTORY_H

#include "position.h"

/* No entry leaves [-HISTORY_MAX, HISTORY_MAX]. */
enum { HISTORY_MAX = 16384 };

/* How well a kind of move has done after one certain move, by [piece][to]. */
typedef struct {
    int16_t score[PIECE_COUNT][SQUARE_COUNT];
} Continuation;

/*
 * How far static evaluations have been from what searches found, for positions that share a part:
 * the pawns, or the pieces of one side. In 1/CORRECTION_GRAIN centipawns ("correction history",
 * from Caissa by M. Witanowski and Stockfish, 2023).
 */
enum { CORRECTION_SIZE = 1 << 14, CORRECTION_GRAIN = 32, CORRECTION_MAX = 1024 };

typedef struct {
    int16_t pawns[CORRECTION_SIZE];
    int16_t pieces[COLOR_COUNT][CORRECTION_SIZE]; /* [side whose pieces] */
} Corrections;

/* Cleared at a new game, as a whole: all zero bytes. */
typedef struct {
    /* [side][is from attacked][is to attacked][from][to] */
    int16_t quiet[COLOR_COUNT][2][2][SQUARE_COUNT][SQUARE_COUNT];
    int16_t capture[PIECE_COUNT][SQUARE_COUNT][PIECE_COUNT + 1]; /* [piece][to][taken] */
    Continuation after[PIECE_COUNT][SQUARE_COUNT];               /* [piece][to] before */
    Continuation nothing;                                        /* after no move */
    Corrections correction[COLOR_COUNT];                         /* [side to move] */
} History;

/*
 * Move an entry towards its limit on the side of the bonus; the further it has come the smaller
 * the step, so that it never leaves the range ("history gravity").
 */
static inline void history_nudge(int16_t *entry, int bonus) {
    const int size = bonus < 0 ? -bonus : bonus;
    *entry = (int16_t)(*entry + bonus - *entry * size / HISTORY_MAX);
}

/* The reward for a move that was good enough at this depth, in plies. */
static inline int history_bonus(int depth) {
    const int bonus = 280 * depth - 180;
    return bonus > 2400 ? 2400 : bonus;
}

/* What the moves pay that were tried before it. */
static inline int history_malus(int depth) {
    const int malus = 380 * depth - 160;
    return malus > 1000 ? 1000 : malus;
}

/* `attacked` are the squares that the other side attacks. */
static inline int16_t *history_quiet(History *h, Color us, Bitboard attacked, Move m) {
    const Square from = move_from(m), to = move_to(m);
    return &h->quiet[us][bb_has(attacked, from)][bb_has(attacked, to)][from][to];
}

static inline int16_t *history_capture(History *h, const Position *p, Move m) {
    return &h->capture[position_on(p, move_from(m))][move_to(m)][position_taken(p, m)];
}

/* The entries for a position, by hashes of its pawns and of each side's pieces. */
typedef struct {
    int16_t *entry[3];
} CorrectionEntries;

static inline CorrectionEntries history_corrections(History *h, const Board *b) {
    Corrections *c = &h->correction[b->turn];
    CorrectionEntries e;
    Bitboard mixed = board_pieces(b, WHITE, PAWN) * UINT64_C(0x9e3779b97f4a7c15) ^
                     board_pieces(b, BLACK, PAWN) * UINT64_C(0xc2b2ae3d27d4eb4f);

    e.entry[0] = &c->pawns[mixed * UINT64_C(0xff51afd7ed558ccd) >> 50];
    for (Color side = WHITE; side <= BLACK; side++) {
        mixed = 0;
        for (Piece p = KNIGHT; p <= KING; p++)
            mixed = (mixed ^ board_pieces(b, side, p)) * UINT64_C(0x9e3779b97f4a7c15);
        e.entry[1 + side] = &c->pieces[side][mixed * UINT64_C(0xff51afd7ed558ccd) >> 50];
    }
    return e;
}

/* Centipawns to add to a static evaluation. */
static inline int history_correction(const CorrectionEntries *e) {
    return (*e->entry[0] + *e->entry[1] + *e->entry[2]) / CORRECTION_GRAIN;
}

/* The search found this many centipawns more than the static evaluation, at a depth in plies. */
static inline void history_correct(const CorrectionEntries *e, int error, int depth) {
    const int most = CORRECTION_MAX / 4;
    int bonus = error * depth / 8;

    bonus = bonus > most ? most : bonus < -most ? -most : bonus;
    for (int i = 0; i < 3; i++) {
        const int size = bonus < 0 ? -bonus : bonus;
        *e->entry[i] = (int16_t)(*e->entry[i] + bonus - *e->entry[i] * size / CORRECTION_MAX);
    }
}

#endif
