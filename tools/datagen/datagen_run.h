/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Generates self-play games in several threads, each with its own stream of shards. */
#ifndef ALULA_DATAGEN_DATAGEN_RUN_H
#define ALULA_DATAGEN_DATAGEN_RUN_H

#include "selfplay.h"

enum { DATAGEN_MAX_THREADS = 256 };

typedef struct {
    const char *folder;
    SelfPlayRules rules;
    uint64_t games; /* of all threads together; 0: until interrupted */
    int threads;    /* 1 to DATAGEN_MAX_THREADS */
    uint64_t seed;  /* of the streams of games, to STORE_MAX_SEED; see store.h */
    size_t limit;   /* bytes of a finished shard */
} DatagenPlan;

/*
 * Play until all games are done or SIGINT, SIGTERM or SIGHUP arrives; every finished game is
 * stored. Returns the exit status; 1 with an error message on stderr.
 */
int datagen_run(const DatagenPlan *plan);

#endif
