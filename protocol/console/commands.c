/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of commands, help, and the prompt. */
#include "console.h"

#include <string.h>

#include "autosave.h"
#include "base/util.h"
#include "console_state.h"
#include "handlers.h"
#include "play.h"
#include "protocol/common.h"
#include "settings.h"
#include "work.h"

/* --- the table ------------------------------------------------------------------------------- */

/* A command, and what `help` says about it. */
typedef struct {
    Command command;
    const char *group, *arguments, *example;
    const char *alias_of; /* the name of the command that this is another name of; or NULL */
} ConsoleCommand;

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

static ConsoleHandler do_help, do_xboard, do_uci, do_lab, do_stopfrac;

/* clang-format off */
static const ConsoleCommand commands[] = {
    {{"move", console_move, IN_TURN, 0, "make a move; the word move is not needed: e4, Nf3, exd5, O-O, e8=Q, or e2e4, e7e8q"}, PLAY, "MOVE", "move e2e4", NULL},
    {{"go", console_go, IN_TURN, 0, "I play the side to move from now on"}, PLAY, "", "go", NULL},
    {{"new", console_new, CANCELS, 0, "a new game; you play White; 960: a game of Chess960, from the start position with this number, 0 to 959"}, PLAY, "[960 [NUMBER]]", "new 960 518", NULL},
    {{"play", console_play, CANCELS, 0, "which side you play from now on"}, PLAY, "white|black|random", "play black", NULL},
    {{"undo", console_undo, CANCELS, 0, "take back your last move and my reply; N: your last N moves"}, PLAY, "[N]", "undo 2", NULL},
    {{"redo", console_redo, CANCELS, 0, "play moves again that undo took back"}, PLAY, "[N]", "redo", NULL},
    {{"remove", console_remove, CANCELS, 0, "take back the last move of each side"}, PLAY, "", "remove", NULL},
    {{"force", console_force, CANCELS, 0, "you move for both sides"}, PLAY, "", "force", NULL},
    {.command.name = "manual", .alias_of = "force"},
    {{"both", console_both, CANCELS, 0, "I play both sides, to the end or for N moves; any input stops it"}, PLAY, "[N]", "both 10", NULL},
    {.command.name = "cc", .alias_of = "both"},
    {{"switch", console_swap, CANCELS, 0, "we change sides"}, PLAY, "", "switch", NULL},
    {{"hint", console_hint, IN_TURN, 0, "which move I would play"}, PLAY, "", "hint", NULL},
    {{"draw", console_draw, NOW, 0, "offer a draw"}, PLAY, "", "draw", NULL},
    {{"resign", console_resign, CANCELS, 0, "resign the game"}, PLAY, "", "resign", NULL},
    {{"activate", console_activate, CANCELS, 0, "play on after a claimed or agreed draw, or after a resignation"}, PLAY, "", "activate", NULL},
    {{"pause", console_pause, NOW, 0, "pause my search and the clocks, until resume"}, PLAY, "", "pause", NULL},
    {{"?", console_move_now, NOW, URGENT, "move now"}, PLAY, "", "?", NULL},
    {{"stop", console_stop, NOW, URGENT, "stop what is going on: I move at once, analysis and tests end; Ctrl-C does the same"}, PLAY, "", "stop", NULL},
    {.command = {CONSOLE_INTERRUPT, console_interrupt, NOW, URGENT, NULL}},
    {.command = {CONSOLE_LEAVE, common_quit, NOW, URGENT, NULL}},
    {{"white", console_white, CANCELS, 0, "White is to move in this position, and you play White; a new game begins here (see also play)"}, POSITION, "", "white", NULL},
    {{"black", console_black, CANCELS, 0, "Black is to move in this position, and you play Black; a new game begins here (see also play)"}, POSITION, "", "black", NULL},
    {{"setboard", console_setboard, CANCELS, 0, "play from a position; it is your move"}, POSITION, "FEN", "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", NULL},
    {{"setup", console_setup, CANCELS, 0, "edit the position piece by piece; help lists the commands there, exit returns"}, POSITION, "", "setup", NULL},
    {{"readfen", console_readfen, CANCELS, 0, "play from the Nth position of a file with FEN or EPD lines, or FEN tags"}, POSITION, "FILE [N]", "readfen suite.epd 3", NULL},
    {.command.name = "loadfen", .alias_of = "readfen"},
    {{"positions", console_positions, NOW, 0, "list the positions of a file, fifty at most, from the Nth on"}, POSITION, "FILE [N]", "positions suite.epd", NULL},
    {{"savepos", console_savepos, NOW, 0, "add the position to a file of FEN lines"}, POSITION, "FILE", "savepos positions.fen", NULL},
    {{"mirror", console_mirror, CANCELS, 0, "the same position with colors swapped; its value must be the same"}, POSITION, "", "mirror", NULL},
    {{"level", console_level, IN_TURN, 0, "clocks: moves, minutes for them, and an increment in seconds; 0 moves: the whole game"}, STRENGTH, "MOVES MINUTES INCREMENT", "level 40 5 0", NULL},
    {{"time", console_time, IN_TURN, 0, "seconds for each of my moves, or clocks for both"}, STRENGTH, "SECONDS | MINUTES+INCREMENT | MOVES/MINUTES", "time 5+3", NULL},
    {{"st", console_st, IN_TURN, 0, "seconds for each of my moves"}, STRENGTH, "SECONDS", "st 2.5", NULL},
    {{"sd", console_sd, IN_TURN, 0, "limit the search depth; 0: no limit"}, STRENGTH, "PLIES", "sd 8", NULL},
    {{"sn", console_sn, IN_TURN, 0, "limit the nodes of a search; 0: no limit"}, STRENGTH, "NODES", "sn 100000", NULL},
    {{"clock", console_clock, NOW, 0, "the time left on the clocks"}, STRENGTH, "", "clock", NULL},
    {{"skill", console_skill, IN_TURN, 0, "my playing strength, from 0 to 20; 20 is full strength"}, STRENGTH, "N", "skill 5", NULL},
    {{"elo", console_elo, IN_TURN, 0, "play at the strength of a rating"}, STRENGTH, "RATING|off", "elo 1500", NULL},
    {{"ponder", console_ponder, IN_TURN, 0, "search while you think"}, SETTINGS, "on|off", "ponder on", NULL},
    {{"threads", console_threads, IN_TURN, 0, "the number of search threads"}, SETTINGS, "N", "threads 2", NULL},
    {.command.name = "cores", .alias_of = "threads"},
    {{"memory", console_memory, IN_TURN, 0, "limit the total memory"}, SETTINGS, "MEGABYTES", "memory 256", NULL},
    {{"book", console_book, IN_TURN, 0, "show the book moves of the position; FILE: use this Polyglot book; best: only its best moves"}, SETTINGS, "[FILE|on|off|best|random]", "book openings.bin", NULL},
    {{"options", console_options, NOW, 0, "list all options; NAME: describe this one"}, SETTINGS, "[NAME]", "options", NULL},
    {.command.name = "view", .alias_of = "options"},
    {{"set", console_set, IN_TURN, 0, "set an option to on or off, a number, a word, or a file name, which may be in quotes; none, \"\" or <empty>: no file, and for EvalFile the built-in network"}, SETTINGS, "NAME VALUE", "set Resign on", NULL},
    {{"option", console_option, IN_TURN, 0, "the same as set, in the syntax of CECP"}, SETTINGS, "NAME=VALUE", "option Resign=1", NULL},
    {{"post", common_post, NOW, 0, "show my thinking"}, SETTINGS, "", "post", NULL},
    {{"nopost", common_nopost, NOW, 0, "show only my moves"}, SETTINGS, "", "nopost", NULL},
    {{"d", console_show, NOW, 0, "show the board"}, BOARD, "", "d", NULL},
    {{"board", console_board, NOW, 0, "how the board is drawn; big and coords switch on or off"}, BOARD, "[ascii|utf8|color|big|coords]", "board utf8", NULL},
    {{"flip", console_flip, NOW, 0, "turn the board"}, BOARD, "", "flip", NULL},
    {.command.name = "r", .alias_of = "flip"},
    {{"moves", console_moves, NOW, 0, "list the legal moves; SQUARE: only those of the piece there"}, SHOW, "[SQUARE]", "moves e2", NULL},
    {{"game", console_game, NOW, 0, "the moves of the game"}, SHOW, "", "game", NULL},
    {.command.name = "history", .alias_of = "game"},
    {{"pgn", console_pgn, NOW, 0, "the game as PGN"}, SHOW, "", "pgn", NULL},
    {{"fen", console_fen, NOW, 0, "the position as FEN"}, SHOW, "", "fen", NULL},
    {{"epd", console_epd, NOW, 0, "the position as EPD"}, SHOW, "", "epd", NULL},
    {{"key", console_key, NOW, 0, "the position's Zobrist key, and its key in opening books"}, SHOW, "", "key", NULL},
    {{"eval", console_eval, NOW, 0, "the static evaluation and the contribution of each piece"}, SHOW, "", "eval", NULL},
    {.command.name = "score", .alias_of = "eval"},
    {{"pv", console_pv, NOW, 0, "the principal variation of my last search"}, SHOW, "", "pv", NULL},
    {{"info", console_info, NOW, 0, "facts about the position and my settings"}, SHOW, "", "info", NULL},
    {{"stats", console_stats, NOW, 0, "statistics of the last search"}, SHOW, "", "stats", NULL},
    {{"bitmap", console_bitmap, NOW, 0, "show a bitboard: white black pawns knights bishops rooks queens kings occupied checkers pinned attacked"}, SHOW, "NAME", "bitmap pawns", NULL},
    {{"attacks", console_attacks, NOW, 0, "which pieces attack a square"}, SHOW, "SQUARE", "attacks e4", NULL},
    {{"pins", console_pins, NOW, 0, "pieces that are pinned to their king"}, SHOW, "", "pins", NULL},
    {{"see", console_see, NOW, 0, "static exchange evaluation (SEE) of a move, in centipawns"}, SHOW, "MOVE", "see Bxf7", NULL},
    {{"qsearch", console_qsearch, NOW, 0, "list captures and promotions with their SEE values (static exchange evaluation), the best first; this does not search"}, SHOW, "", "qsearch", NULL},
    {{"analyze", console_analyze, CANCELS, 0, "analyze the position until exit; moves, undo and redo change it; in a script the analysis ends at the limits of sd or st"}, ANALYSIS, "[LINES]", "analyze 3", NULL},
    {{"multipv", console_multipv, NOW, 0, "number of lines shown in analysis"}, ANALYSIS, "N", "multipv 3", NULL},
    {{".", console_dot, NOW, URGENT, "show the progress of the search"}, ANALYSIS, "", ".", NULL},
    {{"exit", console_exit, NOW, 0, "end the analysis; otherwise quit"}, ANALYSIS, "", "exit", NULL},
    {{"search", console_search, CANCELS, 0, "analysis of these moves only"}, ANALYSIS, "MOVE...", "search e4 Nf3", NULL},
    {{"exclude", console_exclude, IN_TURN, 0, "do not search these moves, until the position changes or the analysis ends; without moves: list them"}, ANALYSIS, "[MOVE...]", "exclude e4 d4", NULL},
    {{"include", console_include, IN_TURN, 0, "search these moves again"}, ANALYSIS, "MOVE...|all", "include all", NULL},
    {{"mate", console_mate, IN_TURN, 0, "search for a mate in N moves, for ten seconds or as long as you say"}, ANALYSIS, "N [SECONDS]", "mate 3", NULL},
    {{"annotate", console_annotate, CANCELS, 0, "annotate the games of a PGN file: an evaluation for each move, ?!, ? or ?? for bad ones, and a better line; put file names with spaces in quotes; without OUT: FILE-annotated.pgn; FILE twice: replace it"}, ANALYSIS, "FILE [OUT] [SECONDS|depth N]", "annotate games.pgn notes.pgn 2", NULL},
    {{"load", console_load, CANCELS, 0, "continue the Nth game of a PGN file; you move for both sides"}, FILES, "FILE [N]", "load games.pgn 2", NULL},
    {{"save", console_save, NOW, 0, "add the game to a PGN file"}, FILES, "FILE", "save games.pgn", NULL},
    {{"resume", console_resume, NOW, 0, "continue after pause; or continue the unfinished game of the last session, or the one before it"}, FILES, "[previous]", "resume", NULL},
    {{"autosave", console_autosave, NOW, 0, "save the game after each move, for resume; on by default at a terminal"}, FILES, "on|off", "autosave off", NULL},
    {{"source", console_source, IN_TURN, 0, "run the commands of a file"}, FILES, "FILE", "source commands.txt", NULL},
    {{"ini", console_ini, IN_TURN, 0, "run the commands of a file, like source; without FILE: run the last such file, or that of alula --ini, again"}, FILES, "[FILE]", "ini alula.ini", NULL},
    {{"perft", console_perft, IN_TURN, 0, "count the leaf nodes at this depth; kinds: also captures, castlings, checks and mates"}, TEST, "PLIES [kinds]", "perft 5", NULL},
    {{"divide", console_divide, IN_TURN, 0, "perft for each move"}, TEST, "PLIES", "divide 3", NULL},
    {{"test", console_test, IN_TURN, 0, "solve the positions of an EPD file (bm, am, dm) within the limits of st and sd, and check its perft counts (D1 to D9)"}, TEST, "FILE", "test suite.epd", NULL},
    {.command.name = "perftsuite", .alias_of = "test"},
    {{"bench", console_bench, IN_TURN, 0, "nodes per second and total node count of the search"}, TEST, "[DEPTH]", "bench 10", NULL},
    {{"perf", console_perf, IN_TURN, 0, "measure moves, leaf nodes and evaluations per second"}, TEST, "", "perf", NULL},
    {{"check", console_check, IN_TURN, 0, "check the position's key, evaluation and counts against slow versions"}, TEST, "", "check", NULL},
    {.command.name = "selftest", .alias_of = "check"},
    {{"help", do_help, NOW, 0, "list the commands; COMMAND: more about it; all: a line for each"}, PROGRAM, "[COMMAND|all]", "help undo", NULL},
    {.command.name = "h", .alias_of = "help"},
    {{"log", console_log, NOW, 0, "append all input (after >) and output to a file; off: stop"}, FILES, "FILE|off", "log today.txt", NULL},
    {{"echo", console_echo, IN_TURN, 0, "print a text, for scripts"}, PROGRAM, "TEXT", "echo the second suite:", NULL},
    {{"version", console_version, NOW, 0, "version and license"}, PROGRAM, "", "version", NULL},
    {.command.name = "license", .alias_of = "version"},
    {.command.name = "warranty", .alias_of = "version"},
    {{"xboard", do_xboard, CANCELS, 0, "switch to CECP, the protocol of XBoard"}, PROGRAM, "", "xboard", NULL},
    {{"uci", do_uci, CANCELS, 0, "switch to UCI"}, PROGRAM, "", "uci", NULL},
    {{"quit", console_quit, NOW, URGENT, "quit the program"}, PROGRAM, "", "quit", NULL},
    {.command.name = "q", .alias_of = "quit"},
    {.command.name = "bye", .alias_of = "quit"},
    /* answered for users of winglet, but not listed */
    {.command = {"tt", do_lab, NOW, 0, NULL}},
    {.command = {"trace", do_lab, NOW, 0, NULL}},
    {.command = {"stopfrac", do_stopfrac, NOW, 0, NULL}},
    {.command.name = NULL},
};
/* clang-format on */

