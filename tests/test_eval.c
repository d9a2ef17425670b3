/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of eval.h: the same for both colors, bounded, and sensible where the truth is known. */
#include "eval.h"

#include "engine.h"
#include "eval_trace.h"
#include "kpk.h"
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
    q.halfmove_clock = p->halfmove_clock;
    position_derive(&q);
    return q;
}

static size_t seen;
static int highest;
static EvalCache *cache;

static void look(const Position *p, bool chess960) {
    const int value = eval_position(p, NULL, 0);
    const Position other = turned(p), mirror = mirrored(p);

    (void)chess960;
    CLAIM(value == eval_position(&other, NULL, 0), "%s: %d, turned %d", tests_fen(p), value,
          eval_position(&other, NULL, 0));
    CLAIM(value == eval_position(&mirror, NULL, 0), "%s: %d, mirrored %d", tests_fen(p), value,
          eval_position(&mirror, NULL, 0));
    CLAIM(value == eval_position(p, cache, 0), "%s: %d, and %d with a cache", tests_fen(p), value,
          eval_position(p, cache, 0));
    CLAIM(value <= EVAL_MAX && value >= -EVAL_MAX, "%s: %d", tests_fen(p), value);
    CLAIM(value == eval_position(p, NULL, 0), "%s: not the same twice", tests_fen(p));
    highest = abs(value) > highest ? abs(value) : highest;
    seen++;
}

/* What the tuner sees is what the search sees. */
static void take_apart(const Position *p, bool chess960) {
    static EvalTrace trace;
    const int value = eval_position(p, NULL, 0) * (position_turn(p) == WHITE ? 1 : -1);

    (void)chess960;
    eval_trace(&trace, p);
    CLAIM(value == eval_trace_value(&trace), "%s: %d, but its parts make %d", tests_fen(p), value,
          eval_trace_value(&trace));
    seen++;
}

START_TEST(parts_make_the_whole) {
    tests_random_games(4, 80, take_apart);
    tests_suites(7, take_apart);
    ck_assert_uint_gt(seen, 2000);
}
END_TEST

/* Every weight has a place, and each but those of impossible squares and ranks is used. */
static uint64_t uses[EVAL_WEIGHT_COUNT];

static void count_uses(const Position *p, bool chess960) {
    static EvalTrace trace;

    (void)chess960;
    eval_trace(&trace, p);
    for (int i = 0; i < EVAL_WEIGHT_COUNT; i++)
        uses[i] += (uint64_t)(abs(trace.count[WHITE][i]) + abs(trace.count[BLACK][i]));
}

START_TEST(groups) {
    int count, next = 0;
    const EvalGroup *group = eval_groups(&count);

    tests_random_games(10, 120, count_uses);
    for (int i = 0; i < count; i++) {
        uint64_t used = 0;

        ck_assert_int_eq(group[i].first, next);
        for (next = group[i].first; next < group[i].first + group[i].rows * group[i].columns;)
            used += uses[next++];
        CLAIM(used, "%s: nothing has this weight", group[i].name);
    }
    ck_assert_int_eq(next, EVAL_WEIGHT_COUNT);
}
END_TEST

START_TEST(fair) {
    cache = eval_cache_new(NULL, 1);
    ck_assert_ptr_nonnull(cache);
    tests_random_games(10, 80, look);
    ck_assert_uint_gt(seen, 5000);
    ck_assert_int_gt(highest, 500);
    eval_cache_free(cache);
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
            ck_assert_int_gt(abs(eval_position(&p, NULL, 0)), 2000);
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

    ck_assert_int_le(abs(eval_position(&p, NULL, 0)), 120);
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
    const int value = eval_position(&p, NULL, 0);

    ck_assert_int_ge(position_turn(&p) == WHITE ? value : -value, won[_i].least);
}
END_TEST

START_TEST(start_is_even) {
    const Position p = tests_position(FEN_START, false);

    ck_assert_int_ge(eval_position(&p, NULL, 0), 0);
    ck_assert_int_le(eval_position(&p, NULL, 0), 60);
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
        ck_assert_int_gt(eval_position(&p, NULL, 0), last);
        last = eval_position(&p, NULL, 0);
    }
}
END_TEST

/* So many positions with the pawn on a to d are won, say several engines' tables. */
START_TEST(pawn_ending_is_known) {
    int count = 0;

    for (Color turn = WHITE; turn <= BLACK; turn++)
        for (Square pawn = A2; pawn < A8; pawn++)
            for (Square white = A1; white < SQUARE_COUNT && square_file(pawn) < 4; white++)
                for (Square black = A1; black < SQUARE_COUNT; black++)
                    count += kpk_table(turn, white, pawn, black);
    ck_assert_int_eq(count, 111282);
}
END_TEST

static const struct {
    const char *fen;
    bool won;
} pawn_endings[] = {
    {"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", true},  {"4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", true},
    {"8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", false}, {"8/8/4k3/8/4K3/4P3/8/8 b - - 0 1", true},
    {"k7/8/1K6/P7/8/8/8/8 w - - 0 1", false},   {"8/8/8/8/p7/8/8/k1K5 b - - 0 1", false},
    {"8/8/8/8/5p2/5k2/8/5K2 b - - 0 1", true},  {"8/8/8/8/8/5p2/5k2/7K w - - 0 1", true},
    {"7k/7P/7K/8/8/8/8/8 b - - 0 1", false},    {"8/6PK/8/8/8/8/k7/8 b - - 0 1", true},
};

START_TEST(pawn_ending) {
    const Position p = tests_position(pawn_endings[_i].fen, false);

    ck_assert_int_eq(kpk_is_won(&p.board), pawn_endings[_i].won);
    look(&p, false);
    if (pawn_endings[_i].won)
        ck_assert_int_gt(abs(eval_position(&p, NULL, 0)), 400);
    else
        ck_assert_int_eq(eval_position(&p, NULL, 0), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("eval");
    TCase *tests = tests_case(suite);

    engine_init_tables();
    tcase_add_test(tests, fair);
    tcase_add_test(tests, parts_make_the_whole);
    tcase_add_test(tests, groups);
    tcase_add_test(tests, pawn_ending_is_known);
    tcase_add_loop_test(tests, pawn_ending, 0, ROWS(pawn_endings));
    tcase_add_test(tests, bounded);
    tcase_add_loop_test(tests, draws, 0, ROWS(drawn));
    tcase_add_loop_test(tests, wins, 0, ROWS(won));
    tcase_add_test(tests, start_is_even);
    tcase_add_test(tests, bare_king_is_driven);
    return tests_run(suite);
}
