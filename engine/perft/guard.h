/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The squares next to the replier's king, to which it may go, and those of its castling: which of
 * them the mover guards, and how its moves change that. See replies.h.
 */
#ifndef ALULA_GUARD_H
#define ALULA_GUARD_H

#include "replies.h"

/* The squares next to the replier's king and on its castling path, and who guards them. */
typedef struct {
    Bitboard once, twice, thrice; /* attacked by that many pieces of the mover, or more */
    Bitboard ring, targets;       /* next to the king; those where it may go if not guarded */
    Bitboard lone;                /* squares whose one guard may leave */
    Bitboard blocks;              /* between a slider of the mover and a square that it guards */
    Bitboard opens;               /* pieces of the mover that hide such a square from a slider */
    CastlingReply castling[2];
    int castlings;
} Guard;

/*
 * Finds castlings with a free path. A piece of the mover that alone occupies a path opens it by
 * leaving.
 */
ALWAYS_INLINE Bitboard find_castlings(Replies *r, Guard *g) {
    Bitboard all_walks = 0;

    g->castlings = 0;
    for (Bitboard rooks = r->board->castling & r->theirs & ~r->pins; rooks;) {
        const Square rook = pop_lsb(&rooks), king_to = castling_king_to(r->king, rook);
        const Bitboard path = castling_path(r->king, rook), blockers = path & r->occupied;
        const Bitboard walks = attacks_between(r->king, king_to) | bb_of(king_to);

        if (!blockers) {
            g->castling[g->castlings++] = (CastlingReply){path | bb_of(rook), walks};
            all_walks |= walks;
        } else if (!more_than_one(blockers)) {
            r->unsafe_from |= blockers & r->ours;
        }
    }
    return all_walks;
}

/*
 * Rays of the mover's sliders meet rays that come from watched squares: on empty squares a piece
 * would block a guard, and one of the mover's pieces there opens one by leaving.
 */
ALWAYS_INLINE void find_lines_of_guard(const Replies *r, Guard *g, Bitboard watched) {
    const Bitboard o = mover_orthogonal(r), d = mover_diagonal(r), empty = ~r->occupied;
    const Lanes sliders = lanes_make(o, o, d, d), squares = lanes_all(watched);
    const Lanes meet =
        lanes_or(lanes_and(fill_rays(sliders, empty, true), fill_rays(squares, empty, false)),
                 lanes_and(fill_rays(sliders, empty, false), fill_rays(squares, empty, true)));
    const Bitboard all = LANE(meet, 0) | LANE(meet, 1) | LANE(meet, 2) | LANE(meet, 3);

    g->blocks = all & empty;
    g->opens = all & r->ours;
}

ALWAYS_INLINE void find_guard(Replies *r, Guard *g) {
    Bitboard watched;

    g->ring = attacks_king(r->king);
    g->targets = g->ring & ~r->theirs;
    watched = g->targets | find_castlings(r, g);
    g->lone = watched & g->once & ~g->twice;
    find_lines_of_guard(r, g, (watched | (g->ring & g->once)) & ~g->thrice);
}

ALWAYS_INLINE Bitboard attacks_by(const Color us, Piece piece, Square from, Bitboard occupied) {
    return piece == PAWN ? attacks_pawn(us, from) : attacks_of(piece, from, occupied);
}

/* Returns the squares from which a piece of the mover attacks s once it has left `from`. */
ALWAYS_INLINE Bitboard attackers_from(const Replies *r, const Color them, Piece piece, Square s,
                                      Square from) {
    const Bitboard squares = attacks_by(them, piece, s, r->occupied);

    if (piece == PAWN || piece == KNIGHT || piece == KING || !bb_has(squares, from))
        return squares;
    return (squares | attacks_line(s, from)) & ~bb_of(s);
}

/* Finds what the mover's other sliders attack after a move in addition, and no longer. */
ALWAYS_INLINE void find_changes(const Replies *r, Square from, Square to, Bitboard *gained,
                                Bitboard *lost) {
    const Bitboard occupied = (r->occupied & ~bb_of(from)) | bb_of(to);
    const Bitboard diagonal = attacks_bishop(from, r->occupied) | attacks_bishop(to, r->occupied);
    const Bitboard orthogonal = attacks_rook(from, r->occupied) | attacks_rook(to, r->occupied);

    for (Bitboard n = diagonal & mover_diagonal(r) & ~bb_of(from); n;) {
        const Square s = pop_lsb(&n);
        const Bitboard old = attacks_bishop(s, r->occupied), new = attacks_bishop(s, occupied);
        *gained |= new & ~old;
        *lost |= old & ~new;
    }
    for (Bitboard n = orthogonal & mover_orthogonal(r) & ~bb_of(from); n;) {
        const Square s = pop_lsb(&n);
        const Bitboard old = attacks_rook(s, r->occupied), new = attacks_rook(s, occupied);
        *gained |= new & ~old;
        *lost |= old & ~new;
    }
}

/*
 * Returns the squares next to the king and on its castling path that are guarded after a move;
 * behind the king as well if it gives check. A square loses one slider at most, as one line leads
 * there.
 */
ALWAYS_INLINE Bitboard find_guarded(const Replies *r, const Guard *g, const Color us, Piece piece,
                                    Square from, Square to) {
    const Bitboard left = attacks_by(us, piece, from, r->occupied);
    const Bitboard one = (g->once & ~left) | g->twice, two = (g->twice & ~left) | g->thrice;
    Bitboard gained = 0, lost = 0;

    if (bb_has(g->opens, from) || bb_has(g->blocks, to))
        find_changes(r, from, to, &gained, &lost);
    return (one & ~lost) | (two & lost) | gained |
           attacks_by(us, piece, to, r->occupied & ~(bb_of(from) | bb_of(r->king)));
}

/* Counts the king's replies after one move, which gives no check. */
ALWAYS_INLINE int64_t count_king_replies(const Replies *r, const Guard *g, Square to,
                                         Bitboard guarded) {
    int64_t count = bb_count(g->ring & ~guarded & ~(r->theirs & ~bb_of(to)));

    for (int i = 0; i < g->castlings; i++)
        count += !(g->castling[i].walks & guarded) && !bb_has(g->castling[i].path, to);
    return count;
}

#endif
