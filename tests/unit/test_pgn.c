/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of pgn.h: games written by people, games written by us, and malformed texts. */
#define _POSIX_C_SOURCE 200809L
#include "chess/pgn.h"

#include <unistd.h>

#include "chess/zobrist.h"
#include "tests.h"

static const PgnOptions everything = {.comments = true, .variations = true, .null_moves = true};
static const PgnOptions strict = {.comments = true, .variations = true};

/* --- texts in memory -------------------------------------------------------------------------- */

/* A growing text. */
typedef struct {
    char *at;
    size_t length, room;
    bool raw; /* texts are copied unchanged, with lines of any length */
} Output;

static void print(void *context, const char *at, size_t length) {
    Output *p = context;

    if (p->length + length + 1 > p->room) {
        p->room = 2 * (p->length + length) + 1024;
        p->at = realloc(p->at, p->room);
        ck_assert_ptr_nonnull(p->at);
    }
    memcpy(p->at + p->length, at, length);
    p->length += length;
    p->at[p->length] = '\0';
}

static Word output_word(const Output *p) {
    return (Word){p->at, p->length};
}

/* Provides single bytes, so that every byte is the last one of a buffer. */
static size_t single_bytes(void *context, char *buffer, size_t room) {
    return pgn_from_word(context, buffer, room ? 1 : 0);
}

/* Checks the invariants of every game, whatever the text. */
static void check_game(const PgnGame *g) {
    size_t depth = 0, main_moves = 0;

    for (size_t i = 0; i < g->items; i++) {
        const PgnItem *item = &g->item[i];

        depth += item->kind == PGN_BEGIN;
        CLAIM(item->kind != PGN_END || depth, "a variation ends that has not begun");
        depth -= item->kind == PGN_END;
        if (item->kind == PGN_MOVE && !depth) {
            CLAIM(main_moves < g->line.length, "too many moves");
            CLAIM(item->move == g->line.move[main_moves], "another move");
            main_moves++;
        }
        CLAIM(item->kind != PGN_COMMENT || item->text.length, "an empty comment");
    }
    CLAIM(!depth, "a variation has no end");
    CLAIM(main_moves == g->line.length, "%zu moves of %zu", main_moves, g->line.length);
    CLAIM(!g->broken || g->error, "broken, but why?");
    CLAIM(!g->error || (*g->error && g->error_line), "an error without words or place");
    CLAIM(g->from < g->to, "a game without text");
}

/* Returns true if a line may be broken here without changing the meaning of the next line. */
static bool can_be_split(const char *at, const char *end) {
    while (at < end && (at = memchr(at, ' ', (size_t)(end - at))))
        if (*++at != '%' && strncmp(at, "[Event", 6) != 0)
            return true;
    return false;
}

/* Checks the invariants of every text that we write. */
static void check_written(const Output *p) {
    for (const char *line = p->at, *end; !p->raw && (end = strchr(line, '\n')); line = end + 1)
        CLAIM(*line == '[' || end - line <= 80 || !can_be_split(line, end),
              "a line is too long: %.*s", (int)(end - line), line);
}

/* Reads all games and writes them again; optionally collects their errors. */
static size_t rewrite(Output *out, PgnSource *source, Word text, const PgnOptions *options,
                      Output *errors) {
    PgnReader *r = pgn_open(source, &text, options);
    PgnWriter *w = pgn_writer_new(print, out);
    const PgnGame *g;
    size_t count = 0;
    uint64_t to = 0;

    ck_assert_ptr_nonnull(r);
    ck_assert_ptr_nonnull(w);
    *out = (Output){0};
    print(out, "", 0);
    for (; (g = pgn_next(r)); count++) {
        check_game(g);
        for (size_t i = 0; i < g->items; i++)
            out->raw |= g->item[i].kind >= PGN_RAW ||
                        (g->item[i].kind == PGN_COMMENT &&
                         memchr(g->item[i].text.at, '}', g->item[i].text.length));
        CLAIM(g->from >= to, "games overlap");
        to = g->to;
        CLAIM(!pgn_write(w, g), "not written");
        if (errors && g->error) {
            char line[200];
            Text t = text_in(line, sizeof line);

            text_addf(&t, "%zu: %s\n", g->error_line, g->error);
            CLAIM(!t.full, "a long error: %s", line);
            print(errors, line, t.length);
        }
    }
    pgn_writer_free(w);
    pgn_close(r);
    check_written(out);
    return count;
}

/* --- expectations of the reference data ------------------------------------------------------- */

static const char *const folder = "pgn/";

static bool load_pgn(Word *out, const char *part, Word name) {
    char path[256];
    Text t = text_in(path, sizeof path);

    text_addf(&t, "%s%s/%.*s", folder, part, (int)name.length, name.at);
    return tests_read(out, path);
}

static int64_t number(Word w) {
    int64_t n = -1;

    ck_assert(word_number(w, 0, 1 << 20, &n));
    return n;
}

/*
 * Checks that the position equals the FEN, including castling rights unless `any_castling` is set.
 */
static void check_position(const Position *p, Word fen, bool chess960, bool any_castling,
                           const char *what) {
    Position want;
    const char *error = fen_parse(&want, fen, chess960);

    CLAIM(!error, "%s: %s", what, error);
    if (any_castling)
        want.board.castling = p->board.castling;
    want.key = position_key(&want);
    CLAIM(tests_same(&want, p), "%s: %s, not %.*s", what, tests_fen(p), (int)fen.length, fen.at);
}

/* Checks a text against its row. */
static void check_odd(Word row, Word text) {
    const Word name = tests_cut(&row, '\t'), verdict = tests_cut(&row, '\t');
    const int64_t games = number(tests_cut(&row, '\t'));
    const int64_t plies = number(tests_cut(&row, '\t'));
    const Word result = tests_cut(&row, '\t'), fen = tests_cut(&row, '\t');
    const bool accept = word_is(verdict, "accept");
    const bool lenient = word_is(verdict, "lenient");
    char *own = malloc(text.length + !text.length); /* an exact copy, for the address sanitizer */
    Word rest = {own, text.length};
    const PgnGame *g;
    int64_t count = 0;
    char what[64];
    PgnReader *r;
    Text t = text_in(what, sizeof what);

    text_add_word(&t, name);
    ck_assert_ptr_nonnull(own);
    memcpy(own, text.at, text.length);
    r = pgn_open(pgn_from_word, &rest, &strict);
    for (; (g = pgn_next(r)); count++) {
        check_game(g);
        if (count)
            continue;
        CLAIM((int64_t)g->line.length == plies, "%s: %zu plies: %s", what, g->line.length,
              g->error);
        CLAIM(word_is(result, pgn_result_text(g->result)), "%s: result %d", what, (int)g->result);
        check_position(gameline_now(&g->line), fen, g->chess960, g->chess960, what);
        CLAIM(!accept || !g->error, "%s: %s", what, g->error);
        CLAIM(!lenient || !g->broken, "%s: %s", what, g->error);
        CLAIM(accept || lenient || g->error, "%s: no error", what);
    }
    CLAIM(count == games, "%s: %d games", what, (int)count);
    pgn_close(r);
    free(own);
}

