/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "train_run.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../common/interrupt.h"
#include "../common/lock.h"
#include "../common/memory.h"
#include "../common/tool.h"
#include "clock.h"
#include "curve.h"
#include "file.h"
#include "train_report.h"
#include "train_state.h"

enum {
    LIVE_MS = 500,
    FEW_STEPS = 2000, /* fewer are worth a word: see "A first try" in docs/training.md */
};

/* The files of a training. */
typedef enum { FILE_NN, FILE_STATE, FILE_TXT, FILE_SVG, FILES } FileKind;

typedef struct {
    const TrainPlan *plan;
    char path[FILES][TRAIN_NAME_SIZE], lock_path[TRAIN_NAME_SIZE];
    int lock; /* held while it runs; -1: not */
    Data data;
    Account account;
    TrainStateFile *state; /* to go on from, or NULL */
    Learner *learner;
    uint32_t checksum; /* of the network that was written last */
    int64_t shown_ms, saved_ms, start_ms, epoch_ms;
    uint64_t start_step, epoch_step; /* where this run began, and its part of this epoch */
    Text *fault;
} TrainRun;

/* --- before ---------------------------------------------------------------------------------- */

static void name_files(TrainRun *r) {
    static const char *const suffix[FILES] = {"nn", "state", "txt", "svg"};
    const char *out = r->plan->out;
    const int stem = (int)strlen(out) - 2;

    for (int i = 0; i < FILES; i++)
        snprintf(r->path[i], sizeof r->path[i], "%.*s%s", stem, out, suffix[i]);
    snprintf(r->lock_path, sizeof r->lock_path, "%.*slock", stem, out);
}

/* Two trainings of one name would write the same files by turns. */
static bool take_lock(TrainRun *r) {
    const LockStatus status = lock_create(&r->lock, r->lock_path, r->fault);

    if (status == LOCK_BUSY)
        text_addf(r->fault, "another training of %s is running", r->plan->out);
    if (status != LOCK_HELD)
        r->lock = -1;
    return status == LOCK_HELD;
}

/* All that decides what is learned, but the data. */
static void note_settings(TrainRun *r) {
    const TrainPlan *p = r->plan;
    const LearnRules *l = &p->learn;
    const DataRules *d = &p->data;

    snprintf(r->account.settings, sizeof r->account.settings,
             "hidden=%d outputs=%d epochs=%d lambda=%.9g rate=%.9g final-rate=%.9g decay=%.9g "
             "batch=%d seed=%" PRIu64 " scale=%d held=%d skip=%d min-ply=%d max-positions=%" PRIu64
             " salvage=%d trace=%.9g",
             l->hidden, l->outputs, l->epochs, p->lambda, l->rate, l->final_rate, l->decay,
             l->batch, l->seed, p->scale, d->held_percent, d->skip_percent, d->least_ply, d->most,
             (int)d->salvage, d->trace);
}

/* Nothing that a user has is written over, and everything can be written. */
static bool check_files(TrainRun *r) {
    TrainStateStatus found = TRAIN_STATE_NONE;

    if (r->plan->resume)
        found = train_state_read(&r->state, r->path[FILE_STATE], r->account.settings, r->fault);
    if (found == TRAIN_STATE_OTHER && !access(r->path[FILE_TXT], F_OK))
        text_addf(r->fault, "; %s has the command that made it", r->path[FILE_TXT]);
    if (found == TRAIN_STATE_BAD || found == TRAIN_STATE_OTHER)
        return false;
    if (found == TRAIN_STATE_NONE) {
        train_state_close(r->state);
        r->state = NULL;
        if (!access(r->path[FILE_STATE], F_OK)) {
            text_addf(r->fault,
                      "%s is there already: --resume goes on from it; a new training needs another "
                      "name",
                      r->path[FILE_STATE]);
            return false;
        }
        for (int i = 0; i < FILES; i++)
            if (!access(r->path[i], F_OK)) {
                text_addf(r->fault,
                          "%s is there already, without a state to go on from: a new "
                          "training needs another name",
                          r->path[i]);
                return false;
            }
    }
    for (int i = 0; i < FILES; i++)
        if (!file_output_possible(r->path[i], r->fault))
            return false;
    if (r->plan->resume && !r->state)
        printf("state        none is there yet: a new training\n");
    return true;
}

static double megabytes(size_t bytes) {
    return (double)bytes / (1 << 20);
}

/* Where an earlier run was when it ended. */
static void tell_state(const TrainRun *r) {
    const uint64_t batches = learner_batches(r->learner), step = learner_state(r->learner)->step;

    if (step == batches * (uint64_t)r->plan->learn.epochs)
        printf("state        all %d epochs are over\n", r->plan->learn.epochs);
    else
        printf("state        goes on in epoch %" PRIu64 ", behind %" PRIu64 " of %" PRIu64
               " batches\n",
               step / batches + 1, step % batches, batches);
}

