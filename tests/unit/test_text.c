/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of text.h and json.h: splitting words, building lines, writing JSON. */
#include "base/text.h"

#include <math.h>

#include "base/json.h"

#include "tests.h"

/* The words of a line, which may contain NULs. */
static const struct {
    const char *line;
    size_t length;
    const char *word[5];
    const char *rest; /* text_rest() of the whole line */
} splits[] = {
    {"", 0, {NULL}, ""},
    {" \t\r\n\v\f ", 7, {NULL}, ""},
    {"move", 4, {"move"}, "move"},
    {"  go  ", 6, {"go"}, "go"},
    {"a\tb\r\nc \vd", 9, {"a", "b", "c", "d"}, "a\tb\r\nc \vd"},
    {"setboard 8/8 w - -\r\n", 20, {"setboard", "8/8", "w", "-", "-"}, "setboard 8/8 w - -"},
    {"one\xa0two \x80", 9, {"one\xa0two", "\x80"}, "one\xa0two \x80"},
    {"cut here", 5, {"cut", "h"}, "cut h"},
};

START_ROWS(words, ROWS(splits)) {
    const Word copy = tests_copy((Word){splits[_i].line, splits[_i].length});
    Word line = copy, w;

    for (int n = 0; n < 5 && splits[_i].word[n]; n++) {
        w = text_word(&line);
        ck_assert_msg(word_is(w, splits[_i].word[n]), "word %d is %.*s", n, (int)w.length, w.at);
    }
    for (int again = 0; again < 3; again++) { /* at the end, repeated calls change nothing */
        w = text_word(&line);
        ck_assert_uint_eq(w.length, 0);
        ck_assert_uint_eq(line.length, 0);
    }
    ck_assert(word_is(text_rest(copy), splits[_i].rest));
    tests_free(copy);
}

START_TEST(words_with_nul) {
    Word line = {" a\0b c", 6};

    ck_assert_uint_eq(text_word(&line).length, 3);
    ck_assert(word_is(text_word(&line), "c"));
    ck_assert(!word_is((Word){"a\0b", 3}, "a"));
    ck_assert(!word_is_any_case((Word){"a\0b", 3}, "a"));
    ck_assert(word_is((Word){NULL, 0}, ""));
    ck_assert_uint_eq(word_of("four").length, 4);
}

static const struct {
    const char *word, *other;
    bool same, any_case;
} pairs[] = {
    {"", "", true, true},           {"go", "go", true, true},
    {"go", "GO", false, true},      {"XBoard", "xbOArd", false, true},
    {"go", "g", false, false},      {"g", "go", false, false},
    {"go", "gp", false, false},     {"@[`{", "@[`{", true, true},
    {"@", "`", false, false},       /* 32 apart, as letters are, but not letters */
    {"\xc4", "\xe4", false, false}, /* not letters either, in any locale */
};

START_ROWS(comparisons, ROWS(pairs)) {
    ck_assert(word_is(word_of(pairs[_i].word), pairs[_i].other) == pairs[_i].same);
    ck_assert(word_is_any_case(word_of(pairs[_i].word), pairs[_i].other) == pairs[_i].any_case);
}

static const struct {
    const char *word;
    int64_t low, high;
    bool good;
    int64_t value;
} numbers[] = {
    {"0", 0, 0, true, 0},
    {"-0", 0, 0, true, 0},
    {"007", 0, 9, true, 7},
    {"-5", -5, 5, true, -5},
    {"-6", -5, 5, false, 0},
    {"6", -5, 5, false, 0},
    {"5", 6, 9, false, 0},
    {"", INT64_MIN, INT64_MAX, false, 0},
    {"-", INT64_MIN, INT64_MAX, false, 0},
    {"+1", INT64_MIN, INT64_MAX, false, 0},
    {"--1", INT64_MIN, INT64_MAX, false, 0},
    {"1-", INT64_MIN, INT64_MAX, false, 0},
    {"1 ", INT64_MIN, INT64_MAX, false, 0},
    {" 1", INT64_MIN, INT64_MAX, false, 0},
    {"1.0", INT64_MIN, INT64_MAX, false, 0},
    {"1e3", INT64_MIN, INT64_MAX, false, 0},
    {"0x10", INT64_MIN, INT64_MAX, false, 0},
    {"1/", INT64_MIN, INT64_MAX, false, 0}, /* the characters next to the digits */
    {"1:", INT64_MIN, INT64_MAX, false, 0},
    {"\xb2", INT64_MIN, INT64_MAX, false, 0},
    {"2147483648", INT64_MIN, INT64_MAX, true, INT64_C(2147483648)},
    {"9223372036854775799", INT64_MIN, INT64_MAX, true, INT64_C(9223372036854775799)},
    {"9223372036854775807", INT64_MIN, INT64_MAX, true, INT64_MAX},
    {"9223372036854775807", INT64_MIN, INT64_MAX - 1, false, 0},
    {"9223372036854775808", INT64_MIN, INT64_MAX, false, 0},
    {"9223372036854775810", INT64_MIN, INT64_MAX, false, 0},
    {"18446744073709551616", INT64_MIN, INT64_MAX, false, 0},
    {"99999999999999999999999999999999", INT64_MIN, INT64_MAX, false, 0},
    {"00000000000000000000000000000042", 0, 50, true, 42},
    {"-9223372036854775807", INT64_MIN, INT64_MAX, true, -INT64_MAX},
    {"-9223372036854775808", INT64_MIN, INT64_MAX, true, INT64_MIN},
    {"-9223372036854775809", INT64_MIN, INT64_MAX, false, 0},
};

