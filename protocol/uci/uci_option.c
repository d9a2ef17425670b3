/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "uci_option.h"

#include <inttypes.h>

#include "protocol/configure.h"
#include "protocol/level.h"
#include "uci_state.h"

const PrivateState uci_private = {sizeof(UciState)};

static const char *set_hash(Frontend *f, int64_t megabytes) {
    return engine_resize(f->engine, (size_t)megabytes << 20, engine_threads(f->engine));
}

static const char *set_threads(Frontend *f, int64_t n) {
    const int most = configure_most_threads();

    if (n > most) {
        frontend_say(f,
                     "info string more threads than %d would answer late on this machine: %d run",
                     most, most);
        n = most;
    }
    return engine_resize(f->engine, engine_hash_bytes(f->engine), (int)n);
}

static const char *set_chess960(Frontend *f, int64_t on) {
    f->chess960 = on;
    return NULL;
}

static const char *set_show_wdl(Frontend *f, int64_t on) {
    uci_state(f)->show_wdl = on;
    return NULL;
}

static const char *set_skill(Frontend *f, int64_t skill) {
    f->options.value[OPTION_LIMIT_STRENGTH] = skill < SKILL_MOST;
    if (skill < SKILL_MOST)
        f->options.value[OPTION_ELO] = level_elo_of_skill((int)skill);
    return NULL;
}

/* Options of UCI alone, with a unit in place of the help. All others are in option_table. */
static const struct {
    OptionRow row;
    const char *(*set)(Frontend *f, int64_t value); /* NULL: the value makes no difference */
    bool concerns_search;
    bool announced; /* interfaces may set the others all the same */
} own_options[] = {
    {{NULL, "Hash", OPTION_SPIN, 64, 1, 1 << 20, "megabytes", NULL}, set_hash, true, true},
    {{NULL, "Threads", OPTION_SPIN, 1, 1, ENGINE_MAX_THREADS, NULL, NULL}, set_threads, true, true},
    {{NULL, "Ponder", OPTION_CHECK, 0, 0, 1, NULL, NULL},
     NULL,
     false,
     true}, /* `go ponder` decides */
    {{NULL, "UCI_Chess960", OPTION_CHECK, 0, 0, 1, NULL, NULL}, set_chess960, false, true},
    {{NULL, "UCI_AnalyseMode", OPTION_CHECK, 0, 0, 1, NULL, NULL}, NULL, false, false},
    {{NULL, "UCI_ShowWDL", OPTION_CHECK, 0, 0, 1, NULL, NULL}, set_show_wdl, false, true},
    {{NULL, "Skill Level", OPTION_SPIN, SKILL_MOST, 0, SKILL_MOST, NULL, NULL},
     set_skill,
     true,
     true},
    {{NULL, "UCI_Opponent", OPTION_STRING, 0, 0, 0, NULL, NULL}, NULL, false, false},
};

enum { OWN_OPTIONS = sizeof own_options / sizeof *own_options };

/* The protocol lets an engine introduce itself by an option; setting it changes nothing. */
static const char about[] = "UCI_EngineAbout";

static void say_option(Frontend *f, const OptionRow *row) {
    char buffer[128];
    Text text = text_in(buffer, sizeof buffer);

    options_write_uci(&text, row);
    frontend_say_text(f, buffer);
}

void uci_option_list(Frontend *f) {
    for (size_t i = 0; i < OWN_OPTIONS; i++)
        if (own_options[i].announced)
            say_option(f, &own_options[i].row);
    frontend_say(f,
                 "option name %s type string default Alula " ALULA_VERSION
                 ", a chess engine under the GPL, version 3 or later",
                 about);
    for (OptionId id = 0; id < OPTION_COUNT; id++)
        if (option_table[id].uci_name)
            say_option(f, &option_table[id]);
}

/* The option of UCI alone that has this name; OWN_OPTIONS if there is none. */
static size_t find_own(Word name) {
    size_t i = 0;

    while (i < OWN_OPTIONS && !word_is_any_case(name, own_options[i].row.uci_name))
        i++;
    return i;
}

/* Read the value of an option, unless it is a text or a button. NULL, or an error message. */
static const char *read_value(Frontend *f, const OptionRow *row, const char *unit, Word value,
                              int64_t *n) {
    Text text = text_in(uci_state(f)->defect, sizeof uci_state(f)->defect);
    const char *defect = option_read(row, value, n);

    if (!defect || row->kind == OPTION_COMBO)
        return defect;
    text_addf(&text, "%s takes ", row->uci_name);
    if (row->kind == OPTION_CHECK)
        text_add(&text, "true or false");
    else
        text_addf(&text, "%" PRId64 " to %" PRId64, row->min, row->max);
    if (unit)
        text_addf(&text, " %s", unit);
    return uci_state(f)->defect;
}

/* NULL, or an error message. */
static const char *set_own_option(Frontend *f, size_t i, Word value) {
    const OptionRow *row = &own_options[i].row;
    int64_t n = 0;
    const char *defect = read_value(f, row, row->help, value, &n);

    return defect || !own_options[i].set ? defect : own_options[i].set(f, n);
}

const char *uci_option_set(Frontend *f, Word name, Word value) {
    const size_t own = find_own(name);
    OptionId id = options_find_uci(name);
    const char *defect;
    int64_t n;

    if (own < OWN_OPTIONS)
        return set_own_option(f, own, value);
    if (word_is_any_case(name, about))
        return NULL;
    if (id < OPTION_COUNT) {
        name = word_of(option_table[id].name);
        if (option_table[id].uci_name &&
            (defect = read_value(f, &option_table[id], NULL, value, &n)))
            return defect;
    }
    defect = configure_option(f, name, value, &id);
    if (!defect && id == OPTION_CLEAR_HASH)
        engine_clear(f->engine);
    return defect;
}

bool uci_option_concerns_search(Word name) {
    const size_t own = find_own(name);

    if (own < OWN_OPTIONS)
        return own_options[own].concerns_search;
    switch (options_find_uci(name)) {
    case OPTION_SETTINGS_FILE:
    case OPTION_MULTIPV:
    case OPTION_CLEAR_HASH:
    case OPTION_LEVEL:
    case OPTION_LIMIT_STRENGTH:
    case OPTION_ELO:
    case OPTION_EVAL_FILE:
        return true;
    default:
        return false;
    }
}
