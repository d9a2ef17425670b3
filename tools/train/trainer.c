/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trainer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "adam.h"
#include "base/huge.h"
#include "base/random.h"
#include "pass.h"
#include "shuffle.h"
#include "threadpool.h"

enum {
    LANES = 16, /* maximum number of parts of a batch, each with its own gradient; see lanes_of() */
    SLICES = 64,         /* parts of the validation set */
    JOB_PARAMS = 8192,   /* parameters updated by one job */
    BLOCK_PARAMS = 1024, /* processed at a time, so that sums stay in the L1 cache */
    ARRAYS = 4,          /* arrays of shape.count numbers, besides the gradients */
};
_Static_assert(JOB_PARAMS % BLOCK_PARAMS == 0, "a job has whole blocks of parameters");

struct Trainer {
    TrainerSettings settings;
    const Data *data;
    NetShape shape;
    TrainerState state;
    float *memory; /* all arrays */
    size_t bytes;
    int lanes;
    float *gradient[LANES]; /* [lanes], zero between batches */
    float *forward;         /* the rounded parameters, after most of the training */
    ThreadPool *pool;
    Pass **pass; /* [threadpool_size(pool)] */
    /* the current batch, or the validation set */
    Shuffle shuffle;
    uint64_t first, count;
    const float *params; /* parameters of the forward pass */
    double lambda;
    double loss[SLICES];
    AdamStep adam;
};

/* --- memory ---------------------------------------------------------------------------------- */

static NetShape shape_of(const TrainerSettings *s) {
    return net_shape(s->hidden, s->outputs, s->term_hidden);
}

static size_t array_bytes(const TrainerSettings *settings) {
    const size_t page = 4096, bytes = shape_of(settings).count * sizeof(float);

    /* an odd number of cache lines apart, so that arrays do not share cache sets */
    return (bytes + page - 1) / page * page + 64 * 3;
}

/*
 * Returns the number of parts of a batch. Adding up and clearing their gradients takes as long as
 * a few hundred samples, so a small batch has few parts. The number does not depend on the number
 * of threads, and neither does the network.
 */
static int lanes_of(const TrainerSettings *settings) {
    const int lanes = settings->batch / (2 * PASS_GROUP);

    return lanes < 2 ? 2 : lanes < LANES ? lanes : LANES;
}

static size_t arrays(const TrainerSettings *settings) {
    return (size_t)(ARRAYS + lanes_of(settings));
}

size_t trainer_bytes(const TrainerSettings *settings) {
    const NetShape shape = shape_of(settings);

    return arrays(settings) * array_bytes(settings) +
           (size_t)settings->threads * (pass_bytes(&shape) + sizeof(Pass));
}

void trainer_free(Trainer *t) {
    if (!t)
        return;
    for (int i = 0; t->pass && i < threadpool_size(t->pool); i++)
        pass_free(t->pass[i]);
    free(t->pass);
    threadpool_free(t->pool);
    huge_free(t->memory, t->bytes);
    free(t);
}

/* Returns false if there is not enough memory. */
static bool allocate(Trainer *t) {
    const size_t apart = array_bytes(&t->settings) / sizeof(float);
    TrainerState *p = &t->state;

    t->lanes = lanes_of(&t->settings);
    t->bytes = arrays(&t->settings) * array_bytes(&t->settings);
    if (!(t->memory = huge_alloc(t->bytes)) || !(t->pool = threadpool_new(t->settings.threads)) ||
        !(t->pass = calloc((size_t)threadpool_size(t->pool), sizeof(Pass *))))
        return false;
    for (int i = 0; i < threadpool_size(t->pool); i++)
        if (!(t->pass[i] = pass_new(&t->shape)))
            return false;
    p->params = t->memory;
    p->moment1 = p->params + apart;
    p->moment2 = p->moment1 + apart;
    t->forward = p->moment2 + apart;
    for (int i = 0; i < t->lanes; i++)
        t->gradient[i] = t->forward + (size_t)(i + 1) * apart;
    return true;
}

Trainer *trainer_new(const TrainerSettings *settings, const Data *data) {
    Trainer *t = calloc(1, sizeof *t);

    if (!t)
        return NULL;
    t->settings = *settings;
    t->data = data;
    t->shape = shape_of(settings);
    if (!allocate(t)) {
        trainer_free(t);
        return NULL;
    }
    net_init(&t->shape, t->state.params, (uint64_t)settings->seed);
    return t;
}

const NetShape *trainer_shape(const Trainer *t) {
    return &t->shape;
}

TrainerState *trainer_state(Trainer *t) {
    return &t->state;
}

