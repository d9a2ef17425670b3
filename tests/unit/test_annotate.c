/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of annotate_notes.h: annotated games. */
#include "protocol/console/annotate_notes.h"

#include "chess/notation.h"
#include "engine.h"
#include "search/search.h"
#include "tests.h"

enum { PLIES_MAX = 8 };

/* A game, the scores of its positions (NONE: no note), a better move, and the annotated game. */
enum { NONE = 99999 };
static const struct {
    const char *game;
    int score[PLIES_MAX];
    const char *better; /* in each position */
    Mark mark;          /* of the first move */
    const char *notes;
} rows[] = {
    {"1. e4 e5 *",
     {20, -20, 20},
     "a3",
     NO_MARK,
     "1. e4 {[%eval 0.20,7]} 1... e5 {[%eval 0.20,7]} *"},
    {"1. e4 *",
     {20, 900},
     "d4",
     MARK_BLUNDER,
     "1. e4 $4 {[%eval -9.00,7]} (1. d4 {[%eval 0.20,7]}) *"},
    {"1. e4 *",
     {0, 70},
     "d4",
     MARK_DUBIOUS,
     "1. e4 $6 {[%eval -0.70,7]} (1. d4 {[%eval 0.00,7]}) *"},
    {"1. e4 *",
     {SCORE_MATE - 3, 0},
     "d4",
     MARK_BLUNDER,
     "1. e4 $4 {[%eval 0.00,7]} (1. d4 {[%eval #2,7]}) *"},
    {"1. e4 *", {20, NONE}, "d4", NO_MARK, "1. e4 *"},
    {"1. e4 *", {20, -10}, "d4", NO_MARK, "1. e4 {[%eval 0.10,7]} *"}, /* nearly as good */
    {"1. e4 *", {20, 900}, "e4", NO_MARK, "1. e4 {[%eval -9.00,7]} *"},
    {"1. e4 $1 {[%eval 3.00] good} *",
     {20, 900},
     "d4",
     MARK_BLUNDER,
     "1. e4 $1 {[%eval -9.00,7]} {good} (1. d4 {[%eval 0.20,7]}) *"},
};

static void print(void *context, const char *at, size_t length) {
    text_add_word(context, (Word){at, length});
}

static PgnReader *open_game(Word *text) {
    const PgnOptions options = {.comments = true, .variations = true, .null_moves = true};

    return pgn_open(pgn_from_word, text, &options);
}

START_TEST(notes) {
    Word text = word_of(rows[_i].game), written;
    PgnReader *reader = open_game(&text);
    const PgnGame *game = pgn_next(reader);
    char buffer[4096], flat[4096];
    Text out = text_in(buffer, sizeof buffer), line = text_in(flat, sizeof flat);
    Note note[PLIES_MAX] = {{.known = false}};
    Word w;

    ck_assert_ptr_nonnull(game);
    for (size_t i = 0; i <= game->line.length; i++) {
        Move m;

        note[i] =
            (Note){.known = rows[_i].score[i] != NONE, .score = rows[_i].score[i], .depth = 7};
        if (!notation_parse(&m, &game->line.position[i], word_of(rows[_i].better)))
            note[i].line[note[i].length++] = m;
    }
    ck_assert_int_eq(notes_mark(game, note, 0), rows[_i].mark);
    ck_assert(!notes_are_ours(game));
    ck_assert(notes_write(game, note, print, &out));
    pgn_close(reader);

    /* compare the moves, ignoring line breaks */
    written = word_of(strstr(buffer, "1. e4"));
    while ((w = text_word(&written)).length) {
        if (line.length)
            text_add_char(&line, ' ');
        for (size_t i = 0; i < w.length; i++)
            text_add_char(&line, w.at[i]);
    }
    for (char *c = flat; (c = strchr(c, '\n'));)
        *c = ' ';
    CLAIM(!strcmp(flat, rows[_i].notes), "%s instead of %s", flat, rows[_i].notes);

    /* the game is recognised as annotated */
    text = word_of(buffer);
    reader = open_game(&text);
    ck_assert_ptr_nonnull(game = pgn_next(reader));
    ck_assert(!game->broken);
    ck_assert(notes_are_ours(game));
    pgn_close(reader);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("annotate");
    TCase *tests = tests_case(suite);

    engine_init_tables(NULL);
    tcase_add_loop_test(tests, notes, 0, ROWS(rows));
    return tests_run(suite);
}
