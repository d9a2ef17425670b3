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
    Bitboard ring, targets;       /* next to the king; those where the king may go if not guarded */
    Bitboard once, twice, thrice; /* attacked by that many pieces of the mover, or more */
    Bitboard watched;             /* squares whose guard may change */
    Bitboard opens;               /* pieces of the mover that hide such a square from a slider */
    Bitboard blocks, blocks_too;  /* squares between a slider and a square guarded once; */
    Bitboard blocks_twice;        /* those of two sliders; and of a square guarded twice */
    Bitboard own_blocks[SQUARE_COUNT]; /* by each slider */
    CastlingReply castling[2];
    int castlings;
} Guard;

/* Counting the moves of the mover. */
typedef struct {
    Replies replies;
    Guard guard;
    Bitboard quiet[QUIET_PLANES]; /* how many plain quiet moves go to a square */
    uint64_t count;
} LastPlies;

/* --- the guard of the replier's king -----------------------------------------------------------
 */

/* Castlings whose path is free. A piece of the mover that alone occupies one opens it by leaving.
 */
ALWAYS_INLINE void find_castlings(Replies *r, Guard *g) {
    g->castlings = 0;
    for (Bitboard rooks = r->board->castling & r->theirs & ~r->pins; rooks;) {
        const Square rook = pop_lsb(&rooks), king_to = castling_king_to(r->king, rook);
        const Bitboard path = castling_path(r->king, rook), blockers = path & r->occupied;
        const Bitboard walks = attacks_between(r->king, king_to) | bb_of(king_to);

        if (!blockers) {
            g->castling[g->castlings++] = (CastlingReply){path | bb_of(rook), walks};
            g->watched |= walks;
        } else if (!more_than_one(blockers)) {
            r->unsafe_from |= blockers & r->ours;
        }
    }
}

/* Where a slider may be blocked, and whether it stands behind another piece that guards nothing. */
ALWAYS_INLINE void find_blocks(const Replies *r, Guard *g, Bitboard watched, Square s,
                               Bitboard rays) {
    Bitboard own = 0;

    for (Bitboard squares = rays & watched; squares;) {
        const Square guarded = pop_lsb(&squares);
        const Bitboard between = attacks_between(s, guarded), blockers = between & r->occupied;
        const bool once = !bb_has(g->twice, guarded);

        own |= once && !blockers ? between : 0;
        g->blocks_too |= !once && !blockers ? between : 0;
        g->opens |= once && !more_than_one(blockers) ? blockers & r->ours : 0;
    }
    g->blocks_twice |= g->blocks & own;
    g->blocks |= own;
    g->own_blocks[s] = own;
}

ALWAYS_INLINE void find_guard(Replies *r, Guard *g) {
    Bitboard watched;

    g->ring = attacks_king(r->king);
    g->targets = g->watched = g->ring & ~r->theirs;
    find_castlings(r, g);
    watched = (g->watched | (g->ring & g->once)) & ~g->thrice;
    g->blocks = g->blocks_too = g->blocks_twice = g->opens = 0;
    for (Bitboard n = r->ours & r->board->piece[BISHOP]; n;) {
        const Square s = pop_lsb(&n);
        find_blocks(r, g, watched, s, attacks_bishop(s, 0));
    }
    for (Bitboard n = r->ours & r->board->piece[ROOK]; n;) {
        const Square s = pop_lsb(&n);
        find_blocks(r, g, watched, s, attacks_rook(s, 0));
    }
    for (Bitboard n = r->ours & r->board->piece[QUEEN]; n;) {
        const Square s = pop_lsb(&n);
        find_blocks(r, g, watched, s, attacks_queen(s, 0));
    }
}

/* The squares from which a piece of the mover attacks s once it has left `from`. */
ALWAYS_INLINE Bitboard attackers_from(const Replies *r, const Color them, const Piece piece,
                                      Square s, Square from) {
    Bitboard squares;

    if (piece == PAWN)
        return attacks_pawn(them, s);
    squares = attacks_of(piece, s, r->occupied);
    if (piece == KNIGHT || piece == KING || !bb_has(squares, from))
        return squares;
    return (squares | attacks_line(s, from)) & ~bb_of(s);
}

