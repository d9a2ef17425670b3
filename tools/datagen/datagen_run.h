/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Generates self-play games in several threads, each with its own stream of shards. */
#ifndef ALULA_DATAGEN_DATAGEN_RUN_H
#define ALULA_DATAGEN_DATAGEN_RUN_H

#include "selfplay.h"
#include "tools/common/units.h"

typedef struct {
    const char *folder;
    SelfPlayRules rules;
    int64_t games; /* games of all threads, or of all slices; 0: until interrupted */
    int threads;   /* 1 to STORE_MAX_THREADS */
    int64_t seed;  /* seed of the streams, up to STORE_MAX_SEED; see store.h */
    int shard_kb;  /* size at which a shard is finished */
    Slice slice;   /* .of is 0: none; at most STORE_MAX_SLICES */
} DatagenPlan;

/*
 * Plays until all games are done, or until SIGINT, SIGTERM or SIGHUP; every finished game is
 * stored. A slice resumes where it stopped, and ends when its share of the games is complete.
 * Returns the exit status; 1 with an error message on stderr; TOOL_INTERRUPTED if games of the
 * slice's share are missing.
 */
int datagen_run(const DatagenPlan *plan);

#endif
