/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "adam.h"
#include "crew.h"
#include "huge.h"
#include "pass.h"
#include "random.h"
#include "shuffle.h"

enum {
    LANES = 8,          /* of a batch */
    SLICES = 64,        /* of what is held out */
    PIECE = 8192,       /* numbers that one job moves */
    PART = 1024,        /* of them at a time, so that sums stay in the nearest cache */
    ARRAYS = 4 + LANES, /* of as many numbers as the network has */
};

struct Learner {
    LearnRules rules;
    const Data *data;
    NetShape shape;
    LearnState state;
    float *memory; /* all arrays, one after the other */
    size_t bytes;
    float *gradient[LANES]; /* all zero between batches */
    float *rounded;         /* the numbers, rounded */
    Crew *crew;
    Pass **pass; /* [crew_size(crew)] */
    /* of the batch, or of what is held out */
    Shuffle shuffle;
    uint64_t first, count;
    const float *numbers; /* by which the network speaks */
    double loss[SLICES];
    AdamStep adam;
};

/* --- one of them ----------------------------------------------------------------------------- */

static size_t array_bytes(const LearnRules *rules) {
    const size_t page = 4096,
                 bytes = net_shape(rules->hidden, rules->outputs).count * sizeof(float);

    /* an odd number of cache lines apart, so that arrays do not fight for the same places */
    return (bytes + page - 1) / page * page + 64 * 3;
}

size_t learner_bytes(const LearnRules *rules) {
    const NetShape shape = net_shape(rules->hidden, rules->outputs);

    return ARRAYS * array_bytes(rules) +
           (size_t)rules->threads * (pass_bytes(&shape) + sizeof(Pass));
}

void learner_free(Learner *l) {
    if (!l)
        return;
    for (int i = 0; l->pass && i < crew_size(l->crew); i++)
        pass_free(l->pass[i]);
    free(l->pass);
    crew_free(l->crew);
    huge_free(l->memory, l->bytes);
    free(l);
}

/* False when memory is refused. */
static bool furnish(Learner *l) {
    const size_t apart = array_bytes(&l->rules) / sizeof(float);
    LearnState *p = &l->state;

    l->bytes = ARRAYS * array_bytes(&l->rules);
    if (!(l->memory = huge_alloc(l->bytes)) || !(l->crew = crew_new(l->rules.threads)) ||
        !(l->pass = calloc((size_t)crew_size(l->crew), sizeof(Pass *))))
        return false;
    for (int i = 0; i < crew_size(l->crew); i++)
        if (!(l->pass[i] = pass_new(&l->shape)))
            return false;
    p->numbers = l->memory;
    p->mean = p->numbers + apart;
    p->square = p->mean + apart;
    l->rounded = p->square + apart;
    for (int i = 0; i < LANES; i++)
        l->gradient[i] = l->rounded + (size_t)(i + 1) * apart;
    return true;
}

Learner *learner_new(const LearnRules *rules, const Data *data) {
    Learner *l = calloc(1, sizeof *l);

    if (!l)
        return NULL;
    l->rules = *rules;
    l->rules.threads = rules->threads < LANES ? rules->threads : LANES;
    l->data = data;
    l->shape = net_shape(rules->hidden, rules->outputs);
    if (!furnish(l)) {
        learner_free(l);
        return NULL;
    }
    net_start(&l->shape, l->state.numbers, rules->seed);
    return l;
}

const NetShape *learner_shape(const Learner *l) {
    return &l->shape;
}

LearnState *learner_state(Learner *l) {
    return &l->state;
}

uint64_t learner_batches(const Learner *l) {
    const uint64_t batch = (uint64_t)l->rules.batch;
    const uint64_t batches = (l->data->learned.count + batch / 2) / batch;

    return batches ? batches : 1;
}

double learner_rate(const Learner *l) {
    const double all = (double)learner_batches(l) * l->rules.epochs;
    const double way = all > 1 ? (double)l->state.step / (all - 1) : 0;
    const double pi = 3.14159265358979323846;

    return l->rules.final_rate +
           (l->rules.rate - l->rules.final_rate) * (1 + cos(pi * (way < 1 ? way : 1))) / 2;
}

/* --- learning -------------------------------------------------------------------------------- */

