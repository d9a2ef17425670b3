/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Generating: threads that play, each into a stream of its own, and a line that tells of them. */
#ifndef ALULA_DATAGEN_DATAGEN_RUN_H
#define ALULA_DATAGEN_DATAGEN_RUN_H

#include "selfplay.h"

enum { DATAGEN_MAX_THREADS = 256 };

typedef struct {
    const char *folder;
    SelfPlayRules rules;
    uint64_t games; /* of all threads; 0: until it is interrupted */
    int threads;    /* 1 to DATAGEN_MAX_THREADS */
    uint64_t seed;  /* of the first stream, if it was never used in the folder */
    size_t limit;   /* bytes of a shard */
} DatagenPlan;

/*
 * Play until the plan is fulfilled or SIGINT, SIGTERM or SIGHUP comes; every game that was finished
 * is in the folder then. The exit status: 0, or 1 with a sentence on stderr.
 */
int datagen_run(const DatagenPlan *plan);

#endif
