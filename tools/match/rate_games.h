/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ratings from the results in any PGN file, of other match programs or of a server. */
#ifndef ALULA_MATCH_RATE_GAMES_H
#define ALULA_MATCH_RATE_GAMES_H

#include "match_state.h"

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
