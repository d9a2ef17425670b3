/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of report/report.h and clocks.h: facts about games. */
#include "report/report.h"

#include "engine.h"
#include "report/clocks.h"
#include "reports.h"

/* --- accuracy --------------------------------------------------------------------------------- */

/*
 * Scores after the moves, repeated, and then others; accuracy of White and Black. The first rows
 * are from lila's AccuracyPercentTest, with its tolerance; the others were computed by another
 * program.
 */
static const struct {
    int score[60], scores, times, last;
    bool black;
    double white_accuracy, black_accuracy, tolerance[2];
} accuracies[] = {
    {{15, 15}, 2, 1, NONE, false, 100, 100, {1, 1}},
    {{-900, -900}, 2, 1, NONE, false, 10, 100, {5, 1}},
    {{15, 900}, 2, 1, NONE, false, 100, 10, {1, 5}},
    {{-900, 0}, 2, 1, NONE, false, 10, 10, {5, 5}},
    {{15}, 1, 20, NONE, false, 100, 100, {1, 1}},
    {{15}, 1, 20, -900, false, 50, 100, {5, 1}},
    {{15}, 1, 21, 900, false, 100, 50, {1, 5}},
    {{-50, 15}, 2, 5, NONE, false, 76, 76, {8, 8}},
    {{-50, 15}, 2, 50, NONE, false, 76, 76, {8, 8}},
    {{-135, 15}, 2, 50, NONE, false, 54, 54, {8, 8}},
    {{-435, 15}, 2, 50, NONE, false, 20, 20, {8, 8}},
    {{900, 900}, 2, 1, NONE, true, 100, 10, {1, 5}},
    {{15, -900}, 2, 1, NONE, true, 10, 100, {5, 1}},
    {{900, 0}, 2, 1, NONE, true, 10, 10, {5, 5}},
    {{-900, 0}, 2, 1, NONE, false, 10.664, 11.459, {.01, .01}},
    {{39,  -16, 53,  24,  107, 163, 258, 327, 373,  489, 504,  391,  486, 485,  563,
      506, 552, 445, 555, 475, 383, 358, 358, 460,  403, 380,  399,  305, 331,  274,
      157, 224, 159, 143, 94,  20,  134, 236, 312,  291, 211,  286,  370, 268,  183,
      221, 259, 252, 164, 77,  -43, 60,  -59, -126, -48, -113, -191, -88, -166, -212},
     60,
     1,
     NONE,
     false,
     87.727,
     90.328,
     {.01, .01}},
};

START_ROWS(accuracy, ROWS(accuracies)) {
    static Sample s;
    char buffer[1024];
    Text text = text_in(buffer, sizeof buffer);
    const size_t scores = (size_t)accuracies[_i].scores;
    const size_t count = scores * (size_t)accuracies[_i].times;
    const size_t plies = count + (accuracies[_i].last != NONE);
    Report r;

    write_shuffle(&text, plies, accuracies[_i].black);
    sample_open(&s, buffer);
    ck_assert_uint_eq(s.game->line.length, plies);
    sample_score(&s, 0, 15);
    for (size_t n = 0; n < count; n++)
        sample_score(&s, n + 1, accuracies[_i].score[n % scores]);
    if (plies > count)
        sample_score(&s, plies, accuracies[_i].last);
    r = report_of(&s);
    ck_assert_double_eq_tol(r.side[WHITE].accuracy, accuracies[_i].white_accuracy,
                            accuracies[_i].tolerance[0]);
    ck_assert_double_eq_tol(r.side[BLACK].accuracy, accuracies[_i].black_accuracy,
                            accuracies[_i].tolerance[1]);
    report_free(&r);
    sample_close(&s);
}

/*
 * A first move (the start position counts as 15 centipawns), its accuracy, and the centipawns lost.
 */
static const struct {
    int before, after;
    double accuracy;
    int lost;
} moves[] = {
    {15, 15, 100, 0},
    {15, 400, 100, 0},
    {400, 15, 100, 0}, /* as on lichess, whatever the engine's score of the start position */
    {15, -96, 64.213, 111},
    {15, -2000, 10.088, 1015}, /* clamped */
    {15, 3 - SCORE_MATE, 10.088, 1015},
};

