/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "alula-train.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/chart.h"
#include "base/version.h"
#include "build.h" /* BUILD_REVISION, BUILD_FLAGS: written by the Makefile */
#include "tools/common/tool.h"

/* The effect of -march=native: other instructions round sums differently. */
static const char instructions[] = ""
#ifdef __AVX2__
                                   " AVX2"
#endif
#ifdef __FMA__
                                   " FMA"
#endif
#ifdef __AVX512F__
                                   " AVX-512"
#endif
    ;

/* Returns true if no source before this one has the same settings. */
static bool has_new_settings(const Data *data, size_t i) {
    size_t j = 0;

    while (strcmp(data->source[j].settings, data->source[i].settings) != 0)
        j++;
    return j == i;
}

/* Returns the number of different settings. */
static size_t count_settings(const Data *data) {
    size_t count = 0;

    for (size_t i = 0; i < data->sources; i++)
        count += has_new_settings(data, i);
    return count;
}

void train_report_data(FILE *out, const Data *data) {
    const DataCounts *c = &data->counts;
    const size_t settings = count_settings(data);

    fprintf(out, "shards       %" PRIu64, c->shards);
    if (settings > 1)
        fprintf(out, ", with %zu different settings", settings);
    if (c->truncated)
        fprintf(out, ", %" PRIu64 " unfinished and truncated", c->truncated);
    if (c->damaged)
        fprintf(out, ", damaged at %" PRIu64 " place%s", c->damaged, tool_plural(c->damaged));
    fprintf(out, "\ngames        %" PRIu64 ", %" PRIu64 " of them for validation\n", c->games,
            c->validation_games);
    fprintf(out,
            "positions    %zu for training, %zu for validation, of %" PRIu64 "\n"
            "skipped      %" PRIu64 " in check, %" PRIu64 " before a capture or promotion, %" PRIu64
            " with a high score",
            data->training.count, data->validation.count, c->positions, c->in_check, c->noisy,
            c->high_score);
    if (c->early)
        fprintf(out, ", %" PRIu64 " too early", c->early);
    if (c->skipped)
        fprintf(out, ", %" PRIu64 " at random", c->skipped);
    fprintf(out, ", %" PRIu64 " duplicates\n", c->duplicates);
    for (size_t i = 0; i < data->sources && settings > 1; i++) {
        const DataSource *s = &data->source[i];
        uint64_t games = 0, positions = 0;

        if (!has_new_settings(data, i))
            continue;
        for (size_t j = i; j < data->sources; j++)
            if (!strcmp(data->source[j].settings, s->settings)) {
                games += data->source[j].games;
                positions += data->source[j].positions;
            }
        fprintf(out, "settings     %s: %" PRIu64 " game%s, %" PRIu64 " usable position%s\n",
                s->settings, games, tool_plural(games), positions, tool_plural(positions));
    }
}

void train_report_shape(FILE *out, const char *neurons, int hidden, int outputs, int term_hidden) {
    fprintf(out, "%d %s, %d output%s", hidden, neurons, outputs, outputs > 1 ? "s" : "");
    if (term_hidden)
        fprintf(out, ", evaluation terms for %d neurons", term_hidden);
    putc('\n', out);
}

void train_report_plan(FILE *out, const TrainPlan *plan, const TrainLog *log) {
    const TrainerSettings *l = &plan->learn;
    const NnueNet *from = plan->from;

    fprintf(out, "scale        %d centipawns\n", log->scale);
    fprintf(out, "network      %d inputs, ", (int)NNUE_INPUTS);
    train_report_shape(out, "neurons for each perspective", l->hidden, l->outputs, l->term_hidden);
    if (from) {
        fprintf(out, "start        from %s: checksum %08" PRIx32 ", ", plan->from_name,
                from->checksum);
        train_report_shape(out, "neurons", from->hidden, from->outputs, from->term_hidden);
    }
}

/* Writes all options, as defaults may change. */
static void write_command(FILE *out, const TrainPlan *plan, const char *settings) {
    Word rest = word_of(settings), word;

    fputs("alula-train run --out NAME.nn", out);
    while ((word = text_word(&rest)).length) {
        const Word name = text_until(&word, '='), value = word;

        if (word_is(name, "salvage"))
            fputs(word_is(value, "1") ? " --salvage" : "", out);
        else if (word_is(name, "scale") && word_is(value, "0"))
            fputs(" --scale auto", out);
        else if (word_is(name, "stream"))
            fputs(" --stream", out);
        else if (word_is(name, "from"))
            fprintf(out, " --from %s", plan->from_name);
        else
            fprintf(out, " --%.*s %.*s", (int)name.length, name.at, (int)value.length, value.at);
    }
    fputs(" SHARDS\n", out);
}

bool train_report_add_build(TrainLog *log) {
    char here[STATE_BUILDS_SIZE / 2], *before = log->builds;
    size_t used = strlen(before), more;

    snprintf(here, sizeof here,
             "source       " BUILD_REVISION "\nbuilt by     %s, " BUILD_FLAGS "%s%s\n",
             tool_compiler, *instructions ? "; for" : "", instructions);
    more = strlen(here);
    if (used >= more && !strcmp(before + used - more, here))
        return false;
    while (used + more >= sizeof log->builds) {
        const char *second = strstr(before, "\nsource ");

        used = second ? strlen(second + 1) : 0;
        memmove(before, second ? second + 1 : "", used + 1);
    }
    memcpy(before + used, here, more + 1);
    return true;
}

