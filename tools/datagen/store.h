/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A folder of shards. Several runs may write to it at once, and any of them may be killed.
 *
 * Each stream of games appends to shard-STREAM-NUMBER.part; a full one is renamed to
 * shard-STREAM-NUMBER.adg and never changed again. A writer holds a lock (flock) on its .part, so
 * an unlocked one belongs to a dead run and the next run recovers its games. The file
 * "datagen.lock" is locked while names change; it lists the streams used, so that none is played
 * twice even if its shards were moved away.
 *
 * The number of a stream is seed * STORE_STREAMS_PER_SEED + run * STORE_STREAMS_PER_RUN + thread,
 * where the runs of a seed in a folder count from 0. So no two threads, no two runs in a folder,
 * and no two seeds, for instance on different machines, play the same games.
 *
 * The slices of a job have separate streams, which runs never use: slice I, from 0, has the streams
 * of run I from STORE_SLICE_THREAD on, in any folder. A repeated slice continues where it stopped,
 * even within its .part, which other runs leave alone. So its shards are byte for byte the same,
 * whether it was killed or not.
 */
#ifndef ALULA_DATAGEN_STORE_H
#define ALULA_DATAGEN_STORE_H

#include "tools/common/shard.h"
#include "tools/common/units.h"

enum {
    STORE_PATH_SIZE = 1024, /* maximum length of a path in the folder, with the NUL */
    STORE_BATCH = 64 << 10, /* bytes written at once */
    STORE_BATCH_MS = 3000,  /* the latest time to write a batch */
    STORE_BATCH_GAMES = STORE_BATCH / SHARD_MIN_GAME_SIZE + 1, /* maximum in a batch */
};

#define STORE_STREAMS_PER_RUN  1000
#define STORE_STREAMS_PER_SEED 1000000
#define STORE_MAX_SLICES       (STORE_STREAMS_PER_SEED / STORE_STREAMS_PER_RUN)
#define STORE_SLICE_THREAD     500 /* a run has fewer threads: */
#define STORE_MAX_THREADS      256
#define STORE_MAX_SHARD_KB     262144
#define STORE_MAX_SEED         UINT64_C(9000000000000)

/*
 * Creates the folder if necessary, recovers shards of dead runs (with a note on stderr), and
 * reserves `streams` consecutive streams from *first: those of the next run of a seed, 0 to
 * STORE_MAX_SEED. Returns false with an error message if the folder cannot be written, or if all
 * runs of the seed are used up.
 */
bool store_open(const char *folder, uint64_t seed, int streams, uint64_t *first, Text *error);

/* Creates the folder if necessary. Returns false with an error message. */
bool store_make(const char *folder, Text *error);

/* Returns the first stream of a slice, 0 to STORE_MAX_SLICES - 1. */
static inline uint64_t store_slice_stream(uint64_t seed, int slice) {
    return seed * STORE_STREAMS_PER_SEED + (uint64_t)slice * STORE_STREAMS_PER_RUN +
           STORE_SLICE_THREAD;
}

/* Returns true if a stream is that of a slice. */
static inline bool store_is_slice(uint64_t stream) {
    return stream % STORE_STREAMS_PER_RUN >= STORE_SLICE_THREAD;
}

/*
 * Writes the path of a shard in a folder; its name is the same in all folders. Returns false with
 * an error message if the path is too long.
 */
bool store_path(char path[STORE_PATH_SIZE], const char *folder, uint64_t stream, uint32_t number,
                const char *suffix, Text *error);

/*
 * Locks the folder to change names; returns -1 with an error message on failure. close() releases
 * the lock.
 */
int store_lock(const char *folder, Text *error);

/* Adds a used stream as key and place. A run is represented by its last stream. */
static inline void store_add_used(UnitTable *used, uint64_t stream) {
    unit_table_add(used, stream, 0, stream);
}

/*
 * Adds the used streams in the folder's lock file to the table, ignoring damaged lines and a
 * missing file. Returns false with an error message.
 */
bool store_read_used(const char *folder, UnitTable *used, Text *error);

/*
 * Adds the used streams to the folder's lock file, locked as `lock`, unless listed already. Returns
 * false with an error message.
 */
bool store_write_used(const char *folder, int lock, const UnitTable *used, Text *error);

/* Skips the games of a shard up to the first damage; returns the offset of their end. */
size_t store_skip_games(ShardReader *reader, uint64_t *games);

typedef struct {
    uint64_t games, positions, usable, draws;
} StoreTally;

/* Adds the counts of *more to *sum. */
void store_tally_add(StoreTally *sum, const StoreTally *more);

/* The writer of one stream. */
typedef struct {
    const char *folder;
    ShardHeader header;       /* header of the current shard */
    size_t limit;             /* size in bytes at which a shard is finished */
    int fd;                   /* -1: no shard is open */
    size_t written, filled;   /* bytes in the file, and in the batch */
    uint64_t games;           /* games in the current shard */
    StoreTally written_games; /* in all shards */
    uint64_t lost;            /* games that were not written */
    size_t waiting;           /* games in the batch */
    StoreTally wait[STORE_BATCH_GAMES];
    bool truncate_failed; /* a failed write could not be undone */
    bool keep;            /* leave the last shard unfinished, for shard_writer_resume() */
    int64_t due_ms;       /* time to write the batch, of clock_ms() */
    uint8_t batch[STORE_BATCH + SHARD_MAX_GAME_SIZE];
} ShardWriter;

/* Initializes a writer. `settings` go into the header of each shard. */
void shard_writer_init(ShardWriter *w, const char *folder, uint64_t stream, size_t limit,
                       const char *settings);

/*
 * Resumes the stream of a slice, and sets *games to the number of games it already has; call this
 * before the other functions. Returns false with an error message if another run is writing the
 * stream, if its settings differ, or if a shard is damaged or missing.
 */
bool shard_writer_resume(ShardWriter *w, uint64_t *games, Text *error);

/* Creates the next shard; call this before the first game. Returns false with an error message. */
bool shard_writer_begin(ShardWriter *w, Text *error);

/*
 * Adds a game. Returns false with an error message if the batch cannot be written: games of earlier
 * batches are safe, and unwritten games of this one count as lost.
 */
bool shard_writer_add(ShardWriter *w, const ShardGame *game, Text *error);

/* Writes the batch and finishes the shard, unless `keep` is set; an empty shard is deleted. */
bool shard_writer_close(ShardWriter *w, Text *error);

#endif
