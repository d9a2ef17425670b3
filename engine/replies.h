/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What one side can answer to the moves of the other, found out once for many moves: the last two
 * plies of perft. No rule of chess is written here; the numbers come from the generator, and this
 * only tells which squares they depend on. Our own idea; every count of the suites checks it.
 */
#ifndef ALULA_REPLIES_H
#define ALULA_REPLIES_H

#include <stddef.h>

#include "generate.h"

/*
 * What one side can answer, in parts: found out once, each part is good for all the moves of the
 * other side that leave the squares alone which matter to it.
 */
typedef struct {
    uint64_t others;         /* answers of all but the king */
    uint64_t kings;          /* answers of the king, castling included */
    Bitboard affects_others; /* squares on which a change may change the first number */
    Bitboard affects_king;   /* and the second */
    Bitboard danger_from;    /* pieces that leave these may open or close a line to the king, */
    Bitboard danger_to[PIECE_COUNT]; /* and pieces that come to these may check or pin or unpin */
    Bitboard orthogonal, diagonal;   /* as in CheckInfo */
} Replies;

/*
 * Squares by the king and on its way when castling, and those from which they may be attacked. The
 * lines from them take in the castling rook, its way, and kings and pawns nearby.
 */
ALWAYS_INLINE Bitboard squares_affecting_king(const Board *b, const Color us, Square king) {
    const Bitboard ours = b->color[us], hollow = board_occupied(b) ^ bb_of(king);
    const Bitboard ring = attacks_king(king);
    Bitboard near = ring & ~ours, mind = ring;

    for (Bitboard rooks = b->castling & ours; rooks;) {
        const Square rook = bb_take(&rooks), king_to = castling_king_to(king, rook);
        if (!(castling_way(king, rook) & ours))
            near |= attacks_between(king, king_to) | bb_of(king_to);
    }
    mind |= bb_knight_attacks(near);
    while (near) {
        const Square s = bb_take(&near);
        mind |= attacks_rook(s, hollow) | attacks_bishop(s, hollow);
    }
    return mind;
}

/* Pieces of the other side which stand alone between our king and one of their own sliders. */
ALWAYS_INLINE Bitboard line_openers(Square king, Bitboard theirs, Bitboard hidden_snipers) {
    Bitboard openers = 0;

    while (hidden_snipers)
        openers |= attacks_between(king, bb_take(&hidden_snipers)) & theirs;
    return openers;
}

/* `us` may not be in check nor be able to take en passant. */
ALWAYS_INLINE void find_replies(Replies *a, const Board *b, const Color us) {
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
    a->others = others.count;
    a->kings = kings.count;
    a->orthogonal = ci.orthogonal;
    a->diagonal = ci.diagonal;
    a->affects_others =
        ours | others.reach | steps | bb_forward(steps, us) | bb_pawn_attacks(pawns, us);
    a->affects_king = squares_affecting_king(b, us, king);
    a->danger_from =
        pins | line_openers(king, theirs,
                            theirs & ((behind_orthogonal & (b->piece[ROOK] | b->piece[QUEEN])) |
                                      (behind_diagonal & (b->piece[BISHOP] | b->piece[QUEEN]))));
    a->danger_to[PAWN] = pins | attacks_pawn(us, king);
    a->danger_to[KNIGHT] = pins | attacks_knight(king);
    a->danger_to[BISHOP] = pins | diagonal;
    a->danger_to[ROOK] = pins | orthogonal;
    a->danger_to[QUEEN] = pins | diagonal | orthogonal;
    a->danger_to[KING] = pins;
}

#endif
