/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Counts the last two plies of perft without making most of their moves. The replies are counted
 * once, as if it were the other side's turn (replies.h). A plain move changes that number by the
 * sum of the changes for its two squares, so all plain moves of a piece are counted with bitboard
 * set operations. A few other moves are counted one by one (single.h, delta.h). Original to Alula;
 * verified by every count of the perft suites, and by perft_visit() on random positions.
 */
#ifndef ALULA_LAST_PLIES_H
#define ALULA_LAST_PLIES_H

#include "single.h"

/* A piece of the mover, or pawns that all move in the same direction. */
typedef struct {
    Bitboard attacks; /* the squares that a piece attacks; 0 for pawns */
    Bitboard targets; /* target squares; later, those of plain moves */
    Square from;      /* of a piece */
    Piece piece;
} Mover;

/* Moves of a piece that are counted one by one. */
typedef struct {
    Bitboard targets;
    Square from;
    Piece piece;
} Singles;

/* Maximum number of pieces on a board, plus four sets of pawns. */
enum { MAX_MOVERS = SQUARE_COUNT + 4 };

/*
 * State of counting the mover's moves. The lists are filled without branches, which would be the
 * most expensive part.
 */
typedef struct {
    Replies replies;
    Guard guard;
    Bitboard quiet[QUIET_PLANES]; /* bit planes: number of plain quiet moves to each square */
    int64_t count;
    Mover mover[MAX_MOVERS];
    Singles single[MAX_MOVERS];
    /* indices of movers that capture, alone guard a square, open lines or block a guard */
    uint8_t capturer[MAX_MOVERS], lone_guard[MAX_MOVERS], opener[MAX_MOVERS], blocker[MAX_MOVERS];
    int movers, singles, capturers, lone_guards, openers, blockers;
} LastPlies;

/* --- pawns ------------------------------------------------------------------------------------ */

ALWAYS_INLINE void add_quiet(LastPlies *l, Bitboard quiet) {
    for (int i = 0; i < QUIET_PLANES; i++) {
        const Bitboard carry = l->quiet[i] & quiet;
        l->quiet[i] ^= quiet;
        quiet = carry;
    }
}

ALWAYS_INLINE void count_promotion_set(LastPlies *l, const Color us, Bitboard targets,
                                       const int step) {
    while (targets) {
        const Square to = pop_lsb(&targets), from = (Square)((int)to - step);
        l->count += us == WHITE ? count_promotions_white(&l->replies, &l->guard, from, to)
                                : count_promotions_black(&l->replies, &l->guard, from, to);
    }
}

/* Counts pawn moves in one direction; those to `single` targets are counted one by one. */
ALWAYS_INLINE void count_pawn_set(LastPlies *l, const Color us, const Color them, Bitboard targets,
                                  Bitboard single, const int step) {
    const Replies *r = &l->replies;
    const Guard *g = &l->guard;
    const Bitboard plain = targets & ~single, from = bb_shift(plain, -step);

    l->count += bb_count(plain) * r->replies - bb_count(from & r->east) - bb_count(from & r->west);
    l->mover[l->movers] = (Mover){0, plain, A1, PAWN};
    l->movers += plain != 0;
    if (step % 8 == 0) {
        /* pushes in front of another pawn gain nothing */
        add_quiet(l, plain);
        if (step % 16 == 0)
            l->count += count_ep_replies(r, us, plain);
    } else {
        l->count += bb_count(from & r->opens_push) + bb_count(from & r->opens_both) +
                    bb_count(from & r->opens_jump) + bb_count(plain & g->ring & ~g->twice);
        for (Bitboard left = plain; left;) {
            const Square to = pop_lsb(&left);
            l->count += gain_of_capture(r, us, them, (Square)((int)to - step), to);
        }
    }
    for (Bitboard left = targets & single; left;) {
        const Square to = pop_lsb(&left), origin = (Square)((int)to - step);
        l->count += us == WHITE ? count_single_white(r, g, PAWN, origin, to)
                                : count_single_black(r, g, PAWN, origin, to);
    }
}

/*
 * Counts the moves of a pawn that is the only guard of a square near the king, and removes them
 * from *t except for moves to `single` targets.
 */
