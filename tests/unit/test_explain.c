/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of alula-perft --check: the causes of wrong moves, and the lines that other programs print.
 */
#include "chess/notation.h"
#include "chess/zobrist.h"
#include "tests.h"
#include "tools/perft/perft_answer.h"
#include "tools/perft/perft_explain.h"

/* A root, the moves from it, the moves that are extra (+) and missing (-), and the causes. */
static const struct {
    const char *fen, *line, *wrong;
    bool made;
    const char *causes;
} causes[] = {
    /* castling */
    {"4k3/8/8/4r3/8/8/8/R3K2R w KQ - 0 1", "", "+e1g1", false, "castling out of check: e1g1\n"},
    {"4k3/8/8/5r2/8/8/8/R3K2R w KQ - 0 1", "", "+e1g1", false,
     "castling through check (f1 is attacked): e1g1\n"},
    {"4k3/8/8/6r1/8/8/8/R3K2R w KQ - 0 1", "", "+e1g1", false, "castling into check: e1g1\n"},
    {"4k3/8/8/5rr1/8/8/8/R3K2R w KQ - 0 1", "", "+e1g1", false,
     "castling through check (f1 is attacked) and into check: e1g1\n"},
    {"4k3/8/8/8/8/8/8/RN2KB1R w KQ - 0 1", "", "+e1g1 +e1c1", false,
     "castling through a piece: e1g1\ncastling with a piece in the way of the rook (b1): e1c1\n"},
    {"4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "", "+e1c1", false,
     "castling without the right to it: e1c1\n"},
    {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "", "+e1c1", false, "castling without a rook: e1c1\n"},
    {"r3k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", "-e1c1", false,
     "castling is not generated when the rook is attacked, which is legal: e1c1\n"},
    {"1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", "-e1c1", false,
     "castling is not generated when b1 is attacked, where only the rook passes: legal: e1c1\n"},
    {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", "-e1c1 -e1g1", false,
     "castling is not generated: e1c1 e1g1\n"},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "a8a1", "+e1c1", true,
     "the castling right is not lost when the rook is captured (a8a1): e1c1\n"},
    {"4k2r/8/8/8/3B4/8/8/4K3 w k - 0 1", "d4h8", "+e8g8", true,
     "the castling right is not lost when the rook is captured (d4h8): e8g8\n"},
    {"4k2r/6P1/8/8/8/8/8/4K3 w k - 0 1", "g7h8n", "+e8g8", true,
     "the castling right is not lost when the rook is captured by a promotion (g7h8n): e8g8\n"},
    {"4k3/7p/8/8/8/8/8/R3K2R w KQ - 0 1", "h1h2 h7h6 h2h1 h6h5", "+e1g1", true,
     "the castling right is not lost when the rook moves (h1h2): e1g1\n"},
    {"4k3/7p/8/8/8/8/8/R3K2R w KQ - 0 1", "e1e2 h7h6 e2e1 h6h5", "+e1g1 +e1c1", true,
     "the castling rights are not lost when the king moves (e1e2): e1g1 e1c1\n"},
    {"4k3/7p/8/8/8/8/8/R3K2R w KQ - 0 1", "a1b1 h7h6", "-e1g1", true,
     "the castling right is lost when the other rook moves (a1b1)\n"},
    {"4k3/6bp/8/8/8/8/8/R3K2R b KQ - 0 1", "g7a1", "-e1g1", true,
     "the castling right is lost when the other rook is captured (g7a1)\n"},
    {"4k3/7p/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "+e8f8 +e8f7 -e8d7", true,
     "the king moves into check by a rook: e8f8 e8f7\ndiffers here, cause unknown: e8d7\n"},
    /* en passant */
    {"6k1/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "", "+e5d6", false,
     "en passant opens the rank: both pawns leave it (en-passant pin): e5d6\n"},
    {"6k1/1b6/8/3pP3/8/5K2/8/8 w - d6 0 1", "", "+e5d6", false,
     "en passant opens the diagonal on which the captured pawn stood (en-passant pin): e5d6\n"},
    {"4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "", "+e5d6", false,
     "en passant by a pawn that is pinned on a file: e5d6\n"},
    {"6k1/8/8/3pP3/8/5n2/8/4K3 w - d6 0 1", "", "+e5d6", false,
     "en passant does not answer the check: e5d6\n"},
    {"6k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "", "-e5d6", false,
     "en passant is not generated: e5d6\n"},
    {"6k1/8/8/3pP3/4K3/8/8/8 w - d6 0 1", "", "-e5d6", false,
     "en passant is not generated as an answer to check: e5d6\n"},
    {"6k1/8/8/3pP3/8/8/8/4K3 w - - 0 1", "", "+e5d6", false,
     "en passant, although the pawn has not just made a double step: e5d6\n"},
    {"6k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e1e2 g8g7", "+e5d6", true,
     "the en-passant square is not cleared by the next move: e5d6\n"},
    {"6k1/8/8/3p1P2/8/8/8/4K3 w - d6 0 1", "", "+f5d6", false,
     "en passant by a pawn that does not stand beside the other: f5d6\n"},
    {"6k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", "-e5d6", true,
     "a double step does not allow en passant to the pawn on its east (d7d5)\n"},
    {"6k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "+d5d4", true,
     "the pawn captured en passant stays on the board (e5d6)\n"},
    /* pawns */
    {"6k1/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "", "+e2e4", false,
     "a double step jumps over a piece: e2e4\n"},
    {"6k1/8/8/8/8/4P3/8/4K3 w - - 0 1", "", "+e3e5", false,
     "a double step from a rank that is not the pawn's first: e3e5\n"},
    {"6k1/8/8/8/4n3/8/4P3/4K3 w - - 0 1", "", "+e2e4", false,
     "a double step captures straight ahead: e2e4\n"},
    {"6k1/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "", "+e2e3", false,
     "a pawn captures straight ahead: e2e3\n"},
    {"6k1/8/8/8/8/8/4P3/4K3 w - - 0 1", "", "+e2d3 +e2e1", false,
     "a pawn goes diagonally to an empty square: e2d3\n"
     "a pawn captures a piece of its own side: e2e1\n"},
    {"6k1/8/8/8/p6P/7N/8/4K3 b - - 0 1", "", "+a4h3", false,
     "a pawn moves as no pawn does: a4h3\n"},
    {"6k1/8/8/8/p7/8/7N/4K3 b - - 0 1", "", "+a4h2", false,
     "a pawn captures round the edge of the board: a4h2\n"},
    {"6k1/8/8/8/8/8/4P3/4K3 w - - 0 1", "", "-e2e4", false,
     "a double step is not generated: e2e4\n"},
    {"6k1/8/8/8/8/3n4/4P3/6K1 w - - 0 1", "", "-e2d3", false,
     "a capture by a pawn is not generated: e2d3\n"},
    /* promotion */
    {"6k1/P7/8/8/8/8/8/4K3 w - - 0 1", "", "-a7a8r -a7a8b -a7a8n", false,
     "under-promotion is not generated: only a queen: a7a8r a7a8b a7a8n\n"},
    {"6k1/P7/8/8/8/8/8/4K3 w - - 0 1", "", "-a7a8q -a7a8r -a7a8b -a7a8n", false,
     "promotion by a push is not generated: a7a8q a7a8r a7a8b a7a8n\n"},
    {"1n4k1/P7/8/8/8/8/8/4K3 w - - 0 1", "", "-a7b8q -a7b8r -a7b8b -a7b8n", false,
     "promotion by a capture is not generated: a7b8q a7b8r a7b8b a7b8n\n"},
    {"6k1/P7/8/8/8/8/8/4K3 w - - 0 1", "", "-a7a8q", false,
     "promotion to a queen is not generated: a7a8q\n"},
    {"6k1/P7/8/8/8/8/8/4K3 w - - 0 1", "", "+a7a8 +a7a8k", false,
     "a pawn reaches the last rank without promotion: a7a8\npromotion to a king: a7a8k\n"},
    {"6k1/8/P7/8/8/8/8/4K3 w - - 0 1", "", "+a6a7q", false,
     "promotion before the last rank: a6a7q\n"},
    {"k7/7P/8/8/8/8/8/4K3 w - - 0 1", "h7h8n", "-a8b8", true,
     "the promotion to a knight puts a queen on the board (h7h8n)\n"},
    /* pieces */
    {"6k1/8/8/8/8/8/8/N3K3 w - - 0 1", "", "+a1a3", false,
     "a knight moves as no knight does: a1a3\n"},
    {"6k1/8/8/8/8/8/7N/4K3 w - - 0 1", "", "+h2a5", false,
     "a knight moves round the edge of the board: h2a5\n"},
    {"6k1/8/8/8/8/2p5/1B6/4K3 w - - 0 1", "", "+b2d4", false,
     "a bishop jumps over a piece: b2d4\n"},
    {"6k1/8/8/8/8/2P5/1B6/4K3 w - - 0 1", "", "+b2c3", false,
     "a bishop captures a piece of its own side: b2c3\n"},
    {"6k1/8/8/8/8/8/1B6/4K3 w - - 0 1", "", "+b2b4", false,
     "a bishop moves like another piece: b2b4\n"},
    {"6k1/8/8/8/8/8/R7/6K1 w - - 0 1", "", "-a2g2 -a2h2", false, "a rook stops short: a2g2 a2h2\n"},
    {"6k1/8/8/8/8/8/8/6K1 w - - 0 1", "", "+a1a2 +g8g7", false,
     "no piece stands on a1: a1a2\nthe piece on g8 is not of the side to move: g8g7\n"},
    {"6k1/8/8/8/8/8/8/R5K1 w - - 0 1", "", "+a1a8 +a1b1", false,
     "a move is listed twice: a1a8 a1b1\n"},
    {"6k1/8/8/8/8/8/8/N5K1 w - - 0 1", "", "-a1b3", false, "differs here, cause unknown: a1b3\n"},
    {"6k1/8/8/8/8/8/8/N5K1 w - - 0 1", "", "+Nxd9", false, "differs here, cause unknown: Nxd9\n"},
    /* pins and checks */
    {"4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "", "+e2c3", false,
     "a pinned knight leaves the file (pinned by the rook): e2c3\n"},
    {"6k1/8/8/8/7q/8/5P2/4K3 w - - 0 1", "", "+f2f3", false,
     "a pinned pawn leaves the diagonal (pinned by the queen): f2f3\n"},
    {"4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "", "-e2e8 -e2e3", false,
     "a pinned rook may capture its pinner: not generated: e2e8\n"
     "a pinned rook may move along the pin: not generated: e2e3\n"},
    {"4r1k1/4p3/8/8/8/8/4N3/4K3 w - - 0 1", "", "-e2c3", false,
     "a knight is treated as pinned, though another piece shields the king, too: e2c3\n"},
    {"4r1k1/8/8/8/8/8/8/N3K3 w - - 0 1", "", "+a1b3", false,
     "the check of the rook is not answered: a1b3\n"},
    {"4r1k1/8/8/8/8/5n2/8/N2QK3 w - - 0 1", "", "+d1f3", false,
     "in double check a piece other than the king moves: d1f3\n"},
    {"4r1k1/8/8/8/8/8/8/2B1K3 w - - 0 1", "", "-c1e3", false,
     "a block of the check of a rook is not generated: c1e3\n"},
    {"6k1/8/8/8/8/5n2/6P1/4K3 w - - 0 1", "", "-g2f3 -e1d1", false,
     "capture of the checking knight is not generated: g2f3\n"
     "a move of the king out of check by a knight is not generated: e1d1\n"},
    {"6k1/8/8/8/8/8/8/r3K3 w - - 0 1", "", "+e1f1", false,
     "the king steps back along the line of the checking rook: e1f1\n"},
    {"6k1/8/8/8/8/3b4/4p3/4K3 w - - 0 1", "", "+e1e2", false,
     "the king captures a piece that is protected by a bishop: e1e2\n"},
    {"8/8/8/8/8/4k3/8/4K3 w - - 0 1", "", "+e1e2", false,
     "the king steps beside the other king: e1e2\n"},
    {"6k1/8/8/8/8/6p1/8/4K3 w - - 0 1", "", "+e1f2", false,
     "the king moves into check by a pawn: e1f2\n"},
    /* positions after moves */
    {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "+e8f8 +e8f7", true,
     "castling does not move the rook (e1g1)\n"},
    {"3k4/8/8/8/8/8/8/4KQ2 w - - 0 1", "f1e2", "-d8c7", true,
     "differs here, cause unknown: d8c7\n"},
};

