/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of commands, help, and the prompt. */
#include "console.h"

#include <stdlib.h>
#include <string.h>

#include "autosave.h"
#include "base/util.h"
#include "base/version.h"
#include "complete.h"
#include "console_game.h"
#include "console_state.h"
#include "drill_verdict.h"
#include "handlers.h"
#include "lineedit.h"
#include "play.h"
#include "protocol/common.h"
#include "refusal.h"
#include "settings.h"
#include "training.h"
#include "warning.h"

/* --- the table ------------------------------------------------------------------------------- */

/* A command and its help text. */
typedef struct {
    Command command;
    const char *group, *arguments, *example;
    const char *alias_of; /* the command for which this is an alias; NULL: no alias */
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

#define COMMAND(n, run, policy, flags, group, arguments, help, example)                            \
    {{n, run, policy, (flags) | (sizeof(arguments) == 1 ? ALONE : 0), help},                       \
     group,                                                                                        \
     arguments,                                                                                    \
     example,                                                                                      \
     NULL},
#define ALIAS(n, of)                  {.command.name = n, .alias_of = of},
#define HIDDEN(n, run, policy, flags) {.command = {n, run, policy, flags, NULL}},

static const ConsoleCommand commands[] = {
#include "commands.inc"
    {.command.name = NULL},
};

void console_tt(Frontend *f, Word arguments) {
    bool on;

    if (arguments.length && !console_switch_word(f, "tt", arguments, &on))
        return;
    if (arguments.length) {
        frontend_halt(f);
        f->without_table = !on;
        engine_set_hash_enabled(f->engine, on);
    }
    frontend_say_text(f, f->without_table ? "I search without the transposition table."
                                          : "I search with the transposition table.");
}

void console_stopfrac(Frontend *f, Word arguments) {
    frontend_say_text(f, "There is nothing to set: I start no iteration that would probably not "
                         "finish in time.");
}

/* Switches to CECP, which has neither the console's analyze mode nor a limit of nodes. */
void console_xboard(Frontend *f, Word arguments) {
    console_leave_analysis(f);
    f->game.time.nodes = 0;
    f->queue.wake_ms = 0;
    common_xboard(f, arguments);
}

void console_uci(Frontend *f, Word arguments) {
    console_leave_analysis(f);
    f->game.time.nodes = 0;
    f->queue.wake_ms = 0;
    common_uci(f, arguments);
}

/* --- similar words --------------------------------------------------------------------------- */

/* Returns true for hidden commands, which are not listed, and must be typed in full. */
static bool is_hidden(const ConsoleCommand *c) {
    return !c->command.help && !c->alias_of;
}

static bool is_called(const ConsoleCommand *c, Word name) {
    return word_is_any_case(name, c->command.name);
}

/* Returns the command that an alias stands for; other commands unchanged. */
static const ConsoleCommand *canonical(const ConsoleCommand *c) {
    const ConsoleCommand *d = commands;

    while (c->alias_of && !is_called(d, word_of(c->alias_of)))
        d++;
    return c->alias_of ? d : c;
}

/* Returns the edit distance, ignoring case: letters to change, insert, delete or swap. */
static int distance(Word a, const char *b) {
    enum { MAX = 24 };
    const size_t length = strlen(b);
    int row[3][MAX + 1];

    if (a.length > MAX || length > MAX)
        return MAX;
    for (size_t j = 0; j <= length; j++)
        row[0][j] = (int)j;
    for (size_t i = 1; i <= a.length; i++) {
        int *now = row[i % 3], *before = row[(i + 2) % 3], *two_before = row[(i + 1) % 3];

        now[0] = (int)i;
        for (size_t j = 1; j <= length; j++) {
            const bool same = text_lower(a.at[i - 1]) == b[j - 1];
            int best = before[j - 1] + !same;

            best = min(best, before[j] + 1);
            best = min(best, now[j - 1] + 1);
            if (i > 1 && j > 1 && text_lower(a.at[i - 1]) == b[j - 2] &&
                text_lower(a.at[i - 2]) == b[j - 1])
                best = min(best, two_before[j - 2] + 1);
            now[j] = best;
        }
    }
    return row[a.length % 3][length];
}

/* Returns the most similar command; NULL if none is similar. */
static const char *nearest(Word word) {
    const int most = word.length < 3 ? 0 : word.length < 5 ? 1 : 2;
    const char *best = NULL;
    int least = most + 1;

    for (const ConsoleCommand *c = commands; c->command.name; c++) {
        const char *name = c->command.name;
        const int d = is_hidden(c) || strlen(name) < 2 ? least
                      : word.length >= 3 && complete_begins(name, word, true)
                          ? 1
                          : distance(word, name);
        if (d < least) {
            least = d;
            best = name;
        }
    }
    return best;
}

/* Returns true if a command changes the game or quits. */
static bool is_grave(const ConsoleCommand *c) {
    return c->command.run == console_quit || c->command.run == console_exit ||
           (c->command.policy == CANCELS && strcmp(c->group, ANALYSIS) != 0);
}

/*
 * Finds a command, ignoring case, by its name or an unambiguous abbreviation of at least three
 * letters. Commands that change the game or quit cannot be abbreviated.
 */
static const ConsoleCommand *find_row(Word word) {
    const ConsoleCommand *found = NULL;

    for (const ConsoleCommand *c = commands; c->command.name; c++)
        if (is_called(c, word))
            return c;
    for (const ConsoleCommand *c = commands; c->command.name && word.length >= 3; c++) {
        if (is_hidden(c) || !complete_begins(c->command.name, word, true) ||
            (found && canonical(found) == canonical(c)))
            continue;
        if (found || is_grave(canonical(c)))
            return NULL;
        found = c;
    }
    return found;
}

/* Returns true for a UCI command that was sent without `uci` first. */
static bool is_of_uci(Word line) {
    const Word word = text_word(&line), next = text_word(&line);

    return word_is_among(word, "isready,ucinewgame,setoption") ||
           (word_is(word, "position") && word_is_among(next, "startpos,fen")) ||
           (word_is(word, "go") &&
            word_is_among(next, "depth,nodes,movetime,infinite,wtime,btime,ponder,mate,perft"));
}

static void do_unknown(Frontend *f, Word line) {
    Word rest = line;
    const char *near = nearest(text_word(&rest));
    Text text = TEXT_OF(256);

    if (console_refuse_option(f, line))
        return;
    if (refusal_square(line).length) {
        console_refuse_move(f, line);
        return;
    }
    text_addf(&text, "I do not understand \"%s\". ", QUOTED_OF(line, 60));
    if (near)
        text_addf(&text, "Did you mean %s?", near);
    else
        text_add(&text, "Type a move like e4, Nf3 or e7e8q, or help.");
    console_refuse(f, "%s", text.at);
}

/* Handles an empty line: shows the next page, or stops playing both sides. */
static void do_nothing(Frontend *f, Word line) {
    if (!line.length && output_next_page(&f->out))
        return;
    if (console_state(f)->both)
        console_stop(f, line);
}

/* Returns true for a move number as in `goto`: "12" or "12b". */
static bool is_move_number(Word line) {
    line.length -= line.length > 1 && text_is_among(line.at[line.length - 1], "bw");
    return line.length <= 4 && word_number(line, 0, 9999, &(int64_t){0}) && *line.at != '-';
}

/* Finds the command for a line: a command by name or abbreviation, a move number, or a move. */
static const Command *otherwise(Frontend *f, Word *line) {
    static const Command nothing = {"", do_nothing, NOW, 0, NULL};
    static const Command move = {"", console_move, IN_TURN, 0, NULL};
    static const Command unknown = {"", do_unknown, NOW, 0, NULL};
    static const Command step = {"", console_goto, CANCELS, 0, NULL};
    static const Command uci = {"", console_uci, CANCELS, 0, NULL};
    Word rest = *line, moves = console_without_number(*line);
    const Word name = text_word(&rest);
    const ConsoleCommand *c = find_row(name);
    const bool exact = c && word_is(name, c->command.name);
    char joined[5];

    if (!line->length && !f->out.terminal)
        return NULL;
    if (!line->length || *line->at == '#') /* a comment in a script */
        return &nothing;
    if (is_move_number(*line))
        return &step;
    if (is_of_uci(*line))
        return &uci;
    if (!exact && (common_is_move(f, text_word(&moves)) || console_join_squares(*line, joined)))
        return &move;
    if (!c)
        return &unknown;
    *line = rest;
    return &canonical(c)->command;
}

/* --- help ------------------------------------------------------------------------------------ */

/* Prints words in 79 columns, with lines after the first indented. */
static void say_wrapped(Frontend *f, Text *line, int indent, Word words) {
    Word w;

    while ((w = text_word(&words)).length) {
        if (line->length + w.length + 1 > 79) {
            frontend_say_text(f, line->at);
            text_clear(line);
            text_addf(line, "%*s", indent - 1, "");
        }
        text_add_char(line, ' ');
        text_add_word(line, w);
    }
    frontend_say_text(f, line->at);
}

static void say_groups(Frontend *f) {
    Text text = TEXT_OF(128);

    text_add(&text, "Type");
    say_wrapped(
        f, &text, 5,
        word_of("a move (e4, Nf3, exd5, O-O, e8=Q or e2e4, e7e8q) or a command. Type "
                "\"help COMMAND\" for help on a command, \"help all\" for a line on each."));
    for (const ConsoleCommand *c = commands; c->command.name; c++) {
        const char *group = c->group;
        Text list = TEXT_OF(1024);
        bool first = true;

        if (!group)
            continue;
        for (const ConsoleCommand *d = commands; d->command.name; d++) {
            const bool same = d->group && !strcmp(d->group, group);

            first &= !same || d >= c;
            if (same)
                text_addf(&list, " %s", d->command.name);
        }
        if (!first) /* the group was shown with its first command */
            continue;
        text_clear(&text);
        text_addf(&text, "  %-18s", group);
        say_wrapped(f, &text, 21, word_of(list.at));
    }
}

static void say_all(Frontend *f) {
    for (const ConsoleCommand *c = commands; c->command.name; c++) {
        Text text = TEXT_OF(256);

        text_addf(&text, "  %-10s", c->command.name);
        if (c->alias_of)
            frontend_say(f, "%s the same as %s", text.at, c->alias_of);
        else if (!is_hidden(c))
            say_wrapped(f, &text, 13, word_of(c->command.help));
    }
}

/* Shows help for a word that is not a command, but perhaps an option. */
static void help_unknown(Frontend *f, Word word) {
    const char *near = nearest(word);
    const char *name = QUOTED_OF(word, 40);

    if (console_about_option(f, word))
        return;
    if (near)
        console_refuse(f, "There is no command %s. Did you mean %s?", name, near);
    else
        console_refuse(f, "There is no command %s; type \"help\" to list all.", name);
}

void console_help(Frontend *f, Word arguments) {
    const Word word = text_word(&arguments);
    const ConsoleCommand *c = find_row(word);
    Text text = TEXT_OF(256);

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
        console_about_option(f, word); /* some options have the name of a command */
    }
}

