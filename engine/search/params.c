/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "params.h"

#include <stddef.h>

const SearchParams params_default = {
#define PARAM(name, value, low, high, step, text) .name = value,
#include "params.inc"
#undef PARAM
};

static const ParamRow rows[] = {
#define PARAM(name, value, low, high, step, text)                                                  \
    {#name, offsetof(SearchParams, name), low, high, step, text},
#include "params.inc"
#undef PARAM
};

#define PARAM(name, value, low, high, step, text)                                                  \
    _Static_assert(low <= value && value <= high && step >= 0, #name " is out of bounds");
#include "params.inc"
#undef PARAM

const ParamRow *params_row(size_t number) {
    return number < sizeof rows / sizeof *rows ? &rows[number] : NULL;
}

const ParamRow *params_find(Word name) {
    const ParamRow *row;

    for (size_t i = 0; (row = params_row(i)) != NULL; i++)
        if (word_is(name, row->name))
            return row;
    return NULL;
}
