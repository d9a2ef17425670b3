/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fitting the weights: gradient descent by Adam (D. Kingma and J. Ba 2014) in small batches. */
#ifndef ALULA_TUNE_FIT_H
#define ALULA_TUNE_FIT_H

#include "model.h"

typedef struct {
    double scale;  /* of the logistic function, per centipawn */
    double rate;   /* about how far a weight moves in one step at first, in centipawns */
    double pull;   /* so many positions want each weight to stay where it is */
    int batch;     /* positions in one step */
    int epochs;    /* at most; one takes every position once */
    int threads;   /* they change the time, not the weights */
    uint64_t seed; /* of the order of the positions */
    bool quiet;    /* no line for each epoch on stdout */
    bool terminal; /* say on stderr how far it is */
} FitRules;

typedef struct {
    int epochs;
    double start_loss, start_held; /* mean squared error before, */
    double loss, held;             /* and of the weights that are returned */
} FitReport;

/*
 * Improve weights until the loss of the held-out positions falls no more: then the rate is halved,
 * from the best weights on, until it is too small. False when memory is refused.
 */
bool fit(Weights *w, const SampleSet *set, const FitRules *rules, FitReport *report);

/* The mean loss of a range of samples; *gradient, if not NULL, is the mean gradient. */
bool fit_loss(const Weights *w, const SampleSet *set, const FitRules *rules, size_t first,
              size_t count, double *loss, Weights *gradient);

#endif
