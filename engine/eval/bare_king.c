/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bare_king.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { PIECES = 2, LONE_SQUARES = 36, PART = 1 << 14 /* positions between calls of go_on */ };

/*
 * An ending: the pieces beside the king. Bishops have half of the squares; the board is mirrored so
 * that the first one is dark, the second one is light.
 */
typedef struct {
    int pieces;
    Piece kind[PIECES];
    uint8_t *lost; /* bare king to move: moves to mate, or DRAWN, ILLEGAL */
    uint8_t *won;  /* the other side to move: not 0 if it is won; while the table is filled */
    atomic_bool filled;
    pthread_mutex_t lock;
} Ending;

static Ending endings[] = {
    {.pieces = 1, .kind = {QUEEN}, .lock = PTHREAD_MUTEX_INITIALIZER},
    {.pieces = 1, .kind = {ROOK}, .lock = PTHREAD_MUTEX_INITIALIZER},
    {.pieces = 2, .kind = {BISHOP, BISHOP}, .lock = PTHREAD_MUTEX_INITIALIZER},
    {.pieces = 2, .kind = {BISHOP, KNIGHT}, .lock = PTHREAD_MUTEX_INITIALIZER},
};

enum { ENDINGS = sizeof endings / sizeof *endings };

/*
 * The bare king is `lone`, the other one `king`. The board is mirrored so that the first of them
 * and the pieces that is off the long diagonal is below it.
 */
typedef struct {
    Square lone, king, piece[PIECES];
} Placing;

/* Values of positions that are not lost: PENDING plus the moves that are not known to lose. */
enum { PENDING = 128, DRAWN = 254, ILLEGAL = 255 };

/* --- numbers of positions --------------------------------------------------------------------- */

static int squares_of(const Ending *e, int i) {
    return e->kind[i] == BISHOP ? 32 : 64;
}

static size_t size_of(const Ending *e) {
    size_t size = (size_t)LONE_SQUARES * 64;

    for (int i = 0; i < e->pieces; i++)
        size *= (size_t)squares_of(e, i);
    return size;
}

static Square flip_diagonal(Square s) {
    return square_make(square_rank(s), square_file(s));
}

static int off_diagonal(Square s) {
    return square_rank(s) - square_file(s);
}

/*
 * Returns on which side the first piece off the long diagonal is: above 0 for above; 0 if all are
 * on it.
 */
static int first_off_diagonal(const Ending *e, const Placing *p) {
    int off = off_diagonal(p->lone);

    off = off ? off : off_diagonal(p->king);
    for (int i = 0; i < e->pieces && !off; i++)
        off = off_diagonal(p->piece[i]);
    return off;
}

static size_t index_of(const Ending *e, Placing p) {
    int file, rank;
    size_t index;

    if (first_off_diagonal(e, &p) > 0) {
        p.lone = flip_diagonal(p.lone);
        p.king = flip_diagonal(p.king);
        for (int i = 0; i < e->pieces; i++)
            p.piece[i] = flip_diagonal(p.piece[i]);
    }
    file = square_file(p.lone);
    rank = square_rank(p.lone); /* at most the file: a1, then b1 b2, c1 c2 c3 ... */
    index = (size_t)(file * (file + 1) / 2 + rank) * 64 + (size_t)p.king;
    for (int i = 0; i < e->pieces; i++) /* one of two adjacent squares is dark */
        index =
            index * (size_t)squares_of(e, i) + (size_t)p.piece[i] / (e->kind[i] == BISHOP ? 2 : 1);
    return index;
}

static Placing placing_of(const Ending *e, size_t index) {
    Placing p;
    int lone, file = 0;

    for (int i = e->pieces; i-- > 0;) {
        const unsigned n = (unsigned)(index % (size_t)squares_of(e, i));
        const unsigned odd_rank = (n >> 2) & 1;

        index /= (size_t)squares_of(e, i);
        p.piece[i] = (Square)(e->kind[i] != BISHOP ? n : 2 * n + (odd_rank ^ (unsigned)i));
    }
    p.king = (Square)(index % 64);
    lone = (int)(index / 64);
    while ((file + 1) * (file + 2) / 2 <= lone)
        file++;
    p.lone = square_make(file, lone - file * (file + 1) / 2);
    return p;
}

