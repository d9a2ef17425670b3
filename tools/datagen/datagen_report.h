/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looking at shards: what they hold, in numbers or in full, and whether they are sound. */
#ifndef ALULA_DATAGEN_DATAGEN_REPORT_H
#define ALULA_DATAGEN_DATAGEN_REPORT_H

#include "../common/shard.h"

/*
 * Each returns the exit status: 0; 1 with a sentence for each shard that is damaged or cannot be
 * read. What is torn at the end of a shard that is still being written is no damage.
 */

/* Games, positions, results, ends, lengths and scores, and the settings they come from. */
int datagen_report_stats(const ShardList *list);

/* At most so many games (0: all), a line for each position; `epd`: in the form of EPD. */
int datagen_report_dump(const ShardList *list, uint64_t games, bool epd);

/* Replay every game and hold its result against the rules. */
int datagen_report_verify(const ShardList *list);

#endif
