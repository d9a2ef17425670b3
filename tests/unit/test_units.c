/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of jobs in parts: slices, lines with checksums, results that are counted once. */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests.h"
#include "tools/common/units.h"

/* --- slices ---------------------------------------------------------------------------------- */

static const struct {
    const char *text;
    int64_t index, of; /* 0: rejected */
} slice_rows[] = {
    {"1/1", 1, 1},   {"3/8", 3, 8},  {"1000000/1000000", 1000000, 1000000},
    {"0/4", 0, 0},   {"5/4", 0, 0},  {"1/1000001", 0, 0},
    {"", 0, 0},      {"/", 0, 0},    {"1", 0, 0},
    {"1/", 0, 0},    {"/2", 0, 0},   {"-1/2", 0, 0},
    {"1/2/3", 0, 0}, {"1/0", 0, 0},  {"1/x", 0, 0},
    {"1.5/2", 0, 0}, {"1 /2", 0, 0}, {"99999999999999999999/99999999999999999999", 0, 0},
};

START_ROWS(slices_are_read, ROWS(slice_rows)) {
    Text error = TEXT_OF(200);
    Slice s = {0, 0};

    ck_assert_int_eq(slice_option(&s, slice_rows[_i].text, &error), slice_rows[_i].of > 0);
    ck_assert_int_eq(s.index, slice_rows[_i].index);
    ck_assert_int_eq(s.of, slice_rows[_i].of);
}

/* Every unit is in one slice, and slice_count() counts them. */
START_TEST(slices_share_all) {
    for (int64_t of = 1; of <= 7; of++)
        for (int64_t units = 0; units < 20; units++) {
            int64_t all = 0;

            for (int64_t index = 1; index <= of; index++) {
                const Slice s = {index, of};
                int64_t have = 0;

                for (int64_t unit = 0; unit < units; unit++)
                    have += slice_has(&s, unit);
                ck_assert_int_eq(have, slice_count(&s, units));
                all += have;
            }
            ck_assert_int_eq(all, units);
        }
}

/* --- lines ----------------------------------------------------------------------------------- */

/* A line with a checksum is accepted; with any byte changed, removed or added, it is rejected. */
START_TEST(changed_lines_are_found) {
    char buffer[200], other[200];
    Text line = text_in(buffer, sizeof buffer);
    Word whole;

    text_add(&line, "8/8/8/8/8/8/8/K1k5 w - - 0 1 ;unit 1/2 ;nodes 3");
    unit_line_close(&line);
    ck_assert_int_eq(buffer[line.length - 1], '\n');
    whole = (Word){buffer, line.length - 1};
    ck_assert_ptr_null(unit_line_open(&whole));
    ck_assert_uint_eq(whole.length, line.length - UNIT_CHECK_SIZE);
    for (size_t i = 0; i < line.length - 1; i++) {
        Word changed = {other, line.length - 1};

        memcpy(other, buffer, line.length);
        other[i] ^= 1;
        ck_assert_ptr_nonnull(unit_line_open(&changed));
        memmove(other + i, buffer + i + 1, line.length - i - 1);
        changed.length = line.length - 2;
        ck_assert_ptr_nonnull(unit_line_open(&changed));
    }
    for (size_t length = 0; length < line.length - 1; length++) {
        Word cut = {buffer, length};
        ck_assert_ptr_nonnull(unit_line_open(&cut));
    }
}

static const struct {
    const char *theirs, *ours, *difference; /* difference: NULL if there is none */
} job_rows[] = {
    {"a=1 b=2", "a=1 b=2", NULL},
    {"a=1  b=2 ", "a=1 b=2", NULL},
    {"", "", NULL},
    {"a=1 b=2", "a=1 b=3", "b=2 there, b=3 here"},
    {"a=1", "a=1 b=3", "nothing there, b=3 here"},
    {"a=1 b=3", "a=1", "b=3 there, nothing here"},
};

START_ROWS(jobs_are_compared, ROWS(job_rows)) {
    char buffer[200];
    Text out = text_in(buffer, sizeof buffer);
    const char *difference = job_rows[_i].difference;

    ck_assert_int_eq(
        unit_job_differs(&out, word_of(job_rows[_i].theirs), word_of(job_rows[_i].ours)),
        difference != NULL);
    ck_assert_str_eq(buffer, difference ? difference : "");
}

/* --- results --------------------------------------------------------------------------------- */

START_TEST(results_count_once) {
    enum { UNITS = 5000 };
    UnitTable t = {0};

    ck_assert_ptr_null(unit_table_find(&t, 1));
    for (uint64_t key = 0; key < UNITS; key++)
        ck_assert_int_eq(unit_table_add(&t, key << 20, key * key, key), UNIT_NEW);
    for (uint64_t key = 0; key < UNITS; key++) {
        ck_assert_int_eq(unit_table_add(&t, key << 20, key * key, 7), UNIT_SAME);
        ck_assert_int_eq(unit_table_add(&t, key << 20, key * key + 1, 7), UNIT_OTHER);
        ck_assert_uint_eq(unit_table_find(&t, key << 20)->place, key);
        ck_assert_uint_eq(unit_table_find(&t, key << 20)->result, key * key);
    }
    ck_assert_uint_eq(t.count, UNITS);
    ck_assert_ptr_null(unit_table_find(&t, 1));
    unit_table_free(&t);
}

/* --- logs ------------------------------------------------------------------------------------ */

static const struct {
    const char *before, *after; /* "two\n" was added */
} log_rows[] = {
    {"", "two\n"}, {"one\n", "one\ntwo\n"}, {"one\nhal", "one\ntwo\n"}, {"hal", "two\n"}};

START_ROWS(logs_end_in_whole_lines, ROWS(log_rows)) {
    FILE *file = tmpfile();
    const int fd = file ? fileno(file) : -1;
    char text[40] = "";

    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(fcntl(fd, F_SETFL, O_APPEND), 0);
    ck_assert_int_eq(write(fd, log_rows[_i].before, strlen(log_rows[_i].before)),
                     (ssize_t)strlen(log_rows[_i].before));
    ck_assert(unit_log_append(fd, "two\n", 4));
    ck_assert_int_eq(pread(fd, text, sizeof text - 1, 0), (ssize_t)strlen(log_rows[_i].after));
    ck_assert_str_eq(text, log_rows[_i].after);
    fclose(file);
}

static const struct {
    const char *text;
    bool good;
    uint64_t key;
} key_rows[] = {
    {"0123456789abcdef", true, UINT64_C(0x0123456789abcdef)},
    {"ffffffffffffffff", true, UINT64_MAX},
    {"0000000000000000", true, 0},
    {"", false, 0},
    {"0123456789abcde", false, 0},
    {"0123456789abcdef0", false, 0},
    {"0123456789ABCDEF", false, 0},
    {"0x23456789abcdef", false, 0},
    {"-123456789abcdef", false, 0},
    {"/123456789abcdef", false, 0},
    {":123456789abcdef", false, 0},
    {"`123456789abcdef", false, 0},
    {"g123456789abcdef", false, 0},
    {"\xe1"
     "123456789abcdef",
     false, 0},
};

START_ROWS(keys_are_read, ROWS(key_rows)) {
    uint64_t key = 0;

    tests_row_is(key_rows[_i].text);
    ck_assert_int_eq(unit_key_read(word_of(key_rows[_i].text), &key), key_rows[_i].good);
    if (key_rows[_i].good)
        ck_assert_uint_eq(key, key_rows[_i].key);
}

int main(void) {
    return tests_run("units");
}
