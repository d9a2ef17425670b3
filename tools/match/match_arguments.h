/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of alula-match. */
#ifndef ALULA_MATCH_MATCH_ARGUMENTS_H
#define ALULA_MATCH_MATCH_ARGUMENTS_H

#include "tournament.h"

typedef struct {
    MatchPlan plan;
    EngineLimits limits; /* default limits of the engines */
    int64_t hash_megabytes, threads, plies;
    bool ponder, restart; /* defaults of the engines */
    const char *openings;
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

#endif
