/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perft.h"

#include <stdlib.h>
#include <string.h>

#include "last_plies.h"

/* --- counting -------------------------------------------------------------------------------- */

/*
 * Each color has its own functions, which call those of the other color. They are not inlined,
 * which would produce a megabyte of code and take clang a minute.
 */
static uint64_t count_white(const Board *b, int depth);
static uint64_t count_black(const Board *b, int depth);

/*
 * Makes the move on a copy of the board and counts from there. Not worth inlining: nearly all time
 * is spent in the last two plies.
 */
NEVER_INLINE void descend(MoveSink *sink, Color us, Piece piece, Square from, Square to,
                          Piece promotion) {
    Board child = *sink->board;

    board_play(&child, us, from, to, piece, promotion);
    sink->count +=
        us == WHITE ? count_black(&child, sink->depth - 1) : count_white(&child, sink->depth - 1);
}

NEVER_INLINE uint64_t count_white_plies(const Board *b) {
    return count_last_plies(b, WHITE);
}
NEVER_INLINE uint64_t count_black_plies(const Board *b) {
    return count_last_plies(b, BLACK);
}
NEVER_INLINE uint64_t count_white_by_moves(const Board *b) {
    return (uint64_t)count_by_moves(b, WHITE);
}
NEVER_INLINE uint64_t count_black_by_moves(const Board *b) {
    return (uint64_t)count_by_moves(b, BLACK);
}

static uint64_t count_white(const Board *b, int depth) {
    MoveSink sink = {.board = b, .depth = depth};

    if (depth == 1)
        return count_white_moves(b);
    if (depth == 2)
        return has_few_pieces(b) ? count_white_by_moves(b) : count_white_plies(b);
    generate(&sink, b, WHITE, ALL, descend);
    return sink.count;
}

static uint64_t count_black(const Board *b, int depth) {
    MoveSink sink = {.board = b, .depth = depth};

    if (depth == 1)
        return count_black_moves(b);
    if (depth == 2)
        return has_few_pieces(b) ? count_black_by_moves(b) : count_black_plies(b);
    generate(&sink, b, BLACK, ALL, descend);
    return sink.count;
}

uint64_t perft_count(const Board *b, int depth) {
    if (depth <= 0)
        return 1;
    return b->turn == WHITE ? count_white(b, depth) : count_black(b, depth);
}

/* Depths up to this one run without polling: thousands of leaves, a few million at most. */
enum { UNPOLLED_DEPTH = 3 };

bool perft_count_while(const Position *p, int depth, PerftGoOn *go_on, void *context,
                       uint64_t *leaves) {
    Move list[MAX_MOVES];
    size_t count;

    if (!go_on(context))
        return false;
    if (depth <= UNPOLLED_DEPTH) {
        *leaves += perft_count(&p->board, depth);
        return true;
    }
    count = movegen_all(&p->board, list);
    for (size_t i = 0; i < count; i++) {
        Position child;
        position_play(&child, p, list[i]);
        if (!perft_count_while(&child, depth - 1, go_on, context, leaves))
            return false;
    }
    return true;
}

uint64_t perft_visit(const Position *p, int depth) {
    Move list[MAX_MOVES];
    uint64_t leaves = 0;
    size_t count;

    if (depth <= 0)
        return 1;
    count = movegen_all(&p->board, list);
    for (size_t i = 0; i < count; i++) {
        Position child;
        position_play(&child, p, list[i]);
        leaves += perft_visit(&child, depth - 1);
    }
    return leaves;
}

/* --- kinds ----------------------------------------------------------------------------------- */

static void add_kinds(PerftKinds *out, const Position *p, Move m, const Position *child) {
    const Square from = move_from(m), to = move_to(m);
    const bool castles = position_is_castling(p, m);
    /* the squares of the pieces that moved */
    const Bitboard moved =
        castles ? bb_of(castling_king_to(from, to)) | bb_of(castling_rook_to(from, to)) : bb_of(to);

    out->nodes++;
    out->captures += position_is_capture(p, m);
    out->en_passants += position_is_ep(p, m);
    out->castlings += castles;
    out->promotions += move_promotion(m) != NO_PIECE;
    if (!child->checkers)
        return;
    out->checks++;
    if (more_than_one(child->checkers))
        out->double_checks++;
    else
        out->discovered_checks += (child->checkers & ~moved) != 0;
    out->mates += !movegen_count(&child->board);
}

static void visit_kinds(const Position *p, int depth, PerftKinds *out) {
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);

    for (size_t i = 0; i < count; i++) {
        Position child;
        position_play(&child, p, list[i]);
        if (depth == 1)
            add_kinds(out, p, list[i], &child);
        else
            visit_kinds(&child, depth - 1, out);
    }
}

void perft_kinds(const Position *p, int depth, PerftKinds *out) {
    *out = (PerftKinds){.nodes = depth <= 0};
    if (depth > 0)
        visit_kinds(p, depth, out);
}

/* --- large counts ---------------------------------------------------------------------------- */

uint64_t perft_add(uint64_t a, uint64_t b) {
    return a > UINT64_MAX - b ? PERFT_OVERFLOW : a + b;
}

