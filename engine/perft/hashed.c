/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hashed.h"

#include <assert.h>
#include <stdlib.h>

#include "base/huge.h"
#include "base/random.h"
#include "base/util.h"
#include "chess/generate.h"

/* --- keys ------------------------------------------------------------------------------------ */

/*
 * Zobrist keys (A. Zobrist, 1970) of 128 bits. docs/perft.md estimates how likely the part stored
 * in a slot is the same for two positions.
 */
typedef struct {
    uint64_t low, high;
} Key;

/* Maximum depth. */
enum { MAX_DEPTH = 127 };

static struct {
    Key piece[COLOR_COUNT][PIECE_COUNT][SQUARE_COUNT], castling[SQUARE_COUNT], ep[SQUARE_COUNT];
    Key side, depth[MAX_DEPTH + 1];
} number;

static void fill_numbers(void) {
    uint64_t state = UINT64_C(0x5045524654), *word = (uint64_t *)&number;

    for (size_t i = 0; i < sizeof number / sizeof *word; i++)
        word[i] = random_next(&state);
}

ALWAYS_INLINE Key key_add(Key a, Key b) {
    return (Key){a.low ^ b.low, a.high ^ b.high};
}

/* Updates a key for rooks that gain or lose the right to castle. */
ALWAYS_INLINE Key key_castling(Key k, Bitboard rooks) {
    while (rooks)
        k = key_add(k, number.castling[pop_lsb(&rooks)]);
    return k;
}

/* Returns the key of a position and its depth: a table holds counts of many depths. */
static Key key_of(const Board *b, int depth) {
    Key k = key_castling(number.depth[depth], b->castling);

    for (Color c = WHITE; c <= BLACK; c++)
        for (Piece p = PAWN; p <= KING; p++)
            for (Bitboard at = board_pieces(b, c, p); at;)
                k = key_add(k, number.piece[c][p][pop_lsb(&at)]);
    if (b->ep_square != NO_SQUARE)
        k = key_add(k, number.ep[b->ep_square]);
    return b->turn == BLACK ? key_add(k, number.side) : k;
}

/*
 * Returns the key after a move, for the same depth, without en-passant captures that the move
 * allows.
 */
ALWAYS_INLINE Key key_after(Key k, const Board *b, const Color us, Piece piece, Square from,
                            Square to, Piece promotion) {
    const Color them = color_other(us);
    const Bitboard moved = bb_of(from) | bb_of(to);
    const Key *const own = number.piece[us][piece];

    k = key_add(k, number.side);
    if (b->ep_square != NO_SQUARE)
        k = key_add(k, number.ep[b->ep_square]);
    if (b->castling & (moved | (piece == KING ? b->color[us] : 0)))
        k = key_castling(k, b->castling & (moved | (piece == KING ? b->color[us] : 0)));
    k = key_add(k, own[from]);
    if (piece == KING && bb_has(b->color[us], to)) {
        const Key *const rook = number.piece[us][ROOK];
        k = key_add(k, key_add(own[castling_king_to(from, to)], rook[to]));
        return key_add(k, rook[castling_rook_to(from, to)]);
    }
    if (bb_has(b->color[them], to)) {
        Piece taken = PAWN;
        while (!bb_has(b->piece[taken], to))
            taken++;
        k = key_add(k, number.piece[them][taken][to]);
    } else if (piece == PAWN && to == b->ep_square) {
        k = key_add(k, number.piece[them][PAWN][to ^ 8]);
    }
    return key_add(k, promotion == NO_PIECE ? own[to] : number.piece[us][promotion][to]);
}

/* --- the table ------------------------------------------------------------------------------- */

/*
 * Lockless hashing, as in tt.c: check is the low half of the key XOR `count`, so that a torn slot
 * does not match. `count` has the count plus one in its low bits, and the high half of the key in
 * the other bits.
 */
typedef struct {
    _Atomic uint64_t check, count;
} Slot;

enum { SLOTS = 4, MIN_HASHED_DEPTH = 2 };

/* Threads mark counts in progress from this depth on. */
enum { MIN_MARKED_DEPTH = 4 };

/* The slots of one depth: clusters of SLOTS, each in a cache line. */
typedef struct {
    Slot *slot;
    uint64_t clusters;
} Part;

struct PerftTable {
    Slot *slot;
    size_t bytes;
    Part part[MAX_DEPTH + 1]; /* by depth */
    int depth;                /* depth for which the table is divided */
    size_t runs;              /* number of runs for which it is divided; 0 before the first */
};

