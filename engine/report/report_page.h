/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a report page. Each function writes complete HTML elements. */
#ifndef ALULA_REPORT_PAGE_H
#define ALULA_REPORT_PAGE_H

#include "report.h"
#include "report_words.h"

/* Writes text from any source, isolated from the text direction around it. */
void page_foreign(FILE *out, Word words);

/* "1–0" and so on, indexed by PgnResult. */
extern const char *const page_result[];

/* Writes a mark after a move, with its name for screen readers; nothing for NO_MARK. */
void page_mark(FILE *out, Mark mark);

/*
 * Writes a line of moves as a link to the nth position of the game, where the script shows the
 * position after this many moves of the best line.
 */
void page_variation(FILE *out, const Text *line, size_t number, size_t n, int moves);

/* Writes the board and the list of moves. */
void page_moves(FILE *out, const Report *r, size_t number);

/* Writes the key moments: the moves that lost most, with exercises. */
void page_keys(FILE *out, const Report *r, size_t number);

/* Writes the heading, and tables of all games and players unless there is one game. */
void page_index(FILE *out, const ReportIndex *index);

/* Writes the page title: "White – Black, game report", "Report of 12 games". */
void page_title(FILE *out, const ReportIndex *index);

/* Lengths are in SVG user units; the script of the page knows the first four. */
enum {
    GRAPH_LEFT = 60,
    GRAPH_WIDTH = 732,
    GRAPH_TOP = 10,
    GRAPH_HEIGHT = 260,
    GRAPH_RIGHT = 8,
    GRAPH_BELOW = 26
};

/* Writes the CSS rules for the colors of the graphs, without <style>. */
void report_graph_style(FILE *out);

/* Writes the graph of winning chances over the moves. */
void report_graph_chances(FILE *out, const Report *r);

/* Writes the graph of times per move; only for a report with clocks. */
void report_graph_times(FILE *out, const Report *r);

/* Writes a table cell: a number, or a dash if the number is unknown. */
void page_cell(FILE *out, double value, int decimals, const char *unit);

#endif
