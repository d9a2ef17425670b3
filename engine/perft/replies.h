/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The replies to a side's moves, two plies before the leaves of perft: their number as if it were
 * the other side's turn, and the squares on which it depends, with the effect of each. The side to
 * move is called the mover, the other side the replier.
 */
#ifndef ALULA_REPLIES_H
#define ALULA_REPLIES_H

#include "chess/generate.h"

/* --- lanes ----------------------------------------------------------------------------------- */

/*
 * Ray fills (chessprogramming.org, "Kogge-Stone Algorithm") of a side's sliders in four directions
 * at once, and counting in bit planes ("bit-sliced counters"): bit n of a square's number is in
 * plane n. Uses compiler vectors if one instruction can shift each lane by its own distance.
 */

/* One lane for each direction: along the rank, along the file, and the two diagonals. */
#if defined __AVX2__ && defined __GNUC__
typedef Bitboard Lanes __attribute__((vector_size(4 * sizeof(Bitboard))));
#define LANES_OP(name, expression)                                                                 \
    ALWAYS_INLINE Lanes name(Lanes a, Lanes b) {                                                   \
        return expression;                                                                         \
    }
LANES_OP(lanes_and, a &b)
LANES_OP(lanes_or, a | b)
LANES_OP(lanes_xor, a ^ b)
LANES_OP(lanes_andnot, a & ~b)
ALWAYS_INLINE Lanes lanes_up(Lanes a, const int steps) {
    const Lanes by = {1 * (Bitboard)steps, 8 * (Bitboard)steps, 9 * (Bitboard)steps,
                      7 * (Bitboard)steps};
    return a << by;
}
ALWAYS_INLINE Lanes lanes_down(Lanes a, const int steps) {
    const Lanes by = {1 * (Bitboard)steps, 8 * (Bitboard)steps, 9 * (Bitboard)steps,
                      7 * (Bitboard)steps};
    return a >> by;
}
ALWAYS_INLINE Lanes lanes_make(Bitboard a, Bitboard b, Bitboard c, Bitboard d) {
    return (Lanes){a, b, c, d};
}
#define LANE(v, i) ((v)[i])
#else
typedef struct {
    Bitboard lane[4];
} Lanes;

/*
 * Keeps the compiler from vectorizing for SSE2, which is slow: its lanes cannot shift by different
 * distances.
 */
ALWAYS_INLINE Bitboard scalar(Bitboard b) {
#ifdef __GNUC__
    __asm__("" : "+r"(b));
#endif
    return b;
}

#define LANES_OP(name, expression)                                                                 \
    ALWAYS_INLINE Lanes name(Lanes x, Lanes y) {                                                   \
        Lanes r;                                                                                   \
        for (int i = 0; i < 4; i++) {                                                              \
            const Bitboard a = x.lane[i], b = y.lane[i];                                           \
            r.lane[i] = scalar(expression);                                                        \
        }                                                                                          \
        return r;                                                                                  \
    }
LANES_OP(lanes_and, a &b)
LANES_OP(lanes_or, a | b)
LANES_OP(lanes_xor, a ^ b)
LANES_OP(lanes_andnot, a & ~b)
ALWAYS_INLINE Lanes lanes_up(Lanes a, const int steps) {
    return (Lanes){{scalar(a.lane[0] << 1 * steps), scalar(a.lane[1] << 8 * steps),
                    scalar(a.lane[2] << 9 * steps), scalar(a.lane[3] << 7 * steps)}};
}
ALWAYS_INLINE Lanes lanes_down(Lanes a, const int steps) {
    return (Lanes){{scalar(a.lane[0] >> 1 * steps), scalar(a.lane[1] >> 8 * steps),
                    scalar(a.lane[2] >> 9 * steps), scalar(a.lane[3] >> 7 * steps)}};
}
ALWAYS_INLINE Lanes lanes_make(Bitboard a, Bitboard b, Bitboard c, Bitboard d) {
    return (Lanes){{a, b, c, d}};
}
#define LANE(v, i) ((v).lane[i])
#endif

ALWAYS_INLINE Lanes lanes_all(Bitboard a) {
    return lanes_make(a, a, a, a);
}