START_ROWS(whole_numbers, ROWS(numbers)) {
    const Word w = tests_copy(word_of(numbers[_i].word));
    int64_t n = 4711;

    ck_assert_msg(word_number(w, numbers[_i].low, numbers[_i].high, &n) == numbers[_i].good,
                  "\"%s\" is %staken", numbers[_i].word, numbers[_i].good ? "not " : "");
    ck_assert_int_eq(n, numbers[_i].good ? numbers[_i].value : 4711);
    tests_free(w);
}

static const struct {
    const char *word;
    int64_t high;
    bool good;
    int64_t value;
} decimals[] = {
    {"0.5", 1000, true, 500},
    {".25", 1000, true, 250},
    {"3", 3000, true, 3000},
    {"3.", 3000, true, 3000},
    {"3", 2999, false, 0},
    {"0", 0, true, 0},
    {"1.2345", 2000, true, 1234},
    {"1.9999999999999999999999999999", 2000, true, 1999},
    {"0.0009", 0, true, 0},
    {"1.05", 2000, true, 1050},
    {"1.2.3", 9000, false, 0},
    {"", 9000, false, 0},
    {".", 9000, false, 0},
    {"-1", 9000, false, 0},
    {"-.5", 9000, false, 0},
    {"+1", 9000, false, 0},
    {"1,5", 9000, false, 0},
    {"1e3", INT64_MAX, false, 0},
    {"1 ", 9000, false, 0},
    {"1x", 9000, false, 0},
    {"1.x", 9000, false, 0},
    {"1.234x", 9000, false, 0},
    {"..5", 9000, false, 0},
    {"9223372036854775", INT64_MAX, true, INT64_C(9223372036854775000)},
    {"9223372036854775.807", INT64_MAX, true, INT64_MAX},
    {"9223372036854775.808", INT64_MAX, false, 0},
    {"9223372036854776", INT64_MAX, false, 0},
    {"99999999999999999999999999", INT64_MAX, false, 0},
};

START_ROWS(thousandths, ROWS(decimals)) {
    const Word w = tests_copy(word_of(decimals[_i].word));
    int64_t n = 4711;

    ck_assert_msg(word_thousandths(w, decimals[_i].high, &n) == decimals[_i].good,
                  "\"%s\" is %staken", decimals[_i].word, decimals[_i].good ? "not " : "");
    ck_assert_int_eq(n, decimals[_i].good ? decimals[_i].value : 4711);
    tests_free(w);
}

/* A text holds the beginning of all added text, and `full` is set. */
START_ROWS(text_never_overflows, 40) {
    static const char *const pieces[] = {"", "a", "bc", "def", "ghijklmnopqrstuvwxyz"};
    uint64_t seed = (uint64_t)_i;

    for (int round = 0; round < 200; round++) {
        const size_t capacity = (size_t)_i + 1; /* exact, for the sanitizer */
        char whole[512] = "", *buffer = malloc(capacity);
        Text text;

        ck_assert_ptr_nonnull(buffer);
        text = text_in(buffer, capacity);
        for (int step = 0; step < 10; step++) {
            const char *piece = pieces[random_next(&seed) % 5];
            switch (random_next(&seed) % 4) {
            case 0:
                text_add(&text, piece);
                break;
            case 1:
                text_add_word(&text, word_of(piece));
                break;
            case 2:
                text_addf(&text, "%s", piece);
                break;
            default:
                piece = "!";
                text_add_char(&text, '!');
            }
            strcat(whole, piece);
            CLAIM(text.length < capacity, "it runs over");
            CLAIM(strlen(buffer) == text.length, "the NUL is not at its end");
            CLAIM(text.full == (strlen(whole) >= capacity), "full is wrong");
            CLAIM(!strncmp(buffer, whole, text.length), "%s is not how %s begins", buffer, whole);
            CLAIM(text.length == (text.full ? capacity - 1 : strlen(whole)), "it holds too little");
        }
        free(buffer);
    }
}

