/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "curve.h"

#include <math.h>

#include "base/chart.h"

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

void curve_draw(FILE *out, const TrainLog *log, int superbatches) {
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
