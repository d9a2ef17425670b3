/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan of a training run, and its state in a file from which it can be resumed exactly. */
#ifndef ALULA_TRAIN_TRAIN_STATE_H
#define ALULA_TRAIN_TRAIN_STATE_H

#include "train_compare.h"
#include "trainer.h"

/* The settings of a run. */
typedef struct {
    const char *out;       /* NAME.nn; NAME.state, NAME.txt and NAME.svg are in the same folder */
    const NnueNet *from;   /* the network to start from, see net_start(); NULL: random */
    const char *from_name; /* the file of `from`, without the folder */
    TrainerSettings learn;
    DataOptions data;
    int scale;  /* centipawns for a logit of 1; 0: fit it to the results */
    int save_s; /* seconds between writes of the state within a superbatch */
    bool resume;
    bool keep;   /* keep a copy of the network of each superbatch, NAME-0001.nn ... */
    bool stream; /* keep the positions in a temporary file */
    const Reference *reference; /* the reference that networks are compared with; or NULL */
    const ShardList *shards;
    const ShardUse *use; /* [shards->count] */
} TrainPlan;

enum { STATE_SETTINGS_SIZE = 512, STATE_BUILDS_SIZE = 4096 }; /* bytes, with the NUL */

/* Mean losses of a superbatch; the learning rate at its end, and compare_error(), 0 if unknown. */
typedef struct {
    double training_loss, validation_loss, rate, error;
} CheckpointStats;

/* A training run, without its parameters. */
typedef struct {
    char settings[STATE_SETTINGS_SIZE];  /* all settings that influence the result: "name=value
                                            name=value" */
    char builds[STATE_BUILDS_SIZE];      /* see train_report_add_build() */
    uint64_t training, validation, hash; /* training, validation: positions; hash of the data */
    int scale;                           /* centipawns for a logit of 1 */
    CheckpointStats *checkpoint;         /* [checkpoints] */
    size_t checkpoints;
} TrainLog;

/* Replaces the file atomically. Returns false with an error message. */
bool train_state_write(const char *path, const TrainLog *log, const TrainerState *progress,
                       size_t count, Text *error);

/* The contents of a state file with a valid checksum. */
typedef struct TrainStateFile TrainStateFile;

typedef enum {
    TRAIN_STATE_READ,
    TRAIN_STATE_NONE,
    TRAIN_STATE_OTHER,
    TRAIN_STATE_BAD
} TrainStateStatus;

/*
 * Reads a state. Returns TRAIN_STATE_NONE if there is no such file; with an error message,
 * TRAIN_STATE_OTHER if its settings differ, or TRAIN_STATE_BAD.
 */
TrainStateStatus train_state_read(TrainStateFile **out, const char *path, const char *settings,
                                  Text *error);

/* Frees the contents of a state file; NULL is allowed. */
void train_state_close(TrainStateFile *file);

/*
 * Restores log->builds, log->checkpoint, which the caller frees, and *progress with its arrays of
 * `count` parameters. Returns false with an error message if the data in the log differ, or when
 * out of memory.
 */
bool train_state_restore(const TrainStateFile *file, TrainLog *log, TrainerState *progress,
                         size_t count, Text *error);

#endif
