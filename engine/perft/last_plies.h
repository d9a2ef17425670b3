/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The last two plies of perft, counted without making most of their moves. The mover's replies are
 * counted once, as if it were the other side's turn. What a plain move changes in that number is
 * the sum of what its two squares change, so that all plain moves of a piece are counted by set
 * operations. Moves that give check, pin, unpin, promote, castle or the like are made. Our own
 * idea; every count of the perft suites checks it.
 */
#ifndef ALULA_LAST_PLIES_H
#define ALULA_LAST_PLIES_H

#include "chess/generate.h"
#include "lanes.h"

/* One more than the highest number of replies that a quiet move may block, in bits. */
enum { LOSS_PLANES = 6 };

/* Castling of the replier that plain moves may allow. */
typedef struct {
    Bitboard path;  /* squares that must be empty, and the rook, which must stay */
    Bitboard walks; /* squares that may not be attacked */
} CastlingReply;

typedef struct {
    const Board *board;
    Bitboard ours, theirs, occupied; /* the mover's pieces, the replier's, and both */

    /* the replier's pieces that are not pinned */
    Bitboard knights, diagonal, orthogonal, pawns;
    Bitboard pins; /* pin lines to the replier's king, pinners included */

    /* moves that are made, not counted in sets */
    Bitboard unsafe_from, unsafe_to[PIECE_COUNT], blocks_guard;

    int64_t replies;                         /* all but those of the king */
    Bitboard diagonal_hits, orthogonal_hits; /* squares attacked by sliders that are not pinned */
    Bitboard attacked;                       /* by the replier, the mover's king hides nothing */

    /* pawns of the replier */
    Bitboard east, west;                /* attacked by them */
    Bitboard push, jump;                /* targets of their pushes */
    Bitboard opens_one, opens_two_more; /* leaving this square allows a push, and two */
    Bitboard opens_jump;
    Bitboard promoting; /* the last rank if one of them could promote, else 0 */

    /* replies that a quiet move to a square loses, less 2, in bit planes */
    Bitboard loss[LOSS_PLANES];

    /* the replier's king */
    Bitboard king_ring, king_targets;
    Bitboard once, twice; /* attacked by the mover once or more, twice or more */
    Bitboard watched;     /* squares whose guard counts, guarded at most once */
    Bitboard bishop_from[SQUARE_COUNT], rook_from[SQUARE_COUNT]; /* of the watched squares */
    CastlingReply castling[2];
    int castlings;

    uint64_t count;
} LastPlies;

/* --- the replier's side ------------------------------------------------------------------------
 */

/* Pawn moves to the last rank count four times. */
ALWAYS_INLINE int64_t count_pawn_targets(Bitboard targets, Bitboard promoting) {
    return bb_count(targets) + 3 * bb_count(targets & promoting);
}

/* The replies of a pinned piece, which stay on its line; the pinner is the only capture. */
ALWAYS_INLINE int64_t count_pinned(const LastPlies *l, const Color them, Square s, Bitboard line) {
    const Board *b = l->board;
    const Bitboard at = bb_of(s), empty = ~l->occupied;
    const Bitboard third = them == WHITE ? bb_rank(2) : bb_rank(5);
    int64_t count = 0;

    if (at & b->piece[PAWN]) {
        const Bitboard push = bb_forward(at, them) & empty & line;
        const Bitboard jump = bb_forward(push & third, them) & empty;
        return bb_count(push | jump) +
               count_pawn_targets(attacks_pawn(them, s) & line & l->ours, bb_rank(0) | bb_rank(7));
    }
    if (at & (b->piece[BISHOP] | b->piece[QUEEN]))
        count += bb_count(attacks_bishop(s, l->occupied) & line);
    if (at & (b->piece[ROOK] | b->piece[QUEEN]))
        count += bb_count(attacks_rook(s, l->occupied) & line);
    return count;
}

/*
 * Pins of the replier, and pieces of the mover that stand between his sliders and the king: leaving
 * gives check, or pins.
 */
