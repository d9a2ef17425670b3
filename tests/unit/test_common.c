/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of common.h, offers.h and the times of limits.h. */
#include "protocol/common.h"

#include "chess/fen.h"
#include "chess/notation.h"
#include "chess/opening.h"
#include "protocol/offers.h"
#include "report/chances.h"

#include "tests.h"

enum { MAX_CP = 3000 };

/*
 * The curve of docs/strength.md: half of the games are won at 128 centipawns, e / (1 + e) at 176.
 */
START_TEST(wdl_curve) {
    static const struct {
        int score, win;
    } points[] = {{128, 500}, {128 + 48, 731}, {128 - 48, 269}, {0, 65}, {128 + 480, 1000}};
    int win, loss;

    for (int i = 0; i < ROWS(points); i++) {
        chances_wdl(points[i].score, &win, &loss);
        ck_assert_int_eq(win, points[i].win);
        chances_wdl(-points[i].score, &win, &loss);
        ck_assert_int_eq(loss, points[i].win);
    }
}

/* The curve is symmetric and monotonic, and leaves room for draws. */
START_TEST(wdl_chances) {
    int before = 0;

    for (int score = -MAX_CP; score <= MAX_CP; score++) {
        int win, loss, other_win, other_loss;
        chances_wdl(score, &win, &loss);
        chances_wdl(-score, &other_win, &other_loss);
        ck_assert_int_eq(win, other_loss);
        ck_assert_int_eq(loss, other_win);
        ck_assert_int_ge(win, before);
        ck_assert_int_ge(loss, 0);
        ck_assert_int_le(win + loss, 1000);
        before = win;
    }
}

START_TEST(wdl_of_mates) {
    for (int plies = 1; plies < 20; plies++) {
        int win, loss;
        chances_wdl(SCORE_MATE - plies, &win, &loss);
        ck_assert(win == 1000 && loss == 0);
        chances_wdl(-SCORE_MATE + plies, &win, &loss);
        ck_assert(win == 0 && loss == 1000);
    }
}

#define MIDDLE  "r2q1rk1/pp1nbppp/2p1pn2/3p4/2PP4/2N1PN2/PP1BBPPP/R2Q1RK1 w - - "
#define ROOKS   "4k3/8/8/8/8/r6p/7P/4K2R w - - "
#define OFFERED 5 /* our last offer, in plies of the game */

/* Our decisions as White with this score; offers.h has the rules. */
static const struct {
    const char *fen;
    int score, gap;
    bool computer, offered, accepts, offers;
} draw_rows[] = {
    /* before move 20 with many men: never */
    {MIDDLE "0 19", -500, 0, false, false, false, false},
    {MIDDLE "30 19", 0, 0, false, false, false, false},
    {MIDDLE "0 20", -20, 0, false, false, true, false},
    {MIDDLE "0 20", -19, 0, false, false, false, false},
    {MIDDLE "0 20", 500, 0, false, false, false, false},
    {MIDDLE "0 20", SCORE_NONE, 0, false, false, false, false},
    /* much stronger: sooner; much weaker: only when clearly worse */
    {MIDDLE "0 20", 20, 400, false, false, true, false},
    {MIDDLE "0 20", 21, 400, false, false, false, false},
    {MIDDLE "0 20", 20, 2000, false, false, true, false},
    {MIDDLE "0 20", -59, -400, false, false, false, false},
    {MIDDLE "0 20", -60, -400, false, false, true, false},
    /* even, without progress */
    {MIDDLE "20 35", 0, 0, false, false, true, true},
    {MIDDLE "20 35", 0, 0, true, false, false, false},
    {MIDDLE "40 45", 0, 0, true, false, true, false},
    {MIDDLE "20 35", 1, 0, false, false, false, false},
    {MIDDLE "19 35", 0, 0, false, false, false, true},
    {MIDDLE "15 35", 0, 0, false, false, false, false},
    {MIDDLE "16 29", 0, 0, false, false, false, false},
    {MIDDLE "16 29", 0, 200, false, false, true, true},
    {MIDDLE "16 35", -60, 0, false, false, true, true},
    {MIDDLE "16 35", -61, 0, false, false, true, false},
    {MIDDLE "16 35", -61, -200, false, false, true, false},
    {MIDDLE "20 35", 0, 0, false, true, true, false},
    /* few men: the move number does not matter, as the position was set up */
    {ROOKS "0 1", -20, 0, false, false, true, false},
    {ROOKS "20 1", 0, 0, false, false, true, true},
    /* nothing of ours can mate, or almost nothing is left */
    {"4k3/8/8/8/8/6p1/8/4K1B1 w - - 0 3", 50, 0, false, false, true, true},
    {"4k3/8/8/8/8/6p1/8/4K1B1 w - - 0 3", SCORE_NONE, 0, false, false, true, false},
    {"4k3/8/8/8/8/6p1/8/3NK1B1 w - - 0 3", 50, 0, false, false, false, false},
    {"4k3/r7/8/8/8/8/8/4K2R w - - 0 3", 10, 0, false, false, true, true},
    {"4k3/r7/8/8/8/8/8/4K3 w - - 0 3", -500, 0, false, false, true, false},
    {"4k3/r7/8/8/8/8/8/4K2R w - - 0 3", 11, 0, false, false, false, false},
};

