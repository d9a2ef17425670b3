/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of console.h: commands and output for a person, and the switch to CECP. */
#define _POSIX_C_SOURCE 200809L
#include "protocol/console/console.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/version.h"
#include "dialogue.h"
#include "eval/bare_king.h"
#include "protocol/cecp/cecp.h"
#include "protocol/console/complete.h"
#include "protocol/console/confess.h"
#include "protocol/console/console_state.h"
#include "protocol/uci/uci.h"

static const Protocol *const protocols[] = {&console_protocol, &cecp_protocol, &uci_protocol, NULL};

/* Checks output for people: every line is complete, and no line contains control bytes. */
static void check_line(Talk *t, const char *line) {
    if (!strncmp(line, "My move: ", 9) || !strncmp(line, "move ", 5))
        t->moves++;
    for (const char *c = line; *c; c++)
        CLAIM((unsigned char)*c >= ' ' && *c != 0x7f, "a control byte in \"%s\"", line);
    CLAIM(!*line || line[strlen(line) - 1] != ' ', "a blank at the end of \"%s\"", line);
}

#define START     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define IN_CHECK  "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1"
#define MATE_EPD  "6k1/5ppp/8/8/8/8/8/R5K1 w - -"
#define BUILT_IN  "My network: the built-in one, "
#define MATE_IN_1 "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"

#define FRIED_LIVER   "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4"
#define TWO_KNIGHTS   "r1bqkbnr/pppp1pp1/2n4p/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"
#define SCHOLARS_MATE "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3"

