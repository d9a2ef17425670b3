/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "settings.h"

#include <inttypes.h>
#include <string.h>

#include "autosave.h"
#include "base/file.h"
#include "chess/svgboard.h"
#include "console_state.h"
#include "handlers.h"
#include "path.h"
#include "play.h"
#include "protocol/common.h"
#include "protocol/limits.h"
#include "protocol/options_apply.h"
#include "protocol/show.h"
#include "warning.h"

/* --- values ----------------------------------------------------------------------------------- */

/* Adds a value in a user's notation, at most `most` bytes of a text; nothing for a button. */
static void add_value(Text *text, const Frontend *f, OptionId id, size_t most) {
    const OptionRow *row = &option_table[id];
    const char *choice = row->choices ? options_choice(&f->options, id) : NULL;
    const char *words = f->options.text[id];

    if (option_is_text(row))
        text_add_quoted(text, word_of(*words ? words : "none"), most);
    else if (option_is_number(row))
        text_addf(text, "%" PRId64, f->options.value[id]);
    else if (row->kind == OPTION_CHECK)
        text_add(text, f->options.value[id] ? "on" : "off");
    else if (row->choices)
        text_add(text, choice ? choice : "by Elo"); /* only Level may be without a name */
}

/* Shows an option in the list, with the help on a separate line after a long value. */
static void list_option(Frontend *f, OptionId id) {
    enum { NAME = 14, VALUE = 8, LONGEST = 58 };
    const OptionRow *row = &option_table[id];
    Text value = TEXT_OF(80), text = TEXT_OF(160);

    add_value(&value, f, id, LONGEST);
    text_addf(&text, "  %-*s %-*s", NAME, row->name, value.length > VALUE ? 0 : VALUE, value.at);
    if (value.length > VALUE) {
        frontend_say_text(f, text.at);
        text_clear(&text);
        text_addf(&text, "%*s", NAME + VALUE + 3, "");
    }
    text_addf(&text, " %s", row->help);
    if (option_is_number(row))
        text_addf(&text, " (%" PRId64 " to %" PRId64 ")", row->min, row->max);
    frontend_say_text(f, text.at);
}

/* Adds the command that sets an option. */
static void add_way(Text *text, OptionId id) {
    const OptionRow *row = &option_table[id];

    text_addf(text, "set %s", row->name);
    if (option_is_number(row))
        text_addf(text, " N, where N is from %" PRId64 " to %" PRId64, row->min, row->max);
    else if (row->kind == OPTION_CHECK)
        text_add(text, " on or off");
    else if (option_is_text(row))
        text_addf(text, " %s; to clear it: set %s none",
                  row->kind == OPTION_STRING ? "TEXT"
                  : row->kind == OPTION_FILE ? "FILE"
                                             : "FOLDER",
                  row->name);
    for (int i = 0; row->choices && row->choices[i]; i++) {
        text_add(text, i ? ", " : ", with ");
        option_write_choice(text, row, i);
    }
}

bool console_about_option(Frontend *f, Word name) {
    const OptionId id = options_find(name);
    Text text = TEXT_OF(OPTION_TEXT_SIZE + 64);

    if (id == OPTION_COUNT)
        return false;
    frontend_say(f, "%s, an option: %s", option_table[id].name, option_table[id].help);
    if (!option_is_button(&option_table[id])) {
        text_add(&text, "    It is now: ");
        add_value(&text, f, id, OPTION_TEXT_SIZE);
        frontend_say_text(f, text.at);
        text_clear(&text);
    }
    text_add(&text, option_is_button(&option_table[id]) ? "    To use it: " : "    To set it: ");
    add_way(&text, id);
    frontend_say_text(f, text.at);
    return true;
}

void console_options(Frontend *f, Word arguments) {
    if (!arguments.length)
        for (OptionId id = 0; id < OPTION_COUNT; id++)
            list_option(f, id);
    else if (!console_about_option(f, arguments))
        console_refuse_words(f, arguments, "unknown option; type \"options\" to list all.");
}

/* --- setting them ----------------------------------------------------------------------------- */

/* Splits NAME VALUE or NAME=VALUE: returns the name, and leaves the value in *line. */
static Word take_name(Word *line) {
    Word rest = *line, name = text_word(&rest);
    const char *equals = name.length ? memchr(name.at, '=', name.length) : NULL;

    if (equals) {
        rest = (Word){equals, rest.length + (size_t)(name.at + name.length - equals)};
        name.length = (size_t)(equals - name.at);
    }
    *line = text_rest(rest);
    if (line->length && *line->at == '=')
        *line = text_rest((Word){line->at + 1, line->length - 1});
    return name;
}

