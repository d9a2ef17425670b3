/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "alula-train.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/lock.h"
#include "tools/common/tool.h"

enum {
    LIVE_MS = 500,    /* interval of progress lines */
    FEW_STEPS = 2000, /* warn below this: see "A first try" in docs/training.md */
};

typedef enum { FILE_NN, FILE_STATE, FILE_TXT, FILE_SVG, FILES } FileKind;

typedef struct {
    const TrainPlan *plan;
    char path[FILES][TRAIN_NAME_SIZE], lock_path[TRAIN_NAME_SIZE], spool_path[TRAIN_NAME_SIZE];
    int lock; /* -1: none */
    Data data;
    TrainLog log;
    TrainStateFile *state; /* to resume from, or NULL */
    Trainer *trainer;
    uint32_t checksum; /* checksum of the last network file */
    int64_t shown_ms, saved_ms, start_ms, superbatch_ms;
    uint64_t start_step, superbatch_step; /* start of this run, or of its part of a superbatch */
    Text *error;
} TrainRun;

/* --- preparation ----------------------------------------------------------------------------- */

static void name_files(TrainRun *r) {
    static const char *const suffix[FILES] = {"nn", "state", "txt", "svg"};
    const char *out = r->plan->out;
    const int stem = (int)strlen(out) - 2;

    for (int i = 0; i < FILES; i++)
        snprintf(r->path[i], sizeof r->path[i], "%.*s%s", stem, out, suffix[i]);
    snprintf(r->lock_path, sizeof r->lock_path, "%.*slock", stem, out);
    snprintf(r->spool_path, sizeof r->spool_path, "%.*sspool", stem, out);
}

/* Names the copy of the network after a superbatch, 1 to superbatches. */
static void name_kept(const TrainRun *r, size_t superbatch, char path[TRAIN_NAME_SIZE]) {
    const char *out = r->plan->out;

    snprintf(path, TRAIN_NAME_SIZE, "%.*s-%04zu.nn", (int)strlen(out) - 3, out, superbatch);
}

/* Takes a lock, since two runs must not write the same files. */
static bool take_lock(TrainRun *r) {
    const LockStatus status = lock_create(&r->lock, r->lock_path, r->error);

    if (status == LOCK_BUSY)
        text_addf(r->error, "another training of %s is running", r->plan->out);
    return status == LOCK_HELD;
}

/* Records all settings that influence the result; rare ones only if they are used. */
static void note_settings(TrainRun *r) {
    const TrainPlan *p = r->plan;
    const TrainerSettings *l = &p->learn;
    const DataOptions *d = &p->data;
    Text text = text_in(r->log.settings, sizeof r->log.settings);
    Text lambda = TEXT_OF(96);

    text_addf(&lambda, "%.9g", l->lambda[0]);
    if (l->lambda[0] != l->lambda[1])
        text_addf(&lambda, ":%.9g", l->lambda[1]);
    if (l->lambda_from > 0)
        text_addf(&lambda, ":%.9g", l->lambda_from);
    text_addf(&text,
              "hidden=%d outputs=%d superbatches=%d superbatch=%" PRId64
              " lambda=%s rate=%.9g final-rate=%.9g decay=%.9g "
              "batch=%d seed=%" PRId64 " scale=%d held=%d skip=%d min-ply=%d max-positions=%" PRId64
              " salvage=%d trace=%.9g",
              l->hidden, l->outputs, l->superbatches, l->superbatch, lambda.at, l->rate,
              l->final_rate, l->decay, l->batch, l->seed, p->scale, d->validation_percent,
              d->skip_percent, d->min_ply, d->max_positions, (int)d->salvage, d->trace);
    if (l->ending_lambda >= 0)
        text_addf(&text, " ending-lambda=%.9g", l->ending_lambda);
    if (l->exponent != 2)
        text_addf(&text, " loss-exponent=%.9g", l->exponent);
    if (l->warm_up > 0)
        text_addf(&text, " warm-up=%.9g", l->warm_up);
    if (l->term_hidden)
        text_addf(&text, " terms=%d", l->term_hidden);
    if (p->stream)
        text_add(&text, " stream=1");
    if (p->from)
        text_addf(&text, " from=%08" PRIx32, p->from->checksum);
}

/* Returns false with an error message if a new training would overwrite this file. */
static bool check_absent(TrainRun *r, const char *path) {
    if (access(path, F_OK) != 0)
        return true;
    return text_fail(
        r->error,
        "%s already exists, without a state to resume from: a new training needs another "
        "name",
        path);
}

