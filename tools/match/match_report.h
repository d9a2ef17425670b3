/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reports of a match: a progress line, a final table, the lines of --json (see docs/json.md), the
 * result of two engines for scripts, and a chart of score and LLR over time.
 */
#ifndef ALULA_MATCH_MATCH_REPORT_H
#define ALULA_MATCH_MATCH_REPORT_H

#include <stdio.h>

#include "match_state.h"

/* Writes the state of the match on one line, from the first engine's view, without a line end. */
void match_report_state(Text *out, const Match *m);

/* Prints the state of the match without a line end. */
void match_report_line(FILE *out, const Match *m);

/*
 * Writes a share from 0 to 1 in percent, with this many decimals, or with up to 8 if necessary to
 * reserve "0.0" and "100.0" for exactly 0 and 1; beyond that "above 99.99999999".
 */
void match_report_percent(Text *out, double share, int decimals);

/* Writes "Elo +12.3 ± 8.9", or "Elo +590.8 [+430, +inf]" if the results are lopsided. */
void match_report_elo(Text *out, const EloEstimate *f);

/*
 * Writes a warning if games will repeat: if each pairing has more `games` than the openings allow,
 * and nothing else varies the games. Writes nothing otherwise.
 */
void match_report_warning(Text *out, const MatchPlan *plan, int64_t games);

/* Prints the final report, with --json on stdout. */
void match_report_all(FILE *out, const Match *m);

/* --- JSON ----------------------------------------------------------------------------------- */

/* Prints a game (numbered from 0) that was just counted, and the standing after it. */
void match_json_game(const Match *m, int64_t game, const GameRecord *r);

/* Prints the final standing, with all engines. */
void match_json_summary(const Match *m);

/* --- files ---------------------------------------------------------------------------------- */

/*
 * Writes the result of two engines to a file: lines "Key: value" with the keys Elo, SPRT (if used),
 * Games, Penta, nElo, LOS, Engines, Limits, Openings and Command, in ASCII. If the plan has no
 * command line, omits Command and the name in Openings. Returns false with an error message.
 */
bool summary_write(const char *path, const Match *m, Text *error);

/*
 * Writes the chart as SVG. The score has a 95 % band; its axis is fitted to the last four fifths of
 * the games. Returns false with an error message if it could not be written.
 */
bool picture_write(const char *file, const Match *m, Text *error);

/*
 * Updates the chart of --svg if there are new games and the last chart is ten seconds old. Does
 * nothing for pipes and devices, and ignores errors; picture_write() at the end handles both.
 */
void picture_update(Match *m);

/* --- ratings --------------------------------------------------------------------------------- */

/*
 * Returns an estimate for each engine. Elo, low, high and symmetric are those of a rating from all
 * games; the other values are those of the engine's score. Engines are comparable with the one that
 * has the most games if points connect them in both directions; their average rating is 0. Others
 * are infinitely better or worse, or NAN if nothing connects them. If no two engines are
 * comparable, all values are those of the scores. Intervals are those of an engine's score, see
 * stats_estimate(), with the ratings of its opponents taken as exact. The caller frees the list.
 */
EloEstimate *ratings_fit(const Match *m);

#endif