/*
 * The king's replies after each of a piece's plain moves to `targets`, in all. guarded: the squares
 * that the other pieces attack.
 */
ALWAYS_INLINE uint64_t count_king_replies(const LastPlies *l, const Color them, const Piece piece,
                                          Square from, Bitboard targets, Bitboard guarded) {
    const Replies *r = &l->replies;
    const Guard *g = &l->guard;
    uint64_t count = 0;

    for (Bitboard free = g->targets & ~guarded; free;)
        count +=
            (uint64_t)bb_count(targets & ~attackers_from(r, them, piece, pop_lsb(&free), from));
    for (int i = 0; i < g->castlings; i++) {
        const CastlingReply *c = &g->castling[i];
        Bitboard prevents = c->path;
        if (c->walks & guarded)
            continue;
        for (Bitboard walks = c->walks; walks;)
            prevents |= attackers_from(r, them, piece, pop_lsb(&walks), from);
        count += (uint64_t)bb_count(targets & ~prevents);
    }
    return count;
}

/* The king's replies after one move, which gives no check. */
ALWAYS_INLINE uint64_t count_king_replies_to(const Replies *r, const Guard *g, Square to,
                                             Bitboard guarded) {
    uint64_t count = (uint64_t)bb_count(g->ring & ~guarded & ~(r->theirs & ~bb_of(to)));

    for (int i = 0; i < g->castlings; i++)
        count += !(g->castling[i].walks & guarded) && !bb_has(g->castling[i].path, to);
    return count;
}

/*
 * The squares next to the king and on its castling path that are guarded after a move, whatever it
 * opens or blocks; behind the king as well where it gives check.
 */
ALWAYS_INLINE Bitboard find_guarded_after(const Replies *r, const Color us, const Piece piece,
                                          Square from, Square to) {
    const Board *b = r->board;
    const Bitboard occupied = ((r->occupied & ~bb_of(from)) | bb_of(to)) & ~bb_of(r->king);
    const Bitboard rest = r->ours & ~bb_of(from);
    Bitboard guarded =
        bb_pawn_attacks(rest & b->piece[PAWN], us) | bb_knight_attacks(rest & b->piece[KNIGHT]);

    guarded |= piece == PAWN ? attacks_pawn(us, to) : attacks_of(piece, to, occupied);
    if (piece != KING)
        guarded |= attacks_king(board_king(b, us));
    for (Bitboard n = rest & (b->piece[BISHOP] | b->piece[QUEEN]); n;)
        guarded |= attacks_bishop(pop_lsb(&n), occupied);
    for (Bitboard n = rest & (b->piece[ROOK] | b->piece[QUEEN]); n;)
        guarded |= attacks_rook(pop_lsb(&n), occupied);
    return guarded;
}

/* --- the mover's side --------------------------------------------------------------------------
 */

ALWAYS_INLINE void make_each(LastPlies *l, const Color us, const Piece piece, Square from,
                             Bitboard targets) {
    while (targets)
        l->count += count_after(l->replies.board, us, from, pop_lsb(&targets), piece, NO_PIECE);
}

ALWAYS_INLINE void add_quiet(LastPlies *l, Bitboard quiet) {
    for (int i = 0; i < QUIET_PLANES; i++) {
        const Bitboard carry = l->quiet[i] & quiet;
        l->quiet[i] ^= quiet;
        quiet = carry;
    }
}

/* What the arrival of all quiet moves changes. */
ALWAYS_INLINE int64_t gain_of_arrivals(const LastPlies *l) {
    int64_t gain = 0;

    for (int i = 0; i < QUIET_PLANES; i++) {
        const Bitboard quiet = l->quiet[i];
        int64_t loss = -2 * (int64_t)bb_count(quiet);
        for (int k = 0; k < LOSS_PLANES; k++)
            loss += (int64_t)bb_count(quiet & l->replies.loss[k]) << k;
        if (l->replies.promoting)
            loss -= gain_of_promotions(&l->replies, quiet);
        gain -= loss * (1 << i);
    }
    return gain;
}

/* Captures next to the king: may it recapture? */
ALWAYS_INLINE bool king_recaptures(const Guard *g, Square to) {
    return bb_has(g->ring & ~g->twice, to);
}

