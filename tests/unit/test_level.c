/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of level.h and weakness.h: a higher rating never means fewer nodes or more errors. */
#include "protocol/limits.h"

#include "chess/notation.h"
#include "engine.h"
#include "search/weakness.h"
#include "tests.h"

START_TEST(monotonic) {
    Level before = level_of(LEVEL_MIN);

    ck_assert_uint_ge(before.nodes, 1);
    for (int elo = LEVEL_MIN + 1; elo <= LEVEL_MAX; elo++) {
        const Level level = level_of(elo);
        ck_assert_uint_ge(level.nodes, before.nodes);
        ck_assert_int_le(level.noise, before.noise);
        ck_assert_int_ge(level.noise, 0);
        ck_assert_int_le(level.overlooks, before.overlooks);
        ck_assert_int_ge(level.overlooks, 0);
        ck_assert_int_le(level.misses_mate, before.misses_mate);
        ck_assert_int_eq(level.misses_mate, elo >= 1000 ? 0 : level.misses_mate);
        before = level;
    }
    ck_assert_uint_gt(before.nodes, level_of(LEVEL_MIN).nodes);
    ck_assert_int_lt(before.noise, level_of(LEVEL_MIN).noise);
    ck_assert_int_gt(level_of(LEVEL_MIN).overlooks, 50);
    ck_assert_int_gt(level_of(LEVEL_MIN).misses_mate, 0);
    ck_assert_int_eq(before.noise, 0);
    ck_assert_int_eq(before.overlooks, 0);
}
END_TEST

/* The table of docs/strength.md. */
START_TEST(documented) {
    static const struct {
        int elo;
        Level level;
    } table[] = {
        {400, {60, 465, 103, 28}}, {600, {60, 298, 85, 15}},  {800, {72, 202, 61, 5}},
        {1000, {102, 160, 44, 0}}, {1200, {142, 129, 30, 0}}, {1400, {200, 105, 17, 0}},
        {1600, {500, 65, 9, 0}},   {1800, {1600, 45, 5, 0}},  {2000, {5000, 30, 3, 0}},
        {2200, {14500, 18, 2, 0}}, {2400, {45000, 6, 0, 0}},  {2600, {92000, 2, 0, 0}},
        {2800, {240000, 0, 0, 0}},
    };

    for (int i = 0; i < ROWS(table); i++) {
        const Level level = level_of(table[i].elo);
        ck_assert_uint_eq(level.nodes, table[i].level.nodes);
        ck_assert_int_eq(level.noise, table[i].level.noise);
        ck_assert_int_eq(level.overlooks, table[i].level.overlooks);
        ck_assert_int_eq(level.misses_mate, table[i].level.misses_mate);
    }
}
END_TEST

START_TEST(clamped) {
    ck_assert_uint_eq(level_of(-5).nodes, level_of(LEVEL_MIN).nodes);
    ck_assert_uint_eq(level_of(4000).nodes, level_of(LEVEL_MAX).nodes);
}
END_TEST

START_TEST(skills) {
    ck_assert_int_eq(level_elo_of_skill(0), LEVEL_MIN);
    for (int skill = 1; skill < SKILL_MAX; skill++)
        ck_assert_int_gt(level_elo_of_skill(skill), level_elo_of_skill(skill - 1));
    ck_assert_int_lt(level_elo_of_skill(SKILL_MAX - 1), LEVEL_MAX);
}
END_TEST

/* The error is within its bounds, fixed for a position and a seed, and of either sign. */
START_TEST(errors) {
    int sum = 0, most = 0;

    for (uint64_t i = 1; i <= 5000; i++) {
        const Weakness w = {12345, 100, 0, 0}, other = {54321, 100, 0, 0}, none = {0, 100, 100, 0};
        Position p = tests_position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false);
        p.key = i * UINT64_C(0xd1342543de82ef95);
        const int error = weakness_error(&w, &p);
        ck_assert_int_eq(error, weakness_error(&w, &p));
        ck_assert_int_le(abs(error), 100);
        ck_assert_int_eq(weakness_error(&none, &p), 0);
        sum += error;
        most = max(most, abs(error - weakness_error(&other, &p)));
    }
    ck_assert_int_lt(abs(sum), 5000 * 5);
    ck_assert_int_gt(most, 100);
}
END_TEST

/* How often of 2,000 seeds a move is overlooked, with 40 % of the replies. */
static int overlooked(const char *fen, Square from, Square to, Move last, int ply) {
    const Position p = tests_position(fen, false);
    const Move m = move_make(from, to, NO_PIECE);
    int count = 0;

    for (uint64_t seed = 1; seed <= 2000; seed++) {
        const Weakness w = {seed, 0, 40, 10}, sees_all = {seed, 0, 0, 0}, none = {0, 0, 100, 100};
        ck_assert(!weakness_overlooks(&sees_all, &p, m, last, ply));
        ck_assert(!weakness_overlooks(&none, &p, m, last, ply));
        count += weakness_overlooks(&w, &p, m, last, ply);
    }
    return count;
}

