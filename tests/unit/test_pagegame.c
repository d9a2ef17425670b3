/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of pagegame.h: games that are read, changed in the middle, and written with the remaining
 * items.
 */
#include "contrib/web/pagegame.h"

#include "chess/fen.h"
#include "chess/notation.h"
#include "chess/zobrist.h"
#include "tests.h"

#define GAME                                                                                       \
    "[White \"w\"]\n[Result \"1-0\"]\n\n{a} 1. e4 {b} e5 $2 (1... c5 {c} 2. Nf3 (2. Nc3 Nc6) d6) " \
    "2. Nf3 (2. f4 exf4) Nc6 {d} 1-0\n\n[White \"second\"]\n\n1. d4 *\n"

/* Changes of a game, and its movetext afterwards. */
static const struct {
    const char *pgn, *steps, *movetext;
} changes[] = {
    {GAME, "",
     "{a} 1. e4 {b} 1... e5 $2 (1... c5 {c} 2. Nf3 (2. Nc3 Nc6) 2... d6) 2. Nf3 (2. f4 exf4) 2... "
     "Nc6 {d} 1-0"},
    /* replaying the moves of the game changes nothing, not even the result */
    {GAME, "play 1 e5, play 3 Nc6",
     "{a} 1. e4 {b} 1... e5 $2 (1... c5 {c} 2. Nf3 (2. Nc3 Nc6) 2... d6) 2. Nf3 (2. f4 exf4) 2... "
     "Nc6 {d} 1-0"},
    {GAME, "cut 4",
     "{a} 1. e4 {b} 1... e5 $2 (1... c5 {c} 2. Nf3 (2. Nc3 Nc6) 2... d6) 2. Nf3 (2. f4 exf4) 2... "
     "Nc6 {d} 1-0"},
    /* comments on the remaining moves stay */
    {GAME, "cut 3",
     "{a} 1. e4 {b} 1... e5 $2 (1... c5 {c} 2. Nf3 (2. Nc3 Nc6) 2... d6) 2. Nf3 (2. f4 exf4) *"},
    {GAME, "cut 2", "{a} 1. e4 {b} 1... e5 $2 (1... c5 {c} 2. Nf3 (2. Nc3 Nc6) 2... d6) *"},
    {GAME, "cut 1", "{a} 1. e4 {b} *"},
    {GAME, "cut 0", "{a} *"},
    {GAME, "play 1 c5, play 2 Nf3", "{a} 1. e4 {b} 1... c5 2. Nf3 *"},
    {GAME, "play 4 Bb5, end 1/2-1/2",
     "{a} 1. e4 {b} 1... e5 $2 (1... c5 {c} 2. Nf3 (2. Nc3 Nc6) 2... d6) 2. Nf3 (2. f4 exf4) 2... "
     "Nc6 {d} 3. Bb5 1/2-1/2"},
    {GAME, "cut 0, play 0 d4, end 0-1, cut 1", "{a} 1. d4 0-1"},
    /* broken: up to the error */
    {"1. e4 e5 2. Ke3 a6", "", "1. e4 e5 *"},
    {"1. e4 e5 2. Ke3 a6", "play 2 Nf3", "1. e4 e5 2. Nf3 *"},
    {"[FEN \"4k3/8/8/8/8/8/8/1R2KR2 w FB - 0 1\"]\n\n1. O-O", "play 1 Ke7", "1. O-O Ke7 *"},
};

static void put(void *context, const char *at, size_t length) {
    text_add_word(context, (Word){at, length});
}

/* Returns the movetext of the game as one line. */
static const char *movetext(const PageGame *g) {
    static char buffer[4000];
    Text text = text_in(buffer, sizeof buffer);
    PgnWriter *w = pgn_writer_new(put, &text);
    char *at;

    ck_assert_ptr_null(pgn_write(w, &g->pgn));
    pgn_writer_free(w);
    ck_assert_ptr_nonnull((at = strstr(buffer, "\n\n")));
    for (char *c = at += 2; *c; c++)
        if (*c == '\n')
            *c = c[1] == '\n' ? '\0' : ' ';
    return at;
}

static void step(PageGame *g, Word words) {
    const Word name = text_word(&words), word = text_word(&words);
    int64_t ply = 0;
    Move m;

    if (word_is(name, "end")) {
        pagegame_end(g, word_is(word, "0-1") ? PGN_BLACK_WINS : PGN_DRAW);
        return;
    }
    ck_assert(word_number(word, 0, 1000, &ply));
    if (word_is(name, "cut")) {
        pagegame_cut(g, (size_t)ply);
        return;
    }
    ck_assert(!notation_parse(&m, &g->pgn.line.position[ply], text_word(&words)));
    ck_assert_ptr_null(pagegame_play(g, (size_t)ply, m));
    ck_assert_int_eq(g->pgn.line.move[ply], m);
}

START_ROWS(changed_games, ROWS(changes)) {
    PageGame g = {0};
    Word steps = word_of(changes[_i].steps);

    ck_assert_ptr_null(pagegame_read(&g, word_of(changes[_i].pgn), 0));
    while (steps.length)
        step(&g, text_until(&steps, ','));
    ck_assert_str_eq(movetext(&g), changes[_i].movetext);
    pagegame_free(&g);
}

static const char *tag(const PageGame *g, const char *name) {
    static char buffer[100];
    const Word value = pgn_tag(&g->pgn, name);
    Text text = text_in(buffer, sizeof buffer);

    text_add_word(&text, value);
    return value.at ? buffer : "none";
}

START_TEST(tags) {
    PageGame g = {0};

    ck_assert_ptr_null(pagegame_read(&g, word_of(GAME), 1));
    ck_assert_str_eq(tag(&g, "White"), "second");
    for (int i = 0; i < 100; i++) {
        ck_assert_ptr_null(pagegame_tag(&g, word_of("White"), word_of(i % 2 ? "a" : "bb")));
        ck_assert_str_eq(tag(&g, "White"), i % 2 ? "a" : "bb");
        ck_assert_ptr_null(pagegame_tag(&g, word_of("Black"), word_of("c")));
        ck_assert_uint_eq(g.pgn.tags, 2);
        ck_assert_ptr_null(pagegame_tag(&g, word_of("Black"), word_of("")));
        ck_assert_str_eq(tag(&g, "Black"), "none");
    }
    ck_assert_ptr_null(pagegame_tag(&g, word_of("Site"), word_of("")));
    ck_assert_uint_eq(g.pgn.tags, 1);
    pagegame_free(&g);
}

START_TEST(another_start) {
    const Position start = tests_position("4k3/8/8/8/8/8/8/4K2R w K - 0 1", false);
    PageGame g = {0};

    ck_assert_ptr_null(pagegame_start(&g, &start, false));
    ck_assert_ptr_nonnull(pagegame_read(&g, word_of(""), 0));
    ck_assert_ptr_nonnull(pagegame_read(&g, word_of(GAME), 2));
    ck_assert(tests_same(gameline_now(&g.pgn.line), &start));
    ck_assert_ptr_null(pagegame_read(&g, word_of(GAME), 0));
    ck_assert_uint_eq(g.pgn.line.length, 4);
    ck_assert_ptr_null(pagegame_start(&g, &start, false));
    ck_assert_uint_eq(g.pgn.line.length + g.pgn.items + g.pgn.tags, 0);
    pagegame_free(&g);
}

int main(void) {
    attacks_init();
    zobrist_init();
    return tests_run("pagegame");
}
