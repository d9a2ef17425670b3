/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ratings of all engines from all games: the maximum likelihood ratings of the model in which the
 * expected score depends on the difference (E. Zermelo 1929; R. Bradley and M. Terry 1952). Unlike
 * the Elo difference to the average opponent, they do not depend on who met whom.
 */
#ifndef ALULA_MATCH_RATINGS_H
#define ALULA_MATCH_RATINGS_H

#include "match_state.h"

/*
 * Returns an estimate for each engine by its score, but with elo, low, high and symmetric from all
 * games. The average of the compared engines is 0: the one with the most games, and all linked to
 * it by points for both sides. Others are infinitely better or worse, or NAN if nothing links them.
 * If no two engines are compared, all is that of the scores. The intervals are those of an engine's
 * score, see stats_estimate(), with the ratings of its opponents taken as exact. The caller frees
 * the list.
 */
EloEstimate *ratings_fit(const Match *m);

#endif
