/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A training run: reads shards, trains, and writes the network and its files. */
#ifndef ALULA_TRAIN_TRAIN_RUN_H
#define ALULA_TRAIN_TRAIN_RUN_H

#include "train_compare.h"
#include "trainer.h"

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

enum { TRAIN_NAME_SIZE = 1024 }; /* bytes of the path of a written file */

/* Trains. Returns the exit status and reports errors on stderr. */
int train_run(const TrainPlan *plan);

#endif
