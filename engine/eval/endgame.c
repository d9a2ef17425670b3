/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame.h"

#include <assert.h>
#include <stdlib.h>

#include "base/util.h"
#include "kpk.h"

/* Centipawns for a known win, before material and mop-up; with a pawn alone. */
enum { KNOWN_WIN = 200, KNOWN_PAWN_WIN = 400 };

/* Returns the king moves between two squares (Chebyshev distance). */
static int king_distance(Square a, Square b) {
    return max(abs(square_file(a) - square_file(b)), abs(square_rank(a) - square_rank(b)));
}

static bool same_color(Bitboard bishops) {
    return !(bishops & LIGHT_SQUARES) || !(bishops & ~LIGHT_SQUARES);
}

/* Returns true if these pieces can mate a bare king. */
static bool can_mate(const Board *b, Color strong) {
    const Bitboard bishops = board_pieces(b, strong, BISHOP);
    const Bitboard knights = board_pieces(b, strong, KNIGHT);

    return (b->piece[QUEEN] | b->piece[ROOK]) || (bishops && knights) ||
           (bishops && !same_color(bishops));
}

/* Returns the number of squares that the losing king can reach if no other piece moves. */
static int king_mobility(const Board *b, Color strong) {
    const Bitboard king = board_pieces(b, color_other(strong), KING);
    const Bitboard occupied = board_occupied(b) & ~king;
    Bitboard attacked = bb_pawn_attacks(board_pieces(b, strong, PAWN), strong);
    Bitboard reached = king, before = 0;

    for (Piece p = KNIGHT; p <= KING; p++)
        for (Bitboard left = board_pieces(b, strong, p); left;)
            attacked |= attacks_of(p, pop_lsb(&left), occupied);
    while (reached != before) {
        before = reached;
        reached |= bb_king_attacks(reached) & ~attacked;
    }
    return bb_count(reached);
}

/*
 * Mop-up (after D. Slate and L. Atkin, Chess 4.5, 1977): the value grows as the losing king is
 * driven to the edge, or into the right corner, and as the other king approaches. 0 or more, in
 * centipawns.
 */
static int mop_up(const Board *b, Color strong) {
    const Square loser = board_king(b, color_other(strong)), winner = board_king(b, strong);
    const int file = square_file(loser), rank = square_rank(loser);
    const Bitboard bishops = board_pieces(b, strong, BISHOP);
    const int edge = abs(2 * file - 7) + abs(2 * rank - 7);
    const int near = 7 - king_distance(winner, loser), narrow = 64 - king_mobility(b, strong);

    if (bishops && !(b->piece[QUEEN] | b->piece[ROOK]) && same_color(bishops)) {
        /*
         * Mate is possible only in a corner of the bishop's color; a1 and h8 are dark. The distance
         * from the diagonal between the wrong corners, 7 in a right corner, outweighs all else, so
         * that the king does not stay in a wrong corner.
         */
        const int light = abs(file - rank), dark = abs(7 - file - rank);
        return 60 * (bishops & LIGHT_SQUARES ? light : dark) + 4 * near + narrow;
    }
    return 6 * edge + 12 * near + 6 * narrow;
}

/* Returns true if the bare king, to move, is stalemated, or can capture so that the win is gone. */
static bool escapes(const Board *b, Color strong) {
    const Color weak = color_other(strong);
    const Square king = board_king(b, weak);
    const Bitboard through = board_occupied(b) & ~bb_of(king);
    bool moves = false;

    if (b->turn != weak)
        return false;
    for (Bitboard left = attacks_king(king); left;) {
        const Square s = pop_lsb(&left);
        Board after = *b;

        if (board_attackers(b, s, through) & b->color[strong])
            continue;
        moves = true;
        for (Piece p = PAWN; p < KING; p++)
            after.piece[p] &= ~bb_of(s);
        after.color[strong] &= ~bb_of(s);
        if (!after.piece[PAWN] && !can_mate(&after, strong))
            return true;
    }
    return !moves && !(board_attackers(b, king, board_occupied(b)) & b->color[strong]);
}

/* Returns true if the weaker side is to move and attacks the queen. */
static bool attacks_queen_now(const Board *b, Color strong) {
    const Square queen = bb_first(board_pieces(b, strong, QUEEN));

    return b->turn != strong &&
           (board_attackers(b, queen, board_occupied(b)) & b->color[color_other(strong)]);
}

