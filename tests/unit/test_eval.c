/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of eval.h: color symmetry, bounds, and values of known endings. All groups but the last
 * hold for any network, and are also run with random networks.
 */
#include "eval/eval.h"

#include "engine.h"
#include "eval/endgame.h"
#include "eval/kpk.h"
#include "nets.h"

/* Returns the position with colors swapped and the board flipped. */
static Position turned(const Position *p) {
    Position q;

    position_clear(&q);
    for (Square s = A1; s < SQUARE_COUNT; s++)
        if (position_on(p, s) != NO_PIECE)
            position_put(&q, bb_has(p->board.color[WHITE], s) ? BLACK : WHITE, position_on(p, s),
                         square_flip(s));
    for (Bitboard left = p->board.castling; left;)
        q.board.castling |= bb_of(square_flip(pop_lsb(&left)));
    q.board.turn = (uint8_t)color_other(position_turn(p));
    if (p->board.ep_square != NO_SQUARE)
        q.board.ep_square = (uint8_t)square_flip((Square)p->board.ep_square);
    q.halfmove_clock = p->halfmove_clock;
    q.fullmove_number = p->fullmove_number;
    position_derive(&q);
    return q;
}

/*
 * Returns the position mirrored left to right, without castling rights, which the evaluation
 * ignores.
 */
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

/* Caches of the embedded network and of another one, kept from call to call. */
static size_t seen;
static int highest;
static NnueNet *other_net;
static NnueCache *embedded, *other;
enum { PLIES = 8 };

static void setup(void) {
    engine_init_tables(NULL);
    other_net = nets_new(96, 3, 4, true);
    embedded = nnue_cache_new(nnue_embedded(), PLIES);
    other = nnue_cache_new(eval_net(other_net), PLIES);
    ck_assert(embedded && other);
}

static void teardown(void) {
    nnue_cache_free(embedded);
    nnue_cache_free(other);
    nnue_free(other_net);
}

/* Returns the value of the other network, without a cache. */
static int other_full(const Position *p) {
    NnueCache *cache = nnue_cache_new(eval_net(other_net), 1);
    int value;

    ck_assert_ptr_nonnull(cache);
    value = eval_position(p, cache, 0);
    nnue_cache_free(cache);
    return value;
}

static void check_caches(const Position *p, bool chess960) {
    const int value = eval_position(p, NULL, 0), strange = eval_position(p, other, 0);
    const Position turn = turned(p), mirror = mirrored(p);

    (void)chess960;
    CLAIM(value == eval_position(&turn, NULL, 0), "%s: %d, turned %d", tests_fen(p), value,
          eval_position(&turn, NULL, 0));
    CLAIM(value == eval_position(&mirror, NULL, 0), "%s: %d, mirrored %d", tests_fen(p), value,
          eval_position(&mirror, NULL, 0));
    for (int ply = 0; ply < PLIES; ply += 3) {
        CLAIM(value == eval_position(p, embedded, ply), "%s: %d, and %d with a cache", tests_fen(p),
              value, eval_position(p, embedded, ply));
        CLAIM(value == eval_position(&turn, embedded, ply), "%s: turned, with a cache",
              tests_fen(p));
        CLAIM(value == eval_position(&mirror, embedded, ply), "%s: mirrored, with a cache",
              tests_fen(p));
        CLAIM(strange == eval_position(&turn, other, ply), "%s: turned, by the other network",
              tests_fen(p));
        CLAIM(strange == eval_position(&mirror, other, ply), "%s: mirrored, by the other network",
              tests_fen(p));
    }
    CLAIM(strange == other_full(p), "%s: %d from the cache, %d in full", tests_fen(p), strange,
          other_full(p));
    CLAIM(value <= EVAL_MAX && value >= -EVAL_MAX, "%s: %d", tests_fen(p), value);
    CLAIM(strange <= EVAL_MAX && strange >= -EVAL_MAX, "%s: %d", tests_fen(p), strange);
    CLAIM(value == eval_position(p, NULL, 0), "%s: not the same twice", tests_fen(p));
    CLAIM(value == eval_steps(p, NULL).value && strange == eval_steps(p, other_net).value,
          "%s: not the same step by step", tests_fen(p));
    highest = abs(value) > highest ? abs(value) : highest;
    seen++;
}

START_TEST(color_symmetry) {
    tests_random_games(10, 80, check_caches);
    ck_assert_uint_gt(seen, 5000);
    ck_assert_int_gt(highest, 500);
}

static uint64_t scaled; /* number of scaled positions */

/* Scaling an unscaled value gives the value back, up to rounding. */
static void check_unscaled(const Position *p, bool chess960) {
    const EvalSteps s = eval_steps(p, NULL);
    const int unscaled = eval_unscaled(p, s.value);
    const int clock = p->halfmove_clock < EVAL_RULE50_MAX ? p->halfmove_clock : EVAL_RULE50_MAX;
    const double rule50 = (double)EVAL_RULE50_DIVISOR / (EVAL_RULE50_DIVISOR - clock);
    double lost;

    (void)chess960;
    if (s.known || !s.scale) {
        ck_assert_int_eq(unscaled, s.value);
        return;
    }
    /* each of the four divisions loses less than one centipawn, which the next steps enlarge */
    lost = (1 + rule50) * (double)SCALE_NORMAL / s.scale + rule50 + 1;
    CLAIM(abs(unscaled - s.network) < lost || abs(s.clamped) == EVAL_MAX, "%s: %d of %d, not %d",
          tests_fen(p), unscaled, s.value, s.network);
    scaled += s.value != s.network;
}