START_ROWS(first_move, ROWS(moves)) {
    static Sample s;
    Report r;

    sample_open(&s, "1. e4 *");
    sample_score(&s, 0, moves[_i].before);
    sample_score(&s, 1, moves[_i].after);
    r = report_of(&s);
    ck_assert_double_eq_tol(r.ply[0].accuracy, moves[_i].accuracy, .01);
    ck_assert_int_eq(r.ply[0].lost, moves[_i].lost);
    ck_assert_double_eq_tol(r.side[WHITE].lost, moves[_i].lost, 1e-9);
    ck_assert_double_eq(r.side[BLACK].accuracy, REPORT_UNKNOWN);
    report_free(&r);
    sample_close(&s);
}

/* The rating of people with the same average loss. */
START_TEST(rating_by_loss) {
    static const struct {
        double lost;
        size_t judged;
        int rating;
    } rows[] = {{50, 19, REPORT_UNKNOWN}, {50, 20, 1800},  {104, 40, 1650}, {0, 60, 1900},
                {20, 60, 1900},           {200, 30, 1350}, {700, 30, 1000}, {1000, 20, 1000}};

    for (size_t i = 0; i < ROWS(rows); i++)
        ck_assert_int_eq(report_rating(rows[i].lost, rows[i].judged), rows[i].rating);
}

/* The phases of a game, and the accuracy of each side in them. */
START_TEST(phases) {
    static const char text[] =
        "[FEN \"4k3/8/8/8/8/rrrrr3/8/RRRRRNK1 w - - 0 1\"]\n\n"
        "1. Raxa3 Kd7 2. Rbxb3 Kd8 3. Rcxc3 Kd7 4. Rdxd3+ Ke8 5. Rexe3+ Kf8 *";
    Sample s;
    Report r;

    sample_open(&s, text);
    ck_assert_uint_eq(s.game->line.length, 10);
    for (size_t n = 0; n <= 10; n++)
        sample_score(&s, n, n < 9 ? 0 : -300);
    r = report_of(&s);
    ck_assert_uint_eq(r.from[PHASE_OPENING], 0);
    ck_assert_uint_eq(r.from[PHASE_MIDDLEGAME], 0); /* a first rank has few men */
    ck_assert_uint_eq(r.from[PHASE_ENDING], 9);
    ck_assert(r.side[WHITE].phase[PHASE_OPENING] < 0);
    ck_assert(r.side[WHITE].phase[PHASE_MIDDLEGAME] > 50);
    ck_assert(r.side[WHITE].phase[PHASE_MIDDLEGAME] < 95);
    ck_assert(r.side[BLACK].phase[PHASE_MIDDLEGAME] == 100);
    ck_assert(r.side[BLACK].phase[PHASE_ENDING] == 100);
    report_free(&r);
    sample_close(&s);
}

/* Marks are counted, and the worst moves are the key moments, in the order of the game. */
START_TEST(key_moments) {
    static Sample s;
    char buffer[1024];
    Text text = text_in(buffer, sizeof buffer);
    Report r;
    int marks[NO_MARK] = {0};

    write_shuffle(&text, 40, false);
    sample_open(&s, buffer);
    for (size_t n = 0; n <= 40; n++)
        sample_score(&s, n, n % 2 ? -60 - 10 * (int)n : 15);
    r = report_of(&s);
    ck_assert_uint_eq(r.keys, REPORT_KEYS);
    for (size_t i = 1; i < r.keys; i++)
        ck_assert_uint_lt(r.key[i - 1], r.key[i]);
    for (size_t n = 0; n < r.plies; n++)
        if (r.ply[n].mark != NO_MARK)
            marks[r.ply[n].mark]++;
    for (int i = 0; i < NO_MARK; i++)
        ck_assert_int_eq(r.side[WHITE].marks[i] + r.side[BLACK].marks[i], marks[i]);
    ck_assert_int_gt(marks[MARK_BLUNDER], 0);
    ck_assert_uint_eq(r.key[REPORT_KEYS - 1], 39);
    report_free(&r);
    sample_close(&s);
}

/* --- clocks ----------------------------------------------------------------------------------- */