/* Checks that a new training overwrites no file of another. */
static bool check_new(TrainRun *r) {
    char kept[TRAIN_NAME_SIZE];

    if (!access(r->path[FILE_STATE], F_OK))
        return text_fail(
            r->error,
            "%s already exists: --resume continues from it; a new training needs another "
            "name",
            r->path[FILE_STATE]);
    for (int i = 0; i < FILES; i++)
        if (!check_absent(r, r->path[i]))
            return false;
    for (int i = 1; i <= r->plan->learn.superbatches && r->plan->keep; i++) {
        name_kept(r, (size_t)i, kept);
        if (!check_absent(r, kept))
            return false;
    }
    return true;
}

/* Checks that no file of another training is overwritten, and that all files can be written. */
static bool check_files(TrainRun *r) {
    TrainStateStatus found = TRAIN_STATE_NONE;

    if (r->plan->resume)
        found = train_state_read(&r->state, r->path[FILE_STATE], r->log.settings, r->error);
    if (found == TRAIN_STATE_OTHER && !access(r->path[FILE_TXT], F_OK))
        text_addf(r->error, "; %s has the command that started it", r->path[FILE_TXT]);
    if (found == TRAIN_STATE_BAD || found == TRAIN_STATE_OTHER)
        return false;
    if (found == TRAIN_STATE_NONE) {
        train_state_close(r->state);
        r->state = NULL;
        if (!check_new(r))
            return false;
    }
    for (int i = 0; i < FILES; i++)
        if (!file_output_possible(r->path[i], r->error))
            return false;
    if (r->plan->resume && !r->state)
        printf("state        none yet: a new training\n");
    return true;
}

static double megabytes(size_t bytes) {
    return (double)bytes / (1 << 20);
}

static void print_resumed_state(const TrainRun *r) {
    const uint64_t batches = trainer_batches_per_superbatch(r->trainer),
                   step = trainer_state(r->trainer)->step;

    if (step == trainer_all_batches(r->trainer))
        printf("state        all %d superbatches are done\n", r->plan->learn.superbatches);
    else
        printf("state        resumed in superbatch %" PRIu64 ", after %" PRIu64 " of %" PRIu64
               " batches\n",
               step / batches + 1, step % batches, batches);
}

/* Prints "training     40 superbatches of 100007936 samples, 92.3 passes over the positions". */
static void print_length(const TrainRun *r) {
    const double samples = trainer_samples_per_superbatch(r->trainer);
    const int superbatches = r->plan->learn.superbatches;

    printf("training     %d superbatch%s of %.0f samples, %.1f passes over the positions\n",
           superbatches, superbatches == 1 ? "" : "es", samples,
           samples * superbatches / (double)r->log.training);
}

/* Reads the data and creates or resumes the network. Returns the exit status. */
static int prepare(TrainRun *r) {
    const TrainPlan *p = r->plan;
    TrainLog *a = &r->log;
    DataOptions options = p->data;
    DataStatus status;
    size_t count;

    if (!take_lock(r) || !check_files(r))
        return TOOL_FAILED;
    for (int i = 0; i < FILES; i++)
        file_output_sweep(r->path[i]);
    options.spool = p->stream ? r->spool_path : NULL;
    status = data_read(&r->data, p->shards, p->use, &options, r->error);
    if (status != DATA_READ)
        return status == DATA_STOPPED ? TOOL_INTERRUPTED : TOOL_FAILED;
    a->training = r->data.training.count;
    a->validation = r->data.validation.count;
    a->hash = r->data.hash;
    a->scale = p->scale ? p->scale : (int)lround(data_fit_scale(&r->data));
    data_set_targets(&r->data, a->scale);
    train_report_data(stdout, &r->data);
    train_report_plan(stdout, p, a);
    printf("memory       %.1f MB for positions, %.1f MB more while reading; %.1f MB for training\n",
           megabytes(data_bytes(&r->data)), megabytes(r->data.index_bytes),
           megabytes(trainer_bytes(&p->learn)));
    fflush(stdout);
    if (!(r->trainer = trainer_new(&p->learn, &r->data))) {
        text_addf(r->error, "there is not enough memory for the network: %zu KB",
                  trainer_bytes(&p->learn) >> 10);
        return TOOL_FAILED;
    }
    print_length(r);
    count = trainer_shape(r->trainer)->count;
    if (r->state) {
        if (!train_state_restore(r->state, a, trainer_state(r->trainer), count, r->error))
            return TOOL_FAILED;
        print_resumed_state(r);
    } else if (p->from) {
        net_start(trainer_shape(r->trainer), trainer_state(r->trainer)->params, p->from, a->scale);
    }
    train_state_close(r->state);
    r->state = NULL;
    return 0;
}