/* --- the terminal ---------------------------------------------------------------------------- */

/* Shows the prompt, unless we are thinking. */
static void prompt(Frontend *f) {
    const Position *p = frontend_now(f);
    Text text = TEXT_OF(64), moves = TEXT_OF(COMPLETE_MOVES_SIZE);

    if (f->search.busy == IDLE) /* even a refused line may have stopped a search of the work */
        work_stop(f);
    training_notice(f);
    if (!f->out.terminal || f->out.prompted)
        return;
    complete_write_moves(&moves, p); /* the moves that Tab completes */
    lineedit_set_context(moves.at);
    if (output_has_more(&f->out)) {
        f->leaving |= !output_prompt(&f->out, LINEEDIT_MORE);
        return;
    }
    if (busy_reports(f->search.busy))
        return;
    if (console_state(f)->warning.asking)
        text_add(&text, "y/n: ");
    else if (f->game.over && !console_state(f)->analyzing)
        text_add(&text, "Game over: ");
    else
        text_addf(&text, "%s%s (%d): ", console_state(f)->analyzing ? "analysis, " : "",
                  color_name(position_turn(p)), p->fullmove_number);
    if (!output_prompt(&f->out, text.at))
        f->leaving = true;
}

bool console_is_at_work(const Frontend *f) {
    return atomic_load(&console_state(f)->work.saves);
}

