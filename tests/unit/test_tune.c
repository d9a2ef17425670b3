/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of tools/tune: SPSA converges under noise and stays within bounds; units and results. */
#include <math.h>

#include "engine.h"
#include "tests.h"
#include "tools/common/units.h"
#include "tools/tune/spsa.h"
#include "tools/tune/tune_units.h"

static uint64_t random_state = 7;

static Spsa spsa_of(const char *const *names, size_t count, const SpsaPlan *plan) {
    Spsa s = {.count = 0};

    for (size_t i = 0; i < count; i++) {
        ck_assert_ptr_nonnull(params_find(word_of(names[i])));
        spsa_add_param(&s, params_find(word_of(names[i])));
    }
    spsa_init(&s, plan);
    return s;
}

static double uniform(void) {
    return (double)(random_next(&random_state) % 1000000) / 1e6;
}

/* Returns the squared distance from the optimum, in steps; `optimum` is relative to the start. */
static double squared_distance(const Spsa *s, const TuneSide *side, const double *optimum) {
    double sum = 0;

    for (size_t i = 0; i < s->count; i++) {
        const size_t place = s->row[i].place;
        const double off =
            (side->value[place] - s->start.value[place]) / s->row[i].step - optimum[i];
        sum += off * off;
    }
    return sum;
}

/* The expected score is quadratic in the parameters, with much noise. */
START_TEST(spsa_converges_under_noise) {
    static const char *const names[] = {"rfp_margin",     "see_quiet_margin", "lmr_cut_node",
                                        "lmr_noisy_base", "razor_base",       "aspiration_margin"};
    static const double optimum[] = {3, -2, 4, -3, 0, 2};
    const SpsaPlan plan = {.pairs = 40000, .seed = 5, .c = 1, .a = 0.01};
    Spsa s = spsa_of(names, 6, &plan);
    TuneSide side = spsa_side(&s);
    const double before = squared_distance(&s, &side, optimum);
    int points[8];

    while (s.done < plan.pairs) {
        for (uint64_t p = 0; p < 8; p++) {
            TuneSide plus, minus;
            double score;

            spsa_perturb(&s, s.done + p, &plus, &minus);
            /* a parameter one step off costs about 1 Elo */
            score = 0.5 + 0.004 * (squared_distance(&s, &minus, optimum) -
                                   squared_distance(&s, &plus, optimum));
            points[p] = 0;
            for (int game = 0; game < 2; game++)
                if (uniform() < 0.6) /* not drawn */
                    points[p] += uniform() < score ? 1 : -1;
        }
        spsa_update(&s, points, 8);
    }
    side = spsa_side(&s);
    CLAIM(squared_distance(&s, &side, optimum) < before / 6, "%f, before %f",
          squared_distance(&s, &side, optimum), before);
}

START_TEST(spsa_stays_within_bounds) {
    static const char *const names[] = {"lmp_base", "lmr_noisy_base", "do_shallower_margin"};
    const SpsaPlan plan = {.pairs = 2000, .seed = 1, .c = 3, .a = 1};
    Spsa s = spsa_of(names, 3, &plan);
    bool low = false, high = false;

    while (s.done < plan.pairs) {
        const int points = (int)(random_next(&random_state) % 5) - 2;
        TuneSide sides[2];

        spsa_perturb(&s, s.done, &sides[0], &sides[1]);
        for (size_t i = 0; i < PARAM_COUNT; i++) {
            const ParamRow *row = params_row(i);
            const bool tuned = row->name == s.row[0].name || row->name == s.row[1].name ||
                               row->name == s.row[2].name;
            SearchParams from = params_default;

            for (int side = 0; side < 2; side++) {
                const int value = *params_value(&sides[side].params, row);

                CLAIM(value >= row->low && value <= row->high, "%s: %d", row->name, value);
                CLAIM(tuned || value == *params_value(&from, row), "%s: %d", row->name, value);
                low = low || (tuned && value == row->low);
                high = high || (tuned && value == row->high);
            }
        }
        spsa_update(&s, &points, 1);
        for (size_t i = 0; i < s.count; i++) {
            ck_assert_double_ge(s.value[i], s.row[i].low);
            ck_assert_double_le(s.value[i], s.row[i].high);
        }
    }
    ck_assert(low && high);
}

