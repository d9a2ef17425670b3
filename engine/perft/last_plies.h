/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The last two plies of perft, counted without making most of their moves. The replies are counted
 * once, as if it were the other side's turn (replies.h). What a plain move changes in that number
 * is the sum of what its two squares change, so that all plain moves of a piece are counted by set
 * operations. Moves that give check and a few others are made. Our own idea; every count of the
 * perft suites checks it, and perft_visit() on random positions.
 */
#ifndef ALULA_LAST_PLIES_H
#define ALULA_LAST_PLIES_H

#include "replies.h"

/*
 * Bulk counting (chessprogramming.org, "Perft") of the last ply; a function of its own keeps its
 * working set in registers.
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

/* Make a move and count the replies. */
NEVER_INLINE uint64_t count_after(const Board *b, Color us, Square from, Square to, Piece piece,
                                  Piece promotion) {
    Board child = *b;

    board_play(&child, us, from, to, piece, promotion);
    return us == WHITE ? count_black_moves(&child) : count_white_moves(&child);
}

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

/* A piece of the mover, or pawns that all make the same step. */
typedef struct {
    Bitboard attacks; /* the squares that a piece attacks; 0 for pawns */
    Bitboard targets; /* where it may go; later, those of its plain moves */
    Square from;      /* of a piece */
    Piece piece;
} Mover;

/* Moves of a piece that are counted one by one. */
typedef struct {
    Bitboard targets;
    Square from;
    Piece piece;
} Singles;

/* All the pieces that a board has room for, and four sets of pawns. */
enum { MAX_MOVERS = SQUARE_COUNT + 4 };

/* Counting the moves of the mover. The lists are filled without branches, which cost most here. */
typedef struct {
    Replies replies;
    Guard guard;
    Bitboard quiet[QUIET_PLANES]; /* how many plain quiet moves go to a square */
    int64_t count;
    Mover mover[MAX_MOVERS];
    Singles single[MAX_MOVERS];
    /* numbers of movers that ... */
    uint8_t capturer[MAX_MOVERS], lone_guard[MAX_MOVERS], opener[MAX_MOVERS], blocker[MAX_MOVERS];
    int movers, singles, capturers, lone_guards, openers, blockers;
} LastPlies;

/* --- the guard of the replier's king -----------------------------------------------------------
 */

/* Castlings whose path is free. A piece of the mover that alone occupies one opens it by leaving.
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

/* The squares from which a piece of the mover attacks s once it has left `from`. */
ALWAYS_INLINE Bitboard attackers_from(const Replies *r, const Color them, Piece piece, Square s,
                                      Square from) {
    const Bitboard squares = attacks_by(them, piece, s, r->occupied);

    if (piece == PAWN || piece == KNIGHT || piece == KING || !bb_has(squares, from))
        return squares;
    return (squares | attacks_line(s, from)) & ~bb_of(s);
}

/* What the mover's other sliders attack after a move in addition, and no longer. */
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
 * The squares next to the king and on its castling path that are guarded after a move; behind the
 * king as well where it gives check. A square loses one slider at most, as one line leads there.
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

/* The king's replies after one move, which gives no check. */
ALWAYS_INLINE int64_t count_king_replies(const Replies *r, const Guard *g, Square to,
                                         Bitboard guarded) {
    int64_t count = bb_count(g->ring & ~guarded & ~(r->theirs & ~bb_of(to)));

    for (int i = 0; i < g->castlings; i++)
        count += !(g->castling[i].walks & guarded) && !bb_has(g->castling[i].path, to);
    return count;
}

/* --- moves counted one by one ------------------------------------------------------------------
 */

/* The replies to a direct check: captures of the checker, blocks, and moves of the king. */
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

/* Captures en passant after double pushes to these squares, which give no check. */
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
 * The replies to one move, castling and promotions apart. It is made if it opens a line to the
 * king, or checks and changes pins at once, unless the pinner takes the pinned piece; also if it
 * changes the pin of a piece on the rank of castling, which may be the rook in Chess960.
 */
ALWAYS_INLINE int64_t count_single(const LastPlies *l, const Color us, const Color them,
                                   Piece piece, Square from, Square to) {
    const Replies *r = &l->replies;
    const Guard *g = &l->guard;
    const Bitboard left = bb_of(from), at = bb_of(to), moved = left | at;
    const bool jumps = piece == PAWN && (from ^ to) == 16, checks = at & r->check_to[piece];
    const bool repins = (moved & r->pins) || (at & r->pin_to[piece]);
    const bool takes_pinned = (at & r->pins & r->theirs & attacks_line(r->king, from)) != 0;
    int64_t count;

    if ((left & r->unsafe_from) || (checks && (jumps || (repins && !takes_pinned))) ||
        (repins && (r->board->castling & r->theirs) && (moved & bb_rank(square_rank(r->king)))))
        return (int64_t)count_after(r->board, us, from, to, piece, NO_PIECE);
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

NEVER_INLINE int64_t count_single_white(const LastPlies *l, Piece piece, Square from, Square to) {
    return count_single(l, WHITE, BLACK, piece, from, to);
}
NEVER_INLINE int64_t count_single_black(const LastPlies *l, Piece piece, Square from, Square to) {
    return count_single(l, BLACK, WHITE, piece, from, to);
}

/* Promotions of one pawn to one square: four moves that differ in check and guard only. */
ALWAYS_INLINE int64_t count_promotions(const LastPlies *l, const Color us, const Color them,
                                       Square from, Square to) {
    const Replies *r = &l->replies;
    const Guard *g = &l->guard;
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
            all += (int64_t)count_after(r->board, us, from, to, PAWN, p);
        else
            all += count + count_king_replies(r, g, to, guarded | attacks[p]);
    }
    return all;
}