ALWAYS_INLINE void find_pins(LastPlies *l, const Color them, Square king) {
    const Board *b = l->board;
    Bitboard snipers = l->ours & ((attacks_bishop(king, 0) & (b->piece[BISHOP] | b->piece[QUEEN])) |
                                  (attacks_rook(king, 0) & (b->piece[ROOK] | b->piece[QUEEN])));

    while (snipers) {
        const Square s = pop_lsb(&snipers);
        const Bitboard between = attacks_between(king, s), blockers = between & l->occupied;
        const Bitboard mine = blockers & l->ours, other = blockers & l->theirs;

        if (more_than_one(mine) || more_than_one(other))
            continue;
        if (mine) {
            l->unsafe_from |= mine;
        } else {
            const Square pinned = bb_first(other);
            const Bitboard line = between | bb_of(s);
            l->pins |= line;
            l->replies += count_pinned(l, them, pinned, line);
            if (other & (b->piece[BISHOP] | b->piece[QUEEN]))
                l->attacked |= attacks_bishop(pinned, l->occupied);
            if (other & (b->piece[ROOK] | b->piece[QUEEN]))
                l->attacked |= attacks_rook(pinned, l->occupied);
        }
    }
}

/* Direct checks, and squares behind one of the replier's pieces, from which a slider pins it. */
ALWAYS_INLINE void find_unsafe_targets(LastPlies *l, const Color them, Square king) {
    const Bitboard diagonal = attacks_bishop(king, l->occupied);
    const Bitboard orthogonal = attacks_rook(king, l->occupied);
    const Bitboard bishops = diagonal | attacks_bishop(king, l->occupied & ~(diagonal & l->theirs));
    const Bitboard rooks = orthogonal | attacks_rook(king, l->occupied & ~(orthogonal & l->theirs));

    l->unsafe_to[PAWN] = l->pins | attacks_pawn(them, king);
    l->unsafe_to[KNIGHT] = l->pins | attacks_knight(king);
    l->unsafe_to[BISHOP] = l->pins | bishops;
    l->unsafe_to[ROOK] = l->pins | rooks;
    l->unsafe_to[QUEEN] = l->pins | bishops | rooks;
    l->unsafe_to[KING] = l->pins;
}

ALWAYS_INLINE void count_pawn_replies(LastPlies *l, const Color them) {
    const Bitboard empty = ~l->occupied, ahead = bb_forward(l->pawns, them);
    const Bitboard third = them == WHITE ? bb_rank(2) : bb_rank(5);
    const Bitboard last = them == WHITE ? bb_rank(7) : bb_rank(0);

    l->promoting = ahead & last ? last : 0;
    l->east = bb_east(ahead);
    l->west = bb_west(ahead);
    l->push = ahead & empty;
    l->jump = bb_forward(l->push & third, them) & empty;
    l->opens_one = ahead & ~empty;
    l->opens_two_more = ahead & third & bb_back(empty, them);
    l->opens_jump = bb_forward(l->push & third, them) & ~empty;
    l->replies += count_pawn_targets(l->push, l->promoting) + bb_count(l->jump) +
                  count_pawn_targets(l->east & l->ours, l->promoting) +
                  count_pawn_targets(l->west & l->ours, l->promoting);
}

/* Sliders that are not pinned: their replies, and what a piece on each square takes from them. */
ALWAYS_INLINE void count_slider_replies(LastPlies *l, const Color them) {
    const Bitboard empty = ~l->occupied, r = l->orthogonal, d = l->diagonal;
    const Lanes sliders = lanes_make(r, r, d, d), all = lanes_all(l->theirs);
    const Lanes up = fill_rays(sliders, empty, true), down = fill_rays(sliders, empty, false);
    const Lanes hits = lanes_or(up, down);
    const Lanes up_moves = lanes_andnot(up, all), down_moves = lanes_andnot(down, all);
    const Lanes pawns = lanes_make(l->push, l->jump | bb_back(l->jump, them), ~l->east, ~l->west);
    Lanes a[3], b[3], sum[4], carry;
    Bitboard x[6], y[6], c;

    l->orthogonal_hits = LANE(hits, 0) | LANE(hits, 1);
    l->diagonal_hits = LANE(hits, 2) | LANE(hits, 3);
    l->attacked |= l->orthogonal_hits | l->diagonal_hits;
    for (int i = 0; i < 4; i++)
        l->replies += bb_count(LANE(up_moves, i)) + bb_count(LANE(down_moves, i));
    count_following(up_moves, true, a);
    count_following(down_moves, false, b);
    carry = lanes_add(a[0], b[0], pawns, &sum[0]);
    carry = lanes_add(a[1], b[1], carry, &sum[1]);
    sum[3] = lanes_add(a[2], b[2], carry, &sum[2]);
    /* lanes 0 and 1, 2 and 3 */
    c = 0;
    for (int i = 0; i < 4; i++)
        c = bb_add(LANE(sum[i], 0), LANE(sum[i], 1), c, &x[i]);
    x[4] = c;
    c = 0;
    for (int i = 0; i < 4; i++)
        c = bb_add(LANE(sum[i], 2), LANE(sum[i], 3), c, &y[i]);
    y[4] = c;
    c = 0;
    for (int i = 0; i < 5; i++)
        c = bb_add(x[i], y[i], c, &l->loss[i]);
    l->loss[5] = c;
}