ALWAYS_INLINE void count_lone_pawn(LastPlies *l, const Color us, const Color them, Square from,
                                   PawnTargets *t, Bitboard single) {
    const Replies *r = &l->replies;
    const Guard *g = &l->guard;
    const Bitboard ahead = bb_forward(bb_of(from), us), beyond = bb_forward(ahead, us);
    const Bitboard push = ((ahead & t->step) | (beyond & t->jump)) & ~single;
    const Bitboard east = bb_east(ahead) & t->east & ~single;
    const Bitboard west = bb_west(ahead) & t->west & ~single, captures = east | west;
    const int64_t lost = bb_has(r->east, from) + bb_has(r->west, from);

    t->step &= ~push;
    t->jump &= ~push;
    t->east &= ~east;
    t->west &= ~west;
    add_quiet(l, push);
    l->count += bb_count(push) * (r->replies - lost) +
                bb_count(captures) * (r->replies + gain_of_pawns(r, from)) +
                bb_count(captures & g->ring & ~g->twice);
    for (Bitboard left = captures; left;)
        l->count += gain_of_capture(r, us, them, from, pop_lsb(&left));
    l->lone_guard[l->lone_guards++] = (uint8_t)l->movers;
    l->mover[l->movers++] = (Mover){attacks_pawn(us, from), push | captures, from, PAWN};
}

ALWAYS_INLINE void count_en_passant(LastPlies *l, const Color us, const Color them) {
    const Board *b = l->replies.board;
    const Square to = (Square)b->ep_square;

    for (Bitboard able = board_pieces(b, us, PAWN) & attacks_pawn(them, to); able;) {
        const Square from = pop_lsb(&able);
        if (board_ep_is_legal(b, us, from, to))
            l->count += count_after(b, us, from, to, PAWN, NO_PIECE);
    }
}

/* Counts pawn moves; in sets, if leaving and arriving change the replies of pawns alone. */
ALWAYS_INLINE void count_pawns(LastPlies *l, const Color us, const Color them, const Masks *m) {
    const Replies *r = &l->replies;
    const Guard *g = &l->guard;
    const Board *b = r->board;
    const int ahead = us == WHITE ? 8 : -8;
    const Bitboard last = us == WHITE ? bb_rank(7) : bb_rank(0);
    const Bitboard rivals = r->theirs & b->piece[PAWN];
    const Bitboard next_to_rivals = bb_east(rivals) | bb_west(rivals);
    const Bitboard leave = r->diagonal_hits | r->orthogonal_hits | r->unsafe_from | g->opens |
                           bb_pawn_attacks(g->lone, them);
    Bitboard lone = b->piece[PAWN] & r->ours & bb_pawn_attacks(g->lone, them) &
                    ~(r->diagonal_hits | r->orthogonal_hits | r->unsafe_from | g->opens);
    const Bitboard arrive = r->check_to[PAWN] | r->pins | g->blocks;
    PawnTargets t = find_pawn_targets(b, us, m);

    if (b->ep_square != NO_SQUARE)
        count_en_passant(l, us, them);
    if ((t.step | t.east | t.west) & last) {
        count_promotion_set(l, us, t.step & last, ahead);
        count_promotion_set(l, us, t.east & last, ahead + 1);
        count_promotion_set(l, us, t.west & last, ahead - 1);
        t.step &= ~last;
        t.east &= ~last;
        t.west &= ~last;
    }
    while (lone)
        count_lone_pawn(l, us, them, pop_lsb(&lone), &t, arrive | next_to_rivals);
    count_pawn_set(l, us, them, t.step, arrive | bb_forward(leave, us), ahead);
    if (t.jump)
        count_pawn_set(l, us, them, t.jump, arrive | bb_forward(bb_forward(leave, us), us),
                       2 * ahead);
    if (t.east)
        count_pawn_set(l, us, them, t.east, arrive | bb_east(bb_forward(leave, us)), ahead + 1);
    if (t.west)
        count_pawn_set(l, us, them, t.west, arrive | bb_west(bb_forward(leave, us)), ahead - 1);
}

/* --- king and pieces -------------------------------------------------------------------------- */

/*
 * Counts castling. It is plain if no piece of the replier attacks its squares, and the rook's new
 * square only affects the guard of the king.
 */
