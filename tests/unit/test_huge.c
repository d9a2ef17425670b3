/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of huge.h: large memory is zeroed and aligned, and refused without harm. */
#include "huge.h"

#include <stdint.h>
#include <string.h>

#include "tests.h"

enum { CACHE_LINE = 64, MB = 1 << 20 };

/* Sizes around those from which huge pages are asked for, and pages are given back. */
static const size_t sizes[] = {1,           4096, 8 * MB - 1, 8 * MB, 8 * MB + 4097, 256 * MB - 1,
                               256 * MB + 1};

static bool is_zero(const unsigned char *memory, size_t bytes) {
    return !memory[0] && !memcmp(memory, memory + 1, bytes - 1);
}

START_TEST(zeroed) {
    const size_t bytes = sizes[_i];
    unsigned char *memory = huge_alloc(bytes);

    ck_assert_ptr_nonnull(memory);
    ck_assert_uint_eq((uintptr_t)memory % CACHE_LINE, 0);
    ck_assert(is_zero(memory, bytes));
    for (int round = 0; round < 2; round++) {
        /* a byte of each page, and both ends */
        for (size_t i = 0; i < bytes; i += 4096)
            memory[i] = 1;
        memory[bytes - 1] = 1;
        huge_clear(memory, bytes);
        ck_assert(is_zero(memory, bytes));
    }
    huge_free(memory, bytes);
}
END_TEST

START_TEST(refused) {
    ck_assert_ptr_null(huge_alloc(SIZE_MAX));
    ck_assert_ptr_null(huge_alloc(SIZE_MAX / 2));
    ck_assert_ptr_null(huge_alloc((size_t)1 << 50));
    huge_free(NULL, 1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("huge");
    TCase *tests = tests_case(suite);

    tcase_add_loop_test(tests, zeroed, 0, ROWS(sizes));
    tcase_add_test(tests, refused);
    return tests_run(suite);
}
