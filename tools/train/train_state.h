/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a training run, in a file from which it can be resumed, bit for bit. */
#ifndef ALULA_TRAIN_TRAIN_STATE_H
#define ALULA_TRAIN_TRAIN_STATE_H

#include "trainer.h"

enum { STATE_SETTINGS_SIZE = 512, STATE_BUILDS_SIZE = 4096 }; /* bytes, with the NUL */

/* Mean losses of a superbatch; the learning rate, and compare_error(), at its end; 0: none. */
typedef struct {
    double training_loss, validation_loss, rate, error;
} CheckpointStats;

/* A training run, without its parameters. */
typedef struct {
    char settings[STATE_SETTINGS_SIZE]; /* all that influence the result: "name=value name=value" */
    char builds[STATE_BUILDS_SIZE];     /* see train_report_add_build() */
    uint64_t training, validation, hash; /* positions, and the hash of the data */
    int scale;                           /* centipawns for a logit of 1 */
    CheckpointStats *checkpoint;         /* [checkpoints] */
    size_t checkpoints;
} TrainLog;

/* Replace the file atomically. False with an error message. */
bool train_state_write(const char *path, const TrainLog *log, const TrainerState *progress,
                       size_t count, Text *error);

/* A state that was read and has a valid checksum. */
typedef struct TrainStateFile TrainStateFile;

typedef enum {
    TRAIN_STATE_READ,
    TRAIN_STATE_NONE,
    TRAIN_STATE_OTHER,
    TRAIN_STATE_BAD
} TrainStateStatus;

/*
 * Read a state. TRAIN_STATE_NONE: no such file. With an error message: TRAIN_STATE_OTHER, its
 * settings differ, and TRAIN_STATE_BAD.
 */
TrainStateStatus train_state_read(TrainStateFile **out, const char *path, const char *settings,
                                  Text *error);
void train_state_close(TrainStateFile *file);

/*
 * Restore log->builds, log->checkpoint, which the caller frees, and *progress with its arrays of
 * `count` parameters. False with an error message if the data in the log differ or memory runs out.
 */
bool train_state_restore(const TrainStateFile *file, TrainLog *log, TrainerState *progress,
                         size_t count, Text *error);

#endif
