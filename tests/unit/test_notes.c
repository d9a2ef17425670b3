/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of report/notes.h: annotated games. */
#include "report/notes.h"

#include "chess/notation.h"
#include "engine.h"
#include "search/result.h"
#include "tests.h"

enum { PLIES_MAX = 8 };

/* A game, the scores of its positions (NONE: no note), a better move, and the annotated game. */
enum { NONE = 99999 };
static const struct {
    const char *game;
    int score[PLIES_MAX];
    const char *better; /* the better move in each position */
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
     "1. e4 $4 {[%eval 0.00,7] Misses mate in 2: 1. d4.} (1. d4 {[%eval #2,7]}) *"},
    {"1. e4 e5 2. d4 *", /* reported where the win begins */
     {20, -SCORE_TABLEBASE, SCORE_TABLEBASE, 10},
     "a3",
     NO_MARK,
     "1. e4 {[%eval 300.00,7] White wins by tablebases} 1... e5 {[%eval 300.00,7]} 2. d4 $4 "
     "{[%eval -0.10,7]} (2. a3 {[%eval 300.00,7]}) *"},
    {"1. e4 *",
     {-SCORE_TABLEBASE, SCORE_TABLEBASE},
     "d4",
     NO_MARK,
     "1. e4 {[%eval -300.00,7] Black wins by tablebases} *"},
    {"1. e4 *", {20, NONE}, "d4", NO_MARK, "1. e4 *"},
    {"1. e4 *", {20, -10}, "d4", NO_MARK, "1. e4 {[%eval 0.10,7]} *"}, /* nearly as good */
    {"1. e4 *", {20, 900}, "e4", NO_MARK, "1. e4 {[%eval -9.00,7]} *"},
    {"1. e4 $1 {[%eval 3.00] good} *",
     {20, 900},
     "d4",
     MARK_BLUNDER,
     "1. e4 $4 {[%eval -9.00,7]} {good} {marked !} (1. d4 {[%eval 0.20,7]}) *"},
    {"{[%eval 0.1] so} 1. e4 $1 $16 $6 e5 (1... c5 x {[%eval 1,1]}) *", /* one judgement */
     {20, -20, 20},
     "a3",
     NO_MARK,
     "{so} 1. e4 $1 $16 {[%eval 0.20,7]} {marked ?!} 1... e5 {[%eval 0.20,7]} (1... c5 x {[%eval "
     "1,1]}) *"},
    {"[Annotator \"Me;Alula 0.9, depth 3\"]\n[AlulaNotes \"0\"]\n\n1. e4 $6 $14 {[%eval -0.70,7]} "
     "{so} "
     "(1. d4 {[%eval 0.00,7]} d5) e5 $2 {[%eval 3.00,9] White wins by tablebases} {marked ??} *",
     {20, -20, 20}, /* edited since: annotated again */
     "a3",
     NO_MARK,
     "1. e4 $14 {[%eval 0.20,7]} {so} 1... e5 {[%eval 0.20,7]} {marked ??} {marked ?} *"},
    {"[Annotator \"Alula\"]\n[AlulaNotes \"0\"]\n\n1. e4 {[%eval 0.3,1]} e5 $4 {[%eval 3,1]} {a} "
     "$14 "
     "{marked ??} (1... c5 {[%eval 0.3,1] White wins by tablebases} 2. Nf3) (1... d5) *",
     {NONE, NONE, NONE},
     "a3",
     NO_MARK,
     "1. e4 e5 {a} $14 {marked ??} (1... d5) *"},
    {"[Annotator \"Alula\"]\n[AlulaNotes \"0\"]\n\n1. e4 {[%eval 0.3,1]} e5 (1... c5 {[%eval "
     "0.4,1]}) "
     "(1... d5 {[%eval 0.3,1]} 2. Nf3 $1) *", /* lines by other annotators */
     {NONE, NONE, NONE},
     "a3",
     NO_MARK,
     "1. e4 e5 (1... c5 {[%eval 0.4,1]}) (1... d5 {[%eval 0.3,1]} 2. Nf3 $1) *"},
    {"[Annotator \"Alula\"]\n[AlulaNotes \"0\"]\n\n1. e4 {[%eval 0.3,1] White wins by tablebases} "
     "{(so)} "
     "e5 {White wins by tablebases} 2. d4 {[%eval 9] so [%clk 0:03]} *",
     {NONE, NONE, NONE, NONE},
     "a3",
     NO_MARK,
     "1. e4 {(so)} 1... e5 {White wins by tablebases} 2. d4 {so [%clk 0:03]} *"},
    {"[Annotator \"Alula\"]\n[AlulaNotes \"0\"]\n\n1. e4 {[%eval 0.3,1] Leaves the pawn on e4 to "
     "1... Nxe4.} e5 {[%eval 0.3,1] Leaves me nothing.} 2. d4 {Allows mate in 2.} *", /* a reason */
     {NONE, NONE, NONE, NONE},
     "a3",
     NO_MARK,
     "1. e4 e5 {Leaves me nothing.} 2. d4 {Allows mate in 2.} *"},
    {"1. e4 $2 (1. c4) e5 *", /* an earlier mark and variation */
     {20, 900, 900},
     "d4",
     MARK_BLUNDER,
     "1. e4 $4 {[%eval -9.00,7]} {marked ?} (1. d4 {[%eval 0.20,7]}) (1. c4) 1... e5 {[%eval "
     "9.00,7]} *"},
};

