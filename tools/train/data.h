/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Training games, read into the memory position by position. */
#ifndef ALULA_TRAIN_DATA_H
#define ALULA_TRAIN_DATA_H

#include "sample.h"

enum { STORE_CHUNK = 1 << 20 }; /* samples; 32 MB */

/* Samples in chunks that never move: it grows without a copy. */
typedef struct {
    Sample **chunk;
    size_t chunks, count;
} Store;

static inline Sample *store_at(const Store *store, uint64_t i) {
    return &store->chunk[i / STORE_CHUNK][i % STORE_CHUNK];
}

/* False when memory is refused. */
bool store_add(Store *store, const Sample *s);
void store_free(Store *store);

/* Games of one stream of games with the same settings. */
typedef struct {
    char *settings;
    uint64_t seed, shards, games, positions; /* positions: those that were taken */
} DataSource;

/* What was found, and why positions were left out; each is counted once, in this order. */
typedef struct {
    uint64_t shards, torn; /* torn: those that end within a game */
    uint64_t damaged;      /* places where a game is not sound */
    uint64_t games, games_held;
    uint64_t positions; /* all */
    uint64_t checked;   /* in check */
    uint64_t noisy;     /* a capture or promotion comes next */
    uint64_t scored;    /* a score of more than SHARD_USABLE_SCORE */
    uint64_t early;     /* before the least ply */
    uint64_t skipped;   /* by lot */
    uint64_t twins;     /* there was the same one before */
} DataCounts;

typedef struct {
    Store learned, held;
    DataCounts counts;
    DataSource *source;
    size_t sources;
    uint64_t hash;      /* of all samples, in their order */
    bool traced;        /* targets are what data_expect() says, until data_aim() */
    size_t index_bytes; /* taken while they were read, to find those that were seen before */
} Data;

/* Which positions are taken. */
typedef struct {
    uint64_t seed;    /* of the lots by which positions are skipped */
    int held_percent; /* so many games in a hundred are held out, by a hash of the game */
    int skip_percent; /* so many positions in a hundred are skipped */
    int least_ply;    /* of the game, random moves at its start counted too */
    uint64_t most;    /* stop after so many positions; 0: never */
    double trace;     /* 0 to below 1: see data_expect() */
    int scale;        /* centipawns for a logit of 1; only for traces */
    bool salvage;     /* read on behind damage */
    bool terminal;    /* say on stderr how far it is */
} DataRules;

typedef enum { DATA_READ, DATA_BAD, DATA_STOPPED } DataStatus;

/*
 * Read all games of the shards. DATA_BAD with a sentence if a shard is bad, memory is refused or
 * nothing can be used; DATA_STOPPED after interrupt_pending(). Of shards that are read in part a
 * sentence tells on stderr. data_free() in any case.
 */
DataStatus data_read(Data *data, const ShardList *list, const DataRules *rules, Text *fault);
void data_free(Data *data);

/* Bytes of all samples. */
size_t data_bytes(const Data *data);

/* The centipawns k for which sigmoid(score / k) foretells results best: 20 to 2000. */
double data_scale(const Data *data);

/*
 * Points that White can expect at each position, expected[0 ... plies - 1], from there and from
 * what came later (R. Sutton's TD(lambda), 1988):
 *
 *     (1 - trace) * sigmoid(score / scale) + trace * what is expected at the next position
 *
 * where behind the last one stands the result. What the searches of the next moves found makes up
 * for the shallowness of this one.
 */
void data_expect(const ShardGame *game, double trace, double scale, float *expected);

/*
 * Set all targets, once: lambda * result + (1 - lambda) * expected. What is expected is
 * sigmoid(score / scale) or, if the data were read with a trace, what data_expect() says.
 */
void data_aim(Data *data, double scale, double lambda);

#endif
