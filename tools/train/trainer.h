/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Mini-batch training. Each batch is split into one part per 512 positions, at least 2 and at most
 * 16, whose gradients are always added in the same order: the result is the same, bit for bit, with
 * any number of threads. Threads beyond the number of parts speed up only the update of the
 * parameters and the validation.
 */
#ifndef ALULA_TRAIN_TRAINER_H
#define ALULA_TRAIN_TRAINER_H

#include "data.h"
#include "net.h"

typedef struct {
    int hidden, outputs, batch; /* batch: positions, approximately */
    int superbatches;           /* number in the whole training */
    int64_t superbatch;         /* samples between two checkpoints, approximately */
    int term_hidden;            /* the first neurons, which have evaluation terms; 0 to hidden */
    int threads;                /* 1 to 256 */
    double rate, final_rate;    /* learning rate: cosine decay from the first to the last */
    double warm_up;             /* percent of all steps, 0 to 50, in which the rate warms up */
    double decay;               /* weight decay */
    double lambda[2];           /* weight of the result in the target at the first and last step */
    double lambda_from;         /* percent of all steps, 0 to 99, after which lambda changes */
    double ending_lambda; /* lambda for two pieces, where `lambda` is for 32; below 0: equal */
    double exponent;      /* exponent of the error in the loss, 1 to 4; 2: squared error */
    int64_t seed;
} TrainerSettings;

/* The state needed for resuming. */
typedef struct {
    float *params, *moment1, *moment2; /* [shape.count] each; the moments are Adam's */
    uint64_t step;                     /* batches so far */
    double loss;                       /* sum over the samples of this superbatch so far */
} TrainerState;

typedef struct Trainer Trainer;

/*
 * Creates a trainer with a random network. Returns NULL when out of memory. The data must outlive
 * the trainer.
 */
Trainer *trainer_new(const TrainerSettings *settings, const Data *data);

/* Frees a trainer, but not its data; NULL is allowed. */
void trainer_free(Trainer *t);

/* Returns the memory in bytes, without the data. */
size_t trainer_bytes(const TrainerSettings *settings);

/* Returns the dimensions of the network. */
const NetShape *trainer_shape(const Trainer *t);

/* Returns the state, which may be written for resuming. */
TrainerState *trainer_state(Trainer *t);

/*
 * Returns the number of batches in an epoch, which visits all positions once, shuffled, in batches
 * of nearly equal size.
 */
uint64_t trainer_batches_per_epoch(const Trainer *t);

/*
 * Returns the number of batches in a superbatch, at least 1. A superbatch is the unit of progress,
 * for any number of positions.
 */
uint64_t trainer_batches_per_superbatch(const Trainer *t);

/* Returns the number of samples in a superbatch. */
double trainer_samples_per_superbatch(const Trainer *t);

/* Returns the number of batches in the whole training. */
uint64_t trainer_all_batches(const Trainer *t);

/*
 * Returns the parameters of the forward and backward pass, params[shape.count]: those of the state,
 * in the last eighth of the training rounded to the quantized values. This is quantization-aware
 * training with the straight-through estimator (Y. Bengio et al. 2013): updates go to the unrounded
 * parameters. At the higher learning rates of earlier batches, rounding makes the network worse.
 */
const float *trainer_forward_params(Trainer *t);

/*
 * Trains on the next batch. Returns false, with nothing changed, if its samples are in a spool and
 * cannot be loaded.
 */
bool trainer_step(Trainer *t);

/* Returns the learning rate of the next batch. */
double trainer_learning_rate(const Trainer *t);

/*
 * Returns the weight of the game's result in the target of the next batch: lambda[0] for the first
 * lambda_from percent of the steps, then changing linearly to lambda[1] at the last step.
 */
double trainer_lambda(const Trainer *t);

/*
 * Returns the weighted mean of the loss over the validation set, which must not be empty, with
 * these parameters, params[shape.count]. Always uses lambda[1], so that the losses of all
 * superbatches are comparable.
 */
double trainer_validation_loss(Trainer *t, const float *params);

#endif
