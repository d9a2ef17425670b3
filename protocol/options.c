/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "eval/syzygy.h"
#include "limits.h"

/* --- the table -------------------------------------------------------------------------------- */

const OptionRow option_table[OPTION_COUNT] = {
    /* name, UCI's name, kind, default, min, max, help, choices */
    {"SettingsFile", "SettingsFile", OPTION_FILE, 0, 0, OPTION_TEXT_SIZE - 1,
     "load settings from this file", NULL},
    {"MoveOverhead", "Move Overhead", OPTION_SPIN, 30, 0, 5000,
     "communication delay per move, in milliseconds", NULL},
    {"Resign", NULL, OPTION_CHECK, 0, 0, 1, "resign lost games", NULL},
    {"ResignScore", NULL, OPTION_SPIN, 900, 300, 5000,
     "resign after three moves in a row this many centipawns behind", NULL},
    {"AcceptDraws", NULL, OPTION_CHECK, 1, 0, 1,
     "accept draws when worse, or when equal without progress", NULL},
    {"OfferDraws", NULL, OPTION_CHECK, 1, 0, 1, "offer draws to humans when equal without progress",
     NULL},
    {"MultiPV", "MultiPV", OPTION_SPIN, 1, 1, MULTIPV_MAX, "lines shown in analysis", NULL},
    {"ClearHash", "Clear Hash", OPTION_BUTTON, 0, 0, 0, "clear the transposition table", NULL},
    {"Level", "Level", OPTION_COMBO, 0, 0, LEVEL_NAMES - 1,
     "strength by name; Auto follows your results, Full leaves it to LimitStrength and Elo",
     level_names},
    {"LimitStrength", "UCI_LimitStrength", OPTION_CHECK, 0, 0, 1,
     "limit the strength to the Elo option", NULL},
    {"Elo", "UCI_Elo", OPTION_SPIN, 1500, LEVEL_MIN, LEVEL_MAX, "strength if LimitStrength is on",
     NULL},
    {"HumanTime", "HumanTime", OPTION_CHECK, 0, 0, 1, "take as long for a move as a human", NULL},
    {"Warn", NULL, OPTION_CHECK, 0, 0, 1, "ask before you make a bad move, in the console only",
     NULL},
    {"OwnBook", "OwnBook", OPTION_CHECK, 0, 0, 1, "play from BookFile", NULL},
    {"BookFile", "BookFile", OPTION_FILE, 0, 0, OPTION_TEXT_SIZE - 1,
     "opening book in Polyglot format", NULL},
    {"BookVariety", "BookVariety", OPTION_SLIDER, 100, 0, 1000,
     "0: best move, 100: random by weight, 1000: nearly uniform", NULL},
    {"EvalFile", "EvalFile", OPTION_FILE, 0, 0, OPTION_TEXT_SIZE - 1,
     "network to use instead of the built-in one", NULL},
    {"SyzygyPath", "SyzygyPath", OPTION_PATH, 0, 0, OPTION_TEXT_SIZE - 1,
     "folders with Syzygy tablebases, separated by : or ;", NULL},
    {"SyzygyProbeDepth", "SyzygyProbeDepth", OPTION_SPIN, 1, 1, 100,
     "minimum depth for probing the largest tables", NULL},
    {"SyzygyProbeLimit", "SyzygyProbeLimit", OPTION_SPIN, SYZYGY_MAX_MEN, 0, SYZYGY_MAX_MEN,
     "maximum number of pieces for probing, kings included", NULL},
    {"Syzygy50MoveRule", "Syzygy50MoveRule", OPTION_CHECK, 1, 0, 1,
     "apply the fifty-move rule to tablebase results", NULL},
    {"OpeningMoves", "OpeningMoves", OPTION_STRING, 0, 0, OPTION_TEXT_SIZE - 1,
     "opening line to follow while the game stays in it: e4 e5 Nf3", NULL},
    {"SaveSettings", "SaveSettings", OPTION_SAVE, 0, 0, 0, "write all settings to SettingsFile",
     NULL},
};

bool option_is_text(const OptionRow *row) {
    return row->kind == OPTION_STRING || row->kind == OPTION_FILE || row->kind == OPTION_PATH;
}

bool option_is_button(const OptionRow *row) {
    return row->kind == OPTION_BUTTON || row->kind == OPTION_SAVE;
}

bool option_is_number(const OptionRow *row) {
    return row->kind == OPTION_SPIN || row->kind == OPTION_SLIDER;
}

