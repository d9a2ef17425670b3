/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merges the shards of several folders. */
#ifndef ALULA_DATAGEN_MERGE_H
#define ALULA_DATAGEN_MERGE_H

#include "tools/common/shard.h"

typedef struct {
    const char *folder;        /* target folder, whose own shards count, too */
    const char *const *source; /* the folders and shards in the list */
    int sources;
    bool mixed; /* allow shards with different settings, such as networks */
} MergePlan;

/*
 * Copies the finished shards into the folder, under the names of their streams and numbers. Copies
 * of a shard count once; unfinished shards are listed and skipped; shards that are damaged,
 * contradict another shard or have other settings are listed, and then nothing is written. A killed
 * merge can be repeated. Returns the exit status; 1 with an error message on stderr, also for
 * slices with missing games.
 */
int merge_run(const MergePlan *plan, const ShardList *list);

#define MERGE_LOCK_NAME "merge.lock" /* held while a merge writes to the folder */

#endif
