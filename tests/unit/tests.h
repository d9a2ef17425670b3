/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Helpers of the unit tests: running a suite, reading data files, sample positions. All functions
 * are inline, so a test is linked only with the modules that its helpers call.
 */
#ifndef ALULA_TESTS_H
#define ALULA_TESTS_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "chess/fen.h"
#include "chess/movegen.h"

/* Makes allocations fail as in a build without a sanitizer. */
const char *__asan_default_options(void);
const char *__tsan_default_options(void);
const char *__msan_default_options(void);
const char *__asan_default_options(void) {
    return "allocator_may_return_null=1";
}
const char *__tsan_default_options(void) {
    return "allocator_may_return_null=1";
}
const char *__msan_default_options(void) {
    return "allocator_may_return_null=1";
}

/*
 * BUILD=msan: the library Check is built without the sanitizer, so all data that it writes to files
 * is marked as initialized. The linker replaces fwrite() with this function (--wrap).
 */
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
size_t __real_fwrite(const void *from, size_t size, size_t count, FILE *file);
size_t __wrap_fwrite(const void *from, size_t size, size_t count, FILE *file);
size_t __wrap_fwrite(const void *from, size_t size, size_t count, FILE *file) {
    __msan_unpoison(from, size * count);
    return __real_fwrite(from, size, count, file);
}
#endif
#endif

/* The number of rows of a table; for START_ROWS(). */
#define ROWS(table) ((int)(sizeof(table) / sizeof *(table)))

/* 1 in a sanitizer build, which is slow and needs more memory. */
#ifndef SANITIZED
#define SANITIZED 0
#endif

/*
 * The start of the current table row (a line of input or a position), shown when a test fails, so
 * that the row can be found. Each test runs in a separate process.
 */
static char tests_row[120];

static inline void tests_row_is(const char *begin) {
    if (!*tests_row) {
        Text text = text_in(tests_row, sizeof tests_row);
        text_add(&text, begin);
    }
}
static inline void tests_tell_row(void) {
    if (*tests_row)
        fprintf(stderr, "the row that fails begins with: %s\n", tests_row);
}
#pragma GCC diagnostic ignored "-Wformat-extra-args" /* from Check, in this macro only */
#define _ck_assert_failed(...) (tests_tell_row(), (_ck_assert_failed)(__VA_ARGS__))

/* As ck_assert_msg(), without Check's bookkeeping for every pass: for inner loops. */
#define CLAIM(condition, ...)                                                                      \
    do {                                                                                           \
        if (!(condition))                                                                          \
            ck_abort_msg(__VA_ARGS__);                                                             \
    } while (0)

/* --- tests ----------------------------------------------------------------------------------- */

/*
 * A test adds itself before main() is called; it begins with one of these, and a block follows:
 *
 * - START_TEST(name) runs once.
 * - START_ROWS(name, n) runs with _i from 0 to n - 1, each row as a separate check.
 * - START_RANGE(name, low, high) runs with _i from low to high - 1.
 * - START_EXIT(name, status) runs once, and must exit with this status.
 *
 * The bounds may be computed, but not from data that main() initializes.
 */
typedef struct Test {
    const TTest *test;
    int low, high, status;
    struct Test *next;
} Test;

static Test *tests_first; /* in the order of their lines, as constructors run in any order */

static inline void tests_add(Test *test) {
    Test **at = &tests_first;

    while (*at && (*at)->test->line < test->test->line)
        at = &(*at)->next;
    test->next = *at;
    *at = test;
}

#define TESTS_START(name, low_, high_, status_)                                                    \
    static void name##_fn(int _i);                                                                 \
    static const TTest name##_ttest = {#name, name##_fn, __FILE__, __LINE__};                      \
    __attribute__((constructor)) static void name##_add(void) {                                    \
        static Test test = {.test = &name##_ttest};                                                \
        test.low = (low_);                                                                         \
        test.high = (high_);                                                                       \
        test.status = (status_);                                                                   \
        tests_add(&test);                                                                          \
    }                                                                                              \
    static void name##_fn(int _i CK_ATTRIBUTE_UNUSED)
