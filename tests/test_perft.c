/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of perft.h: known counts, by counting and by visiting. */
#include "perft.h"

#include "tests.h"
#include "zobrist.h"

/*
 * The six positions of https://www.chessprogramming.org/Perft_Results, where the counts are known
 * to everybody, and two of R. Scharnagl's Chess960. 0 ends the counts.
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
     {6, 264, 9467, 422333}}, /* the same from the other side */
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

START_TEST(counts) {
    const Position p = tests_position(known[_i].fen, known[_i].chess960);

    ck_assert_uint_eq(perft_count(&p.board, 0), 1);
    for (int depth = 1; known[_i].leaves[depth - 1]; depth++)
        ck_assert_uint_eq(perft_count(&p.board, depth), known[_i].leaves[depth - 1]);
}
END_TEST

START_TEST(visits) {
    const Position p = tests_position(known[_i].fen, known[_i].chess960);
    const Position before = p;

    ck_assert_uint_eq(perft_visit(&p, 0), 1);
    for (int depth = 1; known[_i].leaves[depth - 1] && known[_i].leaves[depth - 1] < 500000;
         depth++)
        ck_assert_uint_eq(perft_visit(&p, depth), known[_i].leaves[depth - 1]);
    ck_assert(tests_same(&p, &before));
}
END_TEST

/* Mate and stalemate have no leaves below them, at any depth but 0. */
START_TEST(dead_ends) {
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
END_TEST

int main(void) {
    Suite *suite = suite_create("perft");
    TCase *tests = tests_case(suite);

    attacks_init();
    zobrist_init();
    tcase_add_loop_test(tests, counts, 0, ROWS(known));
    tcase_add_loop_test(tests, visits, 0, ROWS(known));
    tcase_add_test(tests, dead_ends);
    return tests_run(suite);
}
