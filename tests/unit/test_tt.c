/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of tt.h: entries are found again, the most valuable ones are kept, and no entry is torn. */
#include "search/tt.h"

#include <pthread.h>
#include <unistd.h>

#include "base/huge.h"
#include "tests.h"

#define ENTRY(s, m, d, b) ((TTEntry){s, (int16_t) - (s), m, d, b, false})

static bool same(TTEntry a, TTEntry b) {
    return a.score == b.score && a.eval == b.eval && a.move == b.move && a.depth == b.depth &&
           a.bound == b.bound && a.pv == b.pv;
}

START_TEST(store_and_probe) {
    TT *tt = tt_new(1 << 20);
    uint64_t seed = 1;

    ck_assert_ptr_nonnull(tt);
    for (int i = 0; i < 1000; i++) {
        const uint64_t key = random_next(&seed);
        const TTEntry e = {
            (int16_t)random_next(&seed),           (int16_t)random_next(&seed),
            (Move)(random_next(&seed) | 1),        (int8_t)(random_next(&seed) % 121),
            (uint8_t)(1 + random_next(&seed) % 3), random_next(&seed) % 2};
        CLAIM(tt_probe(tt, key).bound == BOUND_NONE, "known before it was stored");
        tt_store(tt, key, e);
        CLAIM(same(tt_probe(tt, key), e), "key %llx", (unsigned long long)key);
        CLAIM(tt_probe(tt, key ^ 1).bound == BOUND_NONE, "another key answers");
    }
    tt_clear(tt);
    seed = 1;
    for (int i = 0; i < 1000; i++) {
        const TTEntry none = tt_probe(tt, random_next(&seed));
        CLAIM(none.bound == BOUND_NONE && none.eval == TT_NO_EVAL, "not forgotten");
    }
    tt_free(tt);
    tt_free(NULL);
}

/* Extreme values, and key 0. */
START_TEST(extremes) {
    static const TTEntry entries[] = {
        {INT16_MIN, INT16_MAX, 1, 0, BOUND_UPPER, true},
        {32000, 32002, 0xffff, 120, BOUND_EXACT, false},
        {-32000, 0, 1, -1, BOUND_LOWER, true},
        {0, 0, NO_MOVE, 0, BOUND_UPPER, false},
    };
    static const uint64_t keys[] = {0, 1, UINT64_MAX, UINT64_C(1) << 63};

    for (int i = 0; i < ROWS(entries); i++)
        for (int k = 0; k < ROWS(keys); k++)
            for (int age = 0; age < 70; age += 23) {
                TT *tt = tt_new(4096);
                for (int j = 0; j < age; j++)
                    tt_new_search(tt, UINT64_MAX);
                tt_store(tt, keys[k], entries[i]);
                CLAIM(same(tt_probe(tt, keys[k]), entries[i]), "entry %d, key %d, age %d", i, k,
                      age);
                tt_free(tt);
            }
}

START_TEST(old_move_stays) {
    TT *tt = tt_new(64);

    tt_store(tt, 42, ENTRY(10, 777, 5, BOUND_LOWER));
    tt_store(tt, 42, ENTRY(20, NO_MOVE, 6, BOUND_UPPER));
    ck_assert(same(tt_probe(tt, 42), ENTRY(20, 777, 6, BOUND_UPPER)));
    tt_store(tt, 42, ENTRY(30, 888, 6, BOUND_LOWER));
    ck_assert_int_eq(tt_probe(tt, 42).move, 888);
    /* not with another key */
    tt_store(tt, 43, ENTRY(1, NO_MOVE, 1, BOUND_UPPER));
    ck_assert_int_eq(tt_probe(tt, 43).move, NO_MOVE);
    tt_free(tt);
}

/* A much deeper entry stays against a shallow bound of the same search. */
START_TEST(same_position) {
    TT *tt = tt_new(64);

    tt_store(tt, 42, ENTRY(10, 777, 20, BOUND_LOWER));
    tt_store(tt, 42, ENTRY(20, 888, 2, BOUND_UPPER));
    ck_assert_int_eq(tt_probe(tt, 42).depth, 20);
    tt_store(tt, 42, ENTRY(20, 888, 19, BOUND_UPPER));
    ck_assert_int_eq(tt_probe(tt, 42).depth, 19);
    tt_store(tt, 42, ENTRY(20, 999, 2, BOUND_EXACT));
    ck_assert_int_eq(tt_probe(tt, 42).depth, 2);
    tt_store(tt, 42, ENTRY(10, 777, 20, BOUND_LOWER));
    tt_new_search(tt, UINT64_MAX);
    tt_store(tt, 42, ENTRY(20, 888, 2, BOUND_UPPER));
    ck_assert_int_eq(tt_probe(tt, 42).depth, 2);
    tt_free(tt);
}

