/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of the OpenBench support: genfens.h with its books, and the parameters of tuning.h. */
#define _POSIX_C_SOURCE 200809L
#include <unistd.h>

#include "chess/gameline.h"
#include "protocol/genfens.h"
#include "protocol/tuning.h"
#include "search/params.h"
#include "startup.h"

#include "tests.h"

/* --- the request ----------------------------------------------------------------------------- */

static const struct {
    const char *line;
    bool good;
    Genfens asked; /* the parsed request, if it is valid */
} requests[] = {
    {"8 seed 5 book None ", true, {8, 5, "", 6, 15, 300}},
    {"8 seed 5 book NONE", true, {8, 5, "", 6, 15, 300}},
    {"8", true, {8, 0, "", 6, 15, 300}},
    {"1 seed 2147483647 book Books/UHO.epd", true, {1, 2147483647, "Books/UHO.epd", 1, 0, 300}},
    {"1 seed 9223372036854775807", true, {1, INT64_MAX, "", 6, 15, 300}},
    {"3 book a.epd plies 4 score 50 seed 6", true, {3, 6, "a.epd", 4, 0, 50}},
    {"3 shuffled 100 plies 0", true, {3, 0, "", 0, 100, 300}},
    {"", false, {.count = 0}},
    {"0", false, {.count = 0}},
    {"-5 seed 1", false, {.count = 0}},
    {"1000000001", false, {.count = 0}},
    {"99999999999999999999", false, {.count = 0}},
    {"seed 5", false, {.count = 0}},
    {"5 seed", false, {.count = 0}},
    {"5 seed x", false, {.count = 0}},
    {"5 seed -1", false, {.count = 0}},
    {"5 seed 9223372036854775808", false, {.count = 0}},
    {"5 book", false, {.count = 0}},
    {"5 book a b", false, {.count = 0}},
    {"5 plies 201", false, {.count = 0}},
    {"5 shuffled 101", false, {.count = 0}},
    {"5 score", false, {.count = 0}},
    {"5 quit", false, {.count = 0}},
    {"5 seed 1 frc", false, {.count = 0}},
};

START_ROWS(asked, ROWS(requests)) {
    Genfens g = {.count = -7};
    const char *error;

    tests_row_is(requests[_i].line);
    error = genfens_read(&g, word_of(requests[_i].line));
    ck_assert_int_eq(error == NULL, requests[_i].good);
    if (error) {
        ck_assert(g.count == -7);
        return;
    }
    ck_assert_int_eq(g.count, requests[_i].asked.count);
    ck_assert_uint_eq(g.seed, requests[_i].asked.seed);
    ck_assert_str_eq(g.book, requests[_i].asked.book);
    ck_assert_int_eq(g.plies, requests[_i].asked.plies);
    ck_assert_int_eq(g.shuffled, requests[_i].asked.shuffled);
    ck_assert_int_eq(g.score, requests[_i].asked.score);
}

START_TEST(long_name) {
    char line[GENFENS_PATH_SIZE + 16] = "5 book ";
    Genfens g;

    memset(line + 7, 'a', GENFENS_PATH_SIZE);
    ck_assert_ptr_nonnull(genfens_read(&g, (Word){line, 7 + GENFENS_PATH_SIZE}));
    ck_assert_ptr_null(genfens_read(&g, (Word){line, 6 + GENFENS_PATH_SIZE}));
}

/* --- the openings ---------------------------------------------------------------------------- */

enum { MOST = 64 };

typedef struct {
    char line[MOST][FEN_SIZE + 32];
    int count, end_after;
} Heard;

static void hear(void *context, const char *line) {
    Heard *h = context;

    ck_assert_int_lt(h->count, MOST);
    snprintf(h->line[h->count++], sizeof *h->line, "%s", line);
}

static bool has_ended(void *context) {
    const Heard *h = context;

    return h->end_after && h->count >= h->end_after;
}

/* Makes the openings of a request. Returns false with a message in error[256]. */
static bool make(Heard *h, const char *request, char *error) {
    Text text = text_in(error, 256);
    Genfens g;

    h->count = 0;
    ck_assert_ptr_null(genfens_read(&g, word_of(request)));
    return genfens_run(&g, NULL, hear, has_ended, h, &text);
}

static Position position_of(const char *line) {
    static const char begin[] = "info string genfens ";

    ck_assert(!strncmp(line, begin, strlen(begin)));
    return tests_position(line + strlen(begin), true);
}

/*
 * Openings are legal, unfinished, distinct FENs of six fields; the same for a seed, whatever the
 * number, and different for another seed.
 */
START_TEST(openings) {
    static Heard h, again, other;
    char error[256];

    ck_assert(make(&h, "24 seed 3 book None", error));
    ck_assert(make(&again, "32 seed 3 book None", error));
    ck_assert(make(&other, "24 seed 4 book None", error));
    ck_assert_int_eq(h.count, 24);
    ck_assert_int_eq(again.count, 32);
    for (int i = 0; i < h.count; i++) {
        const Position p = position_of(h.line[i]);
        const int ply = 2 * (p.fullmove_number - 1) + (position_turn(&p) == BLACK);
        GameLine line;

        ck_assert(ply == 6 || ply == 7);
        ck_assert_ptr_null(gameline_init(&line, &p));
        ck_assert_int_eq(gameline_outcome(&line), OUTCOME_NONE);
        gameline_destroy(&line);
        ck_assert_str_eq(h.line[i], again.line[i]);
        for (int j = 0; j < i; j++)
            ck_assert_str_ne(h.line[i], h.line[j]);
        for (int j = 0; j < other.count; j++)
            ck_assert_str_ne(h.line[i], other.line[j]);
    }
}

