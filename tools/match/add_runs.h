/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-match report: one report of the games of several runs of a match, such as its slices. */
#ifndef ALULA_MATCH_ADD_RUNS_H
#define ALULA_MATCH_ADD_RUNS_H

#include "match_state.h"

/*
 * Runs the command; argv[0] is "report". Returns the exit status, with an error message:
 * TOOL_FAILED without a report if files contradict each other, and with a report if games are
 * missing.
 */
int add_runs(int argc, char **argv, Text *error);

/* --- ratings from any PGN file, of other match programs or of a server ----------------------- */

/* Returns true if a file begins with a game that alula-match did not write. */
bool rate_games_needed(const char *path);

/*
 * Counts the results of all games in an empty match with an empty plan, with an engine for each
 * player name. Two games of a numbered round with colors swapped form a pair. Games without a
 * result, names or standard rules are counted in *left_out. Returns false with an error message.
 * Free the engines and pairings of the plan in any case.
 */
bool rate_games(Match *m, MatchPlan *plan, char *const *file, int files, int64_t *left_out,
                Text *error);

#endif