START_TEST(unscaled) {
    static const char *const fens[] = {
        "4k3/8/2b5/8/3PP3/2B5/8/4K3 w - - 0 1",   /* opposite-colored bishops */
        "4k3/8/2b5/8/3PP3/2B5/8/4K3 b - - 60 80", /* and the fifty-move rule */
        "4k3/8/8/1r6/8/8/3B4/3RK3 w - - 99 90",   /* a piece more, without pawns */
        "k7/8/8/8/3K4/3B4/P6n/8 w - - 0 1",       "4k3/8/8/8/8/8/4P3/4K3 w - - 30 60", /* known */
    };
    Position p;

    tests_random_games(5, 120, check_unscaled);
    ck_assert_uint_gt(scaled, 500);
    for (int i = 0; i < ROWS(fens); i++) {
        ck_assert_ptr_null(fen_parse(&p, word_of(fens[i]), false));
        check_unscaled(&p, false);
    }
    ck_assert_int_eq(eval_unscaled(&p, EVAL_MAX + 500), EVAL_MAX + 500); /* a mate score */
    ck_assert_ptr_null(fen_parse(&p, word_of(fens[1]), false));
    ck_assert_int_eq(eval_unscaled(&p, -EVAL_MAX - 1), -EVAL_MAX - 1);
    ck_assert_int_eq(eval_unscaled(&p, -15000), -EVAL_MAX);
    ck_assert_int_eq(eval_unscaled(&p, -140), -330); /* 140 * 24 / 14 * 220 / 160 */
}

/* From no material to the maximum possible. */
START_TEST(bounded) {
    static const char *const fens[] = {
        "QQQQQQQQ/QR6/8/8/8/8/7k/K7 b - - 0 1",
        "4k3/8/8/8/8/8/QQQQQQQQ/QRRBBNNK b - - 0 1",
        "7k/QQQQQQ2/QQQ5/8/8/8/8/K7 w - - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "qqqqqqqq/qrr2bbk/nn6/8/8/8/8/K7 w - - 0 1",
    };

    for (int i = 0; i < ROWS(fens); i++) {
        const Position p = tests_position(fens[i], false);
        check_caches(&p, false);
        ck_assert_int_gt(abs(eval_position(&p, NULL, 0)), 1000);
    }
}

/* A network with the largest possible output. */
START_TEST(huge_output) {
    enum { HIDDEN = 1024 };
    static int16_t input[NNUE_INPUTS * HIDDEN], bias[HIDDEN], output[2 * HIDDEN];
    NnueNet most = {.hidden = HIDDEN,
                    .outputs = 1,
                    .scale = 4000,
                    .input_weight = input,
                    .input_bias = bias,
                    .output_weight = output};

    for (int side = 1; side >= -1; side -= 2) {
        const Position p = tests_position(FEN_START, false);
        NnueCache *cache;

        for (int i = 0; i < HIDDEN; i++) {
            bias[i] = NNUE_MAX_INPUT_BIAS;
            output[i] = output[HIDDEN + i] = (int16_t)(side * NNUE_MAX_OUTPUT_WEIGHT);
        }
        ck_assert_ptr_nonnull(cache = nnue_cache_new(&most, 1));
        ck_assert_int_gt(side * nnue_evaluate(cache, &p, 0), 100 * EVAL_MAX);
        ck_assert_int_eq(eval_position(&p, cache, 0), side * EVAL_MAX);
        nnue_cache_free(cache);
    }
}

/* --- beyond the network ----------------------------------------------------------------------- */

/* Fifty-move scaling is linear in the halfmove clock. */
static void check_fifty_move_scaling(const Position *p, bool chess960) {
    Position at = *p;
    int fresh[2], ignored;

    (void)chess960;
    at.halfmove_clock = 0;
    fresh[0] = eval_position(&at, embedded, 0);
    fresh[1] = eval_position(&at, other, 0);
    for (int clock = 0; clock <= 150; clock += clock == 98 ? 1 : 7) {
        const int left = endgame_known(&p->board, &ignored) ? 220 : clock < 100 ? 220 - clock : 120;

        at.halfmove_clock = (uint8_t)clock;
        ck_assert_int_eq(eval_position(&at, embedded, 0), fresh[0] * left / 220);
        ck_assert_int_eq(eval_position(&at, other, 0), fresh[1] * left / 220);
    }
    seen++;
}

START_TEST(fifty_move_scaling) {
    const Position won = tests_position("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", false);

    check_fifty_move_scaling(&won, false);
    tests_random_games(1, 60, check_fifty_move_scaling);
    ck_assert_uint_gt(seen, 200);
}

