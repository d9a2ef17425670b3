/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics, text dump and verification of shards. */
#ifndef ALULA_DATAGEN_DATAGEN_REPORT_H
#define ALULA_DATAGEN_DATAGEN_REPORT_H

#include "tools/common/shard.h"

/*
 * Each returns the exit status: 0, or 1 with an error message for each shard that is damaged or
 * cannot be read. A partial game at the end of an unfinished shard is not damage.
 */

/* Print counts of games and positions, results, ends, lengths, scores and settings. */
int datagen_report_stats(const ShardList *list);

/* Print a line for each position of at most `games` games (0: all), as EPD if `epd` is set. */
int datagen_report_dump(const ShardList *list, uint64_t games, bool epd);

/*
 * Replay every game and check its result against the rules of chess. Name what is there twice:
 * copies of shards, and games with the same moves; chance makes such games, too. Shards of the same
 * stream and number with other content are an error.
 */
int datagen_report_verify(const ShardList *list);

#endif
