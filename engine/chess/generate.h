/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Legal move generator, as inline code: movegen.c instantiates it to list moves, perft.c to make or
 * count them. Color, kind of moves and visitor are compile-time constants.
 *
 * Pin and check masks (chessprogramming.org, "Checks and Pinned Pieces (Bitboards)") make every
 * generated move legal, so no move has to be tried and taken back.
 */
#ifndef ALULA_GENERATE_H
#define ALULA_GENERATE_H

#include "position.h"

#ifdef __GNUC__
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define NEVER_INLINE  static __attribute__((noinline))
#else
#define ALWAYS_INLINE static inline
#define NEVER_INLINE  static
#endif

/* Noisy moves are captures and promotions; quiet moves are the rest. */
typedef enum { ALL, NOISY, QUIET } Kind;

/* Output of the generator. Each visitor uses the fields that it needs. */
typedef struct {
    Move *next;         /* where the next move is written */
    const Board *board; /* the position before the moves */
    int depth;          /* remaining plies */
    uint64_t count;     /* number of moves, or a sum kept by the visitor */
} MoveSink;

/* Called for every move. A constant NULL counts moves in bulk instead, by popcount. */
typedef void Visit(MoveSink *sink, Color us, Piece piece, Square from, Square to, Piece promotion);

/* Masks that restrict moves to legal ones. */
typedef struct {
    Bitboard targets;    /* target squares of pieces other than the king */
    Bitboard orthogonal; /* pin lines along ranks and files, pinner included */
    Bitboard diagonal;   /* pin lines along diagonals, pinner included */
} Masks;

/* Adds the moves of one piece to all targets. */
ALWAYS_INLINE void add_targets(MoveSink *sink, const Color us, Visit *const visit,
                               const Piece piece, Square from, Bitboard targets) {
    if (!visit) {
        sink->count += (uint64_t)bb_count(targets);
        return;
    }
    while (targets)
        visit(sink, us, piece, from, pop_lsb(&targets), NO_PIECE);
}

/* Adds a single move: castling or en passant. */
ALWAYS_INLINE void add_move(MoveSink *sink, const Color us, Visit *const visit, const Piece piece,
                            Square from, Square to) {
    if (visit)
        visit(sink, us, piece, from, to, NO_PIECE);
    else
        sink->count++;
}

/* Adds pawn moves in one direction: `step` is to minus from. */
ALWAYS_INLINE void add_pawns(MoveSink *sink, const Color us, Visit *const visit, Bitboard targets,
                             const int step) {
    if (!visit) {
        sink->count += (uint64_t)bb_count(targets);
        return;
    }
    while (targets) {
        const Square to = pop_lsb(&targets);
        visit(sink, us, PAWN, (Square)((int)to - step), to, NO_PIECE);
    }
}

ALWAYS_INLINE void add_promotions(MoveSink *sink, const Color us, Visit *const visit,
                                  Bitboard targets, const int step) {
    if (!visit) {
        sink->count += 4 * (uint64_t)bb_count(targets);
        return;
    }
    while (targets) {
        const Square to = pop_lsb(&targets);
        for (Piece p = QUEEN; p >= KNIGHT; p--)
            visit(sink, us, PAWN, (Square)((int)to - step), to, p);
    }
}

/* Target squares of a side's pawns by direction, with the last rank but without en passant. */
typedef struct {
    Bitboard step, jump, east, west;
} PawnTargets;

ALWAYS_INLINE PawnTargets find_pawn_targets(const Board *b, const Color us, const Masks *m) {
    const Color them = color_other(us);
    const Bitboard third = us == WHITE ? bb_rank(2) : bb_rank(5);
    const Bitboard empty = ~board_occupied(b), prey = b->color[them] & m->targets;
    const Bitboard pawns = board_pieces(b, us, PAWN);

    /*
     * A pinned pawn moves only along its pin line: it pushes on a file of `orthogonal` and captures
     * on a diagonal of `diagonal`. Neither step can reach the line of another pin.
     */
    const Bitboard pushers = pawns & ~m->diagonal, free_pushers = pushers & ~m->orthogonal;
    const Bitboard takers = pawns & ~m->orthogonal, free_takers = takers & ~m->diagonal;

    const Bitboard push = ((bb_forward(free_pushers, us)) |
                           (bb_forward(pushers & m->orthogonal, us) & m->orthogonal)) &
                          empty;

    return (PawnTargets){
        .step = push & m->targets,
        .jump = bb_forward(push & third, us) & empty & m->targets,
        .east = (bb_east(bb_forward(free_takers, us)) |
                 (bb_east(bb_forward(takers & m->diagonal, us)) & m->diagonal)) &
                prey,
        .west = (bb_west(bb_forward(free_takers, us)) |
                 (bb_west(bb_forward(takers & m->diagonal, us)) & m->diagonal)) &
                prey,
    };
}

