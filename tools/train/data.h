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

/* Returns the sample at this index. */
static inline Sample *samples_at(const Samples *samples, uint64_t i) {
    return &samples->chunk[i / SAMPLES_CHUNK][i % SAMPLES_CHUNK];
}

/* Adds a sample. Returns false if there is not enough memory. */
bool samples_add(Samples *samples, const Sample *s);

/* Returns the sum of the weights: the number of samples, if all have a weight of 1. */
static inline double samples_weight(const Samples *samples) {
    return (double)samples->percent / 100;
}

/* The use of a shard's positions. */
typedef struct {
    int weight; /* weight of each position in the loss, in percent: 1 to 100 */
    int thin;   /* percent of positions with |score| > DATA_DECIDED that are randomly skipped */
} ShardUse;

enum { DATA_DECIDED = 600 }; /* centipawns */

/* The games of one stream and settings of alula-datagen, with one weight. */
typedef struct {
    char *settings;                            /* settings of alula-datagen, owned by Data */
    int weight;                                /* percent */
    uint64_t stream, shards, games, positions; /* positions: number of positions used */
} DataSource;

/* Counts of shards, games and positions. A skipped position counts once, for the first reason. */
typedef struct {
    uint64_t shards, truncated; /* truncated: unfinished shards that end within a game or header */
    uint64_t damaged;           /* damaged places in shards */
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
    uint64_t hash;      /* hash of all samples, in order */
    bool traced;        /* targets hold data_td_targets() until data_set_targets() */
    size_t index_bytes; /* memory of the duplicate index, while reading */
    Spool *spool;       /* storage of training samples, `training` then only counts them; or NULL */
} Data;

/* Selection of positions. */
typedef struct {
    int64_t seed;           /* for skip_percent */
    int validation_percent; /* percent of games for validation, chosen by a hash of the game */
    int skip_percent;       /* percent of positions skipped at random */
    int min_ply;            /* skip earlier positions; counts the random opening */
    int64_t max_positions;  /* 0: no limit; in a spool, duplicates count */
    double trace;           /* 0 to below 1; see data_td_targets() */
    int scale;              /* centipawns for a logit of 1; only used with a trace or a spool */
    bool salvage;           /* skip damaged games and shards */
    bool terminal;          /* show progress on stderr */
    const char *spool;      /* name of a temporary file for samples; NULL: keep them in memory */
} DataOptions;

typedef enum { DATA_READ, DATA_BAD, DATA_STOPPED } DataStatus;

/*
 * Reads all games of the shards; use[list->count] is their use. The first of equal positions is
 * used. Prints a line for each shard on stdout, with how well results agree with scores. Returns
 * DATA_BAD with an error message for a bad shard, for one with coherence_is_wrong(), for an empty
 * training or validation set, or when out of memory; DATA_STOPPED after an interrupt. Warns on
 * stderr about partially read shards. Call data_free() in any case.
 */
DataStatus data_read(Data *data, const ShardList *list, const ShardUse *use,
                     const DataOptions *options, Text *error);

/* Frees the data, but not the object itself. */
void data_free(Data *data);

/* Returns the memory of all samples in bytes. */
size_t data_bytes(const Data *data);

/* A loss with a single minimum, for a scale from 20 to 2000 centipawns. */
typedef double ScaleLoss(const void *context, double scale);

/* Returns the scale with the smallest loss. */
double data_best_scale(ScaleLoss *loss, const void *context);

/*
 * Returns the scale k, 20 to 2000 centipawns, for which sigmoid(score / k) predicts results best.
 */
double data_fit_scale(const Data *data);

/*
 * Computes the expected score of White at each position, expected[plies], blended with that of
 * later positions as in TD(lambda):
 *
 *     expected[i] = (1 - trace) * sigmoid(score[i] / scale) + trace * expected[i + 1]
 *
 * where expected[plies] is the result. Later searches make up for the low depth of this one.
 */
void data_td_targets(const ShardGame *game, double trace, double scale, float *expected);

/*
 * Sets all targets, once: to sigmoid(score / scale) or, if the data were read with a trace, to
 * those of data_td_targets(). The trainer blends in the result.
 */
void data_set_targets(Data *data, double scale);

#endif
