/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool commandline_real(const char *word, double *out) {
    char *end;

    if (!*word || strspn(word, "0123456789.eE-+") != strlen(word))
        return false;
    *out = strtod(word, &end);
    return !*end;
}

bool commandline_refuse(Text *error, const char *sentence, const char *value) {
    text_add(error, sentence);
    text_add_quoted(error, word_of(value), 80);
    return false;
}

static bool range_error(const char *option, const char *range, const char *value, Text *error) {
    text_addf(error, "%s needs a number from %s, not ", option, range);
    return commandline_refuse(error, "", value);
}

static bool store_value(const CommandOption *o, const char *value, Text *error) {
    const int64_t low = o->whole ? o->whole_min : o->min, high = o->whole ? o->whole_max : o->max;
    char range[80];
    int64_t number;
    double real;

    if (o->text) {
        *o->text = value;
        return true;
    }
    if (o->read)
        return o->read(o->context, value, error);
    if (o->real) {
        if (commandline_real(value, &real) && real >= o->real_min && real <= o->real_max) {
            *o->real = real;
            return true;
        }
        snprintf(range, sizeof range, "%g to %g", o->real_min, o->real_max);
        return range_error(o->name, range, value, error);
    }
    if (word_number(word_of(value), low, high, &number)) {
        if (o->whole)
            *o->whole = (int)number;
        else
            *o->number = number;
        return true;
    }
    snprintf(range, sizeof range, "%lld to %lld", (long long)low, (long long)high);
    return range_error(o->name, range, value, error);
}

bool commandline_read(const CommandOption *row, size_t rows, int argc, char **argv, int *others,
                      Text *error) {
    *others = 0;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        size_t n = 0;

        if (*word != '-' || !word[1]) {
            argv[++*others] = argv[i];
            continue;
        }
        while (n < rows && strcmp(word, row[n].name) != 0)
            n++;
        if (n == rows)
            return commandline_refuse(error, "unknown option: ", word);
        if (row[n].on) {
            *row[n].on = true;
        } else if (++i == argc || !*argv[i]) {
            return text_fail(error, "a value is missing after %s", word);
        } else if (!store_value(&row[n], argv[i], error)) {
            return false;
        }
    }
    return true;
}