/* Returns the squares attacked along the rays that go up the board, or down; blockers included. */
ALWAYS_INLINE Lanes fill_rays(Lanes sliders, Bitboard empty, const bool up) {
    const Lanes on_board = up ? lanes_make(~FILE_A, ALL_SQUARES, ~FILE_A, ~FILE_H)
                              : lanes_make(~FILE_H, ALL_SQUARES, ~FILE_H, ~FILE_A);
    Lanes open = lanes_and(lanes_all(empty), on_board), filled = sliders;

#define SHIFT(v, n) (up ? lanes_up(v, n) : lanes_down(v, n))
    filled = lanes_or(filled, lanes_and(open, SHIFT(filled, 1)));
    open = lanes_and(open, SHIFT(open, 1));
    filled = lanes_or(filled, lanes_and(open, SHIFT(filled, 2)));
    open = lanes_and(open, SHIFT(open, 2));
    filled = lanes_or(filled, lanes_and(open, SHIFT(filled, 4)));
    return lanes_and(SHIFT(filled, 1), on_board);
}

#undef SHIFT

/* Numbers from 0 to 7, in bit planes. */
typedef struct {
    Lanes plane[3];
} Following;

/*
 * Returns for each square of the rays how many squares of its ray follow: 0 to 6, in three planes.
 * Rays of the same direction never meet, so the following squares of the board belong to the same
 * ray.
 */
ALWAYS_INLINE Following count_following(Lanes rays, const bool up) {
#define BACK(v, n) (up ? lanes_down(v, n) : lanes_up(v, n))
    const Lanes one = lanes_and(rays, BACK(rays, 1)); /* one or more follow, */
    const Lanes two = lanes_and(one, BACK(one, 1));   /* two or more, and so on */
    const Lanes three = lanes_and(one, BACK(one, 2));
    const Lanes four = lanes_and(three, BACK(three, 1));
    const Lanes five = lanes_and(three, BACK(three, 2));
    const Lanes six = lanes_and(three, BACK(three, 3));
#undef BACK
    Following f;

    f.plane[2] = four;
    f.plane[1] = lanes_xor(lanes_xor(two, four), six);
    f.plane[0] = lanes_xor(lanes_xor(one, three), lanes_xor(five, f.plane[1]));
    return f;
}

/* Adds with carry: sum = a + b + carry; returns the new carry. */
ALWAYS_INLINE Lanes lanes_add(Lanes a, Lanes b, Lanes carry, Lanes *sum) {
    const Lanes either = lanes_xor(a, b);

    *sum = lanes_xor(either, carry);
    return lanes_or(lanes_and(a, b), lanes_and(either, carry));
}

ALWAYS_INLINE Bitboard bb_add(Bitboard a, Bitboard b, Bitboard carry, Bitboard *sum) {
    const Bitboard either = a ^ b;

    *sum = either ^ carry;
    return (a & b) | (either & carry);
}
#undef LANES_OP

/* --- replies --------------------------------------------------------------------------------- */

/*
 * Bit planes for the number of replies that a quiet move may block, and for quiet moves to one
 * square.
 */
enum { LOSS_PLANES = 6, QUIET_PLANES = 5 };

/* Maximum number of pieces pinned to one king. */
enum { MAX_PINS = 8 };

/* A pinned piece of the replier. */
typedef struct {
    Bitboard line;   /* from the king to the pinner, inclusive */
    int64_t replies; /* of the pinned piece */
    Square pinned;
} Pin;

/* A castling move of the replier that plain moves may leave possible. */
typedef struct {
    Bitboard path;  /* squares that must be empty, and the rook, which must stay */
    Bitboard walks; /* squares of the king that may not be attacked */
} CastlingReply;

typedef struct {
    const Board *board;
    Bitboard ours, theirs, occupied; /* pieces of the mover, of the replier, and of both */
    Square king;                     /* the replier's */

    /* the replier's pieces that are not pinned; sliders by the lines on which they move */
    Bitboard knights, diagonal, orthogonal, pawns;
    Bitboard pins; /* all pin lines */
    Pin pin[MAX_PINS];
    int pin_count;

    /* squares where the mover gives check by leaving, or by arriving; where it pins by arriving */
    Bitboard unsafe_from, check_to[PIECE_COUNT], pin_to[PIECE_COUNT];

    int64_t replies;                         /* of all pieces but the king */
    Bitboard diagonal_hits, orthogonal_hits; /* squares attacked by sliders that are not pinned */
    Bitboard attacked; /* by all pieces of the replier; the mover's king may hide squares */

    /* pawns that are not pinned: squares that they attack, and targets of their pushes */
    Bitboard east, west, push, jump;
    /*
     * squares of pieces that block them: leaving allows a push, a push and a double push, or a
     * double push
     */
    Bitboard opens_push, opens_both, opens_jump;
    Bitboard promoting; /* the last rank if one of these pawns stands before it, else 0 */

    /*
     * replies that a quiet move to a square blocks, plus 2, less the captures that the move allows
     */
    Bitboard loss[LOSS_PLANES];
} Replies;

