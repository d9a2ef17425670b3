/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of movegen.h: the generators agree with each other and with move_is_legal(). */
#include "chess/movegen.h"

#include "chess/zobrist.h"
#include "tests.h"

enum { WORDS = 65536 };

/* A set of moves, one byte for each 16-bit value; all 0 between uses. */
static uint8_t times[WORDS];

static void clear_times(const Move *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        times[list[i]] = 0;
}

/*
 * Checks that no move comes twice, that noisy and quiet moves together are all moves, and the
 * count.
 */
static void check_generators(const Position *p, bool chess960) {
    const Board before = p->board;
    Move all[MAX_MOVES], noisy[MAX_MOVES], quiet[MAX_MOVES];
    const size_t count = movegen_all(&p->board, all);
    const size_t noisy_count = movegen_noisy(&p->board, noisy);
    const size_t quiet_count = movegen_quiet(&p->board, quiet);

    (void)chess960;
    CLAIM(count < MAX_MOVES, "%s: %zu moves", tests_fen(p), count);
    CLAIM(movegen_count(&p->board) == count, "%s: counted %zu, made %zu", tests_fen(p),
          movegen_count(&p->board), count);
    CLAIM(noisy_count + quiet_count == count, "%s: %zu and %zu are not %zu", tests_fen(p),
          noisy_count, quiet_count, count);
    for (size_t i = 0; i < count; i++) {
        CLAIM(!times[all[i]], "%s: move %u twice", tests_fen(p), all[i]);
        CLAIM(all[i] != NO_MOVE, "%s: no move", tests_fen(p));
        times[all[i]] = 1;
    }
    for (size_t i = 0; i < noisy_count; i++) {
        CLAIM(times[noisy[i]]++ == 1, "%s: noisy move %u", tests_fen(p), noisy[i]);
        CLAIM(position_is_noisy(p, noisy[i]), "%s: %u is not noisy", tests_fen(p), noisy[i]);
    }
    for (size_t i = 0; i < quiet_count; i++) {
        CLAIM(times[quiet[i]]++ == 1, "%s: quiet move %u", tests_fen(p), quiet[i]);
        CLAIM(!position_is_noisy(p, quiet[i]), "%s: %u is noisy", tests_fen(p), quiet[i]);
    }
    clear_times(all, count);
    CLAIM(!memcmp(before.piece, p->board.piece, sizeof before.piece), "the board has changed");
}

/* Checks that move_is_legal() accepts exactly the moves of movegen_all(), of all 16-bit values. */
static void check_legality(const Position *p, bool chess960) {
    Move all[MAX_MOVES];
    const size_t count = movegen_all(&p->board, all);

    (void)chess960;
    for (size_t i = 0; i < count; i++)
        times[all[i]] = 1;
    for (unsigned word = 0; word < WORDS; word++)
        CLAIM(move_is_legal(p, (Move)word) == times[word], "%s: word %u (%u to %u, piece %u)",
              tests_fen(p), word, word & 63, word >> 6 & 63, word >> 12);
    clear_times(all, count);
}

static bool is_attacked(const Position *p, Square s, Color by) {
    return (board_attackers(&p->board, s, board_occupied(&p->board)) & p->board.color[by]) != 0;
}

/*
 * Compares with a slow implementation of the rules: a move other than castling and en passant is
 * legal if the piece reaches the square and its king is not attacked afterwards.
 */
static void check_rules(const Position *p, bool chess960) {
    const Board *b = &p->board;
    const Color us = position_turn(p), them = color_other(us);

    (void)chess960;
    for (Square from = A1; from < SQUARE_COUNT; from++) {
        const Piece piece = position_on(p, from);
        if (!bb_has(b->color[us], from) || piece == PAWN)
            continue;
        for (Square to = A1; to < SQUARE_COUNT; to++) {
            const bool reaches =
                bb_has(attacks_of(piece, from, board_occupied(b)) & ~b->color[us], to);
            Position after = *p;
            bool safe;

            if (bb_has(b->color[us], to)) /* castling, or not pseudo-legal */
                continue;
            for (Piece i = PAWN; i <= KING; i++)
                after.board.piece[i] &= ~(bb_of(from) | bb_of(to));
            after.board.piece[piece] |= bb_of(to);
            after.board.color[us] ^= bb_of(from) | bb_of(to);
            after.board.color[them] &= ~bb_of(to);
            safe = !is_attacked(&after, board_king(&after.board, us), them);
            CLAIM(move_is_legal(p, move_make(from, to, NO_PIECE)) == (reaches && safe),
                  "%s: %u to %u", tests_fen(p), from, to);
        }
    }
}

