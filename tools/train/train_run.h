/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A training run: reads shards, trains, and writes the network and its files. */
#ifndef ALULA_TRAIN_TRAIN_RUN_H
#define ALULA_TRAIN_TRAIN_RUN_H

#include "train_plan.h"

/* Trains. Returns the exit status and reports errors on stderr. */
int train_run(const TrainPlan *plan);

#endif
