/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of alula-perft --compare: command templates, numbers in answers, times. */
#include "perft/perft.h"
#include "tests.h"
#include "tools/perft/perft_compare.h"

/* Returns the words of a template, each followed by '|', or the error. */
static const char *split(const char *text, char *out, size_t room) {
    PerftProgram p;
    Text all = text_in(out, room);

    if (perft_program_read(&p, text, &all)) {
        char **word = perft_template_fill(p.engine.word, "4k3 w - -", 12, "e2e4 e7e5");

        for (char **w = word; *w; w++) {
            text_add(&all, *w);
            text_add_char(&all, '|');
        }
        free(word);
    }
    perft_program_free(&p);
    return out;
}

START_ROWS(templates_are_filled, 12) {
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"a=x {fen} {depth}", "x|4k3 w - -|12|"},
        {"a= \t x  \t{depth} {fen} \t", "x|12|4k3 w - -|"},
        {"a=x '{fen}' \"{depth}\"", "x|4k3 w - -|12|"},
        {"a=x --fen={fen};{depth}", "x|--fen=4k3 w - -;12|"},
        {"a=x {fen}{fen}{depth}{depth}", "x|4k3 w - -4k3 w - -1212|"},
        {"a=x 'one word' \"it's\" '' {fen} {depth}", "x|one word|it's||4k3 w - -|12|"},
        {"a=x {fen {depth} {fen} {FEN} {}", "x|{fen|12|4k3 w - -|{FEN}|{}|"},
        {"a=x {fen} {depth} {moves} -m={moves}", "x|4k3 w - -|12|e2e4 e7e5|-m=e2e4 e7e5|"},
        {"a=b=c {fen} {depth}", "b=c|4k3 w - -|12|"},
        {"a=x $(y) `z` * ; {fen} > {depth}", "x|$(y)|`z`|*|;|4k3 w - -|>|12|"},
        {"a=\xff {fen} {depth}", "\xff|4k3 w - -|12|"},
        {"Gnu-1.0_x+=x {fen} {depth}", "x|4k3 w - -|12|"},
    };
    char out[200];

    tests_row_is(cases[_i].text);
    ck_assert_str_eq(split(cases[_i].text, out, sizeof out), cases[_i].words);
}

START_ROWS(bad_templates_are_refused, 16) {
    static const struct {
        const char *text, *why;
    } cases[] = {
        {"", "needs a name"},
        {"=x {fen} {depth}", "needs a name"},
        {"x {fen} {depth}", "needs a name"},
        {"a b=x {fen} {depth}", "needs a name"},
        {"\xc3\xa9=x {fen} {depth}", "needs a name"},
        {"\x1b[2J\n=x", "needs a name of 1 to 20 letters, digits or . _ + - before its command, "
                        "NAME=COMMAND: ?[2J?=x"},
        {"abcdefghijklmnopqrstu=x {fen} {depth}", "needs a name"},
        {"a=", "the command of a is empty"},
        {"a=  \t ", "the command of a is empty"},
        {"a='' {fen} {depth}", "the command of a is empty"},
        {"a=uci:", "the command of a is empty"},
        {"a=x {fen}", "has no {depth}"},
        {"a=x {depth}", "has no {fen}"},
        {"a=x", "has no {fen}"},
        {"a=x {fen} {depth} \"", "a quote is not closed"},
        {"a=uci:'x", "a quote is not closed"},
    };
    char out[400];

    tests_row_is(cases[_i].text);
    ck_assert_msg(strstr(split(cases[_i].text, out, sizeof out), cases[_i].why), "%s", out);
}

START_ROWS(numbers_are_found, 37) {
    static const struct {
        const char *line;
        uint64_t number;
        bool found;
    } cases[] = {
        {"119060324", 119060324, true},
        {"nodes 119060324, 12 ms", 119060324, true},
        {"perft(6)=119060324.", 119060324, true},
        {"total:119,060,324 nodes", 119060324, true},
        {"119'060'324", 119060324, true},
        {"119_060_324", 119060324, true},
        {"0119060324", 119060324, true},
        {"6,119060324,52", 119060324, true},
        {"[119060324]", 119060324, true},
        {"0", 0, true},
        {"18446744073709551615", UINT64_MAX, true},
        {"18,446,744,073,709,551,615", UINT64_MAX, true},
        {"18446744073709551616", 0, false},
        {"18446744073709551635", 19, false},
        {"99999999999999999999999999999999999999", 0, false},
        {"1190603240", 119060324, false},
        {"9119060324", 119060324, false},
        {"x119060324", 119060324, false},
        {"119060324x", 119060324, false},
        {"0x119060324", 119060324, false},
        {"119060324.5", 119060324, false},
        {"5.119060324", 119060324, false},
        {"119 060 324", 119060324, false},
        {"119,060'324", 119060324, false},
        {"119,060,324", 324, false},
        {"11,9060,324", 119060324, false},
        {"119,,060,324", 119060324, false},
        {"1190,603,24", 119060324, false},
        {"119060324,", 119060324, true},
        {",119060324", 119060324, true},
        {"1,190603,24", 190603, true},
        {"d6,119060324", 119060324, true},
        {"d6,119060324x,7", 119060324, false},
        {"", 0, false},
        {",", 0, false},
        {"-", 0, false},
        {"\xc2\xa0"
         "20\xff",
         20, true},
    };

    tests_row_is(cases[_i].line);
    ck_assert_int_eq(perft_answer_has(word_of(cases[_i].line), cases[_i].number, false),
                     cases[_i].found);
}

/* A number at the end of a truncated line is not read beyond that end. */
START_TEST(nothing_is_read_beyond_a_line) {
    static const char text[] = "d4,20,400";

    ck_assert(!perft_answer_has((Word){text, 1}, 4, false));
    ck_assert(perft_answer_has((Word){text, 5}, 20, false));
    ck_assert(perft_answer_has((Word){text, 6}, 20, false));
    ck_assert(!perft_answer_has((Word){text, 5}, 400, false));
}

START_TEST(times_are_summed_up) {
    const int64_t us[] = {50, 10, 40, 20, 1000};

    ck_assert_int_eq(compare_best(us, 5), 10);
    ck_assert_int_eq(compare_median(us, 5), 40);
    ck_assert_int_eq(compare_median(us, 4), 30);
    ck_assert_int_eq(compare_median(us, 1), 50);
    ck_assert_int_eq(compare_best(us, 1), 50);
}

/*
 * The means contain only positions for which all rounds of all programs are right and long enough.
 */
START_TEST(only_complete_positions_count) {
    int64_t us[] = {PERFT_SHORT_US, PERFT_SHORT_US + 1};
    const PerftOptions options = {.rounds = 2};
    CompareCell cell[] = {{us, 2, PERFT_RIGHT}, {us, 2, PERFT_RIGHT}};
    const Comparison c = {.options = &options, .programs = 2, .positions = 1, .cell = cell};

    ck_assert(compare_is_complete(&c, 0));
    cell[1].fault = PERFT_WRONG;
    ck_assert(!compare_is_complete(&c, 0));
    cell[1] = (CompareCell){us, 1, PERFT_RIGHT};
    ck_assert(!compare_is_complete(&c, 0));
    cell[1].rounds = 2;
    us[1] = PERFT_SHORT_US - 1;
    ck_assert(!compare_is_complete(&c, 0));
}

int main(void) {
    return tests_run("programs");
}