/* Endgames that neither side can win: 0. */
static const char *const insufficient[] = {
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1",     "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/1N2K3 b - - 0 1",   "4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1",
    "4k1n1/8/8/8/8/8/8/2B1K3 w - - 0 1", "4kb2/8/8/8/8/8/8/2B1K3 b - - 0 1",
    "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "4k1n1/8/8/8/8/8/8/1N2K3 w - - 0 1",
    "k7/8/8/8/P7/8/8/4K3 b - - 0 1",     "k7/P7/8/8/8/8/8/4K3 w - - 0 1",
};

START_ROWS(insufficient_material, ROWS(insufficient)) {
    const Position p = tests_position(insufficient[_i], false);

    check_caches(&p, false);
    ck_assert_int_eq(eval_position(&p, embedded, 0), 0);
    ck_assert_int_eq(eval_position(&p, other, 0), 0);
}

/* Endgames that are drawn with good play: less than half of the network's value. */
static const char *const drawish[] = {
    "3rk3/8/8/8/8/8/8/3RK3 w - - 0 1",     "3qk3/8/8/8/8/8/8/2Q1K3 b - - 0 1",
    "3rk3/8/8/8/8/8/8/2NRK3 w - - 0 1",    "3rk3/8/8/8/8/8/8/2BRK3 b - - 0 1",
    "4k1n1/8/8/8/8/8/8/3RK3 w - - 0 1",    "4kb2/8/8/8/8/8/8/3RK3 w - - 0 1",
    "4k1n1/8/8/8/8/8/8/2BBK1n1 w - - 0 1",
};

START_ROWS(draws, ROWS(drawish)) {
    const Position p = tests_position(drawish[_i], false);

    check_caches(&p, false);
    ck_assert_int_le(2 * abs(eval_position(&p, embedded, 0)),
                     abs(nnue_evaluate_full(nnue_embedded(), &p)));
    ck_assert_int_le(2 * abs(eval_position(&p, other, 0)), abs(nnue_evaluate_full(other_net, &p)));
}

/* Rook against bare king: worse for the bare king in the corner, and with the other king near. */
START_TEST(mop_up) {
    static const char *const better[] = {"8/8/8/3k4/8/8/8/R3K3 w - - 0 1",
                                         "7k/8/8/8/8/8/8/R3K3 w - - 0 1",
                                         "7k/8/5K2/8/8/8/8/R7 w - - 0 1"};
    int last = 0;

    for (int i = 0; i < ROWS(better); i++) {
        const Position p = tests_position(better[i], false);
        ck_assert_int_gt(eval_position(&p, NULL, 0), last);
        ck_assert_int_eq(eval_position(&p, NULL, 0), eval_position(&p, other, 0));
        last = eval_position(&p, NULL, 0);
    }
}

/* The number of won KPK positions with the pawn on files a to d, as in other engines' bitbases. */
START_TEST(kpk_count) {
    int count = 0;

    for (Color turn = WHITE; turn <= BLACK; turn++)
        for (Square pawn = A2; pawn < A8; pawn++)
            for (Square white = A1; white < SQUARE_COUNT && square_file(pawn) < 4; white++)
                for (Square black = A1; black < SQUARE_COUNT; black++)
                    count += kpk_table(turn, white, pawn, black);
    ck_assert_int_eq(count, 111282);
}

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

START_ROWS(kpk, ROWS(pawn_endings)) {
    const Position p = tests_position(pawn_endings[_i].fen, false);

    ck_assert_int_eq(kpk_is_won(&p.board), pawn_endings[_i].won);
    check_caches(&p, false);
    if (pawn_endings[_i].won)
        ck_assert_int_gt(abs(eval_position(&p, NULL, 0)), 400);
    else
        ck_assert_int_eq(eval_position(&p, NULL, 0), 0);
}

/* --- the embedded network --------------------------------------------------------------------- */

/* Minimum values for White. */
static const struct {
    const char *fen;
    int least;
} won[] = {
    {"4k3/8/8/8/8/8/8/3RK3 w - - 0 1", 250},
    {"4k3/8/8/8/8/8/8/3QK3 b - - 0 1", 500},
    {"4k3/8/8/8/8/8/8/2BBK3 w - - 0 1", 250},
    {"4k3/8/8/8/8/8/8/1NB1K3 w - - 0 1", 200},
    {"4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1", 200},
    {"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 500},
    {"1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQk - 0 1", 200},
    {"rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", 100},
    {"rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 20},
};

START_ROWS(wins, ROWS(won)) {
    const Position p = tests_position(won[_i].fen, false);
    const int value = eval_position(&p, NULL, 0);

    ck_assert_int_ge(position_turn(&p) == WHITE ? value : -value, won[_i].least);
}

START_TEST(start_is_even) {
    const Position p = tests_position(FEN_START, false);

    ck_assert_int_le(abs(eval_position(&p, NULL, 0)), 60);
}

int main(void) {
    return tests_run_with("eval", setup, teardown);
}