/* Pawn moves to the last rank count four times. */
ALWAYS_INLINE int64_t count_pawn_targets(Bitboard targets, Bitboard promoting) {
    return bb_count(targets) + 3 * bb_count(targets & promoting);
}

/*
 * Counts the replies of one piece other than the king, without en passant, to squares within
 * `line`. `ours` and `theirs` are the pieces of the two sides at that time.
 */
ALWAYS_INLINE int64_t count_replies_of(const Board *b, const Color them, Square s, Bitboard ours,
                                       Bitboard theirs, Bitboard line) {
    const Bitboard at = bb_of(s), occupied = ours | theirs, last = bb_rank(0) | bb_rank(7);
    const Bitboard third = them == WHITE ? bb_rank(2) : bb_rank(5);
    int64_t count = 0;

    if (at & b->piece[PAWN]) {
        const Bitboard push = bb_forward(at, them) & ~occupied & line;
        const Bitboard jump = bb_forward(push & third, them) & ~occupied;
        return count_pawn_targets(push | (attacks_pawn(them, s) & line & ours), last) +
               bb_count(jump);
    }
    if (at & b->piece[KNIGHT])
        return bb_count(attacks_knight(s) & line & ~theirs);
    if (at & (b->piece[BISHOP] | b->piece[QUEEN]))
        count += bb_count(attacks_bishop(s, occupied) & line & ~theirs);
    if (at & (b->piece[ROOK] | b->piece[QUEEN]))
        count += bb_count(attacks_rook(s, occupied) & line & ~theirs);
    return count;
}

ALWAYS_INLINE Bitboard mover_diagonal(const Replies *r) {
    return r->ours & (r->board->piece[BISHOP] | r->board->piece[QUEEN]);
}
ALWAYS_INLINE Bitboard mover_orthogonal(const Replies *r) {
    return r->ours & (r->board->piece[ROOK] | r->board->piece[QUEEN]);
}

ALWAYS_INLINE void add_pin(Replies *r, const Color them, Square pinned, Bitboard line) {
    const Bitboard at = bb_of(pinned);
    const Board *b = r->board;
    Pin *pin = &r->pin[r->pin_count++];

    *pin = (Pin){line, count_replies_of(b, them, pinned, r->ours, r->theirs, line), pinned};
    r->pins |= line;
    r->replies += pin->replies;
    if (at & (b->piece[BISHOP] | b->piece[QUEEN]))
        r->attacked |= attacks_bishop(pinned, r->occupied);
    if (at & (b->piece[ROOK] | b->piece[QUEEN]))
        r->attacked |= attacks_rook(pinned, r->occupied);
}

/*
 * Finds pins of the replier's pieces, and pieces of the mover that stand between the replier's king
 * and a slider, alone or next to a piece of the replier: leaving gives check, or pins.
 */
ALWAYS_INLINE void find_pins(Replies *r, const Color them) {
    Bitboard snipers = (attacks_bishop(r->king, 0) & mover_diagonal(r)) |
                       (attacks_rook(r->king, 0) & mover_orthogonal(r));

    while (snipers) {
        const Square s = pop_lsb(&snipers);
        const Bitboard between = attacks_between(r->king, s);
        const Bitboard mine = between & r->ours, other = between & r->theirs;

        if (more_than_one(mine) || more_than_one(other))
            continue;
        if (mine)
            r->unsafe_from |= mine;
        else
            add_pin(r, them, bb_first(other), between | bb_of(s));
    }
}

/*
 * Finds the squares of direct check, and those behind a piece of the replier from which a slider
 * pins it.
 */