bool console_refuse_option(Frontend *f, Word line) {
    const OptionId id = options_find(take_name(&line));
    const char *name;

    if (id == OPTION_COUNT)
        return false;
    name = option_table[id].name;
    console_refuse(f, "%s is an option: type \"set %s%s\" to %s it or \"help %s\" for help.", name,
                   name, option_is_button(&option_table[id]) ? "" : " VALUE",
                   option_is_button(&option_table[id]) ? "use" : "set", name);
    return true;
}

/* Returns true if the word means "no file", unless a file has that name. */
static bool is_none(OptionId id, Word value) {
    char path[8] = "";

    if (!word_is_any_case(value, "none"))
        return false;
    memcpy(path, value.at, value.length);
    return option_table[id].kind == OPTION_STRING || !file_mark(path).exists;
}

Word console_meant_value(OptionId id, Word value) {
    const bool is_check = option_table[id].kind == OPTION_CHECK;

    if (option_is_text(&option_table[id]) && (word_is(value, "<empty>") || is_none(id, value)))
        return (Word){"", 0};
    value = console_unquoted(value);
    if (is_check && word_is_any_case(value, "on"))
        return word_of("1");
    if (is_check && word_is_any_case(value, "off"))
        return word_of("0");
    return value;
}

/* Refuses a value, and says how to set one where the range is known. */
static void refuse_value(Frontend *f, OptionId id, Word value, const char *error) {
    const OptionRow *row = &option_table[id];
    Text text = TEXT_OF(400);

    text_add(&text, row->name);
    if (option_is_text(row))
        text_addf(&text, " %s", QUOTED_OF(value.length ? value : word_of("none"), 100));
    text_addf(&text, ": %s; ", error);
    if (option_is_text(row) || option_is_button(row))
        text_add(&text, "nothing was changed");
    else
        add_way(&text, id);
    console_refuse(f, "%s.", text.at);
}

static void tell_strength(Frontend *f) {
    if (f->game.line.length && !f->game.over)
        autosave_game(f); /* the saved game includes the level */
    console_say_level(f);
    if (options_rating(&f->options) && !f->options.value[OPTION_HUMAN_TIME] &&
        !console_state(f)->time_offered) {
        console_state(f)->time_offered = true;
        frontend_say_text(f, "(Type \"set HumanTime on\" to make me take as long as a human.)");
    }
}

static void tell_tables(Frontend *f) {
    if (!f->syzygy)
        frontend_say_text(f, "I use no tablebases now.");
    else if (!syzygy_men(f->syzygy))
        frontend_say_text(f, "There are no Syzygy tablebases there.");
    else
        frontend_say(f, "I use %d tablebases of up to %d pieces, %d with distances.",
                     syzygy_wdl_tables(f->syzygy), syzygy_men(f->syzygy),
                     syzygy_dtz_tables(f->syzygy));
}

bool console_set_option(Frontend *f, OptionId id, Word value) {
    const Word name = word_of(option_table[id].name);
    char net[OPTION_TEXT_SIZE];
    const char *error;
    Text text;

    memcpy(net, f->options.text[OPTION_EVAL_FILE], sizeof net);
    if ((error = options_apply(f, name, value, &id))) {
        refuse_value(f, id, value, error);
        return false;
    }
    if (id == OPTION_LEVEL) { /* users who type this mean the strength, not one of three options */
        const int level = (int)f->options.value[id];
        if (level != LEVEL_AUTO)
            options_limit_strength(&f->options, level ? level_elo_of_name(level) : 0);
    }
    if (id == OPTION_WARN)
        console_note_warn(f);
    if (id == OPTION_EVAL_FILE || strcmp(net, f->options.text[OPTION_EVAL_FILE]) != 0)
        show_network(f);
    if (id == OPTION_SYZYGY_PATH) {
        tell_tables(f);
    } else if (id == OPTION_ELO && !options_rating(&f->options)) {
        frontend_say_text(f, "I play at full strength: type \"set LimitStrength on\" to use Elo.");
    } else if (id == OPTION_LEVEL || id == OPTION_ELO || id == OPTION_LIMIT_STRENGTH) {
        tell_strength(f);
    } else if (id == OPTION_CLEAR_HASH) {
        frontend_say_text(f, "The hash table is empty now.");
    } else if (id != OPTION_EVAL_FILE && !option_is_button(&option_table[id])) {
        text = text_in(net, sizeof net);
        add_value(&text, f, id, 60);
        frontend_say(f, "%s is now %s.", option_table[id].name, net);
    }
    return true;
}