void options_init(Options *o) {
    memset(o, 0, sizeof *o);
    for (int i = 0; i < OPTION_COUNT; i++)
        o->value[i] = option_table[i].preset;
    o->skill = SKILL_MAX;
    o->auto_level = (AutoLevel){AUTOLEVEL_FIRST, 0};
}

void option_write_choice(Text *out, const OptionRow *row, int i) {
    text_add(out, row->choices[i]);
    if (row->choices == level_names && i && i != LEVEL_AUTO)
        text_addf(out, " (%d)", level_elo_of_name(i));
}

/* Names of the option types in CECP and UCI. */
static const struct {
    const char *cecp, *uci;
} kinds[] = {
    [OPTION_SPIN] = {"spin", "spin"},       [OPTION_SLIDER] = {"slider", "spin"},
    [OPTION_CHECK] = {"check", "check"},    [OPTION_COMBO] = {"combo", "combo"},
    [OPTION_STRING] = {"string", "string"}, [OPTION_FILE] = {"file", "string"},
    [OPTION_PATH] = {"path", "string"},     [OPTION_BUTTON] = {"button", "button"},
    [OPTION_SAVE] = {"save", "button"},
};

void options_write_cecp(Text *out, const OptionRow *row) {
    text_addf(out, "%s -%s", row->name, kinds[row->kind].cecp);
    if (row->kind == OPTION_CHECK)
        text_addf(out, " %" PRId64, row->preset);
    else if (option_is_number(row))
        text_addf(out, " %" PRId64 " %" PRId64 " %" PRId64, row->preset, row->min, row->max);
    else if (option_is_text(row)) /* XBoard expects a blank after these */
        text_add_char(out, ' ');
    for (int i = 0; row->choices && row->choices[i]; i++) {
        text_addf(out, "%s%s", i ? " /// " : " ", i == row->preset ? "*" : "");
        option_write_choice(out, row, i);
    }
}

void options_write_uci(Text *out, const OptionRow *row) {
    text_addf(out, "option name %s type %s", row->uci_name, kinds[row->kind].uci);
    if (row->kind == OPTION_CHECK)
        text_addf(out, " default %s", row->preset ? "true" : "false");
    else if (option_is_number(row))
        text_addf(out, " default %" PRId64 " min %" PRId64 " max %" PRId64, row->preset, row->min,
                  row->max);
    else if (option_is_text(row))
        text_add(out, " default <empty>");
    else if (row->choices)
        text_addf(out, " default %s", row->choices[row->preset]);
    for (int i = 0; row->choices && row->choices[i]; i++)
        text_addf(out, " var %s", row->choices[i]);
}

const char *options_choice(const Options *o, OptionId id) {
    const int rating = options_rating(o);

    if (id != OPTION_LEVEL)
        return option_table[id].choices[o->value[id]];
    if (!rating || options_adapts(o))
        return level_names[rating ? LEVEL_AUTO : 0];
    for (int i = 1; i < LEVEL_AUTO; i++)
        if (level_elo_of_name(i) == rating)
            return level_names[i];
    return NULL;
}

