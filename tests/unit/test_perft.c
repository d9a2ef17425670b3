/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of perft.h: known counts, with and without bulk counting. */
#include "perft/perft.h"

#include <stdlib.h>

#include "chess/zobrist.h"
#include "perft/perft_run.h"
#include "tests.h"

/*
 * The six positions of https://www.chessprogramming.org/Perft_Results, and two Chess960 positions
 * of R. Scharnagl. 0 ends the counts.
 */
static const struct {
    const char *fen;
    bool chess960;
    uint64_t leaves[6]; /* at depth 1, 2, … */
} known[] = {
    {FEN_START, false, {20, 400, 8902, 197281, 4865609}},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
     false,
     {48, 2039, 97862, 4085603}},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", false, {14, 191, 2812, 43238, 674624}},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
     false,
     {6, 264, 9467, 422333}},
    {"r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
     false,
     {6, 264, 9467, 422333}}, /* the previous position with colors swapped */
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
     false,
     {44, 1486, 62379, 2103487}},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
     false,
     {46, 2079, 89890, 3894594}},
    {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
     true,
     {21, 528, 12189, 326672}},
    {"1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9",
     true,
     {28, 1120, 31058, 1171749}},
};

START_ROWS(counts, ROWS(known)) {
    const Position p = tests_position(known[_i].fen, known[_i].chess960);

    ck_assert_uint_eq(perft_count(&p.board, 0), 1);
    for (int depth = 1; known[_i].leaves[depth - 1]; depth++)
        ck_assert_uint_eq(perft_count(&p.board, depth), known[_i].leaves[depth - 1]);
}

static bool continue_for(void *times) {
    return --*(int *)times >= 0;
}

/* The same counts, or less if ended early. */
START_ROWS(ended, ROWS(known)) {
    const Position p = tests_position(known[_i].fen, known[_i].chess960);
    uint64_t leaves = 7, some = 0;
    int times = 1000000;

    for (int depth = 0; depth < 5 && (!depth || known[_i].leaves[depth - 1]); depth++) {
        leaves = 7;
        ck_assert(perft_count_while(&p, depth, continue_for, &times, &leaves));
        ck_assert_uint_eq(leaves, perft_count(&p.board, depth) + 7);
    }
    times = 4;
    ck_assert(!perft_count_while(&p, 5, continue_for, &times, &some));
    ck_assert(some > 0 && some < perft_count(&p.board, 5));
    times = 0;
    ck_assert(!perft_count_while(&p, 1, continue_for, &times, &some));
}

START_ROWS(visits, ROWS(known)) {
    const Position p = tests_position(known[_i].fen, known[_i].chess960);
    const Position before = p;

    ck_assert_uint_eq(perft_visit(&p, 0), 1);
    for (int depth = 1; known[_i].leaves[depth - 1] && known[_i].leaves[depth - 1] < 500000;
         depth++)
        ck_assert_uint_eq(perft_visit(&p, depth), known[_i].leaves[depth - 1]);
    ck_assert(tests_same(&p, &before));
}

/* Compares bulk counting of the last two plies with making every move. */
static void against_every_move(const Position *p, bool chess960) {
    (void)chess960;
    for (int depth = 1; depth <= 2; depth++)
        CLAIM(perft_count(&p->board, depth) == perft_visit(p, depth), "%s: depth %d", tests_fen(p),
              depth);
}

START_TEST(bulk_counting) {
    tests_random_games(3, 40, against_every_move);
}

/*
 * Adds a pawn that has just made a double step, and one or two pawns that may capture it; some are
 * pinned by a queen. The en-passant square is dropped if no capture is legal, so a pin matters only
 * next to a pawn that is not pinned.
 */
