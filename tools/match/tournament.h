/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Playing the games of a match with several threads. */
#ifndef ALULA_MATCH_TOURNAMENT_H
#define ALULA_MATCH_TOURNAMENT_H

#include <stdio.h>

#include "schedule.h"

/*
 * Prepares the match: locks the PGN file and counts its games. Returns an error message, or NULL.
 * Call match_destroy() in any case.
 */
const char *match_init(Match *m, const MatchPlan *plan, const PlayerSettings *settings,
                       atomic_bool *stop);

/* Closes the PGN file and frees the state of a match. */
void match_destroy(Match *m);

/*
 * Opens a log for appending in the folder of --log, and creates the folder. Log 0 is for the check
 * at the start of the match, logs from 1 for the concurrent games. Sets *log to NULL without --log.
 * Returns an error message, or NULL.
 */
const char *match_log_open(const MatchPlan *plan, int slot, FILE **log);

/* Closes a log, or does nothing for NULL. Returns an error message, or NULL. */
const char *match_log_close(FILE *log);

/*
 * Plays until all games are finished, the SPRT is decided, an error occurs or the user interrupts.
 * Prints progress on stderr if that is a terminal, else on stdout.
 */
void match_run(Match *m);

#endif