/* Everything that the replies depend on but the guard of the king. */
ALWAYS_INLINE void find_replies(LastPlies *l, const Color them, Square king) {
    const Board *b = l->board;
    const Bitboard theirs = l->theirs;
    Bitboard free;

    l->attacked = bb_pawn_attacks(theirs & b->piece[PAWN], them) |
                  bb_knight_attacks(theirs & b->piece[KNIGHT]) | attacks_king(king);
    find_pins(l, them, king);
    find_unsafe_targets(l, them, king);
    free = theirs & ~l->pins;
    l->pawns = free & b->piece[PAWN];
    l->knights = free & b->piece[KNIGHT];
    l->diagonal = free & (b->piece[BISHOP] | b->piece[QUEEN]);
    l->orthogonal = free & (b->piece[ROOK] | b->piece[QUEEN]);
    for (Bitboard n = l->knights; n;)
        l->replies += bb_count(attacks_knight(pop_lsb(&n)) & ~theirs);
    count_pawn_replies(l, them);
    count_slider_replies(l, them);
}

/* --- the guard of the replier's king -----------------------------------------------------------
 */

/* Castlings whose path is free, or occupied by one piece of the mover, which may leave. */
ALWAYS_INLINE void find_castlings(LastPlies *l, Square king) {
    for (Bitboard rooks = l->board->castling & l->theirs & ~l->pins; rooks;) {
        const Square rook = pop_lsb(&rooks), king_to = castling_king_to(king, rook);
        const Bitboard path = castling_path(king, rook), blockers = path & l->occupied;

        if ((blockers & l->theirs) || more_than_one(blockers))
            continue;
        l->unsafe_from |= blockers;
        if (!blockers)
            l->castling[l->castlings++] = (CastlingReply){
                path | bb_of(rook), attacks_between(king, king_to) | bb_of(king_to)};
        else
            l->watched |= attacks_between(king, king_to) | bb_of(king_to);
    }
}

/*
 * Moves that block a slider's guard of a square, or open a line to it, are made. `squares`: those
 * whose guard the replies depend on.
 */
ALWAYS_INLINE void find_guards(LastPlies *l, Bitboard squares) {
    const Board *b = l->board;
    const Bitboard diagonal = l->ours & (b->piece[BISHOP] | b->piece[QUEEN]);
    const Bitboard orthogonal = l->ours & (b->piece[ROOK] | b->piece[QUEEN]);

    while (squares) {
        const Square s = pop_lsb(&squares);
        Bitboard sliders = (attacks_bishop(s, 0) & diagonal) | (attacks_rook(s, 0) & orthogonal);

        while (sliders) {
            const Bitboard between = attacks_between(s, pop_lsb(&sliders));
            const Bitboard blockers = between & l->occupied;
            l->blocks_guard |= blockers ? 0 : between;
            l->unsafe_from |= more_than_one(blockers) ? 0 : blockers & l->ours;
        }
    }
}