#define START_RANGE(name, low, high) TESTS_START(name, low, high, 0)
#define START_ROWS(name, n)          START_RANGE(name, 0, n)
#define START_EXIT(name, status)     TESTS_START(name, 0, 1, status)
#undef START_TEST
#define START_TEST(name) START_ROWS(name, 1)
#undef END_TEST

/*
 * Returns true if $TEST is not set or selects this test, as NAME or NAME:ROW; with ROW, reduces the
 * test to that row.
 */
static inline bool tests_selected(Test *t) {
    const char *wanted = getenv("TEST");
    const size_t length = strlen(t->test->name);

    if (!wanted)
        return true;
    if (strncmp(wanted, t->test->name, length) || (wanted[length] && wanted[length] != ':'))
        return false;
    if (wanted[length]) {
        const int row = (int)strtol(wanted + length + 1, NULL, 10);
        t->high = row >= t->low && row < t->high ? row + 1 : row;
        t->low = row;
    }
    return true;
}

/* Runs all tests, with setup() before and teardown() after each; either may be NULL. */
static inline int tests_run_with(const char *name, SFun setup, SFun teardown) {
    Suite *suite = suite_create(name);
    TCase *tests = tcase_create("all");
    SRunner *runner = srunner_create(suite);
    int failed;

    tcase_set_timeout(tests, 300); /* sanitizers make some tests slow */
    tcase_add_checked_fixture(tests, setup, teardown);
    suite_add_tcase(suite, tests);
    for (Test *t = tests_first; t; t = t->next)
        if (tests_selected(t))
            tcase_add_loop_exit_test(tests, t->test, t->status, t->low, t->high);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    if (getenv("TEST") && !srunner_ntests_run(runner)) {
        printf("there is no test %s\n", getenv("TEST"));
        failed = 1;
    }
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Runs all tests. Returns the exit status. */
static inline int tests_run(const char *name) {
    return tests_run_with(name, NULL, NULL);
}

/* Returns the number in an environment variable, or `otherwise` if it is not set. */
static inline int tests_number(const char *name, int otherwise) {
    const char *given = getenv(name);

    return given ? (int)strtol(given, NULL, 10) : otherwise;
}

/* --- data files ------------------------------------------------------------------------------ */

/*
 * Returns a copy in an allocation of exactly its size, so that a sanitizer detects every read
 * beyond the end. Free the copy with tests_free().
 */
static inline Word tests_copy(Word w) {
    char *at = malloc(w.length ? w.length : 1);

    ck_assert_ptr_nonnull(at);
    memcpy(at, w.at, w.length);
    return (Word){at, w.length};
}

static inline void tests_free(Word w) {
    free((char *)w.at);
}

/* Reads a file under $TEST_DATA. Returns false if the file is missing. */
static inline bool tests_load(Word *out, const char *name) {
    const char *folder = getenv("TEST_DATA");
    char path[1024], *at = NULL;
    size_t length = 0, got;
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder ? folder : "tests/data", name);
    if (!(file = fopen(path, "rb")))
        return false;
    do {
        at = realloc(at, length + 65536);
        ck_assert_ptr_nonnull(at);
        length += got = fread(at + length, 1, 65536, file);
    } while (got);
    fclose(file);
    *out = (Word){at, length};
    return true;
}

static inline void tests_skip(const char *name) {
    printf("skipped: no TEST_DATA, so no %s\n", name);
    fflush(stdout);
}

/*
 * Reads a file for a test that needs only this file; reports the test as skipped if the file is
 * missing.
 */
static inline bool tests_read(Word *out, const char *name) {
    const bool loaded = tests_load(out, name);

    if (!loaded)
        tests_skip(name);
    return loaded;
}

/*
 * Returns the text up to the next `end` ('\n' for lines, '\t' for fields), and moves *rest beyond
 * it.
 */
