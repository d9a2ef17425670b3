/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console_option.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "base/file.h"
#include "console_state.h"
#include "handlers.h"
#include "path.h"
#include "protocol/configure.h"
#include "protocol/level.h"
#include "protocol/show.h"
#include "reply.h"

/* --- values ----------------------------------------------------------------------------------- */

/* The value for a person, at most `most` bytes of a text; nothing for a button. */
static void add_value(Text *text, const Frontend *f, OptionId id, size_t most) {
    const int64_t value = f->options.value[id];
    const char *choice;

    switch (option_table[id].kind) {
    case OPTION_SPIN:
    case OPTION_SLIDER:
        text_addf(text, "%" PRId64, value);
        break;
    case OPTION_CHECK:
        text_add(text, value ? "on" : "off");
        break;
    case OPTION_COMBO:
        choice = options_choice(&f->options, id);
        text_add(text, choice ? choice : "by Elo"); /* Level is the only one without a name */
        break;
    case OPTION_BUTTON:
    case OPTION_SAVE:
        break;
    case OPTION_STRING:
    case OPTION_FILE:
        if (*f->options.text[id])
            text_add_quoted(text, word_of(f->options.text[id]), most);
        else
            text_add(text, "none");
        break;
    }
}

/* A line of the list; the help gets a line of its own after a long value. */
static void list_option(Frontend *f, OptionId id) {
    enum { NAME = 14, VALUE = 8, LONGEST = 58 };
    const OptionRow *row = &option_table[id];
    char value[80], buffer[160];
    Text text = text_in(value, sizeof value);
    size_t length;

    add_value(&text, f, id, LONGEST);
    length = text.length;
    text = text_in(buffer, sizeof buffer);
    text_addf(&text, "  %-*s %-*s", NAME, row->name, length > VALUE ? 0 : VALUE, value);
    if (length > VALUE) {
        frontend_say_text(f, buffer);
        text = text_in(buffer, sizeof buffer);
        text_addf(&text, "%*s", NAME + VALUE + 3, "");
    }
    text_addf(&text, " %s", row->help);
    if (row->kind == OPTION_SPIN || row->kind == OPTION_SLIDER)
        text_addf(&text, " (%" PRId64 " to %" PRId64 ")", row->min, row->max);
    frontend_say_text(f, buffer);
}

static void add_levels(Text *text) {
    for (int i = 0; i < LEVEL_NAMES; i++)
        text_addf(text, "%s%s", i ? ", " : "", level_names[i]);
}

/* How it is set. */
static void add_way(Text *text, OptionId id) {
    const OptionRow *row = &option_table[id];

    switch (row->kind) {
    case OPTION_SPIN:
    case OPTION_SLIDER:
        text_addf(text, "set %s N, where N is from %" PRId64 " to %" PRId64, row->name, row->min,
                  row->max);
        break;
    case OPTION_CHECK:
        text_addf(text, "set %s on, or off", row->name);
        break;
    case OPTION_COMBO:
        text_addf(text, "set %s, with ", row->name);
        add_levels(text);
        break;
    case OPTION_BUTTON:
    case OPTION_SAVE:
        text_addf(text, "set %s", row->name);
        break;
    case OPTION_STRING:
    case OPTION_FILE:
        text_addf(text, "set %s %s; back to none: set %s none", row->name,
                  row->kind == OPTION_STRING ? "TEXT" : "FILE", row->name);
        break;
    }
}

bool console_about_option(Frontend *f, Word name) {
    const OptionId id = options_find(name);
    char buffer[OPTION_TEXT_SIZE + 64];
    Text text = text_in(buffer, sizeof buffer);

    if (id == OPTION_COUNT)
        return false;
    frontend_say(f, "%s, an option: %s", option_table[id].name, option_table[id].help);
    if (!option_is_button(id)) {
        text_add(&text, "    It is now: ");
        add_value(&text, f, id, OPTION_TEXT_SIZE);
        frontend_say_text(f, buffer);
        text = text_in(buffer, sizeof buffer);
    }
    text_add(&text, option_is_button(id) ? "    To do it: " : "    To set it: ");
    add_way(&text, id);
    frontend_say_text(f, buffer);
    return true;
}

