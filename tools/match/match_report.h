/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports of a match: a progress line, and a final table. */
#ifndef ALULA_MATCH_MATCH_REPORT_H
#define ALULA_MATCH_MATCH_REPORT_H

#include <stdio.h>

#include "match_state.h"

/* Returns the score of an engine against another engine, or against all (-1). */
MatchScore match_report_score(const Match *m, int engine, int opponent);

/*
 * Returns the number of rounds of a Swiss tournament in which an engine had a bye, among those
 * paired so far.
 */
int match_report_byes(const Match *m, int engine);

/*
 * Returns an engine's half points for the ranking of a Swiss tournament. A bye counts as two won
 * games.
 */
int64_t match_report_points(const Match *m, int engine);

/* Writes the state of the match on one line, from the first engine's view, without a line end. */
void match_report_state(Text *out, const Match *m);
void match_report_line(FILE *out, const Match *m);

/*
 * Writes a share from 0 to 1 in percent, with so many decimals, or with up to 8 if necessary to
 * reserve "0.0" and "100.0" for exactly 0 and 1; beyond that "above 99.99999999".
 */
void match_report_percent(Text *out, double share, int decimals);

/* Writes "Elo +12.3 ± 8.9", or "Elo +590.8 [+430, +inf]" if the results are lopsided. */
void match_report_elo(Text *out, const EloEstimate *f);

/*
 * Writes a warning if games will repeat: each pairing has more `games` than the openings allow, and
 * nothing else makes games differ. Writes nothing otherwise.
 */
void match_report_warning(Text *out, const MatchPlan *plan, int64_t games);

/* Prints the final report, with --json on stdout. */
void match_report_all(FILE *out, const Match *m);

#endif
