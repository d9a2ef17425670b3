/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colors, pieces, squares and moves. Header only. */
#ifndef ALULA_CHESS_H
#define ALULA_CHESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { WHITE, BLACK, COLOR_COUNT } Color;

/* A kind of piece, without color. */
typedef enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, PIECE_COUNT, NO_PIECE = PIECE_COUNT } Piece;

/* Little-endian rank-file mapping: a1 b1 ... h1 a2 ... h8 are 0 to 63. */
/* clang-format off */
typedef enum {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
    SQUARE_COUNT, NO_SQUARE = SQUARE_COUNT
} Square;
/* clang-format on */

static inline Color color_other(Color c) {
    return c == WHITE ? BLACK : WHITE;
}

/* Returns "White" or "Black". */
static inline const char *color_name(Color c) {
    return c == WHITE ? "White" : "Black";
}

/* Returns "pawn" to "king", or "piece" for NO_PIECE. */
static inline const char *piece_name(Piece piece) {
    return (const char *[]){"pawn", "knight", "bishop", "rook", "queen", "king", "piece"}[piece];
}

/* Files and ranks are ints from 0 to 7, so that loops may run below 0. */
static inline int square_file(Square s) {
    return (int)s & 7;
}
static inline int square_rank(Square s) {
    return (int)s >> 3;
}
static inline Square square_make(int file, int rank) {
    return (Square)(rank * 8 + file);
}

/* Flips a square vertically: a1 becomes a8. */
static inline Square square_flip(Square s) {
    return (Square)((unsigned)s ^ 56u);
}

/* Returns the rank from a side's point of view: 7 is where its pawns promote. */
static inline int relative_rank(Color c, int rank) {
    return c == WHITE ? rank : 7 - rank;
}

/*
 * A move in 16 bits: from (6), to (6), promotion piece or NO_PIECE (3); the highest bit is 0.
 * Castling is encoded as the king capturing its own rook, in Chess960 and standard chess alike; en
 * passant follows from the board.
 */
typedef uint16_t Move;
enum { NO_MOVE = 0 };

/* Size of move lists. No reachable position has more than 218 legal moves. */
enum { MAX_MOVES = 256 };

_Static_assert(NO_PIECE <= 7, "a piece, or none, must fit the 3 promotion bits of a Move");
_Static_assert(SQUARE_COUNT == 64, "a square must fit 6 bits of a Move");

/* Encodes a move. The functions below return its parts. */
static inline Move move_make(Square from, Square to, Piece promotion) {
    return (Move)((unsigned)from | (unsigned)to << 6 | (unsigned)promotion << 12);
}
static inline Square move_from(Move m) {
    return (Square)(m & 63u);
}
static inline Square move_to(Move m) {
    return (Square)(m >> 6 & 63u);
}
static inline Piece move_promotion(Move m) {
    return (Piece)(m >> 12 & 7u);
}

/* Returns true if the move is in list[count]. */
static inline bool move_is_among(Move m, const Move *list, size_t count) {
    size_t i = 0;

    while (i < count && list[i] != m)
        i++;
    return i < count;
}

#endif
