/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of console.h: what a person types and reads, and the switch to XBoard's language. */
#define _POSIX_C_SOURCE 200809L
#include "console.h"

#include "cecp.h"
#include "dialogue.h"

static const Protocol *const protocols[] = {&console_protocol, &cecp_protocol, NULL};

/* A person should never have to guess: no line is without end, none has bytes that drive a
 * terminal. */
static void check_line(Talk *t, const char *line) {
    if (!strncmp(line, "My move: ", 9) || !strncmp(line, "move ", 5))
        t->moves++;
    for (const char *c = line; *c; c++)
        CLAIM((unsigned char)*c >= ' ' && *c != 0x7f, "a control byte in \"%s\"", line);
    CLAIM(!*line || line[strlen(line) - 1] != ' ', "a blank at the end of \"%s\"", line);
}

#define START     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define IN_CHECK  "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1"
#define MATE_IN_1 "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"

static const struct {
    const char *hear[12], *say[10], *never[5]; /* each ends with NULL */
    int moves;                                 /* of the engine */
    const char *fen;                           /* how the board stands at the end */
} rows[] = {
    /* playing */
    {.hear = {"sd 2", "e4", "(wait)"},
     .say = {"My move: 1... ", " for me at depth 2)\n", "a b c d e f g h"},
     .moves = 1},
    {.hear = {"sd 2", "e2e4", "(wait)", "d"}, .say = {"My move: 1... ", "a b c d"}, .moves = 1},
    {.hear = {"sd 2", "go", "(wait)"}, .say = {"My move: 1. ", "h g f e d c b a"}, .moves = 1},
    {.hear = {"sd 1", "a3", "(wait)", "h3", "(wait)"}, .moves = 2},
    {.hear = {"force", "e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"},
     .say = {"You move for both sides now."},
     .fen = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 4"},
    {.hear = {"force", "setboard 8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=N"},
     .fen = "N7/7k/8/8/8/8/8/K7 b - - 0 1"},
    {.hear = {"eval"}, .say = {"material ", "tempo ", "middlegame 24/24", "altogether: +0."}},
    {.hear = {"force", "setboard 4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", "eval"},
     .say = {"passed ", "known ending, not by terms: +4."}},
    {.hear = {"st 30", "e4", "?", "(wait)"}, .say = {"My move: "}, .moves = 1},
    {.hear = {"?"}, .say = {"=It is your turn.\n"}},
    {.hear = {"sd 1", "e4", "go", "(wait)"}, .say = {"My move: 1... ", "My move: 2. "}, .moves = 2},
    {.hear = {"st 30", "e4", "fen", "?", "(wait)"}, .say = {" b KQkq ", "My move: "}, .moves = 1},
    {.hear = {"st 30", "e4", "new"}, .say = {"A new game: you play White."}, .fen = START},
    {.hear = {"st 30", "e4", "force"},
     .fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
    {.hear = {"st 30", "e4", "quit"}, .say = {"My move"}, .moves = 1},
    {.hear = {"st 30", "e4", "(end)"},
     .say = {"My move: "},
     .moves = 1}, /* a pipe wants its answers */
    {.hear = {"(end)"}, .say = {"="}},
    /* wrong moves, each with its reason */
    {.hear = {"e2e5"}, .say = {"=e2e5: not a legal move here.\n"}, .fen = START},
    {.hear = {"e3e4"}, .say = {"=e3e4: nothing stands on that square.\n"}},
    {.hear = {"e7e5"}, .say = {"=e7e5: that piece is not yours; White is to move.\n"}},
    {.hear = {"force", "e4", "d2d4"},
     .say = {"d2d4: that piece is not yours; Black is to move.\n"}},
    {.hear = {"setboard " IN_CHECK, "a1a2"}, .say = {"a1a2: your king would still be in check.\n"}},
    {.hear = {"setboard 3kr3/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3", "e2c3"},
     .say = {"e2c3: your king would stand in check.\n"}},
    {.hear = {"setboard 4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nd2"},
     .say = {"Nd2: two pieces can go there; name the square it comes from"}},
    {.hear = {"Ke3", "O-O", "Nf6"},
     .say = {"=Ke3: not a legal move here.\nO-O: not a legal move here.\nNf6: not a legal move "
             "here.\n"}},
    /* the end of a game */
    {.hear = {"setboard " MATE_IN_1, "Ra8"},
     .say = {"a b c d",
             "Checkmate: White wins. (new starts another game, undo takes moves back)\n"},
     .never = {"My move"}},
    {.hear = {"setboard " MATE_IN_1, "Ra8", "Kh1", "h6"},
     .say = {"Checkmate: White wins.",
             "The game is over: new starts another, undo takes moves back.\n"}},
    {.hear = {"setboard " MATE_IN_1, "Ra8", "undo", "fen"}, .say = {"Checkmate", MATE_IN_1 "\n"}},
    {.hear = {"setboard " MATE_IN_1, "Ra8", "undo", "sd 1", "Ra7", "(wait)"}, .moves = 1},
    {.hear = {"setboard " MATE_IN_1, "sd 2", "go", "(wait)"},
     .say = {"My move: 1. Ra8#\n", "Checkmate: White wins."},
     .moves = 1},
    {.hear = {"setboard " MATE_IN_1, "Ra8", "go"},
     .say = {"Checkmate", "The game is over"},
     .never = {"My move"}},
    {.hear = {"setboard k7/8/8/1Q6/8/8/8/4K3 w - - 0 1", "Qb6"}, .say = {"Stalemate: a draw."}},
    {.hear = {"force", "setboard 4k3/8/8/8/8/8/R7/4K3 w - - 99 80", "Ra3"},
     .say = {"Fifty moves without a capture or a pawn move: a draw."}},
    /* taking back */
    {.hear = {"undo"}, .say = {"=There is no move to take back.\n"}},
    {.hear = {"sd 1", "e4", "(wait)", "undo"}, .moves = 1, .fen = START},
    {.hear = {"st 30", "e4", "undo", "(wait)"}, .never = {"My move"}, .fen = START},
    {.hear = {"setboard 7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "st 0.2", "Kf7", "(wait)"},
     .say = {"Kh7   (you can mate me in 1)"},
     .moves = 1},
    {.hear = {"setboard \"" START "\"", "fen"}, .say = {START}},
    {.hear = {"sd 1", "go", "(wait)", "undo", "e4", "(wait)"}, .moves = 2},
    {.hear = {"force", "e4", "e5", "undo"},
     .fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
    /* a book */
    {.hear = {"book"}, .say = {"= Alula plays without an opening book.\n"}},
    {.hear = {"(book) book ", "e4", "book"},
     .say = {"I play from this book now.\nMy move: 1... e5   (from the book)\n", "a b c d",
             " This position is not in the book.\n"},
     .moves = 1},
    {.hear = {"(book) book ", "book", "go"},
     .say = {"I play from this book now.\n e4          3   75%\n d4          1   25%\nMy move: 1. ",
             "   (from the book)\n", "h g f e"},
     .moves = 1},
    {.hear = {"(book) book ", "book off", "sd 2", "e4", "(wait)"},
     .say = {"I play without a book now.\nMy move: 1... ", " for me at depth 2)"},
     .moves = 1},
    {.hear = {"(book) book ", "sd 2", "e4", "d3", "(wait)"},
     .say = {"   (from the book)\n", "My move: 2... ", " for me at depth 2)"},
     .moves = 2},
    {.hear = {"book /no/such/book"},
     .say = {"=I cannot play from \"/no/such/book\": there is no such book.\n"}},
    /* showing */
    {.hear = {"fen"}, .say = {"=" START "\n"}},
    {.hear = {"d"},
     .say = {"=\n"
             "  8  r n b q k b n r\n"
             "  7  p p p p p p p p\n"
             "  6  . : . : . : . :\n"
             "  5  : . : . : . : .\n"
             "  4  . : . : . : . :\n"
             "  3  : . : . : . : .\n"
             "  2  P P P P P P P P\n"
             "  1  R N B Q K B N R\n"
             "     a b c d e f g h\n\n"}},
    {.hear = {"flip"},
     .say = {"  1  R N B K Q B N R\n", "  8  r n b k q b n r\n", "h g f e d c b a\n"}},
    {.hear = {"moves"}, .say = {"e4", "20 legal moves\n"}},
    {.hear = {"setboard R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", "moves"},
     .say = {"218 legal moves\n"}},
    {.hear = {"help"},
     .say = {"Type a move: e4, Nf3", "  new ", "  go ", "  undo ", "  xboard ", "  quit "},
     .never = {"  exit"}},
    /* settings and nonsense */
    {.hear = {"st", "st 0", "st -1", "st x"},
     .say = {"st wants seconds", "st wants seconds", "st wants seconds", "st wants seconds"}},
    {.hear = {"sd", "sd x", "sd 121"},
     .say = {"sd wants a number", "sd wants a number", "sd wants a number"}},
    {.hear = {"setboard nonsense", "setboard"},
     .say = {"That position cannot be played: ", ".\nThat position cannot be played: "},
     .fen = START},
    {.hear = {"setboard 4k3/8/8/8/8/8/8/8 w - - 0 1"},
     .say = {"That position cannot be played: White has no king.\n"}},
    {.hear = {"fly away", "", "  ", "hElp"},
     .say = {"=I do not understand \"fly away\". Type a move like e4, Nf3 or e7e8q, or help.\nI do "
             "not understand \"hElp\". Type a move like e4, Nf3 or e7e8q, or help.\n"}},
    {.hear = {"\x1b[2J\x07"}, .say = {"I do not understand \"?[2J?\"."}},
    {.hear = {"(long)"}, .say = {"Error (line too long): ping 1"}},
    /* XBoard takes over */
    {.hear = {"xboard", "ping 1", "fen"}, .say = {"=\npong 1\nError (unknown command): fen\n"}},
    {.hear = {"st 30", "e4", "xboard", "protover 2", "ping 1"},
     .say = {"feature done=1\npong 1\n"},
     .never = {"My move", "move e"}},
    {.hear = {"xboard", "new", "sd 1", "usermove e2e4", "(wait)"},
     .say = {"\nmove "},
     .never = {"My move"},
     .moves = 1},
    {.hear = {"exit"}, .say = {"="}},
};

START_TEST(dialogue) {
    Talk t;

    talk_start(&t, protocols, check_line);
    for (int i = 0; rows[_i].hear[i]; i++)
        if (!talk_stage_direction(&t, rows[_i].hear[i]))
            talk_post(&t, rows[_i].hear[i]);
    talk_expect(&t, rows[_i].say, rows[_i].never);
    CLAIM(t.moves == rows[_i].moves, "%d moves, said:\n%s", t.moves, t.said);
    if (rows[_i].fen)
        ck_assert_str_eq(tests_fen(gameline_now(&t.f.line)), rows[_i].fen);
    talk_end(&t);
}
END_TEST

/* In a terminal there is a greeting, a board and a prompt, but no prompt while it thinks. */
START_TEST(terminal) {
    static const char *const greeting[] = {"Alula ", "help", "  8  ", "White (1): ", NULL};
    static const char *const never[] = {NULL}, *const no_prompt[] = {"Black (1): ", NULL};
    Talk t;

    setenv("LC_ALL", "C", 1);
    talk_start(&t, protocols, check_line);
    t.f.terminal = true;
    console_welcome(&t.f);
    console_protocol.prompt(&t.f);
    talk_expect(&t, greeting, never);
    talk_post(&t, "st 30");
    talk_post(&t, "e4");
    console_protocol.prompt(&t.f);
    ck_assert_int_eq(t.f.busy, THINKING);
    talk_expect(&t, never, no_prompt);
    talk_end(&t);
}
END_TEST

/* On a pipe there is neither. */
START_TEST(pipe_is_quiet) {
    Talk t;

    talk_start(&t, protocols, check_line);
    console_welcome(&t.f);
    console_protocol.prompt(&t.f);
    ck_assert_str_eq(t.said, "");
    talk_end(&t);
}
END_TEST

/* Pictures of the pieces where the terminal can show them. */
START_TEST(pictures) {
    static const char *const say[] = {"♜", "♙", NULL}, *const never[] = {NULL};
    Talk t;

    setenv("LC_ALL", "en_US.UTF-8", 1);
    talk_start(&t, protocols, NULL);
    t.f.terminal = true;
    talk_post(&t, "d");
    talk_expect(&t, say, never);
    talk_end(&t);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("console");
    TCase *tests = tests_case(suite);

    tcase_add_loop_test(tests, dialogue, 0, ROWS(rows));
    tcase_add_test(tests, terminal);
    tcase_add_test(tests, pipe_is_quiet);
    tcase_add_test(tests, pictures);
    return tests_run(suite);
}
