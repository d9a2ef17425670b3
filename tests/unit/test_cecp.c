/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of cecp.h: conversations as tables. In addition, every line of output is checked; see
 * cecp_talk.h.
 */
#define _POSIX_C_SOURCE 200809L
#include "protocol/cecp/cecp_state.h"

#include "cecp_talk.h"
#include "protocol/console/console.h"

static const Protocol *const protocols[] = {&cecp_protocol, &console_protocol, NULL};

static const char *board(const Talk *t) {
    return tests_fen(gameline_now(&t->f.game.line));
}

#define START     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define AFTER_E4  "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
#define MATE_IN_1 "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
#define MATED     "R5k1/5ppp/8/8/8/8/8/6K1 b - - 1 1"
#define LOST      "4k3/8/8/8/8/8/1Q6/4K3 b - - 0 1"
#define DEAD_EVEN "6k1/8/8/6n1/8/3N4/8/6K1 w - - 0 40"
#define IN_CHECK  "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1"
#define WON       "4k3/8/8/8/8/8/1Q6/4K3 w - - 0 1"

typedef struct {
    const char *hear[20], *say[12], *never[5]; /* each ends with NULL */
    int moves;                                 /* lines that begin with "move " */
    const char *fen;                           /* the position at the end; NULL: any */
} Row;

static void run_row(const Row *row) {
    Talk t;

    talk_start(&t, protocols, check_line);
    for (int i = 0; row->hear[i]; i++)
        talk(&t, row->hear[i]);
    talk_expect(&t, row->say, row->never);
    CLAIM(t.moves == row->moves, "%d moves instead of %d; said:\n%s", t.moves, row->moves, t.said);
    if (row->fen)
        ck_assert_str_eq(board(&t), row->fen);
    finish(&t);
}

/* --- greeting, unknown words, moves ---------------------------------------------------------- */

