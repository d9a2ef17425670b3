/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "options.h"

#include <inttypes.h>
#include <string.h>

#include "level.h"

const OptionRow option_table[OPTION_COUNT] = {
    /* name, UCI's name, kind, default, min, max, help, choices */
    {"SettingsFile", "SettingsFile", OPTION_FILE, 0, 0, OPTION_TEXT_SIZE - 1,
     "load settings from this file", NULL},
    {"MoveOverhead", "Move Overhead", OPTION_SPIN, 30, 0, 5000,
     "communication delay per move, in milliseconds", NULL},
    {"Resign", NULL, OPTION_CHECK, 0, 0, 1, "resign lost games", NULL},
    {"ResignScore", NULL, OPTION_SPIN, 900, 300, 5000,
     "resign when this far behind for three moves in a row, in centipawns", NULL},
    {"AcceptDraws", NULL, OPTION_CHECK, 1, 0, 1,
     "accept draws when worse, or when equal without progress", NULL},
    {"MultiPV", "MultiPV", OPTION_SPIN, 1, 1, MULTIPV_MAX, "lines shown in analysis", NULL},
    {"ClearHash", "Clear Hash", OPTION_BUTTON, 0, 0, 0, "clear the transposition table", NULL},
    {"Level", "Level", OPTION_COMBO, 0, 0, LEVEL_NAMES - 1,
     "preset for LimitStrength and Elo: Novice to Master", level_names},
    {"LimitStrength", "UCI_LimitStrength", OPTION_CHECK, 0, 0, 1,
     "limit the strength to the Elo option", NULL},
    {"Elo", "UCI_Elo", OPTION_SPIN, 1500, LEVEL_LEAST, LEVEL_MOST,
     "strength, if LimitStrength is on", NULL},
    {"OwnBook", "OwnBook", OPTION_CHECK, 0, 0, 1, "play from BookFile", NULL},
    {"BookFile", "BookFile", OPTION_FILE, 0, 0, OPTION_TEXT_SIZE - 1,
     "opening book in Polyglot format", NULL},
    {"BookVariety", "BookVariety", OPTION_SLIDER, 100, 0, 1000,
     "0: highest weight, 100: by weight, more: more evenly", NULL},
    {"EvalFile", "EvalFile", OPTION_FILE, 0, 0, OPTION_TEXT_SIZE - 1,
     "network to use instead of the built-in one", NULL},
    {"OpeningMoves", "OpeningMoves", OPTION_STRING, 0, 0, OPTION_TEXT_SIZE - 1,
     "line to play while the game stays in it, as in: e4 e5 Nf3", NULL},
    {"SaveSettings", "SaveSettings", OPTION_SAVE, 0, 0, 0,
     "write all settings to SettingsFile, if that is set", NULL},
};

static bool is_text(OptionKind kind) {
    return kind == OPTION_STRING || kind == OPTION_FILE;
}

static bool is_button(OptionKind kind) {
    return kind == OPTION_BUTTON || kind == OPTION_SAVE;
}

bool option_is_text(OptionId id) {
    return is_text(option_table[id].kind);
}

bool option_is_button(OptionId id) {
    return is_button(option_table[id].kind);
}

void options_init(Options *o) {
    memset(o, 0, sizeof *o);
    for (int i = 0; i < OPTION_COUNT; i++)
        o->value[i] = option_table[i].preset;
}

void options_write_cecp(Text *out, OptionId id) {
    const OptionRow *row = &option_table[id];

    text_add(out, row->name);
    switch (row->kind) {
    case OPTION_SPIN:
    case OPTION_SLIDER:
        text_add(out, row->kind == OPTION_SPIN ? " -spin" : " -slider");
        text_addf(out, " %" PRId64 " %" PRId64 " %" PRId64, row->preset, row->min, row->max);
        break;
    case OPTION_CHECK:
        text_addf(out, " -check %" PRId64, row->preset);
        break;
    case OPTION_COMBO:
        for (int i = 0; row->choices[i]; i++)
            text_addf(out, "%s%s%s", i ? " /// " : " -combo ", i == row->preset ? "*" : "",
                      row->choices[i]);
        break;
    case OPTION_STRING: /* XBoard expects a blank after these */
        text_add(out, " -string ");
        break;
    case OPTION_FILE:
        text_add(out, " -file ");
        break;
    case OPTION_BUTTON:
        text_add(out, " -button");
        break;
    case OPTION_SAVE:
        text_add(out, " -save");
        break;
    }
}

