/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a training tells: of its data, of itself, and how to repeat it. */
#ifndef ALULA_TRAIN_TRAIN_REPORT_H
#define ALULA_TRAIN_TRAIN_REPORT_H

#include <stdio.h>

#include "train_plan.h"
#include "train_state.h"

/* What was found in the shards, and why positions were left out. */
void train_report_data(FILE *out, const Data *data);

/* The network, and what it is to learn. */
void train_report_plan(FILE *out, const TrainPlan *plan, const Account *account);

/*
 * Note in account->builds that this program goes on with the training: two lines, behind those of
 * the programs before it, the oldest of which are forgotten when there is no room. False, and
 * nothing is changed, if it was the last one already.
 */
bool train_report_add_build(Account *account);

/* All of that, the builds, the checksum of the network's file, the sources, settings and losses. */
void train_report_text(FILE *out, const TrainPlan *plan, const Data *data, const Account *account,
                       uint32_t checksum);

#endif
