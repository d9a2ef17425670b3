/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of uci.h: conversations as tables. In addition, every line of output is checked: its form,
 * that its moves are legal, and that there is one bestmove for each go.
 */
#define _POSIX_C_SOURCE 200809L
#include "protocol/uci/uci.h"

#include "dialogue.h"
#include "exhaust.h"
#include "protocol/cecp/cecp.h"
#include "protocol/console/console.h"
#include "protocol/options_apply.h"
#include "protocol/uci/uci_state.h"

static const Protocol *const protocols[] = {&uci_protocol, &cecp_protocol, &console_protocol, NULL};

#define KIWIPETE  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
#define MATED     "R5k1/5ppp/8/8/8/8/8/6K1 b - - 1 1"
#define MATE_IN_2 "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1"
#define BARE      "4k3/8/8/8/8/8/8/4K3 w - -"
#define FRC       "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w FCfc - 0 1"

#define BOOK                                                                                       \
    "setoption name BookVariety value 0", "setoption name OwnBook value true",                     \
        "(book) setoption name BookFile value "

/* Plays the moves of a line, all of which must be legal. */
static void check_moves(const Talk *t, Word moves, const char *line) {
    Position now = *gameline_now(&t->f.game.line), next;
    Word w;

    while ((w = text_word(&moves)).length) {
        Move m;
        CLAIM(notation_parse(&m, &now, w) == MOVE_FINE, "illegal: %.*s in \"%s\"", (int)w.length,
              w.at, line);
        position_play(&next, &now, m);
        now = next;
    }
}

static void check_line(Talk *t, const char *line) {
    const char *const known[] = {"id name ", "id author ", "option name ", "uciok",
                                 "readyok",  "info ",      "bestmove ",    NULL};
    /* output for people has another form */
    long time; /* milliseconds */
    bool good =
        !strcmp(t->sent, "d") || !strcmp(t->sent, "eval") || strstr(t->sent, "perft") != NULL;

    for (int i = 0; known[i]; i++)
        good |= !strncmp(line, known[i], strlen(known[i]));
    CLAIM(good, "not a line of the protocol: \"%s\"", line);
    if (!strncmp(line, "info depth ", 11) && !strstr(line, " currmove ")) {
        const char *pv = strstr(line, " pv ");
        if (!strncmp(line, "info depth 0 ", 13)) { /* the game is over */
            CLAIM(!strcmp(line + 13,
                          gameline_now(&t->f.game.line)->checkers ? "score mate 0" : "score cp 0"),
                  "%s", line);
            return;
        }
        CLAIM(strstr(line, " nodes ") && strstr(line, " time "), "something is missing: \"%s\"",
              line);
        CLAIM(pv && strstr(line, " score "), "score or line: \"%s\"", line);
        check_moves(t, word_of(pv + 4), line);
        if (t->search != t->f.search.number)
            t->centiseconds = 0;
        t->search = t->f.search.number;
        ck_assert_int_eq(sscanf(strstr(line, " time "), " time %ld", &time), 1);
        CLAIM(time >= t->centiseconds, "time goes back: %s", line);
        t->centiseconds = time;
    }
    if (!strncmp(line, "bestmove ", 9)) {
        Word rest = word_of(line + 9), copy = rest;
        const Word move = text_word(&copy);
        const char *ponder = strstr(line, " ponder ");
        char moves[40];

        t->moves++;
        if (word_is(move, "0000")) {
            CLAIM(uci_state(&t->f)->illegal ||
                      !movegen_count(&gameline_now(&t->f.game.line)->board),
                  "there are moves: %s", line);
            return;
        }
        if (ponder)
            rest.length = (size_t)(ponder - rest.at);
        snprintf(moves, sizeof moves, "%.*s %s", (int)rest.length, rest.at,
                 ponder ? ponder + 8 : "");
        check_moves(t, word_of(moves), line);
    }
}

