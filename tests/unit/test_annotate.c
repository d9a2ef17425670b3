/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of tools/annotate: the key that detects changes of a game, and the tag that marks a game in
 * a part of a job.
 */
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

/* The keys that two games share. */
enum { ALL, JUDGED, NOTHING };
static const struct {
    const char *game, *other;
    int same;
} rows[] = {
    {"[White \"A\"]\n\n1. e4 {so so} e5 1-0\n", "[White  \"A\"]\r\n1.e4 {so\r\nso}\r\ne5\r\n1-0",
     ALL},
    {"[White \"A\"]\n\n1. e4 *\n", "[White \"B\"]\n\n1. e4 *\n", JUDGED},
    {"[White \"A\"]\n\n1. e4 *\n", "[Black \"A\"]\n\n1. e4 *\n", JUDGED},
    {"[Round \"1\"]\n\n1. e4 *\n", "[Round \"2\"]\n\n1. e4 *\n", JUDGED},
    {"1. e4 {a} *\n", "1. e4 {b} *\n", JUDGED},
    {"1. e4 {a} *\n", "1. e4 *\n", JUDGED},
    {"1. e4 {a} {b} *\n", "1. e4 {ab} *\n", JUDGED},
    {"1. e4 (1. d4) e5 1-0\n", "1. e4 e5 1-0\n", JUDGED},
    {"1. e4 (1. d4 x) e5 1-0\n", "1. e4 (1. d4 y) e5 1-0\n", JUDGED},
    {"1. e4 $14 e5 1-0\n", "1. e4 e5 1-0\n", JUDGED},
    {"1. e4 $2 e5 1-0\n", "1. e4 e5 $2 1-0\n", JUDGED},
    {"%a\n1. e4 1-0\n", "%b\n1. e4 1-0\n", JUDGED},
    {"1. e4 *\n", "1. e4 1-0\n", JUDGED},
    {"1. e4 *\n", "1. d4 *\n", NOTHING},
    {"1. e4 *\n", "1. e4 e5 *\n", NOTHING},
    {"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n", "1. e4 *\n", NOTHING},
};

START_ROWS(the_key_tells_games_apart, ROWS(rows)) {
    const uint64_t key = key_of(rows[_i].game), other = key_of(rows[_i].other);

    tests_row_is(rows[_i].other);
    ck_assert_int_eq(key == other, rows[_i].same == ALL);
    ck_assert_int_eq(key >> 32 == other >> 32, rows[_i].same != NOTHING);
}

/* Keys do not depend on the machine, so that parts from several machines can be combined. */
START_TEST(the_key_is_the_same_everywhere) {
    ck_assert_uint_eq(key_of(rows[0].game), UINT64_C(3295052154144073356));
}

#define GAME SIGNED "\n1. e4 {[%eval 0.3,1]} e5 1-0"

/* Writes the game with its tag as a text. */
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
    memmove(buffer + tag.from, buffer + tag.to, text.length + 1 - tag.to);
    ck_assert_str_eq(buffer, GAME);
}

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

START_ROWS(other_texts_have_no_good_tag, ROWS(other_texts)) {
    UnitTag tag;

    tests_row_is(other_texts[_i].game);
    ck_assert_int_eq(unit_tag_read(&tag, word_of(other_texts[_i].game)), other_texts[_i].status);
}

int main(void) {
    engine_init_tables(NULL);
    return tests_run("annotate");
}
