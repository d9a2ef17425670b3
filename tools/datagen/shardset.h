/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shards of several folders, by stream and number: finds copies, contradictions, and missing games
 * in jobs with slices. Ends the program when out of memory.
 */
#ifndef ALULA_DATAGEN_SHARDSET_H
#define ALULA_DATAGEN_SHARDSET_H

#include "tools/common/shard.h"
#include "tools/common/units.h"

enum { SHARDSET_NAMED = 10 }; /* number of items of a kind that are listed; the rest is counted */

typedef struct {
    const char *path; /* not owned */
    uint64_t stream, content;
    uint64_t games; /* set by the caller */
    uint32_t number, settings;
    bool there; /* set by the caller */
} SetShard;

/* Initialize with zeros. */
typedef struct {
    SetShard *shard; /* [count] */
    size_t count;
    UnitTable table;
    char **settings; /* the different settings, each after the version of the format */
    uint32_t settings_count;
} ShardSet;

typedef enum {
    SHARDSET_NEW,
    SHARDSET_COPY,  /* a copy of a known shard */
    SHARDSET_BEGUN, /* a copy, but one of the two is unfinished and has fewer games */
    SHARDSET_OTHER  /* the same stream and number with different content */
} ShardSetStatus;

/*
 * Adds an open shard, whose path must stay valid. Sets *shard to the new shard, valid until the
 * next one is added, or to the earlier one of this stream and number. SHARDSET_OTHER adds a message
 * about both.
 */
ShardSetStatus shardset_add(ShardSet *set, const ShardReader *reader, const char *path,
                            SetShard **shard, Text *error);

/* Frees the set and its shards, which are no longer valid. */
void shardset_free(ShardSet *set);

/* Returns the hash of a whole file. */
uint64_t shardset_content(const ShardReader *reader);

/*
 * Prints a line on stderr for each slice with missing games, in the jobs of these shards. Returns
 * the number of such slices. `games` of each shard must be set.
 */
uint64_t shardset_missing(const ShardSet *set);

/* --- jobs in slices --------------------------------------------------------------------------- */

/*
 * A run in slices, as the settings of its shards describe it. Changing any of these numbers changes
 * the games or the shards.
 */
typedef struct {
    int64_t slices, threads; /* threads of each slice */
    int64_t games;           /* games of all slices; 0: until interrupted */
    int64_t kilobytes;       /* size of a finished shard */
} SliceJob;

/* Adds " slices=4 threads=2 games=400 shard-kb=8192". */
void slicejob_write(Text *settings, const SliceJob *job);

/*
 * Reads the job from settings that contain other words, too. Returns false, with *job undefined, if
 * the job is incomplete.
 */
bool slicejob_read(SliceJob *job, Word settings);

/*
 * Returns the number of games of a thread (from 0) in a slice (from 1); shares differ by at most
 * one.
 */
int64_t slicejob_share(const SliceJob *job, int64_t slice, int64_t thread);

#endif
