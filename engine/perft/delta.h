/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Counts the replies to one move without making it: the boards after the move differ from those
 * before it by a few squares removed and added. With few pieces this is enough for the last two
 * plies; otherwise it is used for moves that set operations cannot count (last_plies.h).
 */
#ifndef ALULA_DELTA_H
#define ALULA_DELTA_H

#include "chess/generate.h"

/*
 * Bulk counting (chessprogramming.org, "Perft") of the last ply, in a function of its own to keep
 * its working set in registers.
 */
NEVER_INLINE uint64_t count_white_moves(const Board *b) {
    MoveSink sink = {.board = b};
    generate(&sink, b, WHITE, ALL, NULL);
    return sink.count;
}

NEVER_INLINE uint64_t count_black_moves(const Board *b) {
    MoveSink sink = {.board = b};
    generate(&sink, b, BLACK, ALL, NULL);
    return sink.count;
}

/* With at most this many pieces, there are too few moves for set operations to pay off. */
enum { FEW_PIECES = 3 };

/* The replier (the side that answers the move), and the mover without the piece that moves. */
typedef struct {
    const Board *board;
    Bitboard stay, diagonal, orthogonal; /* the mover's other pieces, and its sliders among them */
    Bitboard guarded;                    /* squares attacked by its non-sliders */
    Bitboard snipers;                    /* sliders that would attack the king on an empty board */
    Bitboard ring, king_at;              /* squares around the replier's king, and its own square */
    Bitboard theirs, pawns, minors, rooks; /* replier's pieces; minors: knights, bishops, queens */
    Square king;
} Before;

ALWAYS_INLINE void lift_piece(Before *before, const Board *b, const Color us, const Piece piece,
                              Bitboard from) {
    const Color them = color_other(us);
    const Bitboard stay = b->color[us] & ~from, theirs = b->color[them];
    const Square king = board_king(b, them);

    before->board = b;
    before->stay = stay;
    before->diagonal = stay & (b->piece[BISHOP] | b->piece[QUEEN]);
    before->orthogonal = stay & (b->piece[ROOK] | b->piece[QUEEN]);
    before->guarded = bb_pawn_attacks(stay & b->piece[PAWN], us);
    if (stay & b->piece[KNIGHT])
        before->guarded |= bb_knight_attacks(stay & b->piece[KNIGHT]);
    if (piece != KING)
        before->guarded |= attacks_king(board_king(b, us));
    before->snipers =
        (attacks_bishop(king, 0) & before->diagonal) | (attacks_rook(king, 0) & before->orthogonal);
    before->ring = attacks_king(king);
    before->king_at = bb_of(king);
    before->king = king;
    before->theirs = theirs;
    before->pawns = theirs & b->piece[PAWN];
    before->minors = theirs & (b->piece[KNIGHT] | b->piece[BISHOP] | b->piece[QUEEN]);
    before->rooks = theirs & (b->piece[ROOK] | b->piece[QUEEN]);
}

/*
 * Counts pawn moves to a set of targets. A push goes to an empty square and a capture does not, so
 * both are counted at once.
 */
ALWAYS_INLINE int64_t count_pawns_to(const Color them, Bitboard pawns, Bitboard targets,
                                     Bitboard occupied) {
    const Bitboard ahead = bb_forward(pawns, them), prey = targets & occupied;
    const Bitboard third = them == WHITE ? bb_rank(2) : bb_rank(5);
    const Bitboard last = them == WHITE ? bb_rank(7) : bb_rank(0);
    const Bitboard push = ahead & ~occupied;
    const Bitboard jump = bb_forward(push & third, them) & ~occupied;
    const Bitboard some = (push & targets) | (bb_east(ahead) & prey);
    const Bitboard others = (jump & targets) | (bb_west(ahead) & prey);
    int64_t count = bb_count(some) + bb_count(others);

    if (ahead & last)
        count += 3 * (bb_count(some & last) + bb_count(others & last));
    return count;
}

ALWAYS_INLINE int64_t count_rooks_to(Bitboard rooks, Bitboard targets, Bitboard occupied) {
    int64_t count = 0;

    while (rooks)
        count += bb_count(attacks_rook(pop_lsb(&rooks), occupied) & targets);
    return count;
}

/* Counts moves of knights, and of bishops and queens along diagonals. */
ALWAYS_INLINE int64_t count_minors_to(const Board *b, Bitboard minors, Bitboard targets,
                                      Bitboard occupied) {
    int64_t count = 0;

    while (minors) {
        const Square s = pop_lsb(&minors);
        count += bb_count(
            (bb_has(b->piece[KNIGHT], s) ? attacks_knight(s) : attacks_bishop(s, occupied)) &
            targets);
    }
    return count;
}