static const Row words_rows[] = {
    {.hear = {"xboard"}, .say = {"=\n"}},
    {.hear = {"protover 2"},
     .say = {"feature done=0\n", " ping=1", " setboard=1", " playother=1", " san=0", " usermove=1",
             "option=\"MoveOverhead -spin", "feature done=1\n"},
     .never = {"hoichess"}},
    {.hear = {"protover 2"},
     .say = {"pause=1", "exclude=1", "setscore=1", "highlight=1",
             "option=\"MultiPV -spin 1 1 256\""},
     .never = {"tablebases"}},
    {.hear = {"protover 2"},
     .say = {"egt=\"syzygy\"", "option=\"SyzygyPath -path \"",
             "option=\"SyzygyProbeDepth -spin 1 1 100\"", "option=\"SyzygyProbeLimit -spin 7 0 7\"",
             "option=\"Syzygy50MoveRule -check 1\""}},
    {.hear = {"egtpath syzygy /nowhere", "egtpath syzygy ", "egtpath syzygy", "ping 1"},
     .say = {"=pong 1\n"}},
    {.hear = {"egtpath gaviota /tables", "egtpath"},
     .say = {"=Error (Alula uses Syzygy tablebases only): egtpath gaviota /tables\n"
             "Error (Alula uses Syzygy tablebases only): egtpath\n"}},
    {.hear = {"protover 2"},
     .say = {"sigint=0", "reuse=1", "analyze=1", "colors=0", "nps=1", "memory=1", "smp=1",
             "variants=\"normal,fischerandom,nocastle\""}},
    {.hear = {"protover 99"}, .say = {"feature done=0\n", "myname=\"Alula", "feature done=1\n"}},
    {.hear = {"protover 1"}, .say = {"="}},
    {.hear = {"protover", "ping 1"}, .say = {"=pong 1\n"}},
    {.hear = {"accepted done", "accepted ping", "accepted setboard", "accepted debug",
              "rejected sigterm", "rejected option Rst -reset", "rejected setscore", "accepted",
              "rejected"},
     .say = {"="}},
    {.hear = {"name Fake", "name GM Foo Bar", "name", "rating 0 0", "rating 2400 2500", "ics -",
              "ics freechess.org", "computer", "hard", "easy", "post", "nopost", "random", "random",
              "exit", "?", "."},
     .say = {"="}},
    {.hear = {"variant normal", "new", "level 0 1 1", "sd 4", "time 6000", "otim 6000", "st 5",
              "nps 0", "result *", "memory 8", "cores 1", "force", "force"},
     .say = {"="}},
    {.hear = {"ping 1", "ping 2", "ping abc", "ping", "ping 7 8"},
     .say = {"=pong 1\npong 2\npong abc\npong\npong 7 8\n"}},
    {.hear = {"ping \x1b[31m\x07"}, .say = {"=pong ?[31m?\n"}},
    {.hear = {"", " ", "\t", "  ping 5  ", "\tping\t6\t", "ping 7\r"},
     .say = {"=pong 5\npong 6\npong 7\n"}},
    {.hear = {"foobarbaz 1 2"}, .say = {"=Error (unknown command): foobarbaz 1 2\n"}},
    {.hear = {"fly away", "PING 1", "News", "newer", "pingpong", "go!"},
     .say = {"=Error (unknown command): fly away\nError (unknown command): PING 1\nError (unknown "
             "command): News\nError (unknown command): newer\nError (unknown command): "
             "pingpong\nError (unknown command): go!\n"}},
    {.hear = {"\x1b[2J\x07\xc3\xa4"}, .say = {"=Error (unknown command): ?[2J?\xc3\xa4\n"}},
    {.hear = {"(long)", "ping 1"},
     .say = {"=Error (line too long): ping 1 and much more\npong 1\n"}},
    {.hear = {"depth", "5"},
     .say = {"=Error (bad parameter): depth\nError (unknown command): 5\n"}},
    {.hear = {"#", "c", "x", "uciok"},
     .say = {"Error (unknown command): #", "Error (unknown command): c",
             "Error (unknown command): x", "Error (unknown command): uciok"}},
    /* moves in the notations of programs and people */
    {.hear = {"force", "usermove e2e4", "usermove e7e5", "usermove g1f3"},
     .say = {"="},
     .fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"},
    {.hear = {"force", "e2e4", "e5", "Nf3", "Nc6", "Bb5+", "a7a6", "O-O"},
     .say = {"="},
     .fen = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 4"},
    {.hear = {"force", "setboard r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "usermove e1g1",
              "usermove O-O-O"},
     .say = {"="},
     .fen = "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2"},
    {.hear = {"force", "setboard 8/P6k/8/8/8/8/7p/K7 w - - 0 1", "usermove a7a8", "usermove h2h1N"},
     .say = {"="},
     .fen = "Q7/7k/8/8/8/8/8/K6n w - - 0 2"},
    {.hear = {"force", "setboard 8/P6k/8/8/8/8/7p/K7 w - - 0 1", "usermove a7a8Q",
              "usermove h1=R+"},
     .say = {"="},
     .fen = "Q7/7k/8/8/8/8/8/K6r w - - 0 2"},
    {.hear = {"force", "setboard 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "usermove e5d6"},
     .say = {"="},
     .fen = "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2"},
    {.hear = {"force", "usermove @@@@", "usermove e7e5", "@@@@", "d7d5"},
     .say = {"="},
     .fen = "rnbqkbnr/ppp2ppp/8/3pp3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3"},
    /* illegal and unreadable moves */
    {.hear = {"force", "usermove e2e5"}, .say = {"=Illegal move: e2e5\n"}, .fen = START},
    {.hear = {"force", "usermove e1g1", "usermove O-O", "e2d3"},
     .say = {"=Illegal move: e1g1\nIllegal move: O-O\nIllegal move: e2d3\n"}},
    {.hear = {"force", "usermove e3e4"}, .say = {"=Illegal move (no such piece): e3e4\n"}},
    {.hear = {"force", "usermove e7e5"}, .say = {"=Illegal move (not your turn): e7e5\n"}},
    {.hear = {"force", "setboard 4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1", "usermove a1a2"},
     .say = {"=Illegal move (in check): a1a2\n"}},
    {.hear = {"force", "setboard 4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1", "usermove @@@@"},
     .say = {"=Illegal move (in check): @@@@\n"}},
    {.hear = {"force", "setboard 3kr3/8/8/8/8/8/4N3/4K3 w - - 0 1", "usermove e2c3"},
     .say = {"=Illegal move (moving into check): e2c3\n"}},
    {.hear = {"force", "setboard 4k3/8/8/8/8/1r6/8/K7 w - - 0 1", "a1b1"},
     .say = {"=Illegal move (moving into check): a1b1\n"}},
    {.hear = {"force", "setboard 4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "usermove Nd2"},
     .say = {"=Illegal move (ambiguous move): Nd2\n"}},
    {.hear = {"usermove @@@@"}, .say = {"=Illegal move: @@@@\n"}, .fen = START},
    {.hear = {"force", "usermove xyzzy"}, .say = {"=Illegal move: xyzzy\n"}},
    {.hear = {"force", "usermove e2e4 e7e5"}, .say = {"Illegal move: e2e4 e7e5"}, .fen = START},
    {.hear = {"force", "usermove"}, .fen = START},
    {.hear = {"force", "e2e4 e7e5"},
     .say = {"=Error (unknown command): e2e4 e7e5\n"},
     .fen = START},
};

/* --- thinking and its end --------------------------------------------------------------------- */

static const Row thinking_rows[] = {
    {.hear = {"new", "sd 2", "usermove e2e4", "(wait)", "ping 1"},
     .say = {"move ", "\npong 1\n"},
     .never = {"Error", "Illegal", "1-0"},
     .moves = 1},
    {.hear = {"force", "new", "sd 1", "usermove e2e4", "(wait)"}, .moves = 1},
    {.hear = {"new", "sd 2", "go", "(wait)"}, .say = {"move "}, .moves = 1},
    {.hear = {"sd 2", "go", "(wait)", "(reply)", "(wait)", "(reply)", "(wait)"}, .moves = 3},
    {.hear = {"go", "go", "?", "(wait)", "?", "?"}, .moves = 1},
    {.hear = {"go", "?", "ping 2", "(wait)"}, .say = {"move ", "\npong 2\n"}, .moves = 1},
    {.hear = {"go", "(info)", "?", "(wait)", "ping 3"}, .say = {"move ", "pong 3"}, .moves = 1},
    {.hear = {"usermove e2e4", "ping 1", "ping 2", "ping 3", "?", "(wait)"},
     .say = {"move ", "\npong 1\npong 2\npong 3\n"},
     .moves = 1},
    /* a waiting ping is answered too */
    {.hear = {"go", "ping 1", "force", "ping 2"}, .say = {"=pong 1\npong 2\n"}, .fen = START},
    {.hear = {"go", "ping 1", "xboard", "ping 2"}, .say = {"pong 1\n", "pong 2\n"}, .fen = START},
    {.hear = {"usermove e2e4", "usermove e7e5", "usermove d2d4", "ping 1", "force", "ping 2"},
     .say = {"pong 1\npong 2\n"}},
    {.hear = {"go", "(info)", "force", "ping 4"}, .say = {"=pong 4\n"}, .fen = START},
    {.hear = {"usermove e2e4", "new", "ping 4"}, .say = {"=pong 4\n"}, .fen = START},
    {.hear = {"usermove e2e4", "result 1-0 {White resigns}", "ping 4"}, .say = {"=pong 4\n"}},
    {.hear = {"usermove e2e4", "setboard " WON, "ping 4"}, .say = {"=pong 4\n"}, .fen = WON},
    {.hear = {"usermove e2e4", "undo", "ping 4"}, .say = {"=pong 4\n"}, .fen = START},
    {.hear = {"force", "e2e4", "e7e5", "go", "remove", "ping 4"},
     .say = {"=pong 4\n"},
     .fen = START},
    {.hear = {"usermove e2e4", "edit", ".", "ping 4"}, .say = {"=pong 4\n"}},
    {.hear = {"usermove e2e4", "analyze", "exit", "ping 4"}, .say = {"=pong 4\n"}, .fen = AFTER_E4},
    {.hear = {"go", "playother", "ping 4", "?", "(wait)"},
     .say = {"move ", "pong 4\n"},
     .moves = 1},
    {.hear = {"go", "quit"}, .say = {"="}},
    {.hear = {"go", "(end)"}, .say = {"="}},
    /* a move that arrives early counts as the reply to our move */
    {.hear = {"usermove e2e4", "usermove g1f3", "ping 1", "sd 1", "?", "(wait)"},
     .say = {"move ", "move ", "\npong 1\n"},
     .moves = 2},
    {.hear = {"go", "memory 9", "cores 2", "option MoveOverhead=50", "ping 1", "?", "(wait)"},
     .say = {"move ", "\npong 1\n"},
     .moves = 1},
    /* while memory is prepared, lines wait, and are handled in order afterwards */
    {.hear = {"(hold)", "memory 700", "(hold)", "new", "(hold)", "usermove e2e4", "(hold)",
              "ping 1", "(hold)", "?", "level 40 5 0", "(wait)"},
     .say = {"move ", "\npong 1\n"},
     .moves = 1},
    {.hear = {"(hold)", "memory 700", "(hold)", "ping 1", "(hold)", "ping 2", "quit"},
     .say = {"=pong 1\npong 2\n"}},
    /* commands that only store a setting do not stop the search */
    {.hear = {"go", "time 100000", "otim 1", "level 0 100 1", "st 100", "sd 90", "post", "nopost",
              "hard", "easy", "name Foo", "computer", "rating 1 2", "random", "ping 1", "?",
              "(wait)"},
     .say = {"move ", "\npong 1\n"},
     .moves = 1},
    {.hear = {"go", "fly", "usermove e2e5", "?", "(wait)"},
     .say = {"Error (unknown command): fly\n", "move ", "Illegal move"},
     .moves = 1},
    /* taking back, null moves */
    {.hear = {"undo"}, .say = {"=Error (command not legal now): undo\n"}, .fen = START},
    {.hear = {"force", "e2e4", "undo", "undo"},
     .say = {"=Error (command not legal now): undo\n"},
     .fen = START},
    {.hear = {"remove"}, .say = {"=Error (command not legal now): remove\n"}, .fen = START},
    {.hear = {"force", "e2e4", "remove"},
     .say = {"=Error (command not legal now): remove\n"},
     .fen = AFTER_E4},
    {.hear = {"sd 1", "e2e4", "(wait)", "remove", "e2e4", "(wait)"}, .moves = 2},
    {.hear = {"sd 1", "e2e4", "(wait)", "remove", "ping 1"}, .moves = 1, .fen = START},
    {.hear = {"force", "playother", "sd 1", "usermove e2e4", "(wait)"}, .moves = 1},
    {.hear = {"force", "e2e4", "playother", "sd 1", "ping 1", "usermove e7e5", "(wait)"},
     .say = {"pong 1\nmove "},
     .moves = 1},
    {.hear = {"new", "force", "usermove e2e4", "white", "time 100", "otim 100", "black", "ping 1"},
     .say = {"=pong 1\n"},
     .fen = AFTER_E4},
    {.hear = {"force", "e2e4", "white", "sd 1", "black", "go", "(wait)"}, .moves = 1},
    {.hear = {"force", "black", "ping 1"},
     .say = {"=pong 1\n"},
     .fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1"},
    {.hear = {"new", "white", "sd 1", "usermove e2e4", "(wait)"}, .moves = 1},
    /* no null move in check: the side to move cannot be changed */
    {.hear = {"force", "setboard 4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1", "black", "usermove e8d8"},
     .say = {"=tellusererror Illegal position\nIllegal move (illegal position): e8d8\n"}},
    /* hints, offers, resignation */
    {.hear = {"hint", "(wait)"}, .say = {"Hint: "}, .fen = START},
    {.hear = {"force", "setboard " MATE_IN_1, "hint", "(wait)"}, .say = {"=Hint: a1a8\n"}},
    {.hear = {"force", "setboard " MATED, "hint", "(wait)"}, .say = {"="}},
    {.hear = {"go", "(info)", "hint", "?", "(wait)"}, .say = {"Hint: ", "move "}, .moves = 1},
    {.hear = {"hint", "usermove e2e4", "?", "(wait)"}, .say = {"move "}, .moves = 1},
    {.hear = {"hint", "force", "ping 1"}, .say = {"pong 1"}},
    {.hear = {"bk", "ping 1"}, .say = {"= Alula plays without an opening book.\n\npong 1\n"}},
    {.hear = {"go", "bk", "force", "bk"},
     .say =
         {"= Alula plays without an opening book.\n\n Alula plays without an opening book.\n\n"}},
    {.hear = {"force", "setboard " LOST, "go", "draw", "(info)", "?", "(wait)"},
     .say = {"offer draw\nmove e8"},
     .moves = 1},
};

static const Row offer_rows[] = {
    /* our draw offers, only to people */
    {.hear = {"force", "setboard " DEAD_EVEN, "sd 3", "go", "(wait)", "ping 1"},
     .say = {"move ", "\noffer draw\npong 1\n"},
     .moves = 1},
    {.hear = {"force", "setboard " DEAD_EVEN, "sd 3", "computer", "go", "(wait)"},
     .say = {"move "},
     .never = {"offer"},
     .moves = 1},
    {.hear = {"force", "setboard " DEAD_EVEN, "sd 3", "rating 2000 1700", "go", "(wait)"},
     .say = {"move "},
     .never = {"offer"},
     .moves = 1},
    {.hear = {"force", "setboard " DEAD_EVEN, "sd 3", "option OfferDraws=0", "go", "(wait)"},
     .say = {"move "},
     .never = {"offer"},
     .moves = 1},
    {.hear = {"force", "draw", "setboard " LOST, "draw"}, .say = {"="}},
    /* not after the end of the game */
    {.hear = {"setboard " MATE_IN_1, "sd 2", "go", "(wait)", "draw", "result 1-0 {x}", "draw", "go",
              "ping 1"},
     .say = {"move ", "pong 1\n"},
     .never = {"offer"},
     .moves = 1},
    {.hear = {"force", "setboard " MATED, "playother", "draw", "ping 1"}, .say = {"=pong 1\n"}},
    /* a refusal is announced once a game, and not to programs */
    {.hear = {"sd 1", "e2e4", "(wait)", "draw", "draw", "ping 1"},
     .say = {"move ", "\ntelluser Alula declines the draw.\npong 1\n"},
     .moves = 1},
    {.hear = {"computer", "draw", "new", "draw", "new", "computer", "draw"},
     .say = {"=telluser Alula declines the draw.\n"}},
    {.hear = {"force", "setboard " WON, "draw", "sd 1", "go", "(wait)"},
     .say = {"telluser Alula declines the draw.\nmove "},
     .moves = 1},
    {.hear = {"force", "setboard " LOST, "option AcceptDraws=0", "go", "draw", "?", "(wait)"},
     .say = {"move "},
     .never = {"offer"},
     .moves = 1},
    {.hear = {"force", "setboard " WON, "go", "draw", "?", "(wait)", "draw"},
     .say = {"move "},
     .never = {"offer", "1/2"},
     .moves = 1},
    {.hear = {"force", "setboard " LOST, "sd 3", "go", "(wait)", "draw", "ping 1"},
     .say = {"move ", "\noffer draw\npong 1\n"},
     .moves = 1},
    {.hear = {"force", "setboard 4k3/8/8/8/8/8/8/R3K2r w - - 60 90", "sd 3", "playother", "(reply)",
              "(wait)"},
     .never = {"offer"},
     .moves = 1},
    /* an offer holds only for the move that is due */
    {.hear = {"force", "setboard " LOST, "go", "draw", "force", "go", "?", "(wait)"},
     .never = {"offer"},
     .moves = 1},
    {.hear = {"option Resign=1", "option ResignScore=300", "force", "setboard " LOST, "sd 3", "go",
              "(wait)", "(reply)", "(wait)", "(reply)", "(wait)", "ping 1"},
     .say = {"move ", "move ", "\n1-0 {Black resigns}\npong 1\n"},
     .moves = 2},
    {.hear = {"option Resign=1", "option ResignScore=300", "force",
              "setboard 4k3/1q6/8/8/8/8/8/4K3 w - - 0 1", "sd 3", "go", "(wait)", "(reply)",
              "(wait)", "(reply)", "(wait)", "ping 1"},
     .say = {"move ", "move ", "\n0-1 {White resigns}\npong 1\n"},
     .moves = 2},
    {.hear = {"force", "setboard " LOST, "sd 3", "go", "(wait)", "(reply)", "(wait)", "(reply)",
              "(wait)"},
     .never = {"resign"},
     .moves = 3},
};

/* --- settings -------------------------------------------------------------------------------- */

static const Row setting_rows[] = {
    {.hear = {"level", "level 40", "level 40 5", "level x 5 0", "level -1 5 0", "level 40 -5 0"},
     .say = {"=Error (bad parameter): level\nError (bad parameter): level 40\nError (bad "
             "parameter): level 40 5\nError (bad parameter): level x 5 0\nError (bad parameter): "
             "level -1 5 0\nError (bad parameter): level 40 -5 0\n"}},
    {.hear = {"level 40 5 -1", "level 40 5 x", "level 40 5:x 0", "level 40 : 0"},
     .say = {"Error (bad parameter): level 40 5 -1\n", "Error (bad parameter): level 40 5 x\n",
             "Error (bad parameter): level 40 5:x 0\n", "Error (bad parameter): level 40 : 0\n"}},
    {.hear = {"st", "st x", "st -1", "st 1.2.3"},
     .say = {"=Error (bad parameter): st\nError (bad parameter): st x\nError (bad parameter): st "
             "-1\nError (bad parameter): st 1.2.3\n"}},
    {.hear = {"sd", "sd x", "sd 1.5", "sd 0"},
     .say = {"=Error (bad parameter): sd\nError (bad parameter): sd x\nError (bad parameter): sd "
             "1.5\n"}},
    {.hear = {"nps", "nps x", "nps -"},
     .say = {"=Error (bad parameter): nps\nError (bad parameter): nps x\nError (bad parameter): "
             "nps -\n"}},
    /* out of range */
    {.hear = {"memory 4", "memory -1", "cores 0", "sd -1", "sd 9999999999999999999", "nps -1",
              "ping 1"},
     .say = {"=pong 1\n"}},
    {.hear = {"time", "time x", "otim", "otim 1.5"},
     .say = {"=Error (bad parameter): time\nError (bad parameter): time x\nError (bad parameter): "
             "otim\nError (bad parameter): otim 1.5\n"}},
    {.hear = {"time 0", "time -5", "time 99999999", "time -99999999999", "otim 0", "otim -5",
              "otim 99999999999", "ping 1"},
     .say = {"=pong 1\n"}},
    {.hear = {"memory", "memory 0", "memory 7", "memory abc", "ping 1"},
     .say = {"=Error (bad parameter): memory\nError (bad parameter): memory abc\npong 1\n"}},
    {.hear = {"accepted debug", "memory 8", "cores 200", "ping 1"},
     .say = {"# there is enough memory for only ", "pong 1\n"}},
    {.hear = {"memory 9", "memory 9", "memory 8", "ping 1"}, .say = {"=pong 1\n"}},
    {.hear = {"memory 9223372036854775807", "sd 1", "go", "(wait)"},
     .say = {"telluser ", "nothing was changed\n", "move "},
     .moves = 1},
    {.hear = {"cores", "cores 0", "cores -1", "cores abc"},
     .say = {"=Error (bad parameter): cores\nError (bad parameter): cores abc\n"}},
    {.hear = {"cores 2", "cores 2", "sd 3", "go", "(wait)"}, .moves = 1},
    {.hear = {"option MoveOverhead=0", "option moveoverhead=5000", "option Resign=1",
              "option resign=0", "option ResignScore=300", "option AcceptDraws=true",
              "option ClearHash", "option ClearHash=1", "option  Resign = 1 "},
     .say = {"="}},
    {.hear = {"option Foo=1", "option Foo", "option MoveOverhead", "option MoveOverhead=-1",
              "option Resign=2", "option MoveOverhead=many"},
     .say = {"Error (unknown option): Foo=1\n", "Error (unknown option): Foo\n", "MoveOverhead\n",
             "telluser MoveOverhead takes 0 to 5000; using 0\n", "Resign=2\n",
             "MoveOverhead=many\n"}},
    {.hear = {"option", "variant", "ping 1"}, .say = {"pong 1\n"}},
    {.hear = {"option OwnBook=1", "option BookFile=", "option BookVariety=0", "option OwnBook=0"},
     .say = {"="}},
    {.hear = {"option BookVariety=1001", "option OwnBook=", "option BookFile=/no/book.bin",
              "option BookFile=/"},
     .say = {"=telluser BookVariety takes 0 to 1000; using 1000\n"
             "Error (the value is neither on nor off): OwnBook=\n"
             "Error (there is no such book): BookFile=/no/book.bin\n"
             "Error (this is not a regular file): BookFile=/\n"}},
    {.hear = {"option EvalFile=/no/net.nn", "option EvalFile=README.md", "option EvalFile="},
     .say = {"=Error (there is no such file): EvalFile=/no/net.nn\n"
             "Error (this is not a network of Alula): EvalFile=README.md\n"}},
    {.hear = {"option Level=Club", "option Level=full", "option Level=Club (1600)",
              "option BookVariety=7"},
     .say = {"="}},
    {.hear = {"option Level=", "option Level=3", "option Level=Club (1700)",
              "option Level=Full (0)"},
     .say = {"=Error (the value is not one of the choices): Level=\n"
             "Error (the value is not one of the choices): Level=3\n"
             "Error (the value is not one of the choices): Level=Club (1700)\n"
             "Error (the value is not one of the choices): Level=Full (0)\n"}},
    {.hear = {"option SaveSettings", "option SettingsFile=/",
              "option SettingsFile=", "option SettingsFile=/no/folder/file", "option SaveSettings"},
     .say =
         {"=telluser The settings were not saved: there is no settings file: set SettingsFile to "
          "its name first\n"
          "Error (this is not a regular file): SettingsFile=/\n"
          "telluser There is no file /no/folder/file, and none can be created there.\n"
          "telluser The settings were not saved: the settings file cannot be written\n"}},
    {.hear = {"variant normal"}, .say = {"="}},
    {.hear = {"variant suicide", "variant xyz", "sd 1", "e2e4", "(wait)"},
     .say = {"Error (unsupported variant): suicide\n", "Error (unsupported variant): xyz\n",
             "move "},
     .moves = 1},
    {.hear = {"random", "sd 4", "go", "(wait)", "new", "sd 4", "go", "(wait)"}, .moves = 2},
    /* output that depends on settings */
    {.hear = {"post", "sd 5", "go", "(wait)"}, .say = {"1 ", "5 ", "move "}, .moves = 1},
    {.hear = {"sd 5", "go", "(wait)"}, .say = {"move "}, .never = {"\t"}, .moves = 1},
    {.hear = {"post", "nopost", "sd 5", "go", "(wait)"}, .never = {"\t"}, .moves = 1},
    {.hear = {"post", "sd 3", "go", "(wait)"}, .never = {"\n4 "}, .moves = 1},
    {.hear = {"post", "sd 3", "level 0 5 0", "go", "(wait)"}, .never = {"\n4 "}, .moves = 1},
    {.hear = {"post", "sd 1", "new", "sd 4", "usermove e2e4", "(wait)"},
     .say = {"\n4 "},
     .moves = 1},
    {.hear = {"post", "force", "setboard " MATE_IN_1, "sd 3", "go", "(wait)"},
     .say = {" 100001 ", "\tRa8#\n", "move a1a8\n1-0 {White mates}\n"},
     .moves = 1},
    {.hear = {"post", "force", "setboard k7/8/8/1Q6/8/8/6R1/4K3 b - - 0 1", "st 9", "sd 12", "go",
              "(wait)"},
     .say = {" -100001 ", "move a8a7"},
     .moves = 1},
    {.hear = {"post", "force", "setboard 7k/8/8/8/8/R7/1R6/K7 w - - 0 1", "sd 8", "go", "(wait)"},
     .say = {" 100002 ", "move "},
     .moves = 1},
    /* unusual clocks: the engine moves at once */
    {.hear = {"level 0 5 0", "time 0", "otim 30000", "usermove e2e4", "(wait)"}, .moves = 1},
    {.hear = {"level 0 5 0", "time -5", "usermove e2e4", "(wait)"}, .moves = 1},
    {.hear = {"level 0 0:01 0", "time 1", "usermove e2e4", "(wait)"}, .moves = 1},
    {.hear = {"level 40 0:01 0", "time 10", "usermove e2e4", "(wait)", "(reply)", "(wait)"},
     .moves = 2},
    {.hear = {"st 0.01", "usermove e2e4", "(wait)"}, .moves = 1},
    {.hear = {"st 0", "time 5", "usermove e2e4", "(wait)"}, .moves = 1},
    {.hear = {"level 0 5 0", "time 99999999999", "usermove e2e4", "?", "(wait)"}, .moves = 1},
};

/* --- pondering ------------------------------------------------------------------------------- */

/*
 * Searches for a move are shallow; pondering has no limit, or the same depth. The move may come at
 * once, so the depth is changed before there is any output.
 */
#define PONDER            "hard", "sd 4", "(hold)", "usermove e2e4", "sd 0", "(wait)"
#define PONDER_TO_THE_END "hard", "sd 4", "usermove e2e4", "(wait)", "(done)"

#define BOOK      "option OwnBook=1", "(book) option BookFile="
#define BEST_BOOK "option BookVariety=0", BOOK

static const Row book_rows[] = {
    {.hear = {"protover 2"},
     .say = {"feature option=\"OwnBook -check 0\"\n", "feature option=\"BookFile -file \"\n",
             "feature option=\"BookVariety -slider 100 0 1000\"\n"}},
    /* a book move at once, then a search */
    {.hear = {BEST_BOOK, "post", "go", "ping 1"}, .say = {"=move e2e4\npong 1\n"}, .moves = 1},
    {.hear = {BEST_BOOK, "e2e4", "ping 1"}, .say = {"=move e7e5\npong 1\n"}, .moves = 1},
    {.hear = {BEST_BOOK, "e2e4", "sd 2", "post", "g1f3", "(wait)"},
     .say = {"move e7e5\n", "2 ", "move "},
     .moves = 2},
    {.hear = {BEST_BOOK, "sd 1", "st 30", "go"}, .say = {"=move e2e4\n"}, .moves = 1},
    {.hear = {BEST_BOOK, "go", "force", "new", "e2e4"},
     .say = {"=move e2e4\nmove e7e5\n"},
     .moves = 2},
    {.hear = {"option BookVariety=1000", BOOK, "go", "new", "go", "new", "go"}, .moves = 3},
    {.hear = {BEST_BOOK, "force", "setboard " START, "go", "ping 1"},
     .say = {"=move e2e4\npong 1\n"},
     .moves = 1},
    {.hear = {BEST_BOOK, "hard", "go", "ping 1"}, .say = {"=move e2e4\npong 1\n"}, .moves = 1},
    /* the clock goes on: one move less to the time control */
    {.hear = {BEST_BOOK, "level 40 5 0", "go", "e7e6", "?", "(wait)"}, .moves = 2},
    /* no pondering when off, in force mode, analyzing or hinting, or in a repeated position */
    {.hear = {"(book) option BookFile=", "go"}, .say = {"="}},
    {.hear = {BEST_BOOK, "option OwnBook=0", "go"}, .say = {"="}},
    {.hear = {BEST_BOOK, "option BookFile=", "go"}, .say = {"="}},
    {.hear = {BEST_BOOK, "option BookFile=/no/book.bin", "go"},
     .say = {"Error (there is no such book): BookFile=/no/book.bin\nmove e2e4\n"},
     .moves = 1},
    {.hear = {BEST_BOOK, "analyze", "(info)", "ping 1"}, .say = {"=pong 1\n"}},
    {.hear = {BEST_BOOK, "g1f3", "f3g1", "g1f3"}, .say = {"=move g8f6\nmove f6g8\n"}, .moves = 2},
    /* OpeningMoves: played at once while the game follows them, before the book */
    {.hear = {"option OpeningMoves=1. d4 d5 2.c4 e6 3. Nc3", "post", "go", "d7d5", "ping 1",
              "usermove e7e6", "ping 2"},
     .say = {"=move d2d4\nmove c2c4\npong 1\nmove b1c3\npong 2\n"},
     .moves = 3},
    {.hear = {"option OpeningMoves=e4 c5 Nf3 d6", BEST_BOOK, "e2e4", "g1f3"},
     .say = {"=move c7c5\nmove d7d6\n"},
     .moves = 2},
    {.hear = {"option OpeningMoves=e2e4 e7e5", "sd 1", "go", "c7c5", "(wait)"},
     .say = {"move e2e4\nmove "},
     .moves = 2},
    {.hear = {"option OpeningMoves=g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", "go", "g8f6", "f6g8",
              "g8f6", "f6g8"},
     .say = {"=move g1f3\nmove f3g1\nmove g1f3\nmove f3g1\n1/2-1/2 {Draw by repetition}\n"},
     .moves = 4},
    {.hear = {"option OpeningMoves=a4", "sd 1", "exclude a2a4", "go", "(wait)"},
     .never = {"move a2a4"},
     .moves = 1},
    {.hear = {"option OpeningMoves=a4", "force", "setboard " WON, "sd 1", "go", "(wait)"},
     .moves = 1},
    {.hear = {"option OpeningMoves=a3", "post", "force", "setboard 4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
              "sd 1", "go", "(wait)"},
     .say = {"\t", "\nmove "},
     .moves = 1},
    {.hear = {"option OpeningMoves=a4", "option OpeningMoves=", "sd 5", "go", "(wait)"},
     .never = {"move a2a4"},
     .moves = 1},
    {.hear = {"option OpeningMoves=a4", "option OpeningMoves=e4 e4", "option OpeningMoves=foo",
              "go"},
     .say = {"=Error (not all moves are legal): OpeningMoves=e4 e4\n"
             "Error (not all moves are legal): OpeningMoves=foo\nmove a2a4\n"},
     .moves = 1},
    /* bk: lines with a leading blank, and an empty line at the end */
    {.hear = {BEST_BOOK, "bk", "ping 1"},
     .say = {"= e4          3   75%\n d4          1   25%\n\npong 1\n"}},
    {.hear = {"(book) option BookFile=", "bk", "force", "a2a3", "bk"},
     .say = {"= e4          3   75%\n d4          1   25%\n"
             " (The option OwnBook is off: book moves are not played.)\n\n"
             " This position is not in the book.\n\n"}},
    {.hear = {BEST_BOOK, "force", "setboard nonsense", "bk"},
     .say = {" The position is illegal.\n\n"}},
    {.hear = {BEST_BOOK, "analyze", "bk"}, .say = {" e4 ", "\n\n"}},
};

static const Row ponder_rows[] = {
    {.hear = {PONDER, "ping 1", "(speaks)"},
     .say = {"move ", "\npong 1\n"},
     .never = {"Hint"},
     .moves = 1},
    {.hear = {PONDER, "time 100", "ping 1"},
     .say = {"move ", "\nHint: ", "\npong 1\n"},
     .moves = 1},
    {.hear = {PONDER, "(speaks)", "ping 1"},
     .say = {"move ", "\nHint: ", "\npong 1\n"},
     .moves = 1},
    {.hear = {PONDER, "ping 1", "ping 2", "?", ".", "hint", "bk", "ping 3"},
     .say = {"move ", "pong 1\npong 2\nHint: ", "pong 3\n"},
     .moves = 1},
    {.hear = {PONDER, "hint", "ping 1"}, .say = {"\nHint: ", "pong 1\n"}, .moves = 1},
    /*
     * limited strength shows no thinking output and no expected move; a hint is searched at full
     * strength
     */
    {.hear = {"option Level=Novice", "post", PONDER, "(speaks)", "ping 1"},
     .say = {"pong 1\n"},
     .never = {"Hint: "},
     .moves = 1},
    {.hear = {"option Level=Novice", PONDER, "hint", "(wait)"}, .say = {"\nHint: "}, .moves = 1},
    /* ponder output so far comes after the pong, or before the move after a ponder hit */
    {.hear = {"post", PONDER, "(info)", "ping 1", "ping 2"},
     .say = {"\t", "move ", "\npong 1\n", "\t", "\npong 2\n"},
     .never = {"Hint"},
     .moves = 1},
    {.hear = {"post", PONDER, "(info)", "(speaks)"},
     .say = {"\t", "move ", "\nHint: ", "\t"},
     .moves = 1},
    {.hear = {"post", PONDER_TO_THE_END, "(hit)"},
     .say = {"\t", "move ", "\t", "move "},
     .moves = 2},
    {.hear = {PONDER, "(hit)", "?", "(wait)"}, .say = {"move ", "move "}, .moves = 2},
    {.hear = {PONDER, "time 1000", "otim 1000", "(hit)", "ping 1", "?", "(wait)"},
     .say = {"move ", "move ", "pong 1\n"},
     .moves = 2},
    {.hear = {PONDER, "(info)", "time 1", "otim 1000", "(hit)", "(wait)"}, .moves = 2},
    {.hear = {PONDER, "st 0.05", "(hit)", "(wait)"}, .moves = 2},
    {.hear = {PONDER_TO_THE_END, "(hit)", "ping 1", "(wait)"},
     .say = {"move ", "move ", "pong 1\n"},
     .moves = 2},
    {.hear = {PONDER_TO_THE_END, "(miss)", "(wait)"}, .moves = 2},
    {.hear = {PONDER, "sd 2", "(miss)", "(wait)", "ping 1"}, .say = {"pong 1\n"}, .moves = 2},
    {.hear = {PONDER_TO_THE_END, "(hit)", "(wait)", "(done)", "(hit)", "(wait)", "(done)", "(hit)"},
     .say = {"move ", "move ", "move ", "move "},
     .moves = 4},
    {.hear = {"post", PONDER, "(info)", "(miss)", "(info)", "?", "(wait)"}, .moves = 2},
    {.hear = {"post", PONDER, "(info)", "(hit)", "?", "(wait)"}, .moves = 2},
    {.hear = {PONDER, "force", "ping 1"}, .say = {"\npong 1\n"}, .moves = 1},
    {.hear = {PONDER, "easy", "ping 1"}, .say = {"\npong 1\n"}, .moves = 1},
    {.hear = {PONDER, "new", "ping 1"}, .say = {"\npong 1\n"}, .moves = 1, .fen = START},
    {.hear = {PONDER, "result 1-0", "ping 1"}, .say = {"\npong 1\n"}, .moves = 1},
    {.hear = {PONDER, "undo", "ping 1"}, .say = {"\npong 1\n"}, .moves = 1, .fen = AFTER_E4},
    {.hear = {PONDER, "remove", "ping 1"}, .say = {"\npong 1\n"}, .moves = 1, .fen = START},
    {.hear = {PONDER, "memory 9", "cores 2", "option ClearHash", "ping 1"},
     .say = {"\npong 1\n"},
     .moves = 1},
    {.hear = {PONDER, "setboard " WON, "ping 1"}, .say = {"\npong 1\n"}, .moves = 1, .fen = WON},
    {.hear = {PONDER, "edit", ".", "ping 1"}, .say = {"\npong 1\n"}, .moves = 1},
    {.hear = {PONDER, "analyze", "ping 1", "exit"}, .say = {"\npong 1\n"}, .moves = 1},
    {.hear = {PONDER, "sd 1", "go", "(wait)"}, .moves = 2},
    {.hear = {PONDER, "playother", "ping 1"}, .say = {"\npong 1\n"}, .moves = 1},
    {.hear = {PONDER, "usermove e2e5", "fly", "ping 1"},
     .say = {"Illegal move", "Error (unknown command): fly", "pong 1"},
     .moves = 1},
    {.hear = {"post", PONDER, "(info)", "nopost", "ping 1"},
     .say = {"\t", "move ", "\nHint: ", "\npong 1\n"},
     .moves = 1},
    {.hear = {PONDER, "quit"}, .moves = 1},
    {.hear = {PONDER, "(end)"}, .moves = 1},
    /* `hard` itself starts nothing, and there is no pondering after the end of a game */
    {.hear = {"hard", "ping 1"}, .say = {"=pong 1\n"}},
    {.hear = {"hard", "force", "setboard " MATE_IN_1, "sd 2", "go", "(wait)"},
     .say = {"=move a1a8\n1-0 {White mates}\n"},
     .moves = 1},
    {.hear = {"hard", "easy", "sd 4", "usermove e2e4", "(wait)"}, .never = {"Hint"}, .moves = 1},
};

/* --- analysis -------------------------------------------------------------------------------- */

static const Row analyze_rows[] = {
    {.hear = {"post", "analyze", "(info)", "ping 1", "exit", "ping 2"},
     .say = {"\t", "\npong 1\n", "pong 2\n"}},
    {.hear = {"analyze", "(info)", "ping 1", "exit", "."}, .say = {"=pong 1\n"}},
    {.hear = {"analyze", "(info)", ".", "exit"}, .say = {"stat01: "}},
    {.hear = {"exit", "exit", "analyze", "exit", "exit"}, .say = {"="}},
    {.hear = {"analyze", "usermove e2e4", "e7e5", "Nf3", "(info)", "undo", "ping 1"},
     .say = {"=pong 1\n"},
     .fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"},
    {.hear = {"analyze", "e2e4", "e7e5", "remove"}, .say = {"="}, .fen = START},
    {.hear = {"analyze", "undo", "remove"},
     .say = {"=Error (command not legal now): undo\nError (command not legal now): remove\n"}},
    {.hear = {"analyze", "@@@@", "e7e5", "@@@@"}, .say = {"="}},
    {.hear = {"analyze", "usermove e2e5", "ping 1"}, .say = {"=Illegal move: e2e5\npong 1\n"}},
    {.hear = {"analyze", "e2e4", "new", "ping 1", "d2d4"},
     .say = {"=pong 1\n"},
     .fen = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"},
    {.hear = {"analyze", "new", "exit", "e2e4", "ping 1"}, .say = {"=pong 1\n"}},
    {.hear = {"analyze", "post", "setboard " WON, "(info)", "ping 1"},
     .say = {"\t", "pong 1\n"},
     .fen = WON},
    {.hear = {"analyze", "setboard nonsense", "ping 1", ".", "e2e4", "setboard " WON, "(info)"},
     .say = {"=tellusererror Illegal position\npong 1\nIllegal move (illegal position): e2e4\n"}},
    {.hear = {"analyze", "edit", "#", "Ke1", "Qd1", "c", "Ke8", ".", "(info)", "ping 1"},
     .say = {"=pong 1\n"},
     .fen = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"},
    {.hear = {"analyze", "memory 9", "cores 2", "option ClearHash", "result 1-0", "hard", "easy",
              "level 0 1 0", "time 1", "otim 1", "st 1", "(info)", "?", "ping 1"},
     .say = {"=pong 1\n"}},
    {.hear = {"analyze", "(info)", "hint", "bk", "draw"},
     .say = {"Hint: ", " Alula plays without"},
     .never = {"offer"}},
    {.hear = {"analyze", "white", "black", "white", "(info)", "ping 1"}, .say = {"=pong 1\n"}},
    /* the end of the game is not announced */
    {.hear = {"force", "setboard " MATED, "post", "analyze", "ping 1", ".", "hint", "undo"},
     .say = {"pong 1\n", "stat01: "},
     .never = {"1-0", "\t"}},
    {.hear = {"analyze", "setboard " MATE_IN_1, "a1a8", "ping 1"}, .say = {"=pong 1\n"}},
    {.hear = {"analyze", "g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"},
     .say = {"="}},
    /* a mate ends the search; questions are still answered */
    {.hear = {"sd 3", "post", "analyze", "setboard 8/8/8/8/8/5k2/8/5K1r w - - 0 1", "ping 1", "."},
     .say = {"pong 1\n"}},
    {.hear = {"analyze", "e2e4", "force", "ping 1"}, .say = {"=pong 1\n"}, .fen = AFTER_E4},
    {.hear = {"analyze", "e2e4", "sd 1", "go", "(wait)"}, .moves = 1},
    {.hear = {"analyze", "sd 1", "playother", "e2e4", "(wait)"}, .moves = 1},
    {.hear = {"analyze", "analyze", "exit", "e2e4", "ping 1"}, .say = {"=pong 1\n"}},
    {.hear = {"analyze", "quit"}, .say = {"="}},
    {.hear = {"analyze", "(info)", "(end)"}, .say = {"="}},
    /* the final position of a game is analyzed, as XBoard requests */
    {.hear = {"post", "analyze", "(info)", "exit", "force", "e2e4", "e7e5", "analyze", "(info)",
              "exit"},
     .say = {"\t", "\t"}},
};

/* --- setting up positions --------------------------------------------------------------------- */

static const Row edit_rows[] = {
    /* XBoard's commands with Black to move */
    {.hear = {"force", "black", "force", "edit", "#", "Ke3", "Ra1", "c", "Ke6", "Rh1", ".",
              "ping 1"},
     .say = {"=pong 1\n"},
     .fen = "8/8/4k3/8/8/4K3/8/R6r b - - 0 1"},
    {.hear = {"force", "a2a3", "edit", "#", "Ke3", "Ra1", "c", "Ke6", "."},
     .say = {"="},
     .fen = "8/8/4k3/8/8/4K3/8/R7 b - - 0 1"},
    /* castling is possible with king and rook on their initial squares */
    {.hear = {"force", "edit", "#", "Ke1", "Ra1", "Rh1", "c", "Ke8", "Ra8", "Rh8", "."},
     .say = {"="},
     .fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
    {.hear = {"force", "edit", "#", "Kd1", "Ra1", "Rh1", "c", "Ke8", "Ra7", "Rh8", "."},
     .say = {"="},
     .fen = "4k2r/r7/8/8/8/8/8/R2K3R w k - 0 1"},
    {.hear = {"force", "edit", "xh1", "."},
     .say = {"="},
     .fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1"},
    {.hear = {"force", "setboard 4k3/8/8/8/8/8/R7/4K3 w - - 50 90", "edit", "."},
     .say = {"="},
     .fen = "4k3/8/8/8/8/8/R7/4K3 w - - 0 1"},
    /* pieces are kept, replaced, removed; either color */
    {.hear = {"force", "edit", "xe2", "Pe4", "c", "xd8", "Qa3", "xb1", "."},
     .say = {"="},
     .fen = "rnb1kbnr/pppppppp/8/8/4P3/q7/PPPP1PPP/R1BQKBNR w KQkq - 0 1"},
    {.hear = {"force", "e2e4", "e7e5", "edit", ".", "undo"},
     .say = {"=Error (command not legal now): undo\n"}},
    {.hear = {"edit", "Zz9", "Pi1", "P", "Pa4x", "new", "ping 1", "#", "."},
     .say = {"Error (unknown command): Zz9\n", "Error (unknown command): Pi1\n",
             "Error (unknown command): P\n", "Error (unknown command): Pa4x\n",
             "Error (unknown command): new\n", "pong 1\n", "tellusererror Illegal position\n"}},
    {.hear = {"force", "edit", "#", "Ke1", ".", "e1e2", "setboard " WON, "b2b3"},
     .say = {"=tellusererror Illegal position\nIllegal move (illegal position): e1e2\n"}},
    {.hear = {"force", "edit", "#", "Ke1", "Kd1", "c", "Ke8", ".", "edit", "#", "Ke1", "c", "Ke8",
              ".", "e1d1"},
     .say = {"=tellusererror Illegal position\n"},
     .fen = "4k3/8/8/8/8/8/8/3K4 b - - 1 1"},
    {.hear = {"force", "edit", "#", "Ke1", "c", "Ke2", ".", "new", "sd 1", "e2e4", "(wait)"},
     .say = {"tellusererror Illegal position\nmove "},
     .moves = 1},
    {.hear = {"edit", "quit"}, .say = {"="}},
    {.hear = {"edit", "(end)"}, .say = {"="}},
    /* cutechess: a null move first, then the position */
    {.hear = {"xboard", "protover 2", "new", "force", "b2b3",
              "setboard rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
              "level 0 0:05 0.1", "post", "easy", "computer", "name B", "ping 4", "time 510",
              "otim 510", "sd 3", "go", "(wait)"},
     .say = {"pong 4\n", "\t", "\nmove "},
     .never = {"Illegal", "Error"},
     .moves = 1},
    /* python-chess and lichess-bot, before every move */
    {.hear = {"new", "name x", "force", "usermove e2e4", "level 0 4:57 3.0", "time 29700",
              "otim 30000", "post", "easy", "sd 3", "go", "(wait)", "ping 1"},
     .say = {"\t", "\nmove ", "\npong 1\n"},
     .never = {"Illegal", "Error"},
     .moves = 1},
    {.hear = {"new", "force", "usermove g1f3", "usermove g8f6", "usermove f3g1", "usermove f6g8",
              "usermove g1f3", "usermove g8f6", "usermove f3g1", "usermove f6g8", "sd 3", "go",
              "(wait)"},
     .say = {"move "},
     .moves = 1},
    /* as XBoard starts a game */
    {.hear = {"new", "random", "ics -", "level 0 1 1", "post", "hard", "ping 1", "force", "ping 2",
              "computer", "name Fake", "time 6000", "otim 6000", "usermove g1f3", "sd 3", "go",
              "(wait)", "ping 3"},
     .say = {"pong 1\npong 2\n", "\nmove ", "pong 3\n"},
     .moves = 1},
    {.hear = {"force", "setboard 8/8/4k3/8/8/4K3/8/R6r b - - 12 1"},
     .say = {"="},
     .fen = "8/8/4k3/8/8/4K3/8/R6r b - - 12 1"},
    {.hear = {"force", "setboard 8/8/4k3/8/8/4K3/8/R6r b - -"},
     .say = {"="},
     .fen = "8/8/4k3/8/8/4K3/8/R6r b - - 0 1"},
    {.hear = {"force", "setboard r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "e1g1"},
     .say = {"="},
     .fen = "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"},
    /* we keep our color */
    {.hear = {"setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "sd 1", "e2e4", "(wait)"}, .moves = 1},
};

/* Positions that must be rejected. */
static const char *const bad_positions[] = {
    "",
    "startpos",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
    "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
    "3Pk3/8/8/8/8/8/8/4K3 w - - 0 1",
    "8/8/8/3kK3/8/8/8/8 w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
    "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
    "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1",
    "QQQQQQBk/Q6B/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
    "999999999/8/8/8/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1 x",
    "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
};

START_ROWS(illegal_position, ROWS(bad_positions)) {
    static const char *const resets[] = {("setboard " WON), "new", "edit"};
    char line[256], answer[] = "=tellusererror Illegal position\nIllegal move (illegal position): "
                               "e2e4\nIllegal move (illegal position): b2b3\nError (command not "
                               "legal now): go\nError (command not legal now): analyze\npong 1\n";
    const char *say[] = {answer, NULL}, *never[] = {NULL};

    snprintf(line, sizeof line, "setboard %s", bad_positions[_i]);
    for (int i = 0; i < ROWS(resets); i++) {
        Talk t;
        talk_start(&t, protocols, check_line);
        talk(&t, "force");
        talk(&t, "e2e4");
        talk(&t, line);
        talk(&t, "usermove e2e4");
        talk(&t, "b2b3");
        talk(&t, "go");
        talk(&t, "analyze");
        talk(&t, "ping 1");
        talk_expect(&t, say, never);
        /* the previous game is unchanged */
        ck_assert_str_eq(board(&t), AFTER_E4);
        talk(&t, resets[i]);
        if (!strcmp(resets[i], "edit"))
            talk(&t, ".");
        talk(&t, "sd 1");
        talk(&t, "go");
        talk_wait(&t);
        ck_assert_msg(t.moves == 1, "\"%s\" does not end it; said:\n%s", resets[i], t.said);
        finish(&t);
    }
}

/* --- ends of games ---------------------------------------------------------------------------- */

#define SHUFFLE "g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"
/* The king has to capture an undefended queen. */
#define TAKE(white, black) "force", "setboard 4k" black "/8/8/8/8/8/3q4/4K" white " w - - 0 1"

static const Row end_rows[] = {
    /* by our move */
    {.hear = {"force", "setboard " MATE_IN_1, "sd 2", "go", "(wait)", "ping 1"},
     .say = {"=move a1a8\n1-0 {White mates}\npong 1\n"},
     .moves = 1},
    {.hear = {"force", "setboard r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", "sd 2", "go", "(wait)"},
     .say = {"=move a8a1\n0-1 {Black mates}\n"},
     .moves = 1},
    {.hear = {TAKE("3", "3"), "sd 1", "go", "(wait)"},
     .say = {"=move e1d2\n1/2-1/2 {Draw by insufficient material}\n"},
     .moves = 1},
    {.hear = {TAKE("3", "n2"), "sd 1", "go", "(wait)"},
     .say = {"=move e1d2\n1/2-1/2 {Draw by insufficient material}\n"},
     .moves = 1},
    {.hear = {TAKE("1B1", "b2"), "sd 1", "go", "(wait)"},
     .say = {"=move e1d2\n1/2-1/2 {Draw by insufficient material}\n"},
     .moves = 1},
    {.hear = {"force", "setboard 4k3/8/8/8/8/8/R7/4K3 w - - 99 80", "sd 1", "go", "(wait)"},
     .say = {"move ", "1/2-1/2 {Draw by fifty move rule}\n"},
     .moves = 1},
    {.hear = {"force", "setboard 7k/R7/1R6/8/8/8/8/7K w - - 99 120", "sd 2", "go", "(wait)"},
     .say = {"=move b6b8\n1-0 {White mates}\n"},
     .moves = 1},
    /* but not while mate is still possible */
    {.hear = {TAKE("1N1", "n2"), "sd 1", "go", "(wait)"},
     .say = {"=move e1d2\noffer draw\n"},
     .moves = 1},
    {.hear = {TAKE("1B1", "1b1"), "sd 1", "go", "(wait)"},
     .say = {"=move e1d2\noffer draw\n"},
     .moves = 1},
    {.hear = {TAKE("1N1", "b2"), "sd 1", "go", "(wait)"},
     .say = {"=move e1d2\noffer draw\n"},
     .moves = 1},
    {.hear = {TAKE("1NN", "3"), "sd 1", "go", "(wait)"},
     .say = {"=move e1d2\noffer draw\n"},
     .moves = 1},
    /* by the opponent's move: no move of ours */
    {.hear = {"force", "setboard " MATE_IN_1, "playother", "usermove a1a8", "ping 1"},
     .say = {"=1-0 {White mates}\npong 1\n"}},
    {.hear = {"force", "setboard k7/8/8/1Q6/8/8/8/4K3 w - - 0 1", "playother", "b5b6", "ping 1"},
     .say = {"=1/2-1/2 {Stalemate}\npong 1\n"}},
    {.hear = {"force", SHUFFLE, "playother", "usermove f6g8", "ping 1"},
     .say = {"=1/2-1/2 {Draw by repetition}\npong 1\n"}},
    {.hear = {"force", "setboard 4k3/8/8/8/8/8/R7/4K3 w - - 99 80", "playother", "a2a3", "ping 1"},
     .say = {"=1/2-1/2 {Draw by fifty move rule}\npong 1\n"}},
    {.hear = {TAKE("3", "3"), "playother", "e1d2", "ping 1"},
     .say = {"=1/2-1/2 {Draw by insufficient material}\npong 1\n"}},
    {.hear = {TAKE("1N1", "n2"), "playother", "sd 1", "e1d2", "(wait)"},
     .never = {"1/2"},
     .moves = 1},
    /* `go` requests a move all the same */
    {.hear = {"force", SHUFFLE, "playother", "usermove f6g8", "sd 2", "go", "(wait)"},
     .say = {"{Draw by repetition}\nmove "},
     .moves = 1},
    {.hear = {"force", "setboard 4k3/8/8/8/8/8/R7/4K3 w - - 110 90", "sd 2", "go", "(wait)"},
     .say = {"move ", "1/2-1/2 {Draw by fifty move rule}\n"},
     .moves = 1},
    {.hear = {"force", "setboard 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "sd 2", "go", "(wait)"},
     .say = {"move "},
     .moves = 1},
    {.hear = {"force", "setboard " MATED, "go", "ping 1"}, .say = {"=1-0 {White mates}\npong 1\n"}},
    {.hear = {"force", "setboard 8/8/8/8/8/1k6/1p6/1K6 w - - 0 1", "go", "ping 1"},
     .say = {"=1/2-1/2 {Stalemate}\npong 1\n"}},
    /* in force mode: only mate and stalemate */
    {.hear = {"force", "setboard " MATE_IN_1, "a1a8"}, .say = {"=1-0 {White mates}\n"}},
    {.hear = {"force", "f2f3", "e7e5", "g2g4", "d8h4"}, .say = {"=0-1 {Black mates}\n"}},
    {.hear = {"force", "setboard k7/8/8/1Q6/8/8/8/4K3 w - - 0 1", "b5b6"},
     .say = {"=1/2-1/2 {Stalemate}\n"}},
    {.hear = {"force", SHUFFLE, "f6g8", "ping 1"}, .say = {"=pong 1\n"}},
    {.hear = {TAKE("3", "3"), "e1d2", "ping 1"}, .say = {"=pong 1\n"}},
    {.hear = {"force", "setboard 4k3/8/8/8/8/8/R7/4K3 w - - 99 80", "a2a3", "e8e7"}, .say = {"="}},
    /* a position that was set up has no history */
    {.hear = {"force", SHUFFLE, "setboard " START, "playother", "sd 1", "g1f3", "(wait)"},
     .never = {"1/2"},
     .moves = 1},
    /* the game goes on after a move is taken back */
    {.hear = {"force", "setboard " MATE_IN_1, "playother", "a1a8", "undo", "sd 1", "a1a7",
              "(wait)"},
     .say = {"1-0 {White mates}\nmove "},
     .moves = 1},
    {.hear = {"force", "setboard " MATE_IN_1, "a1a8", "usermove g8f8", "ping 1"},
     .say = {"1-0 {White mates}\nIllegal move", "pong 1"}},
    {.hear = {"new", "usermove f2f3", "result 0-1 {x}", "e7e5", "go", "sd 1", "?", "(wait)"},
     .moves = 1},
};

#define ROW_TEST(name)                                                                             \
    START_ROWS(name, ROWS(name##_rows)) {                                                          \
        run_row(&name##_rows[_i]);                                                                 \
    }
ROW_TEST(words)
ROW_TEST(thinking)
ROW_TEST(offer)
ROW_TEST(setting)
ROW_TEST(book)
ROW_TEST(ponder)
ROW_TEST(analyze)
ROW_TEST(edit)
ROW_TEST(end)

/* --- time ------------------------------------------------------------------------------------ */

static const struct {
    const char *line;
    int moves;
    int64_t base_ms, increment_ms;
} levels[] = {
    {"level 40 5 0", 40, 300000, 0},       {"level 40 5:30 0", 40, 330000, 0},
    {"level 40 0:30 0", 40, 30000, 0},     {"level 40 2:03 0", 40, 123000, 0},
    {"level 0 2 12", 0, 120000, 12000},    {"level 0 1 0.5", 0, 60000, 500},
    {"level 0 0:05 0.1", 0, 5000, 100},    {"level 0 1:5 0", 0, 65000, 0},
    {"level 20 22 0", 20, 22 * 60000, 0},  {"level 40 25+5 0", 40, 25 * 60000, 0},
    {"level 40 2:30:00 0", 40, 150000, 0}, {"level 0 4:57 3.0", 0, 297000, 3000},
    {"level 0 0 1", 0, 10000, 1000}, /* as on chess servers */
    {"level  0\t3  2 ", 0, 180000, 2000},
};

START_ROWS(level, ROWS(levels)) {
    Talk t;
    Limits l;

    talk_start(&t, protocols, check_line);
    talk(&t, "force");
    talk(&t, "st 7");
    talk(&t, levels[_i].line);
    l = frontend_limits(&t.f);
    ck_assert_int_eq(l.move_ms, 0);
    ck_assert_int_eq(l.moves_to_go, levels[_i].moves);
    ck_assert_int_eq(l.clock_ms[WHITE], levels[_i].base_ms);
    ck_assert_int_eq(l.increment_ms[WHITE], levels[_i].increment_ms);
    ck_assert_int_eq(l.increment_ms[BLACK], levels[_i].increment_ms);
    /* an invalid one changes nothing */
    talk(&t, "level 1 x 1");
    ck_assert_int_eq(frontend_limits(&t.f).clock_ms[WHITE], levels[_i].base_ms);
    finish(&t);
}

/* Time commands, and the resulting limits for our next move. */
static const struct {
    const char *hear[6];
    int64_t move_ms, clock_ms, other_ms;
    int depth, moves_to_go;
} limits[] = {
    {{"st 1"}, 1000, 0, 0, 0, 0},
    {{"st 0.5"}, 500, 0, 0, 0, 0},
    {{"st 0.01"}, 10, 0, 0, 0, 0},
    {{"st 0", "time 50"}, 500, 0, 0, 0, 0},
    {{"st 5", "time 100"}, 1000, 0, 0, 0, 0},
    {{"st 1", "time 6000"}, 1000, 0, 0, 0, 0},
    {{"st 5", "sd 9"}, 5000, 0, 0, 9, 0},
    {{"st 5", "level 0 1 0"}, 0, 60000, 60000, 0, 0},
    {{"level 0 1 0", "st 5"}, 5000, 0, 0, 0, 0},
    {{"sd 7", "level 0 1 0"}, 0, 60000, 60000, 7, 0},
    {{"level 0 1 0", "time 123", "otim 456"}, 0, 1230, 4560, 0, 0},
    {{"level 0 1 0", "time 0", "otim 0"}, 0, 1, 1, 0, 0},
    {{"level 0 1 0", "time -7", "otim -922337203685477580"}, 0, 1, 1, 0, 0},
    {{"level 40 1 0", "sd 5", "new"}, 0, 60000, 60000, 0, 40},
    {{"level 40 1 0", "sd 5", "sd 0"}, 0, 60000, 60000, 0, 40},
    /* python-chess repeats it before every move */
    {{"level 0 1 3.0", "level 0 0:30 3.0", "time 3000"}, 0, 30000, 30000, 0, 0},
};

START_ROWS(limit, ROWS(limits)) {
    Talk t;
    Limits l;

    talk_start(&t, protocols, check_line);
    for (int i = 0; i < 6 && limits[_i].hear[i]; i++)
        talk(&t, limits[_i].hear[i]);
    l = frontend_limits(&t.f);
    ck_assert_int_eq(l.move_ms, limits[_i].move_ms);
    ck_assert_int_eq(l.clock_ms[WHITE], limits[_i].clock_ms);
    ck_assert_int_eq(l.clock_ms[BLACK], limits[_i].other_ms);
    ck_assert_int_eq(l.depth, limits[_i].depth);
    ck_assert_int_eq(l.moves_to_go, limits[_i].moves_to_go);
    ck_assert_str_eq(t.said, "");
    finish(&t);
}

/* Moves to the next time control, counted from the start of each control. */
START_TEST(moves_to_go) {
    static const char *const shuffle[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    Talk t;

    talk_start(&t, protocols, check_line);
    talk(&t, "force");
    talk(&t, "level 10 1 0");
    for (int ply = 0; ply < 62; ply++) {
        ck_assert_int_eq(frontend_limits(&t.f).moves_to_go, 10 - ply / 2 % 10);
        talk(&t, shuffle[ply % 4]);
    }
    talk(&t, "level 5 1 0"); /* 5 moves from now on */
    ck_assert_int_eq(frontend_limits(&t.f).moves_to_go, 5);
    talk(&t, "level 0 1 0");
    ck_assert_int_eq(frontend_limits(&t.f).moves_to_go, 0);
    finish(&t);
}

/* Nodes as the clock: exactly this number of nodes, and the same move every time. */
static const struct {
    const char *nps, *st;
    uint64_t nodes;
} rates[] = {
    {"nps 3000", "st 1", 3000},        {"nps 20000", "st 0.5", 10000}, {"nps 1", "st 5000", 5000},
    {"nps 1000000", "st 0.1", 100000}, {"nps 1", "st 1000", 1000},
};

START_ROWS(nodes_are_the_clock, ROWS(rates)) {
    uint64_t nodes[2];
    Move move[2];

    for (int i = 0; i < 2; i++) {
        Talk t;
        talk_start(&t, protocols, check_line);
        talk(&t, "post");
        talk(&t, rates[_i].nps);
        talk(&t, rates[_i].st);
        talk(&t, "usermove e2e4");
        talk_wait(&t);
        ck_assert_int_eq(t.moves, 1);
        nodes[i] = t.f.search.info.nodes;
        ck_assert_uint_eq(t.nodes, nodes[i]); /* as in the last line of output */
        move[i] = t.f.game.line.move[1];
        finish(&t);
    }
    ck_assert_uint_eq(nodes[0], rates[_i].nodes);
    ck_assert_uint_eq(nodes[0], nodes[1]);
    ck_assert_int_eq(move[0], move[1]);
}

/* python-chess sets a node limit with `nps`; huge numbers are accepted. */
START_ROWS(many_nodes, 3) {
    static const char *const st[] = {"st 2000000", "st 2000000000", "st 1000000000000000"};
    Talk t;

    talk_start(&t, protocols, check_line);
    talk(&t, "nps 1");
    talk(&t, st[_i]);
    talk(&t, "go");
    talk_wait_info(&t);
    ck_assert_str_eq(t.said, "");
    ck_assert_int_eq(t.f.search.busy, THINKING);
    ck_assert_int_ge(frontend_limits(&t.f).move_ms, INT64_C(2000000000));
    finish(&t);
}

/* Wall time; the bounds are generous, and the best of several tries counts. */
static const struct {
    const char *hear[4];
    int64_t most_ms;
} wall_clock_rows[] = {
    {{"st 0.3"}, 1300},
    {{"level 0 5 0", "time 20"}, 1200},
    {{"level 40 5 0", "time 1"}, 1000},
    {{"level 0 5 30", "time 20"}, 1200},
    {{"sd 60", "st 0.2"}, 1200},
};

START_ROWS(wall_clock, ROWS(wall_clock_rows)) {
    const int64_t most = wall_clock_rows[_i].most_ms;
    int64_t taken = INT64_MAX;

    for (int tries = 0; tries < 10 && taken > most; tries++) {
        Talk t;

        talk_start(&t, protocols, check_line);
        for (int i = 0; i < 4 && wall_clock_rows[_i].hear[i]; i++)
            talk(&t, wall_clock_rows[_i].hear[i]);
        taken = -clock_ms();
        talk(&t, "usermove e2e4");
        talk_wait(&t);
        taken += clock_ms();
        ck_assert_int_eq(t.moves, 1);
        finish(&t);
    }
    ck_assert_int_le(taken, most);
}

/* --- root moves, given scores, pause, variants ------------------------------------------------ */

#define CASTLING_960 "1rk4r/8/8/8/8/8/8/1RK1R3 w EBhb - 0 1"
#define FREE_QUEEN   "4k3/8/8/3q4/8/8/3R4/3K4 w - - 0 1"

static const Row special_rows[] = {
    {.hear = {"force", "setboard " MATE_IN_1, "sd 6", "exclude a1a8", "go", "(wait)"},
     .never = {"move a1a8"},
     .moves = 1},
    {.hear = {"force", "setboard " MATE_IN_1, "sd 6", "exclude all", "include g1f1", "go",
              "(wait)"},
     .say = {"move g1f1"},
     .moves = 1},
    {.hear = {"force", "setboard " MATE_IN_1, "sd 6", "exclude Ra8#", "include all", "go",
              "(wait)"},
     .say = {"move a1a8", "1-0"},
     .moves = 1},
    {.hear = {"force", "exclude all", "go", "force", "include e2e4", "sd 1", "go", "(wait)"},
     .say = {"=telluser All moves are excluded, so all are searched\nmove e2e4\n"},
     .moves = 1},
    /* a new position has all its moves */
    {.hear = {"force", "exclude all", "setboard " MATE_IN_1, "sd 3", "go", "(wait)"},
     .say = {"move a1a8"},
     .moves = 1},
    {.hear = {"force", "exclude all", "e2e4", "undo", "sd 1", "go", "(wait)"}, .moves = 1},
    {.hear = {"sd 1", "exclude all", "new", "sd 1", "go", "(wait)"}, .moves = 1},
    /* the search for a move starts again, with the rest of its time */
    {.hear = {"force", "setboard " FREE_QUEEN, "st 1000", "go", "(info)", "exclude d2d5", "(info)",
              "?", "(wait)"},
     .never = {"move d2d5"},
     .moves = 1},
    {.hear = {"force", "setboard " FREE_QUEEN, "st 1000", "go", "exclude all", "ping 1",
              "include d1c1", "?", "(wait)"},
     .say = {"move d1c1", "pong 1"},
     .moves = 1},
    {.hear = {"force", "exclude e2e5", "include Ke2", "exclude", "exclude nonsense",
              "exclude e7e5"},
     .say = {"=Illegal move: e2e5\nIllegal move: Ke2\nIllegal move\nIllegal move: nonsense\n"
             "Illegal move (not your turn): e7e5\n"}},
    /* python-chess */
    {.hear = {"force", "exclude all", "include e2e4", "include d2d4", "post", "analyze", "(info)",
              ".", "exit", "ping 1"},
     .say = {"stat01: ", " 2", "pong 1"},
     .never = {"\ta3", "\tNf3"}},
    /* scores set by the user */
    {.hear = {"force", "e2e4", "setscore 900 100", "undo", "setscore", "setscore 1",
              "setscore 1 2 3", "setscore 20001 1", "setscore 100300 1", "setscore 1 -1",
              "setscore -100000 1"},
     .say = {"=Error (bad parameter): setscore\nError (bad parameter): setscore 1\nError (bad "
             "parameter): setscore 1 2 3\nError (bad parameter): setscore 20001 1\nError (bad "
             "parameter): setscore 100300 1\nError (bad parameter): setscore 1 -1\nError (bad "
             "parameter): setscore -100000 1\n"}},
    {.hear = {"force", "e2e4", "setscore -5000 100", "undo", "sd 6", "go", "(wait)"},
     .say = {"move e2e4"},
     .moves = 1},
    {.hear = {"force", "a2a3", "setscore -100003 100", "undo", "post", "sd 6", "go", "(wait)"},
     .say = {" 100004 ", "move a2a3"},
     .moves = 1},
    /* until a new game */
    {.hear = {"force", "a2a3", "setscore -5000 100", "undo", "new", "sd 4", "go", "(wait)"},
     .never = {"move a2a3"},
     .moves = 1},
    /* pause: no output, no time lost */
    {.hear = {"resume", "pause", "resume", "pause", "pause", "resume", "ping 1"},
     .say = {"=pong 1\n"}},
    {.hear = {"post", "st 1000", "go", "(info)", "pause", "resume", "ping 1", "?", "(wait)"},
     .say = {"move ", "pong 1"},
     .moves = 1},
    {.hear = {"go", "(info)", "pause", "?", "(wait)"}, .moves = 1},
    {.hear = {"option HumanTime=1", "level 0 1440 0", "sd 1", "go", "pause", "ping 1", "resume",
              "?", "(wait)"},
     .say = {"move ", "pong 1"},
     .moves = 1},
    {.hear = {"option HumanTime=1", "option LimitStrength=1", "level 0 1440 0", "go", "?", "(wait)",
              "usermove a7a6", "?", "(wait)"},
     .say = {"move "},
     .moves = 2},
    {.hear = {"go", "(info)", "pause", "force", "ping 1"}, .say = {"=pong 1\n"}},
    {.hear = {"go", "(info)", "pause", "quit"}, .say = {"="}},
    {.hear = {"go", "(info)", "pause", "(end)"}, .say = {"="}},
    {.hear = {"sd 1", "pause", "e2e4", "(wait)"}, .moves = 1},
    /* highlighted target squares */
    {.hear = {"lift e2", "put e4"}, .say = {"=highlight 8/8/8/8/4y3/4y3/8/8\n"}},
    {.hear = {"lift e7", "lift e4", "lift", "lift i9"},
     .say = {"=highlight 8/8/8/8/8/8/8/8\nhighlight 8/8/8/8/8/8/8/8\nError (bad parameter): "
             "lift\nError (bad parameter): lift i9\n"}},
    {.hear = {"force", "setboard r3k2r/6P1/8/8/8/8/8/R3K2R w KQkq - 0 1", "lift g7", "lift e1"},
     .say = {"=highlight 6mm/8/8/8/8/8/8/8\nhighlight 8/8/8/8/8/8/3yyy2/2yy1yy1\n"}},
    {.hear = {"go", "lift e2", "hover d3", "force"}, .say = {"="}},
    /* variants */
    {.hear = {"new", "variant nocastle", "force"},
     .say = {"="},
     .fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"},
    {.hear = {"setboard x", "variant nocastle", "force", "e2e4"},
     .say = {"=tellusererror Illegal position\n"},
     .fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1"},
    {.hear = {"variant", "variant xyz", "variant wildcastle"},
     .say = {"=Error (unsupported variant)\nError (unsupported variant): xyz\nError (unsupported "
             "variant): wildcastle\n"},
     .fen = START},
    {.hear = {"new", "variant fischerandom", "force", "setboard " CASTLING_960, "usermove O-O",
              "O-O-O"},
     .say = {"="},
     .fen = "2kr3r/8/8/8/8/8/8/1R3RK1 w - - 2 2"},
    {.hear = {"new", "variant fischerandom", "force", "setboard " CASTLING_960, "usermove O-O",
              "usermove c8d8"},
     .say = {"="},
     .fen = "1r1k3r/8/8/8/8/8/8/1R3RK1 w - - 2 2"},
    {.hear = {"new", "variant fischerandom", "force", "setboard " CASTLING_960, "exclude all",
              "include O-O-O", "sd 2", "hint", "(wait)", "go", "(wait)"},
     .say = {"=Hint: O-O-O\nmove O-O-O\n"},
     .moves = 1},
    {.hear = {"new", "variant fischerandom", "force", "setboard " CASTLING_960, "exclude all",
              "include c1e1", "sd 2", "go", "(wait)"},
     .say = {"=move O-O\n"},
     .moves = 1},
    /* both on their initial squares, too */
    {.hear = {"new", "variant fischerandom", "force",
              "setboard r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "lift e1", "exclude all",
              "include e1g1", "sd 2", "go", "(wait)"},
     .say = {"=highlight 8/8/8/8/8/8/3yyy2/y1yy1yyy\nmove O-O\n"},
     .moves = 1},
    {.hear = {"new", "variant fischerandom", "force", "edit", "#", "Kc1", "Rb1", "Re1", "Ra1", "c",
              "Kc8", "Ra8", ".", "O-O"},
     .say = {"="},
     .fen = "r1k5/8/8/8/8/8/8/RR3RK1 b q - 1 1"},
    {.hear = {"accepted debug", "variant fischerandom", "new", "force", "setboard " CASTLING_960},
     .say = {"=# left out, as the board does not allow it: castling right E, castling right B, "
             "castling right h, castling right b\n"},
     .fen = "1rk4r/8/8/8/8/8/8/1RK1R3 w - - 0 1"},
    {.hear = {"force", "setboard 4k3/8/8/8/8/8/8/4K2R w KQ e6 7"},
     .say = {"="},
     .fen = "4k3/8/8/8/8/8/8/4K2R w K - 7 1"},
};

/*
 * Settings saved by one engine are loaded by another; if the book is missing, the whole file is
 * rejected.
 */
START_TEST(saved_settings) {
    char path[] = "/tmp/alula-settings-XXXXXX", line[64];
    const char *refused[] = {"Error (BookFile: there is no such book): SettingsFile=/tmp/", NULL};
    const char *never[] = {NULL};
    Talk t;

    ck_assert_int_ge(mkstemp(path), 0);
    remove(path);
    snprintf(line, sizeof line, "option SettingsFile=%s", path);
    talk_start(&t, protocols, check_line);
    talk(&t, "option Level=Club");
    talk(&t, "option OpeningMoves=1. a4");
    talk(&t, line);
    ck_assert_ptr_nonnull(strstr(t.said, "telluser There is no file /tmp/alula-settings-"));
    talk(&t, "option SaveSettings");
    ck_assert_ptr_null(strchr(strchr(t.said, '\n') + 1, '\n'));
    finish(&t);
    talk_start(&t, protocols, check_line);
    talk(&t, line);
    ck_assert_str_eq(t.said, "");
    ck_assert_int_eq(t.f.options.value[OPTION_LIMIT_STRENGTH], 1);
    ck_assert_int_eq(t.f.options.value[OPTION_ELO], 1600);
    talk(&t, "go");
    ck_assert_str_eq(t.said, "move a2a4\n");
    talk(&t, "(book) option BookFile=");
    talk(&t, "option SaveSettings");
    finish(&t);
    /* SettingsFile is the first option that XBoard sends: the others override the file */
    ck_assert_int_eq(OPTION_SETTINGS_FILE, 0);
    talk_start(&t, protocols, check_line);
    talk(&t, line);
    talk_expect(&t, refused, never);
    ck_assert_int_eq(t.f.options.value[OPTION_LIMIT_STRENGTH], 0);
    finish(&t);
    remove(path);
}

/* A file with a bad line is rejected as a whole, and the open book stays open. */
static const struct {
    const char *lines, *refused;
} bad_settings[] = {
    {"BookFile=\nResign=1\nEvalFile=/no/net.nn\n", "EvalFile: there is no such file"},
    {"BookFile=\nResign=1\nEvalFile=/dev/null\n", "EvalFile: this is not a regular file"},
    {"EvalFile=\nResign=1\nBookFile=/no/book.bin\n", "BookFile: there is no such book"},
    {"EvalFile=\nBookFile=\nResign=1\nOpeningMoves=e4 e4\n", "OpeningMoves: "},
};

START_ROWS(bad_saved_settings, ROWS(bad_settings)) {
    char path[] = "/tmp/alula-settings-XXXXXX", line[64], refused[80];
    const int number = mkstemp(path);
    FILE *file = number < 0 ? NULL : fdopen(number, "w");
    const NnueNet *net;
    Talk t;

    ck_assert_ptr_nonnull(file);
    fprintf(file, "# Alula settings\n%s", bad_settings[_i].lines);
    ck_assert_int_eq(fclose(file), 0);
    snprintf(line, sizeof line, "option SettingsFile=%s", path);
    snprintf(refused, sizeof refused, "Error (%s", bad_settings[_i].refused);
    talk_start(&t, protocols, check_line);
    talk(&t, "(book) option BookFile=");
    talk(&t, "(net) option EvalFile=");
    talk(&t, "option OwnBook=1");
    net = t.f.net;
    ck_assert_ptr_nonnull(net);
    ck_assert_str_eq(t.said, "");
    talk(&t, line);
    ck_assert_msg(starts(t.said, refused), "%s", t.said);
    ck_assert_int_eq(t.f.options.value[OPTION_RESIGN], 0);
    ck_assert_str_eq(t.f.options.text[OPTION_EVAL_FILE], t.net);
    ck_assert_ptr_eq(t.f.net, net);
    talk(&t, "go");
    ck_assert_int_eq(t.moves, 1);
    ck_assert_int_eq(t.f.book.moved, true);
    finish(&t);
    remove(path);
}

/* --- networks -------------------------------------------------------------------------------- */

START_TEST(network_is_used) {
    static const char *const search[] = {"new", "sd 6", "go", NULL};
    Talk t;

    talk_start(&t, protocols, check_line);
    t.may_move = true;
    talk_switch_networks(&t, search, "option EvalFile=", "option EvalFile=");
    ck_assert_int_eq(t.moves, 3);
    finish(&t);
}

/* Memory for a network from a file comes out of the hash table's share, while it is loaded. */
START_TEST(network_takes_memory) {
    const NnueNet shape = {.hidden = 64, .outputs = 2}; /* the shape that talk_send_net() uses */
    size_t before, with, other;
    Talk t;

    talk_start(&t, protocols, check_line);
    talk(&t, "memory 20");
    before = engine_hash_bytes(t.f.engine);
    talk(&t, "(net) option EvalFile=");
    ck_assert_ptr_nonnull(t.f.net);
    with = engine_hash_bytes(t.f.engine);
    ck_assert_uint_eq(before - with, nnue_file_size(shape.hidden, shape.outputs, 0) +
                                         nnue_cache_bytes(&shape, MAX_PLY + 1));
    talk(&t, "memory 21");
    other = engine_hash_bytes(t.f.engine);
    ck_assert_uint_eq(other - with, 1 << 20);
    talk(&t, "option EvalFile=/no/such.nn");
    ck_assert_uint_eq(engine_hash_bytes(t.f.engine), other);
    talk(&t, "option EvalFile=");
    ck_assert_uint_eq(engine_hash_bytes(t.f.engine), before + (1 << 20));
    finish(&t);
}

/* A network is loaded during a search: all pings are answered, and no move is made twice. */
static const struct {
    const char *before[8], *after[8];
    int moves;
    Busy busy; /* at the end */
} visits[] = {
    {.before = {"st 0.4", "go", "(info)"}, .after = {"ping 1", "(wait)"}, .moves = 1},
    {.before = {"st 0.4", "go", "pause"}, .after = {"ping 1", "resume", "(wait)"}, .moves = 1},
    {.before = {"sd 4", "hard", "go", "(wait)", "sd 0", "(info)"},
     .after = {"ping 1"},
     .moves = 1,
     .busy = PONDERING},
    {.before = {"sd 4", "hard", "go", "(wait)"},
     .after = {"(done)", "ping 1", "(hit)", "(wait)", "ping 2"},
     .moves = 2,
     .busy = PONDERING},
    {.before = {"sd 4", "hard", "go", "(wait)", "pause"},
     .after = {"ping 1", "(miss)", "ping 2", "(wait)"},
     .moves = 2,
     .busy = PONDERING},
    {.before = {"analyze", "(info)"}, .after = {"ping 1", "(info)", "."}, .busy = ANALYZING},
    {.before = {"post", "analyze", "pause"},
     .after = {"ping 1", "resume", "(info)", "ping 2"},
     .busy = ANALYZING},
    {.before = {"cores 2"}, .after = {"memory 9", "cores 3", "sd 4", "go", "(wait)"}, .moves = 1},
    {.before = {"analyze", "(info)"},
     .after = {"cores 2", "memory 10", "cores 200", "ping 1", "(info)"},
     .busy = ANALYZING},
    {.before = {"analyze", "(info)", "(net) option EvalFile="},
     .after = {"(info)", "(net) option EvalFile=", "ping 1"},
     .busy = ANALYZING},
};

START_ROWS(network_during_search, ROWS(visits)) {
    Talk t;

    talk_start(&t, protocols, check_line);
    for (int i = 0; i < 8 && visits[_i].before[i]; i++)
        talk(&t, visits[_i].before[i]);
    talk(&t, "(net) option EvalFile=");
    for (int i = 0; i < 8 && visits[_i].after[i]; i++)
        talk(&t, visits[_i].after[i]);
    ck_assert_ptr_nonnull(t.f.net);
    ck_assert_int_eq(t.moves, visits[_i].moves);
    ck_assert_int_eq(t.f.search.busy, visits[_i].busy);
    ck_assert_uint_eq(t.answered, t.asked);
    ck_assert_ptr_null(strstr(t.said, "Error"));
    finish(&t);
}

START_ROWS(special, ROWS(special_rows)) {
    run_row(&special_rows[_i]);
}

static void handle_for(Talk *t, int ms) {
    const int64_t start = clock_ms();

    while (clock_ms() - start < ms)
        input_step(&t->f, 10);
}

/*
 * Starts a search that is paused; again, if on a busy machine its second is over before that.
 * Returns the time until the pause, or more.
 */
static int64_t begin_and_pause(Talk *t, const char *first, const char *begin) {
    int64_t spent;

    for (int tries = 0;; tries++) {
        talk_start(t, protocols, check_line);
        talk(t, first);
        talk(t, "post");
        spent = -clock_ms();
        talk(t, begin);
        talk_wait_info(t);
        talk(t, "pause");
        spent += clock_ms();
        if (!t->moves || tries == 10)
            return spent;
        finish(t);
    }
}

/* During a pause no node is searched but for those begun, and the clock of the search stands still.
 */
START_ROWS(paused, 3) {
    static const char *const begin[] = {"go", "analyze", "go"};
    const int pause_ms = _i ? 500 : 2000; /* of a search of a second */
    Progress before, after;
    int64_t spent, now;
    Talk t;

    spent = begin_and_pause(&t, _i == 2 ? "cores 2" : "st 1", begin[_i]);
    engine_progress(t.f.engine, &before);
    handle_for(&t, pause_ms);
    engine_progress(t.f.engine, &after);
    ck_assert_uint_le(after.nodes - before.nodes, 1000);
    ck_assert_int_eq(t.moves, 0);
    spent -= clock_ms();
    talk(&t, "resume");
    if (_i == 0) {
        now = clock_ms();
        ck_assert_int_le(now - t.f.search.started_ms, spent + clock_ms());
        talk_wait(&t);
        ck_assert_int_eq(t.moves, 1);
        ck_assert_int_le(t.f.search.info.time_ms, spent + clock_ms());
        ck_assert_int_gt(t.f.search.info.time_ms, 300);
    } else {
        now = clock_ms();
        do {
            input_step(&t.f, 10);
            engine_progress(t.f.engine, &after);
            talk_check_timeout(&t, now);
        } while (after.nodes <= before.nodes + 1000);
    }
    finish(&t);
}

static void wait_for_text(Talk *t, size_t from, const char *text) {
    const int64_t start = clock_ms();

    while (!strstr(t->said + from, text)) {
        input_step(&t->f, 100);
        talk_check_timeout(t, start);
    }
}

/* MultiPV: the three best moves, each with its line, at every depth; one line if MultiPV is 1. */
START_TEST(several_lines) {
    Talk t;
    size_t first;

    talk_start(&t, protocols, check_line);
    talk(&t, "option MultiPV=3");
    talk(&t, "post");
    talk(&t, "analyze");
    talk(&t, "setboard " MATE_IN_1);
    wait_for_text(&t, 0, "\tRa8#"); /* the previous analysis may have reached depth 5 */
    first = (size_t)(strstr(t.said, "\tRa8#") - t.said);
    wait_for_text(&t, first, "\n5 ");
    for (int depth = 1; depth < 5; depth++) {
        char start[16];
        int lines = 0;
        snprintf(start, sizeof start, "\n%d ", depth);
        for (const char *s = t.said + first; (s = strstr(s, start)); s++)
            lines++;
        ck_assert_int_ge(lines + (depth == 1), 3); /* the first line of depth 1 is not counted */
    }
    talk(&t, "exit");
    first = t.length;
    talk(&t, "option MultiPV=1");
    talk(&t, "analyze");
    wait_for_text(&t, first, "\n12 "); /* the mate does not end the analysis */
    for (const char *s = t.said + first; (s = strchr(s, '\t')); s++)
        ck_assert_msg(starts(s, "\tRa8#"), "%s", s);
    ck_assert_int_eq(t.moves, 0);
    finish(&t);
}

/* --- every command in every state ------------------------------------------------------------ */

/* The effect of a command on a search for a move. */
typedef enum { KEEPS, ENDS, MOVES, LEAVES } Effect;

static const struct {
    const char *line;
    Effect effect;
} matrix[] = {
    {"xboard", ENDS},
    {"protover 2", KEEPS},
    {"accepted ping", KEEPS},
    {"rejected san", KEEPS},
    {"new", ENDS},
    {"quit", LEAVES},
    {"random", KEEPS},
    {"force", ENDS},
    {"go", KEEPS},
    {"playother", KEEPS},
    {"white", ENDS},
    {"black", ENDS},
    {"level 40 5 0", KEEPS},
    {"level nonsense", KEEPS},
    {"st 100", KEEPS},
    {"sd 50", KEEPS},
    {"nps 0", KEEPS},
    {"time 50000", KEEPS},
    {"otim 50000", KEEPS},
    {"usermove a1a1", KEEPS},
    {"usermove e7e5", KEEPS},
    {"h2h3", KEEPS},
    {"@@@@", KEEPS},
    {"?", MOVES},
    {"ping 5", KEEPS},
    {"draw", KEEPS},
    {"result 1/2-1/2 {agreed}", ENDS},
    {"setboard " WON, ENDS},
    {"setboard nonsense", KEEPS},
    {"edit", ENDS},
    {"depth 3", KEEPS},
    {"hint", KEEPS},
    {"bk", KEEPS},
    {"undo", ENDS},
    {"remove", ENDS},
    {"hard", KEEPS},
    {"easy", KEEPS},
    {"post", KEEPS},
    {"nopost", KEEPS},
    {"analyze", ENDS},
    {"exit", KEEPS},
    {".", KEEPS},
    {"name Fake 1.0", KEEPS},
    {"rating 1000 2000", KEEPS},
    {"ics -", KEEPS},
    {"computer", KEEPS},
    {"memory 9", KEEPS},
    {"memory 99999999999", KEEPS},
    {"cores 2", KEEPS},
    {"option MoveOverhead=40", KEEPS},
    {"option ClearHash", KEEPS},
    {"option Level=Master", KEEPS},
    {"option OpeningMoves=e4 e5", KEEPS},
    {"option SaveSettings", KEEPS},
    {"pause", KEEPS},
    {"resume", KEEPS},
    {"exclude e7e6", KEEPS},
    {"exclude g1f3", KEEPS},
    {"exclude all", KEEPS},
    {"exclude nonsense", KEEPS},
    {"include g1f3", KEEPS},
    {"include all", KEEPS},
    {"setscore 30 8", KEEPS},
    {"setscore much", KEEPS},
    {"egtpath syzygy /nowhere", KEEPS},
    {"egtpath nalimov c:\\egtb", KEEPS},
    {"lift e2", KEEPS},
    {"lift x9", KEEPS},
    {"put e4", KEEPS},
    {"hover e5", KEEPS},
    {"option MultiPV=3", KEEPS},
    {"partner", KEEPS},
    {"partner mann", KEEPS},
    {"ptell hello", KEEPS},
    {"holding [P] [Q]", KEEPS},
    {"fritz", KEEPS},
    {"reset", KEEPS},
    {"ponder", KEEPS},
    {"castle", KEEPS},
    {"ep", KEEPS},
    {"gui WinBoard 4", KEEPS},
    {"uci", KEEPS}, /* these programs do not speak UCI */
    {"variant fischerandom", ENDS},
    {"variant nocastle", ENDS},
    {"variant normal", ENDS},
    {"variant suicide", KEEPS},
    {"foobar", KEEPS},
    {"", KEEPS},
    {"#", KEEPS},
    {"c", KEEPS},
    {"Ke1", KEEPS},
};

static const struct {
    const char *name, *hear[10];
    bool thinking;
} states[] = {
    {"force", {"force", "e2e4"}, false},
    {"waiting", {"sd 1", "e2e4", "(wait)", "sd 0"}, false},
    {"thinking", {"e2e4", "e7e5", "force", "post", "level 0 1000 0", "go"}, true},
    {"pondering", {PONDER}, false},
    {"pondering, over", {PONDER_TO_THE_END}, false},
    {"analyzing", {"post", "analyze", "e2e4"}, false},
    {"analyzing, over", {"analyze", "setboard " MATED}, false},
    {"hinting", {"hint"}, false},
    {"paused", {"e2e4", "e7e5", "force", "post", "level 0 1000 0", "go", "(info)", "pause"}, true},
    {"paused pondering", {PONDER, "pause"}, false},
    {"paused analysis", {"analyze", "e2e4", "(info)", "pause"}, false},
    {"analyzing nothing", {"analyze", "exclude all"}, false},
    {"editing", {"force", "edit", "xe2"}, false},
    {"illegal position", {"force", "e2e4", "setboard x"}, false},
    {"mated", {"force", "setboard " MATE_IN_1, "playother", "a1a8"}, false},
    {"resigned", {"force", "e2e4", "result 1-0 {Black resigns}"}, false},
};

static void enter(Talk *t, int state) {
    talk_start(t, protocols, check_line);
    for (int i = 0; i < 10 && states[state].hear[i]; i++)
        talk(t, states[state].hear[i]);
    ck_assert_int_eq(t->f.search.busy == THINKING, states[state].thinking);
}

START_ROWS(every_command, ROWS(states)) {
    for (int i = 0; i < ROWS(matrix); i++) {
        const Effect effect = matrix[i].effect;
        Talk t;
        int before;

        enter(&t, _i);
        before = t.moves;
        talk(&t, matrix[i].line);
        if (effect == LEAVES) {
            ck_assert(t.f.leaving);
            finish(&t);
            continue;
        }
        if (states[_i].thinking) {
            if (effect == MOVES)
                talk_wait(&t);
            CLAIM((t.f.search.busy == THINKING) == (effect == KEEPS), "%s", matrix[i].line);
            CLAIM(t.moves - before == (effect == MOVES), "%s", matrix[i].line);
        } else if (strcmp(matrix[i].line, "go") && strcmp(matrix[i].line, "h2h3")) {
            CLAIM(t.moves == before || !strcmp(matrix[i].line, "usermove e7e5"),
                  "%s: a move while %s:\n%s", matrix[i].line, states[_i].name, t.said);
        }
        talk(&t, "ping 77");
        if (t.f.search.busy == THINKING) {
            ck_assert_uint_lt(t.answered, t.asked);
            talk(&t, "sd 1");
            talk(&t, "?");
            talk_wait(&t);
        }
        if (states[_i].thinking && effect == KEEPS)
            CLAIM(t.moves > before, "%s: no move", matrix[i].line);
        CLAIM(t.answered == t.asked, "%s while %s: no pong", matrix[i].line, states[_i].name);
        /* a new game can always be started */
        talk(&t, ".");
        talk(&t, "new");
        talk(&t, "sd 1");
        before = t.moves;
        talk(&t, "force");
        talk(&t, "new");
        talk(&t, "sd 1");
        talk(&t, "e2e4");
        talk_wait(&t);
        CLAIM(t.moves == before + 1, "%s while %s: no new game:\n%s", matrix[i].line,
              states[_i].name, t.said);
        finish(&t);
    }
}

/* Checks that every command is in the matrix above. */
START_TEST(every_row) {
    for (const Command *c = cecp_protocol.commands; c->name; c++) {
        int i = 0;
        while (i < ROWS(matrix) && (strncmp(matrix[i].line, c->name, strlen(c->name)) ||
                                    (matrix[i].line[strlen(c->name)] != ' ' &&
                                     matrix[i].line[strlen(c->name)] != '\0')))
            i++;
        CLAIM(i < ROWS(matrix), "no test for %s", c->name);
    }
}

/* End of input, or many pings, in every state. */
START_ROWS(every_state, ROWS(states)) {
    Talk t;
    int moves;

    enter(&t, _i);
    for (int i = 0; i < 200; i++) {
        char line[32];
        snprintf(line, sizeof line, "ping %d", i);
        talk(&t, line);
    }
    if (!states[_i].thinking)
        ck_assert_uint_eq(t.answered, t.asked);
    moves = t.moves;
    talk(&t, "(end)");
    ck_assert(t.f.leaving);
    ck_assert_int_eq(t.moves, moves);
    talk_end(&t);
}

/* The state after a command. */
static const struct {
    const char *hear[10];
    Busy busy;
} works[] = {
    {{PONDER}, PONDERING},
    {{PONDER, "ping 1", "?"}, PONDERING},
    {{PONDER, "easy"}, IDLE},
    {{PONDER, "hard"}, PONDERING},
    {{PONDER, "force"}, IDLE},
    {{PONDER, "result *"}, IDLE},
    {{PONDER, "undo"}, IDLE},
    {{PONDER, "remove"}, IDLE},
    {{PONDER, "new"}, IDLE},
    {{PONDER, "edit"}, IDLE},
    {{PONDER, "setboard x"}, IDLE},
    {{PONDER, "memory 9"}, PONDERING},
    {{PONDER, "memory 8"}, PONDERING}, /* unchanged */
    {{PONDER, "cores 2"}, PONDERING},
    {{PONDER, "cores 1"}, PONDERING},
    {{PONDER, "time 100", "otim 100"}, PONDERING},
    {{PONDER, "draw", "hint", "."}, PONDERING},
    {{PONDER, "level 0 1 0", "post"}, PONDERING},
    {{PONDER, "(hit)"}, THINKING},
    {{PONDER, "(miss)"}, THINKING},
    {{PONDER, "analyze"}, ANALYZING},
    {{"analyze"}, ANALYZING},
    {{"analyze", "exit"}, IDLE},
    {{"analyze", "force"}, IDLE},
    {{"analyze", "result *"}, ANALYZING},
    {{"analyze", "new"}, ANALYZING},
    {{"analyze", "setboard " WON}, ANALYZING},
    {{"analyze", "setboard x"}, IDLE},
    {{"analyze", "setboard x", "new"}, ANALYZING},
    {{"analyze", "edit"}, IDLE},
    {{"analyze", "edit", "."}, ANALYZING},
    {{"analyze", "e2e4"}, ANALYZING},
    {{"analyze", "e2e5"}, ANALYZING},
    {{"analyze", "e2e4", "undo"}, ANALYZING},
    {{"analyze", "undo"}, ANALYZING},
    {{"analyze", "memory 9"}, ANALYZING},
    {{"analyze", "cores 2"}, ANALYZING},
    {{"analyze", "option ClearHash"}, ANALYZING},
    {{"analyze", "option MultiPV=4"}, ANALYZING},
    {{"analyze", "exclude e2e4"}, ANALYZING},
    {{"analyze", "exclude all"}, ANALYZING},
    {{"analyze", "exclude all", "setscore 50 10"}, ANALYZING},
    {{"analyze", "exclude all", "option EvalFile="}, ANALYZING},
    {{"analyze", "exclude all", "include e2e4"}, ANALYZING},
    {{"analyze", "exclude all", "include all"}, ANALYZING},
    {{"analyze", "exclude all", "usermove e2e4"}, ANALYZING},
    {{"analyze", "setscore 20 5"}, ANALYZING},
    {{"analyze", "pause", "e2e4"}, ANALYZING},
    {{"go", "exclude e2e4", "setscore 20 5"}, THINKING},
    {{"go", "exclude all"}, THINKING},
    {{"go", "exclude all", "setscore 20 5"}, THINKING},
    {{"go", "exclude all", "include e2e4", "(wait)"}, IDLE}, /* the only move comes at once */
    {{PONDER, "exclude a2a3", "setscore 20 5"}, PONDERING},
    {{PONDER, "pause"}, PONDERING},
    {{PONDER, "pause", "(hit)"}, THINKING},
    {{PONDER, "pause", "resume", "(miss)"}, THINKING},
    {{"hint", "exclude e2e4"}, HINTING},
    {{"analyze", "hint", "ping 1", "."}, ANALYZING},
    {{"analyze", "go"}, THINKING},
    {{"analyze", "playother"}, IDLE},
    {{"go"}, THINKING},
    {{"e2e4"}, THINKING},
    {{"new", "hard"}, IDLE},
    {{"playother"}, IDLE},
    {{"hint"}, HINTING},
    {{"hint", "force"}, IDLE},
    {{"force", "e2e4", "undo"}, IDLE},
    /* a refused command leaves the search alone */
    {{"go", "undo", "remove"}, THINKING},
    {{"e2e4", "remove", "variant crazyhouse", "setboard x"}, THINKING},
    {{"force", "setboard " IN_CHECK, "go", "black"}, THINKING},
    {{"e2e4", "memory x", "option Nothing=1", "level x", "st x"}, THINKING},
    {{PONDER, "variant crazyhouse", "memory x", "usermove e1e8", "option X=1"}, PONDERING},
    {{PONDER, "memory 9223372036854775807"}, PONDERING},
    {{"analyze", "undo", "remove", "variant crazyhouse"}, ANALYZING},
};

/* Several tries: a hint takes a fifth of a second, which on a busy machine may pass meanwhile. */
START_ROWS(working, ROWS(works)) {
    Busy busy = IDLE;

    for (int tries = 0; !tries || (tries < 10 && busy != works[_i].busy); tries++) {
        Talk t;

        talk_start(&t, protocols, check_line);
        for (int i = 0; i < 10 && works[_i].hear[i]; i++)
            talk(&t, works[_i].hear[i]);
        busy = t.f.search.busy;
        finish(&t);
    }
    ck_assert_int_eq(busy, works[_i].busy);
}

/* --- a simple model of the game --------------------------------------------------------------- */

/*
 * The expected position, by simple rules: lines are applied one by one; moves that arrive while a
 * move is due wait for that move, or for the command that ends the search.
 */
typedef struct {
    GameLine line;
    bool force, analyze, illegal, editing, chess960;
    Color ours;
    Color edit_color;
    Position edited;
    char waiting[256][64];
    int first, last; /* indices of the waiting lines */
} Model;

static void model_set_up(Model *m, const Position *p) {
    gameline_restart(&m->line, p);
    m->illegal = false;
}

static bool model_read_fen(const Model *m, Position *p, Word fen) {
    char buffer[100];
    Text left_out = text_in(buffer, sizeof buffer);

    return !fen_parse_playable(p, fen, m->chess960, &left_out);
}

static void model_set_fen(Model *m, Word fen) {
    Position p;

    if (model_read_fen(m, &p, fen))
        model_set_up(m, &p);
    else
        m->illegal = true;
}

/* Returns true if a command that would cancel the due move is refused, and so changes nothing. */
static bool model_refuses(const Model *m, Word word, Word after) {
    const Position *now = gameline_now(&m->line);
    Position ignored;

    if (word_is(word, "undo") || word_is(word, "remove"))
        return m->line.length < (word_is(word, "undo") ? 1 : 2);
    if (word_is(word, "white") || word_is(word, "black"))
        return position_turn(now) != (word_is(word, "white") ? WHITE : BLACK) &&
               position_in_check(now);
    if (word_is(word, "variant"))
        return !word_is(after, "normal") && !word_is(after, "fischerandom") &&
               !word_is(after, "nocastle");
    return word_is(word, "setboard") && !model_read_fen(m, &ignored, after);
}

static void model_turn(Model *m, Color turn) {
    const Position *now = gameline_now(&m->line);
    Position p = *now;

    m->ours = color_other(turn);
    if (position_turn(now) == turn)
        return;
    p.board.turn = (uint8_t)turn;
    p.board.ep_square = NO_SQUARE;
    if (m->line.length && m->line.move[m->line.length - 1] == NO_MOVE) {
        gameline_undo(&m->line);
    } else if (!position_in_check(now)) {
        gameline_play(&m->line, NO_MOVE);
    } else if (position_error(&p)) {
        m->illegal = true;
    } else {
        position_derive(&p);
        gameline_restart(&m->line, &p);
    }
}

static void model_edit(Model *m, Word word) {
    static const char letters[] = "PNBRQK";
    Position *p = &m->edited;

    if (word_is(word, ".")) {
        Position q = *p;

        q.board.ep_square = NO_SQUARE;
        q.board.castling = 0;
        q.halfmove_clock = 0;
        q.fullmove_number = 1;
        for (Color c = WHITE; c <= BLACK; c++) {
            const Bitboard rank = bb_rank(c == WHITE ? 0 : 7);
            const Bitboard king = board_pieces(&q.board, c, KING) & rank;
            const Bitboard rooks = board_pieces(&q.board, c, ROOK) & rank;

            if (king && m->chess960 && rooks) {
                if (bb_first(rooks) < bb_first(king))
                    q.board.castling |= bb_of(bb_first(rooks));
                if (bb_last(rooks) > bb_first(king))
                    q.board.castling |= bb_of(bb_last(rooks));
            } else if (king && !m->chess960 && (king & bb_file(4))) {
                q.board.castling |= rooks & (bb_file(0) | bb_file(7));
            }
        }
        m->editing = false;
        if (position_error(&q)) {
            m->illegal = true;
            return;
        }
        position_derive(&q);
        model_set_up(m, &q);
    } else if (word_is(word, "c")) {
        m->edit_color = color_other(m->edit_color);
    } else if (word.length == 3 && strchr("PNBRQKx", word.at[0]) && word.at[1] >= 'a' &&
               word.at[1] <= 'h' && word.at[2] >= '1' && word.at[2] <= '8') {
        const Square s = square_make(word.at[1] - 'a', word.at[2] - '1');
        const char *letter = strchr(letters, word.at[0]);
        const Piece old = position_on(p, s);

        if (old != NO_PIECE) {
            p->board.piece[old] &= ~bb_of(s);
            p->board.color[WHITE] &= ~bb_of(s);
            p->board.color[BLACK] &= ~bb_of(s);
            p->on[s] = NO_PIECE;
        }
        if (letter)
            position_put(p, m->edit_color, (Piece)(letter - letters), s);
    }
}

static bool model_thinks(const Model *m) {
    return !m->force && !m->illegal && position_turn(gameline_now(&m->line)) == m->ours &&
           gameline_outcome(&m->line) == OUTCOME_NONE;
}

/* Makes the move of a line. Returns false if the line is not a legal move. */
static bool model_move(Model *m, Word word) {
    Move move;

    if (m->illegal)
        return false;
    if (word_is(word, "@@@@")) {
        if (m->force && !position_in_check(gameline_now(&m->line)))
            gameline_play(&m->line, NO_MOVE);
        return false;
    }
    if (notation_parse(&move, gameline_now(&m->line), word))
        return false;
    gameline_play(&m->line, move);
    return true;
}

/* Applies waiting lines, up to a move that the engine has to answer. */
static void model_catch_up(Model *m, bool all) {
    while (m->first != m->last) {
        const bool moved = model_move(m, word_of(m->waiting[m->first++ % 256]));
        if (moved && !all && model_thinks(m))
            return;
    }
}

/* Applies a line; `due`: a move was due when the line arrived. */
static void model_hear(Model *m, const char *line, bool due) {
    Word after = word_of(line);
    Word word = text_word(&after);

    after = text_rest(after);
    if (m->editing) {
        model_edit(m, word);
        return;
    }
    if (word_is(word, "usermove") || word_is(word, "@@@@") || word_is(word, "e7e5") ||
        word_is(word, "Pe4") || word_is(word, "xe2")) {
        word = word_is(word, "usermove") ? after : word;
        if (due)
            snprintf(m->waiting[m->last++ % 256], sizeof *m->waiting, "%.*s", (int)word.length,
                     word.at);
        else
            model_move(m, word);
        return;
    }
    if (word_is(word, "go")) {
        if (!due && !m->illegal) {
            m->force = m->analyze = false;
            m->ours = position_turn(gameline_now(&m->line));
        }
        return;
    }
    if (word_is(word, "playother")) {
        if (!due) {
            m->force = m->analyze = false;
            m->ours = color_other(position_turn(gameline_now(&m->line)));
        }
        return;
    }
    if (word_is(word, "exit")) {
        m->analyze = false;
        return;
    }
    if (due && model_refuses(m, word, after))
        return;
    for (const Command *c = cecp_protocol.commands; c->name; c++)
        if (word_is(word, c->name) && c->policy == CANCELS)
            model_catch_up(m, true);
    if (word_is(word, "new")) {
        m->chess960 = false;
        model_set_fen(m, word_of(START));
        m->force = m->analyze;
        m->ours = BLACK;
    } else if (word_is(word, "variant") && !model_refuses(m, word, after)) {
        m->chess960 = word_is(after, "fischerandom");
        if (word_is(after, "nocastle"))
            model_set_fen(m, word_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"));
    } else if (word_is(word, "setboard")) {
        model_set_fen(m, after);
    } else if (word_is(word, "force") || (word_is(word, "analyze") && !m->illegal)) {
        m->force = true;
        m->analyze = word_is(word, "analyze");
    } else if (word_is(word, "result") && !m->analyze) {
        m->force = true;
    } else if (word_is(word, "undo")) {
        gameline_undo(&m->line);
    } else if (word_is(word, "remove") && m->line.length >= 2) {
        gameline_undo(&m->line);
        gameline_undo(&m->line);
    } else if (word_is(word, "white") || word_is(word, "black")) {
        model_turn(m, word_is(word, "white") ? WHITE : BLACK);
    } else if (word_is(word, "edit")) {
        m->editing = true;
        m->edited = *gameline_now(&m->line);
        m->edit_color = WHITE;
    }
}

/* Moves of the engine since the last line was sent. */
static struct {
    char move[64][NOTATION_SIZE];
    int count;
} walk_said;

static void check_walk_line(Talk *t, const char *line) {
    check_line(t, line);
    if (starts(line, "move ")) {
        ck_assert_int_lt(walk_said.count, 64);
        snprintf(walk_said.move[walk_said.count++], NOTATION_SIZE, "%s", line + 5);
    }
}

/* Returns a FEN in another buffer than that of tests_fen(). */
static const char *walk_fen(const Position *p) {
    static char buffer[FEN_SIZE];
    Text text = text_in(buffer, sizeof buffer);

    fen_write(&text, p);
    return buffer;
}

static bool model_play(Model *m, const char *text) {
    Move move;

    if (notation_parse(&move, gameline_now(&m->line), word_of(text)))
        return false;
    gameline_play(&m->line, move);
    model_catch_up(m, false);
    return true;
}

static bool same_pieces(const Board *a, const Board *b) {
    return !memcmp(a->piece, b->piece, sizeof a->piece) &&
           !memcmp(a->color, b->color, sizeof a->color) && a->turn == b->turn;
}

/*
 * Returns true if the model agrees when `moves_first` of the engine's moves came before the line.
 */
static bool model_agrees(Model *m, const Model *before, const Talk *t, const char *line, bool due,
                         int moves_first) {
    const GameLine own = m->line;
    bool legal = true;

    *m = *before;
    m->line = own;
    ck_assert_ptr_null(gameline_copy(&m->line, &before->line));
    for (int i = 0; i < walk_said.count && legal; i++) {
        if (i == moves_first && line)
            model_hear(m, line, moves_first ? m->first != m->last : due);
        legal = model_play(m, walk_said.move[i]);
    }
    if (moves_first >= walk_said.count && line)
        model_hear(m, line, moves_first ? m->first != m->last : due);
    if (t->f.search.busy != THINKING) /* the search may have ended without a move */
        model_catch_up(m, true);
    return legal && gameline_now(&m->line)->key == gameline_now(&t->f.game.line)->key &&
           gameline_now(&m->line)->halfmove_clock ==
               gameline_now(&t->f.game.line)->halfmove_clock &&
           m->line.length == t->f.game.line.length && m->force == t->f.game.force &&
           m->illegal == cecp_state(&t->f)->illegal_position && m->chess960 == t->f.game.chess960 &&
           m->editing == !strcmp(t->f.protocol->name, "edit") &&
           (!m->editing || same_pieces(&m->edited.board, &cecp_state(&t->f)->edited.board));
}

/*
 * Checks that the board agrees with the model. A due move may come before or after a line is
 * handled, depending on timing; either is right.
 */
static void model_compare(Model *m, Model *before, const Talk *t, const char *line, bool due) {
    CLAIM(model_agrees(m, before, t, line, due, 0) ||
              (walk_said.count && model_agrees(m, before, t, line, due, 1)),
          "after \"%s\" the model has %s, %d plies; force %d, illegal %d, editing %d, Chess960 %d; "
          "there are %s, %d plies, force %d, illegal %d, Chess960 %d; %d moves since; said:\n%s",
          t->sent, tests_fen(gameline_now(&m->line)), (int)m->line.length, m->force, m->illegal,
          m->editing, m->chess960, walk_fen(gameline_now(&t->f.game.line)),
          (int)t->f.game.line.length, t->f.game.force, cecp_state(&t->f)->illegal_position,
          t->f.game.chess960, walk_said.count, t->said);
    walk_said.count = 0;
    *before = (Model){.line = before->line};
    {
        const GameLine own = before->line;
        *before = *m;
        before->line = own;
    }
    ck_assert_ptr_null(gameline_copy(&before->line, &m->line));
}

/* --- a random walk --------------------------------------------------------------------------- */

static const char *const walk_lines[] = {
    "go",
    "go",
    "go",
    "sd 2",
    "sd 3",
    "sd 4",
    "st 0.01",
    "level 0 0:01 0",
    "level 40 5 0",
    "time 1",
    "time 5000",
    "otim 5000",
    "post",
    "nopost",
    "hard",
    "hard",
    "easy",
    "random",
    "draw",
    "hint",
    "bk",
    "?",
    "?",
    "?",
    ".",
    ".",
    ".",
    "exit",
    "analyze",
    "force",
    "force",
    "new",
    "undo",
    "undo",
    "remove",
    "playother",
    "white",
    "black",
    "result *",
    "result 1-0 {x}",
    "edit",
    "xe2",
    "Pe4",
    "c",
    "setboard " WON,
    "setboard " LOST,
    "setboard " MATE_IN_1,
    "setboard " MATED,
    "setboard x",
    "setboard r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 98 1",
    "setboard 4k3/P7/8/8/8/8/p7/4K3 b - - 0 1",
    "variant normal",
    "variant crazyhouse",
    "setboard " IN_CHECK,
    "usermove e1e8",
    "memory x",
    "level x",
    "memory 8",
    "memory 9",
    "cores 1",
    "cores 2",
    "option ClearHash",
    "option Resign=1",
    "option Resign=0",
    "nps 0",
    "nps 100000",
    "pause",
    "resume",
    "resume",
    "exclude all",
    "exclude e2e4",
    "exclude e7e5",
    "include all",
    "include a2a3",
    "setscore 50 3",
    "setscore -100002 9",
    "lift e2",
    "option MultiPV=3",
    "option MultiPV=1",
    "variant fischerandom",
    "variant nocastle",
    "setboard " CASTLING_960,
    "xboard",
    "accepted debug",
    "computer",
    "fly",
    "",
    "@@@@",
    "usermove e2e4",
    "e7e5",
    "(info)",
    "(done?)",
};

static void walk_talk(Talk *t, Model *m, Model *before, const char *line) {
    Word after = word_of(line);
    const Word word = text_word(&after);
    bool due, refused;

    talk_step(t); /* handle messages that have arrived meanwhile */
    model_compare(m, before, t, NULL, false);
    due = t->f.search.busy == THINKING;
    refused = due && !m->editing && model_refuses(m, word, text_rest(after));
    talk(t, line);
    /* the moves due stay due, unless the engine has moved or resigned meanwhile */
    CLAIM(!refused || t->f.search.busy == THINKING || walk_said.count || t->f.game.over,
          "\"%s\" was refused and ended the search:\n%s", line, t->said);
    if (!t->f.post)
        *t->pv_move = '\0'; /* later thinking output may not be shown */
    model_compare(m, before, t, *line == '(' ? NULL : line, due);
}

/* Sends a move: usually a legal one; when pondering, sometimes the expected one. */
static void walk_move(Talk *t, Model *m, Model *before, uint64_t *seed) {
    const Position *p = gameline_now(&t->f.game.line);
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);
    char line[32] = "usermove ";
    Text text = {line, sizeof line, strlen(line), false};

    if (!count)
        return;
    if (t->f.search.busy == PONDERING && random_next(seed) % 2)
        notation_write(&text, p, t->f.search.expected);
    else
        notation_write(&text, p, list[random_next(seed) % count]);
    walk_talk(t, m, before, line);
}

/* $WALKS sets the number of walks, for longer tests. */
START_ROWS(random_walk, tests_number("WALKS", 10)) {
    static Model m, before;
    uint64_t seed = 19670520 + (uint64_t)_i;
    Position start;
    Talk t;

    talk_start(&t, protocols, check_walk_line);
    start = tests_position(START, false);
    memset(&m, 0, sizeof m);
    memset(&before, 0, sizeof before);
    before.ours = BLACK;
    ck_assert_ptr_null(gameline_init(&m.line, &start));
    ck_assert_ptr_null(gameline_init(&before.line, &start));
    for (int i = 0; i < 3000; i++) {
        const uint64_t n = random_next(&seed) % (ROWS(walk_lines) + 40);
        char line[32];

        if (n < ROWS(walk_lines) && !strcmp(walk_lines[n], "(done?)")) {
            for (int k = 0; k < 20 && t.f.search.busy == PONDERING && !t.f.search.done; k++)
                input_step(&t.f, 1); /* an analysis may have no end */
        } else if (n < ROWS(walk_lines) && !strcmp(walk_lines[n], "(info)") && t.f.search.paused) {
            continue;
        } else if (n < ROWS(walk_lines)) {
            walk_talk(&t, &m, &before, walk_lines[n]);
        } else if (n < ROWS(walk_lines) + 30) {
            walk_move(&t, &m, &before, &seed);
        } else {
            snprintf(line, sizeof line, "ping %d", i);
            walk_talk(&t, &m, &before, line);
        }
        if (t.asked - t.answered > 100 || (i % 10 == 0 && t.f.search.busy == THINKING)) {
            talk(&t, "sd 1"); /* for moves that wait */
            talk(&t, "?");
            talk_wait(&t);
            model_compare(&m, &before, &t, NULL, false);
        }
        if (t.f.search.busy != THINKING)
            CLAIM(t.answered == t.asked, "step %d: a ping is lost", i);
        t.length = t.line = 0;
        *t.said = '\0';
    }
    talk(&t, ".");
    talk(&t, "force");
    talk(&t, "ping last");
    ck_assert_uint_eq(t.answered, t.asked);
    ck_assert_int_gt(t.moves, 20);
    gameline_destroy(&m.line);
    gameline_destroy(&before.line);
    finish(&t);
}

/* Searches for a move are limited to the level; hints and analysis are not. */
START_ROWS(strength, 2) {
    static const char *const lines[] = {
        "option LimitStrength=1",
        "option Elo=2401",
        "setboard r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "sd 12",
        "go",
        NULL};
    static const char *const others[] = {"hint", "analyze"};
    static Talk t;

    talk_start(&t, protocols, check_line);
    talk_expect_level(&t, lines, LEVEL_PEOPLE + 1);
    talk_send(&t, "force");
    talk_send(&t, others[_i]);
    talk_expect_no_level(&t, LEVEL_PEOPLE + 1);
    talk_end(&t);
}

/* Level Auto follows `result`, once a game, and not in games of engines. */
static const struct {
    const char *before, *result;
    int rating;
} auto_results[] = {
    {"post", "result 1-0 {White mates}", 1360},
    {"post", "result 0-1 {White resigns}", 1040},
    {"post", "result 1/2-1/2 {Draw by repetition}", 1200},
    {"post", "result * {Game was aborted}", 1200},
    {"computer", "result 1-0 {White mates}", 1200},
    {"option Level=Club", "result 1-0 {White mates}", 1600}, /* played at another level */
};

START_ROWS(level_auto, ROWS(auto_results)) {
    static const char *const lines[] = {"option Level=Auto",
                                        "sd 1",
                                        "force",
                                        "e2e4",
                                        "e7e5",
                                        "g1f3",
                                        "b8c6",
                                        "f1b5",
                                        "a7a6",
                                        "b5a4"};
    char folder[] = "/tmp/alula-cecp-XXXXXX", line[64];
    const AutoLevel none = {.games = 0};
    Talk t;

    ck_assert(mkdtemp(folder) && !setenv("XDG_STATE_HOME", folder, 1));
    talk_start(&t, protocols, check_line);
    for (int i = 0; i < ROWS(lines); i++)
        talk(&t, lines[i]);
    talk(&t, auto_results[_i].before);
    talk(&t, "go");
    talk_wait(&t);
    talk(&t, auto_results[_i].result);
    talk(&t, auto_results[_i].result);
    ck_assert_int_eq(options_rating(&t.f.options), auto_results[_i].rating);
    talk(&t, "option Level=Auto");
    talk(&t, auto_results[_i].result);
    ck_assert_int_eq(autolevel_read(&none, NULL).rating,
                     auto_results[_i].rating == 1600 ? AUTOLEVEL_FIRST : auto_results[_i].rating);
    finish(&t);
    snprintf(line, sizeof line, "rm -r %s", folder);
    ck_assert_int_eq(system(line), 0);
}

int main(void) {
    return tests_run("cecp");
}