void options_write_uci(Text *out, const OptionRow *row) {
    text_addf(out, "option name %s type ", row->uci_name);
    switch (row->kind) {
    case OPTION_SPIN:
    case OPTION_SLIDER:
        text_addf(out, "spin default %" PRId64 " min %" PRId64 " max %" PRId64, row->preset,
                  row->min, row->max);
        break;
    case OPTION_CHECK:
        text_addf(out, "check default %s", row->preset ? "true" : "false");
        break;
    case OPTION_COMBO:
        text_addf(out, "combo default %s", row->choices[row->preset]);
        for (int i = 0; row->choices[i]; i++)
            text_addf(out, " var %s", row->choices[i]);
        break;
    case OPTION_STRING:
    case OPTION_FILE:
        text_add(out, "string default <empty>");
        break;
    case OPTION_BUTTON:
    case OPTION_SAVE:
        text_add(out, "button");
        break;
    }
}

const char *options_choice(const Options *o, OptionId id) {
    if (id != OPTION_LEVEL)
        return option_table[id].choices[o->value[id]];
    if (!o->value[OPTION_LIMIT_STRENGTH])
        return level_names[0];
    for (int i = 1; i < LEVEL_NAMES; i++)
        if (level_elo_of_name(i) == o->value[OPTION_ELO])
            return level_names[i];
    return NULL;
}

/* False if it is too long. */
static bool set_text(char text[OPTION_TEXT_SIZE], Word value) {
    if (word_is(value, "<empty>"))
        value.length = 0;
    if (value.length >= OPTION_TEXT_SIZE)
        return false;
    memset(text, 0, OPTION_TEXT_SIZE);
    if (value.length)
        memcpy(text, value.at, value.length);
    return true;
}

const char *option_read(const OptionRow *row, Word value, int64_t *number) {
    if (is_text(row->kind) || is_button(row->kind))
        return NULL;
    if (row->kind == OPTION_COMBO) {
        for (int i = 0; row->choices[i]; i++)
            if (word_is_any_case(value, row->choices[i])) {
                *number = i;
                return NULL;
            }
        return "the value is not one of the choices";
    }
    if (row->kind == OPTION_CHECK &&
        (word_is_any_case(value, "true") || word_is_any_case(value, "on")))
        *number = 1;
    else if (row->kind == OPTION_CHECK &&
             (word_is_any_case(value, "false") || word_is_any_case(value, "off")))
        *number = 0;
    else if (!word_number(value, row->min, row->max, number))
        return row->kind == OPTION_CHECK ? "the value is neither on nor off"
                                         : "the value is not a number in range";
    return NULL;
}

OptionId options_find(Word name) {
    OptionId id = 0;

    while (id < OPTION_COUNT && !word_is_any_case(name, option_table[id].name))
        id++;
    return id;
}

OptionId options_find_uci(Word name) {
    OptionId id = 0;

    while (id < OPTION_COUNT &&
           !(option_table[id].uci_name && word_is_any_case(name, option_table[id].uci_name)))
        id++;
    return id < OPTION_COUNT ? id : options_find(name);
}

const char *options_retired(Word name) {
    return word_is_any_case(name, "SyzygyPath") ? "Alula does not use endgame tablebases" : NULL;
}

const char *options_set(Options *o, Word name, Word value, OptionId *id) {
    const OptionId i = options_find(name);
    int64_t number = 0;
    const char *defect;

    if (i == OPTION_COUNT)
        return options_retired(name) ? options_retired(name) : "unknown option";
    if (option_is_text(i)) {
        if (!set_text(o->text[i], value))
            return "the text is too long";
    } else if (!option_is_button(i)) {
        if ((defect = option_read(&option_table[i], value, &number)))
            return defect;
        o->value[i] = number;
    }
    if (i == OPTION_LEVEL) {
        o->value[OPTION_LIMIT_STRENGTH] = number > 0;
        if (number)
            o->value[OPTION_ELO] = level_elo_of_name((int)number);
    }
    *id = i;
    return NULL;
}
