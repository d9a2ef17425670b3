/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports of a training run: its data, its network, and how to reproduce it. */
#ifndef ALULA_TRAIN_TRAIN_REPORT_H
#define ALULA_TRAIN_TRAIN_REPORT_H

#include <stdio.h>

#include "train_state.h"

/* Prints shards, games and positions, and why positions were skipped. */
void train_report_data(FILE *out, const Data *data);

/* Prints the size of a network, and a line feed. */
void train_report_shape(FILE *out, const char *neurons, int hidden, int outputs, int king_buckets);

/* Prints the network architecture and the scale. */
void train_report_plan(FILE *out, const TrainPlan *plan, const TrainLog *log);

/*
 * Appends this build, two lines, to log->builds; the oldest entries are dropped when the text is
 * full. Returns false, with no change, if this build is the last entry already.
 */
bool train_report_add_build(TrainLog *log);

/*
 * Prints NAME.txt: all of the above, builds, checksum of the network file, sources, settings and
 * losses.
 */
void train_report_text(FILE *out, const TrainPlan *plan, const Data *data, const TrainLog *log,
                       uint32_t checksum);

/*
 * Draws training and validation loss of the superbatches in the log, out of `superbatches` in all,
 * as SVG.
 */
void train_report_draw(FILE *out, const TrainLog *log, int superbatches);

#endif