static void put_jump(Position *p, uint64_t *seed) {
    const Color us = position_turn(p), them = color_other(us);
    const int file = (int)random_below(seed, 8), rank = us == WHITE ? 4 : 3;
    const unsigned sides = 1 + random_below(seed, 3), pinned = random_below(seed, 4);

    if (position_on(p, square_make(file, rank)) == NO_PIECE)
        position_put(p, them, PAWN, square_make(file, rank));
    for (int i = 0; i < 2; i++) {
        const int beside = file - 1 + 2 * i;
        const Square from = square_make(beside, rank);
        Bitboard line;

        if (!(sides >> i & 1) || beside < 0 || beside > 7 || position_on(p, from) != NO_PIECE)
            continue;
        position_put(p, us, PAWN, from);
        line = attacks_line(board_king(&p->board, us), from) & ~board_occupied(&p->board);
        if (pinned >> i & 1 && line)
            position_put(p, them, QUEEN, random_below(seed, 2) ? bb_first(line) : bb_last(line));
    }
    p->board.ep_square = (uint8_t)square_make(file, us == WHITE ? 5 : 2);
}

/*
 * Makes a random setup of 3 to 25 pieces with random castling rights, one in three with a double
 * pawn step.
 */
static bool random_setup(Position *p, uint64_t *seed) {
    static const Piece kinds[] = {PAWN, PAWN, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, ROOK, BISHOP};
    const unsigned pieces = 1 + random_below(seed, 18);
    const bool jumped = !random_below(seed, 3);
    Square square = (Square)random_below(seed, 8);

    position_clear(p);
    position_put(p, WHITE, KING, random_below(seed, 2) ? square : (Square)random_below(seed, 64));
    do
        square =
            (Square)(random_below(seed, 2) ? 56 + random_below(seed, 8) : random_below(seed, 64));
    while (position_on(p, square) != NO_PIECE);
    position_put(p, BLACK, KING, square);
    for (unsigned i = 0; i < pieces; i++) {
        const Piece kind = kinds[random_below(seed, ROWS(kinds))];
        const Color c = (Color)random_below(seed, 2);
        square = (Square)random_below(seed, 64);
        if (position_on(p, square) == NO_PIECE && (kind != PAWN || (square_rank(square) % 7 != 0)))
            position_put(p, c, kind, square);
    }
    p->board.turn = (uint8_t)random_below(seed, 2);
    p->board.ep_square = NO_SQUARE;
    if (jumped)
        put_jump(p, seed);
    if (position_ep_error(p))
        p->board.ep_square = NO_SQUARE;
    if (position_error(p))
        return false;
    for (Bitboard rooks = p->board.piece[ROOK]; rooks;) {
        const Square rook = pop_lsb(&rooks);
        const Color c = (Color)bb_has(p->board.color[BLACK], rook);
        if (square_rank(rook) == 7 * (int)c && square_rank(board_king(&p->board, c)) == 7 * (int)c)
            p->board.castling |= bb_of(rook);
    }
    if (position_error(p))
        p->board.castling = 0;
    position_derive(p);
    return !position_error(p);
}

START_TEST(bulk_counting_of_setups) {
    uint64_t seed = 20261125;
    Position p;

    for (int tested = 0; tested < 3000;) {
        if (!random_setup(&p, &seed))
            continue;
        against_every_move(&p, true);
        tested++;
    }
}

/* Mate and stalemate have no leaves at any depth but 0. */
START_TEST(mate_and_stalemate) {
    static const char *const ends[] = {"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
                                       "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"};

    for (int i = 0; i < ROWS(ends); i++) {
        const Position p = tests_position(ends[i], false);
        ck_assert_uint_eq(perft_count(&p.board, 0), 1);
        for (int depth = 1; depth < 4; depth++) {
            ck_assert_uint_eq(perft_count(&p.board, depth), 0);
            ck_assert_uint_eq(perft_visit(&p, depth), 0);
        }
    }
}

/*
 * Two separated kings, each confined to three ranks: deep counts, fast with a table, below and
 * above 2^64.
 */
#define LOCKED "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"

/* Returns the number of walks of this many moves of a king of LOCKED. */
static uint64_t king_walks(int moves) {
    uint64_t ways[3][8] = {{[4] = 1}}, all = 0;

    while (moves-- > 0) {
        uint64_t next[3][8] = {{0}};
        for (int from = 0; from < 24; from++)
            for (int to = 0; to < 24; to++)
                if (from != to && abs(from / 8 - to / 8) <= 1 && abs(from % 8 - to % 8) <= 1)
                    next[to / 8][to % 8] += ways[from / 8][from % 8];
        memcpy(ways, next, sizeof ways);
    }
    for (int i = 0; i < 24; i++)
        all += ways[i / 8][i % 8];
    return all;
}