/* What captures and quiet moves to these squares change, the king's replies apart. */
ALWAYS_INLINE int64_t gain_of_captures(const LastPlies *l, const Color us, const Color them,
                                       Square from, Bitboard captures) {
    int64_t gain = 0;

    while (captures) {
        const Square to = pop_lsb(&captures);
        gain += gain_of_capture(&l->replies, us, them, from, to) + king_recaptures(&l->guard, to);
    }
    return gain;
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

/* The replies to a direct check: captures of the checker, blocks, and moves of the king. */
ALWAYS_INLINE uint64_t count_evasions(const Replies *r, const Guard *g, const Color us,
                                      const Color them, const Piece piece, Square from, Square to) {
    const Bitboard at = bb_of(to), between = attacks_between(r->king, to);
    const Bitboard occupied = (r->occupied & ~bb_of(from)) | at;
    const Bitboard guarded = find_guarded_after(r, us, piece, from, to);
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
    return (uint64_t)count;
}

/* The kinds of a piece's moves. */
typedef struct {
    Bitboard made;    /* to be made */
    Bitboard checks;  /* direct checks */
    Bitboard plain;   /* counted in sets; of these, */
    Bitboard repins;  /* moves that change pins, */
    Bitboard reguard; /* and moves that open or block the guard of a square near the king */
} Moves;

ALWAYS_INLINE Moves sort_moves(const LastPlies *l, const Piece piece, Square from, Bitboard attacks,
                               Bitboard targets) {
    const Replies *r = &l->replies;
    const Guard *g = &l->guard;
    const bool slides = piece == BISHOP || piece == ROOK || piece == QUEEN;
    const Bitboard at = bb_of(from), pinned = r->pins & r->theirs;
    const Bitboard blocks =
        (slides ? (g->blocks & ~g->own_blocks[from]) | g->blocks_twice : g->blocks) |
        (attacks & g->watched & g->twice ? g->blocks_too : 0);
    Moves m = {0};

    if (at & r->unsafe_from) {
        m.made = targets;
        return m;
    }
    m.checks = targets & r->check_to[piece];
    m.made = targets & (pinned | (m.checks & (at & r->pins ? ALL_SQUARES : r->pins)));
    m.checks &= ~m.made;
    m.plain = targets & ~(m.made | m.checks);
    m.repins = m.plain & (at & r->pins ? ALL_SQUARES : r->pins | r->pin_to[piece]);
    if (m.repins && (r->board->castling & r->theirs)) {
        /* in Chess960 the castling rook may be pinned */
        const Bitboard rank = bb_rank(square_rank(r->king));
        m.made |= m.repins & (at & rank ? ALL_SQUARES : rank);
        m.plain &= ~m.made;
        m.repins &= ~m.made;
    }
    m.reguard = m.plain & (at & g->opens ? ALL_SQUARES : blocks);
    return m;
}

/* All moves of one piece. attacks: the squares that it attacks; targets: where it may go. */
ALWAYS_INLINE void count_mover(LastPlies *l, const Color us, const Color them, const Piece piece,
                               Square from, Bitboard attacks, Bitboard targets) {
    const Replies *r = &l->replies;
    const Guard *g = &l->guard;
    Moves m = sort_moves(l, piece, from, attacks, targets);
    const Bitboard quiet = m.plain & ~r->theirs;
    int64_t count = bb_count(m.plain) * (r->replies + gain_of_pawns(r, from));

    make_each(l, us, piece, from, m.made);
    add_quiet(l, quiet);
    if (bb_has(r->diagonal_hits | r->orthogonal_hits, from))
        count += gain_of_sliders(r, from, m.plain, quiet);
    if (piece == ROOK || piece == QUEEN || piece == KING || piece == PAWN)
        count -= loss_in_pawns_way(r, them, from, quiet);
    count += gain_of_captures(l, us, them, from, m.plain & r->theirs);
    while (m.repins)
        count += gain_of_pins(r, them, piece, from, pop_lsb(&m.repins));
    if (piece == PAWN)
        count += count_ep_replies(r, us, m.plain & bb_forward(bb_forward(bb_of(from), us), us));
    l->count += (uint64_t)count + count_king_replies(l, them, piece, from, m.plain & ~m.reguard,
                                                     (g->once & ~attacks) | g->twice);
    while (m.checks)
        l->count += count_evasions(r, g, us, them, piece, from, pop_lsb(&m.checks));
    while (m.reguard) {
        const Square to = pop_lsb(&m.reguard);
        l->count += count_king_replies_to(r, g, to, find_guarded_after(r, us, piece, from, to)) -
                    (bb_has(r->theirs, to) && king_recaptures(g, to));
    }
}

/* --- pawns -------------------------------------------------------------------------------------
 */

/*
 * Promotions of one pawn to one square: four moves that differ in check and guard only.
 */
ALWAYS_INLINE void count_promotions(LastPlies *l, const Color us, const Color them, Square from,
                                    Square to) {
    const Replies *r = &l->replies;
    const Guard *g = &l->guard;
    const Bitboard at = bb_of(to), occupied = r->occupied & ~bb_of(from);
    const Bitboard guarded = (g->once & ~attacks_pawn(us, from)) | g->twice;
    const Bitboard diagonal = attacks_bishop(to, occupied), orthogonal = attacks_rook(to, occupied);
    const Bitboard attacks[PIECE_COUNT] = {0,          attacks_knight(to),    diagonal,
                                           orthogonal, diagonal | orthogonal, 0};
    const bool unsafe = bb_has(r->unsafe_from | g->opens, from) ||
                        (at & (r->pins | g->blocks | g->blocks_too)) ||
                        bb_has(attacks_line(r->king, from), to);
    int64_t count = 0;

    if (!unsafe) {
        count = r->replies + gain_of_pawns(r, from);
        if (bb_has(r->diagonal_hits | r->orthogonal_hits, from))
            count += gain_of_sliders(r, from, at, at & ~r->theirs);
        if (at & r->theirs)
            count += gain_of_capture(r, us, them, from, to);
        else
            count += gain_of_arrival(r, to);
    }
    for (Piece p = KNIGHT; p <= QUEEN; p++) {
        if (unsafe || (attacks[p] & bb_of(r->king)) || (at & r->pin_to[p]))
            l->count += count_after(r->board, us, from, to, PAWN, p);
        else
            l->count += (uint64_t)count + count_king_replies_to(r, g, to, guarded | attacks[p]);
    }
}

ALWAYS_INLINE void count_promotion_set(LastPlies *l, const Color us, const Color them,
                                       Bitboard targets, const int step) {
    while (targets) {
        const Square to = pop_lsb(&targets);
        count_promotions(l, us, them, (Square)((int)to - step), to);
    }
}

/* Pawn moves that all go the same way, of pawns whose leaving changes replies of pawns at most. */
ALWAYS_INLINE void count_pawn_set(LastPlies *l, const Color us, const Color them, Bitboard targets,
                                  const int step) {
    const Replies *r = &l->replies;
    const Guard *g = &l->guard;
    const bool captures = step % 8, jumps = step % 16 == 0;
    const Bitboard check = targets & r->check_to[PAWN];
    Bitboard made = (targets & r->pins & r->theirs) | (check & (jumps ? ALL_SQUARES : r->pins));
    const Bitboard plain = targets & ~(made | check), from = bb_shift(plain, -step);
    int64_t count =
        bb_count(plain) * r->replies - bb_count(from & r->east) - bb_count(from & r->west);

    if (captures)
        count += bb_count(from & r->opens_push) + bb_count(from & r->opens_both) +
                 bb_count(from & r->opens_jump);
    else /* one step toward a pawn that could then jump gains nothing */
        add_quiet(l, plain);
    l->count +=
        (uint64_t)count + count_king_replies(l, them, PAWN, A1, plain & ~g->blocks, g->once);
    for (Bitboard left = captures ? plain : plain & r->pins; left;) {
        const Square to = pop_lsb(&left), origin = (Square)((int)to - step);
        if (captures)
            l->count += (uint64_t)gain_of_captures(l, us, them, origin, bb_of(to));
        if (bb_has(r->pins, to))
            l->count += (uint64_t)gain_of_pins(r, them, PAWN, origin, to);
    }
    for (Bitboard left = plain & g->blocks; left;) {
        const Square to = pop_lsb(&left), origin = (Square)((int)to - step);
        l->count += count_king_replies_to(r, g, to, find_guarded_after(r, us, PAWN, origin, to)) -
                    (captures && king_recaptures(g, to));
    }
    if (jumps)
        l->count += (uint64_t)count_ep_replies(r, us, plain);
    for (Bitboard left = check & ~made; left;) {
        const Square to = pop_lsb(&left);
        l->count += count_evasions(r, g, us, them, PAWN, (Square)((int)to - step), to);
    }
    while (made) {
        const Square to = pop_lsb(&made);
        l->count += count_after(r->board, us, (Square)((int)to - step), to, PAWN, NO_PIECE);
    }
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

/* Pawns are counted in sets where leaving changes no more than replies of pawns, else singly. */
ALWAYS_INLINE void count_pawns(LastPlies *l, const Color us, const Color them, const Masks *m) {
    const Replies *r = &l->replies;
    const Guard *g = &l->guard;
    const Board *b = r->board;
    const int ahead = us == WHITE ? 8 : -8;
    const Bitboard last = us == WHITE ? bb_rank(7) : bb_rank(0);
    const Bitboard single = board_pieces(b, us, PAWN) &
                            (r->diagonal_hits | r->orthogonal_hits | r->unsafe_from | g->opens |
                             bb_pawn_attacks(g->watched | (g->ring & r->theirs), them));
    const Bitboard beyond = bb_forward(single, us);
    PawnTargets t = find_pawn_targets(b, us, m);

    if (b->ep_square != NO_SQUARE)
        count_en_passant(l, us, them);
    if ((t.step | t.east | t.west) & last) {
        count_promotion_set(l, us, them, t.step & last, ahead);
        count_promotion_set(l, us, them, t.east & last, ahead + 1);
        count_promotion_set(l, us, them, t.west & last, ahead - 1);
        t.step &= ~last;
        t.east &= ~last;
        t.west &= ~last;
    }
    for (Bitboard left = single; left;) {
        const Square from = pop_lsb(&left);
        const Bitboard next = bb_forward(bb_of(from), us), jump = t.jump & bb_forward(next, us);
        const Bitboard made = jump & r->check_to[PAWN];
        const Bitboard targets =
            (t.step & next) | (jump & ~made) | (t.east & bb_east(next)) | (t.west & bb_west(next));
        make_each(l, us, PAWN, from, made);
        if (targets)
            count_mover(l, us, them, PAWN, from, attacks_pawn(us, from), targets);
    }
    count_pawn_set(l, us, them, t.step & ~beyond, ahead);
    count_pawn_set(l, us, them, t.jump & ~bb_forward(beyond, us), 2 * ahead);
    count_pawn_set(l, us, them, t.east & ~bb_east(beyond), ahead + 1);
    count_pawn_set(l, us, them, t.west & ~bb_west(beyond), ahead - 1);
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
                           r->unsafe_from | g->opens | g->blocks | g->blocks_too;
    const Bitboard near = attacks_king(king) | attacks_king(king_to);

    if (((left | reached) & bears) || bb_has(r->pin_to[ROOK], rook_to) ||
        bb_has(attacks, r->king) || (near & (g->watched | g->ring)) ||
        square_rank(r->king) == square_rank(king))
        l->count += count_after(r->board, us, king, rook, KING, NO_PIECE);
    else
        l->count += (uint64_t)r->replies + count_king_replies_to(r, g, king_to, guarded);
}

ALWAYS_INLINE void add_guard(Guard *g, Bitboard attacks) {
    g->thrice |= g->twice & attacks;
    g->twice |= g->once & attacks;
    g->once |= attacks;
}

/* Count the pieces that attack each square. attacks[from]: of each piece but pawns and the king. */
ALWAYS_INLINE void find_attacks(const Replies *r, Guard *g, const Color us, Square king,
                                Bitboard attacks[SQUARE_COUNT]) {
    const Bitboard ahead = bb_forward(r->ours & r->board->piece[PAWN], us);

    g->once = bb_east(ahead) | bb_west(ahead);
    g->twice = bb_east(ahead) & bb_west(ahead);
    g->thrice = 0;
    add_guard(g, attacks_king(king));
    for (Bitboard n = r->ours & r->board->piece[KNIGHT]; n;)
        add_guard(g, attacks_knight(pop_lsb(&n)));
    for (Bitboard n = r->ours & r->board->piece[BISHOP]; n;) {
        const Square from = pop_lsb(&n);
        add_guard(g, attacks[from] = attacks_bishop(from, r->occupied));
    }
    for (Bitboard n = r->ours & r->board->piece[ROOK]; n;) {
        const Square from = pop_lsb(&n);
        add_guard(g, attacks[from] = attacks_rook(from, r->occupied));
    }
    for (Bitboard n = r->ours & r->board->piece[QUEEN]; n;) {
        const Square from = pop_lsb(&n);
        add_guard(g, attacks[from] = attacks_queen(from, r->occupied));
    }
}

ALWAYS_INLINE void count_king(LastPlies *l, const Color us, const Color them, Square king,
                              const CheckInfo *ci) {
    const Replies *r = &l->replies;
    const Board *b = r->board;
    Bitboard targets = attacks_king(king) & ~r->ours & ~r->attacked;

    for (Bitboard c = ci->checkers & ~(b->piece[PAWN] | b->piece[KNIGHT]); c;) {
        const Square checker = pop_lsb(&c);
        targets &= ~attacks_line(king, checker) | bb_of(checker);
    }
    if (targets)
        count_mover(l, us, them, KING, king, attacks_king(king), targets);
    if (ci->checkers)
        return;
    for (Bitboard rooks = b->castling & r->ours; rooks;) {
        const Square rook = pop_lsb(&rooks);
        if (castling_path_is_free(b, king, rook) &&
            castling_is_safe(king, rook, r->attacked, ci->orthogonal))
            count_castling(l, us, king, rook);
    }
}

ALWAYS_INLINE void count_pieces(LastPlies *l, const Color us, const Color them, const Piece piece,
                                Square king, const Masks *m, const Bitboard *attacks) {
    const Bitboard pinned = m->orthogonal | m->diagonal;

    for (Bitboard n = board_pieces(l->replies.board, us, piece); n;) {
        const Square from = pop_lsb(&n);
        const Bitboard reach = piece == KNIGHT ? attacks_knight(from) : attacks[from];
        Bitboard targets = reach & m->targets;
        if (bb_has(pinned, from))
            targets &= attacks_line(king, from);
        if (targets)
            count_mover(l, us, them, piece, from, reach, targets);
    }
}

/* The number of leaves two plies below; `us` is the side to move. */
ALWAYS_INLINE uint64_t count_last_plies(const Board *b, const Color us) {
    const Color them = us == WHITE ? BLACK : WHITE;
    const Square king = board_king(b, us);
    const CheckInfo ci = find_check_info(b, us, king);
    const Masks m = {~b->color[us] & (ci.checkers ? ci.check_mask : ALL_SQUARES), ci.orthogonal,
                     ci.diagonal};
    Bitboard attacks[SQUARE_COUNT];
    LastPlies l;

    l.count = 0;
    for (int i = 0; i < QUIET_PLANES; i++)
        l.quiet[i] = 0;
    l.replies.board = b;
    l.replies.ours = b->color[us];
    l.replies.theirs = b->color[them];
    l.replies.occupied = board_occupied(b);
    l.replies.king = board_king(b, them);
    find_replies(&l.replies, them);
    find_attacks(&l.replies, &l.guard, us, king, attacks);
    find_guard(&l.replies, &l.guard);

    count_king(&l, us, them, king, &ci);
    if (!more_than_one(ci.checkers)) {
        count_pawns(&l, us, them, &m);
        count_pieces(&l, us, them, KNIGHT, king, &m, attacks);
        count_pieces(&l, us, them, BISHOP, king, &m, attacks);
        count_pieces(&l, us, them, ROOK, king, &m, attacks);
        count_pieces(&l, us, them, QUEEN, king, &m, attacks);
    }
    return l.count + (uint64_t)gain_of_arrivals(&l);
}

#endif
