/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bulk counting of the last two plies of perft: the number of replies to a move is computed once
 * for all moves that cannot change it. The generator does the counting; this file only finds the
 * squares on which the number depends. Our own idea; every count of the perft suites checks it.
 */
#ifndef ALULA_REPLIES_H
#define ALULA_REPLIES_H

#include <stddef.h>

#include "chess/generate.h"

/*
 * The number of replies of one side, in two parts. Each part stays valid for all moves of the other
 * side that touch none of the squares which affect it.
 */
typedef struct {
    uint64_t others;                 /* replies of all pieces but the king */
    uint64_t kings;                  /* replies of the king, castling included */
    Bitboard affects_others;         /* squares on which a change may change the first number, */
    Bitboard affects_king;           /* and the second */
    Bitboard unsafe_from;            /* leaving these may open or close a line to the king, */
    Bitboard unsafe_to[PIECE_COUNT]; /* and reaching these may check, pin or unpin */
    Bitboard orthogonal, diagonal;   /* pin lines, as in CheckInfo */
} Replies;

/*
 * The squares next to the king and on its castling path, and those from which they can be attacked.
 * The lines between them cover the castling rook, its path, and kings and pawns nearby.
 */
ALWAYS_INLINE Bitboard squares_affecting_king(const Board *b, const Color us, Square king) {
    const Bitboard ours = b->color[us], hollow = board_occupied(b) ^ bb_of(king);
    const Bitboard ring = attacks_king(king);
    Bitboard near = ring & ~ours, squares = ring;

    for (Bitboard rooks = b->castling & ours; rooks;) {
        const Square rook = pop_lsb(&rooks), king_to = castling_king_to(king, rook);
        if (!(castling_path(king, rook) & ours))
            near |= attacks_between(king, king_to) | bb_of(king_to);
    }
    squares |= bb_knight_attacks(near);
    while (near) {
        const Square s = pop_lsb(&near);
        squares |= attacks_rook(s, hollow) | attacks_bishop(s, hollow);
    }
    return squares;
}

/* Pieces of the other side that stand alone between our king and one of their own sliders. */
ALWAYS_INLINE Bitboard line_openers(Square king, Bitboard theirs, Bitboard hidden_snipers) {
    Bitboard openers = 0;

    while (hidden_snipers)
        openers |= attacks_between(king, pop_lsb(&hidden_snipers)) & theirs;
    return openers;
}

/* Count the replies of `us`, which may not be in check or able to capture en passant. */
ALWAYS_INLINE void find_replies(Replies *r, const Board *b, const Color us) {
    const Color them = us == WHITE ? BLACK : WHITE;
    const Square king = bb_first(board_pieces(b, us, KING));
    const Bitboard ours = b->color[us], theirs = b->color[them];
    const Bitboard pawns = board_pieces(b, us, PAWN), steps = bb_forward(pawns, us);
    const CheckInfo ci = find_check_info(b, us, king);
    const Bitboard pins = ci.orthogonal | ci.diagonal;
    const Bitboard orthogonal = attacks_rook(king, theirs), diagonal = attacks_bishop(king, theirs);
    const Bitboard behind_orthogonal = attacks_rook(king, theirs & ~orthogonal) & ~orthogonal;
    const Bitboard behind_diagonal = attacks_bishop(king, theirs & ~diagonal) & ~diagonal;
    const Masks m = {~ours, ci.orthogonal, ci.diagonal};
    MoveSink others = {.board = b}, kings = {.board = b};

    add_king_moves(&kings, b, us, ALL, NULL, king, false, ci.orthogonal);
    add_pawn_moves(&others, b, us, ALL, NULL, &m);
    add_piece_moves(&others, b, us, NULL, &m);
    r->others = others.count;
    r->kings = kings.count;
    r->orthogonal = ci.orthogonal;
    r->diagonal = ci.diagonal;
    r->affects_others =
        ours | others.reach | steps | bb_forward(steps, us) | bb_pawn_attacks(pawns, us);
    r->affects_king = squares_affecting_king(b, us, king);
    r->unsafe_from =
        pins | line_openers(king, theirs,
                            theirs & ((behind_orthogonal & (b->piece[ROOK] | b->piece[QUEEN])) |
                                      (behind_diagonal & (b->piece[BISHOP] | b->piece[QUEEN]))));
    r->unsafe_to[PAWN] = pins | attacks_pawn(us, king);
    r->unsafe_to[KNIGHT] = pins | attacks_knight(king);
    r->unsafe_to[BISHOP] = pins | diagonal;
    r->unsafe_to[ROOK] = pins | orthogonal;
    r->unsafe_to[QUEEN] = pins | diagonal | orthogonal;
    r->unsafe_to[KING] = pins;
}

#endif