void console_set(Frontend *f, Word arguments) {
    const Word name = take_name(&arguments);
    const OptionId id = options_find(name);
    int64_t rating;

    if (!name.length) {
        console_refuse(f, "set needs one of the options and its value, as in: set Resign on");
        return;
    }
    if (id == OPTION_COUNT) {
        console_refuse_words(f, name, "unknown option; type \"options\" to list all.");
        return;
    }
    if (id == OPTION_LEVEL && word_number(arguments, LEVEL_MIN, LEVEL_MAX, &rating)) {
        console_elo(f, arguments); /* as `level 1300` does */
        return;
    }
    if (!console_set_option(f, id, console_meant_value(id, arguments)))
        return;
    if (id == OPTION_SAVE_SETTINGS)
        frontend_say(f, "The settings are saved: set SettingsFile %s loads them.",
                     f->options.text[OPTION_SETTINGS_FILE]);
    if (id == OPTION_CLEAR_HASH || id == OPTION_MULTIPV) {
        frontend_halt(f);
        if (id == OPTION_CLEAR_HASH)
            engine_clear(f->engine);
        if (console_state(f)->analyzing)
            frontend_analyze(f, ANALYZING);
    }
}

void console_option(Frontend *f, Word arguments) {
    if (arguments.length)
        console_set(f, arguments);
    else
        console_options(f, arguments);
}

/* --- strength --------------------------------------------------------------------------------- */

static void set_elo(Frontend *f, int elo) {
    options_limit_strength(&f->options, elo);
    tell_strength(f);
}

void console_skill(Frontend *f, Word arguments) {
    int64_t skill;

    if (!arguments.length)
        console_say_level(f);
    else if (console_number(f, arguments, "skill needs a number", 0, SKILL_MAX, &skill))
        set_elo(f, skill == SKILL_MAX ? 0 : level_elo_of_skill((int)skill));
}

/* Sets level Auto; a rating restarts the level there. */
static void elo_auto(Frontend *f, Word start) {
    AutoLevel level = {.games = 0};
    int64_t rating;

    if (start.length) {
        if (!console_number(f, start, "elo auto starts at a rating", LEVEL_MIN, LEVEL_MAX, &rating))
            return;
        level.rating = (int)rating;
        if (!autolevel_keep(&level))
            frontend_say_unkept_level(f);
        f->options.auto_level = level;
    }
    console_set_option(f, OPTION_LEVEL, word_of(level_names[LEVEL_AUTO]));
}

void console_elo(Frontend *f, Word arguments) {
    Word rest = arguments;
    int64_t elo;

    if (!arguments.length)
        console_say_level(f);
    else if (word_is_any_case(arguments, "off"))
        set_elo(f, 0);
    else if (word_is_any_case(text_word(&rest), "auto"))
        elo_auto(f, text_rest(rest));
    else if (console_number(f, arguments, "elo needs off, auto, or a rating", LEVEL_MIN, LEVEL_MAX,
                            &elo))
        set_elo(f, (int)elo);
}

void console_ponder(Frontend *f, Word arguments) {
    if (arguments.length && !console_switch_word(f, "ponder", arguments, &f->ponder))
        return;
    if (!f->ponder && f->search.busy == PONDERING)
        frontend_halt(f);
    frontend_say_text(f, f->ponder ? "I search while you think." : "I wait while you think.");
}

/* Changes memory and threads, and restarts an analysis. Returns false after printing a message. */
static bool resize(Frontend *f, size_t megabytes, int threads) {
    const char *error;

    frontend_halt(f);
    if ((error = options_resize(f, megabytes, threads)))
        console_refuse(f, "That is not possible: %s; nothing was changed.", error);
    else if (engine_threads(f->engine) < threads)
        frontend_say(f, "There is enough memory for only %d thread%s.", engine_threads(f->engine),
                     engine_threads(f->engine) == 1 ? "" : "s");
    if (console_state(f)->analyzing)
        frontend_analyze(f, ANALYZING);
    return !error && engine_threads(f->engine) >= threads;
}

void console_threads(Frontend *f, Word arguments) {
    const int most = options_most_threads();
    const int now = engine_threads(f->engine);
    int64_t n;

    if (!arguments.length) {
        frontend_say(f, "I search with %d thread%s.", now, now == 1 ? "" : "s");
        return;
    }
    if (!console_number(f, arguments, "threads needs a number", 1, MAX_THREADS, &n))
        return;
    if (n > most)
        frontend_say(f,
                     "With more than %d threads I would answer late on this machine, so I use %d.",
                     most, most);
    if (resize(f, f->memory_megabytes, (int)min64(n, most)) && n <= most)
        console_threads(f, (Word){"", 0});
}

