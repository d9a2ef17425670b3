/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A folder of shards that several runs may fill at once and any of them may leave at any moment,
 * killed or not.
 *
 * Each stream of games has a seed of its own and writes shard-SEED-NUMBER.part by appending whole
 * games; a full one is renamed to shard-SEED-NUMBER.adg and never touched again. A writer holds a
 * lock (flock) on its .part, so one without a lock was left behind, and the next run saves its
 * games. The file "datagen.lock" is held while names change and remembers the highest seed used.
 */
#ifndef ALULA_DATAGEN_STORE_H
#define ALULA_DATAGEN_STORE_H

#include "../common/shard.h"

enum {
    STORE_PATH_SIZE = 1024, /* room for a path in the folder, with its NUL */
    STORE_BATCH = 64 << 10, /* bytes written at once */
    STORE_BATCH_MS = 3000,  /* what is not written after so many milliseconds is due */
    STORE_BATCH_GAMES = STORE_BATCH / SHARD_MIN_GAME_SIZE + 1, /* more do not fit in a batch */
};

#define STORE_MAX_SEED UINT64_C(1000000000000000)

/*
 * Make the folder if need be, save what dead runs left (telling of it on stderr), and take
 * `streams` seeds in a row from `seed` on, or from behind those ever used there if they are higher.
 * False with a sentence if the folder cannot be written.
 */
bool store_open(const char *folder, uint64_t seed, int streams, uint64_t *first, Text *fault);

/* Games, counted. */
typedef struct {
    uint64_t games, positions, usable, draws;
} StoreTally;

void tally_add(StoreTally *sum, const StoreTally *more);

/* What one stream writes. */
typedef struct {
    const char *folder;
    ShardHeader header;       /* of the shard at hand */
    size_t limit;             /* bytes; a shard that has so many is finished */
    int fd;                   /* -1: no shard is open */
    size_t written, filled;   /* bytes in the file, and waiting in the batch */
    uint64_t games;           /* of this shard in the file */
    StoreTally written_games; /* in all shards */
    uint64_t lost;            /* games that could not be written */
    size_t waiting;           /* games in the batch */
    StoreTally wait[STORE_BATCH_GAMES];
    bool torn;      /* a failed write could not be taken back */
    int64_t due_ms; /* when the batch has to be written, by clock_ms() */
    uint8_t batch[STORE_BATCH + SHARD_MAX_GAME_SIZE];
} Writer;

/* A writer for a seed; `settings` are kept in the header of each of its shards. */
void writer_init(Writer *w, const char *folder, uint64_t seed, size_t limit, const char *settings);

/* Begin the first shard before there is a game, to know if that can be. False with a sentence. */
bool writer_begin(Writer *w, Text *fault);

/*
 * Add a game. False with a sentence if it cannot be written; what was written before is safe,
 * and what cannot be written of the batch at hand counts as lost.
 */
bool writer_add(Writer *w, const ShardGame *game, Text *fault);

/* Write the rest and give the shard its final name. An empty one is deleted. */
bool writer_close(Writer *w, Text *fault);

#endif