START_TEST(ended) {
    static Heard h = {.end_after = 2};
    char error[256];

    ck_assert(make(&h, "1000 seed 3", error));
    ck_assert_int_eq(h.count, 2);
}

/* --- books ----------------------------------------------------------------------------------- */

#define KINGS "4k3/4p3/8/8/8/8/4P3/4K3 w - -"

/* Writes a book with these contents, and a request with its name. */
static void book_of(char request[128], const char *text, size_t length) {
    char path[] = "/tmp/alula-book-XXXXXX";
    const int number = mkstemp(path);

    ck_assert_int_ge(number, 0);
    ck_assert_int_eq(write(number, text, length), (ssize_t)length);
    close(number);
    snprintf(request, 128, "60 book %s seed 1 plies 0 score 30000", path);
}

/* Makes openings from a book with these contents, and removes the book. */
static bool make_from(Heard *h, const char *text, size_t length, char *error) {
    char request[128];
    Genfens g;
    bool good;

    book_of(request, text, length);
    good = make(h, request, error);
    ck_assert_ptr_null(genfens_read(&g, word_of(request)));
    ck_assert_int_eq(remove(g.book), 0);
    return good;
}

/*
 * The length of a line, or of the line before it, does not affect its probability; counters are
 * read.
 */
START_TEST(every_line) {
    static Heard h;
    static char text[1400];
    char error[256];
    int count[3] = {0};

    snprintf(text, sizeof text, KINGS " 0 11\n" KINGS " fmvn 21; id \"%0900d\";\n" KINGS " 0 31",
             0);
    ck_assert_msg(make_from(&h, text, strlen(text), error), "%s", error);
    ck_assert_int_eq(h.count, 60);
    for (int i = 0; i < h.count; i++) {
        const int number = position_of(h.line[i]).fullmove_number;

        ck_assert(number == 11 || number == 21 || number == 31);
        count[number / 10 - 1]++;
    }
    for (int i = 0; i < 3; i++)
        ck_assert_int_ge(count[i], 10);
}

static const struct {
    const char *text, *error; /* error: NULL for a valid book */
} books[] = {
    {KINGS "\n", NULL},
    {KINGS, NULL},
    {KINGS " 0 1\r\n" KINGS "\r\n", NULL},
    {"\xef\xbb\xbf" KINGS "\n" KINGS "\n", NULL},
    {"# a comment, which is longer than a position\n" KINGS " bm e4; id \"x\n\n\n\n\n\n", NULL},
    {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\n", NULL},
    {"", "it is empty"},
    {"\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n", "has no positions"},
    {"[Event \"A\"]\n[Site \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *\n", "has no positions"},
    {"4k3/4p3/8/8/8/8/4P3/8 w - - 0 1\n", "has no positions"},
    {"4k3/4p3/8/8/8/8/4P3/4K3/8 w - - 0 1\n", "has no positions"},
    {"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n", "none of 10000 attempts"},
    {"k7/8/8/8/8/8/8/K7 w - - 150 1\n", "none of 10000 attempts"},
};

START_ROWS(any_book, ROWS(books)) {
    static Heard h;
    char error[256] = "";

    tests_row_is(books[_i].text);
    if (make_from(&h, books[_i].text, strlen(books[_i].text), error))
        ck_assert(!books[_i].error && h.count == 60);
    else
        ck_assert_msg(books[_i].error && strstr(error, books[_i].error), "%s", error);
}

/* Bytes without a line, and paths that are not files, are rejected. */
START_TEST(no_book) {
    static Heard h;
    static char zeros[100000];
    char error[256];

    ck_assert(!make_from(&h, zeros, sizeof zeros, error));
    ck_assert_ptr_nonnull(strstr(error, "has no positions"));
    ck_assert(!make(&h, "1 book /tmp", error));
    ck_assert_ptr_nonnull(strstr(error, "the book /tmp: "));
    ck_assert(!make(&h, "1 book /nonexistent/book.epd", error));
    ck_assert_str_eq(error, "the book /nonexistent/book.epd: there is no such file");
    ck_assert_int_eq(h.count, 0);
}

/* --- parameters ------------------------------------------------------------------------------ */

/* The options are the parameters with a step, in order, with default and range. */
START_TEST(parameters) {
    SearchParams usual = params_default;
    const ParamRow *param;
    OptionRow row;
    size_t count = 0;

    for (size_t i = 0; (param = params_row(i)) != NULL; i++) {
        if (!param->step) {
            ck_assert(!tuning_find(word_of(param->name), &row));
            continue;
        }
        ck_assert(tuning_row(count++, &row));
        ck_assert_str_eq(row.name, param->name);
        ck_assert_str_eq(row.uci_name, param->name);
        ck_assert_int_eq(row.preset, *params_value(&usual, param));
        ck_assert_int_eq(row.min, param->low);
        ck_assert_int_eq(row.max, param->high);
        ck_assert(tuning_find(word_of(param->name), &row));
        ck_assert_str_eq(row.name, param->name);
    }
    ck_assert_uint_gt(count, 0);
    ck_assert(!tuning_row(count, &row));
    ck_assert(!tuning_find(word_of(""), &row));
}

START_TEST(spsa_line) {
    const ParamRow *param = params_find(word_of("rfp_margin"));
    SearchParams usual = params_default;
    char line[128], wanted[128];
    Text text = text_in(line, sizeof line);
    OptionRow row;

    ck_assert(tuning_find(word_of("RFP_Margin"), &row));
    tuning_write_spsa(&text, &row);
    snprintf(wanted, sizeof wanted, "rfp_margin, int, %d, %d, %d, %d, 0.002",
             *params_value(&usual, param), param->low, param->high, param->step);
    ck_assert_str_eq(line, wanted);
}

int main(void) {
    startup_init_tables();
    return tests_run("openbench");
}