/*
 * An evaluation without a bound is found, and is replaced by a bound, but does not replace a bound.
 */
START_TEST(eval_only) {
    TT *tt = tt_new(64);
    const TTEntry eval = {0, 55, NO_MOVE, -1, BOUND_NONE, true};

    tt_store(tt, 42, eval);
    ck_assert(same(tt_probe(tt, 42), eval));
    tt_store(tt, 42, ENTRY(10, 777, 0, BOUND_LOWER));
    ck_assert(same(tt_probe(tt, 42), ENTRY(10, 777, 0, BOUND_LOWER)));
    tt_store(tt, 42, eval);
    ck_assert(same(tt_probe(tt, 42), ENTRY(10, 777, 0, BOUND_LOWER)));
    tt_free(tt);
}

/* In a table of 64 bytes all keys share four slots: shallow and old entries are replaced. */
START_TEST(replacement) {
    TT *tt = tt_new(64);

    for (uint64_t key = 1; key <= 4; key++)
        tt_store(tt, key, ENTRY(1, 1, (int8_t)(key * 10), BOUND_LOWER));
    for (uint64_t key = 1; key <= 4; key++)
        ck_assert_int_eq(tt_probe(tt, key).bound, BOUND_LOWER);
    tt_store(tt, 5, ENTRY(1, 1, 1, BOUND_LOWER));
    ck_assert_int_eq(tt_probe(tt, 1).bound, BOUND_NONE); /* the shallowest */
    tt_store(tt, 6, ENTRY(1, 1, 25, BOUND_LOWER));
    ck_assert_int_eq(tt_probe(tt, 5).bound, BOUND_NONE);
    ck_assert_int_eq(tt_probe(tt, 2).bound, BOUND_LOWER);
    /* after many searches age outweighs depth */
    for (int i = 0; i < 20; i++)
        tt_new_search(tt, UINT64_MAX);
    for (uint64_t key = 11; key <= 14; key++)
        tt_store(tt, key, ENTRY(1, 1, 3, BOUND_LOWER));
    for (uint64_t key = 11; key <= 14; key++)
        ck_assert_int_eq(tt_probe(tt, key).bound, BOUND_LOWER);
    for (uint64_t key = 1; key <= 6; key++)
        ck_assert_int_eq(tt_probe(tt, key).bound, BOUND_NONE);
    tt_free(tt);
}

/* Generations wrap around after 32 searches; new entries are not lost, and count as new. */
START_TEST(generations_wrap) {
    TT *tt = tt_new(64);

    for (int i = 0; i < 300; i++) {
        tt_new_search(tt, UINT64_MAX);
        tt_store(tt, (uint64_t)i, ENTRY(1, 1, 1, BOUND_EXACT));
        ck_assert_int_eq(tt_probe(tt, (uint64_t)i).bound, BOUND_EXACT);
        ck_assert_int_eq(tt_hashfull(tt), 250);
    }
    tt_free(tt);
}

/* In a table of one cluster every entry is sampled; entries of earlier searches do not count. */
START_TEST(hashfull) {
    TT *tt = tt_new(64);

    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(tt_hashfull(tt), 250 * i);
        tt_store(tt, (uint64_t)i + 1, ENTRY(1, 1, 1, BOUND_EXACT));
    }
    ck_assert_int_eq(tt_hashfull(tt), 1000);
    tt_new_search(tt, UINT64_MAX);
    ck_assert_int_eq(tt_hashfull(tt), 0);
    tt_store(tt, 1, ENTRY(1, 1, 1, BOUND_EXACT));
    ck_assert_int_eq(tt_hashfull(tt), 250);
    tt_clear(tt);
    ck_assert_int_eq(tt_hashfull(tt), 0);
    tt_free(tt);
}

START_ROWS(sizes, 13) {
    static const size_t all_sizes[] = {0,    1,    63,     64,      65,      127,     128,
                                       1000, 4096, 100000, 1 << 20, 3000001, 64 << 20};
    const size_t bytes = all_sizes[_i];
    const size_t places = bytes < 64 ? 4 : bytes / 64 * 4;
    const size_t stores = places < 1000000 ? 4 * places : 1000000;
    TT *tt = tt_new(bytes);
    uint64_t seed = 7;
    size_t found = 0;

    ck_assert_ptr_nonnull(tt);
    for (size_t i = 0; i < stores; i++) {
        const uint64_t key = random_next(&seed);
        tt_prefetch(tt, key);
        tt_store(tt, key, ENTRY((int16_t)(key & 0xff), 1, 1, BOUND_EXACT));
    }
    seed = 7;
    for (size_t i = 0; i < stores; i++) {
        const uint64_t key = random_next(&seed);
        const TTEntry e = tt_probe(tt, key);
        if (e.bound != BOUND_NONE) {
            CLAIM(e.score == (int16_t)(key & 0xff), "a wrong entry");
            found++;
        }
    }
    /* after storing four times the number of entries, few are empty */
    ck_assert_uint_le(found, places);
    if (stores == 4 * places) {
        ck_assert_uint_ge(found, places * 3 / 4);
    } else {
        ck_assert_uint_ge(found, stores * 8 / 10);
    }
    tt_clear(tt);
    tt_free(tt);
}

