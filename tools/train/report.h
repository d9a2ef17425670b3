/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a training tells: of its data, of itself, and how to repeat it. */
#ifndef ALULA_TRAIN_REPORT_H
#define ALULA_TRAIN_REPORT_H

#include <stdio.h>

#include "run.h"
#include "state.h"

/* What was found in the shards, and why positions were left out. */
void report_data(FILE *out, const Data *data);

/* The network, and what it is to learn. */
void report_plan(FILE *out, const RunPlan *plan, const Account *account);

/* All of that, the sources, the settings and the losses. */
void report_text(FILE *out, const RunPlan *plan, const Data *data, const Account *account);

#endif