static uint64_t count_hashed(const Position *p, int depth, PerftTable *table) {
    const PerftUnit unit = {.position = *p, .times = 1};
    const atomic_bool never = false;

    hashed_divide(table, &unit, 1, depth, 1);
    return hashed_count(&p->board, depth, table, false, &never);
}

/* A table that is far too small, or that other counts have filled, changes no count. */
START_TEST(hashed) {
    static const size_t sizes[] = {64, 1 << 12, 1 << 20};

    for (int i = 0; i < ROWS(sizes); i++) {
        PerftTable *table = perft_table_new(sizes[i]);
        ck_assert_ptr_nonnull(table);
        for (int k = 0; k < ROWS(known); k++) {
            const Position p = tests_position(known[k].fen, known[k].chess960);
            for (int depth = 0; depth < 5 && (!depth || known[k].leaves[depth - 1]); depth++)
                ck_assert_uint_eq(count_hashed(&p, depth, table),
                                  depth ? known[k].leaves[depth - 1] : 1);
        }
        perft_table_free(table);
    }
}

START_TEST(overflows) {
    const Position p = tests_position(LOCKED, false);
    PerftTable *table = perft_table_new(1 << 24);

    ck_assert_ptr_nonnull(table);
    for (int depth = 19; depth <= 24; depth++)
        ck_assert_uint_eq(count_hashed(&p, depth, table),
                          king_walks((depth + 1) / 2) * king_walks(depth / 2));
    ck_assert_uint_gt(king_walks(13), UINT64_MAX / king_walks(12)); /* 25 plies */
    ck_assert_uint_eq(count_hashed(&p, 25, table), PERFT_OVERFLOW);
    ck_assert_uint_eq(count_hashed(&p, 99, table), PERFT_OVERFLOW); /* returns at once */
    perft_table_free(table);
}

/* The same with threads, which may be stopped early. */
START_TEST(overflows_in_parts) {
    const Position p = tests_position(LOCKED, false);

    for (int depth = 24; depth <= 25; depth++) {
        PerftPlan plan = {.depth = depth - 2, .threads = 2, .mode = PERFT_COUNT};
        PerftUnit *unit;
        PerftRun *run;
        size_t count, finished;
        uint64_t nodes;

        plan.table = perft_table_new(1 << 24);
        ck_assert_ptr_null(perft_split(&p, 2, true, &unit, &count));
        run = perft_start(unit, count, &plan);
        ck_assert_ptr_nonnull(run);
        while (!perft_wait(run, 1000))
            ;
        ck_assert(perft_overflows(run) == (depth == 25));
        perft_progress(run, &finished, &nodes);
        if (depth == 24) {
            ck_assert_uint_eq(finished, count);
            ck_assert_uint_eq(nodes, king_walks(12) * king_walks(12));
        }
        perft_free(run);
        free(unit);
        perft_table_free(plan.table);
    }
}

/* Results saturate at 2^64 - 1, which stands for an overflow. */
START_TEST(sums_and_products) {
    const uint64_t half = UINT64_C(1) << 63;

    ck_assert_uint_eq(perft_add(half, half - 2), UINT64_MAX - 1);
    ck_assert_uint_eq(perft_add(half, half), PERFT_OVERFLOW);
    ck_assert_uint_eq(perft_multiply(half - 1, 2), UINT64_MAX - 1);
    ck_assert_uint_eq(perft_multiply(half, 2), PERFT_OVERFLOW);
    ck_assert_uint_eq(perft_multiply(UINT64_MAX, 0), 0);
}

START_TEST(overflow_is_predicted) {
    const Position locked = tests_position(LOCKED, false), start = tests_position(FEN_START, false),
                   mate = tests_position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", false);

    ck_assert(!perft_is_beyond(&locked.board, 24, 1.8e19));
    ck_assert(perft_is_beyond(&locked.board, 40, 1.8e19));
    ck_assert(!perft_is_beyond(&start.board, 13, 1.8e19));
    ck_assert(perft_is_beyond(&start.board, 16, 1.8e19));
    ck_assert(!perft_is_beyond(&mate.board, 99, 1.8e19));
}

int main(void) {
    attacks_init();
    zobrist_init();
    return tests_run("perft");
}