static const struct {
    const char *hear[16], *say[10], *never[4];
    int moves; /* bestmoves */
} talks[] = {
    {.hear = {"uci"},
     .say = {"id name Alula", "id author", "option name Hash type spin default 64",
             "option name Threads", "option name Ponder", "option name Move Overhead",
             "option name MultiPV", "uciok\n"}},
    {.hear = {"uci"},
     .say = {"option name SettingsFile type string default <empty>\n",
             "option name Level type combo default Full var Full var Novice",
             "option name HumanTime type check default false\n"
             "option name OwnBook type check default false\n"
             "option name BookFile type string default <empty>\n"
             "option name BookVariety type spin default 100 min 0 max 1000\n"
             "option name EvalFile type string default <empty>\n"
             "option name SyzygyPath type string default <empty>\n"
             "option name SyzygyProbeDepth type spin default 1 min 1 max 100\n"
             "option name SyzygyProbeLimit type spin default 7 min 0 max 7\n"
             "option name Syzygy50MoveRule type check default true\n"
             "option name OpeningMoves type string default <empty>\n"
             "option name SaveSettings type button\nuciok\n"}},
    {.hear = {"isready"}, .say = {"=readyok\n"}},
    /* commands that are answered during a search */
    {.hear = {"go movetime 60000", "isready", "d", "stop", "(wait)"},
     .say = {"readyok", "Fen: ", "bestmove"},
     .moves = 1},
    /* stop and ponderhit also apply to the search of a waiting go */
    {.hear = {"go movetime 60000", "stop", "go infinite", "stop", "(wait)", "isready"},
     .say = {"bestmove", "bestmove", "readyok"},
     .moves = 2},
    {.hear = {"go movetime 60000", "go movetime 60000", "stop", "(wait)"},
     .say = {"bestmove", "bestmove"},
     .moves = 2},
    {.hear = {"go movetime 60000", "(hold)", "position startpos moves e2e4",
              "go ponder wtime 100 btime 100", "joho ponderhit", "isready", "stop", "(wait)"},
     .say = {"readyok", "bestmove", "bestmove"},
     .moves = 2},
    {.hear = {"go movetime 200", "position startpos", "go ponder wtime 500 btime 500", "ponderhit",
              "(wait)"},
     .say = {"bestmove", "bestmove"},
     .moves = 2},
    {.hear = {"uci"},
     .say = {"UCI_ShowWDL type check default false", "Skill Level type spin default 20",
             "UCI_LimitStrength type check", "UCI_Elo type spin default 1500 min 400 max 2800"},
     .never = {"UCI_AnalyseMode", "UCI_Opponent"}},
    /* unknown words are ignored anywhere */
    {.hear = {"joho isready", "a b c isready", "joho stop joho", "isreadyy", "uciuci"},
     .say = {"=readyok\nreadyok\n"}},
    {.hear = {"joho go depth 2 joho", "(wait)"}, .say = {"info depth 2 ", "bestmove"}, .moves = 1},
    {.hear = {"go infinite", "(info)", "joho position startpos", "isready"},
     .say = {"bestmove", "readyok"},
     .moves = 1},
    {.hear = {"go depth 3", "(wait)"}, .say = {" hashfull ", " tbhits 0 time "}, .moves = 1},
    /* win, draw and loss chances */
    {.hear = {"go depth 2", "(wait)"}, .never = {"wdl"}, .moves = 1},
    {.hear = {"setoption name UCI_ShowWDL value true", "position fen " MATE_IN_2, "go mate 2",
              "(wait)"},
     .say = {" score mate 2 wdl 1000 0 0 "},
     .moves = 1},
    {.hear = {"setoption name UCI_ShowWDL value true",
              "position fen k7/8/8/1Q6/8/8/6R1/4K3 b - - 0 1", "go depth 14", "(wait)"},
     .say = {" score mate -1 wdl 0 0 1000 "},
     .moves = 1},
    /* a weaker level searches few nodes */
    {.hear = {"setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 800",
              "go movetime 9000", "(wait)"},
     .say = {"bestmove"},
     .moves = 1},
    {.hear = {"setoption name Skill Level value 0", "go ponder wtime 99999 btime 99999", "(done)",
              "ponderhit", "(wait)"},
     .say = {"bestmove"},
     .moves = 1},
    /* `nodes` is a limit at every level */
    {.hear = {"setoption name Level value Novice", "position fen " KIWIPETE, "go nodes 50",
              "(wait)", "setoption name Level value Club", "go nodes 50", "(wait)"},
     .say = {" nodes 50 ", "bestmove", " nodes 50 ", "bestmove"},
     .moves = 2},
    {.hear = {"setoption name UCI_Elo value 399", "setoption name Skill Level value 21"},
     .say = {"=info string UCI_Elo takes 400 to 2800; using 400\n"
             "info string Skill Level takes 0 to 20; using 20\n"}},
    {.hear = {"setoption name UCI_LimitStrength value true",
              "setoption name Skill  Level\tvalue -1",
              "setoption  name  Move   Overhead value 99999999999999999999",
              "setoption name Threads value -7", "setoption name UCI_ Elo value 9"},
     .say = {"=info string Skill Level takes 0 to 20; using 0\n"
             "info string Move Overhead takes 0 to 5000; using 5000\n"
             "info string Threads takes 1 to 256; using 1\n"
             "info string (unknown option): name UCI_ Elo value 9\n"}},
    /* limited strength reports a score, in a known opening, too, and to the end of an analysis */
    {.hear = {"setoption name Level value Master", "go movetime 9000", "(wait)", "go infinite",
              "stop", "(wait)"},
     .say = {" score cp ", " pv ", "bestmove ", " score cp ", " pv ", "bestmove "},
     .moves = 2},
    {.hear = {"setoption name UCI_Opponent value GM 2800 human Gary Kasparov",
              "setoption name UCI_AnalyseMode value true"},
     .say = {"="}},
    /* a folder without tables is no error */
    {.hear = {"setoption name SyzygyPath value /a b", "isready",
              "setoption name SyzygyPath value <empty>", "isready"},
     .say = {"=info string Syzygy: 0 WDL, 0 DTZ (up to 0 men)\nreadyok\nreadyok\n"}},
    /* commands for people */
    {.hear = {"position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "d"},
     .say = {"  1  : . : . K . : R\n", "Fen: 4k3/8/8/8/8/8/8/4K2R w K - 0 1\nKey: "}},
    {.hear = {"go perft 2", "perft 1"},
     .say = {"a2a3: 20\n", "Nodes searched: 400\n", "a2a3: 1\n", "Nodes searched: 20\n"}},
    {.hear = {"perft", "perft 0", "perft 21", "perft 20"},
     .say = {"=info string perft needs a number of plies from 1 to 20, as in: perft 5\n"
             "info string perft needs a number of plies from 1 to 20, as in: perft 5\n"
             "info string perft needs a number of plies from 1 to 20, as in: perft 5\n"
             "info string That would take too long here: use the program alula-perft.\n"}},
    {.hear = {"go infinite", "genfens 2 seed 1 book None", "isready", "stop", "(wait)"},
     .say = {"info string genfens ", "info string genfens ", "readyok", "bestmove "},
     .moves = 1},
    {.hear = {"genfens", "genfens 10001", "genfens 1 book /nonexistent"},
     .say = {"=info string genfens: the first argument is the number of openings, from 1 to "
             "1000000000, as "
             "in: genfens 100 seed 7 book None\n"
             "info string genfens: more than 10000 would take too long here: use the command line, "
             "alula "
             "genfens\n"
             "info string genfens: the book /nonexistent: there is no such file\n"}},
    {.hear = {"eval"}, .say = {"total: "}},
    {.hear = {"joho", "", "debug on", "register later"}, .say = {"="}},
    {.hear = {"go depth 3", "(wait)"}, .say = {"info depth 3 ", "bestmove "}, .moves = 1},
    {.hear = {"position startpos moves e2e4 e7e5 g1f3", "go depth 2", "(wait)"},
     .say = {"bestmove "},
     .moves = 1},
    {.hear = {"position startpos", "go nodes 500", "(wait)"}, .say = {" nodes 500 "}, .moves = 1},
    /* progress reports, as in Stockfish */
    {.hear = {"go infinite", "(said) info nodes ", "(said) currmovenumber", "stop", "(wait)"},
     .say = {"\ninfo nodes ", " nps ", " hashfull ", " time ", "\ninfo depth ", " currmove ",
             "bestmove"},
     .moves = 1},
    {.hear = {"go movetime 30", "(wait)"}, .say = {"bestmove "}, .moves = 1},
    {.hear = {"go wtime 500 btime 500 winc 0 binc 0", "(wait)"}, .say = {"bestmove"}, .moves = 1},
    {.hear = {"go wtime 100", "(wait)"}, .say = {"bestmove"}, .moves = 1},
    {.hear = {"position startpos moves e2e4", "go btime -50", "(wait)"},
     .say = {"bestmove"},
     .moves = 1},
    {.hear = {"go depth 4 searchmoves a2a3 h2h3", "(wait)"},
     .never = {"bestmove e", "bestmove d"},
     .say = {" pv "},
     .moves = 1},
    {.hear = {"go searchmoves a2a3 depth 3 joho", "(wait)"}, .say = {"bestmove a2a3"}, .moves = 1},
    {.hear = {"position fen " MATE_IN_2, "go mate 2", "(wait)"},
     .say = {"score mate 2 ", "bestmove"},
     .moves = 1},
    {.hear = {"position fen " MATED, "go depth 4", "(wait)"},
     .say = {"=info depth 0 score mate 0\nbestmove 0000\n"},
     .moves = 1},
    /* without a limit: no answer before `stop`, and other commands are still answered */
    {.hear = {"go infinite", "(info)", "isready"},
     .say = {"info depth ", "readyok"},
     .never = {"bestmove"}},
    {.hear = {"go infinite", "(info)", "stop", "(wait)"}, .say = {"bestmove"}, .moves = 1},
    /* HumanTime with minutes for a move: a stop ends the search */
    {.hear = {"setoption name HumanTime value true", "go depth 1 wtime 90000000 btime 90000000",
              "(info)", "isready", "stop", "(wait)"},
     .say = {"readyok\nbestmove"},
     .moves = 1},
    {.hear = {"setoption name HumanTime value true", "go ponder wtime 90000000 btime 90000000",
              "(info)", "ponderhit", "isready", "stop", "(wait)"},
     .say = {"readyok\n", "bestmove"},
     .moves = 1},
    {.hear = {"setoption name HumanTime value true", "go wtime 50 btime 50", "(wait)"},
     .say = {"bestmove"},
     .moves = 1},
    {.hear = {"go", "(info)", "stop", "(wait)", "stop", "stop"}, .say = {"bestmove"}, .moves = 1},
    {.hear = {"position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "go infinite", "(done)"},
     .say = {"info depth 119 "}, /* a mate does not end the analysis */
     .never = {"bestmove"}},
    {.hear = {"go depth 2 infinite", "(done)"}, .say = {"info depth "}, .never = {"bestmove"}},
    {.hear = {"position fen " MATED, "go infinite", "(done)", "stop"},
     .say = {"=info depth 0 score mate 0\nbestmove 0000\n"},
     .moves = 1},
    {.hear = {"stop", "ponderhit"}, .say = {"="}},
    /* commands during a search: answered first, once */
    {.hear = {"go infinite", "(info)", "position startpos moves d2d4", "go depth 2", "(wait)"},
     .say = {"bestmove", "info depth 2 ", "bestmove"},
     .moves = 2},
    {.hear = {"go infinite", "go infinite", "stop", "(wait)"}, .moves = 2, .say = {"bestmove"}},
    {.hear = {"go depth 6", "position fen " KIWIPETE, "go depth 2", "(wait)"},
     .say = {"bestmove", "bestmove"},
     .moves = 2},
    {.hear = {"go depth 6", "ucinewgame", "isready", "(wait)"}, .say = {"bestmove"}, .moves = 1},
    /* pondering */
    {.hear = {"position startpos moves e2e4 e7e5", "go ponder wtime 300 btime 300", "(info)",
              "isready"},
     .say = {"readyok"},
     .never = {"bestmove"}},
    {.hear = {"go ponder wtime 300 btime 300", "(info)", "ponderhit", "(wait)"},
     .say = {"bestmove"},
     .moves = 1},
    /* the reported time and nodes include pondering */
    {.hear = {"go ponder wtime 60000 btime 60000", "(delay)", "ponderhit", "(wait)"},
     .say = {"bestmove"},
     .moves = 1},
    {.hear = {"go ponder wtime 300 btime 300", "(info)", "stop", "(wait)"},
     .say = {"bestmove"},
     .moves = 1},
    {.hear = {"position fen " MATED, "go ponder wtime 9 btime 9", "(done)", "ponderhit"},
     .say = {"=info depth 0 score mate 0\nbestmove 0000\n"},
     .moves = 1},
    {.hear = {"go ponder infinite", "(info)", "ponderhit", "(info)", "stop", "(wait)"},
     .say = {"bestmove"},
     .moves = 1},
    /* MultiPV */
    {.hear = {"setoption name MultiPV value 3", "go depth 3", "(wait)"},
     .say = {" depth 3 ", " multipv 1 ", " multipv 2 ", " multipv 3 ", "bestmove"},
     .never = {" multipv 4 "},
     .moves = 1},
    {.hear = {"setoption name multipv value 500", "setoption name MultiPV"},
     .say = {"info string MultiPV takes 1 to 256; using 256",
             "info string (MultiPV takes 1 to 256)"}},
    /* options */
    {.hear = {"setoption name Hash value 2", "setoption name hash value 3",
              "setoption name Threads value 2", "go depth 3", "(wait)"},
     .say = {"bestmove"},
     .never = {"string"},
     .moves = 1},
    {.hear = {"setoption name Hash value 0"},
     .say = {"=info string Hash takes 1 to 1048576 megabytes; using 1\n"}},
    {.hear = {"setoption name Move Overhead value 100", "setoption name Clear Hash",
              "setoption name Ponder value true", "setoption name MoveOverhead value 10"},
     .say = {"="}},
    {.hear = {"setoption name Speed value 9"}, .say = {"info string (unknown option)"}},
    {.hear = {"setoption value 9"}, .say = {"info string (setoption takes name N [value V])"}},
    {.hear = {"setoption name UCI_Chess960 value perhaps"}, .say = {"info string"}},
    /* book: a move at once, unless the search is infinite */
    {.hear = {BOOK, "go wtime 1000 btime 1000", "isready"},
     .say = {"=bestmove e2e4\nreadyok\n"},
     .moves = 1},
    {.hear = {BOOK, "go depth 20", "position startpos moves e2e4", "go movetime 9999"},
     .say = {"=bestmove e2e4\nbestmove e7e5\n"},
     .moves = 2},
    {.hear = {BOOK, "setoption name UCI_Chess960 value true",
              "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
              "go nodes 99999999"},
     .say = {"=bestmove e2e4\n"},
     .moves = 1},
    {.hear = {BOOK, "position startpos moves a2a3", "go depth 2", "(wait)"},
     .say = {"info depth 2 ", "bestmove "},
     .moves = 1},
    {.hear = {BOOK, "go infinite", "(info)", "stop", "(wait)"},
     .say = {"info depth ", "bestmove"},
     .moves = 1},
    {.hear = {BOOK, "go ponder wtime 300 btime 300", "(info)", "ponderhit", "(wait)"},
     .say = {"info depth ", "bestmove"},
     .moves = 1},
    {.hear = {BOOK, "go depth 2 searchmoves a2a3", "(wait)"},
     .say = {"info depth ", "bestmove a2a3"},
     .moves = 1},
    {.hear = {BOOK, "go mate 1 depth 2", "(wait)"}, .say = {"info depth ", "bestmove"}, .moves = 1},
    {.hear = {BOOK, "setoption name BookFile value <empty>", "go depth 1", "(wait)"},
     .say = {"info depth ", "bestmove"},
     .moves = 1},
    {.hear = {BOOK, "setoption name OwnBook value false", "go depth 1", "(wait)"},
     .say = {"info depth ", "bestmove"},
     .moves = 1},
    {.hear = {"setoption name OpeningMoves value e4 e5 Nf3", "go movetime 9999",
              "position startpos moves e2e4 e7e5", "go movetime 9999"},
     .say = {"=bestmove e2e4\nbestmove g1f3\n"},
     .moves = 2},
    {.hear = {"setoption name Level value Beginner", "go movetime 9999", "(wait)",
              "setoption name Level value Godlike", "setoption name SaveSettings"},
     .say = {"bestmove", "info string (the value is not one of the choices)",
             "info string (there is no settings file: set SettingsFile to its name first): name "
             "SaveSettings"},
     .moves = 1},
    {.hear = {"setoption name BookFile value /no/such book.bin"},
     .say = {"=info string (there is no such book): name BookFile value /no/such book.bin\n"}},
    {.hear = {"setoption name EvalFile value /no/such net.nn", "setoption name EvalFile value /",
              "setoption name EvalFile value <empty>", "go depth 1", "(wait)"},
     .say = {"info string (there is no such file): name EvalFile value /no/such net.nn\n",
             "info string (this is not a regular file): name EvalFile value /\n", "bestmove"},
     .moves = 1},
    {.hear = {"setoption name BookFile", "setoption name BookFile value"}, .say = {"="}},
    {.hear = {"go depth x", "(wait)", "go movetime", "(wait)", "go nodes 1.5 mate", "(wait)"},
     .say = {"info string (go depth needs a number): x\n", "bestmove",
             "info string (go movetime needs a number)\n", "bestmove",
             "info string (go nodes needs a number): 1.5\n",
             "info string (go mate needs a number)\n", "bestmove"},
     .never = {"info depth 2 ", "no such word"},
     .moves = 3},
    /* valid arguments count */
    {.hear = {"go depth two nodes 500", "(wait)", "go infinite depth x", "(info)", "isready"},
     .say = {"(go depth needs a number): two\n", " nodes 500 ", "bestmove", "info depth 1 ",
             "readyok"},
     .moves = 1},
    {.hear = {"go wtime 99999999999999999999 btime 1 nodes 3000", "(wait)",
              "go wtime -99999999999999999999", "(wait)"},
     .say = {" nodes 3000 ", "bestmove", "bestmove"},
     .never = {"string"},
     .moves = 2},
    {.hear = {"go nodes 99999999999999999999 depth 2", "(wait)", "go nodes -5", "(wait)"},
     .say = {"info string go nodes takes 1 to 9223372036854775807; using 9223372036854775807\n",
             "info depth 2 ", "bestmove",
             "info string go nodes takes 1 to 9223372036854775807; using 1\n", "bestmove"},
     .moves = 2},
    {.hear = {"go depth 2 foo", "(wait)"},
     .say = {"info string (unknown argument of go): foo\n", "info depth 2 ", "bestmove"},
     .moves = 1},
    /* options during a search: the answer comes at `stop`, not before */
    {.hear = {"go infinite", "(info)", "setoption name Hash value 2", "(info)",
              "setoption name Threads value 2", "(info)", "setoption name Clear Hash", "(info)"},
     .say = {"info depth 1 ", "info depth 1 ", "info depth 1 "},
     .never = {"bestmove", "string"}},
    {.hear = {"go infinite", "(info)", "setoption name MultiPV value 2", "(said)  multipv 2 ",
              "stop", "(wait)"},
     .say = {" multipv 2 ", "bestmove"},
     .moves = 1},
    /* the earlier result is still the answer */
    {.hear = {"position fen r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
              "go infinite", "(info)", "setoption name Hash value 3", "position startpos"},
     .say = {" pv h5f7", "bestmove h5f7"},
     .moves = 1},
    {.hear = {"position fen r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
              "setoption name UCI_LimitStrength value true", "go infinite", "(info)",
              "setoption name Threads value 2", "setoption name EvalFile value /no/such",
              "position startpos"},
     .say = {" pv h5f7", "info string (there is no such file)", "bestmove h5f7"},
     .moves = 1},
    {.hear = {"go infinite searchmoves a2a3", "setoption name Hash value 3", "stop", "(wait)"},
     .say = {"bestmove a2a3"},
     .moves = 1},
    {.hear = {"go depth 2 infinite", "(done)", "setoption name Hash value 2", "(done)", "stop"},
     .say = {"info depth 2 ", "bestmove"},
     .never = {"info depth 3 "},
     .moves = 1},
    {.hear = {"go infinite", "(info)", "setoption name Hash value x",
              "setoption name Ponder value true", "setoption name Speed value 9",
              "setoption value 9", "stop", "(wait)", "stop"},
     .say = {"info string (Hash takes", "info string (unknown option)", "info string (setoption",
             "bestmove"},
     .moves = 1},
    {.hear = {"go ponder wtime 300 btime 300", "(info)", "setoption name Threads value 2",
              "setoption name Move Overhead value 40", "(info)"},
     .say = {"info depth "},
     .never = {"bestmove"}},
    {.hear = {"go ponder wtime 300 btime 300", "(info)", "setoption name Hash value 2", "ponderhit",
              "(wait)", "stop"},
     .say = {"bestmove"},
     .moves = 1},
    {.hear = {"(hold)", "go movetime 300", "(hold)", "setoption name Hash value 2", "isready",
              "(wait)", "stop"},
     .say = {"readyok", "bestmove"},
     .moves = 1},
    /* while memory is prepared, lines keep their order; stop and quit still work */
    {.hear = {"(hold)", "setoption name Hash value 700", "(hold)", "isready", "(hold)",
              "setoption name Hash value x", "(hold)", "go infinite", "(hold)", "stop", "isready",
              "(wait)"},
     .say = {"readyok\n", "(Hash takes", "readyok\n", "bestmove "},
     .moves = 1},
    {.hear = {"(hold)", "setoption name Hash value 700", "(hold)", "ucinewgame", "(hold)",
              "go depth 3", "(hold)", "isready", "(hold)", "setoption name Hash value 500",
              "(hold)", "isready", "(hold)", "go depth 2", "(wait)", "(wait)"},
     .say = {"readyok\n", "bestmove ", "info depth 2 ", "bestmove "},
     .moves = 2},
    {.hear = {"(hold)", "setoption name Hash value 700", "(hold)", "joho isready", "quit"},
     .say = {"=readyok\n"}},
    {.hear = {"(hold)", "setoption name Hash value 700", "(hold)", "isready", "(hold)", "(end)"},
     .say = {"=readyok\n"}},
    {.hear = {"(hold)", "setoption name Hash value 700", "(hold)", "isready", "(hold)",
              "go depth 2", "(hold)", "(end)"},
     .say = {"readyok\n", "info depth 2 ", "bestmove "},
     .moves = 1},
    /* a query after a waiting line shows the state set by that line, and no later one */
    {.hear = {"go movetime 60000", "eval", "position startpos moves e2e4", "isready", "d", "joho d",
              "(hold)", "stop", "eval", "(wait)"},
     .say = {"total: ", "readyok", "bestmove ", "Fen: rnbqkbnr/pppppppp/8/8/4P3/",
             "Fen: rnbqkbnr/pppppppp/8/8/4P3/", "total: "},
     .moves = 1},
    {.hear = {"go movetime 60000", "ucinewgame", "eval", "go depth 2", "(hold)", "stop", "d",
              "(wait)", "(wait)"},
     .say = {"bestmove ", "total: ", "bestmove ", "Fen: "},
     .moves = 2},
    {.hear = {"go infinite", "setoption name MultiPV value 2", "eval", "d", "stop", "(wait)"},
     .say = {"total: ", "Fen: ", "bestmove "},
     .moves = 1},
    /* castling: the king moves two squares, or in Chess960 the king takes its rook */
    {.hear = {"position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "go depth 1 searchmoves e1g1",
              "(wait)"},
     .say = {"bestmove e1g1"},
     .moves = 1},
    {.hear = {"setoption name UCI_Chess960 value true",
              "position fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1", "go depth 1 searchmoves e1h1",
              "(wait)"},
     .say = {"bestmove e1h1"},
     .moves = 1},
    {.hear = {"setoption name UCI_Chess960 value true", "position fen " FRC, "go depth 3",
              "(wait)"},
     .say = {"bestmove"},
     .moves = 1},
    /* invalid positions and moves: nothing to search */
    {.hear = {"position startpos", "position fen 8/8/8/8/8/8/8/8 w - - 0 1", "go depth 1"},
     .say = {"info string (White has no king): ", "info string the last position was refused\n",
             "bestmove 0000\n"},
     .moves = 1},
    {.hear = {"position fen x", "go infinite", "isready", "stop", "stop", "go ponder wtime 9",
              "isready", "ponderhit", "ponderhit", "go ponder infinite", "position startpos",
              "go depth 1", "(wait)"},
     .say = {"readyok\nbestmove 0000\n", "readyok\nbestmove 0000\n", "bestmove 0000\n",
             "info depth 1 ", "bestmove "},
     .moves = 4},
    /* refused commands leave the search alone */
    {.hear = {"go infinite", "(info)", "perft x", "perft 19", "position fen x", "position",
              "genfens x", "setoption name Hash value x", "isready", "stop", "(wait)",
              "go depth 1"},
     .say = {"info string perft needs", "That would take too long",
             "info string (an unknown letter", "info string (position takes startpos",
             "info string genfens: ", "(Hash takes", "readyok", "bestmove ",
             "info string the last position was refused\nbestmove 0000\n"},
     .moves = 2},
    {.hear = {"go infinite", "(info)", "go depth x", "go mate", "position startpos moves e2e4 zz",
              "isready", "stop", "(wait)"},
     .say = {"info string (go depth needs a number): x\n", "info string (go mate needs a number)\n",
             "info string (not a move): zz\n", "readyok\n", "bestmove "},
     .moves = 1},
    /* an impossible castling right or en-passant square is left out */
    {.hear = {"position fen r3k2r/8/8/8/8/8/8/4K3 w KQkqk e3 0 1", "d"},
     .say = {"info string (left out, as the board does not allow it): castling right K, castling "
             "right Q, castling right k, en-passant square e3\n",
             "Fen: r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1\n"},
     .never = {"UCI_Chess960"}},
    {.hear = {"position fen 1rk2r2/8/8/8/8/8/8/1RK2R2 w FBfb - moves c1d1", "d",
              "setoption name UCI_Chess960 value true",
              "position fen 1rk2r2/8/8/8/8/8/8/1RK2R2 w FBfb - 3", "d"},
     .say = {"info string (left out, as the board does not allow it): castling right F, castling "
             "right B, castling right f, castling right b\n"
             "info string (to castle in Chess960, set UCI_Chess960 to true first)\n",
             "Fen: 1rk2r2/8/8/8/8/8/8/1R1K1R2 b - - 1 1\n",
             "Fen: 1rk2r2/8/8/8/8/8/8/1RK2R2 w KQkq - 3 1\n"}},
    {.hear = {"position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HFhf - 0 1"},
     .say = {"=info string (left out, as the board does not allow it): castling right F, castling "
             "right f\ninfo string (to castle in Chess960, set UCI_Chess960 to true first)\n"}},
    {.hear = {"position fen rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "go",
              "stop"},
     .say = {"more than eight pawns", "bestmove 0000\n"},
     .moves = 1},
    /* `quit` is a `stop` for each `go` before it */
    {.hear = {"(hold)", "go infinite", "(hold)", "stop", "quit"}, .say = {"bestmove "}, .moves = 1},
    {.hear = {"go infinite", "quit"}, .say = {"bestmove "}, .moves = 1},
    {.hear = {"(hold)", "go depth 60", "(hold)", "position startpos moves e2e4", "(hold)",
              "go infinite", "(hold)", "go nodes 1000000000", "quit"},
     .say = {"bestmove ", "bestmove ", "bestmove "},
     .moves = 3},
    {.hear = {"(hold)", "setoption name Hash value 700", "(hold)", "isready", "(hold)",
              "go depth 60", "quit"},
     .say = {"readyok\n", "bestmove "},
     .moves = 1},
    {.hear = {"position fen x", "go infinite", "quit"}, .say = {"bestmove 0000\n"}, .moves = 1},
    {.hear = {"position fen x", "d", "eval", "perft 1", "go perft 2"},
     .say = {"last position was refused\n", "last position was refused\n",
             "last position was refused\n", "last position was refused\n"},
     .never = {"Nodes searched", "Fen:"}},
    /* the game is over */
    {.hear = {"position fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 1 1", "go depth 3", "(wait)",
              "position fen k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "go infinite", "(done)", "stop"},
     .say = {"info depth 0 score mate 0\nbestmove 0000\n",
             "info depth 0 score cp 0\nbestmove 0000\n"},
     .moves = 2},
    /* one of several moves to search is illegal */
    {.hear = {"go depth 2 searchmoves e2e5 a2a3 x h2h3", "(wait)"},
     .say = {"info string (not a legal move here): e2e5\n",
             "info string (not a legal move here): x\n", "bestmove "},
     .never = {"pv e2", "pv d2", "pv g1"},
     .moves = 1},
    {.hear = {"go searchmoves a2a3 depth 2", "(wait)"},
     .say = {"info depth 2 ", "bestmove a2a3"},
     .moves = 1},
    {.hear = {"setoption name UCI_Chess960 value true",
              "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "go perft 1"},
     .say = {"e1h1: 1\n", "Nodes searched: 15\n"},
     .never = {"O-O"}},
    /* the answer after a ponder hit has a line, even if the search had ended */
    {.hear = {"go ponder depth 2 wtime 1000 btime 1000", "(done)", "isready", "ponderhit"},
     .say = {"info depth 2 ", "readyok\ninfo depth 2 ", "bestmove "},
     .moves = 1},
    {.hear = {"position", "position e2e4", "position fen"},
     .say = {"info string", "info string", "info string"}},
    {.hear = {"position startpos moves e2e4 e2e4 d7d5", "go depth 1", "position startpos e2e4",
              "position startpos moves e2e4 x", "d"},
     .say = {"info string (illegal move): e2e4", "bestmove 0000\n",
             "info string (only moves may follow startpos, as in: startpos moves e2e4): startpos "
             "e2e4\n",
             "info string (not a move): x\n", "info string the last position was refused\n"},
     .moves = 1},
    /* counters are numbers, and only moves may follow them */
    {.hear = {"position fen " BARE " x y", "position fen " BARE " 0 1 e4",
              "position fen " BARE " -5 1 moves e1e2", "position fen " BARE " moves e1e2", "d",
              "position fen " BARE " 3 moves e1e2", "d"},
     .say = {"info string (the halfmove clock is not a number from 0 to 9999): fen " BARE " x y\n",
             "info string (there is more text after the position): fen " BARE " 0 1 e4\n",
             "(the halfmove clock is not a number from 0 to 9999): fen " BARE " -5 1 moves e1e2\n",
             "Fen: 4k3/8/8/8/8/8/4K3/8 b - - 1 1\n", "Fen: 4k3/8/8/8/8/8/4K3/8 b - - 4 1\n"}},
    /* switching protocols; `xboard` is answered by an empty line */
    {.hear = {"xboard", "uci"}, .say = {"uciok"}},
};

START_ROWS(talk, ROWS(talks)) {
    static Talk t;

    talk_start(&t, protocols, NULL);
    /* the empty line that answers `xboard` is not UCI */
    t.check = strcmp(talks[_i].hear[0], "xboard") ? check_line : NULL;
    for (const char *const *line = talks[_i].hear; *line; line++)
        if (!talk_directive(&t, *line))
            talk_send(&t, *line);
    talk_expect(&t, talks[_i].say, talks[_i].never);
    CLAIM(t.moves == talks[_i].moves, "%d bestmoves, not %d, in:\n%s", t.moves, talks[_i].moves,
          t.said);
    talk_end(&t);
}

START_TEST(network_is_used) {
    static const char *const search[] = {"ucinewgame", "go depth 6", NULL};
    static Talk t;
    size_t hash;

    talk_start(&t, protocols, check_line);
    hash = engine_hash_bytes(t.f.engine);
    talk_switch_networks(&t, search, "setoption name EvalFile value ",
                         "setoption name EvalFile value");
    ck_assert_int_eq(t.moves, 3);
    /* Hash is the size of the table, without the memory of a network */
    talk_send_net(&t, "setoption name EvalFile value ");
    ck_assert_ptr_nonnull(t.f.net);
    ck_assert_uint_eq(engine_hash_bytes(t.f.engine), hash);
    talk_end(&t);
}

/* Without memory every go is still answered, with any legal move. */
START_TEST(no_memory) {
    static const Busy kinds[] = {THINKING, PONDERING, ANALYZING};
    const Limits limits = {.depth = 5};
    static Talk t;
    void *all;

    talk_start(&t, protocols, check_line);
    t.said = realloc(t.said, t.capacity = 1 << 16); /* no allocation meanwhile */
    ck_assert_ptr_nonnull(t.said);
    t.f.search.task = (Task){.lines = 1};
    all = exhaust_begin();
    for (int i = 0; i < ROWS(kinds) && MEMORY_CAN_RUN_OUT; i++)
        frontend_search(&t.f, kinds[i], &limits);
    exhaust_end(all);
    if (MEMORY_CAN_RUN_OUT) {
        ck_assert_int_eq(t.moves, ROWS(kinds));
        ck_assert(strstr(t.said, "info string there is not enough memory to search\nbestmove "));
    }
    talk_end(&t);
}

/* A network is set during a search; the number of bestmoves after it, and after the last line. */
static const struct {
    const char *before[4], *after[4];
    int moves[2];
    bool later; /* the line is handled after the end of the search */
} visits[] = {
    {.before = {"go movetime 60000"},
     .after = {"isready", "stop", "(wait)"},
     .moves = {0, 1},
     .later = true},
    {.before = {"go infinite", "(info)"}, .after = {"(info)", "isready"}, .moves = {0, 0}},
    {.before = {"go infinite"}, .after = {"stop", "(wait)"}, .moves = {0, 1}},
    {.before = {"go ponder wtime 300 btime 300", "(info)"},
     .after = {"isready", "ponderhit", "(wait)"},
     .moves = {0, 1}},
    {.before = {"setoption name Threads value 2", "go infinite", "(info)"},
     .after = {"setoption name Hash value 3", "setoption name Threads value 3", "(info)"},
     .moves = {0, 0}},
};

START_ROWS(network_during_search, ROWS(visits)) {
    static Talk t;

    talk_start(&t, protocols, check_line);
    for (int half = 0; half < 2; half++) {
        const char *const *line = half ? visits[_i].after : visits[_i].before;

        for (int i = 0; i < 4 && line[i]; i++)
            if (!talk_directive(&t, line[i]))
                talk_send(&t, line[i]);
        if (!half)
            talk_send_net(&t, "setoption name EvalFile value ");
        ck_assert_int_eq(t.moves, visits[_i].moves[half]);
        ck_assert_int_eq(t.f.net != NULL, half || !visits[_i].later);
    }
    ck_assert_ptr_null(strstr(t.said, "string"));
    talk_end(&t);
}

/* The default table size is the one announced in `uci`, and in README. */
START_TEST(default_hash_size) {
    static Talk t;
    Frontend f;
    char line[64];

    talk_start(&t, protocols, check_line);
    talk_send(&t, "uci");
    ck_assert_ptr_null(frontend_init(&f, protocols, MEMORY_SHARE_DEFAULT, talk_receive, &t));
    snprintf(line, sizeof line, "Hash type spin default %d min",
             (int)(engine_hash_bytes(f.engine) >> 20));
    ck_assert_msg(strstr(t.said, line) != NULL, "not \"%s\" in %s", line, t.said);
    ck_assert_uint_eq(engine_hash_bytes(f.engine) >> 20, 64);
    frontend_destroy(&f);
    talk_end(&t);
}

/* The maximum number of threads for the processors, in each protocol. */
static const struct {
    const Protocol *protocols[4];
    const char *hear[3], *say;
} many[] = {
    {{&uci_protocol}, {"setoption name Threads value 256"}, "info string more than "},
    {{&cecp_protocol}, {"accepted debug", "memory 200", "cores 256"}, "# more than "},
    {{&console_protocol}, {"memory 200", "threads 256"}, "I would answer late on this machine"},
};

START_ROWS(most_threads, ROWS(many)) {
    const int most = options_most_threads();
    static Talk t;

    ck_assert_int_ge(most, 4);
    ck_assert_int_le(most, MAX_THREADS);
    talk_start(&t, many[_i].protocols, NULL);
    for (int i = 0; i < ROWS(many->hear) && many[_i].hear[i]; i++)
        talk_send(&t, many[_i].hear[i]);
    ck_assert_int_gt(engine_threads(t.f.engine), 1);
    ck_assert_int_le(engine_threads(t.f.engine), most);
    ck_assert(most == MAX_THREADS || strstr(t.said, many[_i].say));
    talk_end(&t);
}

/* Strength settings, and the resulting rating. */
static const struct {
    const char *hear[4];
    int elo;
} levels[] = {
    {{"setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 800"}, 800},
    {{"setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 2000"}, 2000},
    {{"setoption name Level value Beginner"}, 800},
    {{"setoption name Skill Level value 0"}, LEVEL_MIN},
    {{"setoption name Skill Level value 0", "setoption name UCI_LimitStrength value false",
      "setoption name Level value Full"},
     LEVEL_MIN},
    {{"setoption name UCI_Elo value 800", "setoption name UCI_LimitStrength value true",
      "setoption name Skill Level value 20"},
     800},
};

START_ROWS(level, ROWS(levels)) {
    static const char *const go[] = {
        "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "go depth 12", NULL};
    static Talk t;

    talk_start(&t, protocols, check_line);
    for (int i = 0; levels[_i].hear[i]; i++)
        talk_send(&t, levels[_i].hear[i]);
    talk_expect_level(&t, go, levels[_i].elo);
    talk_send(&t, "go infinite");
    talk_expect_no_level(&t, levels[_i].elo);
    talk_end(&t);
}

/* Level Auto: a game whose last score is clear counts when the next one begins. */
static const struct {
    const char *moves;
    int score, rating;
} auto_games[] = {
    {"e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6", 600, 1040},
    {"e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6", -600, 1360},
    {"e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1", -SCORE_MATE + 4, 1360},
    {"e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6", 599, 1200},
    {"e2e4 e7e5 g1f3", 900, 1200}, /* too short */
};

START_ROWS(level_auto, ROWS(auto_games)) {
    char folder[] = "/tmp/alula-uci-XXXXXX", line[200];
    const AutoLevel none = {.games = 0};
    Talk t;

    ck_assert(mkdtemp(folder) && !setenv("XDG_STATE_HOME", folder, 1));
    snprintf(line, sizeof line, "position startpos moves %s", auto_games[_i].moves);
    talk_start(&t, protocols, check_line);
    talk_send(&t, "setoption name Level value Auto");
    talk_send(&t, line);
    ck_assert_int_eq(t.f.offers.last_score, SCORE_NONE);
    talk_send(&t, "go depth 2");
    talk_wait(&t);
    ck_assert_int_ne(t.f.offers.last_score, SCORE_NONE);
    t.f.offers.last_score = auto_games[_i].score;
    talk_send(&t, "ucinewgame");
    talk_send(&t, "ucinewgame");
    ck_assert_int_eq(options_rating(&t.f.options), auto_games[_i].rating);
    ck_assert_int_eq(autolevel_read(&none, NULL).rating, auto_games[_i].rating);
    talk_end(&t);
    snprintf(line, sizeof line, "rm -r %s", folder);
    ck_assert_int_eq(system(line), 0);
}

/* Arguments of go, and the limits that the search gets. */
static const struct {
    const char *go;
    int64_t clock_ms[COLOR_COUNT], increment_ms[COLOR_COUNT];
    int moves_to_go;
} clocks[] = {
    {"go wtime 60000 btime 50000 winc 300 binc 200 movestogo 17", {60000, 50000}, {300, 200}, 17},
    {"go movestogo 1 binc 9 winc 8 btime 70000 wtime 80000", {80000, 70000}, {8, 9}, 1},
    {"go wtime 60000 btime 50000", {60000, 50000}, {0, 0}, 0},
    {"go btime 60000 wtime 50000 winc 4000", {50000, 60000}, {4000, 0}, 0},
    {"go wtime 50000 btime 60000 binc 4000", {50000, 60000}, {0, 4000}, 0},
};

START_ROWS(clock_arguments, ROWS(clocks)) {
    static Talk t;
    const Limits *l = &t.f.search.limits;

    for (int black = 0; black < 2; black++) {
        talk_start(&t, protocols, check_line);
        if (black)
            talk_send(&t, "position startpos moves e2e4");
        talk_send(&t, clocks[_i].go);
        for (Color c = WHITE; c <= BLACK; c++) {
            ck_assert_int_eq(l->clock_ms[c], clocks[_i].clock_ms[c]);
            ck_assert_int_eq(l->increment_ms[c], clocks[_i].increment_ms[c]);
        }
        ck_assert_int_eq(l->moves_to_go, clocks[_i].moves_to_go);
        ck_assert_int_eq(l->move_ms, 0);
        talk_end(&t);
    }
}

/* Options that are numbers have their units, and the highest skill is full strength. */
START_TEST(units) {
    static Talk t;

    talk_start(&t, protocols, check_line);
    talk_send(&t, "setoption name Hash value 3");
    ck_assert_uint_eq(engine_hash_bytes(t.f.engine), 3 << 20);
    talk_send(&t, "setoption name Threads value 2");
    ck_assert_int_eq(engine_threads(t.f.engine), 2);
    ck_assert_uint_eq(engine_hash_bytes(t.f.engine), 3 << 20);
    for (int skill = SKILL_MAX - 1; skill <= SKILL_MAX; skill++) {
        char line[64];

        snprintf(line, sizeof line, "setoption name Skill Level value %d", skill);
        talk_send(&t, line);
        ck_assert_int_eq(options_rating(&t.f.options) > 0, skill < SKILL_MAX);
    }
    talk_end(&t);
}

int main(void) {
    return tests_run("uci");
}
