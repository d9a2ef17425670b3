/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A training from shards to a network, in files that are there in full or not at all. */
#ifndef ALULA_TRAIN_TRAIN_RUN_H
#define ALULA_TRAIN_TRAIN_RUN_H

#include "learner.h"

/* What was asked for. */
typedef struct {
    const char *out; /* NAME.nn; beside it come NAME.state, NAME.txt and NAME.svg */
    LearnRules learn;
    DataRules data;
    double lambda; /* of the result in the target, 0 to 1; the rest is of the score */
    int scale;     /* centipawns for a logit of 1; 0: what makes scores foretell results best */
    int save_s;    /* seconds after which the state is written within an epoch */
    bool resume;
    const ShardList *shards;
} TrainPlan;

enum {
    TRAIN_FAILED = 1,       /* the exit status when data or files are bad */
    TRAIN_NAME_SIZE = 1024, /* bytes of the path of a file that is written */
};

/* Do it; the exit status. */
int train_run(const TrainPlan *plan);

#endif