void console_options(Frontend *f, Word arguments) {
    if (!arguments.length)
        for (OptionId id = 0; id < OPTION_COUNT; id++)
            list_option(f, id);
    else if (!console_about_option(f, arguments))
        console_refuse_words(f, arguments,
                             "there is no such option; options lists all, set changes one.");
}

/* --- setting them ----------------------------------------------------------------------------- */

/* Split NAME VALUE or NAME=VALUE: returns the name, and leaves the value in *line. */
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
    console_refuse(f, "%s is an option: set %s%s %s it, help %s tells more.", name, name,
                   option_is_button(id) ? "" : " VALUE", option_is_button(id) ? "does" : "sets",
                   name);
    return true;
}

/* Does the word mean "no file"? Not if a file has that name. */
static bool is_none(OptionId id, Word value) {
    char path[8] = "";

    if (!word_is_any_case(value, "none"))
        return false;
    memcpy(path, value.at, value.length);
    return option_table[id].kind == OPTION_STRING || !file_mark(path).exists;
}

Word console_option_value(OptionId id, Word value) {
    const bool is_check = option_table[id].kind == OPTION_CHECK;

    if (option_is_text(id) && (word_is(value, "<empty>") || is_none(id, value)))
        return (Word){"", 0};
    value = console_unquoted(value);
    if (is_check && word_is_any_case(value, "on"))
        return word_of("1");
    if (is_check && word_is_any_case(value, "off"))
        return word_of("0");
    return value;
}

/* Refuse a value, in words for a person; `defect` is worded for programs. */
static void refuse_value(Frontend *f, OptionId id, Word value, const char *defect) {
    const OptionRow *row = &option_table[id];
    char buffer[160];
    Text text = text_in(buffer, sizeof buffer);

    switch (row->kind) {
    case OPTION_CHECK:
        console_refuse(f, "%s needs on or off, as in: set %s on", row->name, row->name);
        break;
    case OPTION_SPIN:
    case OPTION_SLIDER:
        console_refuse(f,
                       "%s needs a number from %" PRId64 " to %" PRId64 ", as in: set %s %" PRId64,
                       row->name, row->min, row->max, row->name, row->preset);
        break;
    case OPTION_COMBO:
        add_levels(&text);
        console_refuse(f, "%s needs one of %s.", row->name, buffer);
        break;
    case OPTION_BUTTON:
    case OPTION_SAVE:
        console_refuse(f, "%s: %s.", row->name, defect);
        break;
    case OPTION_STRING:
    case OPTION_FILE:
        text_add_quoted(&text, value.length ? value : word_of("none"), 100);
        console_refuse(f, "%s %s: %s; %s stays as it was.", row->name, buffer, defect,
                       id == OPTION_EVAL_FILE ? "the network" : "everything");
        break;
    }
}

/* Set an option and report what has changed. False if it was refused. */
static bool set_and_tell(Frontend *f, OptionId id, Word value) {
    const Word name = word_of(option_table[id].name);
    char net[OPTION_TEXT_SIZE];
    const char *defect;

    memcpy(net, f->options.text[OPTION_EVAL_FILE], sizeof net);
    if ((defect = configure_option(f, name, value, &id))) {
        refuse_value(f, id, value, defect);
        return false;
    }
    if (id == OPTION_EVAL_FILE || strcmp(net, f->options.text[OPTION_EVAL_FILE]) != 0)
        show_network(f);
    return true;
}

void console_set(Frontend *f, Word arguments) {
    const Word name = take_name(&arguments);
    const OptionId id = options_find(name);

    if (!name.length) {
        console_refuse(f, "set needs one of the options and its value, as in: set Resign on");
        return;
    }
    if (options_retired(name)) { /* scripts for earlier versions still run */
        frontend_say(f, "%s: this option is ignored.", options_retired(name));
        return;
    }
    if (id == OPTION_COUNT) {
        console_refuse_words(f, name, "there is no such option; options lists all.");
        return;
    }
    if (!set_and_tell(f, id, console_option_value(id, arguments)))
        return;
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