static void play_line(Position *here, Move line[8], size_t *plies, const char *text) {
    Word rest = word_of(text), word;

    *plies = 0;
    while ((word = text_word(&rest)).length) {
        const Position before = *here;

        ck_assert_int_eq(notation_parse(&line[*plies], &before, word), MOVE_FINE);
        position_play(here, &before, line[(*plies)++]);
    }
}

START_ROWS(causes_are_named, ROWS(causes)) {
    Position root = tests_position(causes[_i].fen, false), here = root;
    PerftAnswerMove wrong[2][8];
    size_t count[2] = {0, 0}, plies;
    Move line[8];
    char out[1000];
    Text text = text_in(out, sizeof out);
    Word rest = word_of(causes[_i].wrong), word;

    tests_row_is(causes[_i].fen);
    play_line(&here, line, &plies, causes[_i].line);
    while ((word = text_word(&rest)).length) {
        const int extra = *word.at == '+';
        PerftAnswerMove *m = &wrong[extra][count[extra]++];
        Text move = text_in(m->move, sizeof m->move);

        text_add_word(&move, (Word){word.at + 1, word.length - 1});
    }
    if (!causes[_i].causes)
        return;
    const bool jumps = plies && position_on(&here, move_to(line[plies - 1])) == PAWN &&
                       (move_from(line[plies - 1]) ^ move_to(line[plies - 1])) == 16;
    const Square jumped =
        !plies  ? fen_jumped(word_of(causes[_i].fen))
        : jumps ? (Square)((move_from(line[plies - 1]) + move_to(line[plies - 1])) / 2)
                : NO_SQUARE;
    const PerftFault fault = {.root = &root,
                              .line = line,
                              .plies = plies,
                              .here = &here,
                              .root_jumped = fen_jumped(word_of(causes[_i].fen)),
                              .jumped = jumped,
                              .made = causes[_i].made,
                              .missing = wrong[0],
                              .extra = wrong[1],
                              .missing_count = count[0],
                              .extra_count = count[1]};

    perft_explain(&text, &fault);
    ck_assert_str_eq(out, causes[_i].causes);
}