NEVER_INLINE int64_t count_promotions_white(const LastPlies *l, Square from, Square to) {
    return count_promotions(l, WHITE, BLACK, from, to);
}
NEVER_INLINE int64_t count_promotions_black(const LastPlies *l, Square from, Square to) {
    return count_promotions(l, BLACK, WHITE, from, to);
}

/* --- pawns -------------------------------------------------------------------------------------
 */

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
        l->count +=
            us == WHITE ? count_promotions_white(l, from, to) : count_promotions_black(l, from, to);
    }
}

/* Pawn moves that all go the same way; those to `single` targets are counted one by one. */
ALWAYS_INLINE void count_pawn_set(LastPlies *l, const Color us, const Color them, Bitboard targets,
                                  Bitboard single, const int step) {
    const Replies *r = &l->replies;
    const Guard *g = &l->guard;
    const Bitboard plain = targets & ~single, from = bb_shift(plain, -step);

    l->count += bb_count(plain) * r->replies - bb_count(from & r->east) - bb_count(from & r->west);
    l->mover[l->movers] = (Mover){0, plain, A1, PAWN};
    l->movers += plain != 0;
    if (step % 8 == 0) {
        /* in front of another pawn pushes gain nothing */
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
        l->count += us == WHITE ? count_single_white(l, PAWN, origin, to)
                                : count_single_black(l, PAWN, origin, to);
    }
}

/*
 * A pawn that alone guards a square near the king, but is otherwise as those in sets. Takes its
 * moves out of *t but those to `single` targets.
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
            l->count += (int64_t)count_after(b, us, from, to, PAWN, NO_PIECE);
    }
}

/* Pushes are counted in sets where leaving and arriving change replies of pawns alone. */
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

/* --- king and pieces ---------------------------------------------------------------------------
 */

/*
 * Castling is plain where nothing of the replier bears on its squares and the rook's new square
 * matters to the king's guard alone.
 */
ALWAYS_INLINE void count_castling(LastPlies *l, const Color us, Square king, Square rook) {
    const Replies *r = &l->replies;
    const Guard *g = &l->guard;
    const Square king_to = castling_king_to(king, rook), rook_to = castling_rook_to(king, rook);
    const Bitboard left = bb_of(king) | bb_of(rook), reached = bb_of(king_to) | bb_of(rook_to);
    const Bitboard occupied = (r->occupied & ~left) | reached;
    const Bitboard attacks = attacks_rook(rook_to, occupied);
    const Bitboard pawns =
        r->east | r->west |
        bb_forward(r->theirs & r->board->piece[PAWN], us == WHITE ? BLACK : WHITE);
    const Bitboard guarded = (g->once & ~attacks_rook(rook, r->occupied)) | g->twice | attacks;
    const Bitboard bears = r->diagonal_hits | r->orthogonal_hits | pawns | r->pins |
                           r->unsafe_from | g->opens | g->blocks;
    const Bitboard near = attacks_king(king) | attacks_king(king_to);

    if (((left | reached) & bears) || bb_has(r->pin_to[ROOK], rook_to) ||
        bb_has(attacks, r->king) || (near & (g->lone | g->ring)) ||
        square_rank(r->king) == square_rank(king))
        l->count += (int64_t)count_after(r->board, us, king, rook, KING, NO_PIECE);
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

/* List king and pieces with their attacks and targets, and count who attacks each square. */
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

/* Count the plain moves of king and pieces, captures and a few others apart, which are listed. */
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

/* What captures change, and leaving a square on which sliders or pawns depend. */
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
            l->count += us == WHITE ? count_single_white(l, s->piece, s->from, to)
                                    : count_single_black(l, s->piece, s->from, to);
        }
    }
}

/* Plain moves after which a square is not guarded; it is by moves of `piece` to `by[piece]`. */
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

/* Replies of the king to squares that nobody guards, and castlings, after moves that block none. */
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

/* Replies of the king to squares that one piece alone guards, after its moves. */
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

/* What the arrival of all quiet moves changes. */
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

/* The number of leaves two plies below; `us` is the side to move. */
ALWAYS_INLINE uint64_t count_last_plies(const Board *b, const Color us) {
    const Color them = us == WHITE ? BLACK : WHITE;
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
