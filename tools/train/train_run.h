/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A training run: read shards, train, write the network and its files. */
#ifndef ALULA_TRAIN_TRAIN_RUN_H
#define ALULA_TRAIN_TRAIN_RUN_H

#include "train_plan.h"

/* Train. Returns the exit status and reports errors on stderr. */
int train_run(const TrainPlan *plan);

#endif