ALWAYS_INLINE void find_checks(Replies *r, const Color them) {
    const Bitboard diagonal = attacks_bishop(r->king, r->occupied);
    const Bitboard orthogonal = attacks_rook(r->king, r->occupied);
    const Bitboard behind_diagonal =
        attacks_bishop(r->king, r->occupied & ~(diagonal & r->theirs)) & ~diagonal;
    const Bitboard behind_orthogonal =
        attacks_rook(r->king, r->occupied & ~(orthogonal & r->theirs)) & ~orthogonal;

    r->check_to[PAWN] = attacks_pawn(them, r->king);
    r->check_to[KNIGHT] = attacks_knight(r->king);
    r->check_to[BISHOP] = diagonal;
    r->check_to[ROOK] = orthogonal;
    r->check_to[QUEEN] = diagonal | orthogonal;
    r->check_to[KING] = 0;
    r->pin_to[PAWN] = r->pin_to[KNIGHT] = r->pin_to[KING] = 0;
    r->pin_to[BISHOP] = behind_diagonal;
    r->pin_to[ROOK] = behind_orthogonal;
    r->pin_to[QUEEN] = behind_diagonal | behind_orthogonal;
}

ALWAYS_INLINE void count_pawn_replies(Replies *r, const Color them) {
    const Bitboard empty = ~r->occupied, ahead = bb_forward(r->pawns, them);
    const Bitboard third = them == WHITE ? bb_rank(2) : bb_rank(5);
    const Bitboard last = them == WHITE ? bb_rank(7) : bb_rank(0);
    Bitboard beyond;

    r->promoting = ahead & last ? last : 0;
    r->east = bb_east(ahead);
    r->west = bb_west(ahead);
    r->push = ahead & empty;
    beyond = bb_forward(r->push & third, them);
    r->jump = beyond & empty;
    r->opens_jump = beyond & ~empty;
    r->opens_push = ahead & ~empty;
    r->opens_both = ahead & third & bb_back(empty, them);
    r->replies += bb_count(r->push) + bb_count(r->jump) + bb_count(r->east & r->ours) +
                  bb_count(r->west & r->ours);
    if (r->promoting)
        r->replies += 3 * (bb_count(r->push & last) + bb_count(r->east & r->ours & last) +
                           bb_count(r->west & r->ours & last));
}

/* Adds up the bit planes in four lanes. */
ALWAYS_INLINE void add_up_lanes(const Lanes plane[4], Bitboard sum[LOSS_PLANES]) {
    Bitboard a[5], b[5], carry[3] = {0, 0, 0};

    for (int i = 0; i < 4; i++) {
        carry[0] = bb_add(LANE(plane[i], 0), LANE(plane[i], 1), carry[0], &a[i]);
        carry[1] = bb_add(LANE(plane[i], 2), LANE(plane[i], 3), carry[1], &b[i]);
    }
    a[4] = carry[0];
    b[4] = carry[1];
    for (int i = 0; i < 5; i++)
        carry[2] = bb_add(a[i], b[i], carry[2], &sum[i]);
    sum[5] = carry[2];
}

/*
 * Counts the replies of unpinned sliders, and how many a piece on each square takes from sliders
 * and pawns.
 */
ALWAYS_INLINE void count_slider_replies(Replies *r, const Color them) {
    const Bitboard o = r->orthogonal, d = r->diagonal;
    const Lanes sliders = lanes_make(o, o, d, d), own = lanes_all(r->theirs);
    const Lanes up = fill_rays(sliders, ~r->occupied, true);
    const Lanes down = fill_rays(sliders, ~r->occupied, false);
    const Lanes hits = lanes_or(up, down);
    const Lanes up_moves = lanes_andnot(up, own), down_moves = lanes_andnot(down, own);
    const Lanes pawns = lanes_make(r->push, r->jump | bb_back(r->jump, them), ~r->east, ~r->west);
    const Following a = count_following(up_moves, true), b = count_following(down_moves, false);
    Lanes sum[4], carry;

    r->orthogonal_hits = LANE(hits, 0) | LANE(hits, 1);
    r->diagonal_hits = LANE(hits, 2) | LANE(hits, 3);
    r->attacked |= r->orthogonal_hits | r->diagonal_hits;
    for (int i = 0; i < 4; i++)
        r->replies += bb_count(LANE(up_moves, i)) + bb_count(LANE(down_moves, i));
    carry = lanes_add(a.plane[0], b.plane[0], pawns, &sum[0]);
    carry = lanes_add(a.plane[1], b.plane[1], carry, &sum[1]);
    sum[3] = lanes_add(a.plane[2], b.plane[2], carry, &sum[2]);
    add_up_lanes(sum, r->loss);
}

