/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games that were played, judged anew: by a newer network, or with more nodes. */
#ifndef ALULA_DATAGEN_RELABEL_H
#define ALULA_DATAGEN_RELABEL_H

#include "../common/shard.h"
#include "nnue.h"

typedef struct {
    const char *folder; /* for the new shards */
    const NnueNet *net; /* judges; NULL: the embedded one does */
    uint64_t nodes;     /* no iteration starts after so many */
    int hash_megabytes; /* of each thread; cleared between games */
    int threads;        /* each takes a shard at a time; 1 to DATAGEN_MAX_THREADS */
} RelabelPlan;

/*
 * Write each shard into the folder under its own name, moves and results unchanged, with a new
 * score for every move: traces sum up all of them, see data_expect() of alula-train. Shards that
 * are there already, judged alike, are left alone, so it can be killed and started again; an
 * unfinished one has the suffix RELABEL_SUFFIX, and is begun anew. Shards that are still being
 * played are left out. The exit status: 0; 1 with a sentence on stderr.
 */
int relabel(const RelabelPlan *plan, const ShardList *list);

#define RELABEL_SUFFIX ".relabel"

#endif
