/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of options.h: every row of the table makes sense, and what is set is what was said. */
#include "options.h"

#include "tests.h"

START_TEST(rows_make_sense) {
    const OptionRow *row = &option_table[_i];

    ck_assert(row->name && *row->name && row->help && *row->help);
    /* some user interfaces cannot cope with blanks, and others read these words as their own */
    ck_assert_ptr_null(strpbrk(row->name, " \t=\"'"));
    ck_assert_int_le(row->least, row->usual);
    ck_assert_int_le(row->usual, row->most);
    if (row->kind == OPTION_CHECK)
        ck_assert(row->least == 0 && row->most == 1);
    for (int i = 0; i < _i; i++)
        ck_assert(!word_is_any_case(word_of(row->name), option_table[i].name));
}
END_TEST

/* NAME -spin USUAL LEAST MOST, NAME -check 0 or 1, NAME -button */
START_TEST(cecp_writing) {
    const OptionRow *row = &option_table[_i];
    char buffer[256], name[64], kind[16], rest;
    long long usual, least, most;
    Text text = text_in(buffer, sizeof buffer);
    int n;

    options_write_cecp(&text, (OptionId)_i);
    n = sscanf(buffer, "%63s -%15s %lld %lld %lld%c", name, kind, &usual, &least, &most, &rest);
    ck_assert_str_eq(name, row->name);
    if (row->kind == OPTION_SPIN) {
        ck_assert_int_eq(n, 5);
        ck_assert_str_eq(kind, "spin");
        ck_assert(usual == row->usual && least == row->least && most == row->most);
    } else if (row->kind == OPTION_CHECK) {
        ck_assert_int_eq(n, 3);
        ck_assert_str_eq(kind, "check");
        ck_assert_int_eq(usual, row->usual);
    } else if (row->kind == OPTION_FILE || row->kind == OPTION_PATH) {
        /* XBoard looks for the blank behind it */
        ck_assert_int_eq(n, 2);
        ck_assert_str_eq(buffer + strlen(name), row->kind == OPTION_FILE ? " -file " : " -path ");
    } else {
        ck_assert_int_eq(n, 2);
        ck_assert_str_eq(kind, "button");
    }
}
END_TEST

static const struct {
    const char *name, *value;
    bool good;
    OptionId id;
    int64_t result;
} settings[] = {
    {"MoveOverhead", "0", true, OPTION_MOVE_OVERHEAD, 0},
    {"MoveOverhead", "5000", true, OPTION_MOVE_OVERHEAD, 5000},
    {"moveoverhead", "77", true, OPTION_MOVE_OVERHEAD, 77},
    {"MOVEOVERHEAD", "78", true, OPTION_MOVE_OVERHEAD, 78},
    {"MoveOverhead", "5001", false, OPTION_MOVE_OVERHEAD, 0},
    {"MoveOverhead", "-1", false, OPTION_MOVE_OVERHEAD, 0},
    {"MoveOverhead", "", false, OPTION_MOVE_OVERHEAD, 0},
    {"MoveOverhead", "many", false, OPTION_MOVE_OVERHEAD, 0},
    {"MoveOverhead", "12x", false, OPTION_MOVE_OVERHEAD, 0},
    {"MoveOverhead", "99999999999999999999", false, OPTION_MOVE_OVERHEAD, 0},
    {"Resign", "1", true, OPTION_RESIGN, 1},
    {"Resign", "0", true, OPTION_RESIGN, 0},
    {"Resign", "true", true, OPTION_RESIGN, 1},
    {"Resign", "FALSE", true, OPTION_RESIGN, 0},
    {"Resign", "2", false, OPTION_RESIGN, 0},
    {"Resign", "yes", false, OPTION_RESIGN, 0},
    {"Resign", "", false, OPTION_RESIGN, 0},
    {"ResignScore", "300", true, OPTION_RESIGN_SCORE, 300},
    {"ResignScore", "299", false, OPTION_RESIGN_SCORE, 0},
    {"AcceptDraws", "0", true, OPTION_ACCEPT_DRAWS, 0},
    {"MultiPV", "256", true, OPTION_MULTIPV, 256},
    {"MultiPV", "0", false, OPTION_MULTIPV, 0},
    {"SyzygyPath", "/a b:/c=d", true, OPTION_SYZYGY_PATH, 0},
    {"SyzygyPath", "", true, OPTION_SYZYGY_PATH, 0},
    {"ClearHash", "", true, OPTION_CLEAR_HASH, 0},
    {"Clear Hash", "", false, OPTION_CLEAR_HASH, 0},
    {"ResignScor", "300", false, OPTION_RESIGN_SCORE, 0},
    {"", "1", false, OPTION_RESIGN, 0},
};

START_TEST(set) {
    const Word name = tests_copy(word_of(settings[_i].name));
    const Word value = tests_copy(word_of(settings[_i].value));
    Options options, before;
    OptionId id = OPTION_COUNT;
    const char *defect;

    options_init(&options);
    before = options;
    for (int i = 0; i < OPTION_COUNT; i++)
        ck_assert_int_eq(options.value[i], option_table[i].usual);
    defect = options_set(&options, name, value, &id);
    ck_assert_int_eq(!defect, settings[_i].good);
    if (!defect) {
        ck_assert_int_eq(id, settings[_i].id);
        if (option_table[id].kind == OPTION_PATH) {
            ck_assert_str_eq(options.text[id], settings[_i].value);
            memset(options.text[id], 0, sizeof options.text[id]);
        } else {
            ck_assert_int_eq(options.value[id], settings[_i].result);
            options.value[id] = before.value[id];
        }
    }
    /* all the others stay */
    ck_assert(!memcmp(&options, &before, sizeof options));
    tests_free(name);
    tests_free(value);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("options");
    TCase *tests = tests_case(suite);

    tcase_add_loop_test(tests, rows_make_sense, 0, OPTION_COUNT);
    tcase_add_loop_test(tests, cecp_writing, 0, OPTION_COUNT);
    tcase_add_loop_test(tests, set, 0, ROWS(settings));
    return tests_run(suite);
}
