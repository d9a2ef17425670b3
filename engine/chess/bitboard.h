/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bitboards (D. Slate and L. Atkin, Chess 4.5; Kaissa): sets of squares as 64-bit words, bit n for
 * square n. Header only.
 */
#ifndef ALULA_BITBOARD_H
#define ALULA_BITBOARD_H

#include "chess.h"

typedef uint64_t Bitboard;

#define FILE_A        UINT64_C(0x0101010101010101)
#define FILE_H        UINT64_C(0x8080808080808080)
#define RANK_1        UINT64_C(0x00000000000000ff)
#define ALL_SQUARES   (~UINT64_C(0))
#define LIGHT_SQUARES UINT64_C(0x55aa55aa55aa55aa)

/* Return the set of one square, of a file or of a rank. */
static inline Bitboard bb_of(Square s) {
    return UINT64_C(1) << s;
}
static inline Bitboard bb_file(int file) {
    return FILE_A << file;
}
static inline Bitboard bb_rank(int rank) {
    return RANK_1 << (8 * rank);
}
static inline bool bb_has(Bitboard b, Square s) {
    return b >> s & 1;
}
/* Returns true if the set has at least two squares. */
static inline bool more_than_one(Bitboard b) {
    return (b & (b - 1)) != 0;
}

#ifdef __GNUC__
/* Returns the number of squares (population count). */
static inline int bb_count(Bitboard b) {
#if defined __x86_64__ && !defined __POPCNT__
    /*
     * Without POPCNT the builtin would be a function call, so add up groups of 2, 4 and 8 bits
     * (HAKMEM, 1972, item 169).
     */
    b -= b >> 1 & UINT64_C(0x5555555555555555);
    b = (b & UINT64_C(0x3333333333333333)) + (b >> 2 & UINT64_C(0x3333333333333333));
    b = (b + (b >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)(b * UINT64_C(0x0101010101010101) >> 56);
#else
    return __builtin_popcountll(b);
#endif
}
/* Returns the lowest square of a non-empty set. */
static inline Square bb_first(Bitboard b) {
    return (Square)__builtin_ctzll(b);
}
/* Returns the highest square of a non-empty set. */
static inline Square bb_last(Bitboard b) {
    return (Square)(63 - __builtin_clzll(b));
}
#else
static inline int bb_count(Bitboard b) {
    int n = 0;
    for (; b; b &= b - 1)
        n++;
    return n;
}
static inline Square bb_first(Bitboard b) {
    return (Square)bb_count((b & (~b + 1)) - 1);
}
static inline Square bb_last(Bitboard b) {
    int n = 63;
    while (!(b >> n & 1))
        n--;
    return (Square)n;
}
#endif

/* Removes and returns the lowest square of a non-empty set. */
static inline Square pop_lsb(Bitboard *b) {
    const Square s = bb_first(*b);
    *b &= *b - 1;
    return s;
}

/* Returns the subset of mask after b in carry-rippler order; 0 follows the last one. */
static inline Bitboard bb_next_subset(Bitboard b, Bitboard mask) {
    return (b - mask) & mask;
}

/* Shifts a set by one file; squares that leave the board are dropped. */
static inline Bitboard bb_east(Bitboard b) {
    return (b & ~FILE_H) << 1;
}
static inline Bitboard bb_west(Bitboard b) {
    return (b & ~FILE_A) >> 1;
}

/* Shift a set by one rank, forward or backward from the side's point of view. */
static inline Bitboard bb_forward(Bitboard b, Color c) {
    return c == WHITE ? b << 8 : b >> 8;
}
static inline Bitboard bb_back(Bitboard b, Color c) {
    return c == WHITE ? b >> 8 : b << 8;
}

/* Adds `step` (-63 to 63, not 0) to the number of every square; drops results outside 0 to 63. */
static inline Bitboard bb_shift(Bitboard b, int step) {
    return step > 0 ? b << step : b >> -step;
}

/* Returns the squares attacked by a set of pawns. */
static inline Bitboard bb_pawn_attacks(Bitboard pawns, Color c) {
    const Bitboard ahead = bb_forward(pawns, c);
    return bb_east(ahead) | bb_west(ahead);
}

/* Returns the squares attacked by a set of knights. */
static inline Bitboard bb_knight_attacks(Bitboard knights) {
    const Bitboard one = bb_east(knights) | bb_west(knights);
    const Bitboard two = bb_east(bb_east(knights)) | bb_west(bb_west(knights));
    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

/* Returns the squares attacked by a set of kings. */
static inline Bitboard bb_king_attacks(Bitboard kings) {
    const Bitboard row = bb_east(kings) | bb_west(kings);
    const Bitboard rows = row | kings;
    return row | rows << 8 | rows >> 8;
}

#endif