/* Finds the pinned pieces and counts their replies. */
ALWAYS_INLINE int64_t count_pinned(const Before *before, const Color them, Bitboard snipers,
                                   Bitboard theirs, Bitboard occupied, Bitboard targets,
                                   Bitboard *all) {
    int64_t count = 0;

    while (snipers) {
        const Square s = pop_lsb(&snipers);
        const Bitboard between = attacks_between(before->king, s), pinned = between & occupied;
        const Bitboard line = (between | bb_of(s)) & targets;

        if (more_than_one(pinned) || !(pinned & theirs))
            continue;
        *all |= pinned;
        if (pinned & before->pawns)
            count += count_pawns_to(them, pinned, line, occupied);
        else /* a pinned knight cannot move */
            count += count_minors_to(before->board, pinned & before->minors, line, occupied) +
                     count_rooks_to(pinned & before->rooks, line, occupied);
    }
    return count;
}

/* Counts captures en passant of a pawn that has just made a double step. */
NEVER_INLINE int64_t count_taken_in_passing(Square king, Bitboard takers, Bitboard over,
                                            Bitboard occupied, Bitboard diagonal,
                                            Bitboard orthogonal) {
    int64_t count = 0;

    while (takers) {
        const Bitboard after = (occupied & ~bb_of(pop_lsb(&takers))) | over;
        count +=
            !((attacks_bishop(king, after) & diagonal) | (attacks_rook(king, after) & orthogonal));
    }
    return count;
}

NEVER_INLINE int64_t count_castling_replies(Square king, Bitboard rooks, Bitboard occupied,
                                            Bitboard guarded, Bitboard pinned) {
    int64_t count = 0;

    while (rooks) {
        const Square rook = pop_lsb(&rooks);
        count += !(castling_path(king, rook) & occupied) &&
                 castling_is_safe(king, rook, guarded, pinned);
    }
    return count;
}

/* Returns the squares where a capture or block ends the check; none in double check. */
NEVER_INLINE Bitboard find_evasions(Square king, Bitboard checker, Bitboard occupied,
                                    Bitboard diagonal, Bitboard orthogonal) {
    checker |=
        (attacks_bishop(king, occupied) & diagonal) | (attacks_rook(king, occupied) & orthogonal);
    return more_than_one(checker) ? 0 : attacks_between(king, bb_first(checker)) | checker;
}

/* Counts the replies to a move that puts `piece` on `to` and captures the piece on `taken`. */
ALWAYS_INLINE int64_t count_replies_to(const Before *before, const Color us, const Piece piece,
                                       Square to, Bitboard taken, bool jumps) {
    const Color them = color_other(us);
    const Board *b = before->board;
    const Bitboard at = bb_of(to), theirs = before->theirs & ~taken;
    const Bitboard occupied = before->stay | theirs | at;
    const Bitboard through = occupied & ~before->king_at;
    const bool is_diagonal = piece == BISHOP || piece == QUEEN;
    const bool is_orthogonal = piece == ROOK || piece == QUEEN;
    Bitboard attacks = 0, guarded, targets = ~theirs, pinned = taken, snipers = before->snipers;
    int64_t count;

    if (piece == PAWN)
        attacks = attacks_pawn(us, to);
    else if (piece == KNIGHT)
        attacks = attacks_knight(to);
    else if (piece == KING)
        attacks = attacks_king(to);
    if (is_diagonal) {
        attacks |= attacks_bishop(to, through);
        snipers |= attacks_bishop(before->king, 0) & at;
    }
    if (is_orthogonal) {
        attacks |= attacks_rook(to, through);
        snipers |= attacks_rook(before->king, 0) & at;
    }
    guarded = before->guarded | attacks;
    for (Bitboard n = before->diagonal; n;)
        guarded |= attacks_bishop(pop_lsb(&n), through);
    for (Bitboard n = before->orthogonal; n;)
        guarded |= attacks_rook(pop_lsb(&n), through);
    count = bb_count(before->ring & ~(theirs | guarded));
    if (guarded & before->king_at) {
        targets &= find_evasions(before->king, attacks & before->king_at ? at : 0, occupied,
                                 before->diagonal, before->orthogonal);
        if (!targets)
            return count;
    }
    if (snipers)
        count += count_pinned(before, them, snipers, theirs, occupied, targets, &pinned);
    count += count_pawns_to(them, before->pawns & ~pinned, targets, occupied) +
             count_rooks_to(before->rooks & ~pinned, targets, occupied) +
             count_minors_to(b, before->minors & ~pinned, targets, occupied);
    if (jumps) {
        const Bitboard takers = (bb_east(at) | bb_west(at)) & before->pawns;
        if (takers)
            count += count_taken_in_passing(before->king, takers, bb_back(at, us), occupied & ~at,
                                            before->diagonal, before->orthogonal);
    }
    if ((b->castling & theirs) && !(guarded & before->king_at))
        count +=
            count_castling_replies(before->king, b->castling & theirs, occupied, guarded, pinned);
    return count;
}

NEVER_INLINE int64_t count_after_castling(const Board *b, Color us, Square from, Square to) {
    Board child = *b;

    board_play(&child, us, from, to, KING, NO_PIECE);
    return (int64_t)(us == WHITE ? count_black_moves(&child) : count_white_moves(&child));
}

