/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "syzygy_files.h" /* first */

#include "alula.h"

#include <pthread.h>
#include <sys/wait.h>

#include "base/version.h"
#include "eval/eval.h"
#include "eval/syzygy.h"

/* Texts of moves from the standard start position or a FEN, and the results. */
static const struct {
    const char *fen; /* NULL: the standard start position */
    bool chess960;
    const char *play[10], *error; /* error of the last move; NULL: none */
    const char *san, *uci;        /* the last move that was played */
    const char *end;              /* the FEN at the end */
    AlulaOutcome outcome;
} lines[] = {
    {NULL,
     false,
     {"e4", "e7e5", "Nf3"},
     NULL,
     "Nf3",
     "g1f3",
     "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
     ALULA_OPEN},
    {NULL,
     false,
     {"f3", "e5", "g4", "Qh4"},
     NULL,
     "Qh4#",
     "d8h4",
     "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
     ALULA_MATE},
    {NULL,
     false,
     {"Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"},
     NULL,
     "Ng8",
     "f6g8",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 8 5",
     ALULA_THREEFOLD},
    {NULL,
     false,
     {"e4", "e4"},
     "the move is not legal",
     "e4",
     "e2e4",
     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
     ALULA_OPEN},
    {NULL,
     false,
     {"e4", "x"},
     "that is not a move",
     "e4",
     "e2e4",
     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
     ALULA_OPEN},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
     false,
     {"O-O"},
     NULL,
     "O-O",
     "e1g1",
     "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1",
     ALULA_OPEN},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
     true,
     {"O-O-O"},
     NULL,
     "O-O-O",
     "e1a1",
     "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1",
     ALULA_OPEN},
    {"8/P6k/8/8/8/8/8/K7 w - - 0 1",
     false,
     {"a8=N"},
     NULL,
     "a8=N",
     "a7a8n",
     "N7/7k/8/8/8/8/8/K7 b - - 0 1",
     ALULA_INSUFFICIENT},
    {"7k/8/8/8/8/8/R7/K7 w - - 149 180",
     false,
     {"Ra3"},
     NULL,
     "Ra3",
     "a2a3",
     "7k/8/8/8/8/R7/8/K7 b - - 150 180",
     ALULA_SEVENTYFIVE},
    {"7k/8/8/8/8/8/R7/K7 w - - 148 180",
     false,
     {"Ra3"},
     NULL,
     "Ra3",
     "a2a3",
     "7k/8/8/8/8/R7/8/K7 b - - 149 180",
     ALULA_FIFTY},
};

START_ROWS(plays, ROWS(lines)) {
    AlulaGame *g = alula_game_new(), *copy;
    char san[ALULA_MOVE_SIZE] = "", uci[ALULA_MOVE_SIZE] = "", fen[ALULA_FEN_SIZE];
    size_t played = 0;

    if (lines[_i].fen)
        ck_assert_ptr_null(alula_game_set_fen(g, lines[_i].fen, lines[_i].chess960));
    for (size_t i = 0; lines[_i].play[i]; i++) {
        const bool last = !lines[_i].play[i + 1];
        const AlulaMove m = alula_game_read(g, lines[_i].play[i]);
        const char *error;

        if (m != ALULA_NO_MOVE) {
            ck_assert(alula_game_san(g, m, san));
            ck_assert(alula_game_uci(g, m, uci));
        }
        error = alula_game_play_text(g, lines[_i].play[i]);
        ck_assert_int_eq(!error, m != ALULA_NO_MOVE);
        if (last && lines[_i].error)
            ck_assert_str_eq(error, lines[_i].error);
        else
            ck_assert_ptr_null(error);
        if (!error)
            ck_assert_int_eq(alula_game_ply(g, played++), m);
    }
    ck_assert_uint_eq(alula_game_plies(g), played);
    ck_assert_str_eq(san, lines[_i].san);
    ck_assert_str_eq(uci, lines[_i].uci);
    ck_assert_int_eq(alula_game_outcome(g), lines[_i].outcome);
    copy = alula_game_copy(g);
    alula_game_fen(copy, fen);
    ck_assert_str_eq(fen, lines[_i].end);
    ck_assert_int_eq(alula_game_turn(copy), alula_game_turn(g));
    while (alula_game_undo(g))
        played--;
    ck_assert_uint_eq(played, 0);
    alula_game_fen(copy, fen); /* the copy is independent */
    ck_assert_str_eq(fen, lines[_i].end);
    alula_game_free(copy);
    alula_game_free(g);
}

START_TEST(asks) {
    AlulaGame *g = alula_game_new();
    AlulaMove moves[ALULA_MAX_MOVES];
    char text[ALULA_FEN_SIZE], san[ALULA_MOVE_SIZE];

    ck_assert_uint_eq(alula_game_moves(g, moves), 20);
    ck_assert_uint_eq(alula_game_perft(g, 4), 197281);
    ck_assert_uint_eq(alula_game_perft(g, -1), 1);
    ck_assert_int_eq(alula_game_piece(g, 4), 'K');
    ck_assert_int_eq(alula_game_piece(g, 59), 'q');
    ck_assert_int_eq(alula_game_piece(g, 64), '.');
    ck_assert(!alula_game_in_check(g));
    ck_assert_int_lt(abs(alula_game_evaluate(g)), 100);
    /* errors change nothing */
    ck_assert_ptr_nonnull(alula_game_set_fen(g, "8/8/8/8/8/8/8/8 w - - 0 1", false));
    ck_assert_ptr_nonnull(alula_game_set_fen(g, NULL, false));
    ck_assert_ptr_nonnull(alula_game_play(g, ALULA_NO_MOVE));
    ck_assert_ptr_nonnull(alula_game_play(g, 0xffff));
    ck_assert_ptr_nonnull(alula_game_play_text(g, NULL));
    ck_assert(!alula_game_san(g, 0x7fff, san));
    ck_assert_str_eq(san, "");
    ck_assert(!alula_game_undo(g));
    alula_game_fen(g, text);
    ck_assert_str_eq(text, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    alula_game_set_fen(g, "8/P6k/8/8/8/8/8/K7 w - - 0 1", false);
    ck_assert_int_eq(alula_move_promotion(alula_game_read(g, "a8=R")), 'r');
    ck_assert_int_eq(alula_move_promotion(alula_game_read(g, "Kb1")), 0);
    ck_assert_int_eq(alula_move_from(alula_game_read(g, "Kb1")), 0);
    ck_assert_int_eq(alula_move_to(alula_game_read(g, "Kb1")), 1);
    alula_game_free(g);
    alula_game_free(NULL);
}

/* Queries of positions, after a move or none. */
static const struct {
    const char *fen, *move;
    uint64_t castling, key; /* key: for Polyglot books */
    int ep_square, clock, number, white_king, black_king;
} states[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", NULL, UINT64_C(0x8100000000000081),
     UINT64_C(0x463b96181691fc9c), -1, 0, 1, 4, 60},
    {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", NULL,
     UINT64_C(0x8100000000000000), UINT64_C(0x652a607ca3f242c1), -1, 0, 3, 12, 60},
    {"4k3/3p4/8/4P3/8/8/8/4K2R b K - 7 9", "d5", UINT64_C(0x80), 0, 43, 0, 10, 4, 60},
    {"4k3/3p4/8/4P3/8/8/8/4K2R w K - 7 9", "Rh2", 0, 0, -1, 8, 9, 4, 60},
};