START_ROWS(draws, ROWS(draw_rows)) {
    const Position p = tests_position(draw_rows[_i].fen, false);
    static Frontend f;

    options_init(&f.options);
    ck_assert_ptr_null(gameline_init(&f.game.line, &p));
    f.offers.rating_gap = draw_rows[_i].gap;
    f.offers.against_computer = draw_rows[_i].computer;
    f.offers.last_offer = draw_rows[_i].offered ? OFFERED : 0;
    ck_assert_int_eq(offers_accepts(&f, draw_rows[_i].score), draw_rows[_i].accepts);
    ck_assert_int_eq(offers_makes(&f, draw_rows[_i].score), draw_rows[_i].offers);
    gameline_destroy(&f.game.line);
}

START_TEST(draws_by_option) {
    const Position p = tests_position(MIDDLE "20 35", false);
    static Frontend f;

    options_init(&f.options);
    ck_assert_ptr_null(gameline_init(&f.game.line, &p));
    ck_assert(offers_accepts(&f, -500) && offers_makes(&f, 0) && f.offers.draw_on_offer);
    f.options.value[OPTION_ACCEPT_DRAWS] = f.options.value[OPTION_OFFER_DRAWS] = 0;
    ck_assert(!offers_accepts(&f, -500) && !offers_makes(&f, 0) && !f.offers.draw_on_offer);
    gameline_destroy(&f.game.line);
}

/* The number of consecutive lost moves before we resign; 0: never. */
static const struct {
    const char *fen;
    int score, gap, moves;
} resign_rows[] = {
    {MIDDLE "0 25", -900, 0, 3},
    {MIDDLE "0 25", -900, 399, 3},
    {MIDDLE "0 25", -900, 400, 2},
    {MIDDLE "0 25", -900, -400, 6},
    /* a fortress, where the opponent makes no progress; a mate score counts as progress */
    {MIDDLE "19 45", -900, 0, 3},
    {MIDDLE "20 45", -900, 0, 0},
    {MIDDLE "20 45", -SCORE_MATE + 8, 0, 3},
    /* stalemate chances: a rook that sacrifices itself, a lone king in the corner */
    {"8/8/8/8/8/1qk5/8/K6Q w - - 0 60", -900, 0, 3},
    {"3R4/5q2/8/8/8/8/2k5/K7 w - - 0 60", -900, 0, 0},
    {"8/8/8/8/8/2kq4/8/1K6 w - - 0 60", -900, 0, 0},
    {"8/8/8/8/4K3/8/1q6/1k6 w - - 0 60", -900, 0, 3},
};