/* Lines for a count of depth 3 from the start; the move, or "total", and the number. */
static const struct {
    const char *line, *what;
    uint64_t nodes;
} lines[] = {
    {"e2e4: 20", "e2e4", 20},
    {"e2e4 20", "e2e4", 20},
    {"e2-e4 = 20", "e2e4", 20},
    {"1. e2e4 20", "e2e4", 20},
    {"12) e2e4   - 20", "e2e4", 20},
    {"  e2e4 : 1,234,567", "e2e4", 1234567},
    {"info string e2e4 20", "e2e4", 20},
    {"e4 20", "e2e4", 20},
    {"Nf3: 20", "g1f3", 20},
    {"Ng1-f3 20", "g1f3", 20},
    {"e7e8q 20", "e7e8q", 20},
    {"e7xd8=Q: 20", "e7d8q", 20},
    {"e2e4\t20\t0.1%", "e2e4", 20},
    {"e1g1: 20", "e1g1", 20},
    {"Nodes searched: 8902", "total", 8902},
    {"nodes searched 8902", "total", 8902},
    {"Total: 8902", "total", 8902},
    {"Total nodes: 8,902", "total", 8902},
    {"Raw nodes for depth 3: 8902", "total", 8902},
    {"perft(3) = 8902", "total", 8902},
    {"perft 3: 8902 (0.01 s)", "total", 8902},
    {"depth 3 nodes 8902 time 5", "total", 8902},
    {"info depth 3: 8902 nodes", "total", 8902},
    {"8902 nodes, 3 ms, 2967 knps", "total", 8902},
    {"depth= 2 nodes=         421 leafnodes=         400 time=   0.00s nps=       0", "", 0},
    {"depth= 3 nodes=        9323 leafnodes=        8902 time=   0.00s nps=       0", "total",
     8902},
    {"Leaf nodes: 8902", "total", 8902},
    {"8902 leaves", "total", 8902},
    {"8902", "total", 8902},
    {"3 8902", "total", 8902},
    {"1 node, 0 ms, 0 knps", "total", 1},
    {"1 leaf node", "total", 1},
    {"8'902 nodes", "total", 8902},
    {"Nodes searched: 8_902", "total", 8902},
    {"e2e4: 1'020", "e2e4", 1020},
    {"Result: 8902", "total", 8902},
    {"Result of perft(3): 8902", "total", 8902},
    {"8902 positions", "total", 8902},
    {"8902 leaf nodes", "total", 8902},
    {"| 3 | 8902 |", "total", 8902},
    {"Total: 8902 nodes, 1000 nodes per second", "total", 8902},
    {"perft 3: 8902 nodes, 1000 nodes/s", "total", 8902},
    {"1000 nodes/s, 8902 nodes", "total", 8902},
    {"0.05 s, 8902 nodes", "total", 8902},
    {"8902 nodes in 20ms", "total", 8902},
    {"1000 nodes per second", "", 0},
    {"12345 nodes/second", "", 0},
    {"1000 nps", "", 0},
    {"Nodes per second: 1000", "", 0},
    {"Nodes/sec 1000", "", 0},
    {"Total: 1000 nodes per second", "", 0},
    {"Total 1000 knps", "", 0},
    {"Total: 0.05 s", "", 0},
    {"Total: 20 ms", "", 0},
    {"1.2 nodes", "", 0},
    {"Position: 8/8/8/8/8/8/8/8 w - - 0 1", "", 0},
    {"| 2 | 400 |", "", 0},
    {"go perft 3", "", 0},
    {"perft: 3", "total", 3},
    {"perft(2) = 400", "", 0},
    {"2 400", "", 0},
    {"", "", 0},
    {"e2e4:", "", 0},
    {"e2e4: -20", "", 0},
    {"e2e4 twenty", "", 0},
    {"e9e4: 20", "", 0},
    {"Nodes searched: -5", "", 0},
    {"Nodes searched:", "", 0},
    {"nps 8902", "", 0},
    {"Time : 0.00", "", 0},
    {"20 moves", "", 0},
    {"bestmove e2e4", "", 0},
    {"id name Engine 3000", "", 0},
    {"info currmove e2e4 currmovenumber 3", "", 0},
    {": 7", "", 0},
    {"\xff\xfe\x01 = 3x", "", 0},
};