static void leave(Frontend *f) {
    ConsoleState *c = console_state(f);

    work_leave(f);
    training_leave(f);
    console_free_endings(f);
    console_keep_analyzed(f);
    if (c->saved)
        savedgames_release(&c->game, false);
}

/* Drops the move that awaits a yes or no, unless this line answers, stops, or is a comment. */
static void on_line(Frontend *f, const Call *call) {
    const Command *c = call->command;
    const bool answers = (c->run == console_yes || c->run == console_no) && !call->arguments.length;
    const bool stops = c->run == console_stop || c->run == console_interrupt;
    const bool is_comment = call->arguments.length && *call->arguments.at == '#';

    if (!answers && !stops && !is_comment)
        console_drop_asked(f);
    if (c->run != console_exit)
        console_state(f)->trained = false;
    if (c->run != console_why)
        console_state(f)->why.known = false;
}

/* Empty, as otherwise() searches the console's table, which has more columns and ignores case. */
static const Command none[] = {{NULL, NULL, NOW, 0, NULL}};

const Protocol console_protocol = {
    .name = "console",
    .commands = none,
    .otherwise = otherwise,
    .state = &console_private,
    .on_info = console_on_info,
    .on_move = console_on_move,
    .refuse = console_refuse_text,
    .on_set_up = console_game_set_up,
    .on_line = on_line,
    .on_leave = leave,
    .prompt = prompt,
    .on_idle = console_on_idle,
    .finishes = true,
    .scripts = true,
    .message_prefix = "",
};

