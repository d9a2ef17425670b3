/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics, text dump and verification of shards. */
#ifndef ALULA_DATAGEN_DATAGEN_REPORT_H
#define ALULA_DATAGEN_DATAGEN_REPORT_H

#include "tools/common/shard.h"

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