/* --- files ----------------------------------------------------------------------------------- */

static bool save_state(TrainRun *r) {
    r->saved_ms = clock_ms();
    return train_state_write(r->path[FILE_STATE], &r->log, trainer_state(r->trainer),
                             trainer_shape(r->trainer)->count, r->error);
}

static NetFile encode(TrainRun *r) {
    return net_encode(trainer_shape(r->trainer), trainer_state(r->trainer)->params, r->log.scale);
}

static void write_txt(FILE *file, const void *context) {
    const TrainRun *r = context;

    train_report_text(file, r->plan, &r->data, &r->log, r->checksum);
}

static void write_svg(FILE *file, const void *context) {
    const TrainRun *r = context;

    train_report_draw(file, &r->log, r->plan->learn.superbatches);
}

/* Writes the network, NAME.txt and NAME.svg after a superbatch, and NAME-0001.nn with --keep. */
static bool save_network(TrainRun *r) {
    char kept[TRAIN_NAME_SIZE];
    const NetFile file = encode(r);
    bool good;

    name_kept(r, r->log.checkpoints, kept);
    r->checksum = nnue_file_checksum(file.bytes);
    good = file_output(r->path[FILE_NN], net_file_write, &file, r->error) &&
           file_output(r->path[FILE_TXT], write_txt, r, r->error) &&
           file_output(r->path[FILE_SVG], write_svg, r, r->error) &&
           (!r->plan->keep || file_output(kept, net_file_write, &file, r->error));
    free(file.bytes);
    return good;
}

/* --- training -------------------------------------------------------------------------------- */

/* Returns the mean weight of the training samples, 0.01 to 1. */
static double mean_weight(const TrainRun *r) {
    return samples_weight(&r->data.training) / (double)r->log.training;
}

/* Prints "superbatch 3/20  45 %  loss 0.012345  812 k/s  0:12:34 left". */
static void print_live_line(TrainRun *r) {
    const TrainerState *p = trainer_state(r->trainer);
    const uint64_t batches = trainer_batches_per_superbatch(r->trainer);
    const uint64_t all = trainer_all_batches(r->trainer), now = (uint64_t)clock_ms();
    const uint64_t inside = p->step % batches;
    const double samples = trainer_samples_per_superbatch(r->trainer);
    const double part = (double)inside / (double)batches;
    const double seconds = ((double)now - (double)r->start_ms + 1) / 1000;
    const double rate = (double)(p->step - r->start_step) / seconds; /* batches per second */
    uint64_t left;

    if (!r->data.counts.games || !isatty(STDERR_FILENO) || (int64_t)now - r->shown_ms < LIVE_MS ||
        !inside || rate <= 0)
        return;
    r->shown_ms = (int64_t)now;
    left = (uint64_t)((double)(all - p->step) / rate);
    fprintf(stderr, "\rsuperbatch %" PRIu64 "/%d  %.0f %%  loss %.6f  %.0f k/s  ",
            p->step / batches + 1, r->plan->learn.superbatches, 100 * part,
            p->loss / (samples * mean_weight(r) * part), rate * samples / (double)batches / 1000);
    fprintf(stderr, "%" PRIu64 ":%02d:%02d left   ", left / 3600, (int)(left / 60 % 60),
            (int)(left % 60));
}

/*
 * Returns the error of the quantized network against the reference; 0 if there is not enough
 * memory.
 */
static double reference_error(TrainRun *r) {
    const NetFile file = encode(r);
    NnueNet *net = NULL;
    double error = 0;

    if (!nnue_decode(&net, file.bytes, file.size))
        error = compare_error(r->plan->reference, net);
    nnue_free(net);
    free(file.bytes);
    return error;
}