/* The squares from which a piece of the mover attacks s; `from` is empty after the move. */
ALWAYS_INLINE Bitboard attackers_from(const LastPlies *l, const Color them, const Piece piece,
                                      Square s, Square from) {
    Bitboard squares = 0;

    if (piece == PAWN)
        return attacks_pawn(them, s);
    if (piece == KNIGHT)
        return attacks_knight(s);
    if (piece == KING)
        return attacks_king(s);
    if (piece != ROOK)
        squares |= l->bishop_from[s];
    if (piece != BISHOP)
        squares |= l->rook_from[s];
    return bb_has(squares, from) ? (squares | attacks_line(s, from)) & ~bb_of(s) : squares;
}

/*
 * The king's replies after each of a piece's plain moves to `targets`, in all. guarded: the squares
 * that the other pieces attack.
 */
ALWAYS_INLINE uint64_t count_king_replies(const LastPlies *l, const Color them, const Piece piece,
                                          Square from, Bitboard targets, Bitboard guarded) {
    uint64_t count = 0;

    for (Bitboard free = l->king_targets & ~guarded; free;)
        count +=
            (uint64_t)bb_count(targets & ~attackers_from(l, them, piece, pop_lsb(&free), from));
    for (int i = 0; i < l->castlings; i++) {
        const CastlingReply *c = &l->castling[i];
        Bitboard prevents = c->path;
        if (c->walks & guarded)
            continue;
        for (Bitboard walks = c->walks; walks;)
            prevents |= attackers_from(l, them, piece, pop_lsb(&walks), from);
        count += (uint64_t)bb_count(targets & ~prevents);
    }
    return count;
}

/* --- the mover's side --------------------------------------------------------------------------
 */

static uint64_t count_after(const Board *b, Color us, Square from, Square to, Piece piece,
                            Piece promotion);

ALWAYS_INLINE void make_each(LastPlies *l, const Color us, const Piece piece, Square from,
                             Bitboard targets) {
    while (targets)
        l->count += count_after(l->board, us, from, pop_lsb(&targets), piece, NO_PIECE);
}

/* Replies gained by leaving a square, sliders apart. */
ALWAYS_INLINE int64_t gain_of_pawns(const LastPlies *l, Square from) {
    const Bitboard at = bb_of(from);
    const int64_t weight = at & l->promoting ? 4 : 1;

    return weight * ((int64_t)bb_has(l->opens_one, from) - bb_has(l->east, from) -
                     bb_has(l->west, from)) +
           bb_has(l->opens_two_more, from) + bb_has(l->opens_jump, from);
}

/* The squares behind `from`, as a slider on s sees them, that it may move to once from is empty. */
ALWAYS_INLINE Bitboard squares_behind(const LastPlies *l, Square from, Square s, Bitboard seen) {
    return seen & attacks_line(from, s) & ~attacks_between(from, s) & ~l->theirs;
}

/*
 * Sliders of the replier that attack `from` gain the squares behind it. A quiet move along their
 * line gains less: up to the new square, or nothing.
 */
ALWAYS_INLINE int64_t gain_of_sliders(LastPlies *l, Square from, Bitboard targets, Bitboard quiet) {
    const Bitboard diagonal = attacks_bishop(from, l->occupied);
    const Bitboard orthogonal = attacks_rook(from, l->occupied);
    int64_t gain = 0;

    for (Bitboard s = (diagonal & l->diagonal) | (orthogonal & l->orthogonal); s;) {
        const Square slider = pop_lsb(&s);
        const Bitboard line = attacks_line(from, slider), toward = attacks_between(from, slider);
        const Bitboard seen = bb_has(diagonal, slider) ? diagonal : orthogonal;
        const int64_t behind = bb_count(squares_behind(l, from, slider, seen));

        gain += behind * (bb_count(targets) - bb_count(quiet & line));
        for (Bitboard away = quiet & line & ~toward; away;)
            gain += bb_count(attacks_between(from, pop_lsb(&away))) + 1;
    }
    return gain;
}

/* What quiet moves to these squares change. */
ALWAYS_INLINE int64_t count_quiet(const LastPlies *l, Bitboard quiet) {
    int64_t count = 2 * bb_count(quiet);

    for (int i = 0; i < LOSS_PLANES; i++)
        count -= (int64_t)bb_count(quiet & l->loss[i]) << i;
    if (l->promoting)
        count += 3 * (bb_count(quiet & l->promoting & l->east) +
                      bb_count(quiet & l->promoting & l->west) -
                      bb_count(quiet & l->promoting & l->push));
    return count;
}

