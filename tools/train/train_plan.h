/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a training is to do. */
#ifndef ALULA_TRAIN_TRAIN_PLAN_H
#define ALULA_TRAIN_TRAIN_PLAN_H

#include "learner.h"

typedef struct {
    const char *out; /* NAME.nn; NAME.state, NAME.txt and NAME.svg are written beside it */
    LearnRules learn;
    DataRules data;
    double lambda; /* weight of the result in the target, 0 to 1; the rest is the score */
    int scale;     /* centipawns for a logit of 1; 0: the scale that predicts results best */
    int save_s;    /* seconds after which the state is written within an epoch */
    bool resume;
    const ShardList *shards;
} TrainPlan;

enum { TRAIN_NAME_SIZE = 1024 }; /* bytes of the path of a written file */

#endif
