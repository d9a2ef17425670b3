/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shards of several folders, known by stream and number: which are copies of each other, which
 * contradict each other, and what is missing of jobs in slices. Memory is enough, or the program
 * ends.
 */
#ifndef ALULA_DATAGEN_SHARDSET_H
#define ALULA_DATAGEN_SHARDSET_H

#include "tools/common/shard.h"
#include "tools/common/units.h"

enum { SHARDSET_NAMED = 10 }; /* of many of a kind this many are named, the others counted */

typedef struct {
    const char *path; /* not owned */
    uint64_t stream, content;
    uint64_t games; /* the caller's */
    uint32_t number, settings;
    bool there; /* the caller's */
} SetShard;

/* Starts as zeros. */
typedef struct {
    SetShard *shard;
    size_t count;
    UnitTable table;
    char **settings; /* different ones, with the version of the format as their first word */
    uint32_t settings_count;
} ShardSet;

typedef enum {
    SHARDSET_NEW,
    SHARDSET_COPY,  /* of one that is there */
    SHARDSET_BEGUN, /* the same, but one of them is unfinished and has fewer games */
    SHARDSET_OTHER  /* the same stream and number with other content */
} ShardSetStatus;

/*
 * Add an open shard, whose path must stay. *shard is the new one, until the next is added, or the
 * earlier one of this stream and number. SHARDSET_OTHER adds a sentence about both.
 */
ShardSetStatus shardset_add(ShardSet *set, const ShardReader *reader, const char *path,
                            SetShard **shard, Text *error);
void shardset_free(ShardSet *set);

/* The hash of a whole file. */
uint64_t shardset_content(const ShardReader *reader);

/*
 * Print a line on stderr for each slice of the jobs of these shards that has not all games of its
 * share. Returns how many slices that are. `games` of each shard must be set.
 */
uint64_t shardset_missing(const ShardSet *set);

/* --- games ----------------------------------------------------------------------------------- */

/* Games by a digest of their start and moves, to find those that are there twice: 16 bytes each. */
typedef struct {
    uint64_t digest;
    uint32_t shard, number; /* the caller's: its index, and which of its games, from 1 */
} SetGame;

typedef struct {
    SetGame *game;
    size_t count, room;
} GameSet;

void gameset_add(GameSet *set, SetGame game);

/*
 * Sort the games; returns how many equal an earlier one. The first SHARDSET_NAMED of them, by shard
 * and number, are in twice[][1], what they equal in twice[][0].
 */
uint64_t gameset_twice(GameSet *set, SetGame twice[SHARDSET_NAMED][2]);
void gameset_free(GameSet *set);

#endif
