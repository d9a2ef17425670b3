/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Work is always cut into the same slices, whose sums are added in the same order: so any number of
 * threads comes to the same weights, to the last bit.
 */
enum { SLICES = 16 };

typedef struct {
    const Weights *w;
    const SampleSet *set;
    double scale;
    const uint32_t *order; /* numbers of samples; NULL: first, first + 1 … */
    size_t first, count;
    bool with_gradient;
    int threads;
    double loss[SLICES];
    Weights *gradient; /* [SLICES] */
} Batch;

typedef struct {
    Batch *batch;
    int number;
    pthread_t thread;
} Hand;

static void do_slice(Batch *b, int slice) {
    const size_t from = b->count * (size_t)slice / SLICES;
    const size_t to = b->count * (size_t)(slice + 1) / SLICES;
    Weights *gradient = b->with_gradient ? &b->gradient[slice] : NULL;

    if (gradient)
        memset(gradient, 0, sizeof *gradient);
    b->loss[slice] = 0;
    for (size_t i = b->first + from; i < b->first + to; i++) {
        const Sample *s = &b->set->sample[b->order ? b->order[i] : i];
        b->loss[slice] += model_loss(b->w, b->scale, b->set, s, gradient);
    }
}

static void *work(void *context) {
    const Hand *hand = context;

    for (int slice = hand->number; slice < SLICES; slice += hand->batch->threads)
        do_slice(hand->batch, slice);
    return NULL;
}

/* Do a batch; returns its mean loss. The mean gradient is in gradient[0]. */
static double do_batch(Batch *b) {
    Hand hand[SLICES];
    bool started[SLICES] = {false};
    double sum = 0;

    b->threads = b->threads > SLICES ? SLICES : b->threads;
    for (int i = 0; i < b->threads; i++)
        hand[i] = (Hand){.batch = b, .number = i};
    for (int i = 1; i < b->threads; i++)
        started[i] = !pthread_create(&hand[i].thread, NULL, work, &hand[i]);
    for (int i = 0; i < b->threads; i++)
        if (!started[i])
            work(&hand[i]);
    for (int i = 1; i < b->threads; i++)
        if (started[i])
            pthread_join(hand[i].thread, NULL);
    for (int i = 0; i < SLICES; i++)
        sum += b->loss[i];
    for (int h = 0; h < HALVES && b->with_gradient; h++)
        for (int i = 0; i < EVAL_WEIGHT_COUNT; i++) {
            double all = 0;
            for (int slice = 0; slice < SLICES; slice++)
                all += b->gradient[slice].half[h][i];
            b->gradient[0].half[h][i] = all / (double)b->count;
        }
    return sum / (double)b->count;
}

bool fit_loss(const Weights *w, const SampleSet *set, const FitRules *rules, size_t first,
              size_t count, double *loss, Weights *gradient) {
    Batch b = {.w = w,
               .set = set,
               .scale = rules->scale,
               .first = first,
               .count = count,
               .with_gradient = gradient != NULL,
               .threads = rules->threads};

    if (gradient && !(b.gradient = malloc(SLICES * sizeof *b.gradient)))
        return false;
    *loss = do_batch(&b);
    if (gradient)
        *gradient = b.gradient[0];
    free(b.gradient);
    return true;
}

/* What Adam remembers of the gradients. */
typedef struct {
    Weights mean, square;
    double mean_left, square_left; /* how much of the start, zero, is still in them */
} Adam;

static void adam_step(Adam *a, Weights *w, const Weights *gradient, double rate) {
    const double keep_mean = 0.9, keep_square = 0.999, least = 1e-12;

    a->mean_left *= keep_mean;
    a->square_left *= keep_square;
    for (int h = 0; h < HALVES; h++)
        for (int i = 0; i < EVAL_WEIGHT_COUNT; i++) {
            const double g = gradient->half[h][i];
            double *mean = &a->mean.half[h][i], *square = &a->square.half[h][i];

            *mean = keep_mean * *mean + (1 - keep_mean) * g;
            *square = keep_square * *square + (1 - keep_square) * g * g;
            w->half[h][i] -= rate * (*mean / (1 - a->mean_left)) /
                             (sqrt(*square / (1 - a->square_left)) + least);
        }
}

