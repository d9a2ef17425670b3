/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of commands, help, and the prompt. */
#include "console.h"

#include <string.h>

#include "base/util.h"
#include "console_option.h"
#include "console_state.h"
#include "handlers.h"
#include "hear.h"
#include "keep.h"
#include "protocol/common.h"
#include "reply.h"
#include "result.h"
#include "setup.h"
#include "turn.h"
#include "work.h"

/* --- the table ------------------------------------------------------------------------------- */

/*
 * Four texts for `help` in one string, as commands have one column for it: the group, the
 * arguments, the description and an example. "=go" is an alias of go.
 */
#define HELP(group, arguments, does, example) group "\n" arguments "\n" does "\n" example

#define PLAY     "Playing"
#define STRENGTH "Time and strength"
#define SETTINGS "Settings"
#define BOARD    "The board"
#define SHOW     "Show"
#define ANALYSIS "Analysis"
#define POSITION "Positions"
#define FILES    "Files"
#define TEST     "Tests"
#define PROGRAM  "Program"

static ConsoleCommand do_help, do_xboard, do_uci, do_lab, do_stopfrac;

/* clang-format off */
static const Command commands[] = {
    {"move", console_move, AFTER_THE_MOVE, HELP(PLAY, "MOVE", "make a move; the word move is not needed: e4, Nf3, exd5, O-O, e8=Q, or e2e4, e7e8q", "move e2e4")},
    {"go", console_go, AFTER_THE_MOVE, HELP(PLAY, "", "I play the side to move from now on", "go")},
    {"new", console_new, INSTEAD_OF_MOVING, HELP(PLAY, "[960 [NUMBER]]", "a new game; you play White; 960: a game of Chess960, from the start position with this number, 0 to 959", "new 960 518")},
    {"play", console_play, INSTEAD_OF_MOVING, HELP(PLAY, "white|black|random", "which side you play from now on", "play black")},
    {"undo", console_undo, INSTEAD_OF_MOVING, HELP(PLAY, "[N]", "take back your last move and my reply; N: your last N moves", "undo 2")},
    {"redo", console_redo, INSTEAD_OF_MOVING, HELP(PLAY, "[N]", "play moves again that undo took back", "redo")},
    {"remove", console_remove, INSTEAD_OF_MOVING, HELP(PLAY, "", "take back the last move of each side", "remove")},
    {"force", console_force, INSTEAD_OF_MOVING, HELP(PLAY, "", "you move for both sides", "force")},
    {"manual", console_force, INSTEAD_OF_MOVING, "=force"},
    {"both", console_both, INSTEAD_OF_MOVING, HELP(PLAY, "[N]", "I play both sides, to the end or for N moves; any input stops it", "both 10")},
    {"cc", console_both, INSTEAD_OF_MOVING, "=both"},
    {"switch", console_swap, INSTEAD_OF_MOVING, HELP(PLAY, "", "we change sides", "switch")},
    {"hint", console_hint, AFTER_THE_MOVE, HELP(PLAY, "", "which move I would play", "hint")},
    {"draw", console_draw, WHILE_THINKING, HELP(PLAY, "", "offer a draw", "draw")},
    {"resign", console_resign, INSTEAD_OF_MOVING, HELP(PLAY, "", "resign the game", "resign")},
    {"activate", console_activate, INSTEAD_OF_MOVING, HELP(PLAY, "", "play on after a claimed or agreed draw, or after a resignation", "activate")},
    {"pause", console_pause, WHILE_THINKING, HELP(PLAY, "", "pause my search and the clocks, until resume", "pause")},
    {"?", console_move_now, AT_ONCE, HELP(PLAY, "", "move now", "?")},
    {"stop", console_stop, AT_ONCE, HELP(PLAY, "", "stop what is going on: I move at once, analysis and tests end; Ctrl-C does the same", "stop")},
    {CONSOLE_INTERRUPT, console_interrupt, AT_ONCE, NULL},
    {CONSOLE_LEAVE, common_quit, AT_ONCE, NULL},
    {"white", console_white, INSTEAD_OF_MOVING, HELP(POSITION, "", "White is to move in this position, and you play White; a new game begins here (see also play)", "white")},
    {"black", console_black, INSTEAD_OF_MOVING, HELP(POSITION, "", "Black is to move in this position, and you play Black; a new game begins here (see also play)", "black")},
    {"setboard", console_setboard, INSTEAD_OF_MOVING, HELP(POSITION, "FEN", "play from a position; it is your move", "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")},
    {"setup", console_setup, INSTEAD_OF_MOVING, HELP(POSITION, "", "edit the position piece by piece; help lists the commands there, exit returns", "setup")},
    {"readfen", console_readfen, INSTEAD_OF_MOVING, HELP(POSITION, "FILE [N]", "play from the Nth position of a file with FEN or EPD lines, or FEN tags", "readfen suite.epd 3")},
    {"loadfen", console_readfen, INSTEAD_OF_MOVING, "=readfen"},
    {"positions", console_positions, WHILE_THINKING, HELP(POSITION, "FILE [N]", "list the positions of a file, fifty at most, from the Nth on", "positions suite.epd")},
    {"savepos", console_savepos, WHILE_THINKING, HELP(POSITION, "FILE", "add the position to a file of FEN lines", "savepos positions.fen")},
    {"mirror", console_mirror, INSTEAD_OF_MOVING, HELP(POSITION, "", "the same position with colors swapped; its value must be the same", "mirror")},
    {"level", console_level, AFTER_THE_MOVE, HELP(STRENGTH, "MOVES MINUTES INCREMENT", "clocks: moves, minutes for them, and an increment in seconds; 0 moves: the whole game", "level 40 5 0")},
    {"time", console_time, AFTER_THE_MOVE, HELP(STRENGTH, "SECONDS | MINUTES+INCREMENT | MOVES/MINUTES", "seconds for each of my moves, or clocks for both", "time 5+3")},
    {"st", console_st, AFTER_THE_MOVE, HELP(STRENGTH, "SECONDS", "seconds for each of my moves", "st 2.5")},
    {"sd", console_sd, AFTER_THE_MOVE, HELP(STRENGTH, "PLIES", "limit the search depth; 0: no limit", "sd 8")},
    {"sn", console_sn, AFTER_THE_MOVE, HELP(STRENGTH, "NODES", "limit the nodes of a search; 0: no limit", "sn 100000")},
    {"clock", console_clock, WHILE_THINKING, HELP(STRENGTH, "", "the time left on the clocks", "clock")},
    {"skill", console_skill, AFTER_THE_MOVE, HELP(STRENGTH, "N", "my playing strength, from 0 to 20; 20 is full strength", "skill 5")},
    {"elo", console_elo, AFTER_THE_MOVE, HELP(STRENGTH, "RATING|off", "play at the strength of a rating", "elo 1500")},
    {"ponder", console_ponder, AFTER_THE_MOVE, HELP(SETTINGS, "on|off", "search while you think", "ponder on")},
    {"threads", console_threads, AFTER_THE_MOVE, HELP(SETTINGS, "N", "the number of search threads", "threads 2")},
    {"cores", console_threads, AFTER_THE_MOVE, "=threads"},
    {"memory", console_memory, AFTER_THE_MOVE, HELP(SETTINGS, "MEGABYTES", "limit the total memory", "memory 256")},
    {"book", console_book, AFTER_THE_MOVE, HELP(SETTINGS, "[FILE|on|off|best|random]", "show the book moves of the position; FILE: use this Polyglot book; best: only its best moves", "book openings.bin")},
    {"options", console_options, WHILE_THINKING, HELP(SETTINGS, "[NAME]", "list all options; NAME: describe this one", "options")},
    {"view", console_options, WHILE_THINKING, "=options"},
    {"set", console_set, AFTER_THE_MOVE, HELP(SETTINGS, "NAME VALUE", "set an option to on or off, a number, a word, or a file name, which may be in quotes; none, \"\" or <empty>: no file, and for EvalFile the built-in network", "set Resign on")},
    {"option", console_option, AFTER_THE_MOVE, HELP(SETTINGS, "NAME=VALUE", "the same as set, in the syntax of CECP", "option Resign=1")},
    {"post", common_post, WHILE_THINKING, HELP(SETTINGS, "", "show my thinking", "post")},
    {"nopost", common_nopost, WHILE_THINKING, HELP(SETTINGS, "", "show only my moves", "nopost")},
    {"d", console_show, WHILE_THINKING, HELP(BOARD, "", "show the board", "d")},
    {"board", console_board, WHILE_THINKING, HELP(BOARD, "[ascii|utf8|color|big|coords]", "how the board is drawn; big and coords switch on or off", "board utf8")},
    {"flip", console_flip, WHILE_THINKING, HELP(BOARD, "", "turn the board", "flip")},
    {"r", console_flip, WHILE_THINKING, "=flip"},
    {"moves", console_moves, WHILE_THINKING, HELP(SHOW, "[SQUARE]", "list the legal moves; SQUARE: only those of the piece there", "moves e2")},
    {"game", console_game, WHILE_THINKING, HELP(SHOW, "", "the moves of the game", "game")},
    {"history", console_game, WHILE_THINKING, "=game"},
    {"pgn", console_pgn, WHILE_THINKING, HELP(SHOW, "", "the game as PGN", "pgn")},
    {"fen", console_fen, WHILE_THINKING, HELP(SHOW, "", "the position as FEN", "fen")},
    {"epd", console_epd, WHILE_THINKING, HELP(SHOW, "", "the position as EPD", "epd")},
    {"key", console_key, WHILE_THINKING, HELP(SHOW, "", "the position's Zobrist key, and its key in opening books", "key")},
    {"eval", console_eval, WHILE_THINKING, HELP(SHOW, "", "the static evaluation and the contribution of each piece", "eval")},
    {"score", console_eval, WHILE_THINKING, "=eval"},
    {"pv", console_pv, WHILE_THINKING, HELP(SHOW, "", "the principal variation of my last search", "pv")},
    {"info", console_info, WHILE_THINKING, HELP(SHOW, "", "facts about the position and my settings", "info")},
    {"stats", console_stats, WHILE_THINKING, HELP(SHOW, "", "statistics of the last search", "stats")},
    {"bitmap", console_bitmap, WHILE_THINKING, HELP(SHOW, "NAME", "show a bitboard: white black pawns knights bishops rooks queens kings occupied checkers pinned attacked", "bitmap pawns")},
    {"attacks", console_attacks, WHILE_THINKING, HELP(SHOW, "SQUARE", "which pieces attack a square", "attacks e4")},
    {"pins", console_pins, WHILE_THINKING, HELP(SHOW, "", "pieces that are pinned to their king", "pins")},
    {"see", console_see, WHILE_THINKING, HELP(SHOW, "MOVE", "static exchange evaluation (SEE) of a move, in centipawns", "see Bxf7")},
    {"qsearch", console_qsearch, WHILE_THINKING, HELP(SHOW, "", "list captures and promotions with their SEE values (static exchange evaluation), the best first; this does not search", "qsearch")},
    {"analyze", console_analyze, INSTEAD_OF_MOVING, HELP(ANALYSIS, "[LINES]", "analyze the position until exit; moves, undo and redo change it; in a script the analysis ends at the limits of sd or st", "analyze 3")},
    {"multipv", console_multipv, WHILE_THINKING, HELP(ANALYSIS, "N", "number of lines shown in analysis", "multipv 3")},
    {".", console_dot, AT_ONCE, HELP(ANALYSIS, "", "show the progress of the search", ".")},
    {"exit", console_exit, WHILE_THINKING, HELP(ANALYSIS, "", "end the analysis; otherwise quit", "exit")},
    {"search", console_search, INSTEAD_OF_MOVING, HELP(ANALYSIS, "MOVE...", "analysis of these moves only", "search e4 Nf3")},
    {"exclude", console_exclude, AFTER_THE_MOVE, HELP(ANALYSIS, "[MOVE...]", "do not search these moves, until the position changes or the analysis ends; without moves: list them", "exclude e4 d4")},
    {"include", console_include, AFTER_THE_MOVE, HELP(ANALYSIS, "MOVE...|all", "search these moves again", "include all")},
    {"mate", console_mate, AFTER_THE_MOVE, HELP(ANALYSIS, "N [SECONDS]", "search for a mate in N moves, for ten seconds or as long as you say", "mate 3")},
    {"annotate", console_annotate, INSTEAD_OF_MOVING, HELP(ANALYSIS, "FILE [OUT] [SECONDS|depth N]", "annotate the games of a PGN file: an evaluation for each move, ?!, ? or ?? for bad ones, and a better line; put file names with spaces in quotes; without OUT: FILE-annotated.pgn; FILE twice: replace it", "annotate games.pgn notes.pgn 2")},
    {"load", console_load, INSTEAD_OF_MOVING, HELP(FILES, "FILE [N]", "continue the Nth game of a PGN file; you move for both sides", "load games.pgn 2")},
    {"save", console_save, WHILE_THINKING, HELP(FILES, "FILE", "add the game to a PGN file", "save games.pgn")},
    {"resume", console_resume, WHILE_THINKING, HELP(FILES, "[previous]", "continue after pause; or continue the unfinished game of the last session, or the one before it", "resume")},
    {"autosave", console_autosave, WHILE_THINKING, HELP(FILES, "on|off", "save the game after each move, for resume; on by default at a terminal", "autosave off")},
    {"source", console_source, AFTER_THE_MOVE, HELP(FILES, "FILE", "run the commands of a file", "source commands.txt")},
    {"ini", console_ini, AFTER_THE_MOVE, HELP(FILES, "[FILE]", "run the commands of a file, like source; without FILE: run the last such file, or that of alula --ini, again", "ini alula.ini")},
    {"perft", console_perft, AFTER_THE_MOVE, HELP(TEST, "PLIES [kinds]", "count the leaf nodes at this depth; kinds: also captures, castlings, checks and mates", "perft 5")},
    {"divide", console_divide, AFTER_THE_MOVE, HELP(TEST, "PLIES", "perft for each move", "divide 3")},
    {"test", console_test, AFTER_THE_MOVE, HELP(TEST, "FILE", "solve the positions of an EPD file (bm, am, dm) within the limits of st and sd, and check its perft counts (D1 to D9)", "test suite.epd")},
    {"perftsuite", console_test, AFTER_THE_MOVE, "=test"},
    {"bench", console_bench, AFTER_THE_MOVE, HELP(TEST, "[DEPTH]", "nodes per second and total node count of the search", "bench 10")},
    {"perf", console_perf, AFTER_THE_MOVE, HELP(TEST, "", "measure moves, leaf nodes and evaluations per second", "perf")},
    {"check", console_check, AFTER_THE_MOVE, HELP(TEST, "", "check the position's key, evaluation and counts against slow versions", "check")},
    {"selftest", console_check, AFTER_THE_MOVE, "=check"},
    {"help", do_help, WHILE_THINKING, HELP(PROGRAM, "[COMMAND|all]", "list the commands; COMMAND: more about it; all: a line for each", "help undo")},
    {"h", do_help, WHILE_THINKING, "=help"},
    {"log", console_log, WHILE_THINKING, HELP(FILES, "FILE|off", "append all input (after >) and output to a file; off: stop", "log today.txt")},
    {"echo", console_echo, AFTER_THE_MOVE, HELP(PROGRAM, "TEXT", "print a text, for scripts", "echo the second suite:")},
    {"version", console_version, WHILE_THINKING, HELP(PROGRAM, "", "version and license", "version")},
    {"license", console_version, WHILE_THINKING, "=version"},
    {"warranty", console_version, WHILE_THINKING, "=version"},
    {"xboard", do_xboard, INSTEAD_OF_MOVING, HELP(PROGRAM, "", "switch to CECP, the protocol of XBoard", "xboard")},
    {"uci", do_uci, INSTEAD_OF_MOVING, HELP(PROGRAM, "", "switch to UCI", "uci")},
    {"quit", console_quit, AT_ONCE, HELP(PROGRAM, "", "quit the program", "quit")},
    {"q", console_quit, AT_ONCE, "=quit"},
    {"bye", console_quit, AT_ONCE, "=quit"},
    /* answered for users of winglet, but not listed */
    {"tt", do_lab, WHILE_THINKING, NULL},
    {"trace", do_lab, WHILE_THINKING, NULL},
    {"stopfrac", do_stopfrac, WHILE_THINKING, NULL},
    {NULL, NULL, WHILE_THINKING, NULL},
};
/* clang-format on */