/* A time control, and the time that the clock gains with move n; -1: invalid. */
static const struct {
    const char *value;
    size_t n;
    int64_t gain;
} gains[] = {
    {"300+3", 1, 3000},
    {"300+3", 999, 3000},
    {"300", 7, 0},
    {"0.5+0.05", 3, 50},
    {"40/7200:3600", 39, 0},
    {"40/7200:3600", 40, 3600000},
    {"40/7200:3600", 41, 0},
    {"40/7200", 80, 7200000},
    {"40/7200", 81, 0},
    {"40/5400+30:1800+30", 40, 1830000},
    {"1/86400", 5, 86400000},
    {"40/5400+30:20/1800+5:900", 60, 905000},
    {"?", 1, -1},
    {"-", 1, -1},
    {"", 1, -1},
    {"*180", 1, -1},
    {"300+x", 1, -1},
    {"0/300", 1, -1},
    {"1:2:3:4:5:6:7", 1, -1},
    {"99999999999999999999", 1, -1},
    {"-300", 1, -1},
    {"300 + 3", 1, -1},
};

START_ROWS(time_controls, ROWS(gains)) {
    ClockControl c;
    const bool read = clocks_read_control(&c, word_of(gains[_i].value));

    ck_assert_int_eq(read, gains[_i].gain >= 0);
    ck_assert_int_eq(clocks_gain(&c, gains[_i].n), read ? gains[_i].gain : 0);
}

static const struct {
    const char *comment;
    int64_t used, left;
} comments[] = {
    {"[%clk 0:05:00]", -1, 300000},
    {"[%clk 1:02:03.4]", -1, 3723400},
    {"good [%eval 0.3] [%clk 0:00:59] yes", -1, 59000},
    {"[%emt 0:00:03]", 3000, -1},
    {"[%emt 2.5][%clk 10:00]", 2500, 600000},
    {"+0.34/12 1.5s", 1500, -1},
    {"+M3/12 0.1s, White mates", 100, -1},
    {"", -1, -1},
    {"[%clk ]", -1, -1},
    {"[%clk", -1, -1},
    {"[%clk 1:2:3:4]", -1, -1},
    {"[%clk -1:00]", -1, -1},
    {"[%clk 99999999999:00]", -1, -1},
    {"[%clkx 0:01:00]", -1, -1},
    {"and 5 s later 3s", -1, -1},
};

START_ROWS(clock_comments, ROWS(comments)) {
    const Word copy = tests_copy(word_of(comments[_i].comment));
    int64_t used = -1, left = -1;

    clocks_read_comment(copy, &used, &left);
    ck_assert_int_eq(used, comments[_i].used);
    ck_assert_int_eq(left, comments[_i].left);
    tests_free(copy);
}

/* A game of three moves with clocks, and the time used for each, in seconds. */
static const struct {
    const char *control, *clocks[3];
    int used[3];
} games_timed[] = {
    {"300+3", {"0:05:00", "0:05:00", "0:04:51"}, {0, 0, 12}},
    {"300+3", {"0:04:58", "0:05:01", "0:05:01"}, {5, 2, 0}},
    {"?", {"0:04:58", "0:05:01", "0:04:50"}, {-1, -1, 8}},
    {"300+3", {"0:05:20", "0:05:00", "0:05:23"}, {-1, 0, 0}}, /* time added by hand */
    {"300+3", {"x", "0:05:00", "0:05:00"}, {-1, 0, -1}},
};

START_ROWS(times_used, ROWS(games_timed)) {
    static Sample s;
    char buffer[512];
    Text text = text_in(buffer, sizeof buffer);
    Report r;

    text_addf(&text,
              "[TimeControl \"%s\"]\n\n1. e4 {[%%clk %s]} e5 {[%%clk %s]} 2. Nf3 (2. f4 "
              "{[%%clk 0:00:01]}) {[%%clk %s] fine} *\n",
              games_timed[_i].control, games_timed[_i].clocks[0], games_timed[_i].clocks[1],
              games_timed[_i].clocks[2]);
    sample_open(&s, buffer);
    r = report_of(&s);
    ck_assert(r.has_clocks);
    for (int n = 0; n < 3; n++)
        CLAIM(r.ply[n].used_ms ==
                  (games_timed[_i].used[n] < 0 ? -1 : games_timed[_i].used[n] * 1000),
              "ply %d: %d ms", n, (int)r.ply[n].used_ms);
    ck_assert_uint_gt(r.ply[2].comment.length, 0);
    ck_assert_uint_eq(r.ply[0].comment.length, 0);
    report_free(&r);
    sample_close(&s);
}

int main(void) {
    engine_init_tables(NULL);
    return tests_run("report");
}