/* Read the data and furnish the network: 0, or an exit status, with a sentence if it is bad. */
static int prepare(TrainRun *r) {
    const TrainPlan *p = r->plan;
    Account *a = &r->account;
    DataStatus status;
    size_t count;

    if (!take_lock(r) || !check_files(r))
        return TOOL_FAILED;
    status = data_read(&r->data, p->shards, &p->data, r->fault);
    if (status != DATA_READ)
        return status == DATA_STOPPED ? TOOL_INTERRUPTED : TOOL_FAILED;
    a->learned = r->data.learned.count;
    a->held = r->data.held.count;
    a->hash = r->data.hash;
    a->scale = p->scale ? p->scale : (int)lround(data_scale(&r->data));
    data_aim(&r->data, a->scale, p->lambda);
    train_report_data(stdout, &r->data);
    train_report_plan(stdout, p, a);
    printf(
        "memory       %.1f MB of positions, %.1f MB more while they were read; %.1f MB to learn\n",
        megabytes(data_bytes(&r->data)), megabytes(r->data.index_bytes),
        megabytes(learner_bytes(&p->learn)));
    fflush(stdout);
    if (!(r->learner = learner_new(&p->learn, &r->data))) {
        text_addf(r->fault, "there is not enough memory for the network: %zu KB",
                  learner_bytes(&p->learn) >> 10);
        return TOOL_FAILED;
    }
    count = learner_shape(r->learner)->count;
    if (r->state) {
        if (!train_state_restore(r->state, a, learner_state(r->learner), count, r->fault))
            return TOOL_FAILED;
        tell_state(r);
    } else if (!(a->epoch = malloc(sizeof *a->epoch))) {
        text_add(r->fault, "there is not enough memory");
        return TOOL_FAILED;
    }
    train_state_close(r->state);
    r->state = NULL;
    return 0;
}

/* --- files ----------------------------------------------------------------------------------- */

static bool save_state(TrainRun *r) {
    r->saved_ms = clock_ms();
    return train_state_write(r->path[FILE_STATE], &r->account, learner_state(r->learner),
                             learner_shape(r->learner)->count, r->fault);
}

static void write_txt(FILE *file, const void *context) {
    const TrainRun *r = context;

    train_report_text(file, r->plan, &r->data, &r->account, r->checksum);
}

static void write_svg(FILE *file, const void *context) {
    const TrainRun *r = context;

    curve_draw(file, &r->account, r->plan->learn.epochs);
}

typedef struct {
    const uint8_t *bytes;
    size_t count;
} ByteBlock;

static void write_bytes(FILE *file, const void *context) {
    const ByteBlock *b = context;

    fwrite(b->bytes, 1, b->count, file);
}

/* The network after an epoch, and what tells of it. */
static bool save_network(TrainRun *r) {
    const NetShape *shape = learner_shape(r->learner);
    uint8_t *bytes = net_encode(shape, learner_state(r->learner)->numbers, r->account.scale);
    const ByteBlock all = {bytes, nnue_file_size(shape->hidden, shape->outputs)};
    bool good = bytes != NULL;

    if (!good)
        text_add(r->fault, "there is not enough memory for the file of the network");
    else
        r->checksum = nnue_file_checksum(bytes);
    good = good && file_output(r->path[FILE_NN], write_bytes, &all, r->fault) &&
           file_output(r->path[FILE_TXT], write_txt, r, r->fault) &&
           file_output(r->path[FILE_SVG], write_svg, r, r->fault);
    free(bytes);
    return good;
}

/* --- learning -------------------------------------------------------------------------------- */

/* "epoch 3/20  45 %  loss 0.012345  812 k/s  0:12:34 left" */
static void show(TrainRun *r) {
    const LearnState *p = learner_state(r->learner);
    const uint64_t batches = learner_batches(r->learner), now = (uint64_t)clock_ms();
    const uint64_t all = batches * (uint64_t)r->plan->learn.epochs, inside = p->step % batches;
    const double part = (double)inside / (double)batches;
    const double seconds = ((double)now - (double)r->start_ms + 1) / 1000;
    const double rate = (double)(p->step - r->start_step) / seconds; /* batches a second */
    uint64_t left;

    if (!r->data.counts.games || !isatty(STDERR_FILENO) || (int64_t)now - r->shown_ms < LIVE_MS ||
        !inside || rate <= 0)
        return;
    r->shown_ms = (int64_t)now;
    left = (uint64_t)((double)(all - p->step) / rate);
    fprintf(stderr, "\repoch %" PRIu64 "/%d  %.0f %%  loss %.6f  %.0f k/s  ", p->step / batches + 1,
            r->plan->learn.epochs, 100 * part, p->loss / ((double)r->account.learned * part),
            rate * (double)r->account.learned / (double)batches / 1000);
    fprintf(stderr, "%" PRIu64 ":%02d:%02d left   ", left / 3600, (int)(left / 60 % 60),
            (int)(left % 60));
}