/* Returns true for king and queen against king and one smaller piece. */
static bool has_queen_against_piece(const Board *b, Color strong) {
    const Bitboard ours = b->color[strong], theirs = b->color[color_other(strong)];

    return bb_count(ours) == 2 && bb_count(theirs) == 2 && (ours & b->piece[QUEEN]) &&
           (theirs & (b->piece[KNIGHT] | b->piece[BISHOP] | b->piece[ROOK]));
}

static int material(const Board *b, Color c) {
    static const int value[PIECE_COUNT] = {100, 320, 330, 500, 950, 0};
    int sum = 0;

    for (Piece p = PAWN; p < KING; p++)
        sum += value[p] * bb_count(board_pieces(b, c, p));
    return sum;
}

/* Returns the value of king and pawn against king, for the side with the pawn. */
static int pawn_value(const Board *b, Color strong) {
    const int rank = relative_rank(strong, square_rank(bb_first(b->piece[PAWN])));

    return kpk_is_won(b) ? KNOWN_PAWN_WIN + 20 * rank : 0;
}

bool endgame_known(const Board *b, int *value) {
    Color strong = more_than_one(b->color[WHITE]) ? WHITE : BLACK;
    bool won;
    int score;

    if (more_than_one(b->color[color_other(strong)])) {
        if (!has_queen_against_piece(b, strong))
            strong = color_other(strong);
        won = has_queen_against_piece(b, strong) && !attacks_queen_now(b, strong);
    } else {
        won = can_mate(b, strong);
        if (won && escapes(b, strong)) {
            *value = 0;
            return true;
        }
    }
    if (won)
        score =
            KNOWN_WIN + mop_up(b, strong) + material(b, strong) - material(b, color_other(strong));
    else if (bb_count(board_occupied(b)) == 3 && b->piece[PAWN])
        score = pawn_value(b, strong);
    else
        return false;
    assert(score >= 0); /* mate scores are larger: see EVAL_MAX */
    *value = strong == WHITE ? score : -score;
    return true;
}

/*
 * The wrong rook's pawn: all pawns are on one rook file, the enemy king is in or next to the
 * promotion corner, and no bishop covers that corner. A draw with any number of pawns.
 */
static bool is_wrong_rook_pawn(const Board *b, Color strong) {
    const Bitboard pawns = board_pieces(b, strong, PAWN);
    const Bitboard bishops = board_pieces(b, strong, BISHOP);
    const Square king = board_king(b, color_other(strong));
    Square corner;

    if ((pawns & ~FILE_A) && (pawns & ~FILE_H))
        return false;
    corner = square_make(pawns & FILE_A ? 0 : 7, relative_rank(strong, 7));
    if (king_distance(king, corner) > 1)
        return false;
    if (bishops &&
        (!same_color(bishops) || !(bishops & LIGHT_SQUARES) == !(bb_of(corner) & LIGHT_SQUARES)))
        return false;
    return (b->color[strong] & ~(b->piece[KING] | pawns | bishops)) == 0;
}

static int piece_points(const Board *b, Color c) {
    return 3 * bb_count(b->color[c] & (b->piece[KNIGHT] | b->piece[BISHOP])) +
           5 * bb_count(board_pieces(b, c, ROOK)) + 9 * bb_count(board_pieces(b, c, QUEEN));
}

/* Opposite-colored bishops (scaled as in Stockfish): one each, and otherwise only pawns. */
static bool has_opposite_bishops(const Board *b) {
    return (board_occupied(b) & ~(b->piece[KING] | b->piece[PAWN])) == b->piece[BISHOP] &&
           bb_count(board_pieces(b, WHITE, BISHOP)) == 1 &&
           bb_count(board_pieces(b, BLACK, BISHOP)) == 1 && !same_color(b->piece[BISHOP]);
}

int endgame_scale(const Board *b, Color strong) {
    const Color weak = color_other(strong);
    const int ours = piece_points(b, strong), theirs = piece_points(b, weak);

    assert(strong == WHITE || strong == BLACK);
    if (!board_pieces(b, strong, PAWN)) {
        if (ours <= 3)
            return 0;
        /* without pawns, an extra minor piece does not win */
        if (ours - theirs <= 3)
            return 10;
        /* two knights cannot force mate */
        if (ours == 6 && !b->piece[BISHOP] && !board_pieces(b, weak, PAWN))
            return 0;
    } else if (ours <= 9 && is_wrong_rook_pawn(b, strong)) {
        return 0;
    } else if (has_opposite_bishops(b)) {
        /* measured: docs/strength.md, "Endings" */
        return 14;
    }
    return SCALE_NORMAL;
}
