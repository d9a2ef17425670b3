/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules.h"

#include <stddef.h>

const Rules rules_default = {
    .futile_depth = 8,
    .futile_margin = 78,
    .razor_depth = 2,
    .razor_margin = 260,
    .null_depth = 3,
    .null_reduction = 3,
    .null_divisor = 3,
    .null_margin = 200,
    .null_slack = 30,
    .verify_depth = 14,
    .probcut_depth = 5,
    .probcut_margin = 190,
    .iir_depth = 4,
    .late_depth = 8,
    .late_base = 4,
    .quiet_depth = 7,
    .quiet_margin = 90,
    .quiet_slope = 75,
    .see_depth = 8,
    .see_quiet = 55,
    .see_noisy = 95,
    .history_depth = 4,
    .history_margin = 2600,
    .singular_depth = 7,
    .singular_slope = 1,
    .singular_double = 16,
    .singular_doubles = 8,
    .lmr_depth = 3,
    .lmr_history = 12288,
    .lmr_quiet_base = 800,
    .lmr_quiet_slope = 230,
    .lmr_noisy_base = 200,
    .lmr_noisy_slope = 350,
    .lmr_open = 1024,
    .lmr_was_open = 768,
    .lmr_cut = 1400,
    .lmr_worse = 512,
    .lmr_capture = 768,
    .lmr_check = 1024,
    .deeper_margin = 60,
    .shallower_margin = 8,
    .delta_margin = 180,
    .aspiration_depth = 5,
    .aspiration_margin = 14,
};

#define ROW(name, low, high) {#name, offsetof(Rules, name), low, high}

static const RuleRow rows[] = {
    ROW(futile_depth, 0, 20),
    ROW(futile_margin, 20, 200),
    ROW(razor_depth, 0, 8),
    ROW(razor_margin, 80, 600),
    ROW(null_depth, 1, 8),
    ROW(null_reduction, 1, 6),
    ROW(null_divisor, 2, 8),
    ROW(null_margin, 50, 500),
    ROW(null_slack, 0, 200),
    ROW(verify_depth, 6, 40),
    ROW(probcut_depth, 4, 12),
    ROW(probcut_margin, 60, 500),
    ROW(iir_depth, 2, 10),
    ROW(late_depth, 0, 20),
    ROW(late_base, 1, 12),
    ROW(quiet_depth, 0, 20),
    ROW(quiet_margin, 0, 300),
    ROW(quiet_slope, 20, 250),
    ROW(see_depth, 0, 20),
    ROW(see_quiet, 10, 200),
    ROW(see_noisy, 20, 300),
    ROW(history_depth, 0, 20),
    ROW(history_margin, 500, 8000),
    ROW(singular_depth, 4, 12),
    ROW(singular_slope, 1, 4),
    ROW(singular_double, 0, 100),
    ROW(singular_doubles, 0, 20),
    ROW(lmr_depth, 2, 6),
    ROW(lmr_history, 4000, 40000),
    ROW(lmr_quiet_base, 0, 2000),
    ROW(lmr_quiet_slope, 120, 500),
    ROW(lmr_noisy_base, -500, 1500),
    ROW(lmr_noisy_slope, 150, 800),
    ROW(lmr_open, 0, 3000),
    ROW(lmr_was_open, 0, 3000),
    ROW(lmr_cut, 0, 4000),
    ROW(lmr_worse, 0, 2000),
    ROW(lmr_capture, 0, 2000),
    ROW(lmr_check, 0, 3000),
    ROW(deeper_margin, 0, 300),
    ROW(shallower_margin, 0, 100),
    ROW(delta_margin, 50, 500),
    ROW(aspiration_depth, 2, 10),
    ROW(aspiration_margin, 4, 100),
};

_Static_assert(sizeof rows / sizeof *rows == sizeof(Rules) / sizeof(int),
               "every rule must have a row");

const RuleRow *rules_row(size_t number) {
    return number < sizeof rows / sizeof *rows ? &rows[number] : NULL;
}

const char *rules_set(Rules *r, Word name, int value) {
    const RuleRow *row;

    for (size_t i = 0; (row = rules_row(i)) != NULL; i++) {
        if (!word_is(name, row->name))
            continue;
        if (value < row->low || value > row->high)
            return "the value is out of bounds";
        *rules_value(r, row) = value;
        return NULL;
    }
    return "there is no rule of this name";
}