/* The errors are those of people: bounds are 4 standard deviations or more around the mean. */
START_TEST(overlooks) {
    static const struct {
        const char *what, *fen;
        Square from, to;
        int ply, least, most;
    } table[] = {
        {"a short reply", "7k/8/8/8/8/8/4R3/4K3 w - - 0 1", E2, D2, 1, 700, 900},
        {"an own one", "7k/8/8/8/8/8/4R3/4K3 w - - 0 1", E2, D2, 0, 250, 390},
        {"two plies away", "7k/8/8/8/8/8/4R3/4K3 w - - 0 1", E2, D2, 2, 1030, 1210},
        {"a long diagonal", "8/7k/8/8/3p4/8/8/B3K3 w - - 0 1", A1, D4, 1, 700, 1000},
        {"from afar", "8/k7/7p/8/8/8/8/2B1K3 w - - 0 1", C1, H6, 1, 1300, 1500},
        {"a knight", "7k/8/8/8/8/2N5/8/4K3 w - - 0 1", C3, D5, 1, 900, 1100},
        {"backwards", "7k/8/8/8/8/4R3/8/4K3 w - - 0 1", E3, E2, 1, 400, 1100},
        {"a pawn takes", "7k/8/8/3n4/4P3/8/8/4K3 w - - 0 1", E4, D5, 1, 130, 270},
        {"a queen hangs", "7k/8/8/3q4/8/8/3R4/4K3 w - - 0 1", D2, D5, 1, 5, 60},
        {"mate in one", "7k/R7/8/8/8/8/8/1R2K3 w - - 0 1", B1, B8, 0, 140, 260},
    };

    for (int i = 0; i < ROWS(table); i++) {
        const int count =
            overlooked(table[i].fen, table[i].from, table[i].to, NO_MOVE, table[i].ply);
        CLAIM(count >= table[i].least && count <= table[i].most, "%s: %d", table[i].what, count);
    }
    /* the piece that has just moved is seen, and what stands beside it */
    ck_assert_int_eq(
        overlooked("7k/8/8/3n4/8/8/3R4/4K3 w - - 0 1", D2, D5, move_make(F6, D5, NO_PIECE), 1), 0);
    ck_assert_int_eq(
        overlooked("7k/8/8/3nn3/8/8/3R4/4K3 w - - 0 1", D2, D5, move_make(F6, E5, NO_PIECE), 1), 0);
}
END_TEST

static void record(void *last, const EngineEvent *event) {
    if (event->kind == ENGINE_DONE)
        *(SearchInfo *)last = event->info;
}

/* From 800 up a queen that is attacked is saved in nine of ten cases, by a move of its own. */
START_TEST(queen_is_saved) {
    static const struct {
        const char *fen, *attack;
        Square queen;
    } table[] = {
        {"r1bqkb1r/ppp2ppp/2np1n2/4p3/4Q3/3P1N2/PPP2PPP/RNB1KB1R b KQkq - 0 12", "d5", E4},
        {"r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/6Q1/PPPP1PPP/RNB1KBNR b KQkq - 0 12", "Nh5", G3},
        {"r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/2N5/PPPPQPPP/R1B1K1NR b KQkq - 0 12", "Nd4", E2},
        {"r2qkb1r/pppb1ppp/2n2n2/4p3/2B1P3/2N2Q2/PPPP1PPP/R1B1K1NR b KQkq - 0 12", "Bg4", F3},
        {"r2qkb1r/ppp2ppp/2n2n2/4p3/2B1P1b1/2N2Q2/PPPP1PPP/R1B1K1NR b KQkq - 0 12", "a6", F3},
        {"r1bqkb1r/ppp2ppp/2n2n2/3pp3/4Q3/3P1N2/PPP2PPP/RNB1KB1R b KQkq - 0 12", "a6", E4},
    };
    enum { SEEDS = 100 };
    const Level level = level_of(800);
    const Limits limits = {.level_nodes = level.nodes};
    SearchInfo last = {.pv_length = 0};
    Engine *e = engine_new(1 << 20, record, &last);
    int saved = 0;

    ck_assert_ptr_nonnull(e);
    for (int i = 0; i < ROWS(table); i++) {
        const Position p = tests_position(table[i].fen, false);
        GameLine line;
        Move m;

        ck_assert_ptr_null(gameline_init(&line, &p));
        ck_assert(!notation_parse(&m, &p, word_of(table[i].attack)));
        ck_assert_ptr_null(gameline_play(&line, m));
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            const Weakness w = {seed * UINT64_C(0x9e3779b97f4a7c15), level.noise, level.overlooks,
                                level.misses_mate};

            engine_clear(e);
            engine_set_weakness(e, &w);
            ck_assert_ptr_null(engine_set_position(e, &line));
            engine_go(e, &limits);
            engine_wait(e);
            ck_assert_uint_gt(last.pv_length, 0);
            saved += move_from(last.pv[0]) == table[i].queen;
        }
        gameline_destroy(&line);
    }
    engine_free(e);
    CLAIM(saved >= ROWS(table) * SEEDS * 9 / 10, "%d of %d", saved, ROWS(table) * SEEDS);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("level");
    TCase *tests = tests_case(suite);

    engine_init_tables(NULL);
    tcase_add_test(tests, errors);
    tcase_add_test(tests, overlooks);
    tcase_add_test(tests, queen_is_saved);
    tcase_add_test(tests, monotonic);
    tcase_add_test(tests, documented);
    tcase_add_test(tests, clamped);
    tcase_add_test(tests, skills);
    return tests_run(suite);
}