/* --- filling a table -------------------------------------------------------------------------- */

static Bitboard pieces_of(const Ending *e, const Placing *p) {
    Bitboard all = bb_of(p->king);

    for (int i = 0; i < e->pieces; i++)
        all |= bb_of(p->piece[i]);
    return all;
}

static bool is_possible(const Ending *e, const Placing *p) {
    const Bitboard all = pieces_of(e, p);

    return bb_count(all) == e->pieces + 1 && !bb_has(all | attacks_king(p->king), p->lone);
}

/* Returns the squares that the pieces attack; the bare king blocks nothing. */
static Bitboard attacked(const Ending *e, const Placing *p) {
    const Bitboard all = pieces_of(e, p);
    Bitboard squares = 0;

    for (int i = 0; i < e->pieces; i++)
        squares |= attacks_of(e->kind[i], p->piece[i], all);
    return squares;
}

/* Returns the initial value: mates, stalemates, lost pieces. */
static uint8_t first_value(const Ending *e, const Placing *p) {
    Bitboard guarded, moves;

    if (!is_possible(e, p))
        return ILLEGAL;
    guarded = attacked(e, p);
    moves = attacks_king(p->lone) & ~guarded & ~attacks_king(p->king);
    if (moves & pieces_of(e, p)) /* a piece is lost */
        return DRAWN;
    if (!moves)
        return bb_has(guarded, p->lone) ? 0 : DRAWN;
    return (uint8_t)(PENDING + bb_count(moves));
}

/*
 * Marks a win: each position from which the bare king came has one escape less. A position that is
 * its own mirror image has two moves to each such position, as the table has one of two mirror
 * images.
 */
static void mark_won(Ending *e, const Placing *p, int moves) {
    const size_t index = index_of(e, *p);
    const bool symmetric = !first_off_diagonal(e, p);
    Placing before = *p;

    if (e->won[index] || !is_possible(e, p) || bb_has(attacked(e, p), p->lone))
        return;
    e->won[index] = 1;
    for (Bitboard from = attacks_king(p->lone) & ~pieces_of(e, p) & ~attacks_king(p->king); from;) {
        uint8_t *value;
        int ways;

        before.lone = pop_lsb(&from);
        if (symmetric && off_diagonal(before.lone) > 0)
            continue;
        ways = !symmetric && !first_off_diagonal(e, &before) ? 2 : 1;
        value = &e->lost[index_of(e, before)];
        if (*value > PENDING && *value < DRAWN && (*value -= (uint8_t)ways) == PENDING)
            *value = (uint8_t)moves;
    }
}

/* Marks all positions from which a move leads to a position lost for the bare king. */
static void mark_before(Ending *e, const Placing *p, int moves) {
    const Bitboard all = pieces_of(e, p) | bb_of(p->lone);
    Placing before = *p;

    for (Bitboard from = attacks_king(p->king) & ~all; from;) {
        before.king = pop_lsb(&from);
        mark_won(e, &before, moves);
    }
    for (int i = 0; i < e->pieces; i++) {
        before = *p;
        for (Bitboard from = attacks_of(e->kind[i], p->piece[i], all) & ~all; from;) {
            before.piece[i] = pop_lsb(&from);
            mark_won(e, &before, moves);
        }
    }
}

static bool fill(Ending *e, BareKingGoOn *go_on, void *context) {
    const size_t size = size_of(e);
    bool good;

    e->lost = malloc(size);
    e->won = calloc(size, 1);
    good = e->lost && e->won;
    for (size_t i = 0; good && i < size; i++) {
        const Placing p = placing_of(e, i);
        e->lost[i] = first_value(e, &p);
        good = i % PART || !go_on || go_on(context);
    }
    for (int moves = 0; good && moves < BARE_KING_LONGEST; moves++)
        for (size_t i = 0; good && i < size; i++) {
            if (e->lost[i] == moves) {
                const Placing p = placing_of(e, i);
                mark_before(e, &p, moves + 1);
            }
            good = i % PART || !go_on || go_on(context);
        }
    e->filled = good;
    if (!good) {
        free(e->lost);
        e->lost = NULL;
    }
    free(e->won);
    e->won = NULL;
    return e->filled;
}

/* --- asking it -------------------------------------------------------------------------------- */