/* Returns the resident memory of this process, in bytes. */
static size_t resident(void) {
    FILE *file = fopen("/proc/self/statm", "r");
    unsigned long all, pages = 0;

    if (!file)
        return 0;
    if (fscanf(file, "%lu %lu", &all, &pages) != 2)
        pages = 0;
    fclose(file);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* Clearing forgets everything, and touches no memory. */
START_TEST(clearing) {
    const size_t bytes = (size_t)256 << 20, before = resident();
    TT *tt = tt_new(bytes);
    uint64_t seed = 1;

    ck_assert_ptr_nonnull(tt);
    for (int i = 0; i < 1000; i++)
        tt_clear(tt);
    /* sanitizers use additional memory */
    CLAIM(SANITIZED || resident() < before + bytes / 4, "%zu bytes are used", resident() - before);
    for (int i = 0; i < 100000; i++)
        tt_store(tt, random_next(&seed), ENTRY(1, 2, 3, BOUND_EXACT));
    tt_clear(tt);
    seed = 1;
    for (int i = 0; i < 200000; i++)
        CLAIM(tt_probe(tt, random_next(&seed)).bound == BOUND_NONE, "%d is still there", i);
    tt_free(tt);
}

/* Game numbers wrap around after 65,535; entries of the first round do not come back. */
START_TEST(games_wrap) {
    TT *tt = tt_new(4096);

    for (uint32_t game = 0; game < 200000; game++) {
        const uint64_t key = UINT64_C(0x9e3779b97f4a7c15) * (game % 100);

        CLAIM(tt_probe(tt, key).bound == BOUND_NONE, "game %u knows an earlier one", game);
        CLAIM(tt_hashfull(tt) == 0, "game %u has an earlier one's entries", game);
        if (game % 65537 < 100)
            tt_store(tt, key, ENTRY(1, 2, 3, BOUND_EXACT));
        tt_clear(tt);
    }
    tt_free(tt);
}

/*
 * The entries that a table keeps do not depend on entries of earlier games, whatever their depth.
 */
START_TEST(as_new) {
    TT *used = tt_new(64 * 50), *fresh = tt_new(64 * 50);
    uint64_t seed = 5;

    for (int i = 0; i < 1000; i++)
        tt_store(used, random_next(&seed), ENTRY(1, 2, 100, BOUND_EXACT));
    tt_clear(used);
    for (int i = 0; i < 400; i++) {
        const uint64_t key = random_next(&seed);
        const TTEntry e = ENTRY((int16_t)i, 2, (int8_t)(i % 50), BOUND_EXACT);

        if (i % 100 == 0) {
            tt_new_search(used, UINT64_MAX);
            tt_new_search(fresh, UINT64_MAX);
        }
        tt_store(used, key, e);
        tt_store(fresh, key, e);
    }
    seed = 5;
    for (int i = 0; i < 1400; i++) {
        const uint64_t key = random_next(&seed);
        CLAIM(same(tt_probe(used, key), tt_probe(fresh, key)), "entry %d", i);
    }
    ck_assert_int_eq(tt_hashfull(used), tt_hashfull(fresh));
    tt_free(used);
    tt_free(fresh);
}

/* Stores entries of random keys. */
static void fill(TT *tt, uint64_t seed, int count) {
    for (int i = 0; i < count; i++)
        tt_store(tt, random_next(&seed), ENTRY(1, 2, 3, BOUND_EXACT));
}

/* Returns the number of entries of these random keys that are found. */
static int found(const TT *tt, uint64_t seed, int count) {
    int n = 0;

    for (int i = 0; i < count; i++)
        n += tt_probe(tt, random_next(&seed)).bound == BOUND_EXACT;
    return n;
}

/* A search while memory is being touched uses a part of the table, later searches all of it. */
START_TEST(in_part) {
    const size_t bytes = (size_t)4 * HUGE_TOUCH_PART;
    TT *tt = tt_new(bytes);

    fill(tt, 1, 1);
    tt_limit_to_touched(tt, false, 1);
    tt_new_search(tt, UINT64_MAX); /* still the whole table */
    ck_assert_int_eq(found(tt, 1, 1), 1);
    tt_limit_to_touched(tt, true, 1);
    tt_new_search(tt, UINT64_MAX);
    ck_assert_int_eq(found(tt, 1, 1), 0);
    fill(tt, 2, 1000000);
    ck_assert_int_le(found(tt, 2, 1000000), HUGE_TOUCH_PART / 16);
    tt_touch(tt, bytes / 2, 2);
    tt_touch(tt, SIZE_MAX, 2);
    tt_limit_to_touched(tt, false, 2);
    tt_new_search(tt, UINT64_MAX);
    ck_assert_int_eq(found(tt, 2, 1000000), 0);
    fill(tt, 3, 1000000);
    ck_assert_int_gt(found(tt, 3, 1000000), HUGE_TOUCH_PART / 8);
    tt_free(tt);
}

/*
 * A short search uses a part of the table, a search that fills that part uses more; the part never
 * shrinks.
 */
START_TEST(short_searches) {
    enum { MB = 1 << 20 };
    TT *tt = tt_new((size_t)64 * MB);

    ck_assert_uint_eq(tt_bytes_used(tt, 0), 16 * MB);
    ck_assert_uint_eq(tt_bytes_used(tt, 300000), 300000 * 64);
    ck_assert_uint_eq(tt_bytes_used(tt, UINT64_MAX), 64 * MB);
    tt_new_search(tt, 10);
    fill(tt, 1, 1000);
    ck_assert_int_eq(found(tt, 1, 1000), 1000);
    tt_new_search(tt, 1 * MB); /* as many nodes as 16 MB have entries */
    ck_assert_int_eq(found(tt, 1, 1000), 1000);
    tt_new_search(tt, 1 * MB + 4);
    ck_assert_int_eq(found(tt, 1, 1000), 0);
    fill(tt, 2, 1000);
    tt_new_search(tt, 10);
    tt_new_search(tt, UINT64_MAX);
    ck_assert_int_eq(found(tt, 2, 1000), 1000);
    tt_clear(tt);
    tt_new_search(tt, 10);
    ck_assert_int_eq(found(tt, 2, 1000), 0);
    tt_free(tt);
}

/* --- threads --------------------------------------------------------------------------------- */

enum { WRITERS = 2, KEYS = 16, ROUNDS = 1000000 };

static TT *shared;

/* Returns an entry that is derived from a key and a number, so that a torn entry is noticed. */
static TTEntry entry_of(uint64_t key, uint16_t n) {
    const uint16_t sum = (uint16_t)(key * 31 + n * UINT32_C(40503));

    return (TTEntry){(int16_t)n,         (int16_t)sum,           (Move)((n ^ sum) | 1),
                     (int8_t)(sum % 50), (uint8_t)(1 + sum % 3), sum % 5 == 0};
}

static void *store_and_check(void *context) {
    uint64_t seed = (uint64_t)(uintptr_t)context;
    size_t torn = 0;

    for (int i = 0; i < ROUNDS; i++) {
        const uint64_t n = random_next(&seed), key = n % KEYS * UINT64_C(0x0123456789abcdf);

        if (n >> 63) {
            tt_store(shared, key, entry_of(key, (uint16_t)(n >> 16)));
        } else {
            const TTEntry e = tt_probe(shared, key);
            torn += e.bound != BOUND_NONE && !same(e, entry_of(key, (uint16_t)e.score));
        }
    }
    return (void *)torn;
}

START_TEST(no_torn_entries) {
    pthread_t thread[WRITERS];

    shared = tt_new(64);
    for (uintptr_t i = 0; i < WRITERS; i++)
        ck_assert_int_eq(pthread_create(&thread[i], NULL, store_and_check, (void *)(i + 1)), 0);
    for (int i = 0; i < WRITERS; i++) {
        void *torn;
        pthread_join(thread[i], &torn);
        ck_assert_uint_eq((uintptr_t)torn, 0);
    }
    tt_free(shared);
}

START_TEST(switched_off) {
    TT *tt = tt_new(1 << 20);
    const TTEntry entry = {.score = 30, .eval = 20, .depth = 5, .bound = BOUND_EXACT};

    ck_assert_ptr_nonnull(tt);
    tt_store(tt, 12345, entry);
    ck_assert_int_eq(tt_probe(tt, 12345).depth, 5);
    tt_set_off(tt, true);
    ck_assert_int_eq(tt_probe(tt, 12345).bound, BOUND_NONE);
    tt_store(tt, 12345, entry);
    ck_assert_int_eq(tt_probe(tt, 12345).bound, BOUND_NONE);
    tt_set_off(tt, false);
    tt_store(tt, 12345, entry);
    ck_assert_int_eq(tt_probe(tt, 12345).depth, 5);
    tt_free(tt);
}

int main(void) {
    return tests_run("tt");
}