/* Cuts a text up to the line feed before the next mark, or before the end of the file. */
static Word cut_text(Word *rest) {
    static const char mark[] = "\n=== ";
    Word text = {rest->at, 0};

    while (text.length + 1 < rest->length &&
           (text.length + sizeof mark > rest->length ||
            memcmp(text.at + text.length, mark, sizeof mark - 1) != 0))
        text.length++;
    rest->at += text.length + 1;
    rest->length -= text.length + 1;
    return text;
}

START_TEST(odd_texts) {
    Word file, rest, line;
    int count = 0;

    if (!tests_read(&file, "pgn/odd.txt"))
        return;
    for (rest = file; rest.length; count++) {
        do
            line = tests_cut(&rest, '\n');
        while (*line.at == '#');
        ck_assert(text_skip(&line, "=== ") && rest.length);
        check_odd(line, cut_text(&rest));
    }
    ck_assert_int_eq(count, 56);
    tests_free(file);
}

/* A row of games.expect.tsv. */
static void check_expected(const PgnGame *g, Word row) {
    const Word name = tests_cut(&row, '\t'), count = tests_cut(&row, '\t');
    const Word variant = tests_cut(&row, '\t'), start = tests_cut(&row, '\t');
    const int64_t plies = number(tests_cut(&row, '\t'));
    const Word result = tests_cut(&row, '\t'), end = tests_cut(&row, '\t');
    const Word errors = tests_cut(&row, '\t');
    const bool chess960 = word_is(variant, "fischerandom");
    char what[80];
    Text t = text_in(what, sizeof what);

    text_addf(&t, "%.*s, game %.*s", (int)name.length, name.at, (int)count.length, count.at);
    CLAIM(g->chess960 == chess960, "%s: variant", what);
    CLAIM((int64_t)g->line.length == plies, "%s: %zu plies: %s", what, g->line.length, g->error);
    CLAIM(word_is(result, pgn_result_text(g->result)), "%s: result", what);
    check_position(&g->line.position[0], word_is(start, "-") ? word_of(FEN_START) : start, chess960,
                   false, what);
    check_position(gameline_now(&g->line), end, chess960, false, what);
    CLAIM(g->broken == !word_is(errors, "-"), "%s: %s", what, g->error);
    CLAIM(g->broken == (g->error != NULL), "%s: %s", what, g->error);
}

START_TEST(real_games) {
    Word table, rest, line, text = {NULL, 0}, at;
    Word last = {NULL, 0};
    PgnReader *r = NULL;

    if (!tests_read(&table, "pgn/games.expect.tsv"))
        return;
    rest = table;
    while (tests_line(&rest, &line)) {
        const PgnGame *g;
        Word row = line, name = tests_cut(&line, '\t');

        if (!last.at || name.length != last.length || memcmp(name.at, last.at, last.length)) {
            ck_assert(!r || !pgn_next(r));
            pgn_close(r);
            tests_free(text);
            ck_assert(load_pgn(&text, "games", name));
            at = text;
            r = pgn_open(pgn_from_word, &at, &everything);
            last = name;
        }
        g = pgn_next(r);
        CLAIM(g, "%.*s: too few games", (int)name.length, name.at);
        check_game(g);
        check_expected(g, row);
    }
    ck_assert(!r || !pgn_next(r));
    pgn_close(r);
    tests_free(text);
    tests_free(table);
}

START_TEST(other_variants) {
    static const char *const names[] = {"antichess-programfox.pgn", "saturs-jannlee-zh-lichess.pgn",
                                        "knightvuillaume-jannlee-zh-lichess.pgn"};
    Word text, rest;

    for (int i = 0; i < ROWS(names) && load_pgn(&text, "variants", word_of(names[i])); i++) {
        PgnReader *r;
        const PgnGame *g;
        int count = 0;

        rest = text;
        r = pgn_open(pgn_from_word, &rest, &everything);
        for (; (g = pgn_next(r)); count++) {
            ck_assert(g->broken && strstr(g->error, "is a variant that is not supported"));
            ck_assert_uint_eq(g->line.length, 0);
        }
        ck_assert_int_eq(count, i ? 1 : 2);
        pgn_close(r);
        tests_free(text);
    }
}

START_TEST(a_game_a_line) {
    Word text, rest, line;
    size_t lines = 0;
    Output output, errors = {0};

    if (!load_pgn(&text, "games", word_of("bare-movetext.pgn")))
        return;
    for (rest = text; tests_line(&rest, &line);)
        lines++;
    ck_assert_uint_eq(rewrite(&output, pgn_from_word, text, &strict, &errors), lines);
    ck_assert_ptr_null(errors.at);
    free(output.at);
    tests_free(text);
}

/* --- accepted texts --------------------------------------------------------------------------- */

/* Returns the moves of all games of a text, without tags. */
static const char *moves_only(Output *p) {
    size_t n = 0;

    for (char *line = p->at, *end; (end = strchr(line, '\n')); line = end + 1)
        if (*line != '[' && end != line) {
            memmove(p->at + n, line, (size_t)(end - line) + 1);
            n += (size_t)(end - line) + 1;
        }
    p->at[n] = '\0';
    return p->at;
}

#define ENDING "[FEN \"4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 10\"]\n"