ALWAYS_INLINE void add_pawn_moves(MoveSink *sink, const Board *b, const Color us, const Kind kind,
                                  Visit *const visit, const Masks *m) {
    const Color them = color_other(us);
    const int ahead = us == WHITE ? 8 : -8;
    const Bitboard last = us == WHITE ? bb_rank(7) : bb_rank(0);
    const Bitboard pawns = board_pieces(b, us, PAWN);
    const PawnTargets t = find_pawn_targets(b, us, m);

    if (kind != QUIET) {
        if ((t.step | t.east | t.west) & last) {
            add_promotions(sink, us, visit, t.step & last, ahead);
            add_promotions(sink, us, visit, t.east & last, ahead + 1);
            add_promotions(sink, us, visit, t.west & last, ahead - 1);
        }
        add_pawns(sink, us, visit, t.east & ~last, ahead + 1);
        add_pawns(sink, us, visit, t.west & ~last, ahead - 1);
        if (b->ep_square != NO_SQUARE) {
            const Square to = (Square)b->ep_square;
            Bitboard able = pawns & attacks_pawn(them, to);
            while (able) {
                const Square from = pop_lsb(&able);
                if (board_ep_is_legal(b, us, from, to))
                    add_move(sink, us, visit, PAWN, from, to);
            }
        }
    }
    if (kind != NOISY) {
        add_pawns(sink, us, visit, t.step & ~last, ahead);
        add_pawns(sink, us, visit, t.jump, 2 * ahead);
    }
}

ALWAYS_INLINE Piece queen_or(const Board *b, Square s, const Piece other) {
    return bb_has(b->piece[QUEEN], s) ? QUEEN : other;
}

ALWAYS_INLINE void add_piece_moves(MoveSink *sink, const Board *b, const Color us,
                                   Visit *const visit, const Masks *m) {
    const Bitboard occupied = board_occupied(b), own = b->color[us];
    const Bitboard pins = m->orthogonal | m->diagonal;
    const Bitboard orthogonal_sliders = own & (b->piece[ROOK] | b->piece[QUEEN]) & ~m->diagonal;
    const Bitboard diagonal_sliders = own & (b->piece[BISHOP] | b->piece[QUEEN]) & ~m->orthogonal;

    for (Bitboard knights = board_pieces(b, us, KNIGHT) & ~pins; knights;) {
        const Square from = pop_lsb(&knights);
        add_targets(sink, us, visit, KNIGHT, from, attacks_knight(from) & m->targets);
    }
    for (Bitboard free = diagonal_sliders & ~m->diagonal; free;) {
        const Square from = pop_lsb(&free);
        add_targets(sink, us, visit, queen_or(b, from, BISHOP), from,
                    attacks_bishop(from, occupied) & m->targets);
    }
    for (Bitboard pinned = diagonal_sliders & m->diagonal; pinned;) {
        const Square from = pop_lsb(&pinned);
        add_targets(sink, us, visit, queen_or(b, from, BISHOP), from,
                    attacks_bishop(from, occupied) & m->targets & m->diagonal);
    }
    for (Bitboard free = orthogonal_sliders & ~m->orthogonal; free;) {
        const Square from = pop_lsb(&free);
        add_targets(sink, us, visit, queen_or(b, from, ROOK), from,
                    attacks_rook(from, occupied) & m->targets);
    }
    for (Bitboard pinned = orthogonal_sliders & m->orthogonal; pinned;) {
        const Square from = pop_lsb(&pinned);
        add_targets(sink, us, visit, queen_or(b, from, ROOK), from,
                    attacks_rook(from, occupied) & m->targets & m->orthogonal);
    }
}

/*
 * Returns all squares attacked by a side. Remove the enemy king from `occupied`, so that it does
 * not shield the squares behind it.
 */
ALWAYS_INLINE Bitboard attacked_by(const Board *b, const Color c, Bitboard occupied) {
    const Bitboard own = b->color[c];
    Bitboard attacks = bb_pawn_attacks(own & b->piece[PAWN], c) |
                       bb_knight_attacks(own & b->piece[KNIGHT]) |
                       attacks_king(bb_first(own & b->piece[KING]));

    for (Bitboard s = own & (b->piece[BISHOP] | b->piece[QUEEN]); s;)
        attacks |= attacks_bishop(pop_lsb(&s), occupied);
    for (Bitboard s = own & (b->piece[ROOK] | b->piece[QUEEN]); s;)
        attacks |= attacks_rook(pop_lsb(&s), occupied);
    return attacks;
}

/*
 * Returns the squares that must be empty for Chess960 castling: all that king and rook cross or
 * land on.
 */
ALWAYS_INLINE Bitboard castling_path(Square king, Square rook) {
    const Square king_to = castling_king_to(king, rook), rook_to = castling_rook_to(king, rook);
    const Bitboard path = attacks_between(king, king_to) | bb_of(king_to) |
                          attacks_between(rook, rook_to) | bb_of(rook_to);

    return path & ~(bb_of(king) | bb_of(rook));
}

ALWAYS_INLINE bool castling_path_is_free(const Board *b, Square king, Square rook) {
    return !(castling_path(king, rook) & board_occupied(b));
}

/*
 * Returns true if the king's path is not attacked. In Chess960 the rook may also be pinned along
 * the back rank: castling would expose the king.
 */
