/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of tools/datagen, and of the coherence of results and scores. */
#include "tests.h"
#include "tools/common/coherence.h"

/* --- coherence ------------------------------------------------------------------------------- */

static const struct {
    int score; /* for White */
    ShardResult result;
    int positions, agreeing;
} scores[] = {
    {100, RESULT_WHITE_WINS, 1, 1},  {100, RESULT_BLACK_WINS, 1, 0},
    {-100, RESULT_WHITE_WINS, 1, 0}, {-100, RESULT_BLACK_WINS, 1, 1},
    {3000, RESULT_WHITE_WINS, 1, 1}, {-3000, RESULT_WHITE_WINS, 1, 0},
    {99, RESULT_WHITE_WINS, 0, 0},   {-99, RESULT_WHITE_WINS, 0, 0},
    {0, RESULT_BLACK_WINS, 0, 0},    {500, RESULT_DRAW, 0, 0},
    {-500, RESULT_DRAW, 0, 0},
};

START_TEST(scores_agree_with_results) {
    const int16_t score[] = {0, (int16_t)scores[_i].score};
    const ShardGame game = {.score = score, .plies = 2, .result = scores[_i].result};
    Coherence c = {.games = 0};

    coherence_begin_game(&c);
    coherence_add(&c, &game, 0);
    ck_assert_uint_eq(c.positions, 0);
    for (int i = 1; i <= 2; i++) {
        coherence_add(&c, &game, 1);
        ck_assert_int_eq((int)c.positions, i * scores[_i].positions);
        ck_assert_int_eq((int)c.agreeing, i * scores[_i].agreeing);
        ck_assert_int_eq((int)c.games, scores[_i].positions);
    }
    coherence_begin_game(&c);
    coherence_add(&c, &game, 1);
    ck_assert_int_eq((int)c.games, 2 * scores[_i].positions);
}
END_TEST

static const struct {
    Coherence c;
    bool wrong;
    const char *words;
} verdicts[] = {
    {{.games = 0}, false, "no decided games with a score of 100 centipawns"},
    {{.games = 20, .positions = 1000, .agreeing = 0}, true, "results agree with scores in 0.0 %"},
    {{.games = 19, .positions = 1000, .agreeing = 0}, false, "results agree with scores in 0.0 %"},
    {{.games = 20, .positions = 1000, .agreeing = 500},
     false,
     "results agree with scores in 50.0 %"},
    {{.games = 20, .positions = 10001, .agreeing = 5000},
     true,
     "results agree with scores in 49.9 %"},
    {{.games = 90, .positions = 1000, .agreeing = 931},
     false,
     "results agree with scores in 93.1 %"},
    {{.games = 90, .positions = 1000, .agreeing = 1000},
     false,
     "results agree with scores in 100.0 %"},
};

/* Half of the positions, and 20 games. */
START_TEST(disagreement_is_told) {
    char words[80];
    Text text = text_in(words, sizeof words);

    ck_assert(coherence_is_wrong(&verdicts[_i].c) == verdicts[_i].wrong);
    coherence_describe(&text, &verdicts[_i].c);
    ck_assert_str_eq(words, verdicts[_i].words);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("datagen");
    TCase *tests = tests_case(suite);

    tcase_add_loop_test(tests, scores_agree_with_results, 0, ROWS(scores));
    tcase_add_loop_test(tests, disagreement_is_told, 0, ROWS(verdicts));
    return tests_run(suite);
}
