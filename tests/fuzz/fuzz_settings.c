/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Settings files: what is accepted is written, and read again as the same; what is refused changes
 * nothing.
 */
#include "protocol/options.h"

#include <string.h>

#include "fuzz.h"

static bool is_same(const Options *a, const Options *b) {
    for (OptionId id = 0; id < OPTION_COUNT; id++)
        if (id != OPTION_SETTINGS_FILE && id != OPTION_LEVEL &&
            (a->value[id] != b->value[id] || strcmp(a->text[id], b->text[id]) != 0))
            return false;
    return true;
}

static void check_bounds(const Options *o) {
    for (OptionId id = 0; id < OPTION_COUNT; id++) {
        const OptionRow *row = &option_table[id];

        if (option_is_text(row))
            PROMISE(strlen(o->text[id]) <= (size_t)row->max);
        else if (!option_is_button(row))
            PROMISE(o->value[id] >= row->min && o->value[id] <= row->max);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Options presets, first, second;
    const char *path = fuzz_file("settings", data, size);

    options_init(&presets);
    first = presets;
    if (settings_read(&first, path)) {
        PROMISE(!memcmp(&first, &presets, sizeof first));
        return 0;
    }
    check_bounds(&first);
    PROMISE(!settings_write(&first, path));
    options_init(&second);
    PROMISE(!settings_read(&second, path));
    PROMISE(is_same(&first, &second));
    return 0;
}
