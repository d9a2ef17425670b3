/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Counts the replies to one move at a time, two plies before the leaves, for moves such as checks
 * and changes of pins. See replies.h.
 */
#ifndef ALULA_SINGLE_H
#define ALULA_SINGLE_H

#include "delta.h"
#include "replies.h"

/* --- the guard of the replier's king --------------------------------------------------------- */

/*
 * The squares next to the replier's king, to which it may move, and those of its castling: which of
 * them the mover guards, and how its moves change the guard. See replies.h.
 */

/* The squares next to the replier's king and on its castling path, and who guards them. */
typedef struct {
    Bitboard once, twice, thrice; /* attacked by at least that many pieces of the mover */
    Bitboard ring, targets;       /* next to the king; those to which it may move if unguarded */
    Bitboard lone;                /* squares whose only guard may leave */
    Bitboard blocks;              /* between a slider of the mover and a square that it guards */
    Bitboard opens;               /* pieces of the mover between a slider and such a square */
    CastlingReply castling[2];
    int castlings;
} Guard;

/*
 * Finds castling moves with a free path. If a piece of the mover is the only one on the path,
 * leaving opens the path.
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
 * Finds where rays of the mover's sliders meet rays from watched squares: on empty squares a piece
 * would block a guard; a piece of the mover there opens a line by leaving.
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

/*
 * Finds the squares that the mover's other sliders newly attack after a move, and those they no
 * longer attack.
 */
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
 * Returns the squares next to the king and on its castling path that are guarded after a move; if
 * the move gives check, including those behind the king. A square loses at most one slider, as only
 * one line leads there.
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

/* Counts the king's replies after a move that does not give check. */
ALWAYS_INLINE int64_t count_king_replies(const Replies *r, const Guard *g, Square to,
                                         Bitboard guarded) {
    int64_t count = bb_count(g->ring & ~guarded & ~(r->theirs & ~bb_of(to)));

    for (int i = 0; i < g->castlings; i++)
        count += !(g->castling[i].walks & guarded) && !bb_has(g->castling[i].path, to);
    return count;
}

/* --- moves counted one by one ---------------------------------------------------------------- */

/* Counts the replies to a direct check: captures of the checker, blocks, and king moves. */
ALWAYS_INLINE int64_t count_evasions(const Replies *r, const Guard *g, const Color us,
                                     const Color them, Piece piece, Square from, Square to) {
    const Bitboard at = bb_of(to), between = attacks_between(r->king, to);
    const Bitboard occupied = (r->occupied & ~bb_of(from)) | at;
    const Bitboard guarded = find_guarded(r, g, us, piece, from, to);
    const Bitboard push = bb_forward(r->pawns & ~at, them) & ~occupied;
    const Bitboard third = them == WHITE ? bb_rank(2) : bb_rank(5);
    const Bitboard last = r->promoting;
    int64_t count = bb_count(g->ring & ~guarded & ~(r->theirs & ~at)) +
                    count_pawn_targets(push & between, last) +
                    bb_count(bb_forward(push & third, them) & ~occupied & between) +
                    bb_count(attacks_pawn(us, to) & r->pawns) * (at & last ? 4 : 1);

    for (Bitboard squares = between | at; squares;) {
        const Square s = pop_lsb(&squares);
        count += bb_count(attacks_bishop(s, occupied) & r->diagonal & ~at) +
                 bb_count(attacks_rook(s, occupied) & r->orthogonal & ~at) +
                 bb_count(attacks_knight(s) & r->knights & ~at);
    }
    return count;
}

/* Counts en-passant captures after double pushes to these squares, which do not give check. */
ALWAYS_INLINE int64_t count_ep_replies(const Replies *r, const Color us, Bitboard jumps) {
    const Bitboard rivals = r->theirs & r->board->piece[PAWN];
    int64_t count = 0;

    for (jumps &= bb_east(rivals) | bb_west(rivals); jumps; jumps &= jumps - 1) {
        const Bitboard taken = jumps & (~jumps + 1), over = bb_back(taken, us);
        for (Bitboard takers = (bb_east(taken) | bb_west(taken)) & rivals; takers;) {
            const Bitboard left = bb_back(over, us) | bb_of(pop_lsb(&takers));
            const Bitboard occupied = (r->occupied & ~left) | over;
            count += !((attacks_bishop(r->king, occupied) & mover_diagonal(r)) |
                       (attacks_rook(r->king, occupied) & mover_orthogonal(r)));
        }
    }
    return count;
}

