/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts as SVG: panels below each other, with axes, lines, bands, bars, intervals and a legend. */
#ifndef ALULA_CHART_H
#define ALULA_CHART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Lengths are in pixels, from the upper left corner. */
enum {
    CHART_LEFT = 85,   /* of a panel: room for the labels of its y axis */
    CHART_RIGHT = 30,  /* after it */
    CHART_TOP = 90,    /* above the first panel: room for titles and a legend */
    CHART_BELOW = 60,  /* below a panel: room for its x axis */
    CHART_LINE = 18,   /* of text */
    CHART_LEGEND = 66, /* where a legend in one line stands */
};

#define CHART_BLUE "#06c"
#define CHART_RED  "#c30"
#define CHART_GRAY "#999"

/* Begin a picture with this title, also for screen readers, and a line below it. */
void chart_begin(FILE *out, int width, int height, const char *title, const char *subtitle);
void chart_end(FILE *out);

/*
 * Text at a point; `attributes` of SVG are empty, or have a blank before each. Bytes that are no
 * UTF-8, or no characters of XML, become '?'.
 */
void chart_text(FILE *out, double x, double y, const char *attributes, const char *words);

/* A square of this color and what it stands for. */
void chart_legend(FILE *out, int x, int y, const char *color, const char *words);

/* A panel: where it is, and the values at its edges. */
typedef struct {
    FILE *out;
    int top, width, height;
    double left, right, low, high;
    double step;      /* between the grid lines of a linear y axis */
    bool logarithmic; /* y axis: low > 0 */
} ChartPanel;

/* The pixel of a value. */
double chart_x(const ChartPanel *p, double x);

/* Fit a linear y axis to these values: round numbers at its ends, and about `steps` steps. */
void chart_fit(ChartPanel *p, double low, double high, int steps);

/* Draw the border and a title above it; to be called first. */
void chart_frame(const ChartPanel *p, const char *title);

/* Draw grid lines with values, each followed by a unit. */
void chart_y_axis(const ChartPanel *p, const char *unit);

/* Draw ticks at round whole numbers, at most `ticks` of them, and what they count. */
void chart_x_axis(const ChartPanel *p, int ticks, const char *title);

/* A grid line and its label; a label below the panel; a line across with words at it. */
void chart_y_tick(const ChartPanel *p, double y, const char *label);
void chart_x_label(const ChartPanel *p, double x, const char *label);
void chart_x_title(const ChartPanel *p, const char *title);
void chart_level(const ChartPanel *p, double y, const char *color, const char *words);

typedef struct {
    double x, y, low, high; /* low and high: of an interval or a band around y */
} ChartPoint;

/* Reads point i of a series. */
typedef ChartPoint ChartSeries(const void *series, size_t i);

/* A line through the points, or the band between low and high. Long ones are thinned out. */
void chart_line(const ChartPanel *p, const char *color, ChartSeries *read, const void *series,
                size_t points);
void chart_band(const ChartPanel *p, const char *color, ChartSeries *read, const void *series,
                size_t points);

/* A dot, unless it is above or below the panel; the same with its interval. */
void chart_dot(const ChartPanel *p, const char *color, ChartPoint at);
void chart_interval(const ChartPanel *p, const char *color, ChartPoint at);

/* A bar of this width whose left edge is at `at`, with a label along it. */
void chart_bar(const ChartPanel *p, const char *color, ChartPoint at, int width, const char *label);

#endif
