/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "curve.h"

#include <math.h>

#include "tools/common/chart.h"

enum { WIDTH = 640, HEIGHT = 320, TICKS = 8, MAX_DOTS = 60 };

static ChartPoint training_at(const void *checkpoints, size_t i) {
    return (ChartPoint){.x = (double)i + 1,
                        .y = ((const CheckpointStats *)checkpoints)[i].training_loss};
}

static ChartPoint validation_at(const void *checkpoints, size_t i) {
    return (ChartPoint){.x = (double)i + 1,
                        .y = ((const CheckpointStats *)checkpoints)[i].validation_loss};
}

/* The first ones may lie above the chart, so that the later ones are readable. */
static void fit(ChartPanel *p, const TrainLog *log) {
    double low = INFINITY, high = -INFINITY;

    for (size_t i = log->checkpoints / 8; i < log->checkpoints; i++) {
        const CheckpointStats *e = &log->checkpoint[i];

        low = fmin(low, fmin(e->training_loss, e->validation_loss));
        high = fmax(high, fmax(e->training_loss, e->validation_loss));
    }
    if (!(low < high)) {
        low = isfinite(low) ? low : 0;
        high = low + 0.001;
    }
    chart_fit(p, low, high, TICKS);
}

static void draw_loss(const ChartPanel *p, const TrainLog *log, int x, const char *name,
                      const char *color, ChartSeries *read) {
    char words[80];

    snprintf(words, sizeof words, "%s %.6f", name, read(log->checkpoint, log->checkpoints - 1).y);
    chart_legend(p->out, x, CHART_LEGEND, color, words);
    chart_line(p, color, read, log->checkpoint, log->checkpoints);
    for (size_t i = 0; i < log->checkpoints && p->right <= MAX_DOTS + 1; i++)
        chart_dot(p, color, read(log->checkpoint, i));
}

void curve_draw(FILE *out, const TrainLog *log, int superbatches) {
    ChartPanel p = {.out = out,
                    .top = CHART_TOP,
                    .width = WIDTH,
                    .height = HEIGHT,
                    .left = 0.5,
                    .right = superbatches + 0.5};

    fit(&p, log);
    chart_begin(out, CHART_LEFT + WIDTH + CHART_RIGHT, CHART_TOP + HEIGHT + CHART_BELOW,
                "Loss by superbatch", "");
    chart_frame(&p, "");
    chart_y_axis(&p, "");
    chart_x_axis(&p, TICKS, "superbatch");
    if (log->checkpoints) {
        draw_loss(&p, log, CHART_LEFT, "training", CHART_BLUE, training_at);
        draw_loss(&p, log, CHART_LEFT + 220, "validation", CHART_RED, validation_at);
    }
    chart_end(out);
}
