/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports of a match: a line during it, a table at its end. */
#ifndef ALULA_MATCH_MATCH_REPORT_H
#define ALULA_MATCH_MATCH_REPORT_H

#include <stdio.h>

#include "match_state.h"

/* The score of an engine against another one, or against all (-1). */
MatchScore match_report_score(const Match *m, int engine, int opponent);

/* The rounds of a Swiss tournament in which an engine had a bye, of those paired so far. */
int match_report_byes(const Match *m, int engine);

/* Its half points, which order a Swiss tournament. A bye counts as two won games. */
int64_t match_report_points(const Match *m, int engine);

/* Write the state of the match in one line, from the first engine's view, without a line end. */
void match_report_state(Text *out, const Match *m);
void match_report_line(FILE *out, const Match *m);

/*
 * Write a share, 0 to 1, in percent, with so many decimals, or with up to 8 if only 0 and 1 are to
 * be "0.0" and "100.0"; then "above 99.99999999".
 */
void match_report_percent(Text *out, double share, int decimals);

/* Write "Elo +12.3 ± 8.9", or "Elo +590.8 [+430, +inf]" if the results are lopsided. */
void match_report_elo(Text *out, const EloEstimate *f);

/*
 * Write a warning if games will repeat: `games` of each pairing are more than the openings allow,
 * and nothing else makes games differ. Writes nothing otherwise.
 */
void match_report_warning(Text *out, const MatchPlan *plan, int64_t games);

/* Print the final report. */
void match_report_all(FILE *out, const Match *m);

#endif
