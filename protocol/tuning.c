/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tuning.h"

#include <inttypes.h>

#include "search/params.h"

bool tuning_row(size_t number, OptionRow *out) {
    SearchParams usual = params_default;
    const ParamRow *row;

    for (size_t i = 0; (row = params_row(i)) != NULL; i++)
        if (row->step && !number--) {
            *out = (OptionRow){.name = row->name,
                               .uci_name = row->name,
                               .kind = OPTION_SPIN,
                               .preset = *params_value(&usual, row),
                               .min = row->low,
                               .max = row->high,
                               .help = row->text};
            return true;
        }
    return false;
}

bool tuning_find(Word name, OptionRow *out) {
    for (size_t i = 0; tuning_row(i, out); i++)
        if (word_is_any_case(name, out->name))
            return true;
    return false;
}

static void use_params(Frontend *f, const void *params) {
    engine_set_params(f->engine, params);
}

void tuning_set(Frontend *f, const OptionRow *row, int64_t value) {
    SearchParams params = *engine_params(f->engine);

    *params_value(&params, params_find(word_of(row->name))) = (int)value;
    frontend_restart(f, use_params, &params);
}

/* Writes c_end, the distance between the two compared values; most engines take 0.002 for r_end. */
void tuning_write_spsa(Text *out, const OptionRow *row) {
    text_addf(out, "%s, int, %" PRId64 ", %" PRId64 ", %" PRId64 ", %d, 0.002", row->name,
              row->preset, row->min, row->max, params_find(word_of(row->name))->step);
}