static const struct {
    const char *hear[16], *say[24], *never[5]; /* each ends with NULL */
    int moves;                                 /* moves of the engine */
    const char *fen;                           /* the position at the end */
    bool failed;                               /* exit status: a line of a script was refused */
    bool terminal; /* as on a terminal: no command has to wait for its turn */
} rows[] = {
    /* playing */
    {.hear = {"sd 2", "e4", "(wait)"},
     .say = {"My move: 1... ", " for me at depth 2)\n", "a b c d e f g h"},
     .moves = 1},
    /* limited strength shows no score */
    {.hear = {"elo 800",
              "setboard "
              "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
              "post", "go", "(wait)"},
     .say = {"My move: 1. "},
     .never = {"for me", "depth"},
     .moves = 1},
    {.hear = {"sd 2", "e2e4", "(wait)", "d"}, .say = {"My move: 1... ", "a b c d"}, .moves = 1},
    {.hear = {"sd 2", "go", "(wait)"}, .say = {"My move: 1. ", "h g f e d c b a"}, .moves = 1},
    {.hear = {"sd 1", "a3", "(wait)", "h3", "(wait)"}, .moves = 2},
    {.hear = {"force", "e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"},
     .say = {"You move for both sides now."},
     .fen = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 4"},
    {.hear = {"force", "setboard 8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=N"},
     .fen = "N7/7k/8/8/8/8/8/K7 b - - 0 1"},
    {.hear = {"eval"},
     .say = {"network of ", "contribution of each piece", "bucket 1, for 2 to ",
             "used here, with 32 pieces", "total: ", " for White"}},
    {.hear = {"force", "setboard 4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", "eval"},
     .say = {"network of ", "known ending, without the network: +4."}},
    /* why the value differs from the output of the network */
    {.hear = {"setboard 4k3/8/8/8/8/8/8/4KB2 w - - 0 1", "eval"},
     .say = {"used here, with 3 pieces\n",
             "\nthe side that is ahead cannot win this ending: +0.00 for White\n"
             "total: +0.00 for White\n"}},
    {.hear = {"setboard 4k1n1/8/8/8/8/8/8/R3K3 w - - 20 40", "eval"},
     .say = {"with 4 pieces\n", "\nsuch endings are hard to win, scaled by 10/24: ",
             "\n20 plies without capture or pawn move, scaled by 200/220: ", "\ntotal: "}},
    {.hear = {"setboard 4k3/8/8/8/8/8/8/R3K3 b - - 20 40", "eval"},
     .say = {"with 3 pieces\n", "\nknown ending, without the network: +"}},
    {.hear = {"eval", "help eval", "help analyze"},
     .say = {"with 32 pieces\ntotal: ", "contribution of each piece\n",
             "change the position; in a script\n    the "}},
    {.hear = {"st 30", "e4", "?", "(wait)"}, .say = {"My move: "}, .moves = 1},
    {.hear = {"?"},
     .say = {"=It is your turn. (Type \"help\" to list the commands.)\n"},
     .failed = true},
    {.hear = {"sd 1", "e4", "go", "(wait)"}, .say = {"My move: 1... ", "My move: 2. "}, .moves = 2},
    {.hear = {"st 30", "e4", "fen", "?", "(wait)"},
     .say = {" b KQkq ", "My move: "},
     .moves = 1,
     .terminal = true},
    /* in a script answers come in the order of the lines */
    {.hear = {"st 30", "e4", "fen", "?", "(wait)"}, .say = {"My move: ", " w KQkq "}, .moves = 1},
    {.hear = {"st 30", "go", "foo", "d", "(long)", "flpi", "?", "(wait)"},
     .say = {"My move: 1. ", "h g f e", "understand \"foo\"", "h g f e", "line too long",
             "\"flpi\""},
     .moves = 1,
     .failed = true},
    {.hear = {"hint", "foo", "# a remark", "fen", "(wait)"},
     .say = {"I would play", "understand \"foo\"", " w KQkq "},
     .failed = true},
    {.hear = {"sd 4", "test good.epd", "foo", "(wait)"},
     .say = {"2 of 2 solved", "foo"},
     .failed = true},
    {.hear = {"st 1", "e4", "foo", "(hold)", "quit", "d4"},
     .say = {"My move: 1... ", "understand \"foo\""},
     .never = {"d4"},
     .moves = 1,
     .failed = true},
    {.hear = {"st 30", "e4", "new"},
     .say = {"A new game: you play White."},
     .fen = START,
     .terminal = true},
    {.hear = {"st 30", "e4", "force"},
     .fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
     .terminal = true},
    /* in a script, later lines do not cancel the move that is due */
    {.hear = {"sd 3", "e4", "h3", "undo", "game", "new", "(end)"},
     .say = {"My move: 1... ", "My move: 2... ", "1. e4 ", "A new game"},
     .never = {"2. h3 ", "h3: "},
     .moves = 2,
     .fen = START},
    {.hear = {"sd 3", "e4", "force", "fen", "resign", "activate", "switch", "(end)"},
     .say = {"My move: 1... ", "You move for both", " w KQkq ", "White resigns", "The game goes on",
             "You play White."},
     .moves = 1},
    {.hear = {"sd 3", "go", "hint", "setboard " MATE_IN_1, "remove", "(end)"},
     .say = {"My move: 1. ", "I would play 1... ", "not two moves"},
     .moves = 1,
     .fen = MATE_IN_1,
     .failed = true},
    {.hear = {"sd 3", "both 3", "analyze", "exit", "xboard", "ping 1", "(wait)"},
     .say = {"My move: 2. ", "Analysis: ", "\n  3  ", "has ended", "pong 1"},
     .moves = 3},
    /* at a terminal, neither do lines after a waiting line: h3 arrives during the search */
    {.hear = {"st 30", "sd 8", "(hold)", "e4", "(hold)", "h3", "undo", "(wait)"},
     .say = {"My move: 1... ", "My move: 2... "},
     .never = {"h3: "},
     .moves = 2,
     .terminal = true},
    {.hear = {"st 1", "e4", "quit"}, .say = {"My move"}, .moves = 1},
    {.hear = {"level 0 30 0", "e4", "(end)"},
     .say = {"My move: "},
     .moves = 1}, /* a search from a pipe runs to its limit */
    {.hear = {"(end)"}, .say = {"="}},
    /* searches that can be repeated exactly */
    {.hear = {"st 60", "sd 12", "go", "(end)"}, .say = {" at depth 12)\n"}, .moves = 1},
    {.hear = {"st 60", "sn 200000", "go", "stats", "(end)"}, .say = {"20", " nodes"}, .moves = 1},
    {.hear = {"post", "st 60", "sd 12", "hint", "(wait)", "stats"},
     .say = {"I would play", "Depth 12, "}},
    {.hear = {"sd 1", "hint", "(wait)", "stats"}, .say = {"I would play", "Depth 1, "}},
    /* comments */
    {.hear = {"force", "e4 # king pawn", "e5\t#both", "setboard 8/P7/7k/8/8/8/8/K7 w - - 0 1 # up",
              "a8=Q#", "fen"},
     .say = {"Q7/8/7k/8/8/8/8/K7 b - - 0 1\n"}},
    {.hear = {"echo \"a # b\" # c"}, .say = {"=\"a # b\"\n"}},
    {.hear = {"hint # what?", "(wait)", "# fen", "sd 1", "go # on", "(wait)"},
     .say = {"I would play 1. ", "My move: 1. "},
     .moves = 1},
    /* several moves in one line: all of them, or none */
    {.hear = {"sd 1", "e4 e5 Nf3", "(wait)"}, .say = {"My move: 2... "}, .moves = 1},
    {.hear = {"force", "1. e4 e5 2.Nf3 Nc6", "move d4 exd4", "e2 e4", "Nxd4 Nf6"},
     .say = {"e2e4: nothing stands on e2.\n"},
     .fen = "r1bqkb1r/pppp1ppp/2n2n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5",
     .failed = true},
    {.hear = {"force", "e4", "undo", "d4 d5 Nf6", "f3 e5 g4 Qh4 a3", "e4 foo", "redo"},
     .say = {"You move",
             "\nNf6, move 3 of the line: no knight of yours can go to f6. None of them was "
             "made.\na3, move 5 of the line: ",
             "\nfoo, move 2 of the line: that is not a move"},
     .fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
     .failed = true},
    /* two squares are one move, if it can be made */
    {.hear = {"force", "N f3", "N f6", "B c5"},
     .say = {"\nBc5: no bishop of yours can go to c5.\n"},
     .fen = "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2",
     .failed = true},
    {.hear = {"force", "e4 e6 e5 d5", "e5 d6", "f7 f5"},
     .fen = "rnbqkbnr/ppp3pp/3Pp3/5p2/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 4"},
    {.hear = {"Ke9", "e2e9", "exj5", "e10+", "search Ki3", "e2 e9"},
     .say = {"Ke9: e9 is not a square; squares are a1 to h8.\ne2e9: e9 is not a square",
             "exj5: j5 is not ", "e10+: e10 is not a square", "Ki3: i3 is not a square",
             "e9: e9 is not"},
     .failed = true},
    /* illegal moves, each with its reason */
    {.hear = {"e2e5"},
     .say = {"=e2e5: the pawn on e2 cannot go to e5.\n"},
     .fen = START,
     .failed = true},
    {.hear = {"e3e4"}, .say = {"=e3e4: nothing stands on e3.\n"}, .failed = true},
    {.hear = {"e7e5"},
     .say = {"=e7e5: the pawn on e7 is Black's, and White is to move.\n"},
     .failed = true},
    {.hear = {"force", "e4", "d2d4"},
     .say = {"d2d4: the pawn on d2 is White's, and Black is to move.\n"},
     .failed = true},
    {.hear = {"setboard " IN_CHECK, "a1a2"},
     .say = {"a1a2: you are in check from the rook on e2.\n"},
     .failed = true},
    {.hear = {"setboard 3kr3/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3", "e2c3"},
     .say = {"e2c3: the knight on e2 is pinned to your king by the rook on e8.\n"},
     .failed = true},
    {.hear = {"setboard 4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nd2"},
     .say = {"Nd2: the knight on b1 and the knight on f1 can both go there: write Nbd2 or Nfd2.\n"},
     .failed = true},
    {.hear = {"Ke3", "O-O", "Nf6"},
     .say = {"=Ke3: the king on e1 cannot go to e3.\nO-O: the bishop on f1 is in the way of "
             "castling.\nNf6: no knight of yours can go to f6.\n"},
     .failed = true},
    /* the end of a game */
    {.hear = {"setboard " MATE_IN_1, "Ra8"},
     .say =
         {"a b c d",
          "Checkmate: White wins. (Type \"new\" for another game, \"undo\" to take back moves.)\n"},
     .never = {"My move"}},
    {.hear = {"setboard " MATE_IN_1, "Ra8", "Kh1", "h6"},
     .say = {"Checkmate: White wins.",
             "The game is over: type \"new\" for another or \"undo\" to take back moves.\n"},
     .failed = true},
    {.hear = {"setboard " MATE_IN_1, "Ra8", "undo", "fen"}, .say = {"Checkmate", MATE_IN_1 "\n"}},
    {.hear = {"setboard " MATE_IN_1, "Ra8", "undo", "sd 1", "Ra7", "(wait)"}, .moves = 1},
    {.hear = {"setboard " MATE_IN_1, "sd 2", "go", "(wait)"},
     .say = {"My move: 1. Ra8#\n", "Checkmate: White wins."},
     .moves = 1},
    {.hear = {"setboard " MATE_IN_1, "Ra8", "go"},
     .say = {"Checkmate", "The game is over"},
     .never = {"My move"},
     .failed = true},
    {.hear = {"setboard k7/8/8/1Q6/8/8/8/4K3 w - - 0 1", "Qb6"}, .say = {"Draw by stalemate."}},
    {.hear = {"force", "setboard 4k3/8/8/8/8/8/R7/4K3 w - - 99 80", "Ra3"},
     .say = {"Draw by the fifty-move rule."}},
    /* taking back */
    {.hear = {"force", "e4 e5 Nf3", "undo", "undo 100", "redo 2", "remove"},
     .say = {"\nTaken back: 1 ply.\n", "\nTaken back: 2 plies, to the start of the game.\n",
             "\nTaken back: 2 plies, to the start of the game.\n"},
     .fen = START},
    {.hear = {"force", "e4 e5 Nf3", "back 2", "game", "last", "game"},
     .say = {"\n1. e4 [here] e5 2. Nf3\n", "\n1. e4 e5 2. Nf3\n"}},
    {.hear = {"hint now", "quit now", "setup", "clear it", "exit now", "d"},
     .say = {"hint takes only piece, as in: hint piece\nquit takes no argument.\n",
             "clear takes no argument.\nexit takes no argument.\n", "R N B"},
     .failed = true},
    {.hear = {"bitmap a1", "flip", "bitmap a1"},
     .say = {"- - - - - - - -\n  X - - - - - - -\n", "\n  - - - - - - - X\n  - - - - - - - -\n"}},
    {.hear = {"sd 4", "setboard 4k3/8/8/4q3/8/5N2/8/4K3 w - - 0 1", "hint", "(wait)",
              "setboard " MATE_IN_1, "hint", "(wait)"},
     .say = {"I would play 1. Nxe5, which takes the queen on e5. (+",
             " for you at depth 4: 1. Nxe5", "I would play 1. Ra8#. (mate in 1 for you at depth ",
             ": 1. Ra8#)\n"}},
    /* a hint in steps, until the position changes */
    {.hear = {"sd 4", "force", "setboard 4k3/8/8/4q3/8/5N2/8/4K3 w - - 0 1", "hint piece", "(wait)",
              "hint piece", "(wait)", "hint Piece", "(wait)", "hint piece", "(wait)", "Nxe5",
              "hint piece", "(wait)"},
     .say = {"Look at the knight on f3.\nI would play 1. Nxe5.\nI would play 1. Nxe5, which takes "
             "the queen on e5. (+",
             "I would play 1. Nxe5, which takes", "Look at the king on e8.\n"}},
    {.hear = {"sd 4", "force", "setboard 4k3/8/8/4q3/8/5N2/8/4K3 w - - 0 1", "hint piece", "(wait)",
              "exclude Nxe5", "hint piece", "(wait)"},
     .say = {"Look at the knight on f3.\n", "Look at the "},
     .never = {"I would play"}},
    /* the purpose of the last move, or the reason why it is bad */
    {.hear = {"why"}, .say = {"=There is no move yet.\n"}, .failed = true},
    {.hear = {"sd 6", "force", "setboard 4k3/8/8/4q3/8/5N2/8/4K3 w - - 0 1", "Nxe5", "why",
              "(wait)"},
     .say = {"1. Nxe5 +", ". It takes the queen on e5.\n"}},
    {.hear = {"sd 6", "force", "setboard 4k3/8/8/4q3/8/5N2/8/2Q1K3 w - - 0 1", "Kd1", "why",
              "(wait)", "Ke7", "why", "(wait)"},
     .say = {"1. Kd1?? ", "; better 1. Nxe5 +", ". 1. Nxe5 would have won the queen on e5.\n",
             "1... Ke7?? -", "Leaves the queen on e5 to 2. Nxe5.\n"}},
    {.hear = {"sd 6", "force", "setboard " MATE_IN_1, "Ra8", "why", "(wait)", "undo", "Ra7", "why",
              "(wait)", "Kf8", "why", "quit"},
     .say = {"1. Ra8#. It mates on the back rank.\n", "1. Ra7?? +",
             "Misses a back-rank mate: 1. Ra8#.\n"}},
    {.hear = {"sd 6", "e4", "(wait)", "why", "d4", "(wait)"},
     .say = {"My move", "1... ", "My move"},
     .moves = 2},
    /* what the opponent threatens, at full strength */
    {.hear = {"elo 800", "sd 8", "setboard " FRIED_LIVER, "threat", "(wait)", "sd 0", "st 1",
              "setboard " SCHOLARS_MATE, "threat", "(wait)", "fen"},
     .say = {"\nWhite threatens 5. Nxf7 (gains ", "): 5. Nxf7 ",
             "\nWhite threatens 4. Qxf7# (mate in "
             "1): 4. Qxf7#\n" SCHOLARS_MATE "\n"}},
    /* an extra tempo is no threat, nor is saving a queen */
    {.hear = {"sd 8", "threat", "(wait)", "force", "e4", "threat", "(wait)",
              "setboard r1bqkbnr/pppp1ppp/8/4q3/2B5/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 6", "threat",
              "(wait)"},
     .say = {"\nThere is no threat.\n", "\nThere is no threat.\n", "\nThere is no threat.\n"},
     .never = {"threatens"}},
    /* but a fork by an attacked piece is */
    {.hear = {"sd 8", "setboard 4k3/pppp1ppp/8/8/1n6/P7/1P1P1PPP/R3K1NR w - - 0 1", "threat",
              "(wait)"},
     .say = {"\nBlack threatens 1... Nc2+ (gains "}},
    /* a capture that cannot be parried is a threat, even if the side to move is winning */
    {.hear = {"sd 6", "setboard 6k1/ppp2ppp/8/2r1r3/3P4/1P6/P1P2PPP/R4RK1 b - - 0 1", "threat",
              "(wait)", "setboard 6k1/ppp2ppp/8/2n1n3/3P4/1P6/P1P2PPP/R4RK1 b - - 0 1", "threat",
              "(wait)", "setboard 7k/P7/8/8/8/8/8/K7 b - - 0 1", "threat", "(wait)"},
     .say = {"\nWhite threatens 2. dx", "\nWhite threatens 2. dx", "\nWhite threatens 2. a8="},
     .never = {"no threat", "(gains 0.", "(gains 1."}},
    /* no threat if the opponent would have no move */
    {.hear = {"sd 4", "setboard k7/8/8/8/8/8/8/KQ6 w - - 0 1", "threat", "(wait)"},
     .say = {"\nThere is no threat.\n"}},
    {.hear = {"setboard " IN_CHECK, "threat", "setboard 4k3/8/8/8/8/8/3n4/4rK2 w - - 0 1", "threat",
              "setboard 8/8/8/8/8/2k5/1q6/K7 w - - 0 1", "threat"},
     .say = {"\nYou are in check: the rook on e2 attacks the king.\n",
             "\nYou are in check: the rook on e1 and the knight on d2 attack the king.\n",
             "\nThe game is over here: nothing is threatened.\n"}},
    {.hear = {"st 60", "sd 100", "threat", "stop", "threat", "setboard " SCHOLARS_MATE, "sd 4",
              "analyze", "(info)", "threat", "(wait)", "(info)", "exit", "threat", "(wait)"},
     .say = {"\nAnalysis: ", "\nWhite threatens 4. Qxf7# ", "\n  1  ",
             "\nThe analysis has ended.\nWhite threatens 4. Qxf7# "},
     .never = {"no threat"},
     .terminal = true},
    /* a question before a bad move: y makes the move, n and any other input does not */
    {.hear = {"warn on", "sd 4", "setboard " TWO_KNIGHTS, "Nc3", "(wait)", "undo", "Ng5", "# why?",
              "n", "move f3g5", "fen", "y", "Ng5", "Yes", "(wait)"},
     .say = {"I ask before you make a bad move.\nI search 4", "\nMy move: 4... ",
             "\nThat leaves the knight to hxg5. Play it anyway? y/n\nNg5 was not played.\n"
             "That leaves the knight to hxg5. Play it anyway? y/n\nNg5 was not "
             "played.\n" TWO_KNIGHTS "\nThere is no question to answer.\n"
             "That leaves the knight to hxg5. Play it anyway? y/n\nMy move: 4... hxg5 "},
     .moves = 2,
     .failed = true},
    {.hear = {"warn on", "sd 4", "setboard " SCHOLARS_MATE, "a6", "no",
              "setboard k7/8/8/8/8/8/1QK5/8 w - - 0 1", "Qb6", "n",
              "setboard 4k3/8/8/8/1q6/8/3R1PPP/5RK1 w - - 0 1", "h3", "y x", "warn x", "(wait)"},
     .say = {"\nThat does not answer the threat of mate: 4. Qxf7#. Play it anyway? y/n\na6 was not "
             "played.\n",
             "\nThat is stalemate. Play it anyway? y/n\nQb6 was "
             "not played.\n",
             "\nThat leaves the rook to Qxd2. Play it anyway? y/n\nh3 was not played.\ny takes no "
             "argument.\nwarn needs on or off, as in: warn on\n"},
     .failed = true},
    {.hear = {"warn on", "sd 4",
              "setboard r1bqkb1r/ppp2pp1/2np1n1p/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R w KQkq - 0 1", "d3",
              "n", "setboard 4r1k1/5ppp/8/8/8/8/R4PPP/6K1 w - - 0 1", "Ra7", "n",
              "setboard 2r3k1/5ppp/8/8/4n3/8/1Q3PPP/6K1 w - - 0 1", "Qe5", "(wait)", "n"},
     .say =
         {"\nThat leaves the knight to hxg5. Play it anyway? y/n\nd3 was not played.\n",
          "\nThat does not answer the threat of a back-rank mate: 1... Re1#. Play it anyway? y/n\n",
          "\nThat allows a back-rank mate: 1... Rc1#. Play it anyway? y/n\n"}},
    /*
     * no question for several moves in a line, for moves of both sides, and in scripts without
     * `warn on`
     */
    {.hear = {"warn on", "sd 1", "setboard " TWO_KNIGHTS, "Ng5 hxg5", "force", "Bxf7", "warn off",
              "warn", "new", "set SettingsFile warn.txt", "setboard " TWO_KNIGHTS, "Ng5", "(wait)",
              "(end)"},
     .say = {"I let you make any move.\nI let you make any move.\n", "My move: 4... hxg5"},
     .never = {"anyway?"},
     .moves = 1},
    {.hear = {"set SettingsFile asks.txt", "set Warn on", "set SaveSettings", "(cat) asks.txt"},
     .say = {"Warn is now on.", "\nWarn=1\n"}},
    /* at a terminal, settings from a file count; stop, Ctrl-C and new input end the question */
    {.hear = {"set SettingsFile warn.txt", "setboard " TWO_KNIGHTS, "Ng5", "(wait)", "stop", "Ng5",
              "stop", "Ng5", "(wait)", "(ctrl-c)", "Ng5", "(wait)", "", "source knight.txt"},
     .say = {"Play it anyway? y/n\nNg5 was not played.\nNg5 was not played.\nThat",
             "Play it anyway? y/n\nNg5 was not played.\nThat",
             "Play it anyway? y/n\nNg5 was not played.\n"},
     .never = {"nothing to stop", "Press Ctrl-C", "There is no"},
     .fen = "r1bqkbnr/pppp1pp1/2n4p/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 1 4",
     .terminal = true},
    {.hear = {"warn on", "setboard " TWO_KNIGHTS, "(hold)", "Ng5", "quit", "y"},
     .say = {"I ask before"},
     .never = {"My move"},
     .fen = TWO_KNIGHTS,
     .terminal = true},
    {.hear = {"warn on", "setboard " TWO_KNIGHTS, "Ng5", "(end)"},
     .say = {"Play it anyway? y/n\n"},
     .never = {"My move"},
     .fen = TWO_KNIGHTS},
    {.hear = {"force", "warn on", "e4"},
     .say =
         {"I ask before you make a bad move against me, but not while you move for both sides."}},
    {.hear = {"warn on", "setboard " TWO_KNIGHTS, "Ng5", "xboard", "sd 1", "usermove f3g5",
              "(wait)"},
     .say = {"y/n\nNg5 was not played.\n", "\nmove h6g5\n"},
     .moves = 1},
    /* an endgame to win: moves that give the win away, and slower ones; with undo, hint and new */
    {.hear = {"elo 800", "sd 4", "drill KRK 7", "Kh1", "(wait)", "undo", "Rb6", "(wait)", "undo",
              "hint", "(wait)", "Rb1", "(wait)"},
     .say = {"You play White and win: mate in 9. (Type \"drill KRK 7\" to set up this position "
             "again.)\nI defend at full "
             "strength, whatever my level.\n",
             "\nThat takes longer: mate in 9 before, in 11 now.\nMy move: 1... ",
             " for me at depth 4)\n",
             "\nThat lets the win slip: it was mate in 9, and is a draw now.\nMy move: 1... Kxb6",
             "\nI would play 1. ", "\nMy move: 1... "},
     .never = {"in 8 now", "in 9 now"},
     .moves = 3},
    /* a drill ends with the next game, in which the level counts again */
    {.hear = {"elo 800", "sd 4", "drill KQK 7", "setboard 8/8/8/8/8/8/7k/K2R4 w - - 0 1", "Rd2",
              "(wait)", "undo", "drill KQK 7", "new", "Na3", "(wait)"},
     .say = {"You play White and win", "\nMy move: 1... ", "You play White and win", "A new game",
             "\nMy move: 1... "},
     .never = {"slip", "for me"},
     .moves = 2},
    {.hear = {"sd 1", "drill", "play black", "(wait)", "drill kpk 6", "drill KBvK", "drill KKR",
              "drill KRRRK", "drill KRK 3 4", "drill KRK -1", "drill K", "drill KRKB 6", "fen"},
     .say = {"such as KRK, KBNK, KPK, KQKR",
             "You play Black and win: mate in 14. (Type \"drill KPK 6\" to set up this position "
             "again.)\n",
             "h g f e",
             "I have found no position of KBK that the first side wins.\n"
             "drill takes an ending of three or four pieces, yours first, and an optional "
             "number from 0 to 999999, as in: drill KRK 518\ndrill takes ",
             "drill takes ", "drill takes ", "drill takes ",
             "You play Black and win: mate in 15. (Type \"drill KRKB 6\" to set up this position "
             "again.)\n",
             " b - - 0 1\n"},
     .moves = 1,
     .failed = true},
    {.hear = {"undo"}, .say = {"=There is no move to take back.\n"}, .failed = true},
    {.hear = {"sd 1", "e4", "(wait)", "undo"}, .moves = 1, .fen = START},
    {.hear = {"st 30", "e4", "undo", "(wait)"},
     .never = {"My move"},
     .fen = START,
     .terminal = true},
    {.hear = {"setboard 7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "st 0.2", "Kf7", "(wait)"},
     .say = {"Kh7   (you can mate me in 1)"},
     .moves = 1},
    {.hear = {"setboard \"" START "\"", "fen"}, .say = {START}},
    {.hear = {"sd 1", "go", "(wait)", "undo", "e4", "(wait)"}, .moves = 2},
    {.hear = {"force", "e4", "e5", "undo"},
     .fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
    /* books */
    {.hear = {"book"}, .say = {"=Alula plays without an opening book.\n"}},
    {.hear = {"(book) book ", "e4", "book"},
     .say = {"I now play from this book.\nMy move: 1... e5   (from the book)\n", "a b c d",
             "\nThis position is not in the book.\n"},
     .moves = 1},
    {.hear = {"(book) book ", "book", "go"},
     .say = {"I now play from this book.\n e4          3   75%\n d4          1   25%\nMy move: 1. ",
             "   (from the book)\n", "h g f e"},
     .moves = 1},
    {.hear = {"(book) book ", "book off", "sd 2", "e4", "(wait)"},
     .say = {"I now play without a book.\nI search 2 plies at most.\nMy move: 1... ",
             " for me at depth 2)"},
     .moves = 1},
    {.hear = {"(book) book ", "sd 2", "e4", "d3", "(wait)"},
     .say = {"   (from the book)\n", "My move: 2... ", " for me at depth 2)"},
     .moves = 2},
    {.hear = {"book /no/such/book"},
     .say = {"=I cannot play from \"/no/such/book\": there is no such book.\n"},
     .failed = true},
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
    /* settings without arguments show their value */
    {.hear = {"st", "time", "level", "sd", "sn", "elo", "skill", "threads", "memory", "ponder",
              "multipv"},
     .say = {"2 seconds for each of my moves.\n2 seconds for each of my moves.\n2 seconds for "
             "each of my moves.\nI play at full strength.\nI search without a limit of depth.\nI "
             "search without a limit of "
             "nodes.\nI play at full strength.\nI play at full strength.\nI search with 1 "
             "thread.\nI use 8 MB, ",
             " of it for the hash table.\nI wait while you think.\nAnalysis shows 1 line.\n"}},
    {.hear = {"level 40 5 2", "level", "sd 8", "sd", "sn 1000", "sn", "elo 900", "skill",
              "threads 2", "threads", "ponder on", "ponder", "multipv 3", "multipv"},
     .say = {"\n40 moves in 5:00, and 2 seconds for each move.\nI play at full strength.\nI search "
             "8 plies at most.\nI search 8 plies at most.\nI search 1000 nodes at most.\n"
             "I search 1000 nodes at most.\nI play like a player rated 900 on lichess.\n"
             "(Type \"set HumanTime on\" to make me take as long as a human.)\n"
             "I play like a player rated 900 on lichess.\n",
             "I search with ",
             "I search while you think.\nI search while you think.\nAnalysis shows 3 "
             "lines.\nAnalysis shows 3 lines.\n"}},
    {.hear = {"level 1 1 0", "clock"}, .say = {"\nWhite 1:00, Black 1:00; 1 move in 1:00.\n"}},
    /* invalid input */
    {.hear = {"st 0", "st -1", "st x"},
     .say = {"st needs seconds", "st needs seconds", "st needs seconds"},
     .failed = true},
    {.hear = {"sd x", "sd 121"}, .say = {"sd needs a number", "sd needs a number"}, .failed = true},
    {.hear = {"setboard nonsense", "setboard"},
     .say = {"That position cannot be played: ", ".\nThat position cannot be played: "},
     .fen = START,
     .failed = true},
    {.hear = {"setboard 4k3/8/8/8/8/8/8/4K3", "set SaveSettings"},
     .say =
         {"=That position cannot be played: the side to move is missing: write w or b after the "
          "board, as in: w - -.\nSaveSettings: there is no settings file: set SettingsFile to its "
          "name first; nothing was changed.\n"},
     .failed = true},
    {.hear = {"setboard 4k3/8/8/8/8/8/8/8 w - - 0 1"},
     .say = {"That position cannot be played: White has no king.\n"},
     .failed = true},
    {.hear = {"fly away", "", "  ", "# fly"},
     .say = {"=I do not understand \"fly away\". Type a move like e4, Nf3 or e7e8q, or help.\n"},
     .failed = true},
    {.hear = {"\x1b[2J\x07"}, .say = {"I do not understand \"?[2J?\"."}, .failed = true},
    {.hear = {"(long)"}, .say = {"Error (line too long): ping 1"}, .failed = true},
    /* XBoard takes over */
    {.hear = {"xboard", "ping 1", "fen"}, .say = {"=\npong 1\nError (unknown command): fen\n"}},
    {.hear = {"st 30", "e4", "xboard", "protover 2", "ping 1"},
     .say = {"feature done=1\npong 1\n"},
     .never = {"My move", "move e"},
     .terminal = true},
    {.hear = {"xboard", "new", "sd 1", "usermove e2e4", "(wait)"},
     .say = {"\nmove "},
     .never = {"My move"},
     .moves = 1},
    {.hear = {"uci", "isready"}, .say = {"id name ", "readyok"}},
    {.hear = {"isready", "position startpos moves e2e4", "setoption name Hash value 1",
              "position fen x"},
     .say = {"=readyok\ninfo string (an unknown letter stands on the board): fen x\n"}},
    /* after a refused command, the move is still due */
    {.hear = {"st 60", "e4", "remove", "undo 0", "setboard x", "goto 99", "redo", "play x", "new x",
              "search e9", "stop", "(wait)"},
     .say = {"There are not two moves", "My move"},
     .moves = 1,
     .terminal = true},
    {.hear = {"go depth 1", "(wait)"}, .say = {"info depth 1 ", "bestmove "}, .never = {"My move"}},
    {.hear = {"position startpos moves e2e4", "d"}, .say = {"Fen: ", "/4P3/"}},
    {.hear = {"exit"}, .say = {"="}},
    /* every command */
    {.hear = {"help"},
     .say = {"Type a move (e4, Nf3", "  Playing ", " undo redo ", " xboard uci quit\n"},
     .never = {" cc ", "manual"}},
    {.hear = {"hElp undo"},
     .say = {"=undo [N]\n    go back to your last turn: take back your last move and my reply, "
             "or after\n"
             "    force one move; N: your last N moves\n    Example: undo 2\n"}},
    {.hear = {"help cc"}, .say = {"cc is the same as both.\nboth [N]\n", "Example: both 10"}},
    {.hear = {"help all"}, .say = {"  move ", "  cc         the same as both\n", "  quit "}},
    {.hear = {"h", "help udno", "help zzzzzz"},
     .say = {"Type a move", "There is no command udno. Did you mean undo?\nThere is no command "
                            "zzzzzz; type \"help\" to list all.\n"},
     .failed = true},
    {.hear = {"udno", "flpi", "Hist", "und", "FEN"},
     .say =
         {"=I do not understand \"udno\". Did you mean undo?\nI do not understand \"flpi\". Did "
          "you mean flip?\nNo move has been made yet.\nI do not understand \"und\". Did you mean "
          "undo?\n" START "\n"},
     .failed = true},
    {.hear = {"manual", "move e4", "1... e5", "2.Nf3", "move", "move fly"},
     .say = {"A move is missing", "fly: that is not a move"},
     .fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
     .failed = true},
    {.hear = {"new 960 518", "fen", "new 960 0", "fen", "new 960 960"},
     .say = {"A new game of Chess960, position 518", START, "position 0",
             "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w ", "new takes only 960"},
     .failed = true},
    {.hear = {"new 960 959", "new 960", "new"}, .fen = START},
    {.hear = {"sd 1", "play black", "(wait)", "play", "play white", "(wait)"},
     .say = {"You play Black.\nMy move: 1. ", "h g f e", "play needs white, black or random",
             "You play White.\nMy move: 1... "},
     .moves = 2,
     .failed = true},
    {.hear = {"play random", "force"}, .say = {"You play "}},
    {.hear = {"force", "e4", "e5", "Nf3", "undo 2", "redo", "redo", "redo"},
     .say = {"There is no move to replay."},
     .fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
     .failed = true},
    {.hear = {"force", "e4", "e5", "Nf3", "undo 99", "redo 2", "d4", "redo"},
     .say = {"There is no move to replay."},
     .fen = "rnbqkbnr/pppp1ppp/8/4p3/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2",
     .failed = true},
    {.hear = {"sd 1", "a3", "(wait)", "undo", "redo", "fen"},
     .say = {"My move: 1... ", " w KQkq "},
     .moves = 1},
    /* after a change of color: one move, as it is then the user's turn */
    {.hear = {"sd 1", "e4", "(wait)", "undo", "sd 0", "st 30", "switch", "redo"},
     .moves = 1,
     .fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
     .terminal = true},
    {.hear = {"force", "e4", "takeback", "fen"}, .say = {START}},
    /* undo before our first move as White: the user now has White, also on the board */
    {.hear = {"sd 1", "go", "(wait)", "undo 50"},
     .say = {"h g f e", "You play White now.", "a b c d"},
     .moves = 1,
     .fen = START},
    /* stepping keeps the moves and the result */
    {.hear = {"load games.pgn 1", "first", "back", "next", "back", "last", "next 2", "pgn",
              "prev x"},
     .say = {"The start of the game   (ply 0 of 2)\n", "This is the start of the game.\n",
             "1. e4   (ply 1 of 2)\n", "The start of the game   (ply 0 of 2)\n",
             "1... e5   (the end of the game: 1-0)\n", "This is the end of the game.\n",
             "\n\n1. e4 e5 1-0\n", "back takes a number of moves from 1 to 1000000.\n"},
     .failed = true},
    {.hear = {"force", "e4", "e5", "Nf3", "goto 1b", "fen", "goto 2", "fen", "goto 2...",
              "previous", "goto 3", "goto x", "prev 9", "last", "resign"},
     .say = {"1. e4   (ply 1 of 3)\n", " b KQkq ", "1... e5   (ply 2 of 3)\n", " w KQkq ",
             "2. Nf3   (the end of the game)\n", "The game has the moves 1 to 2.",
             "goto needs a move number", "(ply 0 of 3)", "2. Nf3   (the end of the game)\n",
             "Black resigns"},
     .failed = true},
    {.hear = {"goto 1", "goto 2", "force", "e4", "resign", "back", "e4", "back", "last", "d5"},
     .say = {"No move has been made yet.\nNo move has been made yet.\n", "Black resigns",
             "(ply 0 of 1)", "(ply 0 of 1)", "1. e4   (the end of the game)\n"},
     .fen = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
     .failed = true},
    /* the whole game is shown and saved, and it cannot end at an earlier position */
    {.hear = {"force", "e4", "e5", "Nf3", "first", "pgn", "save whole.pgn", "fen", "resign", "draw",
              "(cat) whole.pgn", "next", "undo", "pgn"},
     .say = {"\n1. e4 e5 2. Nf3 *\n", "w KQkq - 0 1\n", "This is an earlier", "This is an earlier",
             "\n1. e4 e5 2. Nf3 *\n", "(ply 1 of 3)", "\n\n*\n"},
     .failed = true},
    /* moves that were undone do not come back by stepping, only by redo */
    {.hear = {"force", "e4", "e5", "Ba6", "undo", "back", "pgn", "last", "next", "goto 2b", "pgn",
              "back 2", "redo 2", "redo", "pgn"},
     .say = {"1. e4   (ply 1 of 2)\n", "\n\n1. e4 e5 *\n", "1... e5   (the end of the game)\n",
             "This is the end of the game.\n", "The game has the moves 1 to 1.", "\n\n1. e4 e5 *\n",
             "\n\n1. e4 e5 2. Ba6 *\n"},
     .failed = true},
    /* redo continues a game that ended without these moves */
    {.hear = {"force", "e4", "e5", "undo", "resign", "back", "last", "redo", "pgn"},
     .say = {"Black resigns", "1. e4   (the end of the game: 1-0)", "\n\n1. e4 e5 *\n"}},
    /* stepping through a resigned game changes nothing */
    {.hear = {"force", "e4", "e5", "resign", "back", "redo", "a3", "pgn"},
     .say = {"White resigns", "1... e5   (the end of the game: 0-1)", "The game is over",
             "\n\n1. e4 e5 {White resigns} 0-1\n"},
     .failed = true},
    {.hear = {"sd 1", "a3", "(wait)", "h3", "(wait)", "back 4", "redo", "redo", "redo"},
     .say = {"(ply 2 of 4)", "There is no move to replay."},
     .moves = 2,
     .failed = true},
    {.hear = {"force", "e2 e4", "e2 e9", "Ng1 f3"},
     .say = {"\ne9: e9 is not a square; squares are a1 to h8.\nNg1: no knight"},
     .fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
     .failed = true},
    {.hear = {"force", "e4", "e5", "2", "fen", "1b", "fen", "9", "info", "0"},
     .say = {"1... e5   (the end of the game)\n", "/4P3/8/PPPP1PPP/RNBQKBNR w ",
             "1. e4   (ply 1 of 2)\n", " b KQkq ", "The game has the moves 1 to 1.",
             "I play at full strength.\n", "goto needs"},
     .failed = true},
    /* Alula does not move until the end of the game is shown */
    {.hear = {"sd 1", "e4", "(wait)", "back", "next", "back 2", "next", "fen", "last"},
     .say = {"My move: 1... ", "(ply 1 of 2)", "(the end", "(ply 0 of 2)", "(ply 1 of 2)",
             " b KQkq ", "(the end"},
     .moves = 1},
    {.hear = {"undo x", "undo 0", "redo x"},
     .say = {"=undo takes a number of moves from 1 to 1000000.\nundo takes a number of moves "
             "from 1 to 1000000.\nredo takes a number of moves from 1 to 1000000.\n"},
     .failed = true},
    {.hear = {"force", "e4", "remove", "e5", "remove"},
     .say = {"There are not two moves to take back."},
     .fen = START,
     .failed = true},
    {.hear = {"sd 1", "both 3", "(wait)", "fen"},
     .say = {"My move: 1. ", "My move: 1... ", "My move: 2. ", " b "},
     .moves = 3},
    {.hear = {"sd 8", "setboard 7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "cc", "(wait)"},
     .say = {"Checkmate: White wins."},
     .moves = 3},
    {.hear = {"set BookVariety 0", "(book) book ", "both 2"},
     .say = {"(from the book)", "(from the book)"},
     .moves = 2},
    {.hear = {"both x"},
     .say = {"=both takes a number of moves from 1 to 1000000.\n"},
     .failed = true},
    {.hear = {"sd 1", "switch", "(wait)"}, .say = {"You play Black.\nMy move: 1. "}, .moves = 1},
    {.hear = {"hint", "(wait)"}, .say = {"I would play 1. "}},
    {.hear = {"hint", "pause", "(end)"}, .say = {"I would play 1. ", "Paused"}},
    {.hear = {"hint", "new", "(end)"}, .say = {"I would play 1. ", "A new game"}, .moves = 0},
    {.hear = {"draw", "force", "draw", "e4", "activate", "e4"},
     .say = {"No draw yet: let us play on.\n", "Agreed: 1/2-1/2. (Type \"new\" for another game",
             "The game is over: type \"new\" for another", "The game goes on."},
     .fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
     .failed = true},
    {.hear = {"set AcceptDraws off", "st 30", "e4", "draw", "?", "(wait)"},
     .say = {"No draw yet: let us play on.\nMy move: "},
     .moves = 1,
     .terminal = true},
    {.hear = {"resign", "resign", "pgn", "undo", "activate"},
     .say = {"White resigns: 0-1. (Type \"new\" for another game, \"undo\" to take back moves, "
             "\"activate\" to play on.)\n",
             "The game is over", "[Result \"0-1\"]", "{White resigns} 0-1",
             "There is no move to take back."},
     .failed = true},
    {.hear = {"activate", "setboard " MATE_IN_1, "Ra8", "activate"},
     .say = {"The game is not over.", "Checkmate", "The game cannot go on from here"},
     .failed = true},
    {.hear = {"force", "Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8", "activate", "Nf3",
              "Nf6"},
     .say = {"Draw by threefold repetition.", "The game goes on."},
     .fen = "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 10 6"},
    /* moves after a draw: taking them back restores the draw */
    {.hear = {"load rounds.pgn", "undo", "pgn", "Ng8", "back", "activate", "last", "activate",
              "Ng8", "pgn", "undo", "pgn"},
     .say = {"Draw by threefold repetition.", "Draw by threefold repetition.", "6. Ng1 1/2-1/2\n",
             "The game is over", "This is an earlier position", "The game goes on.",
             "6. Ng1 Ng8 *\n", "6. Ng1 *\n"},
     .failed = true},
    {.hear = {"force", "setboard 4k3/8/8/8/8/8/R7/4K3 w - - 99 80", "Ra3", "activate", "Ke7",
              "setboard 4k3/8/8/8/8/8/R7/4K3 w - - 149 80", "activate", "Ra3", "activate"},
     .say = {"Draw by the fifty-move rule.", "The game goes on.", "Draw by the fifty-move rule.",
             "The game goes on.", "The game ends here without a claim."},
     .failed = true},
    {.hear = {"st 30", "e4", "pause", "resume", "?", "(wait)"},
     .say = {"Paused", "I go on.\nMy move: "},
     .moves = 1,
     .terminal = true},
    /* typed during a long command */
    {.hear = {"st 60", "(hold)", "bench 2", "(hold)", "go", "(hold)", "?", "e5",
              "(said) My move: 1. ", "?", "(wait)"},
     .say = {"My move: 1. ", "My move: 2. "},
     .moves = 2,
     .terminal = true},
    {.hear = {"stop", "st 30", "e4", "stop", "(wait)"},
     .say = {"There is nothing to stop.\n30 seconds for each of my moves.\nMy move: "},
     .moves = 1,
     .failed = true},
    {.hear = {"\x03", "st 30", "e4", "\x03", "(wait)"},
     .say = {"(Press Ctrl-C again to quit.)\n30 seconds for each of my moves.\nMy move: "},
     .moves = 1},
    {.hear = {"black"}, .fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"},
    {.hear = {"black", "white", "game"}, .say = {"No move has been made yet."}, .fen = START},
    {.hear = {"setboard " IN_CHECK, "black"},
     .say = {"Black cannot be to move: "},
     .fen = IN_CHECK,
     .failed = true},
    {.hear = {"setup", "d", "clear", "put Ke1 ke8 Ra1", "exit"},
     .say = {"Setting up", "White is to move."},
     .fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"},
    {.hear = {"setup", "clear", "fen"}, .say = {"8/8/8/8/8/8/8/8 w - - 0 1\n"}}, /* no kings */
    {.hear = {"setup", "clear", "put Ke1 Ra1 Rb1 Rg1 Rh1 ke8", "castle KQ", "exit"},
     .fen = "4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1"},
    {.hear = {"setup", "move e1 e3", "exit"},
     .fen = "rnbqkbnr/pppppppp/8/8/8/4K3/PPPPPPPP/RNBQ1BNR w kq - 0 1"},
    {.hear = {"setup", "castle -", "move e2 e4", "black", "fifty 0", "remove a1", "epsq e3",
              "exit"},
     .fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/1NBQKBNR b - - 0 1"},
    /* as with castling rights: pieces and side to move come first */
    {.hear = {"setup", "epsq e3", "fen", "epsq e6", "epsq e4", "move e2 e4", "epsq e3", "black",
              "epsq e3", "fen", "epsq -", "exit"},
     .say =
         {"It cannot be set: the en-passant square is not behind a pawn that just moved.\n" START,
          "It cannot be set: the en-passant square has no pawn in front of it.\n",
          "It cannot be set: ", "It cannot be set: ", " b KQkq e3 0 1\n"},
     .never = {"cannot be played"},
     .fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
     .failed = true},
    {.hear = {"setup", "clear", "exit", "cancel"},
     .say = {"The position cannot be played yet: ", "The position is unchanged."},
     .fen = START,
     .failed = true},
    {.hear = {"setup", "clear", "rank 1 4K2R", "rank 8 4k3", "rank 6 3p2p1", "castle K", "r",
              "exit"},
     .say = {"h g f e"},
     .fen = "4k3/8/3p2p1/8/8/8/8/4K2R w K - 0 1"},
    {.hear = {"setup", "fen " MATE_IN_1, "new", "white", "rank 9 8", "rank 1 9", "castle KQx",
              "epsq x", "fifty 200", "put Xe1", "remove e5", "move e5 e6", "fly", "fen x", "exit"},
     .say = {"rank needs", "rank needs", "castle needs", "epsq needs", "fifty needs",
             "Xe1: this is not a piece", "e5: that is not a square with a piece",
             "Name the square of a piece", "fly: not a command of setup",
             "That is not a position: "},
     .fen = START,
     .failed = true},
    {.hear = {"setup", "\x03", "cancel"},
     .say = {"(Press Ctrl-C again to quit.)\nThe position is unchanged."}},
    {.hear = {"setup", "clear", "Kg1 kg8", "c", "Ra8 Pa7", "c", "Rb1 xa7", "."},
     .say = {"Setting up", "  8  r n b", "  8  . : .", "  1  : . : . : . K .", "All pieces are",
             "  8  r : ", "Capital letters are White's"},
     .fen = "r5k1/8/8/8/8/8/8/1R4K1 w - - 0 1",
     .never = {"understood"}},
    {.hear = {"setup", "put Ke1 ke8 Ra1", "remove e8", "cancel"},
     .say = {"  8  r n b", "  8  r n b", "  8  r n b q . b n r", "The position is unchanged."}},
    {.hear = {"force", "e4", "e5", "undo", "setup", "exit", "redo", "fen"},
     .say = {"The position is unchanged."},
     .fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"},
    /* setup does not change sides, and Alula moves if it is to move */
    {.hear = {"sd 1", "play black", "(wait)", "e5", "(wait)", "back", "setup", "exit", "last",
              "fen", "pgn"},
     .say = {"The position is unchanged.", "(the end of the game)", " b KQkq ", "[White \"Alula ",
             "[Black \"Human\"]"},
     .moves = 2},
    {.hear = {"st 60", "e4", "setup", "exit", "?", "(wait)", "fen"},
     .say = {"The position is unchanged.\nMy move: 1... ", " w KQkq "},
     .moves = 1,
     .terminal = true},
    /* Alula does not move if it was not playing */
    {.hear = {"sd 1", "analyze", "e4", "setup", "exit", "(wait)", "resign", "activate", "setup",
              "cancel", "(wait)", "fen"},
     .say = {"The position is unchanged.", "The position is unchanged.", " b KQkq "},
     .never = {"My move"},
     .terminal = true},
    {.hear = {"setup", "help", "quit"}, .say = {"  put ", "  epsq ", "  quit "}},
    {.hear = {"readfen good.epd 2", "readfen good.epd 9", "readfen", "readfen /no/such"},
     .say = {"Position 2 of 2 in good.epd.\n", "There are fewer positions in good.epd.",
             "readfen needs", "I cannot read \"/no/such\": "},
     .fen = START,
     .failed = true},
    {.hear = {"force", "e4", "mirror"},
     .say = {"the same, as it must be"},
     .fen = "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    {.hear = {"sn 5000", "clock", "info", "sd 1", "clock"},
     .say = {"2 seconds for each of my moves, 5000 nodes at most.\n",
             "2 seconds for each of my "
             "moves, 5000 nodes at most.\n",
             "moves, 1 ply at most, 5000 nodes at most.\n"}},
    {.hear = {"level 40 5 0", "clock", "level 0 0 0", "level 1 2", "level 5 x 0"},
     .say = {"White 5:00, Black 5:00; 40 moves in 5:00.", "White 5:00", "level needs",
             "level needs", "level needs"},
     .failed = true},
    {.hear = {"time 2.05", "clock"}, .say = {"2.05 seconds for each of my moves."}},
    {.hear = {"time 2.5", "clock", "time 5+3", "time 40/2:30", "time 0", "time 5+", "time x"},
     .say = {"2.5 seconds for each of my moves.",
             "White 5:00, Black 5:00; 5:00 for the game, and 3 seconds for each move.",
             "40 moves in 2:30.", "time needs seconds for each move, minutes and an increment, or",
             "time needs", "time needs"},
     .failed = true},
    {.hear = {"level 0 150 0", "clock"}, .say = {"White 2:30:00, Black 2:30:00; "}},
    /* the next control begins with the move that ends this one */
    {.hear = {"level 2 150 0", "sd 1", "e4", "(wait)", "clock", "(delay)", "a3", "(wait)", "clock"},
     .say = {"White 2:30:00, Black 2:", "White 4:5"},
     .moves = 2},
    {.hear = {"level 0 1 0", "sd 1", "e4", "(wait)", "a3", "d", "(wait)"},
     .say = {"My move: 1... ", "  White 1:00   Black ", "My move: 2... ", "  White "},
     .moves = 2},
    {.hear = {"skill 5", "skill 20", "skill 21", "elo 1234", "elo off", "elo 10"},
     .say = {"I play like a player rated 1000 on lichess.\n"
             "(Type \"set HumanTime on\" to make me take as long as a human.)\n"
             "I play at full strength.\nskill needs",
             "rated 1234 on lichess.\nI play at full strength.\nelo needs"},
     .failed = true},
    {.hear = {"ponder on", "sd 2", "e4", "(wait)", "hint", "(wait)", "ponder off", "ponder x"},
     .say = {"My move: ", "I would play", "ponder needs on or off"},
     .moves = 1,
     .failed = true},
    {.hear = {"threads 2", "cores 1", "threads 0", "memory 16", "memory 1"},
     .say = {"threads needs a number", "memory needs a number of megabytes"},
     .failed = true},
    {.hear = {"options", "set Resign on", "options", "set Elo 1000", "set Elo 1", "set Fly 1",
              "set"},
     .say = {"  SettingsFile   none   ", "  Resign         off", "  ClearHash               clear",
             "  Level          Full   ", "  BookVariety    100      0: ", " (0 to 1000)\n",
             "  SaveSettings            write", "  Resign         on",
             "Elo: the value is not a number in range; set Elo N, where N is from 400 to 2800.\n",
             "Fly: unknown option; type \"options\" to list all.", "set needs"},
     .failed = true},
    {.hear = {"set resign 2", "set Resign", "set Level x", "set BookFile /no",
              "set BookVariety no"},
     .say = {"=Resign: the value is neither on nor off; set Resign on or off.\n"
             "Resign: the value is neither on nor off; set Resign on or off.\n"
             "Level: the value is not one of the choices; set Level, with Full, Novice (400), "
             "Beginner (800), Casual (1200), Club (1600), Expert (2000), Master (2400), "
             "Auto.\n"
             "BookFile /no: there is no such book; nothing was changed.\n"
             "BookVariety: the value is not a number in range; set BookVariety N, where N is from "
             "0 to 1000.\n"},
     .failed = true},
    {.hear = {"set Level Club", "options", "set Elo 1601", "options"},
     .say = {"  Level          Club   ", "  Elo            1600   ", "  Level          by Elo   "}},
    /* every command for the strength reports the resulting level */
    {.hear = {"level Novice", "set Level club", "option Elo=900", "set LimitStrength off",
              "set Elo 800", "option LimitStrength=1", "level full", "level Fool",
              "set Level 1250"},
     .say =
         {"=I play like a player rated 400 on lichess.\n"
          "(Type \"set HumanTime on\" to make me take as long as a human.)\nI play like a player "
          "rated 1600 on "
          "lichess.\nI "
          "play like a player rated 900 on lichess.\nI play at full strength.\nI play at full "
          "strength: "
          "type \"set LimitStrength on\" to use Elo.\nI play like a player rated 800 on "
          "lichess.\nI "
          "play "
          "at full strength.\nlevel needs moves, minutes and an increment in seconds, as in: level "
          "40 5 0, or a rating, as in: level 1400, or Full, Novice, Beginner, Casual, Club, "
          "Expert, Master or Auto\nI play like a "
          "player "
          "rated 1250 on lichess.\n"},
     .failed = true},
    {.hear = {"set ClearHash", "set MultiPV = 2", "set Resign on", "post", "nopost", "time 3"},
     .say = {"=The hash table is empty now.\nMultiPV is now 2.\nResign is now on.\n3 "
             "seconds for each of my moves.\n"}},
    /* as in CECP; the name of an option is not a command */
    {.hear = {"option resign=1", "set MultiPV=3", "option Elo = 1700", "options", "option"},
     .say = {"  SettingsFile ", "  Resign         on ", "  MultiPV        3 ",
             "  Elo            1700 ", "  SettingsFile   none "}},
    {.hear = {"tb"},
     .say = {"=There are no tablebases; tb FOLDER names the folder of Syzygy tables.\n"},
     .failed = true},
    {.hear = {"option SyzygyPath=/x", "set syzygypath none"},
     .say = {"=There are no Syzygy tablebases there.\nI use no tablebases now.\n"}},
    {.hear = {"option Fly=1", "option =1", "BookFile x.bin", "evalfile=w/i.nn", "ClearHash",
              "options x"},
     .say =
         {"=Fly: unknown option; type \"options\" to list all.\nset needs one of the "
          "options and its value, as in: set Resign on\nBookFile is an option: type \"set BookFile "
          "VALUE\" to set it or \"help BookFile\" for help.\nEvalFile is an option: type \"set "
          "EvalFile VALUE\" to set it or \"help EvalFile\" for help.\nClearHash is an option: "
          "type \"set ClearHash\" to use it or \"help ClearHash\" for help.\nx: "
          "unknown option; type \"options\" to list all.\n"},
     .failed = true},
    {.hear = {"help evalfile", "options MoveOverhead", "help Level", "help ClearHash",
              "help Resign"},
     .say = {"EvalFile, an option: network to use", "    It is now: none\n",
             "set EvalFile FILE; to clear it: set EvalFile none\n",
             "MoveOverhead, an option: ", "    It is now: 30\n", "where N is from 0 to 5000\n",
             "level [MOVES", "; NAME or a rating: set my strength\n",
             "Level, an option: ", "    It is now: Full\n", "Full, Novice (400), Beginner (800)",
             "ClearHash, an option: ", "    To use it: set ClearHash\n", "resign the game",
             "Resign, an option: "}},
    /* file names with spaces and quotes, and missing files */
    {.hear = {"set SettingsFile \"/a b:/c\"", "options SettingsFile", "set SettingsFile none",
              "options SettingsFile", "set SettingsFile /a", "set SettingsFile \"\"",
              "options SettingsFile", "set OpeningMoves e4", "set OpeningMoves none",
              "options OpeningMoves", "set Resign \"on\"", "options Resign"},
     .say = {"is now: /a b:/c\n", "is now: none\n", "is now: none\n", "is now: none\n",
             "is now: on\n"}},
    {.hear = {"set EvalFile none", "set EvalFile \"\"", "set EvalFile <empty>", "set EvalFile"},
     .say = {BUILT_IN, BUILT_IN, BUILT_IN, BUILT_IN}},
    {.hear = {"set EvalFile \"no/i.nn\"", "set EvalFile /", "set EvalFile good.epd"},
     .say = {"=EvalFile no/i.nn: there is no such file; nothing was changed.\n"
             "EvalFile /: this is not a regular file; nothing was changed.\n"
             "EvalFile good.epd: this is not a network of Alula; nothing was changed.\n"},
     .failed = true},
    {.hear = {"book \"no book\"", "(book) book ", "book none", "book"},
     .say = {"=I cannot play from \"no book\": there is no such book.\nI now play from "
             "this book.\nI now play without a book.\nAlula plays without an opening book.\n"},
     .failed = true},
    {.hear = {"set SettingsFile mine", "set SaveSettings", "set SettingsFile \"mine\"",
              "set SettingsFile /no/such/folder/x"},
     .say = {"There is no file mine yet: use SaveSettings to create it.\nSettingsFile is now "
             "mine.\nThe "
             "settings are saved: set SettingsFile mine loads them.\nSettingsFile is now "
             "mine.\nThere is no file "
             "/no/such/folder/x, and none can be created there: "}},
    /* values longer than their column */
    {.hear = {"set OpeningMoves e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7", "options"},
     .say =
         {"  OpeningMoves   e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7\n"
          "                          opening line to follow while the game stays in it: e4 e5 Nf3\n"
          "  SaveSettings            write"}},
    {.hear = {"(book) book ", "book best", "options BookVariety", "book random",
              "options BookVariety"},
     .say = {"best moves.\n", "It is now: 0\n", "It is now: 100\n"}},
    /* `book off` keeps the file for `book on` */
    {.hear = {"(book) book ", "book best", "book ON", "book OFF", "book", "sd 2", "go", "(wait)",
              "new", "book On", "go"},
     .say = {"best moves.\nI now play from my book.\nI now play without a book.\n",
             "OwnBook is off: book moves are not played", "My move: 1. ", "at depth 2)",
             "I now play from my book.\nMy move: 1. e4   (from the book)\n"},
     .moves = 2},
    {.hear = {"(book) book ", "book none", "book on"},
     .say = {"I now play without a book.\nI have no book"},
     .failed = true},
    {.hear = {"post", "sd 3", "go", "(wait)", "stats", "nopost"},
     .say = {"  1  ", "  1. ", "My move: ", "Depth 3, "},
     .moves = 1},
    {.hear = {"stats", "stopfrac"},
     .say = {"I have not searched anything yet.", "There is nothing to set"},
     .failed = true},
    {.hear = {"force", "e4", "d7d5", "exd5", "d"},
     .say = {"  7  p p p(.)p p p p\n", "  5  : . :[P]: . : .\n", "  4  . : . :(.): . :\n",
             "  White has taken 1 pawn   Black has taken nothing   (White is 1 ahead)\n"}},
    {.hear = {"force", "setboard 4k3/8/2n5/qp1P4/2P5/8/8/R3K3 w - - 0 1", "Rxa5", "Nxa5", "cxb5",
              "Nb3", "d6"},
     .say =
         {"\n  White has taken 1 queen, 1 pawn   Black has taken 1 rook   (Black is 1 ahead)\n"}},
    {.hear = {"force", "f3", "e5", "g4", "Qh4#"}, .say = {"  4  . : . : . : P[q]\n", "Q>K<B"}},
    {.hear = {"board", "board coords", "board big", "board utf8", "board ascii", "board color",
              "board x"},
     .say = {"a b c d", "\n   r n b q", "\n     r   n   b", "♜", "Colors need a terminal.",
             "board needs ascii"},
     .failed = true},
    {.hear = {"board --svg", "board --svg .", "board --svg /no/such/x.svg", "board --svg \"\""},
     .say = {"board --svg needs a file", "I cannot write \".\": this is not a regular file.",
             "I cannot write \"/no/such/x.svg\": ", "I cannot write \"\": "},
     .failed = true},
    {.hear = {"force", "e4", "board --svg a board.svg", "flip", "Nf6", "board  --svg  \"b.svg\"",
              "back", "(cat) a board.svg", "(cat) b.svg"},
     .say = {"The picture was saved to a board.svg.\n", "The picture was saved to b.svg.\n",
             "<title>Black to move: ", "e2 is highlighted. e4 is highlighted. ",
             "x=\"160\" y=\"280\"/>", "<title>White to move: ",
             "f6 is highlighted. g8 is highlighted. ", "x=\"120\" y=\"0\"/>"}},
    {.hear = {"r", "flip"}, .say = {"h g f e d c b a", "a b c d e f g h"}},
    {.hear = {"moves e2", "moves x", "setboard k7/8/8/3p4/4P3/8/8/K7 w - - 0 1", "moves"},
     .say = {"e3 e4\n2 legal moves\nmoves needs a square", "exd5\n"},
     .failed = true},
    /* moves that levels would play, in common openings and known endgames, too */
    {.hear = {"moves at",
              "setboard r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq "
              "- 5 4",
              "moves AT 2000 1400", "moves at 399", "moves at 2401", "moves at e4", "moves at 1 2",
              "moves at 400 400 400 400 400 400 400 400 400 400 400"},
     .say = {"Level and its likeliest moves:\n   600   e4 ", "   d4 ", " %\n  1000   e4 ",
             " %\n  1400   e4 ", " %\n  1800   e4 ", " %\n  2200   e4 ",
             "Level and its likeliest moves:\n  2000   d5      ", "  1400   d5      ",
             "moves at takes up to 10 levels from 400 to 2400, as in: moves at 600 1400\n",
             "moves at takes", "moves at takes", "moves at takes", "moves at takes"},
     .failed = true},
    {.hear = {"setboard 8/8/8/3k4/8/8/8/RK6 w - - 0 1", "moves at 2400",
              "setboard k7/8/8/1Q6/8/8/8/4K3 w - - 0 1", "Qb6", "moves at"},
     .say = {"\n  2400   Kc2      9", "Draw by stalemate.", "The game is over here.\n"}},
    /* also while Alula thinks, without ending the search */
    {.hear = {"st 60", "e4", "moves at 1000", "?", "(wait)"},
     .say = {"Level and its likeliest moves:\n  1000   e5 ", "My move: 1... "},
     .moves = 1,
     .terminal = true},
    {.hear = {"force", "e4", "e5", "game", "history", "black", "a6", "game"},
     .say = {"1. e4 e5\n1. e4 e5\n", "2... a6\n"}},
    {.hear = {"force", "e4", "pgn"},
     .say = {"[Event \"Console game\"]\n", "[White \"Human\"]\n[Black \"Human\"]\n[Result \"*\"]\n",
             "\n1. e4 *\n"}},
    {.hear = {"key", "info"},
     .say = {"Key: ", "Key in opening books: 463b96181691fc9c\n",
             "White: 16 pieces: 8 pawns, 2 knights, 2 bishops, 2 rooks, 1 queen, 1 king\n",
             "legal moves: 20\n", "Sizes in bytes: board 80"}},
    {.hear = {"setboard 4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "info"},
     .say = {"White: 2 pieces: 1 rook, 1 king\nBlack: 1 piece: 1 king\n"}},
    {.hear = {"bitmap pawns", "bitmap", "bitmap x"},
     .say = {"  X X X X X X X X\n", "  00ff00000000ff00, 16 squares\nbitmap needs", "bitmap needs"},
     .failed = true},
    {.hear = {"bitmap blackKnights | whitePawns", "bitmap ~occupied", "bitmap white-pawns",
              "bitmap e4 ^ e4", "bitmap WHITEKING & kings & ~~e1"},
     .say = {"  420000000000ff00, 10 squares\n", "  0000ffffffff0000, 32 squares\n",
             "  00000000000000ff, 8 squares\n", "  0000000000000000, 0 squares\n",
             "  0000000000000010, 1 square\n"}},
    {.hear = {"bitmap white |", "bitmap | white", "bitmap ~", "bitmap white + black",
              "bitmap white black", "bitmap whit", "bitmap whitee4", "bitmap i9"},
     .say = {"bitmap needs", "bitmap needs", "bitmap needs", "bitmap needs", "bitmap needs",
             "bitmap needs", "bitmap needs", "bitmap needs"},
     .failed = true},
    {.hear = {"attacks e2", "attacks", "setboard 4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "pins"},
     .say = {"White attackers: Qd1 Ke1 Bf1 Ng1\nNo black attackers\nattacks needs",
             "Pinned white pieces: Ne2\nNo black piece is pinned\n"},
     .failed = true},
    {.hear = {"setboard 4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "see exd5", "qsearch", "see x"},
     .say = {"exd5: +0\n  exd5        +0\n1 capture or promotion\nsee needs a legal move"},
     .failed = true},
    {.hear = {"analyze 2", "(info)", "e4", "(info)", ".", "undo", "redo", "hint", "flip", "exit"},
     .say = {"Analysis: ", " 1. ", "depth ", "The analysis has ended."},
     .fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
     .terminal = true},
    /* a finished game stays finished, unless moves are made or taken back in the analysis */
    {.hear = {"sd 1", "e4", "(wait)", "resign", "analyze", "exit", "go", "analyze", "go", "both",
              "analyze", "undo", "exit", "pgn", "(wait)"},
     .say = {"White resigns", "The analysis has ended.\n", "The game is over", "The game is over",
             "The game is over", "(The game goes on", "[Result \"*\"]"},
     .moves = 1,
     .failed = true},
    /* an offer of a draw ends the analysis, and is answered as in the game */
    {.hear = {"sd 1", "play white", "setboard 3qk3/8/8/8/8/8/7P/4K3 w - - 0 30", "analyze",
              "(done)", "draw", "analyze", "h4", "draw", "resign", "analyze", "resign", "pgn",
              "(wait)"},
     .say = {"No draw yet", "Analysis", "No draw yet", "White resigns", "Analysis",
             "The game is over", "[Result \"0-1\"]", "\n30. h4 {White resigns} 0-1\n"},
     .never = {"Agreed"},
     .failed = true},
    /* in a script, analysis ends by itself, and is shown */
    {.hear = {"sd 6", "analyze", "(end)"}, .say = {"Analysis: ", "\n  1  ", "\n  6  "}},
    {.hear = {"sd 5", "analyze 2", "e4", "foo", "exit", "fen", "quit"},
     .say = {"Analysis: ", "\n 1.   5  ", "\n 2.   5  ", "a b c d", "\n 1.   5  ", "foo",
             "The analysis has ended.", "/4P3/"},
     .never = {"\n 1.   6  "},
     .failed = true},
    {.hear = {"sd 1", "analyze", "sd 0", "st 0.02", "undo", "undo", "setboard x", "new", "fen",
              "(end)"},
     .say = {"\n  1  ", "no move to take back", "no move to take back", "That position cannot",
             "A new game", START},
     .failed = true},
    {.hear = {"st 60", "analyze", "(info)", ".", "foo", "stop", "go", "?", "(wait)"},
     .say = {"depth ", "The analysis has ended.", "understand \"foo\"", "My move: 1. "},
     .moves = 1,
     .failed = true},
    {.hear = {"analyze", "(info)", "stop", ".", "analyze 0", "multipv 2", "multipv 0"},
     .say = {"The analysis has ended.\nI am not thinking.\nanalyze takes", "multipv needs"},
     .failed = true},
    {.hear = {"sd 1", "analyze", "(info)", "setboard x", "go", "(wait)"},
     .say = {"That position cannot", "My move: 1. "},
     .moves = 1,
     .failed = true},
    {.hear = {"load games.pgn 2", "load games.pgn 3", "load games.pgn 9", "load", "load /no/such"},
     .say = {"Game 2 of games.pgn: C - D, *, 2 moves. You move for both sides now.\n", "Line ",
             "is not legal at move ", "; the game has the moves before it.\nGame 3 of games.pgn",
             "There are fewer games in games.pgn.\n", "load needs a PGN file",
             "I cannot read \"/no/such\": "},
     .fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
     .failed = true},
    {.hear = {"load own.pgn", "pgn"},
     .say = {"Line 7: the tag Result says 1-0, the game ends 0-1, which counts.\nGame 1 of own.pgn",
             "1. e4 e5 0-1\n"}},
    /* the tags of a loaded game stay until Alula plays in it or a new game begins */
    {.hear = {"load games.pgn 1", "pgn", "Nf3", "pgn"},
     .say = {"A - B, 1-0, 1 move. ",
             "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White "
             "\"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n",
             "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n"},
     .never = {"Human", "TimeControl"}},
    /* other tags stay too, except those that no longer hold when the game goes on */
    {.hear = {"load lines.pgn 1"}, .say = {"Its notes and variations were not loaded, "}},
    {.hear = {"load lines.pgn 2"}, .say = {"2 of lines.pgn"}, .never = {"Its notes"}},
    {.hear = {"load lines.pgn 3"}, .say = {"Its notes and variations were not loaded, "}},
    {.hear = {"load tags.pgn", "Nc6", "save again.pgn", "(cat) again.pgn", "new", "force", "pgn"},
     .say = {"[Black \"?\"]\n[Result \"*\"]\n[WhiteElo \"2700\"]\n[ECO \"C40\"]\n[TimeControl "
             "\"300+3\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n",
             "[Result \"*\"]\n[TimeControl \"-\"]\n\n*\n"},
     .never = {"PlyCount", "AlulaLevel", "a remark"}},
    {.hear = {"load ended.pgn", "pgn", "load ended.pgn 2", "pgn"},
     .say = {"[Annotator \"Carl\"]\n\n1. e4 1-0\n", "[ECO \"B00\"]\n\n1. e4 *\n"},
     .never = {"Alula", "Termination"}},
    {.hear = {"load games.pgn 1", "undo", "pgn", "load games.pgn 1", "new", "force", "pgn"},
     .say = {"[Result \"*\"]\n\n1. e4 *\n", "[Event \"Console game\"]\n",
             "[White \"Human\"]\n[Black \"Human\"]\n[Result \"*\"]\n"}},
    {.hear = {"load games.pgn 1", "sd 1", "go", "(wait)", "pgn", "force", "pgn"},
     .say = {"[White \"Alula ", "[Black \"Human\"]\n[Result \"*\"]\n",
             "[White \"Human\"]\n[Black \"Human\"]\n[Result \"*\"]\n"},
     .moves = 1},
    /* resume takes the sides from the names: in a loaded game the user moves for both */
    {.hear = {"sd 1", "e4", "(wait)", "save played.pgn", "autosave on", "load played.pgn", "pgn",
              "a3", "resume", "autosave off"},
     .say = {"[White \"Human\"]\n[Black \"Alula ", "The game goes on; you play both sides."},
     .moves = 1},
    {.hear = {"autosave on", "load games.pgn 1", "a3", "resume", "pgn", "autosave off"},
     .say = {"The game goes on; you play both sides.",
             "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n"}},
    {.hear = {"load games.pgn 0", "load games.pgn x", "load \"games.pgn\" -1", "readfen good.epd 0",
              "readfen good.epd second", "load no.pgn x", "load no.pgn 0"},
     .say = {"=load takes a number from 1 after the file, as in: load FILE 2\n"
             "load takes a number from 1 after the file, as in: load FILE 2\n"
             "load takes a number from 1 after the file, as in: load FILE 2\n"
             "readfen takes a number from 1 after the file, as in: readfen FILE 2\n"
             "readfen takes a number from 1 after the file, as in: readfen FILE 2\n"
             "I cannot read \"no.pgn x\": No such file or directory.\n"
             "load takes a number from 1 after the file, as in: load FILE 2\n"},
     .fen = START,
     .failed = true},
    {.hear = {"load \"my games.pgn\" 2", "new", "load my games.pgn 2", "load my games 2"},
     .say = {"C - D, *, 2 moves.", "A new game", "C - D, *, 2 moves.", "E - F, *, 1 move. "}},
    {.hear = {"force", "e4", "save out.pgn", "e5", "save out.pgn", "new", "load out.pgn 2", "save",
              "save /no/such/file"},
     .say = {"The game was saved to out.pgn.\n", "The game was saved to out.pgn.\n",
             "Human - Human, *, 1 move. ", "save needs a file",
             "I cannot write \"/no/such/file\": "},
     .fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
     .failed = true},
    /* nothing is added to a file of another kind */
    {.hear = {"savepos own.fen", "savepos own.fen", "save own.fen", "log own.fen", "save own.pgn",
              "save own.pgn", "savepos own.pgn", "log own.pgn", "board --svg own.pgn",
              "save own.bin", "savepos own.bin", "log own.bin", "load own.pgn 2",
              "positions own.fen"},
     .say = {"The position was saved to own.fen.\nThe position was saved to own.fen.\n"
             "own.fen is not a PGN file, and was not changed.\n"
             "own.fen is not a log of Alula, and was not changed.\n"
             "The game was saved to own.pgn.\nThe game was saved to own.pgn.\n"
             "own.pgn is not a file of FEN lines, and was not changed.\n"
             "own.pgn is not a log of Alula, and was not changed.\n"
             "own.pgn is not a picture in SVG, and was not changed.\n"
             "own.bin is not a PGN file, and was not changed.\n"
             "own.bin is not a file of FEN lines, and was not changed.\n"
             "own.bin is not a log of Alula, and was not changed.\n"
             "Game 2 of own.pgn: ",
             "2 positions"},
     .failed = true},
    {.hear = {"load .", "save .", "test .", "source ."},
     .say = {"I cannot read \".\": this is not a regular file.", "I cannot write", "I cannot read",
             "I cannot read"},
     .failed = true},
    {.hear = {"exclude", "exclude e4 d4 e4", "exclude c4", "include d4 Nf3", "include all",
              "exclude e5", "exclude all", "force", "exclude e4", "d4", "include"},
     .say = {"I search all moves.\nI do not search e4 d4.\nI do not search e4 d4 "
             "c4.\nI do not search e4 c4.\nI search all moves.\ne5: the pawn on e2 "
             "cannot go to e5.\nNo move would be left to search.\nYou move for both sides "
             "now. (Type \"go\" to let me play the side to move.)\nI do not search e4.\n"},
     .never = {"My move"},
     .failed = true},
    {.hear = {"setboard " MATE_IN_1, "exclude Ra8", "sd 3", "go", "(wait)"},
     .say = {"I do not search Ra8#.\nI search 3 plies at most.\nMy move: 1. "},
     .never = {"Checkmate", "1. Ra8"},
     .moves = 1},
    {.hear = {"setboard " MATE_IN_1, "search Ra7 Kf1", "(info)", "exclude Kf1", "(info)",
              "include all", "(done)", "exit", "exclude"},
     .say = {"I search only Kf1 Ra7.\n", "Analysis: ", " 1. ", "I search only Ra7.\n",
             "I search all moves.\n", " 1. Ra8#",
             "The analysis has ended.\nI search all "
             "moves.\n"}},
    {.hear = {"search", "search Ke3", "search e4 x"},
     .say = {"=search needs the moves to look at, as in: search e4 Nf3\nKe3: the king on e1 "
             "cannot go to e3.\nx: that is not a move; moves look like e4, Nf3 or e7e8q.\n"},
     .failed = true},
    {.hear = {"setboard k7/8/8/1Q6/8/8/8/4K3 w - - 0 1", "mate 2"}, /* Qb6 is stalemate */
     .say = {"There is no mate in 2."}},
    {.hear = {"setboard " MATE_IN_1, "exclude Ra8", "mate 1", "include all", "mate 1", "(wait)",
              "setboard 7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "mate 2", "(wait)"},
     .say = {"There is no mate in 1.\n", "Mate in 1: 1. Ra8#\n",
             "Mate in 2: 1. Kf7 Kh7 2. Rh1#\n"}},
    {.hear = {"setboard 4b3/8/1p1N2pn/1P1B4/kB6/P2Kp3/8/8 w - - 0 1", "mate 3", "mate 4",
              "setboard 4b3/8/1p1N2pn/1P1B4/kB6/P2Kp3/8/8 w - - 95 99", "mate 4 0.05", "(wait)",
              "setboard 8/8/8/8/8/2k5/1q6/K7 w - - 0 1", "mate 1"},
     .say = {"There is no mate in 3.\nMate in 4: 1. Bc4 ", "4. Nxb6#\n",
             "I have found no mate in 4, to depth ", "There is no legal move."},
     .failed = true},
    {.hear = {"mate 9 60", "stop", "(wait)", "mate 8 0.05", "(wait)", "mate 2", "mate", "mate 0",
              "mate 61", "mate 2 0", "mate 2 x"},
     .say = {"I have found no mate in 9, to depth ", "I have found no mate in 8, to depth ",
             "There is no mate in 2.\n", "mate needs", "mate needs", "mate needs", "mate needs",
             "mate needs"},
     .failed = true},
    {.hear = {"confess"}, .say = {"I confess only at levels"}, .failed = true},
    /* the tags name the level of the moves */
    {.hear = {"elo 1400", "f3", "(wait)", "elo 600", "pgn", "resign", "pgn"},
     .say = {"(level 1400)\"]", "(level 1400)\"]"},
     .never = {"(level 600)"},
     .moves = 1},
    {.hear = {"elo 1400", "f3", "(wait)", "elo 600", "e3", "(wait)", "pgn"},
     .say = {"[Black \"Alula " ALULA_VERSION "\"]"},
     .moves = 2},
    {.hear = {"train \"no file\"", "puzzles", "puzzles mine", "solution"},
     .say = {"I cannot read", "puzzles needs a file",
             "There are no exercises yet: type \"train\" to make some.",
             "There is no exercise on the board: type \"train\" for one."},
     .failed = true},
    {.hear = {"annotate games.pgn notes.pgn depth 2", "(wait)", "annotate games.pgn notes.pgn",
              "annotate games.pgn two.pgn", "annotate notes.pgn notes.pgn 60", "load notes.pgn 2",
              "pgn"},
     .say = {"Game 1: A - B, 1 move\n", "Game 2: C - D, 2 moves\n",
             "Game 3: E - ? is unchanged: line 13: ", "2 games with notes: 0 ??, ",
             " in notes.pgn.\n", "Continuing with notes.pgn.\n",
             "Game 2: C - D already has its notes.\n",
             "No game was annotated, and nothing was written.", "The file two.pgn already exists",
             "Game 1: A - B already has its notes.",
             "No game was annotated, and nothing was written.", "C - D, *, 2 moves."},
     .fen = "rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2",
     .failed = true},
    {.hear = {"annotate mate.pgn paged.pgn \"the page.HTML\" depth 2", "(wait)",
              "(cat) the page.HTML", "annotate paged.pgn other.html", "(cat) other.html",
              "annotate mate.pgn a.html b.html", "annotate mate.pgn /no/such.html"},
     .say = {"1 game with notes: 1 ??, ", " in paged.pgn.\nThe report is in the page.HTML.\n",
             "<!DOCTYPE html>", "already has its notes.", "nothing was written.\n",
             "The report is in other.html.\n", "</html>", "annotate needs a PGN file",
             "/no/such.html: cannot be made: "},
     .failed = true},
    {.hear = {"annotate mate.pgn depth 8", "(wait)", "(cat) mate-annotated.pgn"},
     .say = {"Game 1: A - B, 2 moves\n",
             "  2. g4?? gets mated in 1; better ",
             "1 game with notes: 1 ??, ",
             "[Annotator \"Carl; Alula " ALULA_VERSION "\"]\n",
             "\n1. f3 ",
             "{[%eval",
             "e5",
             "$1",
             "{[%eval",
             "g4",
             "$4",
             "{[%eval",
             "#-1,8] Allows mate: 2...",
             "Qh4#.}",
             "{why?}",
             "(2.",
             "{[%eval",
             "(2.",
             "{better})",
             "Qh4#",
             "0-1\n"},
     .never = {"0.1]"}},
    {.hear = {"annotate queens.pgn nodes 5000", "(wait)"},
     .say = {"  5... Bxd1?? gets mated in 2; better ", "  3... Qg5?? -", "  1. Qd5?", "  1. Qd5?",
             "4 games with notes: 2 ??, "}},
    {.hear = {"annotate two.pgn half.pgn 60", ".", "stop", ".", "(cat) half.pgn"},
     .say = {"Game 1: A - B, 1 move\nGame 2: C - D, 1 move\nGame 2: 0 of 3 positions done.\n"
             "Ended early: 1 game with notes: 0 ??, 0 ?, 0 ?!, in half.pgn; the other "
             "games are unchanged.\nI am not thinking.\n",
             "[Annotator \"Alula " ALULA_VERSION "\"]\n[AlulaNotes \"",
             "\"]\n\n{[%eval 0.00]} 1. Kd1 {[%eval 0.00]} *\n\n",
             "[White \"C\"]\n[Black \"D\"]\n\n1.e4   e5 $1 { as it was } *\n"},
     .failed = true},
    /* existing notes and files are kept */
    {.hear = {"annotate own.pgn new.pgn depth 2", "(wait)", "(cat) new.pgn",
              "annotate new.pgn newer.pgn 60"},
     .say = {"1 game with notes: ", "[Result \"1-0\"]\n",
             "[Annotator \"Alulavsky; Carl, whose name is longer than anything that anybody would "
             "think of as the name of one annotator who has looked at a game and has something to "
             "say about its moves; Alula " ALULA_VERSION "\"]\n",
             "1... e5 ", "[%eval", "{[%clk 0:01] so} ", "Game 1: A - B already has its notes."},
     .never = {"0.77"}},
    {.hear = {"setboard 7k/8/5K2/7p/8/8/8/6R1 w - - 0 1", "annotate king.pgn depth 4", "(wait)",
              "pv"},
     .say = {"1 game with notes", "I have not searched from here.\n"},
     .failed = true},
    {.hear = {"annotate two.pgn stale.pgn 60", "stop"},
     .say = {"in stale.pgn; the other games are unchanged."},
     .failed = true},
    {.hear = {"annotate same.pgn same.pgn 60", "save same.pgn", "stop", "(cat) same.pgn",
              "(cat) same-2.pgn"},
     .say = {"The game was saved to same.pgn.\nsame.pgn was changed by another program; "
             "the notes go to same-2.pgn.\nEnded early: ",
             "[Event \"Console game\"]", "{[%eval 0.00]}"},
     .terminal = true},
    {.hear = {"annotate two.pgn late.pgn 60", "save late.pgn", "stop", "(cat) late.pgn",
              "(cat) late-2.pgn"},
     .say = {"late.pgn was changed by another program", "[Event \"Console game\"]",
             "{[%eval 0.00]}"},
     .terminal = true},
    {.hear = {"annotate two.pgn left.pgn 60", "exit", "fen"},
     .say = {"Ended early: 1 game with notes", START},
     .terminal = true},
    {.hear = {"annotate broken.pgn broken2.pgn 60", "annotate \"a b.pgn\""},
     .say = {"Game 1: ? - ? is unchanged: ", "I cannot read \"a b.pgn\": "},
     .failed = true},
    {.hear = {"analyze", "(info)", "mate 1", "(info)", "exit", "fen"},
     .say = {"Analysis: ", "There is no mate in 1.", "\n  1  ", "  1. ", "The analysis has ended.",
             START},
     .terminal = true},
    {.hear = {"analyze", "(info)", "mate 9 60", "stop", "(wait)", "exit", "fen"},
     .say = {"Analysis: ", "I have found no mate in 9", "The analysis has ended.", START},
     .terminal = true},
    {.hear = {"annotate games.pgn none.pgn 60", "stop", "load none.pgn"},
     .say = {"Ended early: no game was annotated, and nothing was written.\nI cannot read"},
     .failed = true},
    {.hear = {"annotate", "annotate a b c", "annotate games.pgn 0", "annotate games.pgn depth 0",
              "annotate games.pgn 1 depth 2", "annotate games.pgn nodes 0",
              "annotate games.pgn nodes", "annotate /no/such", "annotate games.pgn /no/such 1",
              "annotate .", "annotate \"games.pgn\" \"no\"/"},
     .say = {"annotate needs a PGN file", "annotate needs", "annotate needs", "annotate needs",
             "annotate needs", "annotate needs", "annotate needs", "I cannot read \"/no/such\": ",
             "I cannot write \"/no/such\": ", "I cannot read \".\": this is not a regular file.",
             "annotate needs"},
     .failed = true},
    {.hear = {"games", "games 1", "games won level club opening reti", "games level 300",
              "games opening", "games won by me"},
     .say = {"There are no saved games yet.\nThere are no saved games yet.\nThere are no "
             "saved games yet.\nlevel needs a rating from 400 to 2800",
             "opening needs words, as in: games opening Sicilian\n", "games takes won, lost, "},
     .failed = true},
    {.hear = {"autosave on", "autosave off", "autosave", "autosave x", "resume x"},
     .say = {"The game is saved after each move in ",
             "alula/.\nThe game is not saved after "
             "each move.\nThe game is not saved after each move.\nautosave needs on or off",
             "resume takes only previous"},
     .failed = true},
    {.hear = {"source commands.txt", "source itself.txt", "source", "source /no/such"},
     .say = {"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n",
             "A command file cannot run another one.", "source needs", "I cannot read"},
     .failed = true},
    {.hear = {"ini", "ini commands.txt", "new", "ini", "new", "source own.bin", "ini own.bin",
              "fen"},
     .say = {"ini needs a command file", "0 2\n", "A new game", "0 2\n",
             "own.bin, line 3: a control character stands in column 4 of the line.\n"
             "own.bin, line 3: a control character stands in column 4 of the line.\n" START},
     .failed = true},
    {.hear = {"(hold)", "source commands.txt", "undo"},
     .fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
    {.hear = {"perft 3", "divide 1", "perft x", "perft 15", "divide 0"},
     .say = {"Nodes searched: 8902\nTime: ", "e2e4: 1\n",
             "perft needs a number of plies from 1 to 20, as in: perft 5\n"
             "That would take too long here: use the program alula-perft.\n",
             "divide needs a number of plies"},
     .failed = true},
    {.hear = {"sd 4", "test good.epd", "(wait)", "perftsuite good.epd", "(wait)"},
     .say = {"line 1 first: solved, Ra8# mate in 1 at depth ", "2 of 2 solved", "2 of 2 solved"}},
    {.hear = {"test games.pgn", "positions good.epd 9", "readfen games.pgn", "positions bad.epd 2",
              "readfen bad.epd 2"},
     .say =
         {"=That file has no position with bm, am, dm, or D1 to D9.\n"
          "There are fewer positions in good.epd.\nThere is no position in games.pgn.\nThere are "
          "fewer positions in bad.epd.\nThere are fewer positions in bad.epd.\n"},
     .failed = true},
    {.hear = {"test counted.epd", "(wait)"}, .say = {"1 of 1 solved, 420 nodes, "}},
    {.hear = {"memory 8", "threads 64", "memory 100000000"},
     .say =
         {"There is enough memory for only 1 thread.\nmemory needs a number of megabytes from 8 to "
          "16777216"},
     .failed = true},
    {.hear = {"analyze", "(info)", "exclude", "include", "(delay)", "exit"},
     .say = {"Analysis: ", "I search all moves.\n", "I search all moves.\n", "has ended"},
     .terminal = true},
    {.hear = {"help", "annotate", "fen"},
     .say = {"annotate needs a PGN file, perhaps another one to write, and seconds or depth N,\nas "
             "in: annotate games.pgn notes.pgn 2\n"},
     .terminal = true},
    {.hear = {"setboard r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 100 1234",
              "fen"},
     .say = {"\nr3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 100 1234\n"},
     .terminal = true},
    {.hear = {"sd 2", "test bad.epd", "(wait)", "test", "test /no/such"},
     .say = {"line 1 never: not solved, Ra8#", " (am Ra8#)\n", "0 of 1 solved", "test needs a file",
             "I cannot read"},
     .failed = true},
    {.hear = {"test wrong.epd", "(end)"},
     .say = {"line 1: depth 1 has 20 leaves, but 21 are expected",
             "line 2: ", "line 3: bm: Qh8 is not a legal move", "0 of 1 solved",
             "some lines could not be read"},
     .failed = true},
    /* one Ctrl-C ends a long command, and nothing else */
    {.hear = {"(ctrl-c)", "fen", "(hold)", "perft 7", "(ctrl-c)", "fen", "(hold)", "divide 6",
              "(ctrl-c)", "fen"},
     .say = {"(Press Ctrl-C again to quit.)\n" START "\nEnded after 0 of 20 moves, at 0 nodes.\n",
             START "\nEnded after 0 of 20 moves, at 0 nodes.\n", START "\n"},
     .never = {"Nodes searched"}},
    {.hear = {"(hold)", "bench 30", "(ctrl-c)", "(hold)", "perf", "(ctrl-c)", "fen"},
     .say = {"=Ended after 0 of 28 positions, at 0 nodes.\nEnded after 0 of 4 measurements.\n" START
             "\n"}},
    /* so does a typed stop or quit; lines typed earlier wait, and a script goes on */
    {.hear = {"(hold)", "perft 7", "(hold)", "fen", "stop", "(hold)", "divide 6", "stop", "(hold)",
              "perf", "stop"},
     .say = {"Ended after 0 of 20 moves, at 0 nodes.\n", START "\nEnded after 0 of 20 moves, ",
             "Ended after 0 of 4 measurements.\n"},
     .never = {"nothing to stop"},
     .terminal = true},
    {.hear = {"(hold)", "bench 30", "(hold)", "fen", "(hold)", "stop", "(hold)", "test counts.epd",
              "stop"},
     .say = {"Ended after 0 of 28 positions, at 0 nodes.\n" START "\nEnded early: 0 of 0 solved"},
     .never = {"nothing to stop"},
     .terminal = true},
    {.hear = {"(hold)", "perft 7", "(hold)", "fen", "q", "fen"},
     .say = {"Ended after 0 of 20 moves, at 0 nodes.\n"},
     .never = {START},
     .terminal = true},
    /* Ctrl-C loses neither events of a search nor the end of the input */
    {.hear = {"st 60", "analyze", "(info)", "(hold)", "perft 5", "(hold)", "e4", "(end)", "fen"},
     .say = {"Nodes searched: 4865609\n"},
     .never = {START},
     .fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
     .terminal = true},
    {.hear = {"analyze", "(info)", "(hold)", "perft 7", "stop", ".", "exit"},
     .say = {"Ended after 0 of 20 moves", "depth ", "The analysis has ended."},
     .terminal = true},
    {.hear = {"(hold)", "drill KBNK 5", "(ctrl-c)", "fen", "drill KBNK 5", "fen"},
     .say =
         {"KBNK was not solved: interrupted, or not enough memory. The game is unchanged.\n" START
          "\n"
          "You play White and win: mate in 22. (Type \"drill KBNK 5\" to set up this position "
          "again.)\n",
          "a b c d", "2B1k3/8/1K6/5N2/8/8/8/8 w - - 0 1\n"},
     .failed = true},
    {.hear = {"(hold)", "perft 3", "stop"},
     .say = {"Nodes searched: 8902\n", "There is nothing to stop."},
     .failed = true},
    {.hear = {"(hold)", "test counts.epd", "(ctrl-c)", "fen"},
     .say = {"Ended early: 0 of 0 solved", START},
     .failed = true},
    {.hear = {"bench 1", "bench x"},
     .say = {" 1 ", " nodes ", " nps\n", "bench takes a depth"},
     .failed = true},
    {.hear = {"perf"}, .say = {"moves generated", "million per second"}},
    {.hear = {"tt", "tt off", "tt", "sd 3", "go", "(wait)", "stats", "tt on", "tt x"},
     .say = {"with the trans", "without the trans", "without the trans", "My move: ",
             "beta cutoffs came with the first move\n", "with the trans", "tt needs on or off"},
     .moves = 1,
     .failed = true},
    {.hear = {"setboard r3k2r/p1ppqpb1/bn2pnp1/3PN2/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
              "setboard r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
              "perft 3 kinds", "perft 30 kinds", "perft 12 kinds", "perft 3 kind"},
     .say = {"That position cannot",
             "  captures             17102\n  en passant              45\n"
             "  castlings             3162\n  promotions               0\n  checks                 "
             "993\n",
             "  mates                    1\nNodes searched: 97862\nTime: ",
             "perft needs a number of plies", "That would take too long here",
             "kind: perft takes only kinds after its number, as in: perft 4 kinds"},
     .failed = true},
    {.hear = {"check", "force", "e4", "selftest"},
     .say = {"  The position is legal: ", "All checks passed.\n"}},
    {.hear = {"epd", "eval", "score", "view"},
     .say = {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 1;\n",
             "total: ", "\nThere are no saved games yet.\n", "  Resign "}},
    {.hear = {"pv", "sd 4", "go", "(wait)", "pv", "force", "e5", "pv"},
     .say = {"I have not searched from here.", "My move: 1. ", "\n1. ", " for White at depth 4\n",
             "I have not searched from here."},
     .moves = 1,
     .failed = true},
    {.hear = {"sn 200", "sn 0x", "sn -1", "st 60", "go", "(wait)", "stats", "xboard", "sd 2", "go",
              "(wait)"},
     .say = {"sn needs", "sn needs", "My move: 1. ", "; 200 nodes in ", "\nmove "},
     .moves = 2},
    {.hear = {"positions good.epd", "positions good.epd 2", "positions", "positions /no/such",
              "loadfen good.epd 1", "savepos some.fen", "savepos some.fen", "(cat) some.fen",
              "savepos", "savepos ."},
     .say = {"   1  6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\n   2  rnbqkbnr/",
             "2 positions; type \"readfen FILE N\" to play", "   2  rnbqkbnr/", "positions needs",
             "I cannot read", "Position 1 of 2 in good.epd.",
             "The position was saved to some.fen.\n", MATE_IN_1 "\n" MATE_IN_1 "\n",
             "savepos needs", "I cannot write \".\""},
     .failed = true},
    {.hear = {"log talk.txt", "fen", "echo  one  two", "e9", "log off", "key", "(cat) talk.txt",
              "log", "log .", "log /no/such/file", "log off", "log talk.txt"},
     .say = {"one  two\n", "Key: ",
             "\n> fen\n" START "\n> echo  one  two\none  two\n> e9\ne9: e9 is "
             "not a square",
             "> log off\n", "log needs a file", "I cannot write \".\": this is not a regular file.",
             "I cannot write \"/no/such/file\": ", "There is no log.\n"},
     .failed = true},
    {.hear = {"ana", "(info)", "exi", "exit", "mir", "posit good.epd"},
     .say = {"Analysis: ", "Did you mean exit?", "The analysis has ended.", "Did you mean mirror?",
             "2 positions"},
     .fen = START,
     .terminal = true},
    {.hear = {"version", "license", "warranty"},
     .say = {"Alula " ALULA_VERSION ", free software under the GNU", "without any warranty"}},
    {.hear = {"q"}, .say = {"="}},
    {.hear = {"bye"}, .say = {"="}},
};

/* Checks a file that a row has written, as if it were output. */
static bool cat(Talk *t, const char *line) {
    FILE *file;
    int c;

    if (strncmp(line, "(cat) ", 6) != 0)
        return false;
    file = fopen(line + 6, "rb");
    ck_assert_ptr_nonnull(file);
    while ((c = getc(file)) != EOF)
        talk_receive(t, &(char){(char)c}, 1);
    fclose(file);
    return true;
}

START_ROWS(dialogue, ROWS(rows)) {
    Talk t;

    setenv("LC_ALL", "C", 1);
    setenv("NO_COLOR", "1", 1);
    talk_start(&t, protocols, check_line);
    console_welcome(&t.f);
    t.f.out.terminal = rows[_i].terminal;
    for (int i = 0; rows[_i].hear[i]; i++)
        if (!talk_directive(&t, rows[_i].hear[i]) && !cat(&t, rows[_i].hear[i]))
            talk_send(&t, rows[_i].hear[i]);
    talk_expect(&t, rows[_i].say, rows[_i].never);
    CLAIM(t.moves == rows[_i].moves, "%d moves, said:\n%s", t.moves, t.said);
    if (rows[_i].fen)
        ck_assert_str_eq(tests_fen(gameline_now(&t.f.game.line)), rows[_i].fen);
    ck_assert_int_eq(console_has_failed(&t.f), rows[_i].failed);
    talk_end(&t);
}

/* Checks that every command is in the rows above. */
START_TEST(every_command) {
    const char *name;

    for (size_t i = 0; (name = console_command_name(i)); i++) {
        bool found = !*name;

        for (int row = 0; row < ROWS(rows); row++)
            for (int k = 0; rows[row].hear[k]; k++) {
                Word line = word_of(rows[row].hear[k]);
                found |= word_is(text_word(&line), name);
            }
        CLAIM(found, "no test for %s", name);
    }
}

/* Every command without arguments rejects words after it, and does nothing. */
START_TEST(words_too_many) {
    const char *name;

    for (size_t i = 0; (name = console_command_name(i)); i++) {
        char line[40], alone[80];
        bool takes_none;
        Talk t;

        talk_start(&t, protocols, check_line);
        snprintf(line, sizeof line, "help %s", name);
        talk_send(&t, line);
        snprintf(alone, sizeof alone, "\n%s\n    ", name); /* the usage has no arguments */
        takes_none = strstr(t.said, alone) || !strncmp(t.said, alone + 1, strlen(alone) - 1);
        snprintf(line, sizeof line, "%s foo", name);
        t.f.out.terminal = true;
        if (*name && takes_none) {
            talk_send(&t, line);
            CLAIM(strstr(t.said, " takes no argument.\n"), "%s:\n%s", line, t.said);
            CLAIM(!t.f.leaving && t.f.search.busy == IDLE, "%s does something", line);
        }
        talk_end(&t);
    }
}

/* The commands of the engine winglet, which some users know: each has an effect. */
static const struct {
    const char *hear[3], *say;
} winglet[] = {
    {{"help"}, "undo"},
    {{"black"}, ""},
    {{"white"}, ""},
    {{"sd 2", "cc 2", "(wait)"}, "My move: 1. "},
    {{"d"}, "a b c d e f g h"},
    {{"eval"}, "for White"},
    {{"exit"}, ""},
    {{"quit"}, ""},
    {{"force", "e4", "game"}, "1. e4"},
    {{"sd 2", "go", "(wait)"}, "My move: 1. "},
    {{"info"}, "Sizes in bytes"},
    {{"ini script"}, ""},
    {{"memory 64"}, ""},
    {{"force", "move e2e4", "fen"}, "/4P3/"},
    {{"moves"}, "20 legal moves"},
    {{"new", "fen"}, "KQkq"},
    {{"perf"}, "per second"},
    {{"perft 3"}, "Nodes searched: 8902"},
    {{"force", "setboard " MATE_IN_1, "qsearch"}, ""},
    {{"r"}, "h g f e d c b a"},
    {{"readfen good.epd 1", "fen"}, "8"},
    {{"sd 3"}, ""},
    {{"stopfrac 60"}, "nothing to set"},
    {{"sd 3", "test good.epd", "(wait)"}, "solved"},
    {{"time 5"}, ""},
    {{"force", "e4", "undo"}, "P P P P P P P P"},
    {{"setup", "rank 6 3p2p1", "exit"}, "p"},
};

START_ROWS(winglet_commands, ROWS(winglet)) {
    Talk t;

    talk_start(&t, protocols, check_line);
    for (int i = 0; i < ROWS(winglet->hear) && winglet[_i].hear[i]; i++) {
        if (!strcmp(winglet[_i].hear[i], "(wait)"))
            talk_wait(&t);
        else
            talk_send(&t, winglet[_i].hear[i]);
    }
    CLAIM(!strstr(t.said, "I do not understand"), "%s", t.said);
    CLAIM(strstr(t.said, winglet[_i].say), "expected \"%s\" in:\n%s", winglet[_i].say, t.said);
    talk_end(&t);
}

/* The same for the commands of the setup mode. */
START_TEST(every_setup_command) {
    const Command *c;
    Talk t;

    talk_start(&t, protocols, check_line);
    talk_send(&t, "setup");
    for (c = t.f.protocol->commands; c->name; c++) {
        bool found = false;

        for (int row = 0; row < ROWS(rows); row++) {
            bool inside = false;
            for (int k = 0; rows[row].hear[k]; k++) {
                Word line = word_of(rows[row].hear[k]);
                const Word word = text_word(&line);
                found |= inside && word_is(word, c->name);
                inside = (inside || word_is(word, "setup")) && !word_is(word, "cancel");
            }
        }
        CLAIM(found, "no test for %s in setup", c->name);
    }
    CLAIM(c != t.f.protocol->commands, "setup has no commands");
    talk_end(&t);
}

/* Each command has help, with an example that begins with its name. */
START_TEST(every_help) {
    const char *name;

    for (size_t i = 0; (name = console_command_name(i)); i++) {
        char line[40];
        Talk t;

        if (!*name)
            continue;
        talk_start(&t, protocols, check_line);
        snprintf(line, sizeof line, "help %s", name);
        talk_send(&t, line);
        CLAIM(strstr(t.said, "\n    Example: "), "no example for %s:\n%s", name, t.said);
        CLAIM(!console_has_failed(&t.f), "no help for %s", name);
        talk_end(&t);
    }
}

/* A terminal gets a greeting, a board and a prompt, but no prompt during a search. */
START_TEST(terminal) {
    static const char *const greeting[] = {"Alula ", "help", "  8  ", "White (1): ", NULL};
    static const char *const never[] = {NULL}, *const no_prompt[] = {"Black (1): ", NULL};
    Talk t;

    setenv("LC_ALL", "C", 1);
    setenv("NO_COLOR", "1", 1);
    talk_start(&t, protocols, check_line);
    t.f.out.terminal = true;
    console_welcome(&t.f);
    console_protocol.prompt(&t.f);
    talk_expect(&t, greeting, never);
    talk_send(&t, "st 30");
    talk_send(&t, "e4");
    console_protocol.prompt(&t.f);
    ck_assert_int_eq(t.f.search.busy, THINKING);
    talk_expect(&t, never, no_prompt);
    talk_end(&t);
}

/* The prompt says what a question expects. */
START_TEST(question) {
    static const char *const say[] = {"y/n\n", "y/n: ", "Ng5 was not played.\n",
                                      "White (4): ", NULL};
    static const char *const never[] = {NULL};
    Talk t;

    setenv("LC_ALL", "C", 1);
    setenv("NO_COLOR", "1", 1);
    talk_start(&t, protocols, check_line);
    t.f.out.terminal = true;
    talk_send(&t, "warn on");
    talk_send(&t, "setboard " TWO_KNIGHTS);
    talk_send(&t, "Ng5");
    console_protocol.prompt(&t.f); /* no prompt while the move is checked */
    talk_wait(&t);
    console_protocol.prompt(&t.f);
    t.f.out.prompted = false;
    talk_send(&t, "n");
    console_protocol.prompt(&t.f);
    talk_expect(&t, say, never);
    talk_end(&t);
}

/* Tab completions of a line, and the start of the word that they replace. */
static const struct {
    const char *typed, *words;
    size_t from;
} completions[] = {
    {"unde", "", 0},
    {"und", "undo ", 0},
    {"  fo", "force ", 2},
    {"N", "Na3 Nc3 Nf3 Nh3 ", 0},
    {"1. Nf", "Nf3 ", 3},
    {"e2", "e2e3 e2e4 ", 0},
    {"move Nf", "Nf3 ", 5},
    {"search e4 d", "d3 d4 d2d3 d2d4 ", 10},
    {"set resignS", "ResignScore ", 4},
    {"set b", "BookFile BookVariety ", 4},
    {"set Level cl", "Club ", 10},
    {"set resign o", "on off ", 11},
    {"set EvalFile king.", "king.pgn ", 13},
    {"help anno", "annotate ", 5},
    {"board u", "utf8 ", 6},
    {"board ", "ascii utf8 color big coords --svg ", 6},
    {"board --", "--svg ", 6},
    {"board --svg king.", "king.pgn ", 12},
    {"board --svg \"my games.", "\"my games.pgn ", 12},
    {"board utf8 king.", "", 11},
    {"load king.", "king.pgn ", 5},
    {"load my", "\"my games 2 \"my games.pgn ", 5},
    {"load my games.", "\"my games.pgn ", 5},
    {"load \"my games.", "\"my games.pgn ", 5},
    {"load \"my games.pgn\"", "", 5},
    {"load king.pgn 1", "", 14},
    {"save ./king.", "./king.pgn ", 5},
    {"annotate king.pgn mate.", "mate.pgn ", 18},
    {"annotate \"my games.pgn\" mate.", "mate.pgn ", 24},
    {"log /et", "/etc/ ", 4},
    {"log no/such/", "", 4},
    {"log of", "off ", 4},
    {"fen ", "", 0},
    {"nonsense x", "", 0},
};

START_ROWS(completion, ROWS(completions)) {
    char found[1024], moves[COMPLETE_MOVES_SIZE];
    LineeditWords words = {.context = moves};
    Text text = text_in(found, sizeof found), legal = text_in(moves, sizeof moves);
    Talk t;

    talk_start(&t, protocols, NULL);
    complete_write_moves(&legal, gameline_now(&t.f.game.line));
    console_complete(&words, completions[_i].typed, strlen(completions[_i].typed));
    for (const char *word = words.text; words.count--; word += strlen(word) + 1)
        text_addf(&text, "%s ", word);
    ck_assert_str_eq(found, completions[_i].words);
    if (*found)
        ck_assert_uint_eq(words.from, completions[_i].from);
    free(words.text);
    talk_end(&t);
}

static size_t six_rows(void) {
    return 6;
}

/* Long output on a terminal waits for Enter; another line, q or Ctrl-C ends it. */
START_ROWS(pager, 5) {
    static const char *const ends[] = {"q", "fen", CONSOLE_INTERRUPT, "quit", "fen # all"};
    static const char *const first[] = {"-- more: Enter, q to stop -- ", NULL};
    static const char *const never[] = {NULL};
    Talk t;

    talk_start(&t, protocols, NULL);
    t.f.out.terminal = true;
    t.f.out.rows = six_rows;
    t.f.out.prompted = true;
    for (int page = 1; page < 4; page++) {
        int lines = 0;

        talk_send(&t, page > 1 ? "" : "help all");
        for (const char *c = t.said; *c; c++)
            lines += *c == '\n';
        ck_assert_int_eq(lines, 5 * page);
        ck_assert(output_has_more(&t.f.out));
        console_protocol.prompt(&t.f);
    }
    talk_expect(&t, first, never);
    talk_send(&t, ends[_i]);
    ck_assert(!output_has_more(&t.f.out));
    ck_assert(!t.f.leaving);
    t.f.out.rows = NULL; /* without a screen, all of the output is shown */
    talk_send(&t, "help all");
    ck_assert(!output_has_more(&t.f.out));
    talk_end(&t);
}

/* A NUL byte does not match a command name, and names are not read beyond their end. */
START_TEST(nul_bytes) {
    static const char *const said[] = {"I do not understand \"fen?\"",
                                       "I do not understand \"board????\"",
                                       "I do not understand \"new???\"", NULL};
    static const char *const never[] = {"rnbqkbnr", NULL};
    Talk t;

    talk_start(&t, protocols, NULL);
    mailbox_send_line(t.f.box, "fen", 4, false);
    mailbox_send_line(t.f.box, "board\0\0\0", 9, false);
    mailbox_send_line(t.f.box, "new\0\0", 6, false);
    talk_step(&t);
    talk_expect(&t, said, never);
    talk_end(&t);
}

/* A pipe gets no greeting and no prompt. */
START_TEST(pipe_is_quiet) {
    Talk t;

    talk_start(&t, protocols, check_line);
    console_welcome(&t.f);
    console_protocol.prompt(&t.f);
    ck_assert_str_eq(t.said, "");
    talk_end(&t);
}

/* Chess figures where the terminal can show them. */
START_TEST(chess_figures) {
    static const char *const say[] = {"♜", "♙", NULL}, *const never[] = {NULL};
    Talk t;

    setenv("LC_ALL", "en_US.UTF-8", 1);
    setenv("TERM", "dumb", 1);
    unsetenv("NO_COLOR");
    talk_start(&t, protocols, NULL);
    t.f.out.terminal = true;
    talk_send(&t, "d");
    talk_expect(&t, say, never);
    talk_end(&t);
}

/* The color of a8, a light square with a black piece, by the terminal. */
static const struct {
    const char *terminal, *color_terminal, *say;
} terminals[] = {
    {"xterm", "", "\x1b[0;44;1;33m"},
    {"linux", "", "\x1b[0;44;1;33m"},
    {"xterm-16color", "truecolor", "\x1b[0;44;93m"},
    {"xterm-256color", "", "\x1b[48;5;103;38;5;16m"},
    {"xterm", "truecolor", "\x1b[48;5;103;38;5;16m"},
    {"alacritty", "", "\x1b[48;5;103;38;5;16m"},
    {"vt100", "", "  8  r n b q"},
};

START_ROWS(colors, ROWS(terminals)) {
    const char *const say[] = {terminals[_i].say, NULL}, *const never[] = {NULL};
    Talk t;

    setenv("LC_ALL", "C", 1);
    setenv("TERM", terminals[_i].terminal, 1);
    setenv("COLORTERM", terminals[_i].color_terminal, 1);
    unsetenv("NO_COLOR");
    talk_start(&t, protocols, NULL);
    t.f.out.terminal = true;
    talk_send(&t, "d");
    talk_expect(&t, say, never);
    talk_end(&t);
}

/* Writes the files for the rows to a temporary folder. */
static bool make_files(void) {
    static const char *const files[][2] = {
        {"games.pgn", "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 1-0\n\n[White \"C\"]\n[Black "
                      "\"D\"]\n\n1. d4 d5 2. c4 *\n\n[White \"E\"]\n\n1. e4 e5 2. Ke3 *\n"},
        {"my games.pgn",
         "[White \"A\"]\n\n1. e4 *\n\n[White \"C\"]\n[Black \"D\"]\n\n1. d4 d5 2. c4 *\n"},
        {"my games 2", "[White \"E\"]\n[Black \"F\"]\n\n1. e4 *\n"},
        {"good.epd",
         MATE_EPD " bm Ra8#; dm 1; id \"first\";\n\n# a remark\n"
                  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ;D1 20 ;D2 400\n"},
        {"counts.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ;D6 119060324\n"},
        {"bad.epd", MATE_EPD " am Ra8#; id \"never\";\n"},
        {"wrong.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ;D1 21\n"
                      "nonsense\n" MATE_EPD " bm Qh8;\n"},
        {"mate.pgn",
         "[White \"A\"]\n[Black \"B\"]\n[Annotator \"Carl\"]\n\n1. f3 {[%eval 0.1] } e5 $1 "
         "2. g4 {why?} (2. e4 {better}) Qh4# 0-1\n"},
        {"queens.pgn", /* the last two are dropped in won games; Black stays lost in the last */
         "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0\n\n"
         "1. e4 e5 2. Nf3 Nc6 3. Bc4 Qg5 4. Nxg5 *\n\n"
         "[FEN \"r2bk2r/ppp2ppp/2n2n2/8/8/2NQ1N2/PPP2PPP/R1B2RK1 w kq - 0 1\"]\n\n1. Qd5 *\n\n"
         "[FEN \"r3k2r/ppp2ppp/2n2n2/8/8/2NQ1N2/PPP2PPP/R1B2RK1 w kq - 0 1\"]\n\n1. Qd5 *\n"},
        {"two.pgn", "[White \"A\"]\n[Black \"B\"]\n[FEN \"8/8/8/4k3/8/8/8/4K3 w - - 0 1\"]\n\n1. "
                    "Kd1 *\n\n[White \"C\"]\n[Black \"D\"]\n\n1.e4   e5 $1 { as it was } *\n"},
        {"own.pgn",
         "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[Annotator \"Alulavsky\"]\n[Annotator "
         "\"Carl, whose name is longer than anything that anybody would think of as the name of "
         "one annotator who has looked at a game and has something to say about its "
         "moves\"]\n\n1. e4 e5 {[%clk 0:01][%eval 0.77] so} 0-1\n"},
        {"stale.pgn.new", "what another program left\n"},
        {"same.pgn",
         "[FEN \"8/8/8/4k3/8/8/8/4K3 w - - 0 1\"]\n\n1. Kd1 *\n\n[White \"C\"]\n\n1. e4 *\n"},
        {"rounds.pgn", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 *\n"},
        {"tags.pgn", "[PlyCount \"3\"]\n[WhiteElo \"2700\"]\n[Result \"1-0\"]\n[ECO "
                     "\"C40\"]\n[TimeControl \"300+3\"]\n[AlulaLevel \"800\"]\n\n1. e4 e5 {[%clk "
                     "0:01:00] a remark} 2. Nf3 1-0\n"},
        {"ended.pgn", "[Annotator \"Carl; Alula 1.0, depth 9\"]\n[Termination \"time "
                      "forfeit\"]\n\n1. e4 1-0\n\n[Annotator \"Alula 1.0\"]\n[ECO "
                      "\"B00\"]\n\n1. e4 *\n"},
        {"three.pgn", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *\n"},
        {"lines.pgn", "1. e4 (1. d4) e5 1-0\n\n1. e4 {[%clk 0:01:00]} e5 {White resigns} 0-1\n\n"
                      "1. e4 $1 *\n"},
        {"king.pgn", "[FEN \"7k/8/5K2/8/8/8/8/6R1 w - - 0 1\"]\n\n1. Kf7 *\n"},
        {"broken.pgn", "1. e4 Ke2 *\n"},
        {"counted.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ;D1 20 ;D2 400\n"},
        {"warn.txt", "# Alula settings\n# Elo is the rating of a person on lichess\nWarn=1\n"},
        {"knight.txt", "st 60\nNg5\n"},
        {"commands.txt", "force\ne4\r\n\n# a remark\ne5\nfen"},
        {"itself.txt", "source itself.txt\n"},
        {"own.bin", "new\n# \177\nfen\177ELF\002\n>[1. e4\n"},
    };

    for (int i = 0; i < ROWS(files); i++) {
        FILE *file = fopen(files[i][0], "wb");
        if (!file || fputs(files[i][1], file) < 0 || fclose(file))
            return false;
    }
    return true;
}

/* `resume` after a kill restores moves, sides and clocks. */
START_TEST(resume) {
    static const char *const kept[] = {"My move: 1... ", NULL}, *const never[] = {NULL};
    static const char *const again[] = {"There is an unfinished game",
                                        "The game goes on; you play "
                                        "White. It is move 2.",
                                        "White ", NULL};
    char fen[FEN_SIZE];
    Talk t;

    talk_start(&t, protocols, NULL);
    t.f.out.terminal = true;
    console_welcome(&t.f);
    talk_send(&t, "level 40 5 0");
    talk_send(&t, "sd 1");
    talk_send(&t, "e4");
    talk_wait(&t);
    talk_expect(&t, kept, never);
    snprintf(fen, sizeof fen, "%s", tests_fen(gameline_now(&t.f.game.line)));
    talk_end(&t); /* without saving at the end, as after a kill */

    talk_start(&t, protocols, NULL);
    t.f.out.terminal = true;
    console_welcome(&t.f);
    talk_send(&t, "resume");
    talk_send(&t, "clock");
    talk_expect(&t, again, never);
    ck_assert_str_eq(tests_fen(gameline_now(&t.f.game.line)), fen);
    ck_assert_int_eq(t.f.game.time.moves, 40);
    talk_end(&t);

    /* the level comes back with the game */
    talk_start(&t, protocols, NULL);
    t.f.out.terminal = true;
    console_welcome(&t.f);
    talk_send(&t, "force");
    talk_send(&t, "elo 800");
    talk_send(&t, "h3");
    talk_end(&t);
    talk_start(&t, protocols, NULL);
    t.f.out.terminal = true;
    console_welcome(&t.f);
    ck_assert(strstr(t.said, "full strength"));
    talk_send(&t, "resume");
    ck_assert_int_eq(t.f.options.value[OPTION_LIMIT_STRENGTH], 1);
    ck_assert_int_eq(t.f.options.value[OPTION_ELO], 800);
    talk_send(&t, "resume 2"); /* that game was played at full strength */
    ck_assert_int_eq(t.f.options.value[OPTION_LIMIT_STRENGTH], 0);
    talk_end(&t);

    /* a finished game is not resumed */
    talk_start(&t, protocols, NULL);
    t.f.out.terminal = true;
    console_welcome(&t.f);
    ck_assert(strstr(t.said, "There are 2 unfinished games: type \"resume\" for the last one"));
    talk_send(&t, "force");
    talk_send(&t, "d4");
    talk_send(&t, "resign");
    talk_send(&t, "resume 3");
    ck_assert(strstr(t.said, "There are fewer unfinished games."));
    talk_send(&t, "resume");
    ck_assert_str_eq(tests_fen(gameline_now(&t.f.game.line)), fen);
    talk_end(&t);

    /* a game that `new` has left is resumed */
    talk_start(&t, protocols, NULL);
    t.f.out.terminal = true;
    console_welcome(&t.f);
    talk_send(&t, "force");
    talk_send(&t, "c4");
    snprintf(fen, sizeof fen, "%s", tests_fen(gameline_now(&t.f.game.line)));
    talk_send(&t, "new");
    talk_send(&t, "force");
    talk_send(&t, "d4");
    talk_send(&t, "resume previous");
    ck_assert_str_eq(tests_fen(gameline_now(&t.f.game.line)), fen);
    talk_end(&t);
}

static void send_all(Talk *t, const char *const *line) {
    while (*line)
        talk_send(t, *line++);
}

static bool file_has(const char *name, const char *words) {
    char path[300], text[8192];
    FILE *file;
    size_t n;

    snprintf(path, sizeof path, "%s/alula/%s", getenv("XDG_STATE_HOME"), name);
    if (!(file = fopen(path, "rb")))
        return false;
    n = fread(text, 1, sizeof text - 1, file);
    text[n] = '\0';
    fclose(file);
    return strstr(text, words) != NULL;
}

/* One game after another is left unfinished: all of them are kept. */
START_TEST(unfinished_games_are_kept) {
    static const char *const first[] = {"force",           "a3", "new", "force", "b3",
                                        "resume previous", NULL},
                             *const second[] = {"new", "force", "c3", "new", "force", "d3", NULL},
                             *const again[] = {"new", "force", "e3", NULL};
    Talk t;

    talk_start(&t, protocols, NULL);
    t.f.out.terminal = true;
    console_welcome(&t.f);
    send_all(&t, first);
    CLAIM(file_has("game-3.pgn", "1. a3") && file_has("game-2.pgn", "1. b3"),
          "the games have not changed places");
    send_all(&t, second);
    CLAIM(file_has("game-5.pgn", "1. d3") && file_has("game-4.pgn", "1. c3"), "not the last two");
    CLAIM(file_has("game-3.pgn", "1. a3") && file_has("game-2.pgn", "1. b3"), "a game is lost");
    for (int i = 0; i < 18; i++)
        send_all(&t, again);
    CLAIM(file_has("game-2.pgn", "1. b3") && file_has("game-23.pgn", "1. e3"), "one is lost");
    talk_end(&t);
}

/* Moves of an analysis are saved when it ends, in whatever way; a game only looked at is not. */
START_ROWS(analyzed_game_is_saved, 5) {
    static const char *const ends[] = {"exit", "force", "quit", "load games.pgn 1", "resume"};
    static const char *const first[] = {"sd 1", "force", "d4", "analyze", "d5", NULL};
    static const char *const looked[] = {"load games.pgn 1", "analyze", "back", "exit", NULL};
    Talk t;

    talk_start(&t, protocols, NULL);
    t.f.out.terminal = true;
    console_welcome(&t.f);
    send_all(&t, first);
    CLAIM(file_has("game.pgn", "1. d4 *"), "saved too early");
    talk_send(&t, ends[_i]);
    if (!strcmp(ends[_i], "quit")) {
        frontend_leave(&t.f); /* as input_run() does */
        console_farewell(&t.f);
        ck_assert_ptr_nonnull(strstr(t.said, "The game is saved"));
    }
    CLAIM(file_has("game.pgn", "1. d4 d5 *"), "not saved after %s", ends[_i]);
    if (!strcmp(ends[_i], "resume"))
        ck_assert_uint_eq(t.f.game.line.length, 2);
    talk_end(&t);

    talk_start(&t, protocols, NULL);
    t.f.out.terminal = true;
    console_welcome(&t.f);
    send_all(&t, looked);
    CLAIM(file_has("game.pgn", "1. d4 d5 *"), "lost by looking at another game");
    talk_end(&t);
}

static void start_session(Talk *t, const char *const *line) {
    talk_start(t, protocols, NULL);
    t->f.out.terminal = true;
    console_welcome(&t->f);
    send_all(t, line);
}

/*
 * A game that continues after a draw is saved again; a game in analysis is saved before a new
 * position.
 */
START_TEST(detours_are_saved) {
    static const char *const draw[] = {"load three.pgn", "e5", "undo 2", "redo 2", NULL};
    static const char *const position[] = {
        "new", "force", "analyze", "d4", "d5", "setboard 8/8/4k3/8/8/4K3/4P3/8 w - - 0 1",
        "Kf4", NULL};
    Talk t;

    start_session(&t, draw);
    CLAIM(file_has("game.pgn", "5. e4 e5 *"), "lost by redo");
    send_all(&t, position);
    CLAIM(file_has("game-2.pgn", "1. d4 d5 *"), "lost with its analysis");
    ck_assert_int_eq(t.f.search.busy, ANALYZING);
    talk_send(&t, "exit");
    CLAIM(file_has("game-3.pgn", "1. Kf4 *") && file_has("game-2.pgn", "1. d4 d5 *"),
          "the analysis did not go on");
    talk_end(&t);
}

/* `resume` in an analysis finds the games from before it. */
START_TEST(resume_in_analysis) {
    static const char *const first[] = {"force", "a3", "new", "force", "b3", NULL};
    static const char *const again[] = {"force", "analyze", "e4", "resume", NULL};
    static const char *const previous[] = {"force", "analyze", "c4", "resume previous", NULL};
    static const char *const over[] = {"force",  "resign",  "new",      "force",
                                       "resign", "analyze", "resume 4", NULL};
    Talk t;

    start_session(&t, first);
    talk_end(&t);
    start_session(&t, again);
    CLAIM(file_has("game-4.pgn", "1. b3 *") && file_has("game-3.pgn", "1. e4 *"), "not resumed");
    CLAIM(file_has("game.pgn", "1. a3 *"), "lost");
    ck_assert_int_eq(t.f.search.busy, IDLE);
    talk_end(&t);
    start_session(&t, previous);
    CLAIM(file_has("game-6.pgn", "1. e4 *") && file_has("game-5.pgn", "1. c4 *"), "not resumed");
    CLAIM(file_has("game-4.pgn", "1. b3 *"), "lost");
    ck_assert(strstr(t.said, "The game goes on; you play both sides. It is move 1."));
    send_all(&t, over); /* no game to resume: the analysis goes on */
    ck_assert(strstr(t.said, "There are fewer unfinished games."));
    ck_assert_int_eq(t.f.search.busy, ANALYZING);
    ck_assert(console_state(&t.f)->analyzing);
    talk_end(&t);
}

/* Returns how often a word is in games.pgn. */
static int kept(const char *word) {
    char path[300], text[1 << 14];
    FILE *file;
    int n = 0;

    snprintf(path, sizeof path, "%s/alula/games.pgn", getenv("XDG_STATE_HOME"));
    if (!(file = fopen(path, "rb")))
        return 0;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    for (const char *at = text; (at = strstr(at, word)); at++)
        n++;
    return n;
}

/* Games that end in any way are in games.pgn at once, and in no other file. */
static const struct {
    const char *hear[12], *text;
    int ends; /* games in the file */
} finished[] = {
    {{"setboard " MATE_IN_1, "Ra8"}, "\n1. Ra8# 1-0\n", 1},
    {{"setboard " MATE_IN_1, "sd 2", "go", "(wait)"}, "\n1. Ra8# 1-0\n", 1},
    {{"setboard k7/8/8/1Q6/8/8/8/4K3 w - - 0 1", "Qb6"}, "\n1. Qb6 1/2-1/2\n", 1},
    {{"force", "e4", "resign"}, "\n1. e4 {Black resigns} 1-0\n", 1},
    {{"sd 1", "elo 800", "level 0 5 0", "e4", "(wait)", "resign"}, "[%clk 0:0", 1},
    {{"sd 1", "elo 800", "level 0 5 0", "e4", "(wait)", "resign"}, "(level 800)\"]\n", 1},
    {{"sd 1", "level 0 5 3", "e4", "(wait)", "resign"}, "[TimeControl \"300+3\"]\n", 1},
    {{"sd 1", "elo 800", "e4", "(wait)", "resign"}, "[AlulaLevel \"800\"]\n", 1},
    {{"sd 1", "e4", "(wait)", "resign"}, "[AlulaLevel \"Full\"]\n", 1},
    /* the game is saved with the level before its result */
    {{"sd 1", "elo auto", "d4", "(wait)", "c4", "(wait)", "resign"}, "(level 1200)\"]\n", 1},
    {{"sd 1", "elo auto", "d4", "(wait)", "c4", "(wait)", "resign"}, "Level \"1200\"]\n", 1},
    {{"sd 1", "elo 800", "e4", "(wait)", "elo 900", "d4", "(wait)", "resign"}, "\"Mixed\"]", 1},
    {{"sd 1", "elo 800", "both 2", "(wait)", "resign"}, "[AlulaLevel \"Mixed\"]\n", 1},
    {{"sd 1", "load games.pgn 2", "go", "(wait)", "resign"}, "[AlulaLevel \"Mixed\"]\n", 1},
    {{"sd 1", "time 5+0.5", "e4", "(wait)", "resign"}, "[TimeControl \"300+0.5\"]\n", 1},
    {{"force", "e4 c5 Nf3", "draw"},
     "[TimeControl \"-\"]\n[ECO \"B27\"]\n[Opening \"Sicilian Defense\"]\n[Termination "
     "\"normal\"]\n\n",
     1},
    {{"load tags.pgn", "Nc6", "Bb5", "draw"}, "[ECO \"C40\"]\n[TimeControl \"300+3\"]\n[Ter", 1},
    {{"force", "e4", "draw"}, "\n1. e4 {Agreed} 1/2-1/2\n", 1},
    {{"force", "load three.pgn", "undo"}, NULL, 0}, /* the game was not played here */
    {{"force", "load three.pgn", "e5", "undo 2"}, " 4. Ng1 Ng8 1/2-1/2\n", 1},
    {{"force", "e4", "analyze", "f6", "d4", "g5", "Qh5", "exit"}, "3. Qh5# 1-0\n", 1},
    {{"force", "e4", "e5", "resign", "back"}, "\n1. e4 e5 {White resigns} 0-1\n", 1},
    {{"setboard " MATE_IN_1, "force", "resign"}, NULL, 0}, /* there is no move */
    {{"autosave off", "force", "e4", "resign"}, NULL, 0},
    /* a game that goes on after its end is saved again, unless it ends in the same way */
    {{"setboard " MATE_IN_1, "force", "Ra8", "undo", "redo"}, "\n1. Ra8# 1-0\n", 1},
    {{"force", "e4", "draw", "activate", "e5", "draw"}, "\n1. e4 e5 {Agreed} 1/2-1/2\n", 2},
    {{"force", "e4", "draw", "activate", "resign"}, "\n1. e4 {Black resigns} 1-0\n", 2},
    {{"force", "e4", "resign", "activate", "draw"}, "[AlulaAgain \"yes\"]\n", 2},
    {{"force", "e4", "e5", "draw", "undo", "d5", "draw"}, "\n1. e4 e5 {Agreed} 1/2-1/2\n", 2},
    {{"force", "e4", "draw", "new", "force", "e4", "draw"}, "\n1. e4 {Agreed} 1/2-1/2\n", 2},
};

START_ROWS(finished_games_are_kept, ROWS(finished)) {
    Talk t;

    start_session(&t, (const char *const[]){NULL});
    for (int i = 0; finished[_i].hear[i]; i++)
        if (!talk_directive(&t, finished[_i].hear[i]))
            talk_send(&t, finished[_i].hear[i]);
    CLAIM(kept("[Result \"") == finished[_i].ends, "%d games are kept", kept("[Result \""));
    if (finished[_i].text) {
        CLAIM(kept(finished[_i].text), "not kept: %s", finished[_i].text);
        ck_assert(strstr(t.said, "(The game was saved to "));
        ck_assert(!file_has("game.pgn", ""));
    }
    talk_end(&t);
}

/* A game that goes on after its end is unfinished again; its copy in games.pgn stays. */
START_TEST(end_is_taken_back) {
    static const char *const line[] = {
        "setboard " MATE_IN_1, "force", "Ra7", "Kh8", "Ra8", "undo", NULL};
    Talk t;

    start_session(&t, (const char *const[]){"force", "a3", "resign", NULL});
    send_all(&t, line);
    CLAIM(kept("2. Ra8# 1-0") && kept("1. a3 ") && file_has("game.pgn", "1. Ra7 Kh8 *"), "lost");
    talk_end(&t);
}

/* A game that cannot be added to games.pgn is saved as unfinished. */
START_TEST(finished_game_cannot_be_kept) {
    char path[300];
    Talk t;

    start_session(&t, (const char *const[]){"force", "e4", NULL});
    snprintf(path, sizeof path, "%s/alula/games.pgn", getenv("XDG_STATE_HOME"));
    ck_assert_int_eq(mkdir(path, 0700), 0);
    talk_send(&t, "resign");
    ck_assert(strstr(t.said, "(The game cannot be added to"));
    ck_assert(strstr(t.said, "games.pgn: this is not a regular"));
    CLAIM(file_has("game.pgn", "1. e4 {Black resigns} 1-0"), "the game is lost");
    talk_end(&t);
}

/* Writes games.pgn. */
static void put_games(const char *text) {
    char path[300];
    FILE *file;

    snprintf(path, sizeof path, "%s/alula", getenv("XDG_STATE_HOME"));
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/alula/games.pgn", getenv("XDG_STATE_HOME"));
    ck_assert_ptr_nonnull(file = fopen(path, "wb"));
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
}

/* Another file named games.pgn is not changed, and a message says so. */
START_TEST(foreign_games_stay) {
    static const char text[] = "my diary\nToday I lost at chess.\n";
    Talk t;

    put_games(text);
    talk_start(&t, protocols, check_line);
    send_all(&t, (const char *const[]){"autosave on", "force", "e4", "resign", "games", "games 1",
                                       NULL});
    CLAIM(strstr(t.said, "games.pgn: it is not a PGN file, and was not changed.)\n"), "%s", t.said);
    ck_assert(strstr(strstr(t.said, "games.pgn is not a PGN file.\n") + 1, "is not a PGN file.\n"));
    CLAIM(file_has("games.pgn", text) && !file_has("games.pgn", "e4"), "it was changed");
    CLAIM(file_has("game.pgn", "1. e4 {Black resigns} 1-0"), "the game is lost");
    talk_end(&t);
}

/* Games that end in several consoles at the same time are all kept. */
START_TEST(games_end_together) {
    enum { CONSOLES = 3, GAMES = 8 };

    for (int i = 0; i < CONSOLES; i++) {
        const pid_t child = fork();
        Talk t;

        ck_assert_int_ge(child, 0);
        if (child)
            continue;
        start_session(&t, (const char *const[]){NULL});
        for (int k = 0; k < GAMES; k++)
            send_all(&t, (const char *const[]){"new", "force", "e4", "resign", NULL});
        talk_end(&t);
        _exit(0);
    }
    for (int i = 0; i < CONSOLES; i++)
        ck_assert_int_gt(wait(NULL), 0);
    CLAIM(kept("\n1. e4 {Black resigns} 1-0\n") == CONSOLES * GAMES, "%d are kept", kept("1-0\n"));
}

#define PLAYED(date, white, black, level, moves)                                                   \
    "[Date \"" date "\"]\n[White \"" white "\"]\n[Black \"" black "\"]\n" level "\n" moves "\n\n"
#define LEVEL(level) "[AlulaLevel \"" #level "\"]\n"
#define KEPT_GAMES                                                                                 \
    PLAYED("2026.01.01", "Human", "Alula 1.1", LEVEL(1400), "1. e4 c5 2. Nf3 d6 1-0")              \
    PLAYED("2026.01.02", "Alula 1.1", "Human", LEVEL(1400), "1. e4 c5 2. Nf3 e6 3. d4 0-1")        \
    PLAYED("2026.01.03", "Human", "Alula 1.1", LEVEL(1400), "1. Nf3 d5 2. c4 d4 3. d3 0-1")        \
    PLAYED("2026.01.04", "Human", "Alula 1.1", LEVEL(1400), "1. e4 c5 2. Nc3 a6 1-0")              \
    PLAYED("soon", "Human", "Alula 1.1", LEVEL(Full), "1. e4 e5 2. Nf3 Nc6 1/2-1/2")               \
    PLAYED("2026.01.06", "Human", "Alula 1.1 (level 900)", "", "1. d4 d5 2. c4 dxc4 1-0")          \
    PLAYED("2026.01.07", "Human", "Human", "", "1. e4 c5 0-1")

#define SCORE(level, result)                                                                       \
    PLAYED("2026.01.01", "Human", "Alula 1.1", LEVEL(level), "1. e4 c5 2. Nf3 d6 " result)
#define LOST_POSITION                                                                              \
    "[FEN \"8/8/4k3/8/8/4K3/4P3/8 w - - 0 1\"]\n[White \"Human\"]\n[Black \"Alula\"]\n" LEVEL(2400)

/* Lists and loads of kept games, and points. */
static const struct {
    const char *games, *hear[4], *say[8], *never[3];
} listings[] = {
    {KEPT_GAMES,
     {"games"},
     {"=    N  date        you    result   level   moves  opening\n"
      "    1  2026.01.07  both   0-1      -           1  B20 Sicilian Defense\n"
      "    2  2026.01.06  White  won      old 900     2  D20 Queen's Gambit Accepted\n"
      "    3  ????.??.??  White  drawn    full        2  C44 King's Knight Opening: Normal "
      "Variation\n"
      "    4  2026.01.04  White  won      1400        2  B23 Sicilian Defense: Closed\n"
      "    5  2026.01.03  White  lost     1400        3  A09 R\303\251ti Opening: Advance "
      "Variation\n"
      "    6  2026.01.02  Black  won      1400        3  B40 Sicilian Defense: French Variation\n"
      "    7  2026.01.01  White  won      1400        2  B50 Sicilian Defense: Modern Variations\n"
      "7 of 7 saved games; type \"games N\" to show one of them.\n"},
     {NULL}},
    {KEPT_GAMES,
     {"games won level 1400 opening SICILIAN defense"},
     {"    4  2026", "    6  2026", "    7  2026", "3 of 7 saved games; "},
     {"    1  2", "    5  2"}},
    {KEPT_GAMES, {"games lost drawn"}, {"    3  ", "    5  ", "2 of 7"}, {"    1  2", "    2  2"}},
    {KEPT_GAMES, {"games opening b40 level 1400 won"}, {"    6 ", "1 of 7"}, {NULL}},
    {KEPT_GAMES, {"games opening reti"}, {"    5  ", "1 of 7"}, {NULL}},
    {KEPT_GAMES, {"games level full"}, {"    3 ", "1 of 7"}, {NULL}},
    {KEPT_GAMES, {"games level 900"}, {"=None of the 7 saved games matches.\n"}, {NULL}},
    {KEPT_GAMES, {"games level Club lost"}, {"=None of the 7 saved games matches.\n"}, {NULL}},
    {KEPT_GAMES,
     {"games 5", "game", "pgn"},
     {"Game 5 of the saved games: Human - Alula 1.1, 0-1, 3 moves. You move for both sides now.\n",
      "1. Nf3 d5 2. c4 d4 3. d3 0-1\n", "[Date \"2026.01.03\"]\n"},
     {NULL}},
    {KEPT_GAMES, {"games 8"}, {"=There are 7 saved games.\n"}, {NULL}},
    {KEPT_GAMES, {"games 0"}, {"games takes won"}, {NULL}},
    {"",
     {"games", "games 1"},
     {"=There are no saved games yet.\nThere are no saved games yet.\n"},
     {NULL}},
    {"", {"score"}, {"=There are no saved games yet.\n"}, {NULL}},
    {PLAYED("2026.01.07", "Human", "Human", "", "1. e4 c5 0-1"),
     {"score"},
     {"=No finished game against me is saved yet.\n"},
     {NULL}},
    {KEPT_GAMES,
     {"score"},
     {"=You won 4, drew 1 and lost 1 of 6 games against me: 75 % of the points.\n"
      "\n games    won  drawn   lost  points  level\n"
      "     4      3      0      1    75 %   1400\n"
      "     1      0      1      0    50 %   full strength\n"
      "     1      1      0      0   100 %   other scales\n"
      "\n games    won  drawn   lost  points  opening\n"
      "     3      3      0      0   100 %   Sicilian Defense\n"
      "     1      0      1      0    50 %   King's Knight Opening\n"
      "     1      1      0      0   100 %   Queen's Gambit Accepted\n"
      "     1      0      0      1     0 %   R\303\251ti Opening\n"
      /* 3.5 points of 5 games with the draw: 1400 + 400 lg (0.7 / 0.3) = 1547.2; the variance is
         5 * 0.7 * 0.3 = 1.05, and 1.96 * 400 / ln 10 / sqrt(1.05) = 332.3 */
      "\nYour rating, on the lichess scale of the levels, is 1547 +- 332 (95 %), from 4 games and "
      "one added draw against the average level.\n"
      "Not counted for the rating: 2 games at full strength, at a changed level or on another "
      "scale, from a set-up position, or with fewer than two moves by each side.\n"},
     {NULL}},
    /* a game that went on after its end counts with its first result */
    {SCORE(1000, "0-1")
         PLAYED("2026.01.02", "Human", "Alula 1.1", LEVEL(1000) "[AlulaAgain \"yes\"]\n",
                "1. e4 c5 2. Nf3 d6 3. d4 1-0"),
     {"score", "games"},
     {"You won 0, drew 0 and lost 1 of 1 game", "from 1 game and", "won      1000", "2 of 2"},
     {NULL}},
    /* wins alone: 2.5 of 3 games, 1000 + 400 lg 5 = 1279.6; 3 * 5 / 36, so 527.4 */
    {SCORE(1000, "1-0") SCORE(1000, "1-0"),
     {"score"},
     {" is 1280 +- 527 (95 %), from 2 games "},
     {"only"}},
    /* a win and a loss at either side of the average, and a draw: in the middle, where the
       expectations are 10/11, 1/11 and 1/2: 173.7 * 1.96 / sqrt(20/121 + 1/4) */
    {SCORE(800, "1-0") SCORE(1600, "0-1"),
     {"score"},
     {" 800\n", " 1600\n", " is 1200 +- 528 (95 %), from 2 games "},
     {NULL}},
    /* level Auto; games that do not count: a lost start position, few moves, no result */
    {SCORE(1201, "1-0") SCORE(1299, "0-1") SCORE(1300, "*") LOST_POSITION
     "\n1. Kd3 Kd5 2. Ke3 Ke5 0-1\n\n" PLAYED("?", "Human", "Alula", LEVEL(2000), "1. e4 c5 1-0"),
     {"score"},
     {"     2      1      0      1    50 %   1201 to 1299\n",
      "     1      1      0      0   100 %   2000\n", " is 1250 +- ", "from 2 games",
      "Not counted for the rating: 2 games"},
     {"1300"}},
    /* damaged: its end is lost, a game is cut off, and bytes are in the way */
    {"[White \"Human\"]\n[Black \"Alula\"]\n[Result \"1-0\"]\n\n1. e4 c5 2. Nf3 {[%clk 0:0"
     "\n\n[Event \"b\"]\n[White \"Human\"]\n[Black \"Al\n\n\001\377\n\n[Event \"c\"]\n"
     "[White \"Human\"]\n[Black \"Alula\"]\n\n1. d4 Nf6 2. c4 Ke5 1-0\n",
     {"games", "games 1"},
     {"    1  ????.??.??  White  won      -           2! A50 Indian", "2! B27 Sicilian",
      "! marks games cut off at an error.\n", "is not legal",
      "; the game has the moves before it.\nGame 1 of the saved games: Human - Alula, 1-0, 2 "
      "moves."},
     {NULL}},
};

START_ROWS(kept_games_are_listed, ROWS(listings)) {
    Talk t;

    put_games(listings[_i].games);
    talk_start(&t, protocols, check_line);
    for (int i = 0; i < ROWS(listings->hear) && listings[_i].hear[i]; i++)
        talk_send(&t, listings[_i].hear[i]);
    talk_expect(&t, listings[_i].say, listings[_i].never);
    talk_end(&t);
}

/* Listing games leaves the search for a move alone; Ctrl-C ends the reading of many. */
START_TEST(listing_while_thinking) {
    enum { GAMES = 2000 };
    static const char game[] = "1. e4 c5 1-0\n\n";
    char *text = calloc(GAMES, sizeof game);
    Talk t;

    ck_assert_ptr_nonnull(text);
    for (size_t i = 0; i < GAMES; i++)
        memcpy(text + i * (sizeof game - 1), game, sizeof game);
    put_games(text);
    free(text);
    start_session(&t, (const char *const[]){"st 60", "e4", "games won", NULL});
    ck_assert_int_eq(t.f.search.busy, THINKING);
    ck_assert(strstr(t.said, "None of the 2000 saved games matches.\n"));
    talk_end(&t);
    talk_start(&t, protocols, check_line);
    t.hold = true;
    talk_send(&t, "games");
    talk_directive(&t, "(ctrl-c)");
    talk_step(&t);
    ck_assert(strstr(t.said, "The saved games cannot be read: reading was stopped.\n"));
    talk_end(&t);
}

/* Two consoles at once do not touch each other's game, and both games are offered later. */
START_TEST(two_consoles) {
    static Talk a, b;

    start_session(&a, (const char *const[]){"force", "e4", "e5", NULL});
    start_session(&b, (const char *const[]){"force", "d4", "d5", NULL});
    ck_assert(!strstr(b.said, "unfinished"));
    talk_send(&a, "Nf3");
    CLAIM(file_has("game.pgn", "2. Nf3 *") && file_has("game-2.pgn", "1. d4 d5 *"), "lost");
    talk_send(&b, "resume 2"); /* the other console is playing its game */
    ck_assert(strstr(b.said, "There are fewer unfinished games."));
    send_all(&b, (const char *const[]){"resign", "new", "force", "c4", NULL});
    CLAIM(file_has("game.pgn", "2. Nf3 *") && file_has("game-2.pgn", "1. c4 *"), "lost");
    CLAIM(kept("1. d4 d5 {White resigns} 0-1"), "not kept");
    talk_send(&a, "draw");
    CLAIM(kept("2. Nf3 {Agreed}") && kept("1. d4 d5 "), "not both are kept");
    send_all(&a, (const char *const[]){"new", "force", "b3", NULL});
    talk_end(&a);
    talk_end(&b);

    start_session(&a, (const char *const[]){"resume", NULL});
    ck_assert(strstr(a.said, "There are 2 unfinished games"));
    ck_assert_str_eq(tests_fen(gameline_now(&a.f.game.line)),
                     "rnbqkbnr/pppppppp/8/8/8/1P6/P1PPPPPP/RNBQKBNR b KQkq - 0 1");
    start_session(&b, (const char *const[]){"resume", NULL});
    ck_assert_str_eq(tests_fen(gameline_now(&b.f.game.line)),
                     "rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1");
    talk_end(&a);
    talk_end(&b);
}

/* The games of version 1.0 are offered, too. */
START_TEST(games_of_before) {
    Talk t;

    start_session(&t, (const char *const[]){"force", "a3", "new", "force", "b3", NULL});
    talk_end(&t);
    {
        char from[300], to[300];

        snprintf(from, sizeof from, "%s/alula/game.pgn", getenv("XDG_STATE_HOME"));
        snprintf(to, sizeof to, "%s/alula/previous.pgn", getenv("XDG_STATE_HOME"));
        ck_assert_int_eq(rename(from, to), 0);
        snprintf(to, sizeof to, "%s/alula/game-2.pgn", getenv("XDG_STATE_HOME"));
        ck_assert_int_eq(rename(to, from), 0);
    }
    start_session(&t, (const char *const[]){"resume 2", NULL});
    CLAIM(file_has("game-2.pgn", "1. a3") && file_has("game.pgn", "1. b3"), "not resumed");
    talk_end(&t);
}

/* Undo restores the clocks, also in a resumed game; next and back do not. */
START_TEST(clocks_are_taken_back) {
    enum { BASE = 300000 };
    ConsoleState *c;
    Talk t;

    start_session(&t, (const char *const[]){"level 0 5 0", "sd 1", "e4", NULL});
    talk_wait(&t);
    c = console_state(&t.f);
    c->since_ms -= 20000;
    talk_send(&t, "d4");
    talk_wait(&t);
    CLAIM(c->clock_ms[WHITE] <= BASE - 20000, "%d ms left", (int)c->clock_ms[WHITE]);
    CLAIM(file_has("game.pgn", "2. d4 {[%clk 0:04:"), "no clock in the file");
    talk_end(&t);

    start_session(&t, (const char *const[]){"resume", NULL});
    c = console_state(&t.f);
    ck_assert(c->clock_ms[WHITE] <= BASE - 20000);
    send_all(&t, (const char *const[]){"back", "last", NULL});
    ck_assert(c->clock_ms[WHITE] <= BASE - 20000);
    talk_send(&t, "undo");
    ck_assert_int_eq(c->clock_ms[WHITE], BASE);
    talk_send(&t, "redo");
    ck_assert(c->clock_ms[WHITE] <= BASE - 20000);
    talk_end(&t);
}

/* A flag is reported when it falls, once, without any input. */
START_TEST(flag_falls) {
    static const char said[] = "(White's time is up. The game goes on anyway.)\n";
    Talk t;

    start_session(&t, (const char *const[]){"level 0 5 0", "sd 1", "e4", NULL});
    talk_wait(&t);
    console_protocol.on_idle(&t.f);
    ck_assert(t.f.queue.wake_ms > clock_ms() + 200000 && !strstr(t.said, said));
    console_state(&t.f)->since_ms -= 300000;
    console_protocol.on_idle(&t.f);
    ck_assert(strstr(t.said, said));
    ck_assert_int_eq(t.f.queue.wake_ms, 0);
    console_protocol.on_idle(&t.f);
    talk_send(&t, "d4");
    ck_assert(!strstr(strstr(t.said, said) + 1, said));
    talk_end(&t);
}

/* Drills and games of Alula against itself are not saved as games of the user. */
START_TEST(not_a_game_of_the_person) {
    Talk t;

    start_session(&t, (const char *const[]){"elo 600", "sd 4", "drill KRK 7", NULL});
    send_all(&t, (const char *const[]){"resign", NULL});
    CLAIM(!kept("[Event "), "a drill was kept");
    send_all(&t, (const char *const[]){"elo off", "sd 1", "setboard " MATE_IN_1, "both", NULL});
    talk_wait(&t);
    send_all(
        &t, (const char *const[]){"setboard 7k/8/5KQ1/8/8/8/p7/8 b - - 0 1", "sd 6", "both", NULL});
    talk_wait(&t);
    CLAIM(!kept("[White \"Human\"]\n[Black \"Alula"), "it was kept as a game of a person");
    talk_end(&t);
}

/* A level changed during a game is remembered after `resume`. */
START_TEST(mixed_level_is_resumed) {
    Talk t;

    start_session(&t, (const char *const[]){"elo 400", "e4", NULL});
    talk_wait(&t);
    send_all(&t, (const char *const[]){"elo 2000", "a3", NULL});
    talk_wait(&t);
    talk_end(&t);
    start_session(&t, (const char *const[]){"resume", "resign", NULL});
    CLAIM(kept("[AlulaLevel \"Mixed\"]") == 1, "not kept as mixed");
    talk_end(&t);
}

/* `resume` restores the seed of a level, so that the level can confess earlier errors. */
START_TEST(seed_is_resumed) {
    uint64_t seed;
    Talk t;

    start_session(&t, (const char *const[]){"elo 400", "e4", NULL});
    talk_wait(&t);
    seed = t.f.game.level_seed;
    talk_end(&t);
    start_session(&t, (const char *const[]){"resume", NULL});
    CLAIM(t.f.game.level_seed == seed, "not resumed");
    talk_end(&t);
}

/* A level confesses only what it overlooked, here mates in one. */
START_TEST(confession) {
    int missed = 0, given = 0;
    Talk t;

    start_session(&t, (const char *const[]){"elo 400", NULL});
    for (int seed = 1; seed <= 12; seed++) {
        const size_t before = t.length;
        Text words = TEXT_OF(200);
        bool mates;

        talk_send(&t, "setboard 6k1/8/8/8/7P/1r6/r7/6K1 w - - 0 1");
        t.f.game.level_seed = (uint64_t)seed;
        talk_send(&t, "Kh1");
        talk_wait(&t);
        ck_assert_uint_eq(t.f.game.line.length, 2);
        mates = !movegen_count(&gameline_now(&t.f.game.line)->board);
        CLAIM(console_confesses(&t.f, 1, &words) != mates, "seed %d: %s", seed, words.at);
        if (mates) {
            given++;
            continue;
        }
        missed++;
        ck_assert_ptr_nonnull(strstr(words.at, ": I missed mate in one, 1... Rb1#."));
        talk_send(&t, "resign");
        ck_assert_ptr_nonnull(strstr(t.said + before, "What I overlooked in my last moves:\n"));
        talk_send(&t, "pgn");
        ck_assert_ptr_nonnull(strstr(t.said + before, "I missed mate in one,"));
    }
    CLAIM(missed && given, "%d missed, %d given", missed, given);
    send_all(&t, (const char *const[]){"new", "confess", "elo off", "confess", NULL});
    ck_assert_ptr_nonnull(strstr(t.said, "I have no moves of mine to confess in this game."));
    ck_assert_ptr_nonnull(strstr(t.said, "I confess only at levels up to 2400"));
    talk_end(&t);
}

/*
 * Errors found by a search at full strength are confessed, with the level at which they were made.
 */
static const struct {
    const char *tags, *moves;
    const char *line[4], *say, *never;
} confessed[] = {
    /* an even exchange is no error */
    {"[AlulaLevel \"600\"]\n[AlulaPlayedAt \"600\"]\n[AlulaSeed \"62905589773\"]\n",
     "1. e4 Nc6 2. Nf3 d6 3. d4 Bg4 4. h3 e5 5. Nc3 Bxf3",
     {"why", "(wait)", "confess"},
     "  4... e5: careless; it allows 5. hxg4, and even at a glance, 4... Bxf3 is",
     "5... Bxf3:"},
    /* the level has changed since */
    {"[AlulaLevel \"600\"]\n[AlulaPlayedAt \"600\"]\n[AlulaSeed \"62905589773\"]\n",
     "1. e4 Nc6 2. Nf3 d6 3. d4 Bg4 4. h3 e5",
     {"elo off", "confess"},
     "  4... e5: careless; it allows 5. hxg4, and even at a glance, 4... Bxf3 is",
     "I confess only"},
    {"[AlulaLevel \"900\"]\n[AlulaPlayedAt \"Mixed\"]\n[AlulaSeed \"79161218915\"]\n",
     "1. e4 g6 2. Nf3 Bg7 3. d4 d6 4. h3 Qd7",
     {"confess"},
     "I confess nothing: the level of those moves is not known",
     "Qd7:"},
    {"[AlulaLevel \"900\"]\n",
     "1. e4 g6",
     {"confess"},
     "I confess nothing: the level of those moves is not known",
     "overlooked"},
    {"[AlulaPlayedAt \"900\"]\n",
     "1. e4 e5",
     {"confess"},
     "In my last move I overlooked nothing.",
     "last 8"},
    {"[AlulaPlayedAt \"900\"]\n",
     "1. e4 e5 2. Nf3 Nc6",
     {"confess"},
     "In my last 2 moves I overlooked nothing.",
     "last 8"},
    /* an error in a lost game, and one that the level does not make with this seed */
    {"[AlulaPlayedAt \"900\"]\n[SetUp \"1\"]\n"
     "[FEN \"rnb1kbnr/pppp1ppp/8/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 0 3\"]\n",
     "3... a6",
     {"confess"},
     "In my last move I see errors only where the game was decided",
     "overlooked"},
    {"[AlulaPlayedAt \"2400\"]\n[AlulaSeed \"1\"]\n[SetUp \"1\"]\n"
     "[FEN \"rnbqkbnr/pppp1ppp/8/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 0 3\"]\n",
     "3... a6",
     {"confess"},
     "In my last move I see errors, but none that I can explain.",
     "overlooked"},
};

START_ROWS(true_confession, ROWS(confessed)) {
    char path[300];
    FILE *file;
    Talk t;

    start_session(&t, (const char *const[]){"force", "a3", NULL}); /* creates the folder */
    talk_end(&t);
    snprintf(path, sizeof path, "%s/alula/game.pgn", getenv("XDG_STATE_HOME"));
    ck_assert_ptr_nonnull(file = fopen(path, "wb"));
    fprintf(file, "[White \"Human\"]\n[Black \"Alula 1.1\"]\n[Result \"*\"]\n%s\n%s *\n",
            confessed[_i].tags, confessed[_i].moves);
    ck_assert_int_eq(fclose(file), 0);
    start_session(&t, (const char *const[]){"resume", NULL});
    for (const char *const *line = confessed[_i].line; *line; line++)
        if (!talk_directive(&t, *line))
            talk_send(&t, *line);
    talk_expect(&t, (const char *const[]){confessed[_i].say, NULL},
                (const char *const[]){confessed[_i].never, NULL});
    talk_end(&t);
}

/* Without a home folder there is an error message. */
START_TEST(no_home) {
    Talk t;

    unsetenv("XDG_STATE_HOME");
    unsetenv("HOME");
    start_session(&t, (const char *const[]){"force", "e4", "resign", "autosave", NULL});
    ck_assert(strstr(t.said, "(The game cannot be saved: the environment names no home "
                             "folder.)\n"));
    ck_assert(strstr(t.said, "The game cannot be saved: the environment names no home folder.\n"));
    talk_end(&t);
}

/* Ponder hit and miss: a reply comes in either case. */
START_ROWS(pondering, 2) {
    char line[32];
    Text text = text_in(line, sizeof line);
    Talk t;

    talk_start(&t, protocols, check_line);
    talk_send(&t, "ponder on");
    talk_send(&t, "st 60");
    talk_send(&t, "sd 3");
    talk_send(&t, "e4");
    talk_wait(&t);
    CLAIM(t.f.search.busy == PONDERING, "not pondering; said:\n%s", t.said);
    if (_i)
        text_add(&text, "a3");
    else
        notation_write(&text, gameline_now(&t.f.game.line), t.f.search.expected);
    talk_send(&t, line);
    talk_wait(&t);
    ck_assert_int_eq(t.moves, 2);
    ck_assert_uint_eq(t.f.game.line.length, 4);
    talk_end(&t);
}

/* A long script after a search is read while it is run, and the search gets its time. */
START_TEST(long_script) {
    static const char *const say[] = {"depth 11)\n", NULL}, *const never[] = {NULL};
    enum { LINES = 200, LINE = 20000 };
    char *line = malloc(LINE);
    Talk t;

    ck_assert_ptr_nonnull(line);
    memset(line, ' ', LINE);
    memcpy(line, "move", 4);
    talk_start(&t, protocols, check_line);
    talk_send(&t, "st 1000");
    talk_send(&t, "sd 11");
    talk_send(&t, "go");
    for (int i = 0; i < LINES; i++) {
        if (i * LINE < MAILBOX_UNREAD_MAX / 2) /* this thread is the only reader */
            mailbox_send_line(t.f.box, line, LINE, false);
        input_step(&t.f, 0);
        CLAIM(t.f.queue.waiting_bytes < 3 << 19, "%zu bytes wait", t.f.queue.waiting_bytes);
    }
    talk_wait(&t);
    talk_expect(&t, say, never);
    ck_assert_uint_eq(t.f.queue.waiting_bytes, 0);
    talk_end(&t);
    free(line);
}

/*
 * A failure to save is reported once during a game and once at its end; then leaving prints the
 * game.
 */
START_TEST(save_failure) {
    static const char hint[] = "; type \"save FILE\" to save it elsewhere.)\n";
    static const char lost[] = "The game was not saved, so here it is:\n";
    const char *first;
    Talk t;

    setenv("XDG_STATE_HOME", "/dev/null/nowhere", 1);
    talk_start(&t, protocols, NULL);
    send_all(&t, (const char *const[]){"autosave on", "force", "e4", "e5", NULL});
    first = strstr(t.said, "(The game cannot be saved in /dev/null/nowhere");
    ck_assert_ptr_nonnull(first);
    ck_assert_ptr_null(strstr(first + 1, "(The game cannot be saved"));
    ck_assert(!strstr(t.said, hint));
    send_all(&t, (const char *const[]){"resign", "new", "force", "d4", NULL});
    ck_assert((first = strstr(t.said, hint)) && strstr(first, "(The game cannot be saved"));
    console_farewell(&t.f);
    ck_assert((first = strstr(first, lost)) && strstr(first, "\n\n1. d4 *\n"));
    talk_send(&t, "save kept.pgn");
    console_farewell(&t.f);
    ck_assert(!strstr(first + 1, lost));
    talk_end(&t);
}

START_TEST(network_is_used) {
    static const char *const search[] = {"new", "sd 6", "go", NULL};
    static Talk t;

    talk_start(&t, protocols, check_line);
    talk_switch_networks(&t, search, "set EvalFile ", "set EvalFile");
    ck_assert_int_eq(t.moves, 3);
    ck_assert(!console_state(&t.f)->failed);
    talk_end(&t);
}

/* The network in use is reported; after a rejected file the previous network stays. */
START_TEST(network_is_reported) {
    static const char *const say[] = {"My network: /tmp/alula-net-",
                                      ", 64 hidden neurons, 2 out",
                                      "EvalFile good.epd: this is not a network of Alula; nothing",
                                      "Key: ",
                                      "My network: /tmp/alula-net-",
                                      "Sizes in bytes",
                                      "My network: the built-in one, ",
                                      NULL};
    const char *const none[] = {NULL};
    static Talk t;

    talk_start(&t, protocols, check_line);
    talk_send_net(&t, "option EvalFile=");
    talk_send(&t, "set EvalFile good.epd");
    talk_send(&t, "info");
    ck_assert_ptr_nonnull(t.f.net);
    talk_send(&t, "option EvalFile=");
    ck_assert_ptr_null(t.f.net);
    talk_expect(&t, say, none);
    talk_end(&t);
}

/* "none" means no file, unless there is a file of that name. */
START_TEST(file_named_none) {
    static const char *const say[] = {"EvalFile none: this is not a network of Alula; ", NULL};
    const char *const none[] = {NULL};
    FILE *file = fopen("none", "w");
    static Talk t;

    ck_assert_ptr_nonnull(file);
    fclose(file);
    talk_start(&t, protocols, check_line);
    talk_send(&t, "set EvalFile none");
    remove("none");
    talk_expect(&t, say, none);
    talk_end(&t);
}

/* In a script a new network waits for its turn; on a terminal the analysis restarts with it. */
START_ROWS(network_during_search, 2) {
    static Talk t;

    talk_start(&t, protocols, check_line);
    t.f.out.terminal = _i == 1;
    talk_send(&t, _i ? "analyze" : "st 0.3");
    if (!_i)
        talk_send(&t, "e4");
    talk_wait_info(&t);
    talk_send_net(&t, "set EvalFile ");
    talk_wait_info(&t);
    if (!_i)
        talk_wait(&t);
    ck_assert_int_eq(t.moves, !_i);
    ck_assert_int_eq(t.f.search.busy, _i ? ANALYZING : IDLE);
    ck_assert_ptr_nonnull(t.f.net);
    talk_end(&t);
}

/* Returns the number of values in the table row of a rank; kings have no value. */
static int count_values(const Talk *t, int rank) {
    char start[8];
    const char *line, *end;
    int count = 0;

    snprintf(start, sizeof start, "\n  %d  ", rank);
    ck_assert_ptr_nonnull(line = strstr(t->said, "contribution of"));
    ck_assert_ptr_nonnull(line = strstr(line, start));
    line = strchr(line + 1, '\n') + 1;
    end = strchr(line, '\n');
    for (; line < end; line++)
        count += *line == '+' || *line == '-';
    return count;
}

/* `eval` uses the network that is set. */
START_TEST(eval_uses_network) {
    static const char *const say[] = {
        "network of 64 hidden neurons, 2 output buckets, checksum ",
        "contribution of each piece for White",
        "\n  8        r        n        b        q        k        b        n        r\n",
        "\n  4        .        .        .        .        P        .        .        .\n",
        "\n           a        b ",
        "\nbucket 1, for 2 to 17 pieces: ",
        "\nbucket 2, for 18 to 32 pieces: ",
        "   <- used here, with 32 pieces\n",
        "total: ",
        " for White\n",
        "  Its value is the same with colors swapped: ",
        "yes\n",
        "  Incremental and full evaluation agree: ",
        "yes\n",
        "All checks passed.",
        "For the side to move ",
        "the same, as it must be",
        NULL};
    static const char *const known[] = {"known ending, without the network: +4.", NULL};
    const char *const none[] = {NULL};
    static Talk t;
    Position with, without;
    char value[32];
    int cp;

    talk_start(&t, protocols, check_line);
    talk_send_net(&t, "set EvalFile ");
    talk_send(&t, "force");
    talk_send(&t, "e4");
    talk_send(&t, "eval");
    for (const char *line = strstr(t.said, "network of "), *end; (end = strchr(line, '\n'));
         line = end + 1)
        ck_assert_int_le(end - line, 80);
    ck_assert_int_eq(count_values(&t, 8), 7);
    ck_assert_int_eq(count_values(&t, 7), 8);
    ck_assert_int_eq(count_values(&t, 6), 0);
    ck_assert_int_eq(count_values(&t, 4), 1);
    ck_assert_int_eq(count_values(&t, 1), 7);
    /* Black to move, but values are for White */
    with = without = *gameline_now(&t.f.game.line);
    position_empty(&without, E4);
    cp = nnue_evaluate_full(t.f.net, &without) - nnue_evaluate_full(t.f.net, &with);
    snprintf(value, sizeof value, " %c%d.%02d\n  3  ", cp < 0 ? '-' : '+', abs(cp) / 100,
             abs(cp) % 100);
    ck_assert_msg(strstr(t.said, value) != NULL, "not%s in\n%s", value, t.said);
    talk_send(&t, "check");
    talk_send(&t, "mirror");
    talk_expect(&t, say, none);
    talk_send(&t, "setboard 4k3/8/4K3/4P3/8/8/8/8 w - - 0 1");
    talk_send(&t, "eval");
    talk_expect(&t, known, none);
    ck_assert(!console_state(&t.f)->failed);
    talk_end(&t);
}

/* Searches for a move are limited to the level; hints and analysis are not. */
START_ROWS(strength, 2) {
    static const char *const lines[] = {
        "set LimitStrength on",
        "set Elo 2401",
        "sd 12",
        "setboard r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
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

/* Level Auto follows the results of games that were played, each counted once. */
START_TEST(level_auto) {
    static const char *const opening[] = {"force", "e4",  "e5",  "Nf3", "Nc6", "Bb5",
                                          "a6",    "Ba4", "Nf6", "go",  NULL,  "resign"};
    static const char *const said[] = {"I play at level Auto, 1200 on lichess after 0 games",
                                       "Level Auto: 1040 after 1 game, 1200 before this one.\n",
                                       "Auto, 1040 on lichess after 1 game:",
                                       "Auto, 1500 on lichess",
                                       "elo auto starts at a rating from 400 to",
                                       NULL},
                             *const never[] = {"after 2 games", NULL};
    Talk t;

    start_session(&t, (const char *const[]){"sd 1", "elo auto", NULL});
    for (int i = 0; i < ROWS(opening); i++) {
        if (opening[i])
            talk_send(&t, opening[i]);
        else
            talk_wait(&t);
    }
    /* a game counts once, and only with moves of both sides, and if not set up or loaded */
    send_all(&t, (const char *const[]){"undo", "resign", "new", "force", "e4", "resign", "elo",
                                       "setboard 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "Qg7",
                                       "load three.pgn", "go", NULL});
    talk_wait(&t);
    send_all(&t,
             (const char *const[]){"resign", "elo auto 1500", "elo auto 5", "elo auto 1040", NULL});
    talk_expect(&t, said, never);
    talk_end(&t);
    /* the rating is kept for other consoles and `resume` */
    start_session(&t, (const char *const[]){"sd 1", "elo auto", "e4", NULL});
    talk_wait(&t);
    talk_end(&t);
    start_session(&t, (const char *const[]){"resume", NULL});
    ck_assert(options_adapts(&t.f.options));
    ck_assert_int_eq(options_rating(&t.f.options), 1040);
    talk_end(&t);
}

/* Plays a move that keeps the shortest mate; with `detour`, a slower one if there is one. */
static void send_drill_move(Talk *t, bool detour) {
    const Position *p = gameline_now(&t->f.game.line);
    const int before = bare_king_distance(&p->board);
    char buffer[32];
    Text text = text_in(buffer, sizeof buffer);
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);
    Move best = NO_MOVE, longer = NO_MOVE;

    for (size_t i = 0; i < count; i++) {
        Position after;
        int moves;

        position_play(&after, p, list[i]);
        moves = bare_king_is_it(&after.board) ? bare_king_distance(&after.board) : BARE_KING_DRAW;
        if (moves == before - 1 && (movegen_count(&after.board) || position_in_check(&after)))
            best = list[i];
        else if (moves >= before)
            longer = list[i];
    }
    notation_write(&text, p, detour && longer != NO_MOVE ? longer : best);
    talk_send(t, buffer);
    talk_wait(t);
}

/*
 * A drill is won in the announced number of moves, as the defense delays the mate as long as
 * possible.
 */
START_ROWS(drill, 3) {
    static const char *const lines[] = {"drill KRK 3", "drill KQK 3", "drill KRK 3"};
    const bool detour = _i == 2;
    char won[80];
    int moves, made = 0;
    Talk t;

    talk_start(&t, protocols, check_line);
    talk_send(&t, "elo 400");
    talk_send(&t, "sd 1");
    talk_send(&t, lines[_i]);
    moves = bare_king_distance(&gameline_now(&t.f.game.line)->board);
    ck_assert_int_gt(moves, 3);
    while (!t.f.game.over && made < 50) {
        const int before = bare_king_distance(&gameline_now(&t.f.game.line)->board);

        send_drill_move(&t, detour && !made);
        made++;
        if (!t.f.game.over && !(detour && made == 1))
            ck_assert_int_eq(bare_king_distance(&gameline_now(&t.f.game.line)->board), before - 1);
    }
    snprintf(won, sizeof won,
             detour ? "You have won in %d moves; the shortest win takes %d.\n"
                    : "You have won in %d moves, the shortest win.\n",
             made, moves);
    CLAIM(strstr(t.said, won), "expected %s in:\n%s", won, t.said);
    CLAIM(detour == (strstr(t.said, " before, in ") || strstr(t.said, "no progress")), "%s",
          t.said);
    CLAIM(detour ? made > moves : made == moves, "%d moves:\n%s", made, t.said);
    talk_end(&t);
}

/* Gives each test a separate folder for saved games. */
static void fresh_state(void) {
    char name[] = "state-XXXXXX", folder[200], path[256];

    ck_assert(getcwd(folder, sizeof folder) && mkdtemp(name));
    snprintf(path, sizeof path, "%s/%s", folder, name);
    setenv("XDG_STATE_HOME", path, 1);
}

int main(void) {
    char folder[] = "/tmp/alula-console-XXXXXX", command[64];
    int status;

    if (!mkdtemp(folder) || chdir(folder) || !make_files())
        return EXIT_FAILURE;
    status = tests_run_with("console", fresh_state, NULL);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) ? EXIT_FAILURE : status;
}