static void do_lab(Frontend *f, Word arguments) {
    frontend_say_text(f, "The program alula-lab does that: it searches with and without the table "
                         "(--compare, --experiment), and shows how scores come about (--trace).");
}

static void do_stopfrac(Frontend *f, Word arguments) {
    frontend_say_text(f,
                      "There is nothing to set: I start no deeper iteration if it would probably "
                      "not finish in time.");
}

/* Other protocols do not know the modes of the console. */
static void do_xboard(Frontend *f, Word arguments) {
    console_stop_all(f);
    f->time.nodes = 0;
    common_xboard(f, arguments);
}

static void do_uci(Frontend *f, Word arguments) {
    console_stop_all(f);
    f->time.nodes = 0;
    common_uci(f, arguments);
}

/* --- words that are nearly right ------------------------------------------------------------- */

static bool is_hidden(const Command *c) {
    return !c->help;
}

const char *console_command_name(size_t i) {
    const size_t count = sizeof commands / sizeof *commands - 1;

    return i == count ? NULL : is_hidden(&commands[i]) ? "" : commands[i].name;
}

static bool is_alias(const Command *c) {
    return c->help && *c->help == '=';
}

static char small(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* The edit distance, in any case: letters to change, insert, delete or swap. */
static int distance(Word a, const char *b) {
    enum { MOST = 24 };
    const size_t length = strlen(b);
    int row[3][MOST + 1];

    if (a.length > MOST || length > MOST)
        return MOST;
    for (size_t j = 0; j <= length; j++)
        row[0][j] = (int)j;
    for (size_t i = 1; i <= a.length; i++) {
        int *now = row[i % 3], *before = row[(i + 2) % 3], *two_before = row[(i + 1) % 3];

        now[0] = (int)i;
        for (size_t j = 1; j <= length; j++) {
            const bool same = small(a.at[i - 1]) == b[j - 1];
            int best = before[j - 1] + !same;

            best = min(best, before[j] + 1);
            best = min(best, now[j - 1] + 1);
            if (i > 1 && j > 1 && small(a.at[i - 1]) == b[j - 2] && small(a.at[i - 2]) == b[j - 1])
                best = min(best, two_before[j - 2] + 1);
            now[j] = best;
        }
    }
    return row[a.length % 3][length];
}

static bool begins(const char *name, Word word) {
    for (size_t i = 0; i < word.length; i++)
        if (!name[i] || name[i] != small(word.at[i]))
            return false;
    return true;
}

/* The command that was most likely meant; NULL if none is similar. */
static const Command *nearest(Word word) {
    const int most = word.length < 3 ? 0 : word.length < 5 ? 1 : 2;
    const Command *best = NULL;
    int least = most + 1;

    for (const Command *c = commands; c->name; c++) {
        const int d = is_hidden(c) || strlen(c->name) < 2         ? least
                      : word.length >= 3 && begins(c->name, word) ? 1
                                                                  : distance(word, c->name);
        if (d < least) {
            least = d;
            best = c;
        }
    }
    return best;
}

/* Does it change the game, or quit? */
static bool is_grave(const Command *c) {
    return c->run == console_quit || c->run == console_exit ||
           (c->when == INSTEAD_OF_MOVING && strncmp(c->help, ANALYSIS, sizeof ANALYSIS - 1) != 0);
}

/*
 * Find a command in any case, or by its first letters, three at least, if they are unique. Commands
 * that change the game or quit are not found by a part of their name.
 */
static const Command *find(Word word) {
    const Command *found = NULL;

    for (const Command *c = commands; c->name; c++)
        if (word_is_any_case(word, c->name))
            return c;
    for (const Command *c = commands; c->name && word.length >= 3; c++) {
        if (is_hidden(c) || !begins(c->name, word) || (found && found->run == c->run))
            continue;
        if (found || is_grave(c))
            return NULL;
        found = c;
    }
    return found;
}

/* The command of UCI that a line is, typed before `uci` was; or NULL. */
static const char *command_of_uci(Word line) {
    static const char *const names[] = {"isready", "ucinewgame", "setoption", "ponderhit", NULL};
    const Word word = text_word(&line), next = text_word(&line);

    for (int i = 0; names[i]; i++)
        if (word_is(word, names[i]))
            return names[i];
    return word_is(word, "position") && (word_is(next, "startpos") || word_is(next, "fen"))
               ? "position"
               : NULL;
}

static void do_unknown(Frontend *f, Word line) {
    Word rest = line;
    const Command *near = nearest(text_word(&rest));
    char buffer[256];
    Text text = text_in(buffer, sizeof buffer);

    if (command_of_uci(line)) {
        console_refuse(f, "%s is a command of UCI: type uci first.", command_of_uci(line));
        return;
    }
    if (console_refuse_option(f, line))
        return;
    text_add(&text, "I do not understand \"");
    text_add_quoted(&text, line, 60);
    text_add(&text, "\". ");
    if (near)
        text_addf(&text, "Did you mean %s?", near->name);
    else
        text_add(&text, "Type a move like e4, Nf3 or e7e8q, or help.");
    console_refuse(f, "%s", buffer);
}

/* A command that was abbreviated, or written in another case. */
static void do_meant(Frontend *f, Word line) {
    const Command *c = find(text_word(&line));

    c->run(f, text_rest(line));
}

/* An empty line ends moves for both sides. */
static void do_nothing(Frontend *f, Word line) {
    if (console_state(f)->both)
        console_stop(f, line);
}

static Command otherwise(Frontend *f, Word line) {
    const Command *c;
    Word rest = line;

    if (!line.length || *line.at == '#') /* a comment in a script */
        return (Command){.run = do_nothing, .when = WHILE_THINKING};
    if (common_is_move(f, console_without_number(line)))
        return (Command){.run = console_move, .when = AFTER_THE_MOVE};
    if (!command_of_uci(line) && (c = find(text_word(&rest))))
        return (Command){.run = do_meant, .when = c->when};
    return (Command){.run = do_unknown, .when = WHILE_THINKING};
}

/* --- help ------------------------------------------------------------------------------------ */

/* The nth of the four texts, see HELP. */
static Word part(const char *help, int n) {
    Word w = {help, 0};

    while (n--)
        w.at = strchr(w.at, '\n') + 1;
    w.length = strcspn(w.at, "\n");
    return w;
}

/* Print words in 79 columns; lines after the first are indented. */
static void say_wrapped(Frontend *f, Text *line, int indent, Word words) {
    Word w;

    while ((w = text_word(&words)).length) {
        if (line->length + w.length + 1 > 79) {
            frontend_say_text(f, line->at);
            *line = text_in(line->at, line->capacity);
            text_addf(line, "%*s", indent - 1, "");
        }
        text_add_char(line, ' ');
        text_add_word(line, w);
    }
    frontend_say_text(f, line->at);
}

static void say_groups(Frontend *f) {
    char buffer[128];
    Text text = text_in(buffer, sizeof buffer);

    text_add(&text, "Type");
    say_wrapped(f, &text, 5,
                word_of("a move (e4, Nf3, exd5, O-O, e8=Q or e2e4, e7e8q) or a command. help "
                        "COMMAND describes a command, help all lists them with a line for each."));
    for (const Command *c = commands; c->name; c++) {
        char names[1024];
        Text list = text_in(names, sizeof names);
        bool first = true;
        Word group;

        if (is_hidden(c) || is_alias(c))
            continue;
        group = part(c->help, 0);
        for (const Command *d = commands; d->name; d++) {
            const bool same = !is_hidden(d) && !is_alias(d) &&
                              part(d->help, 0).length == group.length &&
                              !memcmp(d->help, group.at, group.length);
            first &= !same || d >= c;
            if (same)
                text_addf(&list, " %s", d->name);
        }
        if (!first) /* the group was shown at its first command */
            continue;
        text = text_in(buffer, sizeof buffer);
        text_add_char(&text, ' ');
        text_add_char(&text, ' ');
        text_add_word(&text, group);
        text_addf(&text, "%*s", 18 - (int)group.length, "");
        say_wrapped(f, &text, 21, word_of(names));
    }
}

static void say_all(Frontend *f) {
    for (const Command *c = commands; c->name; c++) {
        char buffer[256];
        Text text = text_in(buffer, sizeof buffer);

        if (is_hidden(c))
            continue;
        text_addf(&text, "  %-10s", c->name);
        if (is_alias(c)) {
            frontend_say(f, "%s the same as %s", buffer, c->help + 1);
            continue;
        }
        say_wrapped(f, &text, 13, part(c->help, 2));
    }
}

static const Command *canonical(const Command *c) {
    const Command *d = commands;

    if (!is_alias(c))
        return c;
    while (strcmp(d->name, c->help + 1))
        d++;
    return d;
}

static void do_help(Frontend *f, Word arguments) {
    const Word word = text_word(&arguments);
    const Command *c = find(word);
    char buffer[256];
    Text text = text_in(buffer, sizeof buffer);

    if (!word.length || word_is_any_case(word, "all")) {
        if (word.length)
            say_all(f);
        else
            say_groups(f);
        return;
    }
    if (!c || is_hidden(c)) {
        if (console_about_option(f, word))
            return;
        c = nearest(word);
        text_add_quoted(&text, word, 40);
        if (c)
            console_refuse(f, "There is no command %s. Did you mean %s?", buffer, c->name);
        else
            console_refuse(f, "There is no command %s; help alone lists all.", buffer);
        return;
    }
    if (is_alias(c))
        frontend_say(f, "%s is the same as %s.", c->name, c->help + 1);
    c = canonical(c);
    text_add(&text, c->name);
    if (part(c->help, 1).length) {
        text_add_char(&text, ' ');
        text_add_word(&text, part(c->help, 1));
    }
    frontend_say_text(f, buffer);
    text = text_in(buffer, sizeof buffer);
    text_add(&text, "   ");
    say_wrapped(f, &text, 4, part(c->help, 2));
    frontend_say(f, "    Example: %s", part(c->help, 3).at);
    console_about_option(f, word); /* some names are options too */
}

/* --- the terminal ---------------------------------------------------------------------------- */

/* Show the prompt, unless we are thinking. */
static void prompt(Frontend *f) {
    const Position *p = gameline_now(&f->line);
    char buffer[64];
    Text text = text_in(buffer, sizeof buffer);

    if (f->busy == IDLE) /* even a refused line may have ended the search of some work */
        work_stop(f);
    if (!f->out.terminal || f->out.prompted || f->busy == THINKING || f->busy == HINTING)
        return;
    if (f->over && !console_state(f)->analyzing)
        text_add(&text, "Game over: ");
    else
        text_addf(&text, "%s%s (%d): ", console_state(f)->analyzing ? "analysis, " : "",
                  console_side(position_turn(p)), p->fullmove_number);
    if (!output_prompt(&f->out, buffer))
        f->leaving = true;
}

bool console_is_at_work(const Frontend *f) {
    return atomic_load(&console_state(f)->work.saves);
}

const Protocol console_protocol = {
    .name = "console",
    .commands = commands,
    .state = &console_private,
    .otherwise = otherwise,
    .on_thought = console_hear_thought,
    .on_move = console_hear_move,
    .refuse = console_refuse_text,
    .on_set_up = console_game_set_up,
    .on_leave = work_leave,
    .prompt = prompt,
    .finishes = true,
    .scripts = true,
    .message_prefix = "",
};

bool console_has_failed(const Frontend *f) {
    return console_state(f)->failed && !f->out.terminal &&
           (f->protocol == &console_protocol || f->protocol == &console_setup_protocol);
}

bool console_was_misused(const Frontend *f) {
    return console_state(f)->misused;
}

void console_welcome(Frontend *f) {
    f->time.move_ms = 2000;
    if (!f->out.terminal)
        return;
    console_state(f)->autosave = true;
    frontend_say_text(f, "Alula " ALULA_VERSION ", a chess engine. You play White; type a move, "
                         "go to play Black, or help.");
    if (console_has_saved())
        frontend_say_text(f, "There is an unfinished game: resume continues it.");
    console_show_board(f);
}

void console_farewell(Frontend *f) {
    if (f->out.terminal && console_state(f)->saved && !f->over && f->line.length &&
        (f->protocol == &console_protocol || f->protocol == &console_setup_protocol))
        frontend_say_text(f, "The game is saved: resume continues it next time.");
}