/* An epoch is over: what it came to, on the screen and in the files. */
static bool end_epoch(TrainRun *r, double rate) {
    const LearnState *p = learner_state(r->learner);
    const uint64_t batches = learner_batches(r->learner);
    const double positions =
        (double)r->account.learned * (double)(p->step - r->epoch_step) / (double)batches;
    const double seconds = (double)(clock_ms() - r->epoch_ms + 1) / 1000;
    Account *a = &r->account;
    Epoch *grown = realloc(a->epoch, (a->epochs + 1) * sizeof *grown), *e;

    if (!grown) {
        text_add(r->fault, "there is not enough memory");
        return false;
    }
    a->epoch = grown;
    e = &grown[a->epochs++];
    *e = (Epoch){p->loss / (double)a->learned,
                 learner_held_loss(r->learner, learner_numbers(r->learner)), rate};
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%76s\r", "");
    printf("epoch %3zu/%d  loss %.6f  held out %.6f  rate %.3g  %.0f k/s\n", a->epochs,
           r->plan->learn.epochs, e->loss, e->held, e->rate, positions / seconds / 1000);
    fflush(stdout);
    if (!save_state(r) || !save_network(r))
        return false;
    r->epoch_ms = clock_ms();
    r->epoch_step = p->step;
    return true;
}

/* A network that has learned next to nothing looks like any other. */
static void warn_of_few_steps(uint64_t steps) {
    if (steps < FEW_STEPS)
        tool_message("only %" PRIu64
                     " step%s in all, which teach little: for %d or more take a smaller "
                     "--batch, more --epochs or more games",
                     steps, steps == 1 ? "" : "s", (int)FEW_STEPS);
}

/* Train until all epochs are over, or a signal comes. Returns the exit status. */
static int learn(TrainRun *r) {
    const TrainPlan *plan = r->plan;
    LearnState *p = learner_state(r->learner);
    const uint64_t batches = learner_batches(r->learner);
    const uint64_t all = batches * (uint64_t)plan->learn.epochs;

    r->start_ms = r->epoch_ms = r->shown_ms = clock_ms();
    r->start_step = r->epoch_step = p->step;
    if (!p->step)
        warn_of_few_steps(all);
    if (p->step < all && train_report_add_build(&r->account) && p->step)
        tool_message(
            "another build began this training, so the result may differ from that of either "
            "build alone; %s will name both",
            r->path[FILE_TXT]);
    /* a run that was killed between the files of an epoch left older ones */
    if (!save_state(r) || (p->step && p->step % batches == 0 && !save_network(r)))
        return TOOL_FAILED;
    while (p->step < all && !interrupt_pending()) {
        const double rate = learner_rate(r->learner);

        learner_step(r->learner);
        if (!isfinite(p->loss)) {
            text_addf(r->fault,
                      "the loss is no number any more in epoch %zu; a lower --rate may "
                      "help",
                      r->account.epochs + 1);
            return TOOL_FAILED;
        }
        if (p->step % batches == 0 && !end_epoch(r, rate))
            return TOOL_FAILED;
        if (p->step % batches && clock_ms() - r->saved_ms >= 1000 * (int64_t)plan->save_s &&
            !save_state(r))
            return TOOL_FAILED;
        show(r);
    }
    if (p->step == all)
        return 0;
    return save_state(r) ? TOOL_INTERRUPTED : TOOL_FAILED;
}

int train_run(const TrainPlan *plan) {
    char words[2 * TRAIN_NAME_SIZE + 2 * STATE_SETTINGS_SIZE];
    Text fault = text_in(words, sizeof words);
    TrainRun *r = memory_new(1, sizeof *r);
    int status;

    r->plan = plan;
    r->fault = &fault;
    r->lock = -1;
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a write that fails */
    interrupt_catch();
    name_files(r);
    note_settings(r);
    status = prepare(r);
    if (!status)
        status = learn(r);
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%76s\r", "");
    if (status == TOOL_INTERRUPTED && r->learner)
        printf("interrupted  after %zu epochs and a part of one; --resume goes on\n",
               r->account.epochs);
    else if (!status)
        printf("written      %s\n", r->path[FILE_NN]);
    if (fault.length)
        tool_message("%s", words);
    train_state_close(r->state);
    learner_free(r->learner);
    free(r->account.epoch);
    data_free(&r->data);
    if (r->lock >= 0)
        lock_remove(r->lock, r->lock_path);
    free(r);
    return status;
}
