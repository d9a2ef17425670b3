/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a training has come, in a file that a later run goes on from, to the last bit. */
#ifndef ALULA_TRAIN_TRAIN_STATE_H
#define ALULA_TRAIN_TRAIN_STATE_H

#include "learner.h"

enum { STATE_SETTINGS_SIZE = 512, STATE_BUILDS_SIZE = 4096 }; /* bytes, with the NUL */

/* What an epoch came to: mean losses of what was learned from and held out, the rate at its end. */
typedef struct {
    double loss, held, rate;
} Epoch;

/* A training, but for its network. */
typedef struct {
    char settings[STATE_SETTINGS_SIZE]; /* all that decides: "name=value name=value" */
    char builds[STATE_BUILDS_SIZE];     /* the programs that took part: train_report_add_build() */
    uint64_t learned, held, hash;       /* of the data */
    int scale;                          /* centipawns for a logit of 1 */
    Epoch *epoch;                       /* [epochs] */
    size_t epochs;
} Account;

/* Write both; there is the old file or the new one. False with a sentence. */
bool train_state_write(const char *path, const Account *account, const LearnState *progress,
                       size_t count, Text *fault);

/* A state that was read and is whole. */
typedef struct TrainStateFile TrainStateFile;

typedef enum {
    TRAIN_STATE_READ,
    TRAIN_STATE_NONE,
    TRAIN_STATE_OTHER,
    TRAIN_STATE_BAD
} TrainStateStatus;

/*
 * Read a state of these settings. TRAIN_STATE_NONE: there is no file; with a sentence
 * TRAIN_STATE_OTHER: its settings are others, all of which are named, and TRAIN_STATE_BAD.
 */
TrainStateStatus train_state_read(TrainStateFile **out, const char *path, const char *settings,
                                  Text *fault);
void train_state_close(TrainStateFile *file);

/*
 * Go on from there: fills in account->builds, account->epoch, to be freed by the caller, and
 * progress with its arrays of `count` numbers. The rest of the account must be the same as it was:
 * false with a sentence if not, or if memory is refused.
 */
bool train_state_restore(const TrainStateFile *file, Account *account, LearnState *progress,
                         size_t count, Text *fault);

#endif
