/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of huge.h: large allocations are zeroed, aligned and touched, and fail cleanly. */
#define _DEFAULT_SOURCE
#include "base/huge.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/available.h"
#include "tests.h"

enum { CACHE_LINE = 64, MB = 1 << 20 };

/* Sizes around the threshold for huge pages, and one of several parts. */
static const size_t sizes[] = {1, 4096, 8 * MB - 1, 8 * MB, 8 * MB + 4097, 3 * HUGE_TOUCH_PART + 1};

static bool is_zero(const unsigned char *memory, size_t bytes) {
    return !memory[0] && !memcmp(memory, memory + 1, bytes - 1);
}

/* Memory touched by one thread or several stays zero, and written data stays. */
START_ROWS(zeroed, ROWS(sizes)) {
    const size_t bytes = sizes[_i];

    for (int threads = 1; threads <= 20; threads += 3) {
        unsigned char *memory = huge_alloc(bytes);
        HugeTouch touch = {.memory = memory, .bytes = bytes};

        ck_assert_ptr_nonnull(memory);
        ck_assert_uint_eq((uintptr_t)memory % CACHE_LINE, 0);
        memory[bytes - 1] = 7;
        ck_assert_uint_eq(huge_touched(&touch, threads), 0);
        huge_touch(&touch, SIZE_MAX, threads);
        ck_assert_uint_le(huge_touched(&touch, threads), bytes);
        ck_assert_uint_eq(memory[bytes - 1], 7);
        memory[bytes - 1] = 0;
        ck_assert(is_zero(memory, bytes));
        huge_free(memory, bytes);
    }
}

/* Touching provides the pages, which only Linux can report. */
START_TEST(touched_pages_are_there) {
    const size_t bytes = 24 * MB, page = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char *memory = huge_alloc(bytes), *there = calloc(bytes / page, 1);
    HugeTouch touch = {.memory = memory, .bytes = bytes}, cut = touch;

    atomic_store(&cut.cut, true);
    huge_touch(&cut, SIZE_MAX, 2);
    ck_assert_uint_eq(huge_touched(&cut, 2), 0);
    ck_assert_int_eq(mincore(memory, bytes, there), 0);
    for (size_t i = 0; i < bytes / page; i++)
        CLAIM(!(there[i] & 1), "page %zu is there, although the touching was cut", i);
    huge_touch(&touch, bytes / 2, 2);
    huge_touch(&touch, SIZE_MAX, 2);
    ck_assert_int_eq(mincore(memory, bytes, there), 0);
    for (size_t i = 0; i < bytes / page; i++)
        CLAIM(there[i] & 1, "page %zu is not there", i);
    free(there);
    huge_free(memory, bytes);
}

START_TEST(refused) {
    ck_assert_ptr_null(huge_alloc(SIZE_MAX));
    ck_assert_ptr_null(huge_alloc(SIZE_MAX / 2));
    ck_assert_ptr_null(huge_alloc((size_t)1 << 50));
    huge_free(NULL, 1);
    ck_assert_uint_ge(available_memory(), 1 * MB);
}

int main(void) {
    return tests_run("huge");
}
