/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What alula-lab makes of the searches of tree.h. */
#ifndef ALULA_LAB_H
#define ALULA_LAB_H

#include <stdio.h>

#include "base/json.h"
#include "tools/common/epdsuite.h"
#include "tree.h"

/* --- the built-in test positions, and the names of positions --------------------------------- */

/* Fills a zeroed EpdSuite with ten positions: openings, middlegames and endings. */
void positions_builtin(EpdSuite *suite);

/* Writes "3  rook ending": the number from 1 and the id, or else the FEN. */
void positions_name(Text *out, const EpdSuite *suite, size_t index);

/* --- tables of search results, one row for each search or sum -------------------------------- */

/* Sums over searches. */
typedef struct {
    size_t searches;
    uint64_t nodes, beta_cutoffs, first_move_cutoffs;
    int64_t us;
} LabTotals;

/* Adds the counts of a search. */
void lab_totals_add(LabTotals *t, const LabResult *r);

/* Writes "+0.25"; "#3" for mate in 3 moves, "#-3" for being mated. */
void lab_report_score(Text *out, int score);

/*
 * Prints the titles of the columns: label, nodes, ms, branching factor and first-move cutoffs, then
 * (except for rows of sums) score and moves.
 */
void lab_report_head(const char *label, bool sums);

/* Prints the row of a search. `remark` is printed last and may be empty. */
void lab_report_row(const char *label, const Position *p, const LabResult *r, int depth,
                    const char *remark);

/* Adds a search as an element of an array. */
void lab_report_json(Json *j, const char *position, const char *techniques, const Position *p,
                     const LabResult *r, int depth, const char *remark);

/* Ends the array, and adds counts: positions, scores compared, and those that are wrong. */
void lab_report_json_counts(Json *j, size_t positions, size_t compared, int wrong, bool complete);

/* Prints a row of sums. The branching factor is that of the mean nodes. */
void lab_report_totals(const char *label, const LabTotals *t, int depth, const char *remark);

/* --- the ladder of techniques: what each saves, and a check that it changes no score --------- */

typedef struct {
    int depth;
    LabMethod from; /* skip steps of simpler methods */
    LabFault fault; /* deliberate bug in every step */
    Json *json;     /* instead of tables; or NULL */
} ComparePlan;

/*
 * Searches every position with every step of the ladder and prints a table. All exact steps of a
 * group must have the same score, and a best move that minimax has found too. Returns the exit
 * status: 0; 1 if something differs; TOOL_INTERRUPTED if stopped, after the sums of the finished
 * positions.
 */
int compare_run(Lab *lab, const EpdSuite *suite, const ComparePlan *plan);

/* --- nodes of a search without and with a transposition table -------------------------------- */

/*
 * Searches every position with ordered alpha-beta without quiescence, at depth - 2 and at depth,
 * with and without a TT, and prints a table of nodes, or adds to `json` if that is not NULL. Draws
 * a bar chart to the file `svg`: two bars for each position, on a logarithmic scale. Returns the
 * exit status: 0; 1 if the TT changes a score or a file cannot be written; TOOL_INTERRUPTED if
 * stopped, after the results of the finished positions.
 */
int experiment_run(Lab *lab, const EpdSuite *suite, int depth, LabFault fault, const char *svg,
                   Json *json);

#endif