ALWAYS_INLINE bool castling_is_safe(Square king, Square rook, Bitboard attacked,
                                    Bitboard orthogonal_pins) {
    const Square king_to = castling_king_to(king, rook);

    return !((attacks_between(king, king_to) | bb_of(king_to)) & attacked) &&
           !bb_has(orthogonal_pins, rook);
}

/* Returns the rooks whose castling path is free. */
ALWAYS_INLINE Bitboard rooks_with_free_path(const Board *b, Square king, Bitboard rooks) {
    Bitboard able = 0;

    while (rooks) {
        const Square rook = pop_lsb(&rooks);
        if (castling_path_is_free(b, king, rook))
            able |= bb_of(rook);
    }
    return able;
}

ALWAYS_INLINE void add_king_moves(MoveSink *sink, const Board *b, const Color us, const Kind kind,
                                  Visit *const visit, Square king, bool in_check,
                                  Bitboard orthogonal_pins) {
    const Color them = color_other(us);
    const Bitboard rights = kind == NOISY || in_check ? 0 : b->castling & b->color[us];
    Bitboard targets = attacks_king(king) & ~b->color[us], attacked;

    if (kind == NOISY)
        targets &= b->color[them];
    else if (kind == QUIET)
        targets &= ~b->color[them];
    /* often the king has no target, and attacked_by() is expensive */
    if (!targets && !(rights && rooks_with_free_path(b, king, rights)))
        return;
    attacked = attacked_by(b, them, board_occupied(b) ^ bb_of(king));
    add_targets(sink, us, visit, KING, king, targets & ~attacked);
    for (Bitboard left = rights; left;) {
        const Square rook = pop_lsb(&left);
        if (castling_path_is_free(b, king, rook) &&
            castling_is_safe(king, rook, attacked, orthogonal_pins))
            add_move(sink, us, visit, KING, king, rook);
    }
}

/*
 * Returns the pin lines, snipers included. Snipers are enemy sliders that would attack the king on
 * a board without our pieces. With no piece of ours in between a sniper gives check; with one, that
 * piece is pinned.
 */
ALWAYS_INLINE Bitboard find_pin_lines(Square king, Bitboard ours, Bitboard snipers,
                                      Bitboard *checkers, Bitboard *check_mask) {
    Bitboard pins = 0;

    while (snipers) {
        const Square s = pop_lsb(&snipers);
        const Bitboard line = attacks_between(king, s), blockers = line & ours;

        if (!blockers) {
            *checkers |= bb_of(s);
            *check_mask |= line | bb_of(s);
        } else if (!more_than_one(blockers)) {
            pins |= line | bb_of(s);
        }
    }
    return pins;
}

/* Checks and pins against the side to move, as masks for its moves. */
typedef struct {
    Bitboard checkers;
    Bitboard check_mask; /* squares where a single check is blocked or the checker captured */
    Bitboard orthogonal, diagonal; /* pin lines, as in Masks */
} CheckInfo;

ALWAYS_INLINE CheckInfo find_check_info(const Board *b, const Color us, Square king) {
    const Color them = color_other(us);
    const Bitboard theirs = b->color[them], ours = b->color[us];
    const Bitboard orthogonal_snipers =
        attacks_rook(king, theirs) & theirs & (b->piece[ROOK] | b->piece[QUEEN]);
    const Bitboard diagonal_snipers =
        attacks_bishop(king, theirs) & theirs & (b->piece[BISHOP] | b->piece[QUEEN]);
    CheckInfo ci;

    ci.checkers = theirs & ((attacks_knight(king) & b->piece[KNIGHT]) |
                            (attacks_pawn(us, king) & b->piece[PAWN]));
    ci.check_mask = ci.checkers;
    ci.orthogonal = find_pin_lines(king, ours, orthogonal_snipers, &ci.checkers, &ci.check_mask);
    ci.diagonal = find_pin_lines(king, ours, diagonal_snipers, &ci.checkers, &ci.check_mask);
    return ci;
}

/*
 * Generates the legal moves of a kind, for visiting or counting. `us` must be the side to move. In
 * double check only the king moves.
 */
ALWAYS_INLINE void generate(MoveSink *sink, const Board *b, const Color us, const Kind kind,
                            Visit *const visit) {
    const Color them = color_other(us);
    const Square king = bb_first(board_pieces(b, us, KING));
    const Bitboard theirs = b->color[them], ours = b->color[us];
    const CheckInfo ci = find_check_info(b, us, king);
    Masks m = {0, ci.orthogonal, ci.diagonal};

    add_king_moves(sink, b, us, kind, visit, king, ci.checkers != 0, ci.orthogonal);
    if (!more_than_one(ci.checkers)) {
        m.targets = ~ours & (ci.checkers ? ci.check_mask : ALL_SQUARES);
        add_pawn_moves(sink, b, us, kind, visit, &m);
        if (kind == NOISY)
            m.targets &= theirs;
        else if (kind == QUIET)
            m.targets &= ~theirs;
        add_piece_moves(sink, b, us, visit, &m);
    }
}

#endif
