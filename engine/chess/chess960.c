/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chess960.h"

/* Puts a piece on the nth free square of the rank. */
static void put_on_free(Piece rank[8], int n, Piece piece) {
    int file = 0;

    for (;; file++)
        if (rank[file] == NO_PIECE && !n--)
            break;
    rank[file] = piece;
}

void chess960_start(Position *out, int number) {
    static const int knights[10][2] = {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 1},
                                       {1, 2}, {1, 3}, {2, 2}, {2, 3}, {3, 3}};
    Piece rank[8];
    Bitboard castling = 0;

    for (int i = 0; i < 8; i++)
        rank[i] = NO_PIECE;
    rank[number % 4 * 2 + 1] = BISHOP;
    rank[number / 4 % 4 * 2] = BISHOP;
    put_on_free(rank, number / 16 % 6, QUEEN);
    put_on_free(rank, knights[number / 96][0], KNIGHT);
    put_on_free(rank, knights[number / 96][1], KNIGHT);
    put_on_free(rank, 0, ROOK);
    put_on_free(rank, 0, KING);
    put_on_free(rank, 0, ROOK);
    position_clear(out);
    for (int file = 0; file < 8; file++) {
        position_put(out, WHITE, rank[file], square_make(file, 0));
        position_put(out, WHITE, PAWN, square_make(file, 1));
        position_put(out, BLACK, PAWN, square_make(file, 6));
        position_put(out, BLACK, rank[file], square_make(file, 7));
        if (rank[file] == ROOK)
            castling |= bb_of(square_make(file, 0)) | bb_of(square_make(file, 7));
    }
    out->board.castling = castling;
    position_derive(out);
}