static inline Word tests_cut(Word *rest, char end) {
    Word w = *rest;

    w.length = 0;
    while (w.length < rest->length && w.at[w.length] != end)
        w.length++;
    rest->at += w.length;
    rest->length -= w.length;
    if (rest->length) {
        rest->at++;
        rest->length--;
    }
    return w;
}

/* Reads the next line that is neither empty nor a comment (#). Returns false at the end. */
static inline bool tests_line(Word *rest, Word *line) {
    while (rest->length) {
        *line = tests_cut(rest, '\n');
        if (line->length && *line->at != '#')
            return true;
    }
    return false;
}

static inline unsigned tests_hex(const char *at, size_t digits) {
    char text[9] = "";

    memcpy(text, at, digits);
    return (unsigned)strtoul(text, NULL, 16);
}

/* Returns a field with its C escapes (\t \n \r \xHH \uHHHH) replaced; free it with tests_free(). */
static inline Word tests_unescape(Word w) {
    char *buffer = malloc(w.length + 1);
    size_t n = 0;
    Word copy;

    ck_assert_ptr_nonnull(buffer);
    for (size_t i = 0; i < w.length; i++) {
        const size_t left = w.length - i - 1;
        const char next = left ? w.at[i + 1] : '\0';
        if (w.at[i] != '\\') {
            buffer[n++] = w.at[i];
        } else if (next == 't' || next == 'n' || next == 'r') {
            buffer[n++] = next == 't' ? '\t' : next == 'n' ? '\n' : '\r';
            i++;
        } else if (next == 'x' && left >= 3) {
            buffer[n++] = (char)tests_hex(w.at + i + 2, 2);
            i += 3;
        } else if (next == 'u' && left >= 5) { /* two or three bytes of UTF-8 */
            const unsigned code = tests_hex(w.at + i + 2, 4);
            if (code < 0x800) {
                buffer[n++] = (char)(0xc0 | code >> 6);
            } else {
                buffer[n++] = (char)(0xe0 | code >> 12);
                buffer[n++] = (char)(0x80 | (code >> 6 & 0x3f));
            }
            buffer[n++] = (char)(0x80 | (code & 0x3f));
            i += 5;
        } else {
            buffer[n++] = w.at[i];
        }
    }
    copy = tests_copy((Word){buffer, n});
    free(buffer);
    return copy;
}

/* --- positions ------------------------------------------------------------------------------- */

typedef struct {
    const char *fen;
    bool chess960;
} TestSample;