void console_memory(Frontend *f, Word arguments) {
    int64_t n;

    if (!arguments.length)
        frontend_say(f, "I use %d MB, %d of it for the hash table.", (int)f->memory_megabytes,
                     (int)(engine_hash_bytes(f->engine) >> 20));
    else if (console_number(f, arguments, "memory needs a number of megabytes", MEMORY_SHARE_MIN,
                            MEMORY_SHARE_MAX, &n) &&
             resize(f, (size_t)n, engine_threads(f->engine)))
        console_memory(f, (Word){"", 0});
}

/* --- the book --------------------------------------------------------------------------------- */

static void set_book(Frontend *f, const char *own, Word file) {
    const char *error;
    OptionId id;

    if ((error = options_apply(f, word_of("BookFile"), file, &id))) {
        console_refuse(f, "I cannot play from \"%s\": %s.", QUOTED_OF(file, 60), error);
        return;
    }
    options_apply(f, word_of("OwnBook"), word_of(own), &id);
    frontend_say_text(f, file.length ? "I now play from this book." : "I now play without a book.");
}

void console_book(Frontend *f, Word arguments) {
    const bool best = word_is_any_case(arguments, "best");
    const bool random = word_is_any_case(arguments, "random");

    if (!arguments.length) {
        common_show_book(f);
    } else if (word_is_any_case(arguments, "off")) {
        f->options.value[OPTION_OWN_BOOK] = 0; /* keep the file, for `book on` */
        frontend_say_text(f, "I now play without a book.");
    } else if (word_is_any_case(arguments, "on") || best || random) {
        if (!f->book.file.file) {
            console_refuse(f, "I have no book: name its file first, as in: book openings.bin");
            return;
        }
        f->options.value[OPTION_OWN_BOOK] = 1;
        if (best || random)
            f->options.value[OPTION_BOOK_VARIETY] = best ? 0 : 100;
        frontend_say_text(f,
                          best ? "I now play the book's best moves." : "I now play from my book.");
    } else {
        const Word file = console_meant_value(OPTION_BOOK_FILE, arguments);
        set_book(f, file.length ? "1" : "0", file);
    }
}

/* --- output ----------------------------------------------------------------------------------- */

void console_multipv(Frontend *f, Word arguments) {
    int64_t n = f->options.value[OPTION_MULTIPV];

    if (!console_number(f, arguments, "multipv needs a number", 1, MULTIPV_MAX, &n))
        return;
    frontend_say(f, "Analysis shows %d line%s.", (int)n, n == 1 ? "" : "s");
    f->options.value[OPTION_MULTIPV] = n;
    if (arguments.length && f->search.busy == ANALYZING)
        frontend_analyze(f, ANALYZING);
}

/* --- the board -------------------------------------------------------------------------------- */

/* Writes a picture of the board as the console shows it. */
static bool write_picture(void *frontend, FILE *file) {
    Frontend *f = frontend;
    const GameLine *g = &f->game.line;
    const size_t last = g->length - 1;

    svgboard_file(
        file, &(SvgBoard){.position = gameline_now(g),
                          .flipped = console_state(f)->look.flipped,
                          .highlighted =
                              g->length ? svgboard_squares(&g->position[last], g->move[last]) : 0});
    return !ferror(file);
}

static bool is_picture(Word text) {
    return !strncmp(text.at, "<svg", 4) || !strncmp(text.at, "<?xml", 5);
}

static void save_picture(Frontend *f, Word name) {
    if (console_needs(f, name, "board --svg needs a file, as in: board --svg game.svg") &&
        console_write(f, name, is_picture, "picture in SVG", false, write_picture))
        frontend_say(f, "The picture was saved to %s.", NAME_OF(name));
}

void console_board(Frontend *f, Word arguments) {
    ConsoleState *c = console_state(f);
    static const char *const names[] = {
        [BOARD_ASCII] = "ascii", [BOARD_UTF8] = "utf8", [BOARD_COLOR] = "color"};
    int style = BOARD_ASCII;
    Word rest = arguments;

    if (word_is(text_word(&rest), "--svg")) {
        save_picture(f, text_rest(rest));
        return;
    }
    while (style <= BOARD_COLOR && !word_is_any_case(arguments, names[style]))
        style++;
    if (word_is_any_case(arguments, "big"))
        c->look.big = !c->look.big;
    else if (word_is_any_case(arguments, "coords"))
        c->look.bare = !c->look.bare;
    else if (style == BOARD_COLOR && !f->out.terminal) {
        console_refuse(f, "Colors need a terminal.");
        return;
    } else if (style <= BOARD_COLOR)
        c->look.style = (BoardStyle)style;
    else if (arguments.length) {
        console_refuse(
            f, "board needs ascii, utf8, color, big, coords or --svg FILE, as in: board utf8");
        return;
    }
    console_show_board(f);
}