/* What a capture changes: replies of the victim, which are lost, and recaptures. */
ALWAYS_INLINE int64_t count_capture(const LastPlies *l, const Color us, const Color them,
                                    Square from, Square to) {
    const Board *b = l->board;
    const Bitboard at = bb_of(to), occupied = l->occupied & ~bb_of(from), empty = ~occupied;
    const Bitboard diagonal = attacks_bishop(to, occupied);
    const Bitboard orthogonal = attacks_rook(to, occupied);
    const Bitboard third = them == WHITE ? bb_rank(2) : bb_rank(5);
    int64_t count = bb_count(diagonal & l->diagonal) + bb_count(orthogonal & l->orthogonal) +
                    bb_count(attacks_knight(to) & l->knights) +
                    bb_count(attacks_pawn(us, to) & l->pawns) * (at & l->promoting ? 4 : 1);

    if (at & b->piece[PAWN]) {
        const Bitboard push = bb_forward(at, them) & empty;
        count -= count_pawn_targets(push, l->promoting) +
                 bb_count(bb_forward(push & third, them) & empty) +
                 count_pawn_targets(attacks_pawn(them, to) & l->ours & occupied, l->promoting);
    } else if (at & b->piece[KNIGHT]) {
        count -= bb_count(attacks_knight(to) & ~l->theirs);
    } else {
        if (at & l->diagonal)
            count -= bb_count(diagonal & ~l->theirs);
        if (at & l->orthogonal)
            count -= bb_count(orthogonal & ~l->theirs);
    }
    return count;
}

/* All moves of one piece. attacks: the squares that it attacks; targets: where it may go. */
ALWAYS_INLINE void count_mover(LastPlies *l, const Color us, const Color them, const Piece piece,
                               Square from, Bitboard attacks, Bitboard targets) {
    const Bitboard unsafe = bb_has(l->unsafe_from | l->pins, from)
                                ? targets
                                : targets & (l->unsafe_to[piece] | l->blocks_guard);
    const Bitboard plain = targets & ~unsafe, quiet = plain & ~l->theirs;
    const Bitboard guarded = (l->once & ~attacks) | l->twice;
    int64_t count;

    make_each(l, us, piece, from, unsafe);
    if (!plain)
        return;
    count = bb_count(plain) * (l->replies + gain_of_pawns(l, from)) + count_quiet(l, quiet);
    if (bb_has(l->diagonal_hits | l->orthogonal_hits, from))
        count += gain_of_sliders(l, from, plain, quiet);
    /* away from a pawn that could then jump, or next to it: the push that was gained is lost */
    if (piece != KNIGHT && piece != BISHOP) {
        if (bb_has(l->opens_jump, from))
            count -= bb_count(quiet & bb_back(bb_of(from), them));
        if (bb_has(l->opens_two_more, from))
            count -= bb_count(quiet & bb_forward(bb_of(from), them));
    }
    for (Bitboard captures = plain & l->theirs; captures;) {
        const Square to = pop_lsb(&captures);
        count += count_capture(l, us, them, from, to) +
                 (bb_has(l->king_ring, to) && !bb_has(l->twice, to));
    }
    l->count += (uint64_t)count + count_king_replies(l, them, piece, from, plain, guarded);
}

/* Pawn moves that all go the same way, of pawns that change nothing special by leaving. */
ALWAYS_INLINE void count_pawn_set(LastPlies *l, const Color us, const Color them, Bitboard targets,
                                  const int step, const bool captures) {
    const Bitboard plain = targets & ~(l->unsafe_to[PAWN] | l->blocks_guard);
    const Bitboard from = bb_shift(plain, -step);
    int64_t count;

    for (Bitboard unsafe = targets & ~plain; unsafe;) {
        const Square to = pop_lsb(&unsafe);
        l->count += count_after(l->board, us, (Square)((int)to - step), to, PAWN, NO_PIECE);
    }
    if (!plain)
        return;
    count = bb_count(plain) * l->replies - bb_count(from & l->east) - bb_count(from & l->west);
    if (!captures) {
        /* a step in front of a pawn that could then jump gains nothing */
        count += count_quiet(l, plain);
    } else {
        count += bb_count(from & l->opens_one) + bb_count(from & l->opens_two_more) +
                 bb_count(from & l->opens_jump);
        for (Bitboard left = plain; left;) {
            const Square to = pop_lsb(&left);
            count += count_capture(l, us, them, (Square)((int)to - step), to) +
                     (bb_has(l->king_ring, to) && !bb_has(l->twice, to));
        }
    }
    l->count += (uint64_t)count + count_king_replies(l, them, PAWN, A1, plain, l->once);
}

