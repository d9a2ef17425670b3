/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of eval.h: the same for both colors, bounded, and sensible where the truth is known. */
#include "eval.h"

#include "engine.h"
#include "tests.h"

/* The board seen from the other side, colors changed. */
static Position turned(const Position *p) {
    Position q;

    position_clear(&q);
    for (Square s = A1; s < SQUARE_COUNT; s++)
        if (position_on(p, s) != NO_PIECE)
            position_put(&q, bb_has(p->board.color[WHITE], s) ? BLACK : WHITE, position_on(p, s),
                         square_flip(s));
    for (Bitboard left = p->board.castling; left;)
        q.board.castling |= bb_of(square_flip(bb_take(&left)));
    q.board.turn = (uint8_t)color_other(position_turn(p));
    if (p->board.ep_square != NO_SQUARE)
        q.board.ep_square = (uint8_t)square_flip((Square)p->board.ep_square);
    q.halfmove_clock = p->halfmove_clock;
    q.fullmove_number = p->fullmove_number;
    position_derive(&q);
    return q;
}

/* Left and right exchanged; castling rights, which evaluation does not look at, are lost. */
static Position mirrored(const Position *p) {
    Position q;

    position_clear(&q);
    for (Square s = A1; s < SQUARE_COUNT; s++)
        if (position_on(p, s) != NO_PIECE)
            position_put(&q, bb_has(p->board.color[WHITE], s) ? WHITE : BLACK, position_on(p, s),
                         (Square)(s ^ 7));
    q.board.turn = p->board.turn;
    position_derive(&q);
    return q;
}

static size_t seen;
static int highest;

static void look(const Position *p, bool chess960) {
    const int value = eval_position(p);
    const Position other = turned(p), mirror = mirrored(p);

    (void)chess960;
    CLAIM(value == eval_position(&other), "%s: %d, turned %d", tests_fen(p), value,
          eval_position(&other));
    CLAIM(value == eval_position(&mirror), "%s: %d, mirrored %d", tests_fen(p), value,
          eval_position(&mirror));
    CLAIM(value <= EVAL_MAX && value >= -EVAL_MAX, "%s: %d", tests_fen(p), value);
    CLAIM(value == eval_position(p), "%s: not the same twice", tests_fen(p));
    highest = abs(value) > highest ? abs(value) : highest;
    seen++;
}

START_TEST(fair) {
    tests_random_games(10, 80, look);
    ck_assert_uint_gt(seen, 5000);
    ck_assert_int_gt(highest, 500);
}
END_TEST

/* From the start to the most there can be on a board. */
START_TEST(bounded) {
    static const char *const fens[] = {
        "QQQQQQQQ/QR6/8/8/8/8/7k/K7 b - - 0 1",
        "4k3/8/8/8/8/8/QQQQQQQQ/QRRBBNNK w - - 0 1",
        "7k/QQQQQQ2/QQQ5/8/8/8/8/K7 w - - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "qqqqqqqq/qrr2bbk/nn6/8/8/8/8/K7 w - - 0 1",
    };
    Position p;

    for (int i = 0; i < ROWS(fens); i++)
        if (!fen_parse(&p, word_of(fens[i]), false)) {
            look(&p, false);
            ck_assert_int_gt(abs(eval_position(&p)), 2000);
        }
    ck_assert_uint_ge(seen, 2);
}
END_TEST

/* Endings that nobody can win, or win against sensible play: close to nothing. */
static const char *const drawn[] = {
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1",       "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/1N2K3 b - - 0 1",     "4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1",
    "4k1n1/8/8/8/8/8/8/2B1K3 w - - 0 1",   "4kb2/8/8/8/8/8/8/2B1K3 b - - 0 1",
    "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1",   "4k1n1/8/8/8/8/8/8/1N2K3 w - - 0 1",
    "3rk3/8/8/8/8/8/8/3RK3 w - - 0 1",     "3qk3/8/8/8/8/8/8/2Q1K3 b - - 0 1",
    "3rk3/8/8/8/8/8/8/2NRK3 w - - 0 1",    "3rk3/8/8/8/8/8/8/2BRK3 b - - 0 1",
    "4k1n1/8/8/8/8/8/8/3RK3 w - - 0 1",    "4kb2/8/8/8/8/8/8/3RK3 w - - 0 1",
    "4k1n1/8/8/8/8/8/8/2BBK1n1 w - - 0 1",
};

START_TEST(draws) {
    const Position p = tests_position(drawn[_i], false);

    ck_assert_int_le(abs(eval_position(&p)), 120);
}
END_TEST

/* And endings that are won, by so much at least, for White. */
static const struct {
    const char *fen;
    int least;
} won[] = {
    {"4k3/8/8/8/8/8/8/3RK3 w - - 0 1", 250},
    {"4k3/8/8/8/8/8/8/3QK3 b - - 0 1", 500},
    {"4k3/8/8/8/8/8/8/2BBK3 w - - 0 1", 250},
    {"4k3/8/8/8/8/8/8/1NB1K3 w - - 0 1", 200},
    {"4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1", 200},
    {"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 700},
    {"rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 40},
    {"rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", 200},
};

START_TEST(wins) {
    const Position p = tests_position(won[_i].fen, false);
    const int value = eval_position(&p);

    ck_assert_int_ge(position_turn(&p) == WHITE ? value : -value, won[_i].least);
}
END_TEST

START_TEST(start_is_even) {
    const Position p = tests_position(FEN_START, false);

    ck_assert_int_ge(eval_position(&p), 0);
    ck_assert_int_le(eval_position(&p), 60);
}
END_TEST

/* Alone against a king with a rook: worse in the corner, worse with the other king near. */
START_TEST(bare_king_is_driven) {
    static const char *const better[] = {"8/8/8/3k4/8/8/8/R3K3 w - - 0 1",
                                         "7k/8/8/8/8/8/8/R3K3 w - - 0 1",
                                         "7k/8/5K2/8/8/8/8/R7 w - - 0 1"};
    int last = 0;

    for (int i = 0; i < ROWS(better); i++) {
        const Position p = tests_position(better[i], false);
        ck_assert_int_gt(eval_position(&p), last);
        last = eval_position(&p);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("eval");
    TCase *tests = tests_case(suite);

    engine_init_tables();
    tcase_add_test(tests, fair);
    tcase_add_test(tests, bounded);
    tcase_add_loop_test(tests, draws, 0, ROWS(drawn));
    tcase_add_loop_test(tests, wins, 0, ROWS(won));
    tcase_add_test(tests, start_is_even);
    tcase_add_test(tests, bare_king_is_driven);
    return tests_run(suite);
}