START_ROWS(states_of_positions, ROWS(states)) {
    AlulaGame *g = alula_game_new();

    ck_assert_ptr_null(alula_game_set_fen(g, states[_i].fen, false));
    if (states[_i].move)
        ck_assert_ptr_null(alula_game_play_text(g, states[_i].move));
    ck_assert_uint_eq(alula_game_castling(g), states[_i].castling);
    ck_assert_int_eq(alula_game_ep_square(g), states[_i].ep_square);
    ck_assert_int_eq(alula_game_halfmove_clock(g), states[_i].clock);
    ck_assert_int_eq(alula_game_fullmove_number(g), states[_i].number);
    ck_assert_int_eq(alula_game_king(g, ALULA_WHITE), states[_i].white_king);
    ck_assert_int_eq(alula_game_king(g, ALULA_BLACK), states[_i].black_king);
    if (states[_i].key)
        ck_assert_uint_eq(alula_game_book_key(g), states[_i].key);
    alula_game_free(g);
}

START_TEST(attacks_and_passes) {
    AlulaGame *g = alula_game_new();
    const uint64_t start = alula_game_key(g);

    ck_assert_uint_eq(alula_game_attackers(g, 18, ALULA_WHITE), 0x202 | 0x800);
    ck_assert_uint_eq(alula_game_attackers(g, 18, ALULA_BLACK), 0);
    ck_assert_ptr_null(alula_game_play_null(g));
    ck_assert_int_eq(alula_game_turn(g), ALULA_BLACK);
    ck_assert_uint_eq(alula_game_plies(g), 1);
    ck_assert_int_eq(alula_game_ply(g, 0), ALULA_NO_MOVE);
    ck_assert_uint_ne(alula_game_key(g), start);
    ck_assert(alula_game_undo(g));
    ck_assert_uint_eq(alula_game_key(g), start);
    alula_game_set_fen(g, "7k/8/8/8/8/8/R7/K7 w - - 0 1", false);
    ck_assert(alula_game_gives_check(g, alula_game_read(g, "Rh2")));
    ck_assert(!alula_game_gives_check(g, alula_game_read(g, "Rg2")));
    ck_assert(!alula_game_gives_check(g, 0x7fff));
    alula_game_play_text(g, "Rh2");
    ck_assert_ptr_nonnull(alula_game_play_null(g));
    ck_assert_int_eq(alula_error(), ALULA_ERROR_ILLEGAL);
    alula_game_set_fen(g, NULL, false);
    alula_game_set_fen(g, "7k/8/8/8/8/8/R7/K7 w - - 0 1", false);
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(alula_game_outcome(g), i < 2 ? ALULA_OPEN : ALULA_THREEFOLD);
        alula_game_play_text(g, "Rb2");
        alula_game_play_text(g, "Kh7");
        alula_game_play_text(g, "Ra2");
        alula_game_play_text(g, "Kh8");
    }
    ck_assert_int_eq(alula_game_outcome(g), ALULA_FIVEFOLD);
    alula_game_free(g);
}

/*
 * --- tablebases, books, pictures ---------------------------------------------------------------
 */

