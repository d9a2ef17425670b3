/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions of earlier games, with few pieces, from which new games start. */
#ifndef ALULA_DATAGEN_STARTPOSITIONS_H
#define ALULA_DATAGEN_STARTPOSITIONS_H

#include "tools/common/shard.h"

enum {
    START_MIN_PIECES = 10, /* men on the board, including kings and pawns */
    START_MAX_PIECES = 14,
    START_MAX_COUNT = 100000, /* positions kept in memory, 20 MB */
};

typedef struct {
    Position *position; /* [count] */
    size_t count;
    uint32_t checksum; /* checksum of the keys */
} StartPositions;

/*
 * Chooses at most one position of each game, with START_MIN_PIECES to START_MAX_PIECES pieces and a
 * score within +-max_score centipawns; a fair sample if there are more than START_MAX_COUNT. The
 * same shards give the same positions. Returns false with an error message if a shard is damaged,
 * or if there is no such position.
 */
bool startpositions_read(StartPositions *starts, const ShardList *list, int max_score, Text *error);

/* Frees the positions, but not the object itself. */
void startpositions_free(StartPositions *starts);

#endif