PerftTable *perft_table_new(size_t bytes) {
    const size_t line = SLOTS * sizeof(Slot);
    PerftTable *t = calloc(1, sizeof *t);

    if (!t)
        return NULL;
    t->bytes = bytes < 2 * line ? 2 * line : bytes / line * line;
    if (!(t->slot = huge_alloc(t->bytes))) {
        free(t);
        return NULL;
    }
    fill_numbers();
    return t;
}

void perft_table_free(PerftTable *table) {
    if (table)
        huge_free(table->slot, table->bytes);
    free(table);
}

/*
 * Estimates the factor by which the number of different positions grows with each ply: about half
 * the number of moves, since many move orders lead to the same position. Measured on a sample.
 */
static double growth_of(const PerftUnit *units, size_t count) {
    enum { SAMPLE = 64 };
    const size_t step = count / SAMPLE + 1;
    double moves = 0, positions = 0;

    for (size_t i = 0; i < count; i += step) {
        moves += (double)perft_count(&units[i].position.board, 2);
        positions += (double)perft_count(&units[i].position.board, 1);
    }
    return positions > 0 && moves / positions > 8 ? moves / positions / 2 : 4;
}

/*
 * The deepest counts are the fewest and save most: each depth gets twice the slots that it needs,
 * but at most 7/8 of the remaining slots; if none remain, it shares the whole table. Larger parts
 * would cost time, as the system must provide their pages.
 */
void hashed_divide(PerftTable *t, const PerftUnit *units, size_t count, int depth, size_t runs) {
    const size_t clusters = t->bytes / (SLOTS * sizeof(Slot));
    const double growth = growth_of(units, count);
    double need = (double)(2 * count / SLOTS + 1) * (runs ? (double)runs : 1);
    size_t left = clusters;

    assert(depth <= MAX_DEPTH);
    if (runs > 1 && runs == t->runs && depth == t->depth)
        return;
    t->depth = depth;
    t->runs = runs;
    for (int d = depth; d >= MIN_HASHED_DEPTH; d--, need *= growth) {
        const size_t most = d == MIN_HASHED_DEPTH ? left : left / 8 * 7;
        const size_t given = need < (double)most ? (size_t)need : most;

        t->part[d] = (Part){&t->slot[(clusters - left) * SLOTS], given};
        if (!given)
            t->part[d] = (Part){t->slot, clusters};
        left -= given;
    }
}

/*
 * Returns a mask for the bits of a count of this depth: no position of a game has more than 218
 * moves.
 */
ALWAYS_INLINE uint64_t count_mask(int depth) {
    static const uint8_t bits[] = {64, 64, 16, 24, 32, 39, 47, 55, 63};

    return depth < (int)sizeof bits ? UINT64_MAX >> (64 - bits[depth]) : UINT64_MAX;
}

/* Returns the cluster by the highest bits of key.low, scaled like random numbers. */
ALWAYS_INLINE Slot *cluster_of(const Part *part, Key k) {
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 Wide;
    return &part->slot[(uint64_t)((Wide)k.low * part->clusters >> 64) * SLOTS];
#else
    return &part->slot[(k.low >> 32) % part->clusters * SLOTS]; /* for tables of at most 256 GB */
#endif
}

/*
 * Returns the stored count, 0 if there is none, or `mask` if another thread has started counting.
 */
ALWAYS_INLINE uint64_t find(Slot *cluster, Key k, uint64_t mask) {
    for (unsigned i = 0; i < SLOTS; i++) {
        const uint64_t count = atomic_load_explicit(&cluster[i].count, memory_order_relaxed);
        if ((atomic_load_explicit(&cluster[i].check, memory_order_relaxed) ^ count) == k.low &&
            !((count ^ k.high) & ~mask))
            return count & mask;
    }
    return 0;
}

/*
 * Stores a count in the slot of the same key if there is one, else in an empty slot, else in any.
 */
ALWAYS_INLINE void store(Slot *cluster, Key k, uint64_t mask, uint64_t value) {
    const uint64_t count = (k.high & ~mask) | value;
    Slot *place = &cluster[k.high & mask & (SLOTS - 1)];

    for (unsigned i = SLOTS; i-- > 0;) {
        const uint64_t n = atomic_load_explicit(&cluster[i].count, memory_order_relaxed);
        const uint64_t c = atomic_load_explicit(&cluster[i].check, memory_order_relaxed);
        if (!n)
            place = &cluster[i];
        if ((c ^ n) == k.low && !((n ^ k.high) & ~mask)) {
            place = &cluster[i];
            break;
        }
    }
    atomic_store_explicit(&place->check, k.low ^ count, memory_order_relaxed);
    atomic_store_explicit(&place->count, count, memory_order_relaxed);
}