ALWAYS_INLINE void count_castling(LastPlies *l, const Color us, Square king, Square rook) {
    const Replies *r = &l->replies;
    const Guard *g = &l->guard;
    const Square king_to = castling_king_to(king, rook), rook_to = castling_rook_to(king, rook);
    const Bitboard left = bb_of(king) | bb_of(rook), reached = bb_of(king_to) | bb_of(rook_to);
    const Bitboard occupied = (r->occupied & ~left) | reached;
    const Bitboard attacks = attacks_rook(rook_to, occupied);
    const Bitboard pawns =
        r->east | r->west | bb_forward(r->theirs & r->board->piece[PAWN], color_other(us));
    const Bitboard guarded = (g->once & ~attacks_rook(rook, r->occupied)) | g->twice | attacks;
    const Bitboard bears = r->diagonal_hits | r->orthogonal_hits | pawns | r->pins |
                           r->unsafe_from | g->opens | g->blocks;
    const Bitboard near = attacks_king(king) | attacks_king(king_to);

    if (((left | reached) & bears) || bb_has(r->pin_to[ROOK], rook_to) ||
        bb_has(attacks, r->king) || (near & (g->lone | g->ring)) ||
        square_rank(r->king) == square_rank(king))
        l->count += count_after(r->board, us, king, rook, KING, NO_PIECE);
    else
        l->count += r->replies + count_king_replies(r, g, king_to, guarded);
}

ALWAYS_INLINE void count_castlings(LastPlies *l, const Color us, Square king, const CheckInfo *ci) {
    const Replies *r = &l->replies;
    const Board *b = r->board;

    if (ci->checkers)
        return;
    for (Bitboard rooks = b->castling & r->ours; rooks;) {
        const Square rook = pop_lsb(&rooks);
        if (castling_path_is_free(b, king, rook) &&
            castling_is_safe(king, rook, r->attacked, ci->orthogonal))
            count_castling(l, us, king, rook);
    }
}

ALWAYS_INLINE void add_guard(Guard *g, Bitboard attacks) {
    g->thrice |= g->twice & attacks;
    g->twice |= g->once & attacks;
    g->once |= attacks;
}

/* Lists king and pieces with their attacks and targets, and counts the attackers of each square. */
ALWAYS_INLINE void list_movers(LastPlies *l, const Color us, Square king, const CheckInfo *ci,
                               const Masks *m) {
    const Replies *r = &l->replies;
    const Board *b = r->board;
    Guard *g = &l->guard;
    const Bitboard ahead = bb_forward(r->ours & b->piece[PAWN], us);
    const Bitboard diagonal = b->piece[BISHOP] | b->piece[QUEEN];
    const Bitboard orthogonal = b->piece[ROOK] | b->piece[QUEEN];
    const Bitboard pinned = m->orthogonal | m->diagonal;
    Bitboard targets = attacks_king(king) & ~r->ours & ~r->attacked;

    for (Bitboard c = ci->checkers & ~(b->piece[PAWN] | b->piece[KNIGHT]); c;) {
        const Square checker = pop_lsb(&c);
        targets &= ~attacks_line(king, checker) | bb_of(checker);
    }
    g->once = bb_east(ahead) | bb_west(ahead);
    g->twice = bb_east(ahead) & bb_west(ahead);
    g->thrice = 0;
    add_guard(g, attacks_king(king));
    l->mover[0] = (Mover){attacks_king(king), targets, king, KING};
    l->movers = targets != 0;
    for (Bitboard n = r->ours & ~(b->piece[PAWN] | b->piece[KING]); n;) {
        const Square from = pop_lsb(&n);
        const bool d = bb_has(diagonal, from), o = bb_has(orthogonal, from);
        const Bitboard attacks = (d ? attacks_bishop(from, r->occupied) : 0) |
                                 (o ? attacks_rook(from, r->occupied) : 0) |
                                 (d || o ? 0 : attacks_knight(from));
        const Bitboard line = bb_has(pinned, from) ? attacks_line(king, from) : ALL_SQUARES;
        const Bitboard reach = attacks & m->targets & line;

        add_guard(g, attacks);
        l->mover[l->movers] = (Mover){attacks, reach, from, (Piece)(KNIGHT + d + 2 * o)};
        l->movers += reach != 0;
    }
}