ALWAYS_INLINE int64_t count_replies_after(const Board *b, const Color us, Piece piece, Square from,
                                          Square to, Piece promotion) {
    const bool takes_ep = piece == PAWN && to == b->ep_square;
    const Bitboard taken = takes_ep ? bb_back(bb_of(to), us) : bb_of(to);
    const bool jumps = piece == PAWN && (from ^ to) == 16;
    Before before;

    if (piece == KING && bb_has(b->color[us], to))
        return count_after_castling(b, us, from, to);
    lift_piece(&before, b, us, piece, bb_of(from));
    return count_replies_to(&before, us, promotion == NO_PIECE ? piece : promotion, to, taken,
                            jumps);
}

NEVER_INLINE int64_t count_after_white(const Board *b, Piece piece, Square from, Square to,
                                       Piece promotion) {
    return count_replies_after(b, WHITE, piece, from, to, promotion);
}
NEVER_INLINE int64_t count_after_black(const Board *b, Piece piece, Square from, Square to,
                                       Piece promotion) {
    return count_replies_after(b, BLACK, piece, from, to, promotion);
}

/* Returns the number of replies to a legal move. */
ALWAYS_INLINE int64_t count_after(const Board *b, const Color us, Square from, Square to,
                                  Piece piece, Piece promotion) {
    return us == WHITE ? count_after_white(b, piece, from, to, promotion)
                       : count_after_black(b, piece, from, to, promotion);
}

/* --- boards with few pieces ------------------------------------------------------------------ */

ALWAYS_INLINE int64_t count_piece(const Board *b, const Color us, const Piece piece, Square from,
                                  Bitboard targets) {
    Before before;
    int64_t count = 0;

    if (!targets)
        return 0;
    lift_piece(&before, b, us, piece, bb_of(from));
    while (targets) {
        const Square to = pop_lsb(&targets);
        count += count_replies_to(&before, us, piece, to, bb_of(to), false);
    }
    return count;
}

ALWAYS_INLINE int64_t count_pawn_steps(const Board *b, const Color us, Bitboard targets,
                                       const int step) {
    const Bitboard last = us == WHITE ? bb_rank(7) : bb_rank(0);
    Before before;
    int64_t count = 0;

    while (targets) {
        const Square to = pop_lsb(&targets), from = (Square)((int)to - step);
        lift_piece(&before, b, us, PAWN, bb_of(from));
        if (bb_has(last, to))
            for (Piece p = KNIGHT; p <= QUEEN; p++)
                count += count_after(b, us, from, to, PAWN, p);
        else
            count += count_replies_to(&before, us, PAWN, to, bb_of(to), step % 16 == 0);
    }
    return count;
}

/* Returns the number of leaves two plies below, move by move; no side may castle. */
ALWAYS_INLINE int64_t count_by_moves(const Board *b, const Color us) {
    const Color them = color_other(us);
    const int ahead = us == WHITE ? 8 : -8;
    const Square king = board_king(b, us);
    const CheckInfo ci = find_check_info(b, us, king);
    const Bitboard ours = b->color[us], occupied = board_occupied(b);
    const Masks m = {~ours & (ci.checkers ? ci.check_mask : ALL_SQUARES), ci.orthogonal,
                     ci.diagonal};
    const Bitboard attacked = attacked_by(b, them, occupied ^ bb_of(king));
    int64_t count = count_piece(b, us, KING, king, attacks_king(king) & ~ours & ~attacked);
    PawnTargets t;

    if (more_than_one(ci.checkers))
        return count;
    for (Bitboard n = ours & ~(b->piece[PAWN] | b->piece[KING]); n;) {
        const Square from = pop_lsb(&n);
        const Bitboard line =
            bb_has(ci.orthogonal | ci.diagonal, from) ? attacks_line(king, from) : ALL_SQUARES;
        if (bb_has(b->piece[KNIGHT], from))
            count += count_piece(b, us, KNIGHT, from, attacks_knight(from) & m.targets & line);
        else if (bb_has(b->piece[BISHOP], from))
            count +=
                count_piece(b, us, BISHOP, from, attacks_bishop(from, occupied) & m.targets & line);
        else if (bb_has(b->piece[ROOK], from))
            count +=
                count_piece(b, us, ROOK, from, attacks_rook(from, occupied) & m.targets & line);
        else
            count +=
                count_piece(b, us, QUEEN, from, attacks_queen(from, occupied) & m.targets & line);
    }
    t = find_pawn_targets(b, us, &m);
    count += count_pawn_steps(b, us, t.step, ahead) + count_pawn_steps(b, us, t.jump, 2 * ahead) +
             count_pawn_steps(b, us, t.east, ahead + 1) +
             count_pawn_steps(b, us, t.west, ahead - 1);
    if (b->ep_square != NO_SQUARE)
        for (Bitboard able = board_pieces(b, us, PAWN) & attacks_pawn(them, (Square)b->ep_square);
             able;) {
            const Square from = pop_lsb(&able);
            if (board_ep_is_legal(b, us, from, (Square)b->ep_square))
                count += count_after(b, us, from, (Square)b->ep_square, PAWN, NO_PIECE);
        }
    return count;
}

ALWAYS_INLINE bool has_few_pieces(const Board *b) {
    return !b->castling &&
           bb_count(board_occupied(b) & ~(b->piece[PAWN] | b->piece[KING])) <= FEW_PIECES;
}

#endif
