/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chart.h"

#include <math.h>

#include "text.h"

/* --- text ------------------------------------------------------------------------------------ */

static void write_element(FILE *out, const char *tag, const char *words) {
    xml_text(out, words);
    fprintf(out, "</%s>\n", tag);
}

void chart_text(FILE *out, double x, double y, const char *attributes, const char *words) {
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\"%s>", x, y, attributes);
    write_element(out, "text", words);
}

void chart_begin(FILE *out, int width, int height, const char *title, const char *subtitle) {
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">\n<title>",
            width, height, width, height);
    write_element(out, "title", title);
    fputs("<desc>", out);
    write_element(out, "desc", subtitle);
    fputs("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n", out);
    chart_text(out, CHART_LEFT, 30, " font-size=\"18\"", title);
    chart_text(out, CHART_LEFT, 52, "", subtitle);
}

void chart_end(FILE *out) {
    fputs("</svg>\n", out);
}

void chart_legend(FILE *out, int x, int y, const char *color, const char *words) {
    fprintf(out, "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" fill=\"%s\"/>\n", x, y - 11,
            color);
    chart_text(out, x + CHART_LINE, y, "", words);
}

/* --- axes ------------------------------------------------------------------------------------ */

double chart_x(const ChartPanel *p, double x) {
    return (double)CHART_LEFT + p->width * (x - p->left) / (p->right - p->left);
}

static double y_of(const ChartPanel *p, double y) {
    const double part = p->logarithmic ? log(fmax(y, p->low) / p->low) / log(p->high / p->low)
                                       : (y - p->low) / (p->high - p->low);

    return p->top + p->height * (1 - part);
}

/* Returns a step of 1, 2 or 5 times a power of ten, with at most `steps` of them in the span. */
static double round_step(double span, int steps) {
    double step = pow(10, floor(log10(span / steps)));

    for (int i = 0; span / step > steps + 1e-9; i++)
        step *= i % 3 == 1 ? 2.5 : 2;
    return step;
}

void chart_fit(ChartPanel *p, double low, double high, int steps) {
    p->step = round_step(high - low, steps);
    p->low = floor(low / p->step + 1e-9) * p->step;
    p->high = ceil(high / p->step - 1e-9) * p->step;
}

/* Writes the outline of the panel. */
static void write_outline(const ChartPanel *p) {
    fprintf(p->out, "<path d=\"M%d %dh%dv%dH%dz\"", CHART_LEFT, p->top, p->width, p->height,
            CHART_LEFT);
}

void chart_frame(const ChartPanel *p, const char *title) {
    fprintf(p->out, "<clipPath id=\"at%d\">", p->top);
    write_outline(p);
    fputs("/></clipPath>\n", p->out);
    write_outline(p);
    fputs(" fill=\"none\" stroke=\"#888\"/>\n", p->out);
    chart_text(p->out, CHART_LEFT, p->top - 10, " font-weight=\"bold\"", title);
}

void chart_y_tick(const ChartPanel *p, double y, const char *label) {
    fprintf(p->out, "<path d=\"M%d %.1fh%d\" stroke=\"#ddd\"/>\n", CHART_LEFT, y_of(p, y),
            p->width);
    chart_text(p->out, CHART_LEFT - 8, y_of(p, y) + 4, " text-anchor=\"end\"", label);
}

void chart_y_axis(const ChartPanel *p, const char *unit) {
    const int decimals = p->step < 1 ? (int)ceil(-log10(p->step) - 1e-9) : 0;
    char words[40];

    for (int i = 0; p->low + i * p->step < p->high + p->step / 2; i++) {
        const double y = p->low + i * p->step;

        snprintf(words, sizeof words, "%.*f%s", decimals, fabs(y) < p->step / 2 ? 0 : y, unit);
        chart_y_tick(p, y, words);
    }
}

void chart_x_label(const ChartPanel *p, double x, const char *label) {
    chart_text(p->out, chart_x(p, x), p->top + p->height + CHART_LINE, " text-anchor=\"middle\"",
               label);
}

