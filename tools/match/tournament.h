/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The games of a match: threads that play them. */
#ifndef ALULA_MATCH_TOURNAMENT_H
#define ALULA_MATCH_TOURNAMENT_H

#include <stdio.h>

#include "schedule.h"

/*
 * Prepare the match: lock the PGN file and count its games. Returns an error message, or NULL.
 * match_destroy() is needed in any case.
 */
const char *match_init(Match *m, const MatchPlan *plan, const PlayerSettings *settings,
                       atomic_bool *stop);
void match_destroy(Match *m);

/*
 * Open the log of one of the games at once, from 1, or of the start of the match, 0, in the folder
 * of
 * --log, which is made, to append to it; *log is NULL without --log. match_log_close() also allows
 * NULL. Both return an error message, or NULL.
 */
const char *match_log_open(const MatchPlan *plan, int slot, FILE **log);
const char *match_log_close(FILE *log);

/*
 * Play until all games are finished, the SPRT is decided, an error occurs or the user interrupts.
 * Prints progress on stderr if that is a terminal, on stdout otherwise.
 */
void match_run(Match *m);

#endif