START_TEST(generators_in_random_games) {
    tests_random_games(40, 150, check_generators);
}

START_TEST(generators_in_suites) {
    tests_suites(1, check_generators);
}

START_TEST(legality_in_random_games) {
    tests_random_games(2, 60, check_legality);
}

START_TEST(legality_in_suites) {
    tests_suites(2, check_legality);
}

START_TEST(rules_in_random_games) {
    tests_random_games(2, 100, check_rules);
}

START_TEST(rules_in_suites) {
    tests_suites(2, check_rules);
}

/* The number of legal moves, and of noisy ones. */
static const struct {
    const char *fen;
    bool chess960;
    size_t all, noisy;
} counts[] = {
    {FEN_START, false, 20, 0},
    {"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", false, 218, 9},
    /* mate and stalemate, by one piece, by two, with all pieces on the board */
    {"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", false, 0, 0},
    {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false, 0, 0},
    {"rn2k1nr/pp4pp/3p4/q1pP4/P1P2p1b/1b2pPRP/1P1NP1PQ/2B1KBNR w Kkq - 0 13", false, 0, 0},
    /* check: move away, block, or capture; in double check only move away */
    {"4k3/8/8/8/8/8/4r3/R3K2B w - - 0 1", false, 3, 1},
    {"k3r3/8/8/8/8/8/8/3QKR2 w - - 0 1", false, 3, 0},
    {"4k3/8/8/1B6/8/8/8/N3RK2 b - - 0 1", false, 3, 0},
    /* the king does not step back along the line of the check */
    {"8/8/8/8/r2K4/8/8/7k w - - 0 1", false, 6, 0},
    /* pins: a knight stays, a rook reaches along, a bishop takes, a pawn pushes or takes */
    {"4r2k/8/8/8/8/4N3/8/4K3 w - - 0 1", false, 5, 0},
    {"4r2k/8/8/8/8/4R3/8/4K3 w - - 0 1", false, 11, 1},
    {"7k/8/8/7b/8/5B2/8/3K4 w - - 0 1", false, 8, 1},
    {"7k/8/8/8/7b/8/5P2/4K3 w - - 0 1", false, 4, 0},
    {"7k/8/8/8/8/6b1/5P2/4K3 w - - 0 1", false, 5, 1},
    {"4r2k/8/8/8/8/3p4/4P3/4K3 w - - 0 1", false, 6, 0},
    /* promotions to four pieces, by a push or a capture */
    {"1r5k/P7/8/8/8/8/8/4K3 w - - 0 1", false, 13, 8},
    /* en passant: takes, is pinned along the rank, is the only move, takes the checker */
    {"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", false, 7, 1},
    {"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", false, 6, 0},
    {"7k/7P/7K/8/5pP1/5P2/8/8 b - g3 0 1", false, 1, 1},
    {"8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", false, 9, 2},
    /* castling: both ways; not out of, through or into check; the b-file does not matter */
    {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", false, 26, 0},
    {"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", false, 24, 0},
    {"4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", false, 3, 1},
    {"3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", false, 23, 0},
    {"1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", false, 26, 0},
    {"1k4r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", false, 25, 0},
    {"4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", false, 25, 0},
    /* Chess960: king and rook change places; no castling with a rook that shields the king */
    {"k7/8/8/8/8/8/8/5KR1 w K - 0 1", true, 13, 0},
    {"4k3/8/8/8/8/8/8/qRK3R1 w GB - 0 1", true, 16, 1},
};

START_ROWS(known_counts, ROWS(counts)) {
    const Position p = tests_position(counts[_i].fen, counts[_i].chess960);
    Move list[MAX_MOVES];

    ck_assert_uint_eq(movegen_all(&p.board, list), counts[_i].all);
    ck_assert_uint_eq(movegen_noisy(&p.board, list), counts[_i].noisy);
    check_generators(&p, counts[_i].chess960);
    check_legality(&p, counts[_i].chess960);
    check_rules(&p, counts[_i].chess960);
}

int main(void) {
    attacks_init();
    zobrist_init();
    return tests_run("movegen");
}
