/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Training a network from shards. */
#ifndef ALULA_TRAIN_TRAIN_RUN_H
#define ALULA_TRAIN_TRAIN_RUN_H

#include "train_plan.h"

/* Train. Returns the exit status, after a sentence on stderr. */
int train_run(const TrainPlan *plan);

#endif