/*
 * Pawns are counted in sets where leaving changes nothing but replies of pawns, else one by one.
 * Double pushes next to a pawn, which may capture en passant, and promotions are made.
 */
ALWAYS_INLINE void count_pawns(LastPlies *l, const Color us, const Color them, const Masks *m) {
    const Board *b = l->board;
    const int ahead = us == WHITE ? 8 : -8;
    const Bitboard last = us == WHITE ? bb_rank(7) : bb_rank(0);
    const Bitboard pawns = board_pieces(b, us, PAWN), rivals = board_pieces(b, them, PAWN);
    const Bitboard special =
        pawns & (l->diagonal_hits | l->orthogonal_hits | l->unsafe_from | l->pins |
                 bb_pawn_attacks(l->watched | (l->king_ring & l->theirs), them));
    const Bitboard step_away = bb_forward(special, us);
    PawnTargets t = find_pawn_targets(b, us, m);
    Bitboard promotions = (t.step | t.east | t.west) & last;

    while (promotions) {
        const Square to = pop_lsb(&promotions);
        const Bitboard at = bb_of(to);
        for (Piece p = KNIGHT; p <= QUEEN; p++) {
            if (t.step & at)
                l->count += count_after(b, us, (Square)((int)to - ahead), to, PAWN, p);
            if (t.east & at)
                l->count += count_after(b, us, (Square)((int)to - ahead - 1), to, PAWN, p);
            if (t.west & at)
                l->count += count_after(b, us, (Square)((int)to - ahead + 1), to, PAWN, p);
        }
    }
    t.step &= ~last;
    t.east &= ~last;
    t.west &= ~last;
    if (t.jump & (bb_east(rivals) | bb_west(rivals))) {
        Bitboard jumps = t.jump & (bb_east(rivals) | bb_west(rivals));
        t.jump &= ~jumps;
        while (jumps) {
            const Square to = pop_lsb(&jumps);
            l->count += count_after(b, us, (Square)((int)to - 2 * ahead), to, PAWN, NO_PIECE);
        }
    }
    if (b->ep_square != NO_SQUARE)
        for (Bitboard able = pawns & attacks_pawn(them, (Square)b->ep_square); able;) {
            const Square from = pop_lsb(&able);
            if (board_ep_is_legal(b, us, from, (Square)b->ep_square))
                l->count += count_after(b, us, from, (Square)b->ep_square, PAWN, NO_PIECE);
        }
    for (Bitboard left = special; left;) {
        const Square from = pop_lsb(&left);
        const Bitboard to = bb_forward(bb_of(from), us);
        const Bitboard targets = (t.step & to) | (t.jump & bb_forward(to, us)) |
                                 (t.east & bb_east(to)) | (t.west & bb_west(to));
        if (targets)
            count_mover(l, us, them, PAWN, from, attacks_pawn(us, from), targets);
    }
    count_pawn_set(l, us, them, t.step & ~step_away, ahead, false);
    count_pawn_set(l, us, them, t.jump & ~bb_forward(step_away, us), 2 * ahead, false);
    count_pawn_set(l, us, them, t.east & ~bb_east(step_away), ahead + 1, true);
    count_pawn_set(l, us, them, t.west & ~bb_west(step_away), ahead - 1, true);
}

ALWAYS_INLINE void add_guard(LastPlies *l, Bitboard attacks) {
    l->twice |= l->once & attacks;
    l->once |= attacks;
}