/* --- counting -------------------------------------------------------------------------------- */

typedef struct {
    Key key;
    Slot *cluster;
    uint8_t from, to, piece, promotion;
} Child;

/* The moves of a position and the keys after them. The first member is passed to visitors. */
typedef struct {
    MoveSink sink;
    Key key;
    const Part *part;
    Child child[MAX_MOVES];
} Children;

ALWAYS_INLINE void list_child(MoveSink *sink, Color us, Piece piece, Square from, Square to,
                              Piece promotion) {
    Children *c = (Children *)sink;
    Child *child = &c->child[sink->count++];
    Key k = key_after(c->key, sink->board, us, piece, from, to, promotion);

    if (piece == PAWN && (from ^ to) == 16) {
        const Bitboard next = bb_east(bb_of(to)) | bb_west(bb_of(to));
        if (next & sink->board->piece[PAWN] & ~sink->board->color[us]) {
            Board b = *sink->board;
            board_play(&b, us, from, to, PAWN, NO_PIECE);
            if (b.ep_square != NO_SQUARE)
                k = key_add(k, number.ep[b.ep_square]);
        }
    }
    *child = (Child){k,           cluster_of(c->part, k), (uint8_t)from,
                     (uint8_t)to, (uint8_t)piece,         (uint8_t)promotion};
    prefetch(child->cluster);
}

NEVER_INLINE void list_white(Children *c) {
    generate(&c->sink, c->sink.board, WHITE, ALL, list_child);
}
NEVER_INLINE void list_black(Children *c) {
    generate(&c->sink, c->sink.board, BLACK, ALL, list_child);
}

typedef struct {
    PerftTable *table;
    const atomic_bool *stop;
    bool shared;
} Context;

static uint64_t count(const Context *c, const Board *b, Key key, int depth);

static uint64_t count_child(const Context *c, const Board *b, const Child *child, int depth) {
    Board next = *b;

    board_play(&next, (Color)b->turn, (Square)child->from, (Square)child->to, (Piece)child->piece,
               (Piece)child->promotion);
    if (depth < MIN_HASHED_DEPTH)
        return perft_count(&next, depth);
    return count(c, &next, child->key, depth);
}

/*
 * Counts the leaves below a position that is not in the table, at the minimum depth or more, and
 * stores the count.
 */
static uint64_t count(const Context *c, const Board *b, Key key, int depth) {
    const Part *part = &c->table->part[depth];
    const uint64_t mask = count_mask(depth), below = count_mask(depth - 1);
    const bool marks = c->shared && depth >= MIN_MARKED_DEPTH;
    Slot *cluster = cluster_of(part, key);
    Children list;
    uint64_t total = 0, part_count;
    size_t later = 0;

    if (depth == MIN_HASHED_DEPTH) {
        total = perft_count(b, depth);
        if (total < mask - 1)
            store(cluster, key, mask, total + 1);
        return total;
    }
    if (marks)
        store(cluster, key, mask, mask);
    list.sink = (MoveSink){.board = b};
    list.key = key_add(key, key_add(number.depth[depth], number.depth[depth - 1]));
    list.part = &c->table->part[depth - 1];
    if (b->turn == WHITE)
        list_white(&list);
    else
        list_black(&list);
    for (int pass = 0; pass < 2; pass++) {
        const size_t children = pass ? later : (size_t)list.sink.count;

        for (size_t i = 0; i < children; i++) {
            const Child *child = &list.child[i];
            const uint64_t found = find(child->cluster, child->key, below);
            if (found == below && !pass) {
                list.child[later++] = *child; /* being counted by another thread */
                continue;
            }
            part_count = found && found != below ? found - 1 : count_child(c, b, child, depth - 1);
            total = perft_add(total, part_count);
            if (total >= PERFT_OVERFLOW - 1 || atomic_load_explicit(c->stop, memory_order_relaxed))
                return PERFT_OVERFLOW;
        }
    }
    if (total < mask - 1)
        store(cluster, key, mask, total + 1);
    return total;
}

uint64_t hashed_count(const Board *b, int depth, PerftTable *table, bool shared,
                      const atomic_bool *stop) {
    const Context c = {table, stop, shared};
    uint64_t found;
    Key key;

    if (depth < MIN_HASHED_DEPTH)
        return perft_count(b, depth);
    depth = min(depth, MAX_DEPTH);
    key = key_of(b, depth);
    found = find(cluster_of(&table->part[depth], key), key, count_mask(depth));
    if (found && found != count_mask(depth))
        return found - 1;
    return count(&c, b, key, depth);
}
