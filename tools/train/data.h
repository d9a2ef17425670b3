/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads training and validation positions from shards. */
#ifndef ALULA_TRAIN_DATA_H
#define ALULA_TRAIN_DATA_H

#include "spool.h"

enum { SAMPLES_CHUNK = 1 << 20 }; /* 32 MB */

/* A growing array of samples, in chunks that are never moved. */
typedef struct {
    Sample **chunk;
    size_t chunks, count;
    uint64_t percent; /* sum of the weights */
} Samples;

static inline Sample *samples_at(const Samples *samples, uint64_t i) {
    return &samples->chunk[i / SAMPLES_CHUNK][i % SAMPLES_CHUNK];
}

/* False if there is not enough memory. */
bool samples_add(Samples *samples, const Sample *s);

/* The sum of the weights: the number of samples, if all have a weight of 1. */
static inline double samples_weight(const Samples *samples) {
    return (double)samples->percent / 100;
}

/* How to use the positions of a shard. */
typedef struct {
    int weight; /* of each position in the loss, in percent: 1 to 100 */
    int thin;   /* percent of those with |score| > DATA_DECIDED that are skipped at random */
} ShardUse;

enum { DATA_DECIDED = 600 }; /* centipawns */

/* The games of one seed and settings of alula-datagen, with one weight. */
typedef struct {
    char *settings;
    int weight;                              /* percent */
    uint64_t seed, shards, games, positions; /* positions: those used */
} DataSource;

/* Counts, and why positions were skipped: each position counts once, by the first reason. */
typedef struct {
    uint64_t shards, truncated; /* truncated: unfinished shards that end within a game or header */
    uint64_t damaged;           /* places in shards */
    uint64_t games, validation_games;
    uint64_t positions; /* all */
    uint64_t in_check;
    uint64_t noisy;      /* next move is a capture or promotion */
    uint64_t high_score; /* |score| > SHARD_USABLE_SCORE */
    uint64_t early;      /* before min_ply */
    uint64_t skipped;    /* at random, skip_percent and ShardUse.thin */
    uint64_t duplicates; /* seen before */
} DataCounts;

typedef struct {
    Samples training, validation;
    DataCounts counts;
    DataSource *source;
    size_t sources;
    uint64_t hash;      /* of all samples, in order */
    bool traced;        /* targets hold data_td_targets() until data_set_targets() */
    size_t index_bytes; /* memory of the duplicate index, while reading */
    Spool *spool;       /* NULL, or where the training samples are; training only counts them */
} Data;

/* Selection of positions. */
typedef struct {
    uint64_t seed;          /* for skip_percent */
    int validation_percent; /* percent of games for validation, chosen by a hash of the game */
    int skip_percent;       /* percent of positions skipped at random */
    int min_ply;            /* skip earlier positions; counts the random opening */
    uint64_t max_positions; /* 0: no limit; in a spool, duplicates count */
    double trace;           /* 0 to below 1; see data_td_targets() */
    int scale;              /* centipawns for a logit of 1; only used with a trace or a spool */
    bool salvage;           /* skip damaged games and shards */
    bool terminal;          /* show progress on stderr */
    const char *spool;      /* the name of a temporary file for samples; NULL: they are in memory */
} DataOptions;

typedef enum { DATA_READ, DATA_BAD, DATA_STOPPED } DataStatus;

/*
 * Read all games of the shards; use[list->count] says how. Of equal positions the first is used.
 * Prints a line on each shard on stdout, with how results agree with scores. DATA_BAD with an error
 * message: a bad shard, one with coherence_is_wrong(), not enough memory, or an empty training or
 * validation set. DATA_STOPPED after an interrupt. Warns on stderr of shards that are read in part.
 * Call data_free() in any case.
 */
DataStatus data_read(Data *data, const ShardList *list, const ShardUse *use,
                     const DataOptions *options, Text *error);
void data_free(Data *data);

/* Memory of all samples in bytes. */
size_t data_bytes(const Data *data);

/* The scale from 20 to 2000 centipawns of which a loss, with one minimum, is the least. */
typedef double ScaleLoss(const void *context, double scale);
double data_best_scale(ScaleLoss *loss, const void *context);

/* The scale k, 20 to 2000 centipawns, for which sigmoid(score / k) predicts results best. */
double data_fit_scale(const Data *data);

/*
 * Expected score of White at each position, expected[plies], blended with that of later positions
 * as in TD(lambda):
 *
 *     expected[i] = (1 - trace) * sigmoid(score[i] / scale) + trace * expected[i + 1]
 *
 * where expected[plies] is the result. Later searches make up for the low depth of this one.
 */
void data_td_targets(const ShardGame *game, double trace, double scale, float *expected);

/*
 * Set all targets, once: to sigmoid(score / scale) or, if the data were read with a trace, to those
 * of data_td_targets(). The trainer blends in the result.
 */
void data_set_targets(Data *data, double scale);

#endif
