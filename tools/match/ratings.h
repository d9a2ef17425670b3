/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ratings of all engines from all games: those that make the results most likely, where the
 * expected score is that of the difference (E. Zermelo 1929; R. Bradley and M. Terry 1952). Unlike
 * the Elo difference to the average of one's own opponents they do not depend on who met whom.
 */
#ifndef ALULA_MATCH_RATINGS_H
#define ALULA_MATCH_RATINGS_H

#include "match_state.h"

/*
 * Set elo, low, high and symmetric of the engines' estimates, which have the rest. The average of
 * those that are compared is 0: of the one with most games and all linked with it by points for
 * both sides. The others are infinitely better or worse, or NAN if nothing links them. Nothing is
 * set if no two are compared. The intervals are those of an engine's score, see stats_estimate(),
 * and take the ratings of its opponents for known.
 */
void ratings_fit(const Match *m, EloEstimate *engine);

#endif