/* Counts the plain moves of king and pieces. Lists captures and a few other moves for later. */
ALWAYS_INLINE void count_movers(LastPlies *l, const Color them) {
    const Replies *r = &l->replies;
    const Guard *g = &l->guard;
    const Bitboard leave = r->unsafe_from | g->opens;
    const Bitboard openers = r->diagonal_hits | r->orthogonal_hits | r->opens_both | r->opens_jump;

    for (int i = 0; i < l->movers; i++) {
        Mover *m = &l->mover[i];
        const Bitboard from = bb_of(m->from);
        Bitboard single = r->pins | r->check_to[m->piece] | r->pin_to[m->piece], plain;
        const int64_t each = r->replies + gain_of_pawns(r, m->from);
        Unpinning u = {0};

        if (from & leave)
            single = ALL_SQUARES;
        else if (from & r->pins) {
            u = find_unpinning(r, them, m->from);
            single = u.touched | r->check_to[m->piece] | r->pin_to[m->piece] |
                     (r->pins & (~u.line | r->theirs));
        }
        single &= m->targets;
        plain = m->targets & ~single;
        if (from & r->pins)
            l->count +=
                bb_count(plain & ~u.line) * u.leaving + bb_count(plain & u.line) * u.staying;
        l->single[l->singles] = (Singles){single, m->from, m->piece};
        l->singles += single != 0;
        m->targets = plain;
        l->count += bb_count(plain) * each;
        add_quiet(l, plain & ~r->theirs);
        l->capturer[l->capturers] = (uint8_t)i;
        l->capturers += (plain & r->theirs) != 0;
        l->lone_guard[l->lone_guards] = (uint8_t)i;
        l->lone_guards += (m->attacks & g->lone) != 0;
        l->blocker[l->blockers] = (uint8_t)i;
        l->blockers += (plain & g->blocks) != 0;
        l->opener[l->openers] = (uint8_t)i;
        l->openers += (from & openers) != 0;
    }
}

/*
 * Counts the changes by captures, by blocks, and by leaving a square on which sliders or pawns
 * depend.
 */
ALWAYS_INLINE void count_changes(LastPlies *l, const Color us, const Color them) {
    const Replies *r = &l->replies;
    const Guard *g = &l->guard;

    for (int i = 0; i < l->capturers; i++) {
        const Mover *m = &l->mover[l->capturer[i]];
        for (Bitboard captures = m->targets & r->theirs; captures;) {
            const Square to = pop_lsb(&captures);
            l->count += gain_of_capture(r, us, them, m->from, to) +
                        bb_has(g->ring & ~g->twice, to); /* the king recaptures */
        }
    }
    for (int i = 0; i < l->openers; i++) {
        const Mover *m = &l->mover[l->opener[i]];
        const Bitboard quiet = m->targets & ~r->theirs;
        l->count += gain_of_sliders(r, m->from, m->targets, quiet);
        if (m->piece != KNIGHT && m->piece != BISHOP)
            l->count -= loss_in_pawns_way(r, them, m->from, quiet);
    }
    for (int i = 0; i < l->blockers; i++) {
        const Mover *m = &l->mover[l->blocker[i]];
        for (Bitboard blocks = m->targets & g->blocks; blocks;) {
            const Square to = pop_lsb(&blocks);
            const Bitboard guarded = find_guarded(r, g, us, m->piece, m->from, to);
            l->count += count_king_replies(r, g, to, guarded);
        }
    }
    for (int i = 0; i < l->singles; i++) {
        const Singles *s = &l->single[i];
        for (Bitboard targets = s->targets; targets;) {
            const Square to = pop_lsb(&targets);
            l->count += us == WHITE ? count_single_white(r, g, s->piece, s->from, to)
                                    : count_single_black(r, g, s->piece, s->from, to);
        }
    }
}

/*
 * Counts plain moves after which a square is not guarded. A move of `piece` to `by[piece]` guards
 * it.
 */
ALWAYS_INLINE int64_t count_unguarded(const LastPlies *l, const Bitboard by[PIECE_COUNT]) {
    int64_t count = 0;

    for (int i = 0; i < l->movers; i++)
        count += bb_count(l->mover[i].targets & ~by[l->mover[i].piece]);
    return count;
}

ALWAYS_INLINE void add_attackers(const Replies *r, const Color them, Square s,
                                 Bitboard by[PIECE_COUNT]) {
    const Bitboard d = attacks_bishop(s, r->occupied), o = attacks_rook(s, r->occupied);

    by[PAWN] |= attacks_pawn(them, s);
    by[KNIGHT] |= attacks_knight(s);
    by[BISHOP] |= d;
    by[ROOK] |= o;
    by[QUEEN] |= d | o;
    by[KING] |= attacks_king(s);
}

