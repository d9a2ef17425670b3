/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A training run: reads shards, trains, and writes the network and its files. */
#ifndef ALULA_TRAIN_TRAIN_RUN_H
#define ALULA_TRAIN_TRAIN_RUN_H

#include "train_state.h"

enum { TRAIN_NAME_SIZE = 1024 }; /* bytes of the path of a written file */

/* Trains. Returns the exit status and reports errors on stderr. */
int train_run(const TrainPlan *plan);

#endif