/* Returns a small list of positions, each for a different reason. A NULL FEN ends the list. */
static inline const TestSample *tests_samples(void) {
    static const TestSample samples[] = {
        {FEN_START, false},
        /* the well-known ones: castling, pins, en passant, promotions */
        {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", false},
        {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", false},
        {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", false},
        {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", false},
        {"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", false},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false},
        /* en passant: several, pinned, the only move, check evasion */
        {"4k3/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4K3 w - - 0 1", false},
        {"8/8/8/8/k1pp3R/8/1P2P3/3K4 w - - 0 1", false},
        {"8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1", false},
        {"7k/7P/7K/8/5pP1/5P2/8/8 b - g3 0 1", false},
        {"8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", false},
        /* checks: double, from both ends of a line, by many pieces */
        {"4k3/8/8/1B6/8/8/8/N3RK2 b - - 0 1", false},
        {"3q4/8/8/q7/8/3K4/8/3r2k1 w - - 0 1", false},
        {"8/8/3n4/1n3n2/3K4/1n3n2/2n1n3/k7 w - - 0 1", false},
        /* 218 moves, the maximum */
        {"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", false},
        /* Chess960: inner rooks, a rook that shields its king, two setups */
        {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", true},
        {"rr2k1rr/8/8/8/8/8/8/RR2K1RR w BGbg - 0 1", true},
        {"4k3/8/8/8/8/8/8/qRK3R1 w GB - 0 1", true},
        {"5rk1/8/8/8/8/8/8/1KR5 w C - 0 1", true},
        {"r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1", true},
        {"8/8/8/4B2b/6nN/8/5P2/2R1K2k w Q - 0 1", true},
        {"rbnk1r1n/1p5P/1BB1pp2/1b1p3q/1p4PP/3N4/PQPPP3/1NR2KR1 b Ga - 1 15", true},
        {NULL, false},
    };
    return samples;
}

/* Returns the number of sample positions. */
static inline int tests_sample_count(void) {
    int count = 0;

    while (tests_samples()[count].fen)
        count++;
    return count;
}

/* Returns the position of a FEN; the test fails if the FEN is not valid. */
static inline Position tests_position(const char *fen, bool chess960) {
    Position p;
    const char *error = fen_parse(&p, word_of(fen), chess960);

    tests_row_is(fen);
    CLAIM(!error, "%s: %s", fen, error);
    return p;
}

/* Returns a FEN for messages, valid until the next call. */
static inline const char *tests_fen(const Position *p) {
    static char buffer[FEN_SIZE];
    Text text = text_in(buffer, sizeof buffer);

    fen_write(&text, p);
    return buffer;
}

/* Returns true if all fields are equal; padding is ignored. */
static inline bool tests_same(const Position *a, const Position *b) {
    return !memcmp(a->board.piece, b->board.piece, sizeof a->board.piece) &&
           !memcmp(a->board.color, b->board.color, sizeof a->board.color) &&
           a->board.castling == b->board.castling && a->board.ep_square == b->board.ep_square &&
           a->board.turn == b->board.turn && a->key == b->key && a->checkers == b->checkers &&
           a->pinned == b->pinned && a->halfmove_clock == b->halfmove_clock &&
           a->fullmove_number == b->fullmove_number && !memcmp(a->on, b->on, sizeof a->on);
}

typedef void TestVisit(const Position *p, bool chess960);

/* Visits all positions of random games from every sample; the games are always the same. */
static inline void tests_random_games(int games, int plies, TestVisit *visit) {
    uint64_t seed = 20240229;

    for (const TestSample *s = tests_samples(); s->fen; s++)
        for (int game = 0; game < games; game++) {
            Position now = tests_position(s->fen, s->chess960);
            for (int ply = 0;; ply++) {
                const Position parent = now;
                Move list[MAX_MOVES];
                const size_t count = movegen_all(&now.board, list);

                visit(&now, s->chess960);
                if (!count || ply == plies)
                    break;
                position_play(&now, &parent, list[random_next(&seed) % count]);
            }
        }
}

/* Visits every `step`th position of the perft suites in $TEST_DATA, if present. */
static inline void tests_suites(size_t step, TestVisit *visit) {
    static const char *const names[] = {
        "perft/standard.epd",
        "perft/chess960-fischer.epd",
        "perft/edge-cases.epd",
        "perft/edge-cases-960.epd",
        "perft/enpassant-ferdy.epd",
        "perft/fresh-dfrc-960.epd",
        "perft/fresh.epd",
        "perft/random-marcel.epd",
        "perft/double-check-ferdy.epd",
        "perft/single-check-ferdy.epd",
        "perft/edge-cases-unreachable.epd",
    };
    bool found = false;

    for (int i = 0; i < ROWS(names); i++) {
        const bool chess960 = strstr(names[i], "960") != NULL;
        Word all, rest, line;

        if (!tests_load(&all, names[i]))
            continue;
        found = true;
        rest = all;
        for (size_t n = 0; tests_line(&rest, &line); n++) {
            Position p;
            const char *error = n % step ? NULL : fen_parse_prefix(&p, &line, chess960);

            CLAIM(!error, "%s, position %zu: %s", names[i], n + 1, error);
            if (n % step == 0)
                visit(&p, chess960);
        }
        tests_free(all);
    }
    if (!found)
        tests_skip("perft/*.epd");
}

#endif