START_ROWS(resigning, ROWS(resign_rows)) {
    const Position p = tests_position(resign_rows[_i].fen, false);
    static Frontend f;

    options_init(&f.options);
    ck_assert_ptr_null(gameline_init(&f.game.line, &p));
    f.options.value[OPTION_RESIGN] = 1;
    f.offers.rating_gap = resign_rows[_i].gap;
    f.offers.bad_moves = 0;
    for (int moves = 1; moves < 10; moves++)
        ck_assert_int_eq(offers_resigns(&f, resign_rows[_i].score),
                         resign_rows[_i].moves && moves >= resign_rows[_i].moves);
    gameline_destroy(&f.game.line);
}

/* Resignation after lost moves in a row, and with the option only. */
START_TEST(resignation) {
    enum { BAD = -900, BETTER = -899 };
    const Position p = tests_position(MIDDLE "0 25", false);
    static Frontend f;

    options_init(&f.options);
    ck_assert_ptr_null(gameline_init(&f.game.line, &p));
    for (int on = 0; on < 2; on++) {
        f.offers.bad_moves = 0;
        f.options.value[OPTION_RESIGN] = on;
        ck_assert(!offers_resigns(&f, BAD) && !offers_resigns(&f, BAD));
        ck_assert(!offers_resigns(&f, BETTER));
        ck_assert(!offers_resigns(&f, BAD) && !offers_resigns(&f, BAD));
        ck_assert_int_eq(offers_resigns(&f, BAD), on);
    }
    gameline_destroy(&f.game.line);
}

/* The time of a person, between these bounds for every random number. */
static const struct {
    Limits limits;
    MoveKind kind;
    int64_t least, most;
} human_rows[] = {
    {{.clock_ms = {300000, 300000}}, {30, false, false, 0}, 2250, 18750},
    {{.clock_ms = {300000, 300000}}, {30, true, false, 0}, 562, 4688},
    {{.clock_ms = {300000, 300000}}, {30, false, true, 0}, 562, 4688},
    {{.clock_ms = {300000, 300000}}, {1, false, false, 0}, 450, 3750},
    {{.clock_ms = {60000, 60000}, .increment_ms = {2000, 2000}}, {30, false, false, 0}, 930, 7750},
    {{.clock_ms = {60000, 60000}, .moves_to_go = 1}, {30, false, false, 0}, 7500, 7500},
    {{.clock_ms = {1000, 1000}, .overhead_ms = 30}, {30, false, false, 0}, 7, 95},
    {{.clock_ms = {20, 20}, .overhead_ms = 30}, {30, false, false, 0}, 0, 0},
    {{.clock_ms = {1, 1}, .increment_ms = {9000, 9000}}, {30, false, false, 0}, 0, 1},
    {{.move_ms = 4000, .overhead_ms = 30}, {30, false, false, 0}, 600, 3970},
    {{.depth = 8}, {30, false, false, 0}, 900, 7500},
    {{.clock_ms = {60000, 60000}, .nodes_per_second = 1000}, {30, false, false, 0}, 0, 0},
};

START_ROWS(human, ROWS(human_rows)) {
    MoveKind kind = human_rows[_i].kind;
    int64_t before = -1;

    for (uint64_t luck = 0; luck < 64; luck++) {
        int64_t ms;
        kind.random = luck << 58;
        ms = human_time(&human_rows[_i].limits, WHITE, &kind);
        ck_assert(ms >= human_rows[_i].least && ms <= human_rows[_i].most && ms >= before);
        before = ms;
    }
}

/* Minutes, or minutes and seconds; -1: not accepted. */
START_TEST(minutes) {
    static const struct {
        const char *text;
        int64_t ms;
    } times[] = {{"5", 300000}, {"1:30", 90000}, {"0:5", 5000}, {"0", 0},    {"", -1},
                 {":", -1},     {"1:", -1},      {":30", -1},   {"1:x", -1}, {"-1", -1},
                 {"1:-5", -1},  {"1:2:3", -1},   {"1.5", -1},   {"1e3", -1}};

    for (int i = 0; i < ROWS(times); i++) {
        int64_t ms = -1;

        ck_assert_int_eq(timecontrol_minutes(word_of(times[i].text), &ms), times[i].ms >= 0);
        ck_assert_int_eq(ms, times[i].ms);
    }
}

int main(void) {
    engine_init_tables(NULL);
    return tests_run("common");
}