/*
 * Fills in the fields, except for those set by the caller: board, ours, theirs, occupied and king.
 */
ALWAYS_INLINE void find_replies(Replies *r, const Color them) {
    const Board *b = r->board;
    Bitboard free;

    r->attacked = bb_pawn_attacks(r->theirs & b->piece[PAWN], them) |
                  bb_knight_attacks(r->theirs & b->piece[KNIGHT]) | attacks_king(r->king);
    r->pins = r->unsafe_from = 0;
    r->replies = r->pin_count = 0;
    find_pins(r, them);
    find_checks(r, them);
    free = r->theirs & ~r->pins;
    r->pawns = free & b->piece[PAWN];
    r->knights = free & b->piece[KNIGHT];
    r->diagonal = free & (b->piece[BISHOP] | b->piece[QUEEN]);
    r->orthogonal = free & (b->piece[ROOK] | b->piece[QUEEN]);
    for (Bitboard n = r->knights; n;)
        r->replies += bb_count(attacks_knight(pop_lsb(&n)) & ~r->theirs);
    count_pawn_replies(r, them);
    count_slider_replies(r, them);
}

/* --- changes by a plain move ----------------------------------------------------------------- */

/* Returns the pawn replies gained by leaving a square. */
ALWAYS_INLINE int64_t gain_of_pawns(const Replies *r, Square from) {
    const int64_t weight = bb_has(r->promoting, from) ? 4 : 1;

    return weight * ((int64_t)bb_has(r->opens_push, from) - bb_has(r->east, from) -
                     bb_has(r->west, from)) +
           bb_has(r->opens_both, from) + bb_has(r->opens_jump, from);
}

/*
 * Returns the replies of sliders gained by leaving `from`: the squares behind it, once for each of
 * `targets`. A quiet move along the line of the slider gains less: up to the new square, or
 * nothing.
 */
ALWAYS_INLINE int64_t gain_of_sliders(const Replies *r, Square from, Bitboard targets,
                                      Bitboard quiet) {
    const Bitboard diagonal = attacks_bishop(from, r->occupied);
    const Bitboard orthogonal = attacks_rook(from, r->occupied);
    int64_t gain = 0;

    for (Bitboard s = (diagonal & r->diagonal) | (orthogonal & r->orthogonal); s;) {
        const Square slider = pop_lsb(&s);
        const Bitboard line = attacks_line(from, slider), toward = attacks_between(from, slider);
        const Bitboard behind =
            (bb_has(diagonal, slider) ? diagonal : orthogonal) & line & ~toward & ~r->theirs;

        gain += (int64_t)bb_count(behind) * (bb_count(targets) - bb_count(quiet & line));
        for (Bitboard away = quiet & line & ~toward; away;)
            gain += bb_count(attacks_between(from, pop_lsb(&away))) + 1;
    }
    return gain;
}

/*
 * Returns the pushes lost by quiet moves of a rook, queen or king that still block the pawn in
 * front.
 */
ALWAYS_INLINE int64_t loss_in_pawns_way(const Replies *r, const Color them, Square from,
                                        Bitboard quiet) {
    const Bitboard at = bb_of(from);

    return bb_count(quiet &
                    (bb_back(at & r->opens_jump, them) | bb_forward(at & r->opens_both, them)));
}

/* Returns the gain by quiet moves to squares where pawns promote: three more for each pawn move. */
ALWAYS_INLINE int64_t gain_of_promotions(const Replies *r, Bitboard quiet) {
    quiet &= r->promoting;
    return 3 * (int64_t)(bb_count(quiet & r->east) + bb_count(quiet & r->west) -
                         bb_count(quiet & r->push));
}

/* Returns the change in the number of replies by the arrival of a quiet move. */
ALWAYS_INLINE int64_t gain_of_arrival(const Replies *r, Square to) {
    int64_t loss = -2;

    for (int i = 0; i < LOSS_PLANES; i++)
        loss += (int64_t)bb_has(r->loss[i], to) << i;
    return gain_of_promotions(r, bb_of(to)) - loss;
}

/*
 * Returns the change by a capture: recaptures, less the replies of the captured piece unless it was
 * pinned.
 */
