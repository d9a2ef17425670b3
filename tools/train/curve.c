/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "curve.h"

#include <math.h>
#include <string.h>

#include "tools/common/axis.h"
#include "tools/common/svg.h"

enum {
    LEFT = 80,
    TOP = 70,
    WIDTH = 640,
    HEIGHT = 320,
    RIGHT = 30,
    BOTTOM = 50,
    TICKS = 8,
    MARGIN = 4, /* left of the first and right of the last point */
};

static const char training_color[] = "#06c", validation_color[] = "#c30";

typedef struct {
    const TrainLog *log;
    int epochs;
    double low, high, step; /* loss at the bottom, at the top, between grid lines */
} Curve;

static double x_of(const Curve *c, double epoch) {
    return (double)LEFT + (double)WIDTH * (c->epochs > 1 ? (epoch - 1) / (c->epochs - 1) : 0.5);
}

static double y_of(const Curve *c, double loss) {
    return (double)TOP + (double)HEIGHT * (c->high - loss) / (c->high - c->low);
}

/* The first epochs may lie above the chart, so that the later ones are readable. */
static void find_range(Curve *c) {
    const size_t first = c->log->epochs / 8;
    double low = INFINITY, high = -INFINITY;

    for (size_t i = first; i < c->log->epochs; i++) {
        const EpochStats *e = &c->log->epoch[i];

        low = fmin(low, fmin(e->training_loss, e->validation_loss));
        high = fmax(high, fmax(e->training_loss, e->validation_loss));
    }
    if (!(low < high)) {
        low = isfinite(low) ? low : 0;
        high = low + 0.001;
    }
    c->step = axis_step(high - low, TICKS);
    c->low = floor(low / c->step) * c->step;
    c->high = ceil(high / c->step) * c->step;
}

static void draw_frame(FILE *out, const Curve *c) {
    const int every = c->epochs > 10 ? (int)fmax(1, axis_step(c->epochs, TICKS)) : 1;
    char words[40];

    for (int i = 0; c->low + i * c->step < c->high + c->step / 2; i++) {
        const double loss = c->low + i * c->step, y = y_of(c, loss);

        fprintf(out, "<path d=\"M%d %.1fh%d\" stroke=\"#ddd\"/>\n", LEFT, y, WIDTH);
        snprintf(words, sizeof words, "%.6g", loss);
        svg_text(out, LEFT - 8, y + 4, " text-anchor=\"end\"", words);
    }
    for (int epoch = 1; epoch <= c->epochs; epoch++)
        if (epoch == 1 || epoch % every == 0) {
            snprintf(words, sizeof words, "%d", epoch);
            svg_text(out, x_of(c, epoch), TOP + HEIGHT + 18, " text-anchor=\"middle\"", words);
        }
    svg_text(out, LEFT + WIDTH / 2, TOP + HEIGHT + 38, " text-anchor=\"middle\"", "epoch");
}

static void draw_line(FILE *out, const Curve *c, bool validation) {
    const char *color = validation ? validation_color : training_color;

    fprintf(out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"", color);
    for (size_t i = 0; i < c->log->epochs; i++) {
        const EpochStats *e = &c->log->epoch[i];

        fprintf(out, "%s%.1f,%.1f", i ? " " : "", x_of(c, (double)i + 1),
                y_of(c, validation ? e->validation_loss : e->training_loss));
    }
    fputs("\"/>\n", out);
    for (size_t i = 0; i < c->log->epochs && c->epochs <= 60; i++) {
        const EpochStats *e = &c->log->epoch[i];

        fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n",
                x_of(c, (double)i + 1), y_of(c, validation ? e->validation_loss : e->training_loss),
                color);
    }
}

static void draw_key(FILE *out, double x, const char *color, const char *words, double loss) {
    char all[80];

    fprintf(out, "<rect x=\"%.0f\" y=\"%d\" width=\"12\" height=\"12\" fill=\"%s\"/>\n", x, 40,
            color);
    snprintf(all, sizeof all, "%s %.6f", words, loss);
    svg_text(out, x + 18, 51, "", all);
}

void curve_draw(FILE *out, const TrainLog *log, int epochs) {
    static const char title[] = "Loss by epoch";
    Curve c = {.log = log, .epochs = epochs};

    find_range(&c);
    svg_begin(out, LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM);
    fprintf(out, "<title>%s</title>\n", title);
    svg_text(out, LEFT, 26, " font-size=\"18\"", title);
    draw_frame(out, &c);
    if (log->epochs) {
        const EpochStats *last = &log->epoch[log->epochs - 1];

        draw_key(out, LEFT, training_color, "training", last->training_loss);
        draw_key(out, LEFT + 220, validation_color, "validation", last->validation_loss);
    }
    /* a nested svg clips the curves to the chart */
    fprintf(out, "<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" viewBox=\"%d %d %d %d\">\n",
            LEFT - MARGIN, TOP, WIDTH + 2 * MARGIN, HEIGHT + MARGIN, LEFT - MARGIN, TOP,
            WIDTH + 2 * MARGIN, HEIGHT + MARGIN);
    draw_line(out, &c, false);
    draw_line(out, &c, true);
    fputs("</svg>\n</svg>\n", out);
}