/* Scores before and after a move for the side that moved, the material it gives away, the mark. */
static const struct {
    int before, after, material;
    Mark mark;
} marks[] = {
    /* winning chances lost: 0.1, 0.2, 0.3 */
    {0, -54, 0, NO_MARK},
    {0, -55, 0, MARK_DUBIOUS},
    {0, -110, 0, MARK_DUBIOUS},
    {0, -111, 0, MARK_MISTAKE},
    {0, -168, 0, MARK_MISTAKE},
    {0, -169, 0, MARK_BLUNDER},
    {-327, -1088, 1000, MARK_BLUNDER},
    {-54, 0, 1000, NO_MARK}, /* a gain */
    /* allowing a mate, which matters less in a lost game */
    {-142, 3 - SCORE_MATE, 0, MARK_BLUNDER},
    {-700, 3 - SCORE_MATE, 0, MARK_BLUNDER},
    {-701, 3 - SCORE_MATE, 0, MARK_MISTAKE},
    {-999, 3 - SCORE_MATE, 0, MARK_MISTAKE},
    {-1000, 3 - SCORE_MATE, 0, MARK_DUBIOUS},
    {5 - SCORE_MATE, 3 - SCORE_MATE, 1000, NO_MARK},
    /* missing a mate, which matters less in a won game */
    {SCORE_MATE - 3, 0, 0, MARK_BLUNDER},
    {SCORE_MATE - 3, 700, 0, MARK_BLUNDER},
    {SCORE_MATE - 3, 701, 0, MARK_MISTAKE},
    {SCORE_MATE - 3, 999, 0, MARK_MISTAKE},
    {SCORE_MATE - 3, 1000, 0, MARK_DUBIOUS},
    {SCORE_MATE - 3, 3 - SCORE_MATE, 0, MARK_BLUNDER},
    {SCORE_MATE - 3, SCORE_MATE - 6, 1000, NO_MARK},
    {SCORE_MATE - 3, SCORE_MATE - 9, 200, NO_MARK},
    {SCORE_MATE - 3, SCORE_MATE - 9, 1000, MARK_DUBIOUS},
    {5 - SCORE_MATE, -900, 0, NO_MARK},
    {900, SCORE_MATE - 3, 0, NO_MARK},
    /* material lost in a decided game; a slower win is not a mistake */
    {2000, 1701, 325, NO_MARK},
    {2000, 1700, 325, MARK_DUBIOUS},
    {2000, 1700, 199, NO_MARK},
    {2000, 1301, 1000, MARK_DUBIOUS},
    {2000, 1300, 1000, MARK_MISTAKE},
    {2000, 1300, 0, NO_MARK},
    {-1300, -2000, 1000, MARK_MISTAKE},
    {1269, 503, 1000, MARK_MISTAKE},
    {1269, -503, 1000, MARK_BLUNDER},
    /* a tablebase win counts like a mate */
    {SCORE_MATE - 7, SCORE_TABLEBASE - 20, 0, NO_MARK},
    {-SCORE_TABLEBASE, 10 - SCORE_MATE, 0, NO_MARK},
    {SCORE_TABLEBASE, 10, 0, MARK_BLUNDER},
    {10, -SCORE_TABLEBASE, 0, MARK_BLUNDER},
};

