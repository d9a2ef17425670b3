/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting finished games. */
#ifndef ALULA_MATCH_RESULTS_H
#define ALULA_MATCH_RESULTS_H

#include "match_state.h"

/* Counts a finished game, from 0, that was not counted yet. */
void results_count(Match *m, int64_t game, const FinishedGame *f);

#endif
