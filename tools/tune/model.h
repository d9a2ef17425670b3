/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evaluation as a function of its weights, with the gradient of its error. */
#ifndef ALULA_TUNE_MODEL_H
#define ALULA_TUNE_MODEL_H

#include "samples.h"

enum { MIDDLEGAME, ENDGAME, HALVES, MODEL_WEIGHTS = HALVES * EVAL_WEIGHT_COUNT };

/* Weights in centipawns, or what belongs to them one by one; weight i of a half at [half][i]. */
typedef struct {
    double half[HALVES][EVAL_WEIGHT_COUNT];
} Weights;

/* The weights that the evaluation of this program was built with. */
void weights_built_in(Weights *w);

/* What a position is worth to White, in centipawns; no rounding. */
double model_value(const Weights *w, const SampleSet *set, const Sample *s);

/*
 * The squared distance of sigmoid(scale * value) from the target. With a gradient, how that changes
 * with each weight is added to it: the chain rule through blend, danger and logistic function.
 */
double model_loss(const Weights *w, double scale, const SampleSet *set, const Sample *s,
                  Weights *gradient);

#endif