START_ROWS(lines_are_read, ROWS(lines)) {
    const Position p = tests_position(FEN_START, false);
    PerftAnswer a = {.moves = 0};

    tests_row_is(lines[_i].line);
    perft_answer_line(&a, word_of(lines[_i].line), &p, 3, false);
    ck_assert(!a.too_large && !a.too_many);
    if (!strcmp(lines[_i].what, "total")) {
        ck_assert(a.has_total && !a.moves);
        ck_assert_uint_eq(a.total, lines[_i].nodes);
    } else if (*lines[_i].what) {
        ck_assert(!a.has_total && a.moves == 1);
        ck_assert_str_eq(a.move[0].move, lines[_i].what);
        ck_assert_uint_eq(a.move[0].nodes, lines[_i].nodes);
    } else {
        ck_assert(!a.has_total && !a.moves);
    }
}

/* Of several lines that look like totals, the clearest one counts. */
START_ROWS(the_clearest_total_stays, 5) {
    static const struct {
        const char *line[3];
        uint64_t total;
    } answers[] = {
        {{"8902 nodes, 3 ms", "1000 nodes per second", "2967 nps"}, 8902},
        {{"8902 nodes", "12345 nodes/second", "1000 nodes"}, 8902},
        {{"1000 nodes", "Nodes searched: 8902", "5000 nodes"}, 8902},
        {{"Nodes searched: 8902", "Total time: 5", "77"}, 8902},
        {{"Total nodes: 9323", "Leaf nodes: 8902", "Total: 9323"}, 8902},
    };
    const Position p = tests_position(FEN_START, false);
    PerftAnswer a = {.moves = 0};

    tests_row_is(answers[_i].line[0]);
    for (int i = 0; i < 3; i++)
        perft_answer_line(&a, word_of(answers[_i].line[i]), &p, 3, false);
    ck_assert_uint_eq(a.total, answers[_i].total);
}

