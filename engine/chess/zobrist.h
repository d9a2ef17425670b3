/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Zobrist hashing: the random numbers of position keys (A. Zobrist, "A New Hashing Method with
 * Application for Game Playing", 1970). They are the first 781 outputs of MT19937-64 with seed
 * 5489.
 *
 *     0–767    piece * 64 + square, pieces in the order P N B R Q K p n b r q k
 *     768      Black is to move
 *     769–772  castling: White king side, White queen side, Black king side, Black queen side
 *     773–780  file of an en-passant capture that is legal
 */
#ifndef ALULA_ZOBRIST_H
#define ALULA_ZOBRIST_H

#include "chess.h"

enum { ZOBRIST_SIDE = 768, ZOBRIST_CASTLING = 769, ZOBRIST_EP = 773, ZOBRIST_COUNT = 781 };

/* Filled by zobrist_init(), then constant. */
extern uint64_t zobrist_number[ZOBRIST_COUNT];

/* Fills the table; further calls change nothing. */
void zobrist_init(void);

static inline uint64_t zobrist_piece(Color c, Piece p, Square s) {
    return zobrist_number[((unsigned)c * 6 + (unsigned)p) * 64 + (unsigned)s];
}
static inline uint64_t zobrist_side(void) {
    return zobrist_number[ZOBRIST_SIDE];
}
/* Returns the number of a castling right of a side. */
static inline uint64_t zobrist_castling(Color c, bool queen_side) {
    return zobrist_number[ZOBRIST_CASTLING + (unsigned)c * 2 + queen_side];
}
/* Returns the number of en passant on the file of this square. */
static inline uint64_t zobrist_ep(Square s) {
    return zobrist_number[ZOBRIST_EP + (unsigned)square_file(s)];
}

#endif