/* Computes the validation loss, reports the superbatch and writes all files. */
static bool end_superbatch(TrainRun *r, double rate) {
    const TrainerState *p = trainer_state(r->trainer);
    const uint64_t batches = trainer_batches_per_superbatch(r->trainer);
    const double samples = trainer_samples_per_superbatch(r->trainer);
    const double speed = samples * (double)(p->step - r->superbatch_step) / (double)batches /
                         (double)(clock_ms() - r->superbatch_ms + 1);
    TrainLog *a = &r->log;
    CheckpointStats *c;

    a->checkpoint = memory_grow(a->checkpoint, a->checkpoints + 1, sizeof *c);
    c = &a->checkpoint[a->checkpoints++];
    c->training_loss = p->loss / (samples * mean_weight(r));
    c->validation_loss = trainer_validation_loss(r->trainer, trainer_forward_params(r->trainer));
    c->rate = rate;
    c->error = r->plan->reference ? reference_error(r) : 0;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%76s\r", "");
    printf("superbatch %3zu/%d  loss %.6f  validation %.6f  rate %.3g  %.0f k/s", a->checkpoints,
           r->plan->learn.superbatches, c->training_loss, c->validation_loss, c->rate, speed);
    if (c->error > 0)
        printf("  error %.4f", c->error);
    putchar('\n');
    fflush(stdout);
    if (!save_state(r) || !save_network(r))
        return false;
    r->superbatch_ms = clock_ms();
    r->superbatch_step = p->step;
    return true;
}

static void warn_about_few_steps(uint64_t steps) {
    if (steps < FEW_STEPS)
        tool_message("only %" PRIu64
                     " step%s, too few to train well: use a smaller --batch or more --superbatches",
                     steps, steps == 1 ? "" : "s");
}

/* Trains until all superbatches are done, or interrupted. Returns the exit status. */
static int train(TrainRun *r) {
    const TrainPlan *plan = r->plan;
    TrainerState *p = trainer_state(r->trainer);
    const uint64_t batches = trainer_batches_per_superbatch(r->trainer);
    const uint64_t all = trainer_all_batches(r->trainer);

    r->start_ms = r->superbatch_ms = r->shown_ms = clock_ms();
    r->start_step = r->superbatch_step = p->step;
    if (!p->step)
        warn_about_few_steps(all);
    if (p->step < all && train_report_add_build(&r->log) && p->step)
        tool_message(
            "another build began this training, so the result may differ from that of either "
            "build alone; %s will name both",
            r->path[FILE_TXT]);
    /* a run killed at the end of a superbatch may have left older files */
    if (!save_state(r) || (p->step && p->step % batches == 0 && !save_network(r)))
        return TOOL_FAILED;
    while (p->step < all && !interrupt_pending()) {
        const double rate = trainer_learning_rate(r->trainer);

        if (!trainer_step(r->trainer)) {
            text_add(r->error, "the temporary file of positions cannot be read, or there is not "
                               "enough memory for a part of it");
            return TOOL_FAILED;
        }
        if (!isfinite(p->loss)) {
            text_addf(r->error,
                      "the loss is no longer finite in superbatch %zu; a lower --rate may "
                      "help",
                      r->log.checkpoints + 1);
            return TOOL_FAILED;
        }
        if (p->step % batches == 0 && !end_superbatch(r, rate))
            return TOOL_FAILED;
        if (p->step % batches && clock_ms() - r->saved_ms >= 1000 * (int64_t)plan->save_s &&
            !save_state(r))
            return TOOL_FAILED;
        print_live_line(r);
    }
    if (p->step == all)
        return 0;
    return save_state(r) ? TOOL_INTERRUPTED : TOOL_FAILED;
}

int train_run(const TrainPlan *plan) {
    Text error = TEXT_OF(2 * TRAIN_NAME_SIZE + 2 * STATE_SETTINGS_SIZE);
    TrainRun *r = memory_new(1, sizeof *r);
    int status;

    r->plan = plan;
    r->error = &error;
    r->lock = -1;
    interrupt_catch();
    name_files(r);
    note_settings(r);
    status = prepare(r);
    if (!status)
        status = train(r);
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%76s\r", "");
    if (status == TOOL_INTERRUPTED && r->trainer)
        printf("interrupted  in superbatch %zu; --resume continues\n", r->log.checkpoints + 1);
    else if (!status)
        printf("written      %s\n", r->path[FILE_NN]);
    if (error.length)
        tool_message("%s", error.at);
    train_state_close(r->state);
    trainer_free(r->trainer);
    free(r->log.checkpoint);
    data_free(&r->data);
    if (r->lock >= 0)
        lock_remove(r->lock, r->lock_path);
    free(r);
    return status;
}