/* A text, its moves as we write them, and its error. */
static const struct {
    const char *text, *moves, *errors;
} texts[] = {
    {"", "", ""},
    {" \r\n\t\x1a", "", ""},
    {"\xef\xbb\xbf", "", ""},
    {"{nothing but a comment}", "", ""},
    {"*", "*\n", ""},
    {"[Event \"x\"]", "*\n", ""},
    {"1. e4 e5 *", "1. e4 e5 *\n", ""},
    {"1.e4 1...e5 2.Nf3 2. ... Nc6 3 . Bb5 3\n.\n.. a6", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n", ""},
    {"1. e4 1\xe2\x80\xa6 e5 2.\xe2\x80\xa6Nf3", "1. e4 e5 2. Nf3 *\n", ""},
    {"e2-e4 e7e5 Ng1-f3 Nb8xc6", "1. e4 e5 2. Nf3 Nc6 *\n", ""},
    {"1e4 e5 1/2", "1. e4 e5 1/2-1/2\n", ""},
    {"e4 f5 exf5 g5 fxg6 e.p. 1-0", "1. e4 f5 2. exf5 g5 3. fxg6 1-0\n", ""},
    {"e4 f5 exf5 g5 fxg6e.p.! h5 g7 1-0", "1. e4 f5 2. exf5 g5 3. fxg6 $1 h5 4. g7 1-0\n", ""},
    {"f3 e5 g4 Qh4 # 0-1", "1. f3 e5 2. g4 Qh4# 0-1\n", ""},
    {"f3 e5 g4 Qh4 0-1", "1. f3 e5 2. g4 Qh4# 0-1\n", ""},
    {"f3+ e5++ g4?? Qh4#!! 0-1", "1. f3 e5 2. g4 $4 Qh4# $3 0-1\n", ""},
    {"1. e4 ! e5 ?! 2. Nf3 +/- Nc6!!! 3. Bb5 = $146 a6$1$2",
     "1. e4 $1 e5 $6 2. Nf3 $16 Nc6 $3 "
     "3. Bb5 $10 $146 a6 $1 $2 *\n",
     ""},
    {"e4 e5 Nf3 Nf6 Bc4 Bc5 0-0 0-0", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O *\n", ""},
    {"e4 e5 Nf3 Nf6 Bc4 Bc5 e1g1 o-o", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O *\n", ""},
    {ENDING "10... e5 11. e4", "10... e5 11. e4 *\n", ""},
    {ENDING "e5 (10... e6 11. e4) (10... Kd7) 11. e4",
     "10... e5 (10... e6 11. e4) (10... Kd7) "
     "11. e4 *\n",
     ""},
    /* comments: positions, line ends inside, braces that do not end them */
    {"{first} e4 {a}{b} e5 ; to the end } of the line\nNf3",
     "{first} 1. e4 {a} {b} 1... e5 ;to the end } of the line\n2. Nf3 *\n", ""},
    {"e4 {one\ntwo\r\nthree\rfour}", "1. e4 {one two three four} *\n", ""},
    {"e4 {  }{} e5", "1. e4 e5 *\n", ""},
    {"e4 {a {b} e5", "1. e4 {a {b} 1... e5 *\n", ""},
    {"e4 {a ; b} e5 ; {\nNf3", "1. e4 {a ; b} 1... e5 {{} 2. Nf3 *\n", ""},
    {"% no move\ne4\r%{\re5\n%\nNf3\n%", "% no move\n1. e4\n%{\ne5\n%\n2. Nf3\n%\n*\n", ""},
    {"e4 ({before} 1. d4 {behind}) {after} e5",
     "1. e4 ({before} 1. d4 {behind}) {after} 1... e5 "
     "*\n",
     ""},
    {"e4{see\n[FEN \"8/8\"]\n}e5{\n[a]\n}*", "1. e4 {see [FEN \"8/8\"]} 1... e5 {[a]} *\n", ""},
    {"{c} [Event \"x\"] {d}\n[White \"y\"]\ne4", "{c} {d} 1. e4 *\n", ""},
    /* variations */
    {"e4 e5 (c5 Nf3 (c3 d5) d6) (e6) Nf3",
     "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... e6) "
     "2. Nf3 *\n",
     ""},
    {"e4 () e5 ({c})", "1. e4 e5 ({c}) *\n", ""},
    {"e4 (d4 -- c4) e5", "1. e4 (1. d4 -- 2. c4) 1... e5 *\n", ""},
    {"e4 (1. d4 1-0) e5 0-1", "1. e4 (1. d4 1-0) 1... e5 0-1\n", ""},
    {"e4 (e5) (d4 d6 e9 (d7 xyz) f4) e5", "1. e4 (e5) (1. d4 d6 e9 (d7 xyz) f4) 1... e5 *\n",
     "1: \"e5\" is no"},
    {"(d4) e4", "(d4) 1. e4 *\n", "1: a variation has no move to replace\n"},
    {"e4 ((d4 d5) c4) e5", "1. e4 ((d4 d5) 1. c4) 1... e5 *\n",
     "1: a variation has no move to replace\n"},
    {"e4 e5 ) Nf3", "1. e4 e5 ) 2. Nf3 *\n", "1: a ) closes no variation\n"},
    /* what is not understood stays as it is */
    {"e4 (d4 1... Ke7 {my  note} (1... x\n{a}) $3) e5",
     "1. e4 (1. d4 1... Ke7 {my  note} (1... x\n{a}) $3) 1... e5 *\n", "1: \"Ke7\" is not legal"},
    {"e4 (d4 Ke7 ; } (\n% {\n) e5", "1. e4 (1. d4 Ke7 ; } (\n% {\n) 1... e5 *\n", "1: \"Ke7\" is"},
    {"e4 (d4 Ke7\n% {\n) e5", "1. e4 (1. d4 Ke7\n% {\n) 1... e5 *\n", "1: \"Ke7\" is"},
    {"e4 (d4 2. %x\n) ({c} 1. ? [b\n) e5", "1. e4 (1. d4 2. %x) ({c} $2 [b) 1... e5 *\n",
     "1: \"%x\" is"},
    {"e4 (d4 Ke7 $$ $9) e5", "1. e4 (1. d4 Ke7 $$ $9) 1... e5 *\n", "1: \"Ke7\" is"},
    {"e4 (d4 d5 0-1 {so} Nf3) e5", "1. e4 (1. d4 d5 0-1 {so} 2. Nf3) 1... e5 *\n", ""},
    {"[Event \"a\"]\n[ \"b\"]\n[%c d\ne4", "{[\"b\"]} {[%c d} 1. e4 *\n", "2: a tag has no name"},
    /* text after the result */
    {"e4 e5 * (1... c5 {x}) (d4) {y} $3\n(c6)\n{z} [Event \"x\"]\nd4",
     "1. e4 e5 (1... c5 {x}) (d4) {y} $3 (1... c6) *\n{z} 1. d4 *\n", "1: \"d4\" is not legal"},
    {"e4 1-0 )", "1. e4 ) 1-0\n", "1: a ) closes no variation"},
    {"e4 *\n%x\n{y}\nd4 *\n%z\n{w}", "1. e4 *\n%x\n{y} 1. d4 *\n", ""},
    /* without blanks */
    {"1.e4* 1.d4{c}d5(1...f5)2.c4$1;d\n2...e6*",
     "1. e4 *\n1. d4 {c} 1... d5 (1... f5) 2. c4 $1 {d} 2... e6 *\n", ""},
    {"1.f3 e5 2.g4 Qh4#!0-1 1.e4 e51-0", "1. f3 e5 2. g4 Qh4# $1 0-1\n1. e4 e5 1-0\n", ""},
    {"e4$1$2e5$3{c}$4", "1. e4 $1 $2 e5 $3 {c} $4 *\n", ""},
    {"e4 e51/2-1/2 Nf3 Nf6 g3 g6 Bg2 Bg7 O-O*",
     "1. e4 e5 1/2-1/2\n1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O *\n", ""},
    {"[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\na8=Q+!?+- 1-0", "1. a8=Q+ $5 $18 1-0\n", ""},
    /* typographic characters */
    {"e4 e5 Nf3 Nf6 Bc4 Bc5 O\xe2\x80\x93O 0\xe2\x80\x94"
     "0 1\xe2\x80\x93"
     "0",
     "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O 1-0\n", ""},
    {"\xe2\x99\x99"
     "e4 \xe2\x99\x9e"
     "f6 \xe2\x99\x98"
     "c3 d5 e4\xc3\x97"
     "d5 \xc2\xbd\xe2\x80\x91\xc2\xbd",
     "1. e4 Nf6 2. Nc3 d5 3. exd5 1/2-1/2\n", ""},
    {"e4 e5 \xbd\x96\xbd\nd4 d5 \xc2\xbd", "1. e4 e5 1/2-1/2\n1. d4 d5 1/2-1/2\n", ""},
    {"\xef\xbb\xbf\xc2\xa0[White \"A\"]\n\n1.\xc2\xa0"
     "e4\xe2\x80\xaf"
     "e5\xa0Nf3\xe3\x80\x80*\xe2\x80\x8b",
     "1. e4 e5 2. Nf3 *\n", ""},
    {"e4\xe2\x88\x93 e5 \xe2\x96\xa1 Nf3\xe2\x80\xbc Nc6\xe2\x81\x87 Bb5\xe2\x81\x89\xc2\xb1 a6 TN "
     "Ba4+\xe2\x88\x92 b5=\xe2\x88\x9e",
     "1. e4 $17 e5 $7 2. Nf3 $3 Nc6 $4 3. Bb5 $5 $16 a6 $146 4. Ba4 $18 b5 $10 $13 *\n", ""},
    {"e4 e5 \xe2\xa9\xb2 Nf3 \xe2\xa9\xb1 Nc6+/=!", "1. e4 e5 $14 2. Nf3 $15 Nc6 $14 $1 *\n", ""},
    {"[Result \"1\xe2\x80\x93"
     "0\"]\n\ne4",
     "1. e4 1-0\n", ""},
    /* start positions */
    {"[Setup \"1\"]\n[fen \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\ne4 *", "1. e4 *\n", ""},
    {"[Variant \"nocastle\"]\n\ne4 e5 Nf3 Nf6 Bc4 Bc5 O-O *", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 *\n",
     "3: \"O-O\" is not legal"},
    {"e4 e5\n(c5 Nf3\n(c3", "1. e4 e5 (1... c5 2. Nf3 (2. c3)) *\n",
     "2: a variation is left open\n"},
    {"e4 (d4 *\n[Event \"x\"]\n\nd4", "1. e4 (1. d4 *) *\n1. d4 *\n",
     "1: a variation is left open\n"},
    /* the end of a game and the start of the next one */
    {"e4 * d4 1-0 c4", "1. e4 *\n1. d4 1-0\n1. c4 *\n", ""},
    {"e4 1-0 {behind}\n[Event \"x\"]\nd4", "1. e4 {behind} 1-0\n1. d4 *\n", ""},
    {"[Event \"x\"]\n[Result \"1-0\"]\n\n[Event \"y\"]\n[Result \"0-1\"]\n\ne4", "1-0\n1. e4 0-1\n",
     ""},
    {"[White \"x\"]\n\n[Result \"0-1\"]\n\ne4", "1. e4 0-1\n", ""},
    {"e4 e5 1-0[Event \"x\"] *", "1. e4 e5 1-0\n*\n", ""},
    {"e4 {left\n[Event \"x\"]\n\nd4", "1. e4 {left} *\n1. d4 *\n", "1: a comment is left open\n"},
    {"{left\n[Event \"x\"]\n\nd4", "{left} *\n1. d4 *\n", "1: a comment is left open\n"},
    {"e4 e5\n{left\nopen *\n", "1. e4 e5 {left open *} *\n", "2: a comment is left open\n"},
    {"[Result \"1-0\"]\ne4\n0-1", "1. e4 0-1\n",
     "3: the tag Result says 1-0, the game ends 0-1, which counts\n"},
    {"[Result \"2-0\"]\n\ne4 1-0\n\nd4", "1. e4 1-0\n1. d4 *\n",
     "3: the tag Result says 2-0, the game ends 1-0, which counts\n"},
    {"e4 e5 1/2 - 1/2 d4 1 - 0\nc4 0 - 1 e4 1 - x",
     "1. e4 e5 1/2-1/2\n1. d4 1-0\n1. c4 0-1\n1. e4 *\n", "2: \"-\" is not a move"},
    {"e4!!? e5?\?! Nf3!!!? Nc6!?!?!?", "1. e4 $1 $5 e5 $2 $6 2. Nf3 $3 $5 Nc6 $5 $5 $5 *\n", ""},
    {"[Result \"?\"]\ne4 0-1", "1. e4 0-1\n", ""},
    /* broken games; the next one is read */
    {"e4 e5\nBb6 Nf6 *\nd4 *", "1. e4 e5 *\n1. d4 *\n",
     "2: \"Bb6\" is not legal at move 2 of White\n"},
    {"d4 d5 Nf3 Nf6 Nd2 *", "1. d4 d5 2. Nf3 Nf6 *\n",
     "1: \"Nd2\" is not legal at move 3 of White: ambiguous move\n"},
    {"e4 Sf6 *\nd4", "1. e4 *\n1. d4 *\n", "1: \"Sf6\" is not a move at move 1 of Black\n"},
    {"e4 -- d4", "1. e4 *\n", "1: \"--\" is a null move at move 1 of Black\n"},
    {"e4 f5 Qh5 --", "1. e4 f5 2. Qh5+ *\n",
     "1: \"--\" is a null move in check at move 2 of Black\n"},
    {"e4 {c} [d4] (d4", "1. e4 {c} *\n", "1: \"[d4]\" is not a move at move 1 of Black\n"},
    {"e4 $ e5 $99999999999 d4 $300", "1. e4 $ 1... e5 $99999999999 2. d4 $300 *\n",
     "1: a NAG is not a number up to 65,535\n"},
    {"e4\r\ne5\r\nxyz *", "1. e4 e5 *\n", "3: \"xyz\" is not a move at move 2 of White\n"},
    {"e4 %e5\nd5", "1. e4 *\n", "1: \"%e5\" is not a move at move 1 of Black\n"},
    {"e4 nf6", "1. e4 *\n", "1: \"nf6\" is not a move at move 1 of Black\n"},
    {"e4 e5 bc4", "1. e4 e5 *\n", "1: \"bc4\" is not legal at move 2 of White\n"},
    {"b2b4 b8c6 b1c3", "1. b4 Nc6 2. Nc3 *\n", ""},
    {"[Variant \"Crazyhouse\"]\n\ne4", "*\n",
     "1: \"Crazyhouse\" is a variant that is not supported\n"},
    {"[Event \"x\"]\n[FEN \"8/8\"]\n\ne4 *", "*\n", "2: the FEN is not valid: "},
    {"[Event \"x\"]\n\n[Variant \"shogi\"]\n\ne4 *", "*\n", "3: \"shogi\" is a variant"},
    {"hello, world.", "*\n", "1: \"hello,\" is not a move at move 1 of White\n"},
    {"}", "*\n", "1: \"}\" is not a move at move 1 of White\n"},
    {"\xff\xfe[Event \"x\"]\n\ne4 *\n\n[Event \"y\"]\n\ne4 *", "*\n",
     "1: this file is UTF-16; save it as UTF-8\n"},
};

START_ROWS(accepted_texts, ROWS(texts)) {
    Output output, errors = {0}, by_bytes, again;
    const Word text = tests_copy(word_of(texts[_i].text));
    const char *said;

    rewrite(&output, pgn_from_word, text, &strict, &errors);
    rewrite(&by_bytes, single_bytes, text, &strict, NULL);
    ck_assert_str_eq(output.at, by_bytes.at);
    rewrite(&again, pgn_from_word, output_word(&output), &strict, NULL);
    ck_assert_str_eq(output.at, again.at);
    said = errors.at ? errors.at : "";
    ck_assert_str_eq(moves_only(&output), texts[_i].moves);
    ck_assert_msg(!strncmp(said, texts[_i].errors, strlen(texts[_i].errors)) &&
                      (*texts[_i].errors || !*said),
                  "%s: %s, not %s", texts[_i].text, said, texts[_i].errors);
    free(output.at);
    free(errors.at);
    free(by_bytes.at);
    free(again.at);
    tests_free(text);
}

/* A tag line, and its name and value; NULL: not a tag. */
static const struct {
    const char *text, *name, *value;
} tags[] = {
    {"[White \"A\"]", "White", "A"},
    {"[White\"A\"]", "White", "A"},
    {" [  White\t \"A\"  ]", "White", "A"},
    {"[White \"A", "White", "A"},
    {"[White \"A\"", "White", "A"},
    {"[White A. Nimzowitsch ]", "White", "A. Nimzowitsch"},
    {"[White \"\"]", "White", ""},
    {"[White]", "White", ""},
    {"[White", "White", ""},
    {"[White \" A \"]", "White", " A "},
    {"[White \"A]B\"]", "White", "A]B"},
    {"[White \"the \"Big\" one\"]", "White", "the \"Big\" one"},
    {"[White \"the \\\"Big\\\"\"]", "White", "the \"Big\""},
    {"[White \"C:\\games\\\\x\"]", "White", "C:\\games\\x"},
    {"[White \"\\\\\"]", "White", "\\"},
    {"[White \"A\tB\"]", "White", "A B"},
    {"[White \"\xd6\"]", "White", "\xd6"},
    {"[White \"A\"] [Black \"B\"]", "Black", "B"},
    {"[White \"A\"]\r\n[Black \"B\"]\r\n", "Black", "B"},
    {"[White-Elo \"1\"][White \"A\"]", "White", "A"},
    {"[White \"A\r\n", "White", "A"},
    {"[White \"A\"]\r[Black \"B\"]\r", "Black", "B"},
    {"[White \"A\n[Black \"B\"]\n", "Black", "B"},
    {"[White \"A\"]", "white", NULL},
    {"[White \"A\"]", "Whit", NULL},
    {"[\"A\"]", "", NULL},
    {"[setup \"1\"]", "SetUp", "1"},
    {"[White \"A\"][white \"B\"]", "white", "B"},
};

START_ROWS(tag_pairs, ROWS(tags)) {
    Word text = word_of(tags[_i].text), value;
    PgnReader *r = pgn_open(pgn_from_word, &text, &strict);
    const PgnGame *g = pgn_next(r);

    ck_assert_ptr_nonnull(g);
    value = pgn_tag(g, tags[_i].name);
    if (!tags[_i].value) {
        ck_assert_ptr_null(value.at);
    } else {
        CLAIM(value.at && word_is(value, tags[_i].value), "%s: %.*s", tags[_i].text,
              (int)value.length, value.at);
    }
    ck_assert_ptr_null(pgn_next(r));
    ck_assert_ptr_null(pgn_next(r));
    pgn_close(r);
}

START_TEST(options) {
    static const char text[] = "{c} e4 $1 {d} (d4 d5) e5 Nf3 Nc6 Bb6 *\n d4 ";
    static const struct {
        PgnOptions options;
        size_t plies, items;
        bool broken;
    } rows[] = {
        {{.comments = true, .variations = true}, 4, 11, true},
        {{.variations = true}, 4, 8, true},
        {{.comments = true}, 4, 7, true},
        {{.plies = 0}, 4, 4, true},
        {{.plies = 5}, 4, 4, true},
        {{.plies = 4}, 4, 4, false},
        {{.plies = 1, .variations = true, .comments = true}, 1, 8, false},
    };

    for (int i = 0; i < ROWS(rows); i++) {
        Word rest = word_of(text);
        PgnReader *r = pgn_open(pgn_from_word, &rest, &rows[i].options);
        const PgnGame *g = pgn_next(r);

        ck_assert_uint_eq(g->line.length, rows[i].plies);
        ck_assert_uint_eq(g->items, rows[i].items);
        ck_assert_int_eq(g->broken, rows[i].broken);
        ck_assert_uint_eq(g->from, 0);
        ck_assert_uint_eq(g->to, strlen(text) - 5);
        ck_assert_uint_eq(g->first_line, 1);
        ck_assert(g->terminated);
        g = pgn_next(r);
        ck_assert_uint_eq(g->first_line, 2);
        ck_assert_uint_eq(g->from, strlen(text) - 3);
        ck_assert_uint_eq(g->to, strlen(text));
        ck_assert(!g->terminated);
        pgn_close(r);
    }
}

START_TEST(chess960) {
    static const struct {
        const char *text;
        bool option, chess960;
        const char *fen, *error;
    } rows[] = {
        {"[Variant \"Fischerandom\"]\n", false, true, FEN_START, NULL},
        {"[FEN \"4k3/8/8/8/8/8/8/1R2K3 w B - 0 1\"]\n", false, true,
         "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", NULL},
        {"[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n", false, false,
         "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", NULL},
        {"[FEN \"4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1\"]\n", true, false,
         "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", NULL},
        {"[FEN \"4k3/8/8/8/8/8/8/R3K3 w KQ e3 0 1\"]\n", false, false,
         "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
         "the FEN has what the board does not allow: castling right K, en-passant square e3"},
    };

    for (int i = 0; i < ROWS(rows); i++) {
        const PgnOptions wanted = {.chess960 = rows[i].option};
        Word rest = word_of(rows[i].text);
        PgnReader *r = pgn_open(pgn_from_word, &rest, &wanted);
        const PgnGame *g = pgn_next(r);

        ck_assert_pstr_eq(g->error, rows[i].error);
        ck_assert(!g->broken);
        ck_assert_int_eq(g->chess960, rows[i].chess960);
        ck_assert_str_eq(tests_fen(&g->line.position[0]), rows[i].fen);
        pgn_close(r);
    }
}

/* --- writing ---------------------------------------------------------------------------------- */

START_TEST(written) {
    static const char wanted[] =
        "[Event \"a \\\"b\\\" \\\\ c d\"]\n[SetUp \"1\"]\n"
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n[Opening \"?\"]\n\n"
        "7... Ke7 $14 ;{x} y z\n(7... -- 8. e4 $1 (8. Kd2)) (7... Kf7) 8. e3 *\n\n"
        "\n1. e4 1/2-1/2\n\n";
    const Position p = tests_position("4k3/8/8/8/8/8/4P3/4K3 b - - 0 7", false);
    Output output = {0};
    PgnWriter *w = pgn_writer_new(print, &output);

    pgn_write_tag(w, "Event", word_of("a \"b\" \\ c\nd"));
    pgn_write_start(w, &p, false);
    pgn_write_tag(w, "Opening", word_of("?"));
    pgn_write_move(w, move_make(E8, E7, NO_PIECE));
    pgn_write_nag(w, 14);
    pgn_write_comment(w, word_of(" {x} y\nz "));
    pgn_write_comment(w, word_of(" \n"));
    pgn_write_begin(w);
    pgn_write_move(w, NO_MOVE);
    pgn_write_move(w, move_make(E2, E4, NO_PIECE));
    pgn_write_nag(w, 1);
    pgn_write_begin(w);
    pgn_write_move(w, move_make(E1, D2, NO_PIECE));
    pgn_write_end(w);
    pgn_write_end(w);
    pgn_write_begin(w);
    pgn_write_move(w, move_make(E8, F7, NO_PIECE));
    pgn_write_end(w);
    pgn_write_move(w, move_make(E2, E3, NO_PIECE));
    ck_assert_pstr_eq(pgn_write_result(w, PGN_OPEN_END), NULL);
    pgn_write_move(w, move_make(E2, E4, NO_PIECE));
    ck_assert_pstr_eq(pgn_write_result(w, PGN_DRAW), NULL);
    ck_assert_str_eq(output.at, wanted);
    pgn_writer_free(w);
    free(output.at);
}

/*
 * Writes a random comment: words of all lengths, brackets, several blanks, no escape at a line
 * start. A plain comment, of short words with single blanks, passes other programs unchanged.
 */
static size_t random_comment(char *out, bool plain, uint64_t *seed) {
    static const char *const words[] = {"[%clk 0:01:00]", ")", "1-0", "%x", "; {", "[Event \"x\"]"};
    const size_t size = random_next(seed) % 300;
    size_t n = 0;

    while (n < size) {
        const uint64_t kind = random_next(seed) % 12;

        if (kind < (plain ? 3 : 6)) {
            strcpy(out + n, words[kind]);
            n += strlen(words[kind]);
        } else {
            const size_t most = kind == 6 && !plain ? 200 : 9;

            for (size_t length = random_next(seed) % most + plain; length; length--)
                out[n++] = (char)('a' + length % 26);
        }
        out[n++] = ' ';
        while (!plain && random_next(seed) % 8 == 0)
            out[n++] = ' ';
    }
    out[n] = '\0';
    return n;
}

/* Writes a line of random moves with all kinds of items that may follow moves. */
static void random_line(PgnWriter *w, const Position *from, int depth, bool plain, uint64_t *seed) {
    Position p = *from;
    char text[1024];

    if (random_next(seed) % 8 == 0)
        pgn_write_comment(w, (Word){text, random_comment(text, plain, seed)});
    for (uint64_t plies = 1 + random_next(seed) % (depth ? 6 : 60); plies; plies--) {
        const Position before = p;
        Move list[MAX_MOVES], m;
        const size_t count = movegen_all(&p.board, list);

        if (!count)
            break;
        m = list[random_next(seed) % count];
        if (!position_in_check(&p) && random_next(seed) % 16 == 0)
            m = NO_MOVE;
        pgn_write_move(w, m);
        if (m == NO_MOVE) {
            position_null_move(&p, &before);
        } else {
            position_play(&p, &before, m);
        }
        while (random_next(seed) % 4 == 0)
            pgn_write_nag(w, 1 + (unsigned)(random_next(seed) % 255));
        while (random_next(seed) % 4 == 0)
            pgn_write_comment(w, (Word){text, random_comment(text, plain, seed)});
        while (depth < 4 && random_next(seed) % 6 == 0 && movegen_count(&before.board)) {
            pgn_write_begin(w);
            random_line(w, &before, depth + 1, plain, seed);
            pgn_write_end(w);
        }
    }
}

static void random_game(PgnWriter *w, const TestSample *sample, bool plain, uint64_t *seed) {
    static const char *const names[] = {"Event", "Site", "Date", "Round", "White", "Black"};
    const PgnResult result = (PgnResult)(random_next(seed) % 4);
    const Position p = tests_position(sample->fen, sample->chess960);
    char text[1024];

    for (int i = 0; i < ROWS(names); i++)
        pgn_write_tag(w, names[i], (Word){text, random_comment(text, plain, seed)});
    pgn_write_tag(w, "Result", word_of(pgn_result_text(result)));
    pgn_write_start(w, &p, sample->chess960);
    pgn_write_tag(w, "Annotator", word_of("\"\\\"\\"));
    random_line(w, &p, 0, plain, seed);
    ck_assert_pstr_eq(pgn_write_result(w, result), NULL);
}

/* A game written step by step, read, and written as a whole gives the same text without errors. */
START_ROWS(round_trips, 5) {
    uint64_t seed = (uint64_t)_i;
    Output output = {0}, again, errors = {0};
    PgnWriter *w = pgn_writer_new(print, &output);
    size_t games = 0;

    for (const TestSample *s = tests_samples(); s->fen; s++, games++)
        random_game(w, s, false, &seed);
    check_written(&output);
    ck_assert_uint_eq(rewrite(&again, pgn_from_word, output_word(&output), &everything, &errors),
                      games);
    ck_assert_pstr_eq(errors.at, NULL);
    ck_assert_msg(!strcmp(output.at, again.at), "%s\nis read as\n%s", output.at, again.at);
    pgn_writer_free(w);
    free(output.at);
    free(again.at);
}

/* Returns true if both games have the same tags, in any order. */
static bool same_tags(const PgnGame *a, const PgnGame *b) {
    for (size_t i = 0; i < a->tags; i++) {
        char name[64];
        Text t = text_in(name, sizeof name);
        Word value;

        text_add_word(&t, a->tag[i].name);
        value = pgn_tag(b, name);
        if (!value.at || value.length != a->tag[i].value.length ||
            memcmp(value.at, a->tag[i].value.at, value.length) != 0)
            return false;
    }
    return a->tags == b->tags;
}

/*
 * Runs our text through D. J. Barnes' pgn-extract. Returns false if pgn-extract is not installed.
 */
static bool extract(Output *out, const Output *in) {
    static const char command[] =
        "PATH=$PATH:/usr/games; command -v pgn-extract > /dev/null || exit 0; "
        "pgn-extract -s -w80 --allownullmoves 2> /dev/null ";
    char name[] = "/tmp/alula-pgn-XXXXXX", line[256], buffer[4096];
    const int file = mkstemp(name);
    FILE *pipe;
    size_t n;
    Text t = text_in(line, sizeof line);

    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(write(file, in->at, in->length), (ssize_t)in->length);
    close(file);
    text_addf(&t, "%s%s", command, name);
    pipe = popen(line, "r");
    ck_assert_ptr_nonnull(pipe);
    *out = (Output){0};
    while ((n = fread(buffer, 1, sizeof buffer, pipe)))
        print(out, buffer, n);
    ck_assert_int_eq(pclose(pipe), 0);
    unlink(name);
    return out->length;
}

/* Another program reads our PGN: moves, comments, NAGs, variations, tags. */
START_TEST(pgn_extract_reads_it) {
    uint64_t seed = 4;
    Output output = {0}, theirs, ours, back;
    PgnWriter *w = pgn_writer_new(print, &output);
    PgnReader *a, *b;
    const PgnGame *game, *other;
    Word one, two;

    for (const TestSample *s = tests_samples(); s->fen; s++)
        random_game(w, s, true, &seed);
    pgn_writer_free(w);
    if (!extract(&theirs, &output)) {
        printf("skipped: pgn-extract is not installed\n");
        free(output.at);
        return;
    }
    one = output_word(&output);
    two = output_word(&theirs);
    a = pgn_open(pgn_from_word, &one, &everything);
    b = pgn_open(pgn_from_word, &two, &everything);
    for (int n = 1; (game = pgn_next(a)); n++) {
        other = pgn_next(b);
        CLAIM(other && same_tags(game, other), "the tags of game %d", n);
        CLAIM(!other->error, "game %d: %s", n, other->error);
    }
    ck_assert_ptr_null(pgn_next(b));
    pgn_close(a);
    pgn_close(b);
    rewrite(&ours, pgn_from_word, output_word(&output), &everything, NULL);
    rewrite(&back, pgn_from_word, output_word(&theirs), &everything, NULL);
    ck_assert_str_eq(moves_only(&ours), moves_only(&back));
    free(output.at);
    free(theirs.at);
    free(ours.at);
    free(back.at);
}

/* --- malformed texts -------------------------------------------------------------------------- */

/* Checks that any game, once read, is written in a form that reads the same. */
static void check_any(Word text) {
    Output once, twice;

    rewrite(&once, pgn_from_word, text, &everything, NULL);
    rewrite(&twice, pgn_from_word, output_word(&once), &everything, NULL);
    CLAIM(!strcmp(once.at, twice.at), "%.*s\nwas read as\n%s\nand then as\n%s", (int)text.length,
          text.at, once.at, twice.at);
    free(once.at);
    free(twice.at);
}

/* Every prefix of a text: games complete in it are unchanged. */
START_TEST(truncated) {
    static const char text[] =
        "\xef\xbb\xbf[Event \"a \\\"b\\\"\"]\r\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\r\n\r\n"
        "1. e4! {one} (1. e3 Kd7 (1... Ke7 $14) 2. Kd2) 1... Ke7 ; two\r\n% three\r\n1-0\r\n\r\n"
        "[Variant \"Chess960\"]\n[Result \"*\"]\n\n1. e4 e5 2. 0-0 Nf3+- Z0 1/2-1/2\n";
    Word whole;

    for (size_t cut = 0; cut < sizeof text; cut++) {
        const Word part = tests_copy((Word){text, cut});

        check_any(part);
        tests_free(part);
    }
    if (!tests_read(&whole, "pgn/games/molinari-bordais-1979.pgn"))
        return;
    for (size_t cut = 0; cut <= whole.length; cut++) {
        const Word part = tests_copy((Word){whole.at, cut});

        check_any(part);
        tests_free(part);
    }
    tests_free(whole);
}

/* Changes some bytes to random or significant ones, and moves some. */
static void mutate(char *text, size_t length, uint64_t *seed) {
    static const char signs[] = "{}()[];%$\"\\\n\r 1.-*!?/=xONKe4\0\xef";

    for (uint64_t n = 1 + random_next(seed) % 12; n; n--) {
        const size_t at = random_next(seed) % length, from = random_next(seed) % length;
        const size_t most = length - (at > from ? at : from);

        switch (random_next(seed) % 4) {
        case 0:
            text[at] = (char)random_next(seed);
            break;
        case 1:
        case 2:
            text[at] = signs[random_next(seed) % sizeof signs];
            break;
        default:
            memmove(text + at, text + from, random_next(seed) % 40 % most);
        }
    }
}

START_ROWS(damaged, 5) {
    static const char *const names[] = {"anastasian-lewis", "cutechess-fischerrandom",
                                        "kasparov-deep-blue-1997", "molinari-bordais-1979",
                                        "stockfish-learning"};
    uint64_t seed = (uint64_t)_i;
    char path[100];
    Text t = text_in(path, sizeof path);
    Word whole;

    text_addf(&t, "pgn/games/%s.pgn", names[_i]);
    if (!tests_read(&whole, path))
        return;
    for (size_t work = 0; work < 400000; work += whole.length) {
        const Word copy = tests_copy(whole);

        mutate((char *)copy.at, copy.length, &seed);
        check_any(copy);
        tests_free(copy);
    }
    tests_free(whole);
}

/* Random bytes, mostly significant ones. */
START_TEST(garbage) {
    static const char signs[] = "{}()[];%$\"\\\n\r  1.-*e4e5d4d5Nf3Qabh";
    uint64_t seed = 5;

    for (int i = 0; i < 3000; i++) {
        char text[200];
        const size_t length = random_next(&seed) % sizeof text;
        Word copy;

        for (size_t n = 0; n < length; n++)
            text[n] = random_next(&seed) % 16 ? signs[random_next(&seed) % (sizeof signs - 1)]
                                              : (char)random_next(&seed);
        copy = tests_copy((Word){text, length});
        check_any(copy);
        tests_free(copy);
    }
}

/* A source of a repeated text, followed by the rest. */
typedef struct {
    const char *text;
    size_t at, times;
    const char *then;
} Flood;

static size_t flood(void *context, char *buffer, size_t room) {
    Flood *f = context;
    const size_t length = strlen(f->text);
    size_t n = 0;

    for (; n < room && f->times; n++) {
        buffer[n] = f->text[f->at++];
        if (f->at == length) {
            f->at = 0;
            f->times--;
        }
    }
    for (; n < room && *f->then; n++)
        buffer[n] = *f->then++;
    return n;
}

/* Too many items of one kind are an error if they are kept, and ignored otherwise. */
START_ROWS(floods, 13) {
    static const struct {
        const char *text;
        size_t times;
        const char *then, *error;
        bool only_kept; /* no error for readers that do not keep the item */
    } rows[] = {
        {"e4 (d4 ", 1, "(c4))", NULL, false},
        {"e4 (", 9000, "", "8,192 nested variations", true},
        {"Nf3 Nf6 Ng1 Ng8 ", 20000, "*", "65,536 plies", false},
        {"$1", 1100000, "*", "a million", true},
        {"[a \"b\"]", 70000, "*", "65,536 tags", false},
        {"{", 17000000, "} *", "16 MB", true},
        {"[a \"", 1, "x", NULL, false},
        {"e", 20000000, " *", "is not a move", false},
        {"\\", 20000000, "*", "is not a move", false},
        {"9", 1000000, ". e4", NULL, false},
        {"\n", 20000000, "*", NULL, false},
        {"%%%%%\n", 1000000, "*", NULL, false},
        {";{\n", 100000, "*", NULL, false},
    };

    for (int keep = 0; keep < 2; keep++) {
        const PgnOptions wanted = {.comments = keep, .variations = keep};
        Flood f = {rows[_i].text, 0, rows[_i].times, rows[_i].then};
        PgnReader *r = pgn_open(flood, &f, &wanted);
        const PgnGame *g = pgn_next(r);
        const char *want = keep || !rows[_i].only_kept ? rows[_i].error : NULL;

        ck_assert_ptr_nonnull(g);
        check_game(g);
        if (want) {
            ck_assert(g->broken);
            ck_assert_msg(strstr(g->error, want), "%s: %s", want, g->error);
        } else {
            CLAIM(!g->error || strstr(g->error, "left open"), "%s", g->error);
        }
        ck_assert_ptr_null(pgn_next(r));
        pgn_close(r);
    }
}

/*
 * A NUL byte is not a delimiter: it is in no set of characters, and nothing after its word is read.
 */
START_TEST(nul_bytes) {
    static const char last[] =
        "1. e4 e5 " /* a NUL in the last byte of the longest word */
        "000000000000000000000000000000000000000000000000000000000000000\0 *",
                      alone[] = "1. e4 e5 \0 *", after_move[] = "1. e4\0 e5 *";
    const Word text[] = {
        {last, sizeof last - 1}, {alone, sizeof alone - 1}, {after_move, sizeof after_move - 1}};

    for (int i = 0; i < ROWS(text); i++) {
        Word copy = tests_copy(text[i]), rest = copy;
        PgnReader *r = pgn_open(pgn_from_word, &rest, &everything);
        const PgnGame *g = pgn_next(r);

        ck_assert_ptr_nonnull(g);
        check_game(g);
        CLAIM(g->error && strstr(g->error, "is not a move"), "%d: %s", i, g->error);
        pgn_close(r);
        tests_free(copy);
    }
}

int main(void) {
    attacks_init();
    zobrist_init();
    return tests_run("pgn");
}
