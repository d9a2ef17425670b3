/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules.h"

#include <stddef.h>

const Rules rules_default = {
#define RULE(name, value, low, high, step, text) .name = value,
#include "rules.inc"
#undef RULE
};

static const RuleRow rows[] = {
#define RULE(name, value, low, high, step, text)                                                   \
    {#name, offsetof(Rules, name), low, high, step, text},
#include "rules.inc"
#undef RULE
};

#define RULE(name, value, low, high, step, text)                                                   \
    _Static_assert(low <= value && value <= high && step >= 0, #name " is out of bounds");
#include "rules.inc"
#undef RULE

const RuleRow *rules_row(size_t number) {
    return number < sizeof rows / sizeof *rows ? &rows[number] : NULL;
}

const RuleRow *rules_find(Word name) {
    const RuleRow *row;

    for (size_t i = 0; (row = rules_row(i)) != NULL; i++)
        if (word_is(name, row->name))
            return row;
    return NULL;
}

const char *rules_set(Rules *r, Word name, int value) {
    const RuleRow *row = rules_find(name);

    if (!row)
        return "there is no rule of this name";
    if (value < row->low || value > row->high)
        return "the value is out of bounds";
    *rules_value(r, row) = value;
    return NULL;
}
