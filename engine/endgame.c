/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame.h"

#include <stdlib.h>

#include "kpk.h"
#include "util.h"

enum {
    WON = 200,     /* a won ending against a bare king or one piece, before material */
    WON_PAWN = 400 /* with a pawn alone */
};

/* A king's way between two squares. */
static int steps(Square a, Square b) {
    return max(abs(square_file(a) - square_file(b)), abs(square_rank(a) - square_rank(b)));
}

void endgame_init(void) {
    kpk_init();
}

static bool on_one_color(Bitboard bishops) {
    return !(bishops & LIGHT_SQUARES) || !(bishops & ~LIGHT_SQUARES);
}

/* Are these pieces enough to mate a bare king? */
static bool can_mate(const Board *b, Color strong) {
    const Bitboard bishops = board_pieces(b, strong, BISHOP);
    const Bitboard knights = board_pieces(b, strong, KNIGHT);

    return (b->piece[QUEEN] | b->piece[ROOK]) || (bishops && knights) ||
           (bishops && !on_one_color(bishops));
}

/* How many squares the losing king could come to if nobody else moved: the smaller its cage is … */
static int cage(const Board *b, Color strong) {
    const Bitboard king = board_pieces(b, color_other(strong), KING);
    const Bitboard occupied = board_occupied(b) & ~king;
    Bitboard guarded = bb_pawn_attacks(board_pieces(b, strong, PAWN), strong);
    Bitboard inside = king, before = 0;

    for (Piece p = KNIGHT; p <= KING; p++)
        for (Bitboard left = board_pieces(b, strong, p); left;)
            guarded |= attacks_of(p, bb_take(&left), occupied);
    while (inside != before) {
        before = inside;
        inside |= bb_king_attacks(inside) & ~guarded;
    }
    return bb_count(inside);
}

/* Drive the losing king to the edge, or into a corner where it can be mated, and come near. */
static int drive(const Board *b, Color strong) {
    const Square loser = board_king(b, color_other(strong)), winner = board_king(b, strong);
    const int file = square_file(loser), rank = square_rank(loser);
    const Bitboard bishops = board_pieces(b, strong, BISHOP);
    const int edge = abs(2 * file - 7) + abs(2 * rank - 7);
    const int near = 7 - steps(winner, loser), narrow = 64 - cage(b, strong);

    if (bishops && !(b->piece[QUEEN] | b->piece[ROOK]) && on_one_color(bishops)) {
        /*
         * Only a corner of the bishop's color will do: a1 and h8 are dark. How far it is from the
         * long diagonal that does not lead there, 7 in the right corner, outweighs all else, or
         * the king would stay in the wrong corner.
         */
        const int light = abs(file - rank), dark = abs(7 - file - rank);
        return 60 * (bishops & LIGHT_SQUARES ? light : dark) + 4 * near + narrow;
    }
    return 6 * edge + 12 * near + 6 * narrow;
}

/* Has this side a queen, and the other nothing but one smaller piece? */
static bool has_queen_against_piece(const Board *b, Color strong) {
    const Bitboard ours = b->color[strong], theirs = b->color[color_other(strong)];

    return bb_count(ours) == 2 && bb_count(theirs) == 2 && (ours & b->piece[QUEEN]) &&
           (theirs & (b->piece[KNIGHT] | b->piece[BISHOP] | b->piece[ROOK]));
}

static int material(const Board *b, Color c) {
    static const int worth[PIECE_COUNT] = {100, 320, 330, 500, 950, 0};
    int sum = 0;

    for (Piece p = PAWN; p < KING; p++)
        sum += worth[p] * bb_count(board_pieces(b, c, p));
    return sum;
}

/* Of king and pawn against king, for the side with the pawn. */
static int pawn_value(const Board *b, Color strong) {
    const int rank = rank_for(strong, square_rank(bb_first(b->piece[PAWN])));

    return kpk_is_won(b) ? WON_PAWN + 20 * rank : 0;
}

bool endgame_known(const Board *b, int *value) {
    Color strong = bb_several(b->color[WHITE]) ? WHITE : BLACK;
    bool won;
    int score;

    if (bb_several(b->color[color_other(strong)])) {
        if (!has_queen_against_piece(b, strong))
            strong = color_other(strong);
        won = has_queen_against_piece(b, strong);
    } else {
        won = can_mate(b, strong);
    }
    if (won)
        score = WON + drive(b, strong) + material(b, strong) - material(b, color_other(strong));
    else if (bb_count(board_occupied(b)) == 3 && b->piece[PAWN])
        score = pawn_value(b, strong);
    else
        return false;
    *value = strong == WHITE ? score : -score;
    return true;
}

/*
 * Pawns on one rook's file only: no win while the other king holds the corner, whatever pawns
 * there are, if the bishops do not cover that corner.
 */
static bool is_wrong_corner(const Board *b, Color strong) {
    const Bitboard pawns = board_pieces(b, strong, PAWN);
    const Bitboard bishops = board_pieces(b, strong, BISHOP);
    const Square king = board_king(b, color_other(strong));
    Square corner;

    if ((pawns & ~FILE_A) && (pawns & ~FILE_H))
        return false;
    corner = square_make(pawns & FILE_A ? 0 : 7, rank_for(strong, 7));
    if (steps(king, corner) > 1)
        return false;
    if (bishops &&
        (!on_one_color(bishops) || !(bishops & LIGHT_SQUARES) == !(bb_of(corner) & LIGHT_SQUARES)))
        return false;
    return (b->color[strong] & ~(b->piece[KING] | pawns | bishops)) == 0;
}

static int power(const Board *b, Color c) {
    return 3 * bb_count(b->color[c] & (b->piece[KNIGHT] | b->piece[BISHOP])) +
           5 * bb_count(board_pieces(b, c, ROOK)) + 9 * bb_count(board_pieces(b, c, QUEEN));
}

/* One bishop each, which never meet, and nothing else but pawns. */
static bool bishops_never_meet(const Board *b) {
    return (board_occupied(b) & ~(b->piece[KING] | b->piece[PAWN])) == b->piece[BISHOP] &&
           bb_count(board_pieces(b, WHITE, BISHOP)) == 1 &&
           bb_count(board_pieces(b, BLACK, BISHOP)) == 1 && !on_one_color(b->piece[BISHOP]);
}

int endgame_scale(const Board *b, Color strong) {
    const Color weak = color_other(strong);
    const int ours = power(b, strong), theirs = power(b, weak);

    if (!board_pieces(b, strong, PAWN)) {
        if (ours <= 3)
            return 0;
        /* a minor piece more does not win without pawns */
        if (ours - theirs <= 3)
            return 10;
        /* two knights do not mate */
        if (ours == 6 && !b->piece[BISHOP] && !board_pieces(b, weak, PAWN))
            return 0;
    } else if (ours <= 9 && is_wrong_corner(b, strong)) {
        return 0;
    } else if (bishops_never_meet(b)) {
        /* measured: docs/training.md, "Endings" */
        return 14;
    }
    return SCALE_NORMAL;
}