void train_report_text(FILE *out, const TrainPlan *plan, const Data *data, const TrainLog *log,
                       uint32_t checksum) {
    fputs("A network made by alula-train " ALULA_VERSION "\n\n", out);
    fprintf(out, "checksum     %08" PRIx32 "\n%s", checksum, log->builds);
    train_report_plan(out, plan, log);
    train_report_data(out, data);
    fprintf(out, "fingerprint  %016" PRIx64 " of all positions\n", log->hash);
    fputs("\nCommand to reproduce it:\n", out);
    write_command(out, plan, log->settings);
    fputs("\nThe shards, by settings and stream (seed * 1000000 + run * 1000 + thread of "
          "alula-datagen):\n",
          out);
    for (size_t i = 0; i < data->sources; i++) {
        const DataSource *s = &data->source[i];

        fprintf(out,
                "stream %" PRIu64 ": %" PRIu64 " shard%s, %" PRIu64 " game%s, %" PRIu64
                " usable position%s; %s",
                s->stream, s->shards, tool_plural(s->shards), s->games, tool_plural(s->games),
                s->positions, tool_plural(s->positions), s->settings);
        if (s->weight != 100)
            fprintf(out, "; --weight %g", s->weight / 100.0);
        putc('\n', out);
    }
    fprintf(
        out,
        "\n%zu of %d superbatches: training loss, validation loss, learning rate at the end%s\n",
        log->checkpoints, plan->learn.superbatches,
        plan->reference ? ", error against the reference" : "");
    for (size_t i = 0; i < log->checkpoints; i++) {
        const CheckpointStats *c = &log->checkpoint[i];

        fprintf(out, "%4zu  %.8f  %.8f  %.3g", i + 1, c->training_loss, c->validation_loss,
                c->rate);
        if (c->error > 0)
            fprintf(out, "  %.4f", c->error);
        putc('\n', out);
    }
}

/* --- the curves of the losses -------------------------------------------------------------------
 */

enum { WIDTH = 640, HEIGHT = 320, TICKS = 8, MAX_DOTS = 60 };

static ChartPoint training_at(const void *checkpoints, size_t i) {
    return (ChartPoint){.x = (double)i + 1,
                        .y = ((const CheckpointStats *)checkpoints)[i].training_loss};
}

static ChartPoint validation_at(const void *checkpoints, size_t i) {
    return (ChartPoint){.x = (double)i + 1,
                        .y = ((const CheckpointStats *)checkpoints)[i].validation_loss};
}

static ChartPoint error_at(const void *checkpoints, size_t i) {
    return (ChartPoint){.x = (double)i + 1, .y = ((const CheckpointStats *)checkpoints)[i].error};
}

/* Fits the axis so that later superbatches are readable; the first ones may be off the chart. */
static void fit(ChartPanel *p, const TrainLog *log, ChartSeries *first, ChartSeries *second) {
    double low = INFINITY, high = -INFINITY;

    for (size_t i = log->checkpoints / 8; i < log->checkpoints; i++) {
        const double a = first(log->checkpoint, i).y, b = second(log->checkpoint, i).y;

        low = fmin(low, fmin(a, b));
        high = fmax(high, fmax(a, b));
    }
    if (!(low < high)) {
        low = isfinite(low) ? low : 0;
        high = low + 0.001;
    }
    chart_fit(p, low, high, TICKS);
}

static void draw_line(const ChartPanel *p, const TrainLog *log, const char *color,
                      ChartSeries *read) {
    chart_line(p, color, read, log->checkpoint, log->checkpoints);
    for (size_t i = 0; i < log->checkpoints && p->right <= MAX_DOTS + 1; i++)
        chart_dot(p, color, read(log->checkpoint, i));
}

static void legend(FILE *out, const TrainLog *log, int number, const char *color, const char *name,
                   ChartSeries *read) {
    char words[80];

    snprintf(words, sizeof words, "%s %.6f", name, read(log->checkpoint, log->checkpoints - 1).y);
    chart_legend(out, CHART_LEFT + 220 * number, CHART_LEGEND, color, words);
}

/* Returns true if all networks were compared with a reference. */
static bool has_errors(const TrainLog *log) {
    for (size_t i = 0; i < log->checkpoints; i++)
        if (log->checkpoint[i].error <= 0)
            return false;
    return log->checkpoints > 0;
}

void train_report_draw(FILE *out, const TrainLog *log, int superbatches) {
    const bool errors = has_errors(log);
    ChartPanel p = {.out = out,
                    .top = CHART_TOP,
                    .width = WIDTH,
                    .height = HEIGHT,
                    .left = 0.5,
                    .right = superbatches + 0.5};

    chart_begin(out, CHART_LEFT + WIDTH + CHART_RIGHT,
                CHART_TOP + (HEIGHT + CHART_BELOW) * (1 + errors), "Loss by superbatch", "");
    fit(&p, log, training_at, validation_at);
    chart_frame(&p, "");
    chart_y_axis(&p, "");
    chart_x_axis(&p, TICKS, "superbatch");
    if (log->checkpoints) {
        legend(out, log, 0, CHART_BLUE, "training", training_at);
        draw_line(&p, log, CHART_BLUE, training_at);
        legend(out, log, 1, CHART_RED, "validation", validation_at);
        draw_line(&p, log, CHART_RED, validation_at);
    }
    if (errors) {
        legend(out, log, 2, CHART_GRAY, "error", error_at);
        p.top += HEIGHT + CHART_BELOW;
        fit(&p, log, error_at, error_at);
        chart_frame(&p, "error against the reference");
        chart_y_axis(&p, "");
        chart_x_axis(&p, TICKS, "superbatch");
        draw_line(&p, log, CHART_GRAY, error_at);
    }
    chart_end(out);
}