START_ROWS(marks_by_scores, ROWS(marks)) {
    const Mark mark = chances_mark(marks[_i].before, marks[_i].after, marks[_i].material);

    CLAIM(mark == marks[_i].mark, "%d to %d: mark %d", marks[_i].before, marks[_i].after, mark);
}

/*
 * A first move that drops the score from +20 to +13, the lines expected before and after it, and
 * its mark, which depends on the material that the move gives away.
 */
static const struct {
    const char *fen, *move, *better, *after;
    Mark mark;
} losses[] = {
    {"4r1k1/5ppp/8/8/8/3Q4/5PPP/R2R2K1 w - - 0 1", "Qe4", "Qf1", "Rxe4", MARK_MISTAKE},
    {"4r1k1/5ppp/8/8/8/3Q4/5PPP/R2R2K1 w - - 0 1", "Qe4", "Qf1", "", MARK_MISTAKE}, /* hangs */
    {"4r1k1/5ppp/8/8/8/3Q4/5PPP/R2R2K1 w - - 0 1", "h3", "Qf1", "g6", NO_MARK},
    {"3qr1k1/5ppp/8/8/8/3Q4/5PPP/R2R2K1 w - - 0 1", "Qxd8", "h3", "Rxd8", NO_MARK}, /* a trade */
    {"3qr1k1/5ppp/8/8/8/3Q4/5PPP/R2R2K1 w - - 0 1", "h3", "Qxd8 Rxd8 Rxd8", "Qxd3 Rxd3", NO_MARK},
    {"4q1k1/8/8/8/8/8/4QPPP/6K1 w - - 0 1", "h3", "Qxe8", "Kg7 Qxe8", NO_MARK}, /* a move later */
    {"7k/P7/8/8/8/8/8/K7 w - - 0 1", "Kb2", "a8=Q", "Kg7", NO_MARK},            /* a missed gain */
};

static size_t read_line(Move *line, const Position *p, const char *words) {
    Word rest = word_of(words), w;
    Position now = *p, next;
    size_t n = 0;

    while ((w = text_word(&rest)).length) {
        ck_assert(!notation_parse(&line[n], &now, w));
        position_play(&next, &now, line[n++]);
        now = next;
    }
    return n;
}

static void print(void *context, const char *at, size_t length) {
    text_add_word(context, (Word){at, length});
}

static PgnReader *open_game(Word *text) {
    const PgnOptions options = {.comments = true, .variations = true, .null_moves = true};

    return pgn_open(pgn_from_word, text, &options);
}

/* Checks that notes_read() finds the written notes in the game, except for the first position. */
static void check_read(const PgnGame *game, const Note *written, const Mark *mark) {
    Note note[PLIES_MAX];

    notes_read(game, note);
    for (size_t i = 0; i <= game->line.length; i++) {
        const bool first = !i && notes_mark(game, note, i) == NO_MARK;

        CLAIM(i == game->line.length || notes_mark(game, note, i) == mark[i], "mark %zu", i);
        if (first) {
            ck_assert(note[i].known && note[i].score == 15 && !note[i].length);
            continue;
        }
        CLAIM(note[i].known == written[i].known, "note %zu", i);
        CLAIM(!note[i].known || note[i].score == written[i].score, "score %zu: %d", i,
              note[i].score);
        CLAIM(!note[i].known || note[i].depth == written[i].depth, "depth %zu", i);
        CLAIM(!note[i].length || note[i].line[0] == written[i].line[0], "line %zu", i);
    }
}

