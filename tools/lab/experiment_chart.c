/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiment_chart.h"

#include <math.h>

#include "base/chart.h"
#include "base/util.h"
#include "positions.h"

enum {
    BAR = 15,      /* width */
    GROUP = 50,    /* from one position to the next */
    MEAN_GAP = 20, /* before the mean */
    HEIGHT = 240,  /* of a panel */
    FEWER = 32,    /* below a panel: how many times fewer nodes */
};

#define WITHOUT_COLOR CHART_GRAY
#define WITH_COLOR    CHART_BLUE

/* Writes "1234", "56.7 k" or "8.9 M", with three or four digits. */
static void write_count(char *out, size_t room, double n) {
    const int unit = n >= 999.5e6 ? 3 : n >= 999.5e3 ? 2 : n >= 9999.5 ? 1 : 0;
    static const char *const units[] = {"", " k", " M", " G"};

    if (unit)
        snprintf(out, room, "%.3g%s", n / pow(1000, unit), units[unit]);
    else
        snprintf(out, room, "%.0f", n);
}

static void draw_bar(const ChartPanel *p, double x, double nodes, const char *color) {
    char words[32];

    write_count(words, sizeof words, nodes);
    chart_bar(p, color, (ChartPoint){.x = x, .y = nodes}, BAR, words);
}

static void draw_pair(const ChartPanel *p, double x, const char *name, double without,
                      double with) {
    const double middle = x + (double)BAR + 1;
    char words[32];

    draw_bar(p, x, without, WITHOUT_COLOR);
    draw_bar(p, middle + 1, with, WITH_COLOR);
    chart_x_label(p, middle, name);
    if (with > 0) {
        snprintf(words, sizeof words, "%.1f", without / with);
        chart_text(p->out, chart_x(p, middle), p->top + HEIGHT + FEWER,
                   " text-anchor=\"middle\" fill=\"" CHART_RED "\"", words);
    }
}

static void draw_panel(const ChartPanel *p, const Experiment *e, int d) {
    double x = 10;
    char words[60];

    snprintf(words, sizeof words, "depth %d", e->depth[d]);
    chart_frame(p, words);
    for (double nodes = 1; nodes < 1.5 * p->high; nodes *= 10) {
        write_count(words, sizeof words, nodes);
        chart_y_tick(p, nodes, words);
    }
    chart_text(p->out, CHART_LEFT - 8, p->top + HEIGHT + FEWER,
               " text-anchor=\"end\" fill=\"" CHART_RED "\"", "times fewer");
    for (size_t i = 0; i < e->finished; i++, x += (double)GROUP) {
        const Pair *pair = &e->pair[d][i];

        snprintf(words, sizeof words, "%zu", i + 1);
        draw_pair(p, x, words, (double)pair->without.nodes, (double)pair->with.nodes);
    }
    draw_pair(p, x + (double)MEAN_GAP, "mean", experiment_mean(e, d, false, false),
              experiment_mean(e, d, true, false));
}

/* Returns a power of ten above the tallest bar and its label. */
static double highest(const Experiment *e) {
    double tallest = 10;

    for (int d = 0; d < EXPERIMENT_DEPTHS; d++)
        for (size_t i = 0; i < e->finished; i++) {
            const Pair *pair = &e->pair[d][i];
            tallest = fmax(tallest, fmax((double)pair->without.nodes, (double)pair->with.nodes));
        }
    return pow(10, ceil(log10(tallest) + 0.9));
}

static void draw_names(FILE *out, const Experiment *e, int y) {
    char words[200];
    Text t;

    for (size_t i = 0; i < e->finished; i++) {
        t = text_in(words, sizeof words);
        positions_name(&t, e->suite, i);
        chart_text(out, CHART_LEFT, y + (int)i * CHART_LINE, "", words);
    }
}

void experiment_draw(FILE *out, const void *experiment) {
    const Experiment *e = experiment;
    const int width = max(10 + ((int)e->finished + 1) * GROUP + MEAN_GAP, 600);
    const int every = HEIGHT + CHART_BELOW + CHART_LINE;
    const int names = CHART_TOP + EXPERIMENT_DEPTHS * every;
    Text t = TEXT_OF(200);

    lab_config_write(&t, &e->config);
    text_add(&t, "; the scale is one of powers of ten");
    chart_begin(out, CHART_LEFT + width + CHART_RIGHT, names + ((int)e->finished + 1) * CHART_LINE,
                "Positions visited without and with a transposition table", t.at);
    chart_legend(out, CHART_LEFT + 380, CHART_LEGEND, WITHOUT_COLOR, "without");
    chart_legend(out, CHART_LEFT + 460, CHART_LEGEND, WITH_COLOR, "with");
    for (int d = 0; d < EXPERIMENT_DEPTHS; d++)
        draw_panel(&(ChartPanel){.out = out,
                                 .top = CHART_TOP + d * every,
                                 .width = width,
                                 .height = HEIGHT,
                                 .right = width,
                                 .low = 1,
                                 .high = highest(e),
                                 .logarithmic = true},
                   e, d);
    draw_names(out, e, names);
    chart_end(out);
}