uint64_t trainer_batches_per_epoch(const Trainer *t) {
    const uint64_t batch = (uint64_t)t->settings.batch;
    const uint64_t batches = (t->data->training.count + batch / 2) / batch;

    return batches ? batches : 1;
}

uint64_t trainer_batches_per_superbatch(const Trainer *t) {
    const double share = (double)t->settings.superbatch / (double)t->data->training.count;
    const double batches = floor(share * (double)trainer_batches_per_epoch(t) + 0.5);

    return batches > 1 ? (uint64_t)batches : 1;
}

double trainer_samples_per_superbatch(const Trainer *t) {
    return (double)trainer_batches_per_superbatch(t) * (double)t->data->training.count /
           (double)trainer_batches_per_epoch(t);
}

uint64_t trainer_all_batches(const Trainer *t) {
    return trainer_batches_per_superbatch(t) * (uint64_t)t->settings.superbatches;
}

/* Returns the progress, 0 at the first batch and 1 at the last. */
static double training_progress(const Trainer *t) {
    const double all = (double)trainer_all_batches(t);
    const double progress = all > 1 ? (double)t->state.step / (all - 1) : 0;

    return progress < 1 ? progress : 1;
}

double trainer_learning_rate(const Trainer *t) {
    const double pi = 3.14159265358979323846;
    const double rate = t->settings.final_rate + (t->settings.rate - t->settings.final_rate) *
                                                     (1 + cos(pi * training_progress(t))) / 2;
    const double warm_up = t->settings.warm_up / 100 * (double)trainer_all_batches(t);
    const double step = (double)t->state.step + 1;

    return step < warm_up ? rate * (step / warm_up) : rate;
}

double trainer_lambda(const Trainer *t) {
    const double *lambda = t->settings.lambda;

    const double from = t->settings.lambda_from / 100;
    const double risen = fmax(training_progress(t) - from, 0) / (1 - from);

    return lambda[0] + (lambda[1] - lambda[0]) * risen;
}

/* --- training -------------------------------------------------------------------------------- */

/*
 * Returns the weight of the result in the target of a position. Results say more about endings,
 * where a search of few nodes sees little, than about openings.
 */
static double lambda_of(const Trainer *t, const Sample *s) {
    const double ending = t->settings.ending_lambda;
    const int pieces = bb_count(s->occupied);

    return ending < 0 ? t->lambda : ending + (t->lambda - ending) * (pieces - 2) / 30;
}

/* Copies samples i to i + count - 1, at most PASS_GROUP, in the shuffled order. */
static void load_shuffled(const Trainer *t, Sample *to, uint64_t i, int count) {
    enum { AHEAD = 16 }; /* samples lie anywhere in memory: prefetch them */
    const Sample *from[PASS_GROUP];

    for (int k = 0; k < count + AHEAD; k++) {
        if (k < count) {
            from[k] = t->data->spool ? spool_at(t->data->spool, i + (uint64_t)k)
                                     : samples_at(&t->data->training,
                                                  shuffle_at(&t->shuffle, i + (uint64_t)k));
            __builtin_prefetch(from[k]);
        }
        if (k >= AHEAD)
            to[k - AHEAD] = *from[k - AHEAD];
    }
}

/* Blends the result into the targets. */
static void blend_targets(const Trainer *t, Sample *sample, int count) {
    for (int k = 0; k < count; k++) {
        Sample *s = &sample[k];
        const double lambda = lambda_of(t, s);

        s->target = (float)(lambda * s->result / 2 + (1 - lambda) * (double)s->target);
    }
}

/* Runs the forward and backward pass for one lane of the batch. */
static void train_lane(void *context, int lane, int worker) {
    Trainer *t = context;
    Pass *pass = t->pass[worker];
    const uint64_t to = t->first + t->count * (uint64_t)(lane + 1) / (uint64_t)t->lanes;

    t->loss[lane] = 0;
    for (uint64_t i = t->first + t->count * (uint64_t)lane / (uint64_t)t->lanes; i < to;) {
        const int n = to - i < PASS_GROUP ? (int)(to - i) : PASS_GROUP;

        load_shuffled(t, pass->sample, i, n);
        blend_targets(t, pass->sample, n);
        i += (uint64_t)n;
        pass_forward(pass, &t->shape, t->params, n);
        t->loss[lane] += pass_loss(pass, n, t->settings.exponent);
        pass_backward(pass, &t->shape, t->params, t->gradient[lane], n);
    }
}

/*
 * Computes the mean gradient of a block of parameters, summed over the lanes, whose gradients it
 * clears.
 */
