/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of tools/annotate: a game is known by the same key with and without notes; a tag tells what
   it is, and that it was changed. */
#include <string.h>

#include "engine.h"
#include "report/notes.h"
#include "tests.h"
#include "tools/annotate/unit_tag.h"

static uint64_t key_of(const char *text) {
    Word rest = word_of(text);
    PgnReader *reader = pgn_open(pgn_from_word, &rest, &notes_options);
    const PgnGame *game = reader ? pgn_next(reader) : NULL;
    uint64_t key;

    ck_assert_ptr_nonnull(game);
    key = notes_key(game);
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
     SIGNED "\n1. e4 {[%eval 0.3,1]} {so} e5 $4 (1... c5 {[%eval 0.3,1]} 2. Nf3) 1-0\n", true},
    {"[White \"A\"]\n\n1. e4 e5 $2 {a} $14 (1... d5) $4 1-0\n",
     SIGNED "\n1. e4 {[%eval 0.3,1]} e5 $4 {[%eval 3,1]} {a} $14 {marked ?} {marked ??} (1... c5 "
            "{[%eval 0.3,1] White wins by tablebases} 2. Nf3) (1... d5) 1-0\n",
     true},
    {"1. e4 e5 1-0\n",
     "[Annotator \"Alula\"]\n\n1. e4 {[%eval 0.3,1]} e5 (1... Kd4 {[%eval 0.3,1]}\n2. Ke2) 1-0\n",
     true},
    {"1. e4 e5 1-0\n",
     "[Annotator \"Alula\"]\n\n1. e4 {[%eval 0.3,1]} e5 (1... Kd4 {[%eval 0.3,1]}\n{2} Ke2) 1-0\n",
     false},
    {"1. e4 e5 1-0\n",
     "[Annotator \"Alula\"]\n\n1. e4 {[%eval 0.3,1]} e5 (1... c5 {[%eval 0.4,1]} 2. Nf3) 1-0\n",
     false},
    {"1. e4 e5 1-0\n",
     "[Annotator \"Alula\"]\n\n1. e4 e5 (1... c5 {[%eval 0.4,1]} 2. Nf3 $1) 1-0\n", false},
    {"1. e4 (1. d4) e5 1-0\n", "1. e4 e5 1-0\n", false},
    {"1. e4 $14 e5 1-0\n", "1. e4 e5 1-0\n", false},
    {"1. e4 $2 e5 1-0\n", "1. e4 e5 $2 1-0\n", false},
    {"1. e4 (1. d4 x) e5 1-0\n", "1. e4 (1. d4 y) e5 1-0\n", false},
    {"[White \"M\374\303\240\"]\n\n1. e4 {sch\366n} *\n",
     "[White \"M\303\274\303\203\302\240\"]\n\n1. e4 {sch\303\266n} *\n", true},
    {"%a\n1. e4 1-0\n", "%b\n1. e4 1-0\n", false},
    {"[AlulaNotes \"0\"]\n\n1. e4 *\n", "1. e4 *\n", true},
    {"[White \"A\"]\n\n1. e4 {[%eval 9] so [%clk 0:03]} 1-0\n",
     SIGNED "\n1. e4 {[%eval 0.3,1]} {so [%clk 0:03]} 1-0\n", true},
    {"[White \"A\"]\n\n1. e4 ; (so)\n1-0\n",
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
    {"[AlulaUnit \"a\"]\n\n1. e4 *\n", "1. e4 *\n", true},
    {"[Round \"1\"]\n\n1. e4 *\n", "[Round \"2\"]\n\n1. e4 *\n", false},
    {"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n", "1. e4 *\n", false},
};

START_TEST(notes_do_not_change_the_key) {
    tests_row_is(rows[_i].other);
    ck_assert_int_eq(key_of(rows[_i].game) == key_of(rows[_i].other), rows[_i].same);
}
END_TEST

#define GAME SIGNED "\n1. e4 {[%eval 0.3,1]} e5 1-0"

/* The game with its tag, as a text. */
static Text tagged(char *buffer, size_t size) {
    const Word game = word_of(GAME);
    const size_t at = unit_tag_place(game);
    Text text = text_in(buffer, size);

    text_add_word(&text, (Word){game.at, at});
    unit_tag_write(&text, "alula=1.0 nodes=5", 17, game);
    text_add_word(&text, (Word){game.at + at, game.length - at});
    return text;
}

START_TEST(tag_is_read_again) {
    char buffer[1000];
    const Text text = tagged(buffer, sizeof buffer);
    UnitTag tag;

    ck_assert_int_eq(unit_tag_read(&tag, (Word){text.at, text.length}), UNIT_TAG_GOOD);
    ck_assert(word_is(tag.job, "alula=1.0 nodes=5"));
    ck_assert_int_eq(tag.number, 17);
    ck_assert_uint_eq(tag.game_hash, unit_tag_hash(word_of(GAME), tag.from, tag.from));
    memmove(buffer + tag.from, buffer + tag.to, text.length + 1 - tag.to);
    ck_assert_str_eq(buffer, GAME);
}
END_TEST

START_TEST(changed_game_has_no_good_tag) {
    char buffer[1000];
    const Text text = tagged(buffer, sizeof buffer);
    UnitTag tag;

    for (size_t i = 0; i < text.length; i++) {
        buffer[i] ^= 4;
        ck_assert_int_ne(unit_tag_read(&tag, (Word){text.at, text.length}), UNIT_TAG_GOOD);
        buffer[i] ^= 4;
        ck_assert_int_ne(unit_tag_read(&tag, (Word){text.at, i}), UNIT_TAG_GOOD);
        ck_assert_int_ne(unit_tag_read(&tag, (Word){text.at + i + 1, text.length - i - 1}),
                         UNIT_TAG_GOOD);
    }
}
END_TEST

static const struct {
    const char *game;
    UnitTagStatus status;
} other_texts[] = {
    {"", UNIT_TAG_NONE},
    {"\n\n", UNIT_TAG_NONE},
    {GAME, UNIT_TAG_NONE},
    {"[AlulaUnit \"", UNIT_TAG_WRONG},
    {"[AlulaUnit \"\"]\n\n1. e4 *", UNIT_TAG_WRONG},
    {"\n\n[AlulaUnit \"a ;unit 1 ;game 0123456789abcdef ;check 01234567\"]\n", UNIT_TAG_WRONG},
    {"[AlulaUnit \"a ;unit 1 ;game 0123456789abcdef ;check 01234567\"]\n\n*", UNIT_TAG_WRONG},
    {"[AlulaUnit \"a ;unit 1 ;game 0123456789abcdef ;check 01234567\"]\r\n\r\n*", UNIT_TAG_WRONG},
    {"[White \"A\"]\n\n1. e4 {\n[AlulaUnit \"a\"]\n} *", UNIT_TAG_WRONG},
};

START_TEST(other_texts_have_no_good_tag) {
    UnitTag tag;

    tests_row_is(other_texts[_i].game);
    ck_assert_int_eq(unit_tag_read(&tag, word_of(other_texts[_i].game)), other_texts[_i].status);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("annotate");
    TCase *tests = tests_case(suite);

    engine_init_tables(NULL);
    tcase_add_loop_test(tests, notes_do_not_change_the_key, 0, ROWS(rows));
    tcase_add_test(tests, tag_is_read_again);
    tcase_add_test(tests, changed_game_has_no_good_tag);
    tcase_add_loop_test(tests, other_texts_have_no_good_tag, 0, ROWS(other_texts));
    return tests_run(suite);
}