/*
 * Counts the replies to one move other than castling and promotion. Counts from scratch if the move
 * opens a line to the king, or gives check and changes pins at once (unless the pinner takes the
 * pinned piece), or changes the pin of a piece on the castling rank, which may be the rook in
 * Chess960.
 */
ALWAYS_INLINE int64_t count_single(const Replies *r, const Guard *g, const Color us,
                                   const Color them, Piece piece, Square from, Square to) {
    const Bitboard left = bb_of(from), at = bb_of(to), moved = left | at;
    const bool jumps = piece == PAWN && (from ^ to) == 16, checks = at & r->check_to[piece];
    const bool repins = (moved & r->pins) || (at & r->pin_to[piece]);
    const bool takes_pinned = (at & r->pins & r->theirs & attacks_line(r->king, from)) != 0;
    int64_t count;

    if ((left & r->unsafe_from) || (checks && (jumps || (repins && !takes_pinned))) ||
        (repins && (r->board->castling & r->theirs) && (moved & bb_rank(square_rank(r->king)))))
        return count_after(r->board, us, from, to, piece, NO_PIECE);
    if (checks)
        return count_evasions(r, g, us, them, piece, from, to);
    count = r->replies + gain_of_pawns(r, from);
    if (left & (r->diagonal_hits | r->orthogonal_hits))
        count += gain_of_sliders(r, from, at, at & ~r->theirs);
    if (at & r->theirs)
        count += gain_of_capture(r, us, them, from, to);
    else
        count += gain_of_arrival(r, to);
    if (piece != KNIGHT && piece != BISHOP)
        count -= loss_in_pawns_way(r, them, from, at & ~r->theirs);
    if (repins)
        count += gain_of_pins(r, them, piece, from, to);
    if (jumps)
        count += count_ep_replies(r, us, at);
    return count + count_king_replies(r, g, to, find_guarded(r, g, us, piece, from, to));
}

NEVER_INLINE int64_t count_single_white(const Replies *r, const Guard *g, Piece piece, Square from,
                                        Square to) {
    return count_single(r, g, WHITE, BLACK, piece, from, to);
}
NEVER_INLINE int64_t count_single_black(const Replies *r, const Guard *g, Piece piece, Square from,
                                        Square to) {
    return count_single(r, g, BLACK, WHITE, piece, from, to);
}

/*
 * Counts the promotions of one pawn on one square: four moves that differ only in check and guard.
 */
ALWAYS_INLINE int64_t count_promotions(const Replies *r, const Guard *g, const Color us,
                                       const Color them, Square from, Square to) {
    const Bitboard at = bb_of(to), occupied = r->occupied & ~bb_of(from);
    const Bitboard guarded = (g->once & ~attacks_pawn(us, from)) | g->twice;
    const Bitboard diagonal = attacks_bishop(to, occupied), orthogonal = attacks_rook(to, occupied);
    const Bitboard attacks[PIECE_COUNT] = {0,          attacks_knight(to),    diagonal,
                                           orthogonal, diagonal | orthogonal, 0};
    const bool made = bb_has(r->unsafe_from | g->opens, from) || (at & (r->pins | g->blocks)) ||
                      bb_has(attacks_line(r->king, from), to);
    int64_t count = 0, all = 0;

    if (!made) {
        count = r->replies + gain_of_pawns(r, from);
        if (bb_has(r->diagonal_hits | r->orthogonal_hits, from))
            count += gain_of_sliders(r, from, at, at & ~r->theirs);
        count += at & r->theirs ? gain_of_capture(r, us, them, from, to) : gain_of_arrival(r, to);
    }
    for (Piece p = KNIGHT; p <= QUEEN; p++) {
        if (made || (attacks[p] & bb_of(r->king)) || (at & r->pin_to[p]))
            all += count_after(r->board, us, from, to, PAWN, p);
        else
            all += count + count_king_replies(r, g, to, guarded | attacks[p]);
    }
    return all;
}

NEVER_INLINE int64_t count_promotions_white(const Replies *r, const Guard *g, Square from,
                                            Square to) {
    return count_promotions(r, g, WHITE, BLACK, from, to);
}
NEVER_INLINE int64_t count_promotions_black(const Replies *r, const Guard *g, Square from,
                                            Square to) {
    return count_promotions(r, g, BLACK, WHITE, from, to);
}

#endif
