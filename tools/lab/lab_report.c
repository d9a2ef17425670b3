/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "alula-lab.h"

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

void lab_report_head(const char *label, bool sums) {
    printf("%-52s %13s %9s %9s %6s%s\n", label, "nodes", "ms", "branching", "first",
           sums ? "" : "    score  move");
}

/* Prints the columns that rows of searches and of sums share. */
static void put_figures(const char *label, const LabTotals *t, int depth) {
    const double mean = (double)t->nodes / (double)(t->searches ? t->searches : 1);
    char first[16] = "-";

    if (t->beta_cutoffs)
        snprintf(first, sizeof first, "%.0f %%",
                 100.0 * (double)t->first_move_cutoffs / (double)t->beta_cutoffs);
    printf("%-52s %13" PRIu64 " %9" PRId64 " %9.2f %6s", label, t->nodes, t->us / 1000,
           lab_branching(mean, depth), first);
}

static void put_end(const char *remark) {
    printf("%s%s\n", *remark ? "  " : "", remark);
    fflush(stdout);
}

void lab_report_row(const char *label, const Position *p, const LabResult *r, int depth,
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
    put_figures(label, &t, depth);
    printf(" %8s  %s", score, move);
    put_end(remark);
}

void lab_report_json(Json *j, const char *position, const char *techniques, const Position *p,
                     const LabResult *r, int depth, const char *remark) {
    const int plies = LAB_MATE - abs(r->score), moves = (plies + 1) / 2;
    Text move = TEXT_OF(NOTATION_SIZE);

    if (r->move != NO_MOVE)
        notation_write_san(&move, p, r->move);
    json_open(j, NULL, '{');
    json_text(j, "position", position);
    json_text(j, "techniques", techniques);
    json_whole(j, "depth", depth);
    json_count(j, "nodes", r->nodes);
    json_count(j, "evaluations", r->evaluations);
    json_whole(j, "ms", r->us / 1000);
    json_real(j, "branching", lab_branching((double)r->nodes, depth), 3);
    json_count(j, "cutoffs", r->beta_cutoffs);
    json_count(j, "first_move_cutoffs", r->first_move_cutoffs);
    if (plies <= LAB_MAX_PLY) {
        json_null(j, "cp");
        json_whole(j, "mate", r->score < 0 ? -moves : moves);
    } else {
        json_whole(j, "cp", r->score);
        json_null(j, "mate");
    }
    json_text(j, "move", move.length ? move.at : NULL);
    json_text(j, "remark", *remark ? remark : NULL);
    json_close(j, '}');
}

void lab_report_json_counts(Json *j, size_t positions, size_t compared, int wrong, bool complete) {
    json_close(j, ']');
    json_count(j, "positions", positions);
    json_count(j, "compared", compared);
    json_whole(j, "wrong", wrong);
    json_flag(j, "complete", complete);
}

void lab_report_totals(const char *label, const LabTotals *t, int depth, const char *remark) {
    put_figures(label, t, depth);
    put_end(remark);
}