/*
 * Counts king moves to unguarded squares, and castling, in reply to moves that do not prevent them.
 */
ALWAYS_INLINE void count_free_king(LastPlies *l, const Color them) {
    const Replies *r = &l->replies;
    const Guard *g = &l->guard;

    for (Bitboard free = g->targets & ~g->once; free;) {
        const Bitboard not = g->blocks;
        Bitboard by[PIECE_COUNT] = {not, not, not, not, not, not };
        add_attackers(r, them, pop_lsb(&free), by);
        l->count += count_unguarded(l, by);
    }
    for (int i = 0; i < g->castlings; i++) {
        const CastlingReply *c = &g->castling[i];
        const Bitboard not = c->path | g->blocks;
        Bitboard by[PIECE_COUNT] = {not, not, not, not, not, not };
        if (c->walks & g->once)
            continue;
        for (Bitboard walks = c->walks; walks;)
            add_attackers(r, them, pop_lsb(&walks), by);
        l->count += count_unguarded(l, by);
    }
}

/* Counts king moves to squares with a single guard, in reply to moves of that guard. */
ALWAYS_INLINE void count_lone_guards(LastPlies *l, const Color them) {
    const Replies *r = &l->replies;
    const Guard *g = &l->guard;

    for (int i = 0; i < l->lone_guards; i++) {
        const Mover *m = &l->mover[l->lone_guard[i]];
        const Bitboard targets = m->targets & ~g->blocks;
        for (Bitboard left = m->attacks & g->lone & g->targets; left;)
            l->count +=
                bb_count(targets & ~attackers_from(r, them, m->piece, pop_lsb(&left), m->from));
        for (int k = 0; k < g->castlings; k++) {
            const CastlingReply *c = &g->castling[k];
            Bitboard prevents = c->path;
            if (!(c->walks & g->once) || (c->walks & (g->twice | (g->lone & ~m->attacks))))
                continue;
            for (Bitboard walks = c->walks; walks;)
                prevents |= attackers_from(r, them, m->piece, pop_lsb(&walks), m->from);
            l->count += bb_count(targets & ~prevents);
        }
    }
}

/* Returns the change in the number of replies by the arrival of all quiet moves. */
ALWAYS_INLINE int64_t gain_of_arrivals(const LastPlies *l) {
    int64_t gain = 0;

    for (int i = 0; i < QUIET_PLANES; i++) {
        const Bitboard quiet = l->quiet[i];
        int64_t loss = -2 * (int64_t)bb_count(quiet);
        if (!quiet)
            continue;
        for (int k = 0; k < LOSS_PLANES; k++)
            loss += (int64_t)bb_count(quiet & l->replies.loss[k]) << k;
        if (l->replies.promoting)
            loss -= gain_of_promotions(&l->replies, quiet);
        gain -= loss * (1 << i);
    }
    return gain;
}

/* Returns the number of leaves two plies below; `us` is the side to move. */
ALWAYS_INLINE uint64_t count_last_plies(const Board *b, const Color us) {
    const Color them = color_other(us);
    const Square king = board_king(b, us);
    const CheckInfo ci = find_check_info(b, us, king);
    const Bitboard allowed = more_than_one(ci.checkers) ? 0
                             : ci.checkers              ? ci.check_mask
                                                        : ALL_SQUARES;
    const Masks m = {~b->color[us] & allowed, ci.orthogonal, ci.diagonal};
    LastPlies l;

    l.count = 0;
    l.singles = l.capturers = l.lone_guards = l.openers = l.blockers = 0;
    for (int i = 0; i < QUIET_PLANES; i++)
        l.quiet[i] = 0;
    l.replies.board = b;
    l.replies.ours = b->color[us];
    l.replies.theirs = b->color[them];
    l.replies.occupied = board_occupied(b);
    l.replies.king = board_king(b, them);
    find_replies(&l.replies, them);
    list_movers(&l, us, king, &ci, &m);
    find_guard(&l.replies, &l.guard);
    count_movers(&l, them);
    count_changes(&l, us, them);
    count_castlings(&l, us, king, &ci);
    if (allowed)
        count_pawns(&l, us, them, &m);
    count_lone_guards(&l, them);
    count_free_king(&l, them);
    return (uint64_t)(l.count + gain_of_arrivals(&l));
}

#endif