START_TEST(looks_up_tables) {
    static const struct {
        const char *fen;
        int wdl;
        bool known;
    } rows[] = {{"8/8/8/8/8/2k5/8/K6Q w - - 0 1", WDL_WIN, true},
                {"8/8/8/8/8/2k5/8/K6Q b - - 0 1", WDL_LOSS, true},
                {"8/8/8/8/8/2k5/8/K7 w - - 0 1", WDL_DRAW, true},
                {"8/8/8/8/8/2k5/7P/K6Q b - - 0 1", 9, false},
                {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", 9, false}};
    static WriterTable table;
    AlulaGame *g = alula_game_new();
    AlulaTables *t;

    files_enter();
    ck_assert_ptr_null(alula_tables_open(files_folder));
    ck_assert_int_eq(alula_error(), ALULA_ERROR_FILE);
    files_table(&table, "KQvK");
    for (int side = 0; side < 2; side++) {
        table.sequence[side][0].flags = SYZYGY_CONSTANT;
        table.sequence[side][0].kinds = side ? 0 : 4;
    }
    files_put_table("KQvK.rtbw", &table);
    ck_assert_ptr_nonnull(t = alula_tables_open(files_folder));
    ck_assert_int_eq(alula_tables_men(t), 3);
    for (int i = 0; i < ROWS(rows); i++) {
        int wdl = 9, dtz = 9;

        ck_assert_ptr_null(alula_game_set_fen(g, rows[i].fen, false));
        ck_assert_int_eq(!alula_tables_wdl(t, g, &wdl), rows[i].known);
        ck_assert_int_eq(wdl, rows[i].wdl);
        if (!rows[i].known)
            ck_assert_int_eq(alula_error(), ALULA_ERROR_MISSING);
        if (rows[i].wdl) /* there are no DTZ tables */
            ck_assert_ptr_nonnull(alula_tables_dtz(t, g, &dtz));
        else
            ck_assert_ptr_null(alula_tables_dtz(t, g, &dtz));
        ck_assert_int_eq(dtz, rows[i].wdl ? 9 : 0);
    }
    alula_tables_close(t);
    alula_tables_close(NULL);
    ck_assert_int_eq(remove("KQvK.rtbw"), 0);
    files_leave();
    alula_game_free(g);
}

START_TEST(looks_up_books) {
    /* e2e4, weight 2; then d2d4, weight 1 */
    static const uint8_t bytes[] = {
        0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x03, 0x1c, 0, 2, 0, 0, 0, 0,
        0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x02, 0xdb, 0, 1, 0, 0, 0, 0};
    AlulaMove moves[ALULA_MAX_MOVES];
    unsigned weights[ALULA_MAX_MOVES];
    AlulaGame *g = alula_game_new();
    AlulaBook *b;

    files_enter();
    ck_assert_ptr_null(alula_book_open("book.bin"));
    ck_assert_int_eq(alula_error(), ALULA_ERROR_FILE);
    files_put("book.bin", bytes, sizeof bytes);
    ck_assert_ptr_nonnull(b = alula_book_open("book.bin"));
    ck_assert_uint_eq(alula_book_moves(b, g, moves, weights), 2);
    ck_assert_int_eq(moves[0], alula_game_read(g, "e4"));
    ck_assert_int_eq(moves[1], alula_game_read(g, "d4"));
    ck_assert_uint_eq(weights[0], 2);
    ck_assert_ptr_null(alula_game_play_text(g, "e4"));
    ck_assert_uint_eq(alula_book_moves(b, g, moves, NULL), 0);
    alula_book_close(b);
    alula_book_close(NULL);
    ck_assert_int_eq(remove("book.bin"), 0);
    files_leave();
    alula_game_free(g);
}

static char svg[65536];

static void add(void *text, const char *at, size_t length) {
    char *const end = (char *)text + strlen(text);

    memcpy(end, at, length);
    end[length] = '\0';
}

START_TEST(draws) {
    AlulaGame *g = alula_game_new();
    const AlulaMove nothing = 0x1041, arrow = alula_game_read(g, "e4");
    AlulaPicture picture = {.size = sizeof picture, .pixels = 99, .arrows = &arrow};

    ck_assert_ptr_null(alula_game_svg(g, NULL, add, svg));
    ck_assert_ptr_nonnull(strstr(svg, "width=\"400\""));
    ck_assert_ptr_nonnull(strstr(svg, "</svg>"));
    svg[0] = '\0';
    picture.arrow_count = 1;
    picture.circles = UINT64_C(0x8000000000000001);
    ck_assert_ptr_null(alula_game_svg(g, &picture, add, svg));
    ck_assert_ptr_nonnull(strstr(svg, "width=\"99\""));
    svg[0] = '\0';
    picture.arrows = &nothing;
    ck_assert_ptr_nonnull(alula_game_svg(g, &picture, add, svg));
    picture.arrows = NULL;
    ck_assert_ptr_nonnull(alula_game_svg(g, &picture, add, svg));
    picture.arrow_count = 0;
    picture.pixels = 31;
    ck_assert_ptr_nonnull(alula_game_svg(g, &picture, add, svg));
    picture.pixels = 0;
    picture.size = 8;
    ck_assert_ptr_nonnull(alula_game_svg(g, &picture, add, svg));
    ck_assert_str_eq(svg, "");
    alula_game_free(g);
}

/* --- PGN -------------------------------------------------------------------------------------- */

static const char games[] =
    "[White \"A name\"]\n[Result \"1-0\"]\n\n1. e4 {good} e5 (1... c5 2. Nf3) 2. Nf3 1-0\n\n"
    "[White \"B\"]\n[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8=Q Kg6 2. Qz9 *\n";

START_TEST(reads_and_writes) {
    AlulaPgn *p = alula_pgn_text(games);
    const AlulaTag tags[] = {{"White", "B"}, {"Black", "C \"x\""}, {"Result", "0-1"}};
    const AlulaTag wrong[] = {{"a \"tag", "x"}}, *all;
    char text[1000] = "", name[5];
    size_t line, count;

    ck_assert(alula_pgn_next(p));
    ck_assert_uint_eq(alula_game_plies(alula_pgn_game(p)), 3);
    ck_assert_str_eq(alula_pgn_result(p), "1-0");
    ck_assert_ptr_null(alula_pgn_error(p, &line));
    ck_assert(alula_pgn_tag(p, "White", name, sizeof name));
    ck_assert_str_eq(name, "A na");
    ck_assert(!alula_pgn_tag(p, "Black", name, sizeof name));
    ck_assert_str_eq(name, "");
    ck_assert(alula_pgn_next(p));
    ck_assert_uint_eq(alula_game_plies(alula_pgn_game(p)), 2);
    ck_assert_ptr_nonnull(alula_pgn_error(p, &line));
    ck_assert_uint_eq(line, 9);
    ck_assert_ptr_null(alula_pgn_write(alula_pgn_game(p), tags, 3, "1/2-1/2", add, text));
    ck_assert_str_eq(text, "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                           "[White \"B\"]\n[Black \"C \\\"x\\\"\"]\n[Result \"1/2-1/2\"]\n"
                           "[SetUp \"1\"]\n[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n"
                           "1. a8=Q Kg6 1/2-1/2\n\n");
    ck_assert_ptr_nonnull(alula_pgn_write(alula_pgn_game(p), tags, 3, "2-0", add, text));
    ck_assert_ptr_nonnull(alula_pgn_write(alula_pgn_game(p), wrong, 1, NULL, add, text));
    ck_assert_ptr_null(alula_pgn_tags(p, &all, &count));
    ck_assert_uint_eq(count, 2);
    ck_assert_str_eq(all[1].name, "FEN");
    text[0] = '\0'; /* with all tags of the game, FEN is still written once */
    ck_assert_ptr_null(alula_pgn_write(alula_pgn_game(p), all, count, NULL, add, text));
    ck_assert_ptr_eq(strstr(text, "[FEN "), strrchr(text, '['));
    ck_assert(!alula_pgn_next(p));
    /* after the last game there is no current game */
    ck_assert_str_eq(alula_pgn_result(p), "*");
    ck_assert(!alula_pgn_tag(p, "White", name, sizeof name));
    ck_assert_ptr_null(alula_pgn_error(p, NULL));
    ck_assert_ptr_null(alula_pgn_tags(p, &all, &count));
    ck_assert_uint_eq(count, 0);
    ck_assert_uint_eq(alula_game_plies(alula_pgn_game(p)), 0);
    alula_pgn_close(p);
    ck_assert_ptr_null(alula_pgn_open("/no/such/file"));
    alula_pgn_close(NULL);
}

/* Records a call of a visitor as text. */
static void note(void *notes, const char *kind, const char *text) {
    add(notes, kind, strlen(kind));
    add(notes, text, strlen(text));
    add(notes, " ", 1);
}

static void note_tag(void *notes, const char *name, const char *value) {
    note(notes, name, "=");
    note(notes, value, "");
}

static void note_move(void *notes, const AlulaGame *before, AlulaMove m) {
    char san[ALULA_MOVE_SIZE] = "--";

    if (m != ALULA_NO_MOVE)
        ck_assert(alula_game_san(before, m, san));
    note(notes, san, "");
}

static void note_comment(void *notes, const char *text, size_t length) {
    add(notes, "{", 1);
    add(notes, text, length);
    add(notes, "} ", 2);
}

static void note_nag(void *notes, int nag) {
    char number[20];

    snprintf(number, sizeof number, "$%d", nag);
    note(notes, number, "");
}

static void note_begin(void *notes) {
    note(notes, "(", "");
}

static void note_end(void *notes) {
    note(notes, ")", "");
}

static void note_result(void *notes, const char *result) {
    note(notes, result, "");
}

static const AlulaVisitor notes_all = {
    sizeof(AlulaVisitor), note_tag, note_move,   note_comment, note_nag,
    note_begin,           note_end, note_result, note_comment};

/* Texts of games, and the calls of a visitor for the first game. */
static const struct {
    const char *pgn, *all, *main; /* with and without alula_pgn_keep_all() */
} visits[] = {
    {"[White \"A\"]\n\n1. e4 {good} e5 (1... c5 (1... e6 2. d4) 2. Nf3 $5) 2. Nf3! 1-0",
     "White= A e4 {good} e5 ( c5 ( e6 d4 ) Nf3 $5 ) Nf3 $1 1-0 ", "White= A e4 e5 Nf3 1-0 "},
    {"{before} 1. e4 (1. d4) (1. c4 c5) e5 *", "{before} e4 ( d4 ) ( c4 c5 ) e5 * ", "e4 e5 * "},
    {"1. e4 -- 2. d4 *", "e4 -- d4 * ", "e4 -- d4 * "},
    {"1. e4 (1. d4 d5", "e4 ( d4 d5 ) * ", "e4 * "},
    {"1. e4 e5 2. Kd4 *", "e4 e5 * ", "e4 e5 * "},
    {"[White \"A\"]", "White= A * ", "White= A * "},
};

static AlulaPgn *visited; /* by a visitor that makes forbidden calls */

static void misbehave(void *refused, const char *result) {
    *(bool *)refused = *result && !alula_pgn_next(visited) && alula_error() == ALULA_ERROR_ORDER &&
                       alula_pgn_visit(visited, &notes_all, NULL);
    alula_pgn_close(visited);
}

/* Provides a text byte by byte, as a source. */
static size_t drip(void *text, char *buffer, size_t room) {
    const char **at = text;

    ck_assert_uint_ge(room, 1);
    if (!**at)
        return 0;
    *buffer = *(*at)++;
    return 1;
}

static size_t overflow(void *text, char *buffer, size_t room) {
    return text || !buffer ? 0 : room + 1;
}

START_ROWS(visits_games, ROWS(visits)) {
    const char *pgn = visits[_i].pgn, *at = pgn;
    AlulaPgn *readers[] = {alula_pgn_text(pgn), alula_pgn_memory(pgn, strlen(pgn)),
                           alula_pgn_source(drip, &at), alula_pgn_text(pgn)};

    for (int i = 0; i < ROWS(readers); i++) {
        char notes[1000] = "";

        if (i < 3)
            ck_assert_ptr_null(alula_pgn_keep_all(readers[i]));
        ck_assert_ptr_nonnull(alula_pgn_visit(readers[i], &notes_all, notes));
        ck_assert(alula_pgn_next(readers[i]));
        ck_assert_ptr_nonnull(alula_pgn_keep_all(readers[i]));
        ck_assert_int_eq(alula_error(), ALULA_ERROR_ORDER);
        ck_assert_ptr_null(alula_pgn_visit(readers[i], &notes_all, notes));
        ck_assert_str_eq(notes, i < 3 ? visits[_i].all : visits[_i].main);
        ck_assert(!alula_pgn_next(readers[i]));
        alula_pgn_close(readers[i]);
    }
}

START_TEST(visitors_are_guarded) {
    AlulaVisitor bad = {.size = sizeof bad, .result = misbehave};
    bool refused = false;

    visited = alula_pgn_text("1. e4 *");
    ck_assert(alula_pgn_next(visited));
    ck_assert_ptr_null(alula_pgn_visit(visited, &bad, &refused));
    ck_assert(refused);
    bad.size = 0;
    ck_assert_ptr_nonnull(alula_pgn_visit(visited, &bad, &refused));
    ck_assert_int_eq(alula_error(), ALULA_ERROR_ARGUMENT);
    alula_pgn_close(visited);
    visited = alula_pgn_source(overflow, NULL);
    ck_assert(!alula_pgn_next(visited));
    alula_pgn_close(visited);
    visited = alula_pgn_memory(NULL, 0);
    ck_assert(!alula_pgn_next(visited));
    alula_pgn_close(visited);
}

/* The writer of visitors, which record its errors. */
static AlulaWriter *writer;

static void write_move(void *errors, const AlulaGame *before, AlulaMove m) {
    note(errors, alula_writer_move(writer, before ? m : ALULA_NO_MOVE) ? "move" : "", "");
}

static void write_comment(void *errors, const char *text, size_t length) {
    note(errors, alula_writer_comment(writer, text, length) ? "comment" : "", "");
}

static void write_nag(void *errors, int nag) {
    note(errors, alula_writer_nag(writer, nag) ? "nag" : "", "");
}

static void write_begin(void *errors) {
    note(errors, alula_writer_begin(writer) || !alula_writer_end(writer) ? "begin" : "", "");
}

static void write_end(void *errors) {
    note(errors, !alula_writer_finish(writer) || alula_writer_end(writer) ? "end" : "", "");
}

/* Tries to use the writer from its sink, which must fail. */
static void use_writer(void *context, const char *text, size_t length) {
    (void)context;
    (void)text;
    (void)length;
    if (!writer)
        return;
    ck_assert_ptr_nonnull(alula_writer_nag(writer, 1));
    ck_assert_int_eq(alula_error(), ALULA_ERROR_ORDER);
    alula_writer_free(writer);
}

START_TEST(sink_is_left_alone) {
    AlulaGame *g = alula_game_new();
    AlulaWriter *w = alula_writer_new(g, NULL, 0, "*", use_writer, NULL);

    writer = w;
    ck_assert_ptr_null(alula_writer_move(w, alula_game_read(g, "e4")));
    ck_assert_ptr_null(alula_writer_finish(w));
    writer = NULL;
    alula_writer_free(w);
    alula_game_free(g);
}

/*
 * A game read, written and read again makes the same visitor calls, whether the writer has a sink
 * or not.
 */
START_ROWS(writes_what_is_visited, ROWS(visits) + 1) {
    static const char long_one[] =
        "[Annotator-2 \"\\\"A\\\" \\\\\"]\n\n{[%clk 0:01:00]   two  blanks, and a very long text "
        "that has to be broken into lines} {another} 1. e4 $1 $146 ; with { and }\n({before} $5 1. "
        "d4 "
        "{a\tb} (1. c4)) ({only}) 1... e5 {at the end} 1/2-1/2";
    const char *pgn = _i < ROWS(visits) ? visits[_i].pgn : long_one;
    const AlulaVisitor copies = {.size = sizeof copies,
                                 .move = write_move,
                                 .comment = write_comment,
                                 .nag = write_nag,
                                 .begin = write_begin,
                                 .end = write_end};
    AlulaVisitor told = notes_all;
    char first[2000] = "", second[2000] = "", errors[2000] = "", text[2000] = "";
    AlulaPgn *p = alula_pgn_text(pgn);
    const AlulaTag *tags;
    size_t count, length;
    const char *kept;

    told.tag = NULL;
    ck_assert_ptr_null(alula_pgn_keep_all(p));
    ck_assert(alula_pgn_next(p));
    ck_assert_ptr_null(alula_pgn_visit(p, &told, first));
    ck_assert_ptr_null(alula_pgn_tags(p, &tags, &count));
    for (int i = 0; i < 2; i++) {
        ck_assert_ptr_nonnull(writer = alula_writer_new(alula_pgn_game(p), tags, count,
                                                        alula_pgn_result(p), i ? add : NULL, text));
        ck_assert_ptr_null(alula_pgn_visit(p, &copies, errors));
        ck_assert_ptr_null(alula_writer_finish(writer));
        ck_assert_int_eq((int)strspn(errors, " "), (int)strlen(errors));
        if (!i) {
            kept = alula_writer_text(writer, &length);
            ck_assert_ptr_nonnull(kept);
            add(second, kept, length);
        }
        alula_writer_free(writer);
    }
    ck_assert_str_eq(second, text);
    ck_assert_ptr_nonnull(
        strstr(text, _i < ROWS(visits) ? "[Round \"?\"]" : "[Annotator-2 \"\\\"A"));
    for (const char *at = text, *end; (end = strchr(at, '\n')); at = end + 1)
        ck_assert_int_le((int)(end - at), 80);
    alula_pgn_close(p);
    p = alula_pgn_text(text);
    ck_assert_ptr_null(alula_pgn_keep_all(p));
    ck_assert(alula_pgn_next(p));
    second[0] = '\0';
    ck_assert_ptr_null(alula_pgn_visit(p, &told, second));
    ck_assert_str_eq(first, second);
    alula_pgn_close(p);
}

/* An item at a wrong place changes nothing. */
START_TEST(writes_nothing_wrong) {
    AlulaGame *g = alula_game_new();
    const AlulaMove e4 = alula_game_read(g, "e4");
    AlulaWriter *w = alula_writer_new(g, NULL, 0, NULL, NULL, NULL);
    const char *text;
    size_t length;

    ck_assert_ptr_nonnull(alula_writer_begin(w));
    ck_assert_int_eq(alula_error(), ALULA_ERROR_ORDER);
    ck_assert_ptr_nonnull(alula_writer_end(w));
    ck_assert_ptr_null(alula_writer_move(w, e4));
    ck_assert_ptr_nonnull(alula_writer_move(w, e4));
    ck_assert_int_eq(alula_error(), ALULA_ERROR_ILLEGAL);
    ck_assert_ptr_null(alula_writer_comment(w, " \n", 2));
    ck_assert_ptr_null(alula_writer_begin(w));
    ck_assert_ptr_null(alula_writer_comment(w, NULL, 0));
    ck_assert_ptr_nonnull(alula_writer_end(w));
    ck_assert_ptr_nonnull(alula_writer_finish(w));
    ck_assert_ptr_null(alula_writer_move(w, e4));
    ck_assert_ptr_null(alula_writer_end(w));
    ck_assert_ptr_null(alula_writer_finish(w));
    ck_assert_ptr_nonnull(alula_writer_finish(w));
    ck_assert_ptr_nonnull(alula_writer_comment(w, "late", 4));
    ck_assert_int_eq(alula_error(), ALULA_ERROR_ORDER);
    ck_assert_ptr_nonnull(text = alula_writer_text(w, &length));
    ck_assert_uint_gt(length, 19);
    ck_assert_mem_eq(text + length - 19, "\n\n1. e4 (1. e4) *\n\n", 19);
    alula_writer_free(w);
    alula_writer_free(NULL);
    alula_game_free(g);
}

/* --- searches --------------------------------------------------------------------------------- */

#define LIMITS(...)                                                                                \
    (AlulaLimits) {                                                                                \
        .size = sizeof(AlulaLimits), __VA_ARGS__                                                   \
    }

typedef struct {
    AlulaEngine *stop; /* engine to stop at the first result; NULL: none */
    int infos, lines;
    AlulaEngine *refuses; /* engine that must reject all calls but a stop; NULL: not tested */
    bool refused;
} Heard;

static void hear(void *context, const AlulaInfo *info) {
    Heard *h = context;

    h->infos++;
    h->lines = info->line > h->lines ? info->line : h->lines;
    if (h->stop)
        alula_engine_stop(h->stop);
    if (h->refuses) {
        alula_engine_free(h->refuses);
        h->refused = alula_engine_wait(h->refuses, NULL) && alula_engine_ponderhit(h->refuses) &&
                     alula_engine_forget(h->refuses);
    }
}

START_TEST(searches) {
    AlulaEngine *e = alula_engine_new(1, 1);
    AlulaGame *g = alula_game_new();
    AlulaLimits limits = LIMITS(.depth = 3, .lines = 3);
    Heard heard = {.stop = NULL};
    const Position start = tests_position(FEN_START, false);
    AlulaMove moves[ALULA_MAX_MOVES];
    NnueNet *net;
    int value;
    char san[ALULA_MOVE_SIZE];
    AlulaInfo best = {.size = sizeof best};

    ck_assert_ptr_null(alula_engine_listen(e, hear, &heard));
    ck_assert_ptr_null(alula_engine_search(e, g, &limits, &best));
    ck_assert_int_eq(best.depth, 3);
    ck_assert_int_eq(best.win + best.draw + best.loss, 1000);
    ck_assert(alula_game_san(g, best.moves[0], san));
    ck_assert_int_eq(heard.lines, 3);

    /* without limits, a search runs until stopped; other calls fail meanwhile */
    limits = LIMITS(.depth = 0);
    ck_assert_ptr_null(alula_engine_start(e, g, &limits));
    ck_assert_ptr_nonnull(alula_engine_start(e, g, &limits));
    ck_assert_ptr_nonnull(alula_engine_search(e, g, &limits, &best));
    ck_assert_ptr_nonnull(alula_engine_resize(e, 2, 1));
    ck_assert_ptr_nonnull(alula_engine_listen(e, NULL, NULL));
    ck_assert_ptr_nonnull(alula_engine_network(e, NULL));
    ck_assert_ptr_nonnull(alula_engine_tablebases(e, NULL));
    ck_assert_ptr_nonnull(alula_engine_forget(e));
    alula_engine_stop(e);
    alula_engine_wait(e, NULL);
    heard.stop = e;
    ck_assert_ptr_null(alula_engine_search(e, g, &limits, &best));

    ck_assert_ptr_null(alula_engine_evaluate(e, g, &value));
    ck_assert_int_eq(value, alula_game_evaluate(g));
    ck_assert_ptr_null(nnue_read(&net, "nets/small.nn"));
    ck_assert_ptr_null(alula_engine_network(e, "nets/small.nn"));
    ck_assert_ptr_null(alula_engine_evaluate(e, g, &value));
    ck_assert_int_eq(value, eval_steps(&start, net).value);
    ck_assert_ptr_null(alula_engine_network(e, NULL));
    nnue_free(net);
    ck_assert_ptr_null(alula_engine_resize(e, 2, 2));
    ck_assert_ptr_nonnull(alula_engine_resize(e, 0, 2));
    ck_assert_ptr_nonnull(alula_engine_resize(e, 2, 0));
    ck_assert_ptr_nonnull(alula_engine_network(e, "/no/such/file"));
    ck_assert_ptr_nonnull(alula_engine_tablebases(e, "/no/such/folder"));
    ck_assert_ptr_null(alula_engine_forget(e));
    ck_assert_ptr_nonnull(alula_engine_start(e, g, &LIMITS(.move_ms = -1)));

    /* a clock that has run out is still a clock */
    heard.stop = NULL;
    for (int64_t left = -5; left <= 0; left += 5) {
        limits = LIMITS(.clock_ms = {left, 5000}, .increment_ms = {10, 10});
        ck_assert_ptr_null(alula_engine_search(e, g, &limits, &best));
        ck_assert_uint_ge(best.length, 1);
    }

    /* a level searches few nodes and errs; without no_openings it plays an opening move */
    limits = LIMITS(.elo = 400, .depth = 30, .no_openings = true);
    ck_assert_ptr_null(alula_engine_search(e, g, &limits, &best));
    ck_assert_int_gt(best.depth, 1);
    ck_assert_uint_le(best.nodes, 30000);
    limits.no_openings = false;
    ck_assert_ptr_null(alula_engine_search(e, g, &limits, &best));
    ck_assert_int_eq(best.depth, 1);
    limits.move_count = alula_game_moves(g, moves);
    limits.moves = moves;
    ck_assert_ptr_null(alula_engine_search(e, g, &limits, &best));
    ck_assert_int_gt(best.depth, 1);
    limits = LIMITS(.elo = 399);
    ck_assert_ptr_nonnull(alula_engine_search(e, g, &limits, &best));
    limits = LIMITS(.nodes = 5000);
    ck_assert_ptr_null(alula_engine_search(e, g, &limits, &best));
    ck_assert_uint_ge(best.nodes, 1000);

    /* mates, and the end of a game */
    heard.stop = NULL;
    alula_game_set_fen(g, "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", false);
    ck_assert_ptr_null(alula_engine_search(e, g, &LIMITS(.depth = 5), &best));
    ck_assert_int_eq(best.mate, 1);
    ck_assert_ptr_null(alula_game_play(g, best.moves[0]));
    ck_assert_int_eq(alula_game_outcome(g), ALULA_MATE);
    ck_assert_ptr_null(alula_engine_search(e, g, &LIMITS(.depth = 5), &best));
    ck_assert_uint_eq(best.length, 0);
    ck_assert_int_eq(best.draw, 0);

    limits = LIMITS(.depth = 0);
    ck_assert_ptr_null(alula_engine_start(e, g, &limits));
    alula_engine_free(e); /* in mid-search */
    alula_engine_free(NULL);
    ck_assert_ptr_null(alula_engine_new(0, 1));
    ck_assert_ptr_null(alula_engine_new(1, 257));
    ck_assert_str_eq(alula_version(), ALULA_VERSION);
    ck_assert_str_eq(ALULA_VERSION_TEXT, ALULA_VERSION);
    ck_assert_int_eq(ALULA_VERSION[0] - '0', ALULA_VERSION_MAJOR);
    ck_assert_int_eq(ALULA_VERSION[2] - '0', ALULA_VERSION_MINOR);
    alula_game_free(g);
}

/* Limits of a search from the standard start position, and its result. */
static const struct {
    const char *fen;
    AlulaLimits limits;
    const char *only[3];
    uint64_t nodes; /* exact number; 0: any */
    int mate, kind; /* kind of the error, or ALULA_OK */
} bounds[] = {
    {NULL, {.size = sizeof(AlulaLimits), .nodes = 1}, {NULL}, 1, 0, ALULA_OK},
    {NULL, {.size = sizeof(AlulaLimits), .nodes = 2}, {NULL}, 2, 0, ALULA_OK},
    {NULL, {.size = sizeof(AlulaLimits), .nodes = 1000}, {NULL}, 1000, 0, ALULA_OK},
    {NULL, {.size = sizeof(AlulaLimits), .depth = 4}, {"h4", "a3", "h4"}, 0, 0, ALULA_OK},
    {NULL, {.size = sizeof(AlulaLimits), .depth = 4, .lines = 9}, {"h4"}, 0, 0, ALULA_OK},
    {NULL, {.size = sizeof(AlulaLimits), .depth = 4}, {"x"}, 0, 0, ALULA_ERROR_ILLEGAL},
    {NULL, {.size = sizeof(AlulaLimits), .mate = -1}, {NULL}, 0, 0, ALULA_ERROR_ARGUMENT},
    {NULL, {.size = sizeof(AlulaLimits), .overhead_ms = -1}, {NULL}, 0, 0, ALULA_ERROR_ARGUMENT},
    {NULL, {.size = sizeof(AlulaLimits), .move_count = 1}, {NULL}, 0, 0, ALULA_ERROR_ARGUMENT},
    {NULL,
     {.size = sizeof(AlulaLimits), .move_ms = 30, .overhead_ms = 1 << 20},
     {NULL},
     0,
     0,
     ALULA_OK},
    {"7k/8/8/8/8/8/R7/1R5K w - - 0 1",
     {.size = sizeof(AlulaLimits), .mate = 2},
     {NULL},
     0,
     2,
     ALULA_OK},
};

START_ROWS(keeps_limits, ROWS(bounds)) {
    AlulaEngine *e = alula_engine_new(1, 1);
    AlulaGame *g = alula_game_new();
    AlulaLimits limits = bounds[_i].limits;
    AlulaInfo best = {.size = sizeof best};
    AlulaMove moves[3];

    if (bounds[_i].fen)
        alula_game_set_fen(g, bounds[_i].fen, false);
    for (size_t i = 0; i < 3 && bounds[_i].only[i]; i++) {
        moves[limits.move_count++] = alula_game_read(g, bounds[_i].only[i]);
        limits.moves = moves;
    }
    ck_assert_int_eq(!alula_engine_search(e, g, &limits, &best), !bounds[_i].kind);
    if (bounds[_i].kind) {
        ck_assert_int_eq(alula_error(), bounds[_i].kind);
    } else {
        ck_assert_uint_ge(best.length, 1);
        ck_assert_int_ge(best.seldepth, 1);
        ck_assert_int_eq(best.mate, bounds[_i].mate);
        if (bounds[_i].nodes)
            ck_assert_uint_eq(best.nodes, bounds[_i].nodes);
        if (limits.move_count)
            ck_assert(best.moves[0] == moves[0] || best.moves[0] == moves[1]);
    }
    alula_engine_free(e);
    alula_game_free(g);
}

/* A ponder search goes on until the ponder hit; its end is reported once. */
START_TEST(ponders_and_stops) {
    AlulaEngine *e = alula_engine_new(1, 1);
    AlulaGame *g = alula_game_new();
    const AlulaLimits ponder = LIMITS(.move_ms = 1, .ponder = true), endless = LIMITS(.depth = 0);
    Heard ends = {.stop = NULL}, heard = {.refuses = e};
    AlulaInfo best = {.size = sizeof best};

    ck_assert_ptr_null(alula_engine_listen_end(e, hear, &ends));
    ck_assert_ptr_nonnull(alula_engine_ponderhit(e));
    ck_assert_int_eq(alula_error(), ALULA_ERROR_ORDER);
    ck_assert(!alula_engine_is_searching(e));
    ck_assert_ptr_null(alula_engine_start(e, g, &ponder));
    ck_assert(alula_engine_is_searching(e));
    ck_assert_ptr_null(alula_engine_ponderhit(e));
    ck_assert_ptr_nonnull(alula_engine_ponderhit(e));
    ck_assert_ptr_null(alula_engine_wait(e, NULL));
    ck_assert_int_eq(ends.infos, 1);
    ck_assert(!alula_engine_is_searching(e));

    /* a stop before the start holds, unless alula_engine_wait() was called in between */
    alula_engine_stop(e);
    ck_assert_ptr_null(alula_engine_start(e, g, &endless));
    ck_assert_ptr_null(alula_engine_wait(e, NULL));
    alula_engine_stop(e);
    ck_assert_ptr_null(alula_engine_wait(e, NULL));
    ck_assert_ptr_null(alula_engine_start(e, g, &LIMITS(.nodes = 5000)));
    ck_assert_ptr_null(alula_engine_wait(e, &best));
    ck_assert_uint_eq(best.nodes, 5000);
    ck_assert_int_eq(ends.infos, 3);

    /* forbidden calls in a callback do nothing */
    ck_assert_ptr_null(alula_engine_listen(e, hear, &heard));
    ck_assert_ptr_null(alula_engine_search(e, g, &LIMITS(.depth = 2), NULL));
    ck_assert(heard.refused);
    alula_engine_free(e);
    alula_game_free(g);
}

/* Programs compiled with an older or newer header, whose structs are smaller or larger. */
START_TEST(sizes) {
    struct {
        AlulaLimits limits;
        char more[8];
    } new_limits = {.limits = LIMITS(.depth = 2)};
    struct {
        AlulaInfo info;
        char more[8];
    } new_info = {.more = "unknown"};
    AlulaEngine *e = alula_engine_new(1, 1);
    AlulaGame *g = alula_game_new();

    new_info.info.size = sizeof new_info;
    new_limits.limits.size = sizeof new_limits;
    ck_assert_ptr_null(alula_engine_search(e, g, &new_limits.limits, &new_info.info));
    ck_assert_int_eq(new_info.info.depth, 2);
    ck_assert_str_eq(new_info.more, "");
    ck_assert_uint_eq(new_info.info.size, sizeof new_info);
    new_limits.more[0] = 1;
    ck_assert_ptr_nonnull(alula_engine_search(e, g, &new_limits.limits, NULL));
    ck_assert_int_eq(alula_error(), ALULA_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(alula_engine_search(e, g, &(AlulaLimits){.depth = 2}, NULL));
    new_info.info.size = 8;
    ck_assert_ptr_nonnull(alula_engine_search(e, g, &LIMITS(.depth = 2), &new_info.info));
    ck_assert_ptr_nonnull(alula_engine_wait(e, &new_info.info));
    ck_assert_ptr_null(alula_engine_wait(e, NULL));
    alula_engine_free(e);
    alula_game_free(g);
}

/* Checks that a call fails with ALULA_ERROR_ARGUMENT, whatever it returns. */
#define REFUSED(call)                                                                              \
    do {                                                                                           \
        alula_game_play(g, ALULA_NO_MOVE); /* another error */                                     \
        ck_assert_int_eq(alula_error(), ALULA_ERROR_ILLEGAL);                                      \
        (void)(call);                                                                              \
        CLAIM(alula_error() == ALULA_ERROR_ARGUMENT, "%s", #call);                                 \
        ck_assert(*alula_error_text());                                                            \
    } while (0)

/* Does the same for functions without a value. */
#define REFUSED_VOID(call) REFUSED(((call), 0))

/* Forbidden NULLs and numbers out of range, for games and moves. */
START_TEST(refuses_games) {
    AlulaGame *g = alula_game_new();
    AlulaMove moves[ALULA_MAX_MOVES];
    char fen[ALULA_FEN_SIZE], text[ALULA_MOVE_SIZE];
    const AlulaMove m = alula_game_read(g, "e4");

    REFUSED(alula_game_copy(NULL));
    REFUSED(alula_game_set_fen(NULL, "x", false));
    REFUSED(alula_game_set_fen(g, NULL, false));
    REFUSED_VOID(alula_game_fen(NULL, fen));
    REFUSED_VOID(alula_game_fen(g, NULL));
    REFUSED(alula_game_turn(NULL));
    REFUSED(alula_game_in_check(NULL));
    REFUSED(alula_game_piece(NULL, 0));
    REFUSED(alula_game_piece(g, -1));
    REFUSED(alula_game_piece(g, 64));
    REFUSED(alula_game_castling(NULL));
    REFUSED(alula_game_ep_square(NULL));
    REFUSED(alula_game_halfmove_clock(NULL));
    REFUSED(alula_game_fullmove_number(NULL));
    REFUSED(alula_game_king(NULL, ALULA_WHITE));
    REFUSED(alula_game_king(g, (AlulaColor)2));
    REFUSED(alula_game_attackers(NULL, 0, ALULA_WHITE));
    REFUSED(alula_game_attackers(g, 64, ALULA_WHITE));
    REFUSED(alula_game_attackers(g, 0, (AlulaColor)7));
    REFUSED(alula_game_key(NULL));
    REFUSED(alula_game_book_key(NULL));
    REFUSED(alula_game_plies(NULL));
    REFUSED(alula_game_ply(NULL, 0));
    REFUSED(alula_game_moves(NULL, moves));
    REFUSED(alula_game_moves(g, NULL));
    REFUSED(alula_game_play(NULL, m));
    REFUSED(alula_game_play_text(NULL, "e4"));
    REFUSED(alula_game_play_text(g, NULL));
    REFUSED(alula_game_play_null(NULL));
    REFUSED(alula_game_gives_check(NULL, m));
    REFUSED(alula_game_undo(NULL));
    REFUSED(alula_game_read(NULL, "e4"));
    REFUSED(alula_game_read(g, NULL));
    REFUSED(alula_game_san(NULL, m, text));
    REFUSED(alula_game_san(g, m, NULL));
    REFUSED(alula_game_uci(NULL, m, text));
    REFUSED(alula_game_uci(g, m, NULL));
    REFUSED(alula_game_outcome(NULL));
    REFUSED(alula_game_perft(NULL, 1));
    REFUSED(alula_game_evaluate(NULL));
    REFUSED(alula_game_svg(NULL, NULL, add, svg));
    REFUSED(alula_game_svg(g, NULL, NULL, NULL));
    alula_game_free(NULL);
    alula_game_free(g);
}

/* The same for readers, tablebases and books. */
START_TEST(refuses_texts) {
    AlulaGame *g = alula_game_new();
    AlulaPgn *p = alula_pgn_text("1. e4 *");
    AlulaWriter *w = alula_writer_new(g, NULL, 0, NULL, NULL, NULL);
    AlulaMove moves[ALULA_MAX_MOVES];
    const AlulaTag *tags;
    size_t count;
    char text[9];
    int value;

    REFUSED(alula_tables_open(NULL));
    REFUSED(alula_tables_men(NULL));
    REFUSED(alula_tables_wdl(NULL, g, &value));
    REFUSED(alula_tables_dtz(NULL, g, &value));
    REFUSED(alula_book_open(NULL));
    REFUSED(alula_book_moves(NULL, g, moves, NULL));
    REFUSED(alula_pgn_open(NULL));
    REFUSED(alula_pgn_text(NULL));
    REFUSED(alula_pgn_memory(NULL, 1));
    REFUSED(alula_pgn_source(NULL, NULL));
    REFUSED(alula_pgn_keep_all(NULL));
    REFUSED(alula_pgn_next(NULL));
    REFUSED(alula_pgn_game(NULL));
    REFUSED(alula_pgn_result(NULL));
    REFUSED(alula_pgn_tag(NULL, "White", text, sizeof text));
    REFUSED(alula_pgn_tag(p, NULL, text, sizeof text));
    REFUSED(alula_pgn_tag(p, "White", NULL, 9));
    REFUSED(alula_pgn_error(NULL, &count));
    REFUSED(alula_pgn_tags(NULL, &tags, &count));
    REFUSED(alula_pgn_tags(p, NULL, &count));
    REFUSED(alula_pgn_tags(p, &tags, NULL));
    REFUSED(alula_pgn_visit(NULL, &notes_all, text));
    REFUSED(alula_pgn_visit(p, NULL, text));
    REFUSED(alula_pgn_write(NULL, NULL, 0, NULL, add, text));
    REFUSED(alula_pgn_write(g, NULL, 1, NULL, add, text));
    REFUSED(alula_pgn_write(g, NULL, 0, NULL, NULL, text));
    REFUSED(alula_writer_new(NULL, NULL, 0, NULL, add, text));
    REFUSED(alula_writer_new(g, NULL, 1, NULL, add, text));
    REFUSED(alula_writer_move(NULL, ALULA_NO_MOVE));
    REFUSED(alula_writer_comment(NULL, "", 0));
    REFUSED(alula_writer_comment(w, NULL, 1));
    REFUSED(alula_writer_nag(NULL, 1));
    REFUSED(alula_writer_nag(w, 0));
    REFUSED(alula_writer_nag(w, 65536));
    REFUSED(alula_writer_begin(NULL));
    REFUSED(alula_writer_end(NULL));
    REFUSED(alula_writer_finish(NULL));
    REFUSED(alula_writer_text(NULL, &count));
    REFUSED(alula_writer_text(w, NULL));
    alula_writer_free(w);
    alula_pgn_close(p);
    alula_game_free(g);
}

/* The same for engines. */
START_TEST(refuses_engines) {
    AlulaGame *g = alula_game_new();
    AlulaEngine *e = alula_engine_new(1, 1);
    const AlulaLimits limits = LIMITS(.depth = 1);
    int value;

    REFUSED(alula_engine_new(0, 1));
    REFUSED(alula_engine_new(1, 257));
    REFUSED(alula_engine_listen(NULL, NULL, NULL));
    REFUSED(alula_engine_listen_end(NULL, NULL, NULL));
    REFUSED(alula_engine_resize(NULL, 1, 1));
    REFUSED(alula_engine_resize(e, 1, -1));
    REFUSED(alula_engine_network(NULL, NULL));
    REFUSED(alula_engine_evaluate(NULL, g, &value));
    REFUSED(alula_engine_evaluate(e, NULL, &value));
    REFUSED(alula_engine_evaluate(e, g, NULL));
    REFUSED(alula_engine_tablebases(NULL, NULL));
    REFUSED(alula_engine_forget(NULL));
    REFUSED(alula_engine_start(NULL, g, &limits));
    REFUSED(alula_engine_start(e, NULL, &limits));
    REFUSED(alula_engine_start(e, g, NULL));
    REFUSED_VOID(alula_engine_stop(NULL));
    REFUSED(alula_engine_is_searching(NULL));
    REFUSED(alula_engine_ponderhit(NULL));
    REFUSED(alula_engine_wait(NULL, NULL));
    REFUSED(alula_engine_search(NULL, g, &limits, NULL));
    REFUSED(alula_engine_search(e, NULL, &limits, NULL));
    REFUSED(alula_engine_search(e, g, NULL, NULL));
    ck_assert_ptr_null(alula_engine_search(e, g, &limits, NULL));
    alula_engine_free(NULL);
    alula_engine_free(e);
    alula_game_free(g);
}

/* Plays a few moves with a separate engine, game and errors. Returns NULL on success. */
static void *play_alone(void *name) {
    AlulaEngine *e = alula_engine_new(1, 2);
    AlulaGame *g = alula_game_new();
    AlulaInfo best = {.size = sizeof best};
    AlulaWriter *w = alula_writer_new(g, NULL, 0, NULL, NULL, NULL);
    bool good = e && g && w;

    for (int i = 0; good && i < 12; i++)
        good = alula_game_read(g, "Ke5") == ALULA_NO_MOVE && alula_error() == ALULA_ERROR_ILLEGAL &&
               !alula_engine_start(e, g, &LIMITS(.depth = 4, .elo = i % 2 ? 1500 : 0)) &&
               !alula_engine_wait(e, &best) && best.length &&
               !alula_writer_move(w, best.moves[0]) && !alula_game_play(g, best.moves[0]);
    good = good && !alula_writer_finish(w);
    alula_writer_free(w);
    alula_game_free(g);
    alula_engine_free(e);
    return good ? NULL : name;
}

START_TEST(engines_are_independent) {
    static char first[] = "first", second[] = "second";
    pthread_t thread;
    void *failed;

    ck_assert_int_eq(pthread_create(&thread, NULL, play_alone, first), 0);
    ck_assert_pstr_eq(play_alone(second), NULL);
    ck_assert_int_eq(pthread_join(thread, &failed), 0);
    ck_assert_pstr_eq(failed, NULL);
}

/*
 * Returns true if in a child of fork(), where the engine has no threads, all calls fail without
 * waiting.
 */
static bool refuses_in_child(AlulaEngine *e, AlulaGame *g) {
    const AlulaLimits limits = LIMITS(.depth = 3);
    AlulaInfo best = {.size = sizeof best, .depth = 9};
    AlulaEngine *own;
    int value;
    bool good;

    alula_engine_stop(e);
    good = alula_engine_wait(e, &best) && alula_error() == ALULA_ERROR_PROCESS;
    good = good && best.depth == 0 && alula_engine_start(e, g, &limits) &&
           alula_engine_search(e, g, &limits, &best) && alula_engine_listen(e, NULL, NULL) &&
           alula_engine_resize(e, 2, 2) && alula_engine_network(e, NULL) &&
           alula_engine_tablebases(e, NULL) && alula_engine_forget(e) &&
           alula_engine_ponderhit(e) && alula_engine_listen_end(e, NULL, NULL) &&
           alula_engine_evaluate(e, g, &value) && !alula_engine_is_searching(e);
    alula_engine_free(e);
    own = alula_engine_new(1, 1);
    good = good && own && !alula_engine_search(own, g, &limits, &best) && best.depth == 3;
    alula_engine_free(own);
    return good;
}

/*
 * Forks while the engine is idle, and during a search. Not with the address sanitizer of gcc 12: a
 * child inherits its locked allocator, and hangs when it starts a thread.
 */
START_ROWS(forks, SANITIZED ? 0 : 2) {
    AlulaEngine *e = alula_engine_new(16, 2);
    AlulaGame *g = alula_game_new();
    AlulaInfo best = {.size = sizeof best};
    int status = 0;
    pid_t child;

    if (_i)
        ck_assert_ptr_null(alula_engine_start(e, g, &LIMITS(.depth = 0)));
    child = fork();
    if (!child)
        _exit(refuses_in_child(e, g) ? 0 : 1);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    alula_engine_stop(e);
    alula_engine_wait(e, NULL);
    /* with several threads, a thread that is a ply behind may have the best line */
    ck_assert_ptr_null(alula_engine_resize(e, 16, 1));
    ck_assert_ptr_null(alula_engine_search(e, g, &LIMITS(.depth = 4), &best));
    ck_assert_int_eq(best.depth, 4);
    alula_engine_free(e);
    alula_game_free(g);
}

int main(void) {
    return tests_run("library");
}
