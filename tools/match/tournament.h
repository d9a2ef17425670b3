/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The games of a match: threads that play them. */
#ifndef ALULA_MATCH_TOURNAMENT_H
#define ALULA_MATCH_TOURNAMENT_H

#include "schedule.h"

/*
 * Prepare the match: lock the PGN file and count its games. Returns an error message, or NULL.
 * match_destroy() is needed in any case.
 */
const char *match_init(Match *m, const MatchPlan *plan, const PlayerSettings *settings,
                       atomic_bool *stop);
void match_destroy(Match *m);

/*
 * Play until all games are finished, the SPRT is decided, an error occurs or the user interrupts.
 * Prints progress on stderr if that is a terminal, on stdout otherwise.
 */
void match_run(Match *m);

#endif
