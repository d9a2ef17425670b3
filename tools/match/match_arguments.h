/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of alula-match. */
#ifndef ALULA_MATCH_MATCH_ARGUMENTS_H
#define ALULA_MATCH_MATCH_ARGUMENTS_H

#include "tournament.h"

typedef struct {
    MatchPlan plan;
    EngineLimits limits; /* of engines without their own */
    int64_t hash_megabytes, threads, plies;
    bool ponder, restart; /* all engines that do not say otherwise */
    const char *openings;
} MatchArguments;

/*
 * Read the command line and the openings. Returns the exit status, with an error message in *error.
 * match_arguments_free() is needed in any case. Call attacks_init() and zobrist_init() first.
 */
int match_arguments_read(MatchArguments *a, int argc, char **argv, Text *error);
void match_arguments_free(MatchArguments *a);

/* --sprt, for the table of commandline_read(); `context` is a Sprt. */
bool sprt_option(void *context, const char *text, Text *error);

#endif