/* Returns false if the text is too long. */
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
    if (option_is_text(row) || option_is_button(row))
        return NULL;
    if (row->kind == OPTION_COMBO) {
        for (int i = 0; row->choices[i]; i++) {
            Text text = TEXT_OF(32);

            option_write_choice(&text, row, i);
            if (word_is_any_case(value, row->choices[i]) || word_is_any_case(value, text.at)) {
                *number = i;
                return NULL;
            }
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

bool option_clamp(const OptionRow *row, Word *value, char buffer[OPTION_NUMBER_SIZE]) {
    int64_t n, same;
    Text text = text_in(buffer, OPTION_NUMBER_SIZE);

    if (!option_is_number(row) || !word_whole(*value, row->min, row->max, &n) ||
        word_number(*value, row->min, row->max, &same))
        return false;
    text_addf(&text, "%" PRId64, n);
    *value = (Word){buffer, text.length};
    return true;
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

bool options_adapts(const Options *o) {
    return o->value[OPTION_LEVEL] == LEVEL_AUTO;
}

int options_rating(const Options *o) {
    if (options_adapts(o))
        return o->auto_level.rating;
    if (o->value[OPTION_LEVEL])
        return level_elo_of_name((int)o->value[OPTION_LEVEL]);
    if (o->value[OPTION_LIMIT_STRENGTH])
        return (int)o->value[OPTION_ELO];
    return o->skill < SKILL_MAX ? level_elo_of_skill(o->skill) : 0;
}

void options_limit_strength(Options *o, int elo) {
    o->value[OPTION_LEVEL] = 0;
    o->skill = SKILL_MAX;
    o->value[OPTION_LIMIT_STRENGTH] = elo > 0;
    if (elo)
        o->value[OPTION_ELO] = elo;
}

const char *options_set(Options *o, Word name, Word value, OptionId *id) {
    const OptionId i = options_find(name);
    const char *error;
    int64_t number = 0;

    if (i == OPTION_COUNT)
        return "unknown option";
    if (option_is_text(&option_table[i])) {
        if (!set_text(o->text[i], value))
            return "the text is too long";
    } else if (!option_is_button(&option_table[i])) {
        if ((error = option_read(&option_table[i], value, &number)))
            return error;
        o->value[i] = number;
    }
    *id = i;
    return NULL;
}

/* --- settings in a file ----------------------------------------------------------------------- */

/* The first line of a settings file, which identifies it. */
static const char title[] = "# Alula settings";

/* The second line. Ratings in files without it are from version 1.0. */
static const char scale[] = "# Elo is the rating of a person on lichess";

/*
 * Returns true if an option is saved. Level is not (LimitStrength and Elo are), nor is the name of
 * the file.
 */
static bool is_kept(OptionId id) {
    return !option_is_button(&option_table[id]) && id != OPTION_LEVEL && id != OPTION_SETTINGS_FILE;
}

/*
 * Opens a settings file and checks its first line. Returns NULL (with *out NULL if there is no such
 * file), or an error message.
 */
static const char *open_old(FILE **out, const char *path) {
    char line[sizeof title];
    bool whole;

    if (!(*out = file_open_plain(path)))
        return errno == EINVAL   ? "this is not a regular file"
               : errno == ENOENT ? NULL
                                 : "the settings file cannot be opened";
    if (file_read_line(*out, line, sizeof line, &whole) && !strcmp(line, title))
        return NULL;
    fclose(*out);
    *out = NULL;
    return "this is not a settings file";
}

const char *settings_read(Options *o, const char *path) {
    Options options = *o;
    char line[OPTION_TEXT_SIZE + 64];
    int64_t level = -1; /* overrides Elo, wherever its line is */
    const char *error;
    FILE *file;
    bool whole;

    if ((error = open_old(&file, path)) || !file)
        return error;
    options.dated = true;
    while (!error && file_read_line(file, line, sizeof line, &whole)) {
        const char *equals = strchr(line, '=');
        const Word text = text_rest(word_of(line));
        const Word name = text_rest((Word){line, equals ? (size_t)(equals - line) : 0});
        OptionId id;

        options.dated &= strcmp(line, scale) != 0;
        if ((whole && !text.length) || (text.length && *text.at == '#'))
            continue;
        if (!whole || !equals || options_set(&options, name, text_rest(word_of(equals + 1)), &id) ||
            !(is_kept(id) || id == OPTION_LEVEL))
            error = "the settings file has an invalid line";
        else if (id == OPTION_LEVEL)
            level = options.value[id];
        else if (id == OPTION_LIMIT_STRENGTH)
            options_limit_strength(&options,
                                   options.value[id] ? (int)options.value[OPTION_ELO] : 0);
    }
    if (!error && ferror(file))
        error = "the settings file cannot be read";
    fclose(file);
    if (level >= 0 && level != LEVEL_AUTO)
        options_limit_strength(&options, level ? level_elo_of_name((int)level) : 0);
    else if (level == LEVEL_AUTO)
        options.value[OPTION_LEVEL] = level;
    options.dated &= options_rating(&options) > 0 && !options.value[OPTION_LEVEL];
    if (!error)
        *o = options;
    return error;
}

static bool write_settings(void *context, FILE *file) {
    const Options *o = context;

    fprintf(file, "%s\n%s\n", title, scale);
    for (OptionId id = 0; id < OPTION_COUNT; id++) {
        if (!is_kept(id))
            continue;
        if (option_is_text(&option_table[id]))
            fprintf(file, "%s=%s\n", option_table[id].name, o->text[id]);
        else
            fprintf(file, "%s=%" PRId64 "\n", option_table[id].name, o->value[id]);
    }
    if (options_adapts(o))
        fprintf(file, "%s=%s\n", option_table[OPTION_LEVEL].name, level_names[LEVEL_AUTO]);
    return !ferror(file);
}

const char *settings_write(const Options *o, const char *path) {
    Options copy = *o;
    const char *error;
    FILE *file;

    if (!*path)
        return "there is no settings file: set SettingsFile to its name first";
    if ((error = open_old(&file, path)))
        return error;
    if (file)
        fclose(file);
    if (!options_adapts(o))
        options_limit_strength(&copy, options_rating(o));
    return file_write(path, false, write_settings, &copy) ? NULL
                                                          : "the settings file cannot be written";
}