/* Returns the ending on the board, or NULL. */
static Ending *ending_of(const Board *b) {
    const Bitboard pieces = board_occupied(b) & ~b->piece[KING];
    const Bitboard bishops = b->piece[BISHOP];

    if ((pieces & b->color[WHITE]) && (pieces & b->color[BLACK]))
        return NULL;
    for (Ending *e = endings; e < endings + ENDINGS; e++) {
        Bitboard found = 0;
        for (int i = 0; i < e->pieces; i++)
            found |= b->piece[e->kind[i]];
        if (found != pieces || bb_count(pieces) != e->pieces)
            continue;
        if (e->pieces == 1 || (e->kind[1] == KNIGHT && bishops && b->piece[KNIGHT]) ||
            (e->kind[1] == BISHOP && (bishops & LIGHT_SQUARES) && (bishops & ~LIGHT_SQUARES)))
            return e;
    }
    return NULL;
}

bool bare_king_is_it(const Board *b) {
    return ending_of(b) != NULL;
}

bool bare_king_is_quick(const Board *b) {
    const Ending *e = ending_of(b);
    return e && e->pieces == 1;
}

bool bare_king_is_filled(const Board *b) {
    const Ending *e = ending_of(b);
    return e && atomic_load_explicit(&e->filled, memory_order_acquire);
}

bool bare_king_fill(const Board *b, BareKingGoOn *go_on, void *context) {
    Ending *e = ending_of(b);
    bool filled;

    if (!e)
        return false;
    pthread_mutex_lock(&e->lock);
    filled = e->filled || fill(e, go_on, context);
    pthread_mutex_unlock(&e->lock);
    return filled;
}

void bare_king_release(void) {
    for (Ending *e = endings; e < endings + ENDINGS; e++) {
        e->filled = false;
        free(e->lost);
        e->lost = NULL;
    }
}

static int lost_in(const Ending *e, const Placing *p) {
    const uint8_t value = e->lost[index_of(e, *p)];
    return value <= BARE_KING_LONGEST ? value : BARE_KING_DRAW;
}

/* Returns the shortest win by moves of a piece, or of the king (-1), to these squares. */
static int shortest(const Ending *e, int best, const Placing *p, int moved, Bitboard targets) {
    Placing after = *p;
    Square *const piece = moved < 0 ? &after.king : &after.piece[moved];

    while (targets) {
        int moves;

        *piece = pop_lsb(&targets);
        moves = lost_in(e, &after);
        if (moves != BARE_KING_DRAW && (best == BARE_KING_DRAW || moves + 1 < best))
            best = moves + 1;
    }
    return best;
}

static Placing read_placing(const Ending *e, const Board *b, Color strong) {
    const bool bishop_first = e->kind[0] == BISHOP;
    const bool mirror =
        bishop_first && e->kind[1] != BISHOP && (b->piece[BISHOP] & LIGHT_SQUARES) != 0;
    const unsigned by = mirror ? 7 : 0;
    Placing p = {.lone = (Square)((unsigned)board_king(b, color_other(strong)) ^ by),
                 .king = (Square)((unsigned)board_king(b, strong) ^ by)};

    for (int i = 0; i < e->pieces; i++) {
        Bitboard these = b->piece[e->kind[i]];
        if (e->kind[1] == BISHOP)
            these &= i ? LIGHT_SQUARES : ~LIGHT_SQUARES;
        p.piece[i] = (Square)((unsigned)bb_first(these) ^ by);
    }
    return p;
}

/* Returns the moves to mate for the side with the pieces, which is to move. */
static int win_in(const Ending *e, const Placing *p) {
    const Bitboard all = pieces_of(e, p) | bb_of(p->lone);
    int best = shortest(e, BARE_KING_DRAW, p, -1, attacks_king(p->king) & ~all);

    for (int i = 0; i < e->pieces; i++)
        best = shortest(e, best, p, i, attacks_of(e->kind[i], p->piece[i], all) & ~all);
    return best;
}

int bare_king_distance(const Board *b) {
    const Ending *e = ending_of(b);
    const Color strong = more_than_one(b->color[WHITE]) ? WHITE : BLACK;
    Placing p;

    if (!e)
        return BARE_KING_DRAW;
    p = read_placing(e, b, strong);
    return b->turn == strong ? win_in(e, &p) : lost_in(e, &p);
}
