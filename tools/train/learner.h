/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A network that learns, batch by batch. Each batch is cut into the same lanes, whose gradients
 * are added in the same order: so any number of threads comes to the same numbers, to the last bit.
 */
#ifndef ALULA_TRAIN_LEARNER_H
#define ALULA_TRAIN_LEARNER_H

#include "data.h"
#include "net.h"

typedef struct {
    int hidden, outputs, epochs, batch; /* batch: positions, more or less */
    int threads;
    double rate, final_rate; /* of learning: from one to the other along half a cosine */
    double decay;
    uint64_t seed;
} LearnRules;

/* What a learner has come to: all that another needs to go on from there. */
typedef struct {
    float *numbers, *mean, *square; /* [shape.count] each; the last two are Adam's */
    uint64_t step;                  /* batches so far */
    double loss;                    /* sum over the positions of this epoch so far */
} LearnState;

typedef struct Learner Learner;

/* A network to start with; NULL when memory is refused. The data must stay. */
Learner *learner_new(const LearnRules *rules, const Data *data);
void learner_free(Learner *l);

/* Bytes that it takes beside the data. */
size_t learner_bytes(const LearnRules *rules);

const NetShape *learner_shape(const Learner *l);
LearnState *learner_state(Learner *l);

/* Batches of an epoch: all positions, in an order of its own, in batches of nearly one size. */
uint64_t learner_batches(const Learner *l);

/*
 * The numbers by which the network speaks now: those of the state and, in the last eighth of the
 * training, the same rounded to the whole numbers that play. What is learned then makes up for what
 * rounding changes; the state's own numbers go on gathering small steps (the straight-through
 * estimator of Y. Bengio and others, 2013). Earlier, at a higher rate, it does harm.
 */
const float *learner_numbers(Learner *l);

/* Learn from the next batch. */
void learner_step(Learner *l);

/* The rate of the next batch. */
double learner_rate(const Learner *l);

/* Mean loss of the positions that are held out, by these numbers: its own or others. */
double learner_held_loss(Learner *l, const float *numbers);

#endif
