/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of tools/annotate: a game is known by the same key with and without notes. */
#include "engine.h"
#include "tests.h"
#include "tools/annotate/merge.h"

static uint64_t key_of(const char *text) {
    const PgnOptions options = {.comments = true, .null_moves = true};
    Word rest = word_of(text);
    PgnReader *reader = pgn_open(pgn_from_word, &rest, &options);
    const PgnGame *game = reader ? pgn_next(reader) : NULL;
    uint64_t key;

    ck_assert_ptr_nonnull(game);
    key = merge_game_key(game);
    pgn_close(reader);
    return key;
}

#define TAGS   "[Event \"?\"]\n[Date \"????.??.??\"]\n[White \"A\"]\n[Result \"1-0\"]\n"
#define SIGNED TAGS "[Annotator \"Me; Alula 1.0, 5 nodes\"]\n"

static const struct {
    const char *game, *other;
    bool same;
} rows[] = {
    {"[White \"A\"]\n\n1. e4 e5 1-0\n", SIGNED "\n1. e4 {[%eval 0.3,1]} e5 {[%eval #-1,1]} 1-0\n",
     true},
    {"[White \"A\"]\n\n1. e4 {so} e5 1-0\n",
     SIGNED "\n1. e4 {[%eval 0.3,1]} {so} (1. d4 {[%eval 1]}) e5 $4 1-0\n", true},
    {"[White \"A\"]\n\n1. e4 {[%eval 9] so [%clk 0:03]} 1-0\n",
     SIGNED "\n1. e4 {[%eval 0.3,1]} {so [%clk 0:03]} 1-0\n", true},
    {"[White \"A\"]\n\n1. e4 ; {so}\n1-0\n",
     SIGNED "\n1. e4 {[%eval 0.3,1] White wins by tablebases} {(so)} 1-0\n", true},
    {"[Black \"B\"]\n[White \"A\"]\n\n1. e4 *\n", "[White \"A\"]\n[Black \"B\"]\n\n1. e4 *\n",
     true},
    {"[FEN \"" FEN_START "\"]\n\n1. e4 *\n", "1. e4 *\n", true},
    {"1. e4 {White wins by tablebases} *\n", "1. e4 *\n", false},
    {"1. e4 *\n", "1. d4 *\n", false},
    {"1. e4 *\n", "1. e4 e5 *\n", false},
    {"1. e4 *\n", "1. e4 1-0\n", false},
    {"1. e4 {a} *\n", "1. e4 {b} *\n", false},
    {"[White \"A\"]\n\n1. e4 *\n", "[White \"B\"]\n\n1. e4 *\n", false},
    {"[White \"A\"]\n\n1. e4 *\n", "[Black \"A\"]\n\n1. e4 *\n", false},
    {"[Round \"1\"]\n\n1. e4 *\n", "[Round \"2\"]\n\n1. e4 *\n", false},
    {"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n", "1. e4 *\n", false},
};

START_TEST(notes_do_not_change_the_key) {
    tests_row_is(rows[_i].other);
    ck_assert_int_eq(key_of(rows[_i].game) == key_of(rows[_i].other), rows[_i].same);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("annotate");
    TCase *tests = tests_case(suite);

    engine_init_tables(NULL);
    tcase_add_loop_test(tests, notes_do_not_change_the_key, 0, ROWS(rows));
    return tests_run(suite);
}