/* Random rounding is unbiased, and the sides are 2 c_k apart. */
START_TEST(spsa_rounds_at_random) {
    static const char *const names[] = {"lmp_base", "rfp_margin"};
    const SpsaPlan plan = {.pairs = 1, .seed = 9, .c = 1.25, .a = 0.1};
    Spsa s = spsa_of(names, 2, &plan);
    double sum[2] = {0, 0}, apart = 0;
    enum { PAIRS = 20000 };

    s.value[0] = 5.3;
    s.value[1] = 80.9;
    ck_assert_int_eq(spsa_rounded(&s, 0), 5);
    ck_assert_int_eq(spsa_rounded(&s, 1), 81);
    for (int sign = -1; sign <= 1; sign += 2) { /* the nearest value within bounds */
        s.value[1] = sign * 1e6;
        ck_assert_int_eq(spsa_rounded(&s, 1), sign < 0 ? s.row[1].low : s.row[1].high);
    }
    s.value[1] = 80.9;
    for (uint64_t pair = 0; pair < PAIRS; pair++) {
        TuneSide plus, minus;

        spsa_perturb(&s, pair, &plus, &minus);
        sum[0] += (plus.params.lmp_base + minus.params.lmp_base) / 2.0;
        sum[1] += (plus.params.rfp_margin + minus.params.rfp_margin) / 2.0;
        apart += abs(plus.params.lmp_base - minus.params.lmp_base);
        ck_assert_int_eq(abs(plus.params.rfp_margin - minus.params.rfp_margin), 20);
    }
    ck_assert_double_eq_tol(sum[0] / (double)PAIRS, 5.3, 0.02);
    ck_assert_double_eq_tol(sum[1] / (double)PAIRS, 80.9, 0.02);
    ck_assert_double_eq_tol(apart / (double)PAIRS, 2.5, 0.02);
}

/* A pair of games moves all parameters towards the winner, by a_k c_k for each point. */
START_TEST(spsa_step_has_the_right_size) {
    static const char *const names[] = {"rfp_margin", "lmr_cut_node"};
    const SpsaPlan plan = {.pairs = 1, .seed = 3, .c = 2, .a = 0.25};
    const int points[] = {2};
    Spsa s = spsa_of(names, 2, &plan);
    TuneSide plus, minus;

    spsa_perturb(&s, 0, &plus, &minus);
    spsa_update(&s, points, 1);
    for (size_t i = 0; i < 2; i++) {
        const int old = s.start.value[s.row[i].place];
        const int side = plus.value[s.row[i].place] - old;

        ck_assert_int_eq(abs(side), 2 * (int)s.row[i].step);
        ck_assert_double_eq_tol(s.value[i] - old, side * 0.25 * 2, 1e-9);
    }
    ck_assert_uint_eq(s.done, 1);
}

/* Every parameter has a consistent row and is found by its name. */
START_TEST(params_have_rows) {
    SearchParams params = params_default;
    const ParamRow *row;
    size_t count = 0;

    for (; (row = params_row(count)) != NULL; count++) {
        CLAIM(params_find(word_of(row->name)) == row, "%s", row->name);
        CLAIM(row->step >= 0 && row->step <= (row->high - row->low) / 8, "%s", row->name);
        CLAIM(strlen(row->name) <= 22 && *row->text, "%s", row->name);
        CLAIM(row->low <= *params_value(&params, row) && *params_value(&params, row) <= row->high,
              "%s", row->name);
    }
    ck_assert_uint_eq(count, PARAM_COUNT);
    ck_assert_ptr_null(params_find(word_of("futile")));
    ck_assert_ptr_null(params_find(word_of("")));
}

/* --- units ----------------------------------------------------------------------------------- */

static GameLine line_of_start(void) {
    GameLine line;
    Position start;

    ck_assert_ptr_null(fen_parse(&start, word_of(FEN_START), false));
    ck_assert_ptr_null(gameline_init(&line, &start));
    return line;
}

