/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rescores the games of shards, with a newer network or more nodes. */
#ifndef ALULA_DATAGEN_RELABEL_H
#define ALULA_DATAGEN_RELABEL_H

#include "eval/nnue.h"
#include "tools/common/shard.h"

typedef struct {
    const char *folder; /* folder of the new shards */
    const NnueNet *net; /* NULL: the embedded network */
    int nodes;          /* soft node limit of each search */
    int hash_megabytes; /* hash size of each thread; cleared between games */
    int threads;        /* each thread takes a shard at a time; 1 to STORE_MAX_THREADS */
} RelabelPlan;

/*
 * Writes each shard into the folder under its own name, with the same moves and results and a new
 * score for every move, as data_td_targets() of alula-train needs all of them. Existing shards with
 * the same settings are skipped, so a killed run can be repeated; its unfinished shards have the
 * suffix RELABEL_SUFFIX and are restarted. Shards that are still being played are skipped. Returns
 * the exit status; 1 with an error message on stderr.
 */
int relabel_run(const RelabelPlan *plan, const ShardList *list);

#define RELABEL_SUFFIX ".relabel"

#endif