ALWAYS_INLINE int64_t gain_of_capture(const Replies *r, const Color us, const Color them,
                                      Square from, Square to) {
    const Bitboard at = bb_of(to), ours = r->ours & ~bb_of(from), occupied = ours | r->theirs;
    const Bitboard diagonal = attacks_bishop(to, occupied), orthogonal = attacks_rook(to, occupied);
    const Bitboard third = them == WHITE ? bb_rank(2) : bb_rank(5);
    int64_t gain = bb_count(diagonal & r->diagonal) + bb_count(orthogonal & r->orthogonal) +
                   bb_count(attacks_knight(to) & r->knights) +
                   bb_count(attacks_pawn(us, to) & r->pawns) * (at & r->promoting ? 4 : 1);

    if (at & r->pawns) {
        const Bitboard push = bb_forward(at, them) & ~occupied;
        gain -= bb_count(bb_forward(push & third, them) & ~occupied) +
                count_pawn_targets(push | (attacks_pawn(them, to) & ours), r->promoting);
    } else if (at & r->knights) {
        gain -= bb_count(attacks_knight(to) & ~r->theirs);
    } else {
        if (at & r->diagonal)
            gain -= bb_count(diagonal & ~r->theirs);
        if (at & r->orthogonal)
            gain -= bb_count(orthogonal & ~r->theirs);
    }
    return gain;
}

/*
 * Returns the correction for a move that starts or ends on a pin line, or pins a piece: so far, it
 * has been counted as if all pins were unchanged. The move may not give check.
 */
ALWAYS_INLINE int64_t gain_of_pins(const Replies *r, const Color them, Piece piece, Square from,
                                   Square to) {
    const Board *b = r->board;
    const Bitboard at = bb_of(to), moved = bb_of(from) | at;
    const Bitboard ours = (r->ours & ~bb_of(from)) | at, theirs = r->theirs & ~at;
    const Bitboard line = attacks_between(r->king, to) | at;
    const Bitboard pinned = at & r->pin_to[piece] ? line & theirs : 0;
    int64_t gain = 0;

    if (pinned & ~r->pins) /* a new pin: the replies off its line are lost */
        gain -= count_replies_of(b, them, bb_first(pinned), ours, theirs, ~line);
    for (int i = 0; i < r->pin_count; i++) {
        const Square s = r->pin[i].pinned;
        const bool stays = bb_has(pinned, s) || /* by another piece, or the pinner stays in line */
                           (bb_has(r->pin[i].line, from) && bb_has(attacks_line(r->king, s), to));
        if (!(r->pin[i].line & moved))
            continue;
        gain -= r->pin[i].replies;
        if (s != to)
            gain += count_replies_of(b, them, s, ours, theirs, stays ? line : ALL_SQUARES);
    }
    return gain;
}

/* Corrections for each move of a pinner that leaves its line, and for each that stays on it. */
typedef struct {
    int64_t leaving, staying;
    Bitboard line;
    Bitboard touched; /* except moves to these squares */
} Unpinning;

ALWAYS_INLINE Unpinning find_unpinning(const Replies *r, const Color them, Square pinner) {
    const Board *b = r->board;
    const Bitboard ours = r->ours & ~bb_of(pinner);
    Unpinning u = {0, 0, attacks_line(r->king, pinner), 0};

    for (int i = 0; i < r->pin_count; i++) {
        const Square s = r->pin[i].pinned;
        const Bitboard ahead = bb_forward(bb_of(s), them);
        if (!bb_has(r->pin[i].line, pinner))
            continue;
        if (bb_has(b->piece[PAWN], s))
            u.touched = attacks_pawn(them, s) | ahead | bb_forward(ahead, them);
        else if (bb_has(b->piece[KNIGHT], s))
            u.touched = attacks_knight(s);
        else /* the length of the line matters */
            u.touched = attacks_queen(s, r->occupied) | u.line;
        u.leaving = count_replies_of(b, them, s, ours, r->theirs, ALL_SQUARES) - r->pin[i].replies;
        u.staying = count_replies_of(b, them, s, ours, r->theirs, u.line) - r->pin[i].replies;
    }
    if ((b->castling & r->theirs) && square_rank(pinner) == square_rank(r->king))
        u.touched = ALL_SQUARES; /* the pinned piece may be the castling rook in Chess960 */
    return u;
}

#endif