START_TEST(formats) {
    char buffer[32];
    Text text = text_in(buffer, sizeof buffer);

    text_addf(&text, "%d%%%c %s", -12, 'x', "done");
    ck_assert_str_eq(buffer, "-12%x done");
    text_add(&text, "%s%n"); /* not used as a format */
    ck_assert_str_eq(buffer, "-12%x done%s%n");
    text_add_word(&text, (Word){NULL, 0});
    ck_assert_uint_eq(text.length, strlen(buffer));
    ck_assert(!text.full);
}

static const struct {
    const char *word;
    size_t length, most;
    const char *shown;
} quotes[] = {
    {"", 0, 5, ""},
    {"", 0, 0, ""},
    {"fly", 3, 5, "fly"},
    {"a b~", 4, 4, "a b~"},
    {"flying", 6, 3, "fly..."},
    {"fly", 3, 0, "..."},
    {"\x1b[2Jx", 5, 9, "?[2Jx"},
    {"a\tb\nc\rd\be", 9, 9, "a?b?c?d?e"},
    {"\x7f\x80\x9b\xff", 4, 9, "????"},
    {"a\0b", 3, 9, "a?b"},
    {"caf\xc3\xa9", 5, 9, "caf\xc3\xa9"},
    {"caf\xc3\xa9s", 6, 4, "caf..."}, /* characters are not split */
    {"\xe2\x82\xac\xf0\x9f\x90\xa6", 7, 9, "\xe2\x82\xac\xf0\x9f\x90\xa6"},
    {"\xc3", 1, 9, "?"},
    {"\xe2\x82x", 3, 9, "??x"},
    {"\xc0\xaf\xe0\x80\xaf", 5, 9, "?????"},           /* overlong */
    {"\xed\xa0\x80\xf4\x90\x80\x80", 7, 9, "???????"}, /* surrogates, beyond Unicode */
    {"\xc2\x9b\xe2\x80\xae\xef\xbb\xbf", 8, 9, "?????\xef\xbb\xbf"}, /* controls */
};

START_ROWS(quoted, ROWS(quotes)) {
    const Word w = tests_copy((Word){quotes[_i].word, quotes[_i].length});
    char buffer[16], small[4];
    Text text = text_in(buffer, sizeof buffer), tight = text_in(small, sizeof small);

    text_add_quoted(&text, w, quotes[_i].most);
    ck_assert_str_eq(buffer, quotes[_i].shown);
    text_add_quoted(&tight, w, quotes[_i].most);
    ck_assert_int_eq(tight.full, strlen(quotes[_i].shown) >= sizeof small);
    ck_assert(!strncmp(small, quotes[_i].shown, strlen(small)));
    tests_free(w);
}

START_TEST(json) {
    Json j = {.out = tmpfile()};
    char line[400];

    ck_assert_ptr_nonnull(j.out);
    json_open(&j, NULL, '{');
    json_text(&j, "text", "a\"\\\x1b\n\xff\xc3\xa9");
    json_text(&j, "none", NULL);
    json_open(&j, "list", '[');
    json_whole(&j, NULL, INT64_MIN);
    json_count(&j, NULL, UINT64_MAX);
    json_open(&j, NULL, '{');
    json_close(&j, '}');
    json_close(&j, ']');
    json_flag(&j, "flag", true);
    json_open(&j, "reals", '[');
    json_real(&j, NULL, -0.004, 2);
    json_real(&j, NULL, -2.5, 3);
    json_real(&j, NULL, 1e21, 0);
    json_real(&j, NULL, NAN, 1);
    json_real(&j, NULL, -INFINITY, 1);
    json_close(&j, ']');
    json_close(&j, '}');
    rewind(j.out);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, j.out));
    ck_assert_str_eq(line, "{\"text\": \"a\\\"\\\\???\xc3\xa9\", \"none\": null, "
                           "\"list\": [-9223372036854775808, 18446744073709551615, {}], "
                           "\"flag\": true, "
                           "\"reals\": [0.00, -2.500, 1000000000000000000000, null, null]}");
    fclose(j.out);
}

START_TEST(sets_of_characters) {
    ck_assert(text_is_among('a', "abc") && text_is_among('c', "abc"));
    ck_assert(!text_is_among('d', "abc") && !text_is_among('a', ""));
    ck_assert(!text_is_among('\0', "abc") && !text_is_among('\0', ""));
    ck_assert(!text_is_among((char)0xe4, "abc"));
}

int main(void) {
    return tests_run("text");
}