ALWAYS_INLINE uint64_t count_last_plies(const Board *b, const Color us) {
    const Color them = us == WHITE ? BLACK : WHITE;
    const Square king = board_king(b, us), their_king = board_king(b, them);
    LastPlies l = {
        .board = b, .ours = b->color[us], .theirs = b->color[them], .occupied = board_occupied(b)};
    const CheckInfo ci = find_check_info(b, us, king);
    const Masks m = {~l.ours & (ci.checkers ? ci.check_mask : ALL_SQUARES), ci.orthogonal,
                     ci.diagonal};
    const Bitboard pinned = ci.orthogonal | ci.diagonal,
                   ahead = bb_forward(board_pieces(b, us, PAWN), us);
    Bitboard targets, attacks[64], squares;

    find_replies(&l, them, their_king);

    l.once = bb_east(ahead) | bb_west(ahead);
    l.twice = bb_east(ahead) & bb_west(ahead);
    add_guard(&l, attacks_king(king));
    for (Bitboard n = board_pieces(b, us, KNIGHT); n;)
        add_guard(&l, attacks_knight(pop_lsb(&n)));
    for (Bitboard n = board_pieces(b, us, BISHOP); n;) {
        const Square from = pop_lsb(&n);
        attacks[from] = attacks_bishop(from, l.occupied);
        add_guard(&l, attacks[from]);
    }
    for (Bitboard n = board_pieces(b, us, ROOK); n;) {
        const Square from = pop_lsb(&n);
        attacks[from] = attacks_rook(from, l.occupied);
        add_guard(&l, attacks[from]);
    }
    for (Bitboard n = board_pieces(b, us, QUEEN); n;) {
        const Square from = pop_lsb(&n);
        attacks[from] = attacks_queen(from, l.occupied);
        add_guard(&l, attacks[from]);
    }
    l.king_ring = attacks_king(their_king);
    l.king_targets = l.king_ring & ~l.theirs;
    l.watched = l.king_targets;
    find_castlings(&l, their_king);
    for (int i = 0; i < l.castlings; i++)
        l.watched |= l.castling[i].walks;
    find_guards(&l, l.watched | (l.king_ring & l.theirs & l.once));
    l.watched &= ~l.twice;
    l.king_targets &= ~l.twice;
    for (squares = l.watched; squares;) {
        const Square s = pop_lsb(&squares);
        l.bishop_from[s] = attacks_bishop(s, l.occupied);
        l.rook_from[s] = attacks_rook(s, l.occupied);
    }

    /* the king */
    targets = attacks_king(king) & ~l.ours & ~l.attacked;
    for (Bitboard c = ci.checkers & ~(b->piece[PAWN] | b->piece[KNIGHT]); c;) {
        const Bitboard checker = c & (~c + 1);
        targets &= ~(attacks_line(king, pop_lsb(&c)) & ~checker);
    }
    if (targets)
        count_mover(&l, us, them, KING, king, attacks_king(king), targets);
    if (!ci.checkers)
        for (Bitboard left = b->castling & l.ours; left;) {
            const Square rook = pop_lsb(&left);
            if (castling_path_is_free(b, king, rook) &&
                castling_is_safe(king, rook, l.attacked, ci.orthogonal))
                l.count += count_after(b, us, king, rook, KING, NO_PIECE);
        }
    if (more_than_one(ci.checkers))
        return l.count;
    count_pawns(&l, us, them, &m);
    for (Bitboard n = board_pieces(b, us, KNIGHT) & ~pinned; n;) {
        const Square from = pop_lsb(&n);
        if ((targets = attacks_knight(from) & m.targets))
            count_mover(&l, us, them, KNIGHT, from, attacks_knight(from), targets);
    }
#define SLIDERS(kind)                                                                              \
    for (Bitboard n = board_pieces(b, us, kind); n;) {                                             \
        const Square from = pop_lsb(&n);                                                           \
        targets = attacks[from] & m.targets;                                                       \
        if (bb_has(pinned, from))                                                                  \
            targets &= attacks_line(king, from);                                                   \
        if (targets)                                                                               \
            count_mover(&l, us, them, kind, from, attacks[from], targets);                         \
    }
    SLIDERS(BISHOP)
    SLIDERS(ROOK)
    SLIDERS(QUEEN)
#undef SLIDERS
    return l.count;
}

#endif