enum { COMMANDS = sizeof commands / sizeof *commands - 1 };

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
    console_leave_analysis(f);
    f->time.nodes = 0;
    common_xboard(f, arguments);
}

static void do_uci(Frontend *f, Word arguments) {
    console_leave_analysis(f);
    f->time.nodes = 0;
    common_uci(f, arguments);
}

/* --- words that are nearly right ------------------------------------------------------------- */

/* Hidden ones are not listed, and are typed in full. */
static bool is_hidden(const ConsoleCommand *c) {
    return !c->command.help && !c->alias_of;
}

const char *console_command_name(size_t i) {
    return i < COMMANDS && is_hidden(&commands[i]) ? "" : commands[i].command.name;
}

static bool is_called(const ConsoleCommand *c, Word name) {
    return word_is_any_case(name, c->command.name);
}

/* The command itself, for one of its names. */
static const ConsoleCommand *canonical(const ConsoleCommand *c) {
    const ConsoleCommand *d = commands;

    while (c->alias_of && !is_called(d, word_of(c->alias_of)))
        d++;
    return c->alias_of ? d : c;
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
static const char *nearest(Word word) {
    const int most = word.length < 3 ? 0 : word.length < 5 ? 1 : 2;
    const char *best = NULL;
    int least = most + 1;

    for (const ConsoleCommand *c = commands; c->command.name; c++) {
        const char *name = c->command.name;
        const int d = is_hidden(c) || strlen(name) < 2         ? least
                      : word.length >= 3 && begins(name, word) ? 1
                                                               : distance(word, name);
        if (d < least) {
            least = d;
            best = name;
        }
    }
    return best;
}

/* Does it change the game, or quit? */
static bool is_grave(const ConsoleCommand *c) {
    return c->command.run == console_quit || c->command.run == console_exit ||
           (c->command.policy == CANCELS && strcmp(c->group, ANALYSIS) != 0);
}

/*
 * Find a command in any case, or by its first letters, three at least, if they are unique. Commands
 * that change the game or quit are not found by a part of their name.
 */
static const ConsoleCommand *find_row(Word word) {
    const ConsoleCommand *found = NULL;

    for (const ConsoleCommand *c = commands; c->command.name; c++)
        if (is_called(c, word))
            return c;
    for (const ConsoleCommand *c = commands; c->command.name && word.length >= 3; c++) {
        if (is_hidden(c) || !begins(c->command.name, word) ||
            (found && canonical(found) == canonical(c)))
            continue;
        if (found || is_grave(canonical(c)))
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
    const char *near = nearest(text_word(&rest));
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
        text_addf(&text, "Did you mean %s?", near);
    else
        text_add(&text, "Type a move like e4, Nf3 or e7e8q, or help.");
    console_refuse(f, "%s", buffer);
}

/* An empty line ends moves for both sides. */
static void do_nothing(Frontend *f, Word line) {
    if (console_state(f)->both)
        console_stop(f, line);
}

/* A command by its whole name, a move, or an abbreviation. */
static const Command *otherwise(Frontend *f, Word *line) {
    static const Command nothing = {"", do_nothing, NOW, 0, NULL};
    static const Command move = {"", console_move, IN_TURN, 0, NULL};
    static const Command unknown = {"", do_unknown, NOW, 0, NULL};
    Word rest = *line;
    const Word name = text_word(&rest);
    const ConsoleCommand *c = find_row(name);

    if (!line->length && !f->out.terminal)
        return NULL;
    if (!line->length || *line->at == '#') /* a comment in a script */
        return &nothing;
    if (!(c && word_is(name, c->command.name))) {
        if (common_is_move(f, console_without_number(*line)))
            return &move;
        if (command_of_uci(*line) || !c)
            return &unknown;
    }
    *line = rest;
    return &canonical(c)->command;
}

/* --- help ------------------------------------------------------------------------------------ */

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
    for (const ConsoleCommand *c = commands; c->command.name; c++) {
        char names[1024];
        Text list = text_in(names, sizeof names);
        bool first = true;

        if (!c->group)
            continue;
        for (const ConsoleCommand *d = commands; d->command.name; d++) {
            const bool same = d->group && !strcmp(d->group, c->group);

            first &= !same || d >= c;
            if (same)
                text_addf(&list, " %s", d->command.name);
        }
        if (!first) /* the group was shown at its first command */
            continue;
        text = text_in(buffer, sizeof buffer);
        text_addf(&text, "  %-18s", c->group);
        say_wrapped(f, &text, 21, word_of(names));
    }
}

static void say_all(Frontend *f) {
    for (const ConsoleCommand *c = commands; c->command.name; c++) {
        char buffer[256];
        Text text = text_in(buffer, sizeof buffer);

        text_addf(&text, "  %-10s", c->command.name);
        if (c->alias_of)
            frontend_say(f, "%s the same as %s", buffer, c->alias_of);
        else if (!is_hidden(c))
            say_wrapped(f, &text, 13, word_of(c->command.help));
    }
}

/* No command has this name; perhaps an option has. */
static void help_unknown(Frontend *f, Word word) {
    const char *near = nearest(word);
    char buffer[64];
    Text text = text_in(buffer, sizeof buffer);

    if (console_about_option(f, word))
        return;
    text_add_quoted(&text, word, 40);
    if (near)
        console_refuse(f, "There is no command %s. Did you mean %s?", buffer, near);
    else
        console_refuse(f, "There is no command %s; help alone lists all.", buffer);
}

static void do_help(Frontend *f, Word arguments) {
    const Word word = text_word(&arguments);
    const ConsoleCommand *c = find_row(word);
    char buffer[256];
    Text text = text_in(buffer, sizeof buffer);

    if (!word.length) {
        say_groups(f);
    } else if (word_is_any_case(word, "all")) {
        say_all(f);
    } else if (!c || is_hidden(c)) {
        help_unknown(f, word);
    } else {
        if (c->alias_of)
            frontend_say(f, "%s is the same as %s.", c->command.name, c->alias_of);
        c = canonical(c);
        frontend_say(f, *c->arguments ? "%s %s" : "%s", c->command.name, c->arguments);
        text_add(&text, "   ");
        say_wrapped(f, &text, 4, word_of(c->command.help));
        frontend_say(f, "    Example: %s", c->example);
        console_about_option(f, word); /* some names are options too */
    }
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

/* Its table has more columns, and names in any case, so otherwise() looks there. */
static const Command none[] = {{NULL, NULL, NOW, 0, NULL}};

const Protocol console_protocol = {
    .name = "console",
    .commands = none,
    .otherwise = otherwise,
    .state = &console_private,
    .on_thought = console_on_thought,
    .on_move = console_on_move,
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
    if (autosave_exists())
        frontend_say_text(f, "There is an unfinished game: resume continues it.");
    console_show_board(f);
}

void console_farewell(Frontend *f) {
    if (f->out.terminal && console_state(f)->saved && !f->over && f->line.length &&
        (f->protocol == &console_protocol || f->protocol == &console_setup_protocol))
        frontend_say_text(f, "The game is saved: resume continues it next time.");
}