START_ROWS(notes, ROWS(rows)) {
    Word text = word_of(rows[_i].game), written;
    PgnReader *reader = open_game(&text);
    const PgnGame *game = pgn_next(reader);
    char buffer[4096], flat[4096];
    Text out = text_in(buffer, sizeof buffer), line = text_in(flat, sizeof flat);
    Note note[PLIES_MAX] = {{.known = false}};
    Mark mark[PLIES_MAX] = {NO_MARK};
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
    ck_assert(!notes_are_current(game));
    for (size_t i = 0; i < game->line.length; i++)
        mark[i] = notes_mark(game, note, i);
    ck_assert(notes_write(game, note, NULL, print, &out));
    pgn_close(reader);

    /* compare the moves, ignoring line breaks */
    written = word_of(strstr(buffer, "\n\n"));
    while ((w = text_word(&written)).length) {
        if (line.length)
            text_add_char(&line, ' ');
        for (size_t i = 0; i < w.length; i++)
            text_add_char(&line, w.at[i]);
    }
    for (char *c = flat; (c = strchr(c, '\n'));)
        *c = ' ';
    CLAIM(!strcmp(flat, rows[_i].notes), "%s instead of %s", flat, rows[_i].notes);

    /* the game is recognized as annotated */
    text = word_of(buffer);
    reader = open_game(&text);
    ck_assert_ptr_nonnull(game = pgn_next(reader));
    ck_assert(!game->broken);
    ck_assert(notes_are_current(game));
    ck_assert(word_is(notes_judge(game), NOTES_JUDGE));
    check_read(game, note, mark);
    pgn_close(reader);
}

START_ROWS(marks_by_material, ROWS(losses)) {
    char buffer[256];
    Text out = text_in(buffer, sizeof buffer);
    Word text;
    PgnReader *reader;
    const PgnGame *game;
    Note note[2] = {{.known = true, .score = 2000}, {.known = true, .score = -1300}};

    text_addf(&out, "[FEN \"%s\"]\n\n%s *\n", losses[_i].fen, losses[_i].move);
    text = word_of(buffer);
    reader = open_game(&text);
    ck_assert_ptr_nonnull(game = pgn_next(reader));
    ck_assert_uint_eq(game->line.length, 1);
    note[0].length = read_line(note[0].line, &game->line.position[0], losses[_i].better);
    note[1].length = read_line(note[1].line, &game->line.position[1], losses[_i].after);
    ck_assert_int_eq(notes_mark(game, note, 0), losses[_i].mark);
    pgn_close(reader);
}

/* Texts of annotated games, and the notes in them. */
static const struct {
    const char *game, *judge;
    int score[3]; /* NONE: no note */
    Mark mark;    /* mark of the first move in the text */
} texts[] = {
    {"[Annotator \"A; Alula 1.0 with X, depth 3; B\"]\n\n1. e4 {[%eval #-2,7]} 1... e5 {[%eval "
     "#3]} *",
     "Alula 1.0 with X, depth 3",
     {15, SCORE_MATE - 3, SCORE_MATE - 5},
     NO_MARK},
    {"[Annotator \"Alula\"]\n\n1. e4 $4 {[%eval 1.5} 1... e5 {[%eval x,3]} {[%eval 0.5,3] why} *",
     "Alula",
     {15, NONE, 50},
     NO_MARK}, /* a mark without a line is not Alula's */
    {"[Annotator \"Alula 2.0\"]\n\n1. e4 $2 {[%eval -0.05,3]} (1. d4 {good}) (1. c4 {[%eval 1,3]} "
     "e5) "
     "1... e5 *",
     "Alula 2.0",
     {100, 5, NONE},
     MARK_DUBIOUS}, /* derived from the scores, whatever the mark in the text */
    {"[Annotator \"Alula 1.0\"]\n\n1. e4 $4 {[%eval 0.10,5]} (1. c4 {[%eval 0.30,5]}) 1... e5 $4 "
     "{[%eval 0.10,5]} *",
     "Alula 1.0",
     {15, -10, 10},
     NO_MARK}, /* a line by another annotator */
    {"[Annotator \"Alula 1.0\"]\n\n1. e4 $4 {[%eval -9,5]} (1. -- {[%eval 0.30,5]} e5) 1... e5 *",
     "Alula 1.0",
     {15, 900, NONE},
     NO_MARK}, /* Alula writes no null moves */
    {"[Annotator \"Alula 1.0\"]\n\n1. e4 $4 {[%eval -9,5]} (1. d4 {[%eval 0.30,5]} e5 2. -- e4) "
     "1... "
     "e5 *",
     "Alula 1.0",
     {15, 900, NONE},
     NO_MARK},
    {"[Annotator \"Alula 1.0\"]\n\n1. e4 $6 {[%eval -9,5]} (1. d4 {[%eval 0.30,5]}) 1... e5 *",
     "Alula 1.0",
     {30, 900, NONE},
     MARK_BLUNDER}, /* the mark is older than the annotation */
    {"1. e4 $4 {[%eval -9,5]} (1. d4 {[%eval 0.30,5]}) 1... e5 *", "", {15, 900, NONE}, NO_MARK},
    {"[Annotator \"Alula 1.0\"]\n\n1. e4 {[%eval 99999999999999999999,3]} 1... e5 {[%eval #99999]} "
     "*",
     "Alula 1.0",
     {15, NONE, NONE},
     NO_MARK},
    {"[Annotator \"Alula 1.0\"]\n[FEN \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"]\n\n1. Kd1 {[%eval "
     "0.30]} 1... "
     "Kd5 *",
     "Alula 1.0",
     {NONE, -30, NONE},
     NO_MARK}, /* the format of an earlier version */
    {"[Annotator \"Alula 1.0\"]\n[FEN \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"]\n\n{[%eval 0.45,9]} "
     "{why} 1. Kd1 {[%eval 0.30]} 1... Kd5 *",
     "Alula 1.0",
     {45, -30, NONE},
     NO_MARK},
    {"1. e4 {[%eval 0.3]} 1... e5 *", "", {15, -30, NONE}, NO_MARK},
};

