/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a match has to tell: a line on the way, a table at the end. */
#ifndef ALULA_MATCH_MATCH_REPORT_H
#define ALULA_MATCH_MATCH_REPORT_H

#include <stdio.h>

#include "match_state.h"

/* One engine's results against one other, or against all (-1). */
MatchScore match_report_score(const Match *m, int engine, int opponent);

/* One line on how it stands for the first engine, without a line end; and the same for a file. */
void match_report_state(Text *out, const Match *m);
void match_report_line(FILE *out, const Match *m);

/* "Elo +12.3 ± 8.9", or "Elo +590.8 [+430, +inf]" where results are lopsided. */
void match_report_elo(Text *out, const EloEstimate *f);

/*
 * What makes so many games of each pairing worth less than they seem, in a sentence: too few
 * openings where nothing but the opening makes games differ. Nothing if that is not so.
 */
void match_report_warning(Text *out, const MatchPlan *plan, int64_t games);

/* Everything, at the end. */
void match_report_all(FILE *out, const Match *m);

#endif