uint64_t perft_multiply(uint64_t a, uint64_t b) {
    return b && a > UINT64_MAX / b ? PERFT_OVERFLOW : a * b;
}

/* No position has more than 218 moves, so depth 8 always fits; depth 16 is the last counted. */
enum { NEVER_BEYOND = 8, MAX_PROBE_DEPTH = 16 };

bool perft_is_beyond(const Board *b, int depth, double limit) {
    double count[MAX_PROBE_DEPTH + 1] = {1};
    double growth, nodes;
    int d = 0;

    if (depth <= NEVER_BEYOND)
        return false;
    while (d < MAX_PROBE_DEPTH && d < depth && (d < 4 || count[d] < 1e6))
        if ((count[d + 1] = (double)perft_count(b, d + 1)) > 0)
            d++;
        else
            return false;
    if (d == depth)
        return count[d] > limit;
    growth = count[d] / count[d - 2];
    if (growth > count[d - 1] / count[d - 3])
        growth = count[d - 1] / count[d - 3];
    nodes = (depth - d) % 2 ? count[d - 1] : count[d];
    for (int i = (depth - d) % 2 ? d - 1 : d; i < depth && nodes < 1e30; i += 2)
        nodes *= growth;
    return nodes > limit;
}

/* --- units ---------------------------------------------------------------------------------- */

typedef struct {
    PerftUnit *unit;
    size_t count, capacity;
    bool distinct;
    const char *error;
} UnitList;

/* Compares by key, then first move and clock, so that the order is the same on every machine. */
static int compare_units(const void *a, const void *b) {
    const PerftUnit *x = a, *y = b;

    if (x->position.key != y->position.key)
        return x->position.key < y->position.key ? -1 : 1;
    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    return (x->position.halfmove_clock > y->position.halfmove_clock) -
           (x->position.halfmove_clock < y->position.halfmove_clock);
}

/* Merges equal positions and adds up their multiplicity. Equal keys are verified in full. */
static void merge_equal(UnitList *l) {
    size_t kept = 0;

    if (!l->count)
        return;
    qsort(l->unit, l->count, sizeof *l->unit, compare_units);
    for (size_t i = 1; i < l->count; i++) {
        PerftUnit *last = &l->unit[kept];
        if (last->position.key == l->unit[i].position.key &&
            !memcmp(last->position.on, l->unit[i].position.on, sizeof last->position.on) &&
            last->position.board.color[WHITE] == l->unit[i].position.board.color[WHITE] &&
            last->position.board.castling == l->unit[i].position.board.castling &&
            last->position.board.ep_square == l->unit[i].position.board.ep_square)
            last->times = perft_add(last->times, l->unit[i].times);
        else
            l->unit[++kept] = l->unit[i];
    }
    l->count = kept + 1;
}

static bool is_too_long(UnitList *l) {
    if (!l->distinct || l->count <= PERFT_MAX_UNITS)
        return false;
    l->error = "there are more than 2,000,000 different positions at that depth: take fewer plies";
    return true;
}

/*
 * Merges equal positions, or grows the list. Returns false, with l->error set, if neither is
 * possible.
 */
static bool make_room(UnitList *l) {
    PerftUnit *unit;

    if (l->distinct) {
        merge_equal(l);
        if (is_too_long(l))
            return false;
        if (l->count < l->capacity / 2)
            return true;
    }
    if ((unit = array_grow(l->unit, &l->capacity, l->capacity + 1, sizeof *unit)))
        l->unit = unit;
    else
        l->error = "there is not enough memory for the list of positions";
    return unit;
}

static bool add_unit(UnitList *l, const Position *p, uint64_t times, Move first) {
    if (l->count == l->capacity && !make_room(l))
        return false;
    l->unit[l->count++] = (PerftUnit){*p, times, first};
    return true;
}

/* Expands all units of `from` by one ply into `to`; frees `from`. */
static bool go_deeper(UnitList *to, UnitList *from) {
    bool good = true;

    for (size_t u = 0; u < from->count && good; u++) {
        const PerftUnit *parent = &from->unit[u];
        Move list[MAX_MOVES];
        const size_t count = movegen_all(&parent->position.board, list);

        for (size_t i = 0; i < count && good; i++) {
            Position child;
            position_play(&child, &parent->position, list[i]);
            good = add_unit(to, &child, parent->times,
                            parent->first == NO_MOVE ? list[i] : parent->first);
        }
    }
    free(from->unit);
    if (good && to->distinct)
        merge_equal(to);
    return good && !is_too_long(to);
}

const char *perft_split(const Position *root, int plies, bool distinct, PerftUnit **units,
                        size_t *count) {
    UnitList l = {.distinct = distinct};
    bool good = add_unit(&l, root, 1, NO_MOVE);

    for (int ply = 0; ply < plies && good; ply++) {
        UnitList deeper = {.distinct = distinct};
        good = go_deeper(&deeper, &l);
        l = deeper;
    }
    if (!good) {
        free(l.unit);
        return l.error;
    }
    *units = l.unit;
    *count = l.count;
    return NULL;
}
