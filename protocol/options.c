/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "options.h"

#include <inttypes.h>
#include <string.h>

#include "level.h"

const OptionRow option_table[OPTION_COUNT] = {
    {"MoveOverhead", OPTION_SPIN, 30, 0, 5000, "milliseconds lost at each move on the way"},
    {"Resign", OPTION_CHECK, 0, 0, 1, "resign lost games"},
    {"ResignScore", OPTION_SPIN, 900, 300, 5000, "centipawns behind, three moves running"},
    {"AcceptDraws", OPTION_CHECK, 1, 0, 1, "accept a draw when not better"},
    {"MultiPV", OPTION_SPIN, 1, 1, 256, "best moves shown in analysis"},
    {"SyzygyPath", OPTION_PATH, 0, 0, OPTION_TEXT_SIZE - 1,
     "folders of endgame tables; kept, not used yet"},
    {"ClearHash", OPTION_BUTTON, 0, 0, 0, "forget the transposition table"},
    {"LimitStrength", OPTION_CHECK, 0, 0, 1, "play weaker, as Elo says"},
    {"Elo", OPTION_SPIN, 1500, LEVEL_LEAST, LEVEL_MOST, "how strong, if LimitStrength is on"},
    {"OwnBook", OPTION_CHECK, 0, 0, 1, "play from a book"},
    {"BookFile", OPTION_FILE, 0, 0, OPTION_TEXT_SIZE - 1, "the book, in Polyglot's format"},
    {"BookVariety", OPTION_SPIN, 100, 0, 1000, "0: its best move, 100: any by weight"},
};

void options_init(Options *o) {
    memset(o, 0, sizeof *o);
    for (int i = 0; i < OPTION_COUNT; i++)
        o->value[i] = option_table[i].usual;
}

void options_write_cecp(Text *out, OptionId id) {
    const OptionRow *row = &option_table[id];

    text_add(out, row->name);
    if (row->kind == OPTION_SPIN)
        text_addf(out, " -spin %" PRId64 " %" PRId64 " %" PRId64, row->usual, row->least,
                  row->most);
    else if (row->kind == OPTION_CHECK)
        text_addf(out, " -check %" PRId64, row->usual);
    else if (row->kind == OPTION_FILE) /* XBoard looks for the blank behind it */
        text_add(out, " -file ");
    else if (row->kind == OPTION_PATH)
        text_add(out, " -path ");
    else
        text_add(out, " -button");
}

void options_write_uci(Text *out, OptionId id) {
    const OptionRow *row = &option_table[id];

    text_addf(out, "option name %s type ", row->name);
    if (row->kind == OPTION_SPIN)
        text_addf(out, "spin default %" PRId64 " min %" PRId64 " max %" PRId64, row->usual,
                  row->least, row->most);
    else if (row->kind == OPTION_CHECK)
        text_addf(out, "check default %s", row->usual ? "true" : "false");
    else
        text_add(out, row->kind == OPTION_FILE ? "string default <empty>" : "button");
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

const char *options_set(Options *o, Word name, Word value, OptionId *id) {
    int64_t number = 0;

    for (int i = 0; i < OPTION_COUNT; i++) {
        const OptionRow *row = &option_table[i];

        if (!word_is_any_case(name, row->name))
            continue;
        if (row->kind == OPTION_FILE || row->kind == OPTION_PATH) {
            if (!set_text(o->text[i], value))
                return "the name is too long";
        } else if (row->kind == OPTION_CHECK && word_is_any_case(value, "true"))
            number = 1;
        else if (row->kind == OPTION_CHECK && word_is_any_case(value, "false"))
            number = 0;
        else if (row->kind != OPTION_BUTTON && !word_number(value, row->least, row->most, &number))
            return "the value is not a number in the option's range";
        o->value[i] = number;
        *id = (OptionId)i;
        return NULL;
    }
    return "unknown option";
}