void chart_x_title(const ChartPanel *p, const char *title) {
    chart_text(p->out, CHART_LEFT + p->width, p->top + p->height + 2 * CHART_LINE,
               " text-anchor=\"end\"", title);
}

void chart_x_axis(const ChartPanel *p, int ticks, const char *title) {
    const double step = fmax(1, round_step(p->right - p->left, ticks));
    char words[40];

    for (double x = ceil(p->left / step) * step; x <= p->right; x += step) {
        fprintf(p->out, "<path d=\"M%.1f %dv-6\" stroke=\"#888\"/>\n", chart_x(p, x),
                p->top + p->height);
        snprintf(words, sizeof words, "%.0f", x);
        chart_x_label(p, x, words);
    }
    chart_x_title(p, title);
}

void chart_level(const ChartPanel *p, double y, const char *color, const char *words) {
    const bool upper = y > (p->low + p->high) / 2;
    char attributes[32];

    fprintf(p->out, "<path d=\"M%d %.1fh%d\" stroke=\"%s\" stroke-dasharray=\"6 4\"/>\n",
            CHART_LEFT, y_of(p, y), p->width, color);
    snprintf(attributes, sizeof attributes, " fill=\"%s\"", color);
    chart_text(p->out, CHART_LEFT + 8, y_of(p, y) + (upper ? 16 : -6), attributes, words);
}

/* --- series ---------------------------------------------------------------------------------- */

/*
 * Writes the points of a line, or the lower and then the upper edge of a band: about one point per
 * pixel, and always the last one.
 */
static void write_points(const ChartPanel *p, ChartSeries *read, const void *series, size_t points,
                         bool band) {
    const size_t step = points / (size_t)p->width + 1, plotted = (points + step - 2) / step + 1;

    for (size_t k = 0; points && k < (band ? 2 * plotted : plotted); k++) {
        const bool back = k >= plotted;
        const size_t i = (back ? 2 * plotted - 1 - k : k) * step;
        const ChartPoint at = read(series, i < points ? i : points - 1);

        fprintf(p->out, "%.1f,%.1f ", chart_x(p, at.x),
                y_of(p, !band  ? at.y
                        : back ? at.high
                               : at.low));
    }
    fputs("\"/>\n", p->out);
}

void chart_line(const ChartPanel *p, const char *color, ChartSeries *read, const void *series,
                size_t points) {
    fprintf(p->out,
            "<polyline clip-path=\"url(#at%d)\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\" "
            "points=\"",
            p->top, color);
    write_points(p, read, series, points, false);
}

void chart_band(const ChartPanel *p, const char *color, ChartSeries *read, const void *series,
                size_t points) {
    fprintf(p->out, "<polygon clip-path=\"url(#at%d)\" fill=\"%s\" fill-opacity=\"0.2\" points=\"",
            p->top, color);
    write_points(p, read, series, points, true);
}

void chart_dot(const ChartPanel *p, const char *color, ChartPoint at) {
    if (at.y >= p->low && at.y <= p->high)
        fprintf(p->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n", chart_x(p, at.x),
                y_of(p, at.y), color);
}

void chart_interval(const ChartPanel *p, const char *color, ChartPoint at) {
    fprintf(p->out, "<path d=\"M%.1f %.1fV%.1f\" stroke=\"%s\" stroke-width=\"2\"/>\n",
            chart_x(p, at.x), y_of(p, at.low), y_of(p, at.high), color);
    chart_dot(p, color, at);
}

void chart_bar(const ChartPanel *p, const char *color, ChartPoint at, int width,
               const char *label) {
    const double x = chart_x(p, at.x), y = y_of(p, at.y);
    char attributes[96];

    fprintf(p->out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" fill=\"%s\"/>\n", x,
            y, width, p->top + p->height - y, color);
    snprintf(attributes, sizeof attributes, " font-size=\"9\" transform=\"rotate(-90 %.1f %.1f)\"",
             x + width - 4, y - 4);
    chart_text(p->out, x + width - 4, y - 4, attributes, label);
}