/* A unit that is read again has the opening with its moves, and the sides of the run. */
START_TEST(units_keep_what_a_game_depends_on) {
    static const char *const names[] = {"rfp_margin", "lmr_cut_node"};
    static char text[] = "[FEN \"4k3/8/8/8/8/8/4P3/4K2R w K - 3 9\"]\n\n9. O-O Kd7 10. e4 *";
    static const int points[2] = {-1, 1};
    const SpsaPlan plan = {.pairs = 40, .seed = 9, .c = 1, .a = 0.1};
    Spsa s = spsa_of(names, 2, &plan);
    Word item = word_of(text);
    Openings openings = {.text = text, .item = &item, .count = 1, .pgn = true};
    const TuneBatch b = {"version=1 nodes=7", &s, &openings, 8};
    GameLine wanted = line_of_start(), opening = line_of_start();
    TuneSide side[2];
    TuneUnit u;

    s.done = 16;
    openings_get(&openings, 0, &wanted);
    ck_assert_uint_eq(wanted.length, 3);
    for (int played = 0; played < 2; played++) {
        Text line = tune_unit_make(&b, 3);
        const size_t length = line.length;
        Word read;

        if (played)
            tune_unit_add_points(&line, points);
        else
            unit_line_close(&line);
        read = (Word){line.at, line.length - 1};
        ck_assert_ptr_null(unit_line_open(&read));
        ck_assert_ptr_null(tune_unit_read(&u, &opening, read));
        ck_assert_uint_eq(u.unit.length, length);
        ck_assert(word_is(u.job, b.job));
        ck_assert_int_eq(u.pair, 20);
        ck_assert_int_eq(u.of, 40);
        ck_assert_int_eq(u.played, played);
        ck_assert(!played || (u.points[0] == -1 && u.points[1] == 1));
        ck_assert_uint_eq(opening.length, 3);
        ck_assert_uint_eq(gameline_now(&opening)->key, gameline_now(&wanted)->key);
        spsa_perturb(&s, 19, &side[0], &side[1]);
        for (int i = 0; i < 2; i++)
            ck_assert_mem_eq(&u.side[i].params, &side[i].params, sizeof side[i].params);
        free(line.at);
    }
    gameline_destroy(&wanted);
    gameline_destroy(&opening);
}

/* Forged lines with a correct checksum. */
static const char *const bad_units[] = {
    "",
    ";",
    ";points 1 1",
    " ;points 1 1",
    "x ;points 1 1",
    FEN_START,
    FEN_START " ;points 1 1",
    FEN_START " ;tune a=1 ;pair 1/2",
    FEN_START " ;tune ;pair 1/2 ;values",
    FEN_START " ;tune a=1 ;values",
    FEN_START " ;tune a=1 ;pair 0/2 ;values",
    FEN_START " ;tune a=1 ;pair 3/2 ;values",
    FEN_START " ;tune a=1 ;pair 1 ;values",
    FEN_START " ;tune a=1 ;pair 99999999999999999999/99999999999999999999 ;values",
    FEN_START " ;tune a=1 ;pair 1/2 ;values nothing=1,2",
    FEN_START " ;tune a=1 ;pair 1/2 ;values rfp_margin=1",
    FEN_START " ;tune a=1 ;pair 1/2 ;values rfp_margin=65,",
    FEN_START " ;tune a=1 ;pair 1/2 ;values rfp_margin=65,2000000000",
    FEN_START " ;tune a=1 ;pair 1/2 ;values rfp_margin",
    FEN_START " ;tune a=1 ;pair 1/2 ;values ;points 2 0",
    FEN_START " ;tune a=1 ;pair 1/2 ;values ;points 1",
    FEN_START " ;tune a=1 ;pair 1/2 ;values ;points 1 0 0",
    FEN_START " ;tune a=1 ;pair 1/2 ;moves e2e5 ;values",
    FEN_START " ;tune a=1 ;pair 1/2 ;moves f2f3 e7e5 g2g4 d8h4 ;values",
    "8/8/8/8/8/8/8/8 w - - 0 1 ;tune a=1 ;pair 1/2 ;values",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1 ;tune a=1 ;pair 1/2 ;values",
};

START_ROWS(bad_units_are_refused, ROWS(bad_units)) {
    GameLine opening = line_of_start();
    const Word line = tests_copy(word_of(bad_units[_i]));
    TuneUnit u;

    tests_row_is(bad_units[_i]);
    ck_assert_ptr_nonnull(tune_unit_read(&u, &opening, line));
    gameline_destroy(&opening);
    tests_free(line);
}

int main(void) {
    engine_init_tables(NULL);
    return tests_run("tune");
}