START_ROWS(numbers_beyond_64_bits_are_told, 4) {
    const char *const large[] = {"Nodes searched: 18446744073709551616",
                                 "e2e4: 99999999999999999999", "184467440737095516160",
                                 "18,446,744,073,709,551,616 nodes"};
    const Position p = tests_position(FEN_START, false);
    PerftAnswer a = {.moves = 0};

    perft_answer_line(&a, word_of("Nodes searched: 18446744073709551615"), &p, 3, false);
    ck_assert(!a.too_large && a.total == UINT64_MAX);
    a = (PerftAnswer){.moves = 0};
    perft_answer_line(&a, word_of(large[_i]), &p, 3, false);
    ck_assert(a.too_large);
}

START_TEST(moves_without_end_are_told) {
    const Position p = tests_position(FEN_START, false);
    PerftAnswer a = {.moves = 0};

    for (int i = 0; i <= PERFT_ANSWER_MOVES; i++)
        perft_answer_line(&a, word_of("e2e4: 20"), &p, 3, false);
    ck_assert(a.too_many && a.moves == PERFT_ANSWER_MOVES);
}

/* Castling is written as in the suite's variant, whatever the engine prints. */
START_ROWS(castling_is_written_in_one_way, 4) {
    const Position p = tests_position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", false);
    const char *const forms[] = {"e1g1: 5", "e1h1: 5", "O-O 5", "0-0: 5"};
    PerftAnswer a = {.moves = 0};

    perft_answer_line(&a, word_of(forms[_i]), &p, 1, false);
    ck_assert_str_eq(a.move[0].move, "e1g1");
    perft_answer_line(&a, word_of(forms[_i]), &p, 1, true);
    ck_assert_str_eq(a.move[1].move, "e1h1");
}

int main(void) {
    attacks_init();
    zobrist_init();
    return tests_run("explain");
}
