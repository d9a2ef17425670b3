/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graphs of a report, as elements of its page. */
#ifndef ALULA_REPORT_GRAPH_H
#define ALULA_REPORT_GRAPH_H

#include "report.h"

/* Lengths are in units of the picture; the page's script knows the first three. */
enum {
    GRAPH_LEFT = 44,
    GRAPH_WIDTH = 748,
    GRAPH_TOP = 8,
    GRAPH_HEIGHT = 200,
    GRAPH_RIGHT = 8,
    GRAPH_BELOW = 26
};

/* The rules of their colors, without <style>. */
void report_graph_style(FILE *out);

/* Winning chances over the moves. */
void report_graph_chances(FILE *out, const Report *r);

/* The time used for each move; only for a report with clocks. */
void report_graph_times(FILE *out, const Report *r);

#endif
