/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of alula-match. */
#ifndef ALULA_MATCH_H
#define ALULA_MATCH_H

#include <stdio.h>

#include "schedule.h"

/* --- playing the games of a match with several threads --------------------------------------- */

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

/* --- the command line ------------------------------------------------------------------------ */

typedef struct {
    MatchPlan plan;
    EngineLimits limits; /* default limits of the engines */
    int64_t hash_megabytes, threads, plies;
    bool ponder, restart; /* defaults of the engines */
    const char *openings; /* path, borrowed from argv; NULL: none */
} MatchArguments;

/*
 * Reads the command line and the openings. Returns the exit status, with an error message in
 * *error. Call attacks_init() and zobrist_init() first, and match_arguments_free() in any case.
 */
int match_arguments_read(MatchArguments *a, int argc, char **argv, Text *error);

/* Frees the engines and openings of the command line. */
void match_arguments_free(MatchArguments *a);

/* Reads --sprt for commandline_read(); `context` is a Sprt. */
bool sprt_option(void *context, const char *text, Text *error);

/* --- alula-match report: the games of several runs of a match, such as its slices ------------ */

/*
 * Makes one report on all games; argv[0] is "report". Returns the exit status, with an error
 * message. If files contradict each other, returns TOOL_FAILED without a report; if games are
 * missing, returns TOOL_FAILED after the report.
 */
int add_runs(int argc, char **argv, Text *error);

#endif