/* Positions from `from` to `to` of a batch. */
static void do_lane(void *context, int lane, int worker) {
    Learner *l = context;
    Pass *pass = l->pass[worker];
    const uint64_t to = l->first + l->count * (uint64_t)(lane + 1) / LANES;

    l->loss[lane] = 0;
    for (uint64_t i = l->first + l->count * (uint64_t)lane / LANES; i < to;) {
        const int n = to - i < PASS_GROUP ? (int)(to - i) : PASS_GROUP;

        for (int k = 0; k < n; k++)
            pass->sample[k] =
                *store_at(&l->data->learned, shuffle_at(&l->shuffle, i + (uint64_t)k));
        i += (uint64_t)n;
        pass_forward(pass, &l->shape, l->numbers, n);
        l->loss[lane] += pass_loss(pass, n);
        pass_back(pass, &l->shape, l->numbers, l->gradient[lane], n);
    }
}

/* Add up the lanes' gradients of some numbers, clear them, and move the numbers. */
static void move_part(Learner *l, size_t from, size_t count) {
    const float share = 1 / (float)l->count;
    LearnState *p = &l->state;
    float sum[PART];

    memset(sum, 0, count * sizeof *sum);
    for (int lane = 0; lane < LANES; lane++) {
        float *restrict gradient = l->gradient[lane] + from;

        for (size_t i = 0; i < count; i++)
            sum[i] += gradient[i];
        memset(gradient, 0, count * sizeof *gradient);
    }
    for (size_t i = 0; i < count; i++)
        sum[i] *= share;
    adam_move(&l->adam, p->numbers + from, p->mean + from, p->square + from, sum, count,
              net_limit(&l->shape, from));
}

static void move_piece(void *context, int piece, int worker) {
    Learner *l = context;
    const size_t ends[] = {l->shape.input_bias, l->shape.output_weight, l->shape.output_bias,
                           l->shape.count};
    size_t from = (size_t)piece * PIECE, to = from + PIECE;

    (void)worker;
    to = to < l->shape.count ? to : l->shape.count;
    while (from < to) {
        size_t end = from + PART < to ? from + PART : to;

        /* all of a part has the same limit */
        for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
            if (from < ends[i] && ends[i] < end)
                end = ends[i];
        move_part(l, from, end - from);
        from = end;
    }
}

static void round_piece(void *context, int piece, int worker) {
    Learner *l = context;
    const size_t from = (size_t)piece * PIECE, to = from + PIECE;

    (void)worker;
    net_round(&l->shape, l->state.numbers, l->rounded, from,
              to < l->shape.count ? to : l->shape.count);
}

static int pieces(const Learner *l) {
    return (int)((l->shape.count + PIECE - 1) / PIECE);
}

const float *learner_numbers(Learner *l) {
    const uint64_t all = learner_batches(l) * (uint64_t)l->rules.epochs;

    if (8 * l->state.step < 7 * all)
        return l->state.numbers;
    crew_do(l->crew, pieces(l), round_piece, l);
    return l->rounded;
}

void learner_step(Learner *l) {
    LearnState *p = &l->state;
    const uint64_t batches = learner_batches(l), all = l->data->learned.count;
    const uint64_t epoch = p->step / batches, batch = p->step % batches;

    if (!batch)
        p->loss = 0;
    l->shuffle = shuffle_new(all, random_seed(l->rules.seed, epoch));
    l->first = all * batch / batches;
    l->count = all * (batch + 1) / batches - l->first;
    l->numbers = learner_numbers(l);
    crew_do(l->crew, LANES, do_lane, l);
    l->adam = adam_step(p->step + 1, learner_rate(l), l->rules.decay);
    crew_do(l->crew, pieces(l), move_piece, l);
    for (int lane = 0; lane < LANES; lane++)
        p->loss += l->loss[lane];
    p->step++;
}

static void do_slice(void *context, int slice, int worker) {
    Learner *l = context;
    Pass *pass = l->pass[worker];
    const uint64_t to = l->count * (uint64_t)(slice + 1) / SLICES;

    l->loss[slice] = 0;
    for (uint64_t i = l->count * (uint64_t)slice / SLICES; i < to;) {
        const int n = to - i < PASS_GROUP ? (int)(to - i) : PASS_GROUP;

        for (int k = 0; k < n; k++)
            pass->sample[k] = *store_at(&l->data->held, i + (uint64_t)k);
        i += (uint64_t)n;
        pass_forward(pass, &l->shape, l->numbers, n);
        l->loss[slice] += pass_loss(pass, n);
    }
}

double learner_held_loss(Learner *l, const float *numbers) {
    double sum = 0;

    l->count = l->data->held.count;
    l->numbers = numbers;
    crew_do(l->crew, SLICES, do_slice, l);
    for (int slice = 0; slice < SLICES; slice++)
        sum += l->loss[slice];
    return sum / (double)l->count;
}