/* Returns true if the console is the protocol in use. */
static bool is_spoken(const Frontend *f) {
    return f->protocol == &console_protocol || f->protocol == &console_setup_protocol;
}

bool console_has_failed(const Frontend *f) {
    return console_state(f)->failed && !f->out.terminal && is_spoken(f);
}

bool console_was_misused(const Frontend *f) {
    return console_state(f)->misused;
}

void console_welcome(Frontend *f) {
    f->game.time.move_ms = 2000;
    if (!f->out.terminal)
        return;
    console_state(f)->autosave = true;
    frontend_say_text(f,
                      "Alula " ALULA_VERSION ", a chess engine. You play White: type a move, such "
                      "as e4 or Nf3, or \"go\" to let me begin.");
    console_say_level(f);
    frontend_say_text(
        f, "Type \"elo 1000\" to make me easier to beat, \"elo off\" for full strength.");
    frontend_say_text(
        f,
        "Type \"hint\" for advice, \"undo\" to take a move back, \"help\" for more, or \"quit\".");
    autosave_say_unfinished(f);
    console_show_board(f);
}

void console_farewell(Frontend *f) {
    const ConsoleState *c = console_state(f);

    if (!c->autosave || !is_spoken(f))
        return;
    if (c->save_failed && !c->saved_by_hand) {
        frontend_say_text(f, "The game was not saved, so here it is:");
        console_pgn(f, (Word){NULL, 0});
    } else if (f->out.terminal && c->saved && !c->save_failed) {
        frontend_say_text(f, "The game is saved: type \"resume\" next time to continue.");
    }
}