static void take_gradient(Trainer *t, size_t from, size_t count, float sum[BLOCK_PARAMS]) {
    const float share = 1 / (float)t->count;

    memset(sum, 0, count * sizeof *sum);
    for (int lane = 0; lane < t->lanes; lane++) {
        float *restrict gradient = t->gradient[lane] + from;

        for (size_t i = 0; i < count; i++)
            sum[i] += gradient[i];
        memset(gradient, 0, count * sizeof *gradient);
    }
    for (size_t i = 0; i < count; i++)
        sum[i] *= share;
}

static void update_params(Trainer *t, size_t from, size_t count) {
    float gradient[BLOCK_PARAMS];
    TrainerState *p = &t->state;

    take_gradient(t, from, count, gradient);
    adam_update(&t->adam, p->params + from, p->moment1 + from, p->moment2 + from, gradient, count,
                net_limit(&t->shape, from));
}

static void update_params_job(void *context, int job, int worker) {
    Trainer *t = context;
    const size_t ends[] = {t->shape.term_weight, t->shape.input_bias, t->shape.output_weight,
                           t->shape.output_bias, t->shape.count};
    size_t from = (size_t)job * JOB_PARAMS, to = from + JOB_PARAMS;

    (void)worker;
    to = to < t->shape.count ? to : t->shape.count;
    while (from < to) {
        size_t end = from + BLOCK_PARAMS < to ? from + BLOCK_PARAMS : to;

        /* a block has one clipping limit */
        for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
            if (from < ends[i] && ends[i] < end)
                end = ends[i];
        update_params(t, from, end - from);
        from = end;
    }
}

static void round_params_job(void *context, int job, int worker) {
    Trainer *t = context;
    const size_t from = (size_t)job * JOB_PARAMS, end = from + JOB_PARAMS;

    (void)worker;
    net_fake_quantize(&t->shape, t->state.params, t->forward, from,
                      end < t->shape.count ? end : t->shape.count);
}

static int jobs(size_t params) {
    return (int)((params + JOB_PARAMS - 1) / JOB_PARAMS);
}

const float *trainer_forward_params(Trainer *t) {
    if (8 * t->state.step < 7 * trainer_all_batches(t))
        return t->state.params;
    threadpool_run(t->pool, jobs(t->shape.count), round_params_job, t);
    return t->forward;
}

bool trainer_step(Trainer *t) {
    TrainerState *p = &t->state;
    const uint64_t batches = trainer_batches_per_epoch(t), all = t->data->training.count;
    const uint64_t epoch = p->step / batches, batch = p->step % batches;

    t->shuffle = shuffle_new(all, random_seed((uint64_t)t->settings.seed, epoch));
    t->first = all * batch / batches;
    t->count = all * (batch + 1) / batches - t->first;
    if (t->data->spool &&
        !spool_load(t->data->spool, (uint64_t)t->settings.seed, epoch, t->first, t->count))
        return false;
    if (p->step % trainer_batches_per_superbatch(t) == 0)
        p->loss = 0;
    t->params = trainer_forward_params(t);
    t->lambda = trainer_lambda(t);
    threadpool_run(t->pool, t->lanes, train_lane, t);
    t->adam = adam_step(p->step + 1, trainer_learning_rate(t), t->settings.decay);
    threadpool_run(t->pool, jobs(t->shape.count), update_params_job, t);
    for (int lane = 0; lane < t->lanes; lane++)
        p->loss += t->loss[lane];
    p->step++;
    return true;
}

static void validate_slice(void *context, int slice, int worker) {
    Trainer *t = context;
    Pass *pass = t->pass[worker];
    const uint64_t to = t->count * (uint64_t)(slice + 1) / SLICES;

    t->loss[slice] = 0;
    for (uint64_t i = t->count * (uint64_t)slice / SLICES; i < to;) {
        const int n = to - i < PASS_GROUP ? (int)(to - i) : PASS_GROUP;

        for (int k = 0; k < n; k++)
            pass->sample[k] = *samples_at(&t->data->validation, i++);
        blend_targets(t, pass->sample, n);
        pass_forward(pass, &t->shape, t->params, n);
        t->loss[slice] += pass_loss(pass, n, t->settings.exponent);
    }
}

double trainer_validation_loss(Trainer *t, const float *params) {
    double sum = 0;

    t->count = t->data->validation.count;
    t->params = params;
    t->lambda = t->settings.lambda[1];
    threadpool_run(t->pool, SLICES, validate_slice, t);
    for (int slice = 0; slice < SLICES; slice++)
        sum += t->loss[slice];
    return sum / samples_weight(&t->data->validation);
}
