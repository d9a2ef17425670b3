/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting finished games. */
#ifndef ALULA_MATCH_RESULTS_H
#define ALULA_MATCH_RESULTS_H

#include "match_state.h"

/* Counts a finished game, from 0, that was not counted yet. */
void results_count(Match *m, int64_t game, const FinishedGame *f);

/*
 * Adds a game, in any order; games with the same digest are equal. The result does not depend on
 * the order.
 */
void repeats_add(Repeats *r, int64_t game, uint64_t digest);
void repeats_free(Repeats *r);

#endif
