/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chart.h"

#include <math.h>

#include "base/util.h"
#include "positions.h"
#include "tools/common/svg.h"

/* No enum: newer clangs warn where these meet floating point. */
static const int LEFT = 85;
static const int BAR = 15;      /* width */
static const int GROUP = 50;    /* from one position to the next */
static const int MEAN_GAP = 20; /* before the mean */
static const int RIGHT = 30;
static const int TOP = 90;
static const int HEIGHT = 240;   /* of a panel */
static const int PANEL_GAP = 90; /* space below a panel */
static const int NAME_LINE = 18; /* line height of the position names */

static const char without_color[] = "#999", with_color[] = "#06c";

typedef struct {
    const Experiment *e;
    int d; /* index of Experiment.depth */
    int top, width;
    double decades; /* powers of ten from the lower edge, 1 node, to the upper edge */
} ChartPanel;

static double y_of(const ChartPanel *p, double nodes) {
    return p->top + HEIGHT * (1 - (nodes > 1 ? log10(nodes) : 0) / p->decades);
}

/* "1234", "56.7 k" or "8.9 M": three digits, or four */
static void write_count(char *out, size_t room, double n) {
    const int unit = n >= 999.5e6 ? 3 : n >= 999.5e3 ? 2 : n >= 9999.5 ? 1 : 0;
    static const char *const units[] = {"", " k", " M", " G"};

    if (unit)
        snprintf(out, room, "%.3g%s", n / pow(1000, unit), units[unit]);
    else
        snprintf(out, room, "%.0f", n);
}

static void draw_bar(FILE *out, const ChartPanel *p, double x, double nodes, const char *color) {
    const double y = y_of(p, nodes);
    char words[32], attributes[96];

    fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" fill=\"%s\"/>\n", x, y,
            BAR, p->top + HEIGHT - y, color);
    write_count(words, sizeof words, nodes);
    snprintf(attributes, sizeof attributes, " font-size=\"9\" transform=\"rotate(-90 %.1f %.1f)\"",
             x + BAR - 4, y - 4);
    svg_text(out, x + BAR - 4, y - 4, attributes, words);
}

static void draw_pair(FILE *out, const ChartPanel *p, double x, const char *name, double without,
                      double with) {
    char words[32];

    draw_bar(out, p, x, without, without_color);
    draw_bar(out, p, x + BAR + 2, with, with_color);
    svg_text(out, x + BAR + 1, p->top + HEIGHT + 16, " text-anchor=\"middle\"", name);
    if (with > 0) {
        snprintf(words, sizeof words, "%.1f", without / with);
        svg_text(out, x + BAR + 1, p->top + HEIGHT + 32, " text-anchor=\"middle\" fill=\"#c30\"",
                 words);
    }
}

static void draw_frame(FILE *out, const ChartPanel *p) {
    char words[60];

    snprintf(words, sizeof words, "depth %d", p->e->depth[p->d]);
    svg_text(out, LEFT, p->top - 10, " font-weight=\"bold\"", words);
    for (int n = 0; n <= (int)p->decades; n++) {
        const double y = y_of(p, pow(10, n));

        fprintf(out, "<path d=\"M%d %.1fh%d\" stroke=\"#ddd\"/>\n", LEFT, y, p->width);
        write_count(words, sizeof words, pow(10, n));
        svg_text(out, LEFT - 8, y + 4, " text-anchor=\"end\"", words);
    }
    svg_text(out, LEFT - 8, p->top + HEIGHT + 32, " text-anchor=\"end\" fill=\"#c30\"",
             "times fewer");
}

static void draw_panel(FILE *out, const ChartPanel *p) {
    const Experiment *e = p->e;
    double x = LEFT + 10;
    char name[24];

    draw_frame(out, p);
    for (size_t i = 0; i < e->finished; i++, x += GROUP) {
        const Pair *pair = &e->pair[p->d][i];

        snprintf(name, sizeof name, "%zu", i + 1);
        draw_pair(out, p, x, name, (double)pair->without.nodes, (double)pair->with.nodes);
    }
    draw_pair(out, p, x + MEAN_GAP, "mean", experiment_mean(e, p->d, false),
              experiment_mean(e, p->d, true));
}

/* Powers of ten that hold the tallest bar and its label. */
static double decades_of(const Experiment *e) {
    double tallest = 10;

    for (int d = 0; d < EXPERIMENT_DEPTHS; d++)
        for (size_t i = 0; i < e->finished; i++) {
            const Pair *pair = &e->pair[d][i];
            tallest = fmax(tallest, fmax((double)pair->without.nodes, (double)pair->with.nodes));
        }
    return ceil(log10(tallest) + 0.9);
}

static void draw_legend(FILE *out, int x, int y, const char *color, const char *words) {
    fprintf(out, "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" fill=\"%s\"/>\n", x, y - 11,
            color);
    svg_text(out, x + 18, y, "", words);
}

static void draw_names(FILE *out, const Experiment *e, int y) {
    char words[200];
    Text t;

    for (size_t i = 0; i < e->finished; i++) {
        t = text_in(words, sizeof words);
        positions_name(&t, e->suite, i);
        svg_text(out, LEFT, y + (int)i * NAME_LINE, "", words);
    }
}

void chart_draw(FILE *out, const void *experiment) {
    static const char title[] = "Positions visited without and with a transposition table";
    const Experiment *e = experiment;
    const int bars = 10 + ((int)e->finished + 1) * GROUP + MEAN_GAP;
    const int width = LEFT + max(bars, 600) + RIGHT;
    const int names = TOP + EXPERIMENT_DEPTHS * (HEIGHT + PANEL_GAP) - PANEL_GAP / 4;
    const double decades = decades_of(e);
    char words[200];
    Text t = text_in(words, sizeof words);

    svg_begin(out, width, names + (int)e->finished * NAME_LINE + NAME_LINE);
    fprintf(out, "<title>%s</title>\n", title);
    svg_text(out, LEFT, 28, " font-size=\"18\"", title);
    lab_config_write(&t, &e->config);
    text_add(&t, "; the scale is one of powers of ten");
    svg_text(out, LEFT, 48, "", words);
    draw_legend(out, LEFT + 380, 66, without_color, "without");
    draw_legend(out, LEFT + 460, 66, with_color, "with");
    for (int d = 0; d < EXPERIMENT_DEPTHS; d++)
        draw_panel(out, &(ChartPanel){.e = e,
                                      .d = d,
                                      .top = TOP + d * (HEIGHT + PANEL_GAP),
                                      .width = width - LEFT - RIGHT,
                                      .decades = decades});
    draw_names(out, e, names);
    fputs("</svg>\n", out);
}
