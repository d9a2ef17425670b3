/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts as SVG: panels below each other, with axes, lines, bands, bars, intervals and a legend. */
#ifndef ALULA_CHART_H
#define ALULA_CHART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Lengths are in pixels; the origin is the upper left corner. */
enum {
    CHART_LEFT = 85,   /* left of a panel: room for the labels of its y axis */
    CHART_RIGHT = 30,  /* right of a panel */
    CHART_TOP = 90,    /* above the first panel: room for titles and a legend */
    CHART_BELOW = 60,  /* below a panel: room for its x axis */
    CHART_LINE = 18,   /* height of a line of text */
    CHART_LEGEND = 66, /* y of a legend in one line */
};

#define CHART_BLUE "#06c"
#define CHART_RED  "#c30"
#define CHART_GRAY "#999"

/* Begins an image with a title, which screen readers also get, and a subtitle below it. */
void chart_begin(FILE *out, int width, int height, const char *title, const char *subtitle);
void chart_end(FILE *out);

/*
 * Writes text at a point. `attributes` holds SVG attributes, each preceded by a blank, or is empty.
 * Bytes that are not valid UTF-8 or not allowed in XML become '?'.
 */
void chart_text(FILE *out, double x, double y, const char *attributes, const char *words);

/* Writes a legend entry: a square of this color and its meaning. */
void chart_legend(FILE *out, int x, int y, const char *color, const char *words);

/* A panel: its position in the image, and the values at its edges. */
typedef struct {
    FILE *out;
    int top, width, height;
    double left, right, low, high;
    double step;      /* between the grid lines of a linear y axis */
    bool logarithmic; /* y axis: low > 0 */
} ChartPanel;

/* Returns the x coordinate of a value, in pixels. */
double chart_x(const ChartPanel *p, double x);

/*
 * Fits a linear y axis to the values from low to high: round numbers at both ends, about `steps`
 * steps.
 */
void chart_fit(ChartPanel *p, double low, double high, int steps);

/* Draws the border of a panel and a title above it; must be called before drawing in the panel. */
void chart_frame(const ChartPanel *p, const char *title);

/* Draws horizontal grid lines, labeled with their values and this unit. */
void chart_y_axis(const ChartPanel *p, const char *unit);

/* Draws ticks at round integers, at most `ticks` of them, and the axis title. */
void chart_x_axis(const ChartPanel *p, int ticks, const char *title);

/*
 * Draw a horizontal grid line with a label; a label below the panel; the title of the x axis; a
 * dashed horizontal line with a text.
 */
void chart_y_tick(const ChartPanel *p, double y, const char *label);
void chart_x_label(const ChartPanel *p, double x, const char *label);
void chart_x_title(const ChartPanel *p, const char *title);
void chart_level(const ChartPanel *p, double y, const char *color, const char *words);

typedef struct {
    double x, y, low, high; /* low, high: an interval or band around y */
} ChartPoint;

/* Reads point i of a series. */
typedef ChartPoint ChartSeries(const void *series, size_t i);

/* Draw a line through the points, or the band between low and high. Long series are thinned out. */
void chart_line(const ChartPanel *p, const char *color, ChartSeries *read, const void *series,
                size_t points);
void chart_band(const ChartPanel *p, const char *color, ChartSeries *read, const void *series,
                size_t points);

/* Draw a dot, alone or with its interval. A dot above or below the panel is omitted. */
void chart_dot(const ChartPanel *p, const char *color, ChartPoint at);
void chart_interval(const ChartPanel *p, const char *color, ChartPoint at);

/* Draws a bar of this width whose left edge is at `at`, with a label along it. */
void chart_bar(const ChartPanel *p, const char *color, ChartPoint at, int width, const char *label);

#endif
