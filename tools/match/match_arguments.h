/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of alula-match. */
#ifndef ALULA_MATCH_MATCH_ARGUMENTS_H
#define ALULA_MATCH_MATCH_ARGUMENTS_H

#include "tournament.h"

extern const char arguments_usage[];

typedef struct {
    Plan plan;
    TimeControl control; /* of engines that have none of their own */
    int64_t hash_megabytes, threads, plies;
    const char *openings;
    char defect[400];
} Arguments;

/*
 * Read everything, and the openings. NULL, or a sentence. arguments_free() is needed in any case.
 * attacks_init() and zobrist_init() come first.
 */
const char *arguments_read(Arguments *a, int argc, char **argv);
void arguments_free(Arguments *a);

#endif