/* S. Vigna's splitmix64. */
static uint64_t random_next(uint64_t *state) {
    uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);

    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static void shuffle(uint32_t *order, size_t count, uint64_t *state) {
    for (size_t i = count; i > 1; i--) {
        const size_t other = (size_t)(random_next(state) % i);
        const uint32_t kept = order[i - 1];
        order[i - 1] = order[other];
        order[other] = kept;
    }
}

/* Everything that fitting needs memory for. */
typedef struct {
    Adam adam;
    Weights start, best;
    uint32_t *order;
    Weights *gradient;
} Fit;

static void epoch(Fit *f, Weights *w, const SampleSet *set, const FitRules *rules, double rate,
                  int number) {
    /* a quadratic well whose depth is that of positions of the middling slope of the sigmoid */
    const double pull =
        2 * rules->pull / (double)set->learned * (rules->scale / 4) * (rules->scale / 4);

    for (size_t done = 0; done < set->learned;) {
        const size_t left = set->learned - done;
        Batch b = {.w = w,
                   .set = set,
                   .scale = rules->scale,
                   .order = f->order,
                   .first = done,
                   .count = left < (size_t)rules->batch ? left : (size_t)rules->batch,
                   .with_gradient = true,
                   .threads = rules->threads,
                   .gradient = f->gradient};

        do_batch(&b);
        for (int h = 0; h < HALVES; h++)
            for (int i = 0; i < EVAL_WEIGHT_COUNT; i++)
                b.gradient[0].half[h][i] += pull * (w->half[h][i] - f->start.half[h][i]);
        adam_step(&f->adam, w, &b.gradient[0], rate);
        done += b.count;
        if (rules->terminal)
            fprintf(stderr, "\repoch %d: %.0f %%   ", number,
                    100 * (double)done / (double)set->learned);
    }
    if (rules->terminal)
        fprintf(stderr, "\r%30s\r", "");
}

static void descend(Fit *f, Weights *w, const SampleSet *set, const FitRules *rules,
                    FitReport *report) {
    const double enough = 1e-5; /* what counts as falling, as part of the loss */
    double rate = rules->rate, held;
    uint64_t random = rules->seed;

    f->adam = (Adam){.mean_left = 1, .square_left = 1};
    while (report->epochs < rules->epochs && rate > rules->rate / 20) {
        report->epochs++;
        shuffle(f->order, set->learned, &random);
        epoch(f, w, set, rules, rate, report->epochs);
        fit_loss(w, set, rules, set->learned, set->held, &held, NULL);
        if (!rules->quiet)
            printf("epoch %3d  rate %.3f  held-out loss %.6f\n", report->epochs, rate, held);
        fflush(stdout);
        if (held < report->held * (1 - enough)) {
            report->held = held;
            f->best = *w;
        } else {
            rate /= 2;
            if (held < report->held) {
                report->held = held;
                f->best = *w;
            } else {
                *w = f->best;
            }
        }
    }
    *w = f->best;
}

bool fit(Weights *w, const SampleSet *set, const FitRules *rules, FitReport *report) {
    Fit *f = calloc(1, sizeof *f);
    bool good = f != NULL;

    *report = (FitReport){.epochs = 0};
    if (good) {
        f->order = calloc(set->learned, sizeof *f->order);
        f->gradient = calloc(SLICES, sizeof *f->gradient);
        good = f->order && f->gradient;
    }
    if (good) {
        for (size_t i = 0; i < set->learned; i++)
            f->order[i] = (uint32_t)i;
        f->start = f->best = *w;
        fit_loss(w, set, rules, 0, set->learned, &report->start_loss, NULL);
        fit_loss(w, set, rules, set->learned, set->held, &report->start_held, NULL);
        report->held = report->start_held;
        descend(f, w, set, rules, report);
        fit_loss(w, set, rules, 0, set->learned, &report->loss, NULL);
    }
    if (f) {
        free(f->order);
        free(f->gradient);
    }
    free(f);
    return good;
}
