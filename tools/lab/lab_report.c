/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab_report.h"

#include <inttypes.h>
#include <stdlib.h>

#include "chess/notation.h"

void lab_totals_add(LabTotals *t, const LabResult *r) {
    t->searches++;
    t->nodes += r->nodes;
    t->beta_cutoffs += r->beta_cutoffs;
    t->first_move_cutoffs += r->first_move_cutoffs;
    t->us += r->us;
}

void lab_report_score(Text *out, int score) {
    const int plies = LAB_MATE - abs(score);

    if (plies <= LAB_MAX_PLY)
        text_addf(out, "#%s%d", score < 0 ? "-" : "", (plies + 1) / 2);
    else
        notation_write_pawns(out, score);
}

void lab_report_head(FILE *out, const char *label, bool sums) {
    fprintf(out, "%-52s %13s %9s %9s %6s%s\n", label, "nodes", "ms", "branching", "first",
            sums ? "" : "    score  move");
}

/* Prints the columns that rows of searches and of sums share. */
static void put_figures(FILE *out, const char *label, const LabTotals *t, int depth) {
    const double mean = (double)t->nodes / (double)(t->searches ? t->searches : 1);
    char first[16] = "-";

    if (t->beta_cutoffs)
        snprintf(first, sizeof first, "%.0f %%",
                 100.0 * (double)t->first_move_cutoffs / (double)t->beta_cutoffs);
    fprintf(out, "%-52s %13" PRIu64 " %9" PRId64 " %9.2f %6s", label, t->nodes, t->us / 1000,
            lab_branching(mean, depth), first);
}

static void put_end(FILE *out, const char *remark) {
    fprintf(out, "%s%s\n", *remark ? "  " : "", remark);
    fflush(out);
}

void lab_report_row(FILE *out, const char *label, const Position *p, const LabResult *r, int depth,
                    const char *remark) {
    char score[16], move[NOTATION_SIZE];
    Text text = text_in(score, sizeof score);
    LabTotals t = {0};

    lab_report_score(&text, r->score);
    text = text_in(move, sizeof move);
    if (r->move != NO_MOVE)
        notation_write_san(&text, p, r->move);
    else
        text_add(&text, "-");
    lab_totals_add(&t, r);
    put_figures(out, label, &t, depth);
    fprintf(out, " %8s  %s", score, move);
    put_end(out, remark);
}

void lab_report_totals(FILE *out, const char *label, const LabTotals *t, int depth,
                       const char *remark) {
    put_figures(out, label, t, depth);
    put_end(out, remark);
}
