/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graphs of a report, as elements of its page. */
#ifndef ALULA_REPORT_GRAPH_H
#define ALULA_REPORT_GRAPH_H

#include "report.h"

/* Lengths are in units of the picture; the page's script knows the first four. */
enum {
    GRAPH_LEFT = 60,
    GRAPH_WIDTH = 732,
    GRAPH_TOP = 10,
    GRAPH_HEIGHT = 260,
    GRAPH_RIGHT = 8,
    GRAPH_BELOW = 26
};

/* Writes the CSS rules for their colors, without <style>. */
void report_graph_style(FILE *out);

/* Writes the graph of winning chances over the moves. */
void report_graph_chances(FILE *out, const Report *r);

/* Writes the graph of times per move; only for a report with clocks. */
void report_graph_times(FILE *out, const Report *r);

#endif
