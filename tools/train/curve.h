/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loss curves of a training run, as SVG. */
#ifndef ALULA_TRAIN_CURVE_H
#define ALULA_TRAIN_CURVE_H

#include <stdio.h>

#include "train_state.h"

/*
 * Draws training and validation loss of the superbatches in the log, out of `superbatches` in all.
 */
void curve_draw(FILE *out, const TrainLog *log, int superbatches);

#endif