START_ROWS(notes_in_texts, ROWS(texts)) {
    Word text = word_of(texts[_i].game);
    PgnReader *reader = open_game(&text);
    const PgnGame *game = pgn_next(reader);
    Note note[3];

    ck_assert(game && !game->broken && game->line.length == 2);
    ck_assert(word_is(notes_judge(game), texts[_i].judge));
    notes_read(game, note);
    for (size_t i = 0; i < 3; i++) {
        CLAIM(note[i].known == (texts[_i].score[i] != NONE), "note %zu", i);
        CLAIM(!note[i].known || note[i].score == texts[_i].score[i], "score %zu: %d", i,
              note[i].score);
    }
    ck_assert_int_eq(notes_mark(game, note, 0), texts[_i].mark);
    pgn_close(reader);
}

/* A better line for the second move is Alula's if it has the evaluation after the first move. */
static const struct {
    const char *line;
    Mark mark;
} lines[] = {
    {"$4 {[%eval 9.00,7]} (1... c5 {[%eval 0.20,7]} 2. Nf3) *", MARK_BLUNDER},
    {"$6 {[%eval 9.00,7]} {other} (1... c5 {[%eval 0.20,7]} 2. Nf3) (1... d5) *", MARK_BLUNDER},
    {"$1 {[%eval 9.00,7]} (1... c5 {[%eval 0.20,7]} 2. Nf3) *", MARK_BLUNDER},
    {"$4 {[%eval 9.00,7]} (1... d5 {[%eval 0.10,20]}) (1... c5 {[%eval 0.20,7]}) *", MARK_BLUNDER},
    {"$4 {[%eval 9.00,7]} (1... c5 {[%eval 0.20,8]} 2. Nf3) *", NO_MARK},
    {"$4 {[%eval 9.00,7]} (1... c5 {[%eval 0.10,7]} 2. Nf3) *", NO_MARK},
    {"$4 {[%eval 9.00,7]} (1... e5 {[%eval 0.20,7]} 2. Nf3) *", NO_MARK},
    {"$4 {[%eval 0.20,7]} (1... c5 {[%eval 0.20,7]} 2. Nf3) *", NO_MARK},
    {"{[%eval 9.00,7]} (1... c5 {[%eval 0.20,7]} 2. Nf3) *", NO_MARK},
    {"$4 (1... c5 {[%eval 0.20,7]} 2. Nf3) *", NO_MARK},
};

START_ROWS(whose_lines, ROWS(lines)) {
    char buffer[256];
    Text out = text_in(buffer, sizeof buffer);
    Word text;
    PgnReader *reader;
    const PgnGame *game;
    Note note[3];

    text_addf(&out, "[Annotator \"Alula\"]\n\n1. e4 {[%%eval 0.20,7]} 1... e5 %s\n",
              lines[_i].line);
    text = word_of(buffer);
    reader = open_game(&text);
    ck_assert_ptr_nonnull(game = pgn_next(reader));
    ck_assert_uint_eq(game->line.length, 2);
    notes_read(game, note);
    ck_assert_int_eq(notes_mark(game, note, 1), lines[_i].mark);
    if (lines[_i].mark != NO_MARK)
        ck_assert_int_eq(move_to(note[1].line[0]), C5);
    pgn_close(reader);
}

int main(void) {
    engine_init_tables(NULL);
    return tests_run("notes");
}
