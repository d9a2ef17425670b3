/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All numbers of the search in one table. Depths and plies are in plies, margins in centipawns,
 * reductions in 1024ths of a ply. They have names, so that a tool can move them by games.
 */
#ifndef ALULA_RULES_H
#define ALULA_RULES_H

#include "text.h"

typedef struct {
    /* far above beta: leave */
    int futile_depth, futile_margin;
    /* far below alpha: look at captures only */
    int razor_depth, razor_margin;
    /* the other side may even move twice */
    int null_depth, null_reduction, null_divisor, null_margin, null_slack;
    int verify_depth; /* from here on that is not believed at once */
    /* a capture that is far above beta is enough */
    int probcut_depth, probcut_margin;
    /* no known move: search less deep, and know one then */
    int iir_depth;
    /* quiet moves that come late are left out */
    int late_depth, late_base;
    /* quiet moves that cannot reach alpha */
    int quiet_depth, quiet_margin, quiet_slope;
    /* moves that lose material, per ply */
    int see_depth, see_quiet, see_noisy;
    /* quiet moves that have done badly, per ply */
    int history_depth, history_margin;
    /* a move far better than all others is looked at deeper */
    int singular_depth, singular_slope, singular_double, singular_doubles;
    /* late moves are searched less deep: base + ln(depth) ln(number) / slope, in 100ths */
    int lmr_depth, lmr_history;
    int lmr_quiet_base, lmr_quiet_slope, lmr_noisy_base, lmr_noisy_slope;
    int lmr_open, lmr_was_open, lmr_cut, lmr_worse, lmr_capture, lmr_check;
    int deeper_margin, shallower_margin; /* and again, a ply more or less, if they look good */
    /* captures that cannot reach alpha, in quiescence */
    int delta_margin;
    /* windows around the last score */
    int aspiration_depth, aspiration_margin;
} Rules;

/* The values that the engine plays with unless it is told others. */
extern const Rules rules_default;

/* The table by number: a name, its bounds, or NULL behind the last. */
typedef struct {
    const char *name;
    size_t offset; /* of the int in Rules */
    int low, high;
} RuleRow;

const RuleRow *rules_row(size_t number);

static inline int *rules_value(Rules *r, const RuleRow *row) {
    return (int *)(void *)((char *)r + row->offset);
}

/* Change one rule by name. NULL, or why nothing was changed. */
const char *rules_set(Rules *r, Word name, int value);

#endif
