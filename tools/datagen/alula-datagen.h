/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of alula-datagen. */
#ifndef ALULA_DATAGEN_H
#define ALULA_DATAGEN_H

#include "selfplay.h"
#include "tools/common/units.h"

/* --- run: self-play games in several threads, each with its own stream of shards ------------- */

typedef struct {
    const char *folder; /* of the shards; borrowed */
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

/* --- merge: the shards of several folders ---------------------------------------------------- */

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
 * merge can be repeated. Returns the exit status; 1 with an error message on stderr, for example
 * for slices with missing games.
 */
int merge_run(const MergePlan *plan, const ShardList *list);

#define MERGE_LOCK_NAME "merge.lock" /* held while a merge writes to the folder */

/* --- relabel: new scores for the games of shards, by a newer network or more nodes ----------- */

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

/* --- stats, dump and verify ------------------------------------------------------------------ */

/*
 * The functions below return the exit status: 0, or 1 with an error message for each damaged or
 * unreadable shard. A partial game at the end of an unfinished shard is not damage.
 */

/*
 * Prints counts of games and positions, results, ends, lengths, scores and settings; with `json` as
 * one JSON object.
 */
int datagen_report_stats(const ShardList *list, bool json);

/* Prints a line for each position of at most `games` games (0: all), as EPD if `epd` is set. */
int datagen_report_dump(const ShardList *list, uint64_t games, bool epd);

/*
 * Replays every game and checks its result against the rules of chess. Lists duplicates: copies of
 * shards, and games with the same moves, which also occur by chance. Shards of the same stream and
 * number with different content are an error.
 */
int datagen_report_verify(const ShardList *list);

#endif
