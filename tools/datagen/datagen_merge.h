/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings the shards of several folders into one. */
#ifndef ALULA_DATAGEN_MERGE_H
#define ALULA_DATAGEN_MERGE_H

#include "tools/common/shard.h"

typedef struct {
    const char *folder;        /* to write to; its own shards count, too */
    const char *const *source; /* what the list was made of: folders and shards */
    int sources;
    bool mixed; /* shards may have different settings, such as networks */
} MergePlan;

/*
 * Copy the finished shards into the folder, under the names of their streams and numbers. Copies
 * are one; unfinished shards are named and left out; whatever is damaged, contradicts another shard
 * or has other settings is named, and then nothing is written. A killed merge can be repeated.
 * Returns the exit status; 1 with an error message on stderr, also for slices that lack games.
 */
int merge_run(const MergePlan *plan, const ShardList *list);

#define MERGE_LOCK_NAME "merge.lock" /* held while a merge writes to the folder */

#endif
