/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ladder of techniques: the nodes that each saves, and a check that it changes no score. */
#include "alula-lab.h"
#include "chess/fen.h"
#include "tools/common/tool.h"

/* Steps with the same horizon and extensions have the same score; null move pruning is inexact. */
typedef enum { FIXED_DEPTH, QUIESCENCE, CHECKS, INEXACT } Group;

typedef struct {
    Group group;
    const char *name; /* "ordered": MVV/LVA, killers, history */
    LabMethod method;
    unsigned techniques;
} LadderStep;

enum { ORDER = LAB_ORDERED, DEEPEN = LAB_ORDERED | LAB_TT | LAB_DEEPENING };

/* clang-format off */
static const LadderStep ladder[] = {
    {FIXED_DEPTH, "minimax", LAB_MINIMAX, 0},
    {FIXED_DEPTH, "minimax, table", LAB_MINIMAX, LAB_TT},
    {FIXED_DEPTH, "alpha-beta", LAB_ALPHABETA, 0},
    {FIXED_DEPTH, "alpha-beta, MVV/LVA", LAB_ALPHABETA, LAB_MVVLVA},
    {FIXED_DEPTH, "alpha-beta, MVV/LVA, killers", LAB_ALPHABETA, LAB_MVVLVA | LAB_KILLERS},
    {FIXED_DEPTH, "alpha-beta, ordered", LAB_ALPHABETA, ORDER},
    {FIXED_DEPTH, "alpha-beta, table", LAB_ALPHABETA, LAB_TT},
    {FIXED_DEPTH, "alpha-beta, ordered, table", LAB_ALPHABETA, ORDER | LAB_TT},
    {FIXED_DEPTH, "PVS", LAB_PVS, 0},
    {FIXED_DEPTH, "PVS, ordered", LAB_PVS, ORDER},
    {FIXED_DEPTH, "PVS, ordered, table", LAB_PVS, ORDER | LAB_TT},
    {FIXED_DEPTH, "PVS, ordered, table, deepening", LAB_PVS, DEEPEN},
    {QUIESCENCE, "alpha-beta, MVV/LVA, quiescence", LAB_ALPHABETA, LAB_MVVLVA | LAB_QUIESCENCE},
    {QUIESCENCE, "PVS, ordered, quiescence", LAB_PVS, ORDER | LAB_QUIESCENCE},
    {QUIESCENCE, "PVS, ordered, table, deepening, quiescence", LAB_PVS, DEEPEN | LAB_QUIESCENCE},
    {CHECKS, "alpha-beta, MVV/LVA, quiescence, checks", LAB_ALPHABETA,
     LAB_MVVLVA | LAB_QUIESCENCE | LAB_CHECKS},
    {CHECKS, "PVS, ordered, table, deepening, quiescence, checks", LAB_PVS,
     DEEPEN | LAB_QUIESCENCE | LAB_CHECKS},
    {INEXACT, "the same with null moves", LAB_PVS,
     DEEPEN | LAB_QUIESCENCE | LAB_CHECKS | LAB_NULL_MOVE},
};
/* clang-format on */

enum { STEPS = (int)(sizeof ladder / sizeof *ladder) };

typedef struct {
    Lab *lab;
    const ComparePlan *plan;
    LabTotals totals[STEPS];
    int scores, moves, wrong; /* compared scores and moves; results that differ */
    size_t finished;
} Comparison;

static bool is_best(const LabResult *first, Move m) {
    for (size_t i = 0; i < first->best_count; i++)
        if (first->best_moves[i] == m)
            return true;
    return !first->best_count;
}

/* Compares a result with the first one of its group. Returns the remark for the row. */
static const char *check(Comparison *c, const LadderStep *step, const LabResult *first,
                         const LabResult *r) {
    if (step->group == INEXACT)
        return first->score == r->score ? "" : "differs, as allowed";
    c->scores++;
    c->moves += first->best_count > 0;
    if (first->score == r->score && is_best(first, r->move))
        return "";
    c->wrong++;
    return first->score != r->score ? "WRONG SCORE" : "WRONG MOVE";
}

/* Searches a position with each step of the ladder. Returns false if stopped. */
static bool compare_position(Comparison *c, const char *name, const Position *p,
                             LabResult result[STEPS]) {
    const LadderStep *first = NULL;
    LabResult expected = {0};

    for (int i = 0; i < STEPS; i++) {
        const LadderStep *step = &ladder[i];
        const LabConfig config = {step->method, step->techniques, c->plan->fault};
        const char *remark = "";

        if (config.method < c->plan->from)
            continue;
        result[i] = lab_search(c->lab, p, &config, c->plan->depth);
        if (result[i].stopped)
            return false;
        if (!first || (step->group != first->group && step->group != INEXACT)) {
            first = step;
            expected = result[i];
        } else {
            remark = check(c, step, &expected, &result[i]);
        }
        if (c->plan->json)
            lab_report_json(c->plan->json, name, step->name, p, &result[i], c->plan->depth, remark);
        else
            lab_report_row(step->name, p, &result[i], c->plan->depth, remark);
    }
    return true;
}

static void report_sums(const Comparison *c) {
    const LabTotals *first = NULL;

    printf("totals of %zu position%s, depth %d\n", c->finished, c->finished == 1 ? "" : "s",
           c->plan->depth);
    lab_report_head("", true);
    for (int i = 0; i < STEPS; i++) {
        const LabTotals *t = &c->totals[i];
        char times[40];

        if (!t->searches)
            continue;
        first = first ? first : t;
        snprintf(times, sizeof times, "%.1f times fewer",
                 (double)first->nodes / (double)(t->nodes ? t->nodes : 1));
        lab_report_totals(ladder[i].name, t, c->plan->depth, t == first ? "" : times);
    }
    printf("\n%d score%s and %d move%s compared: ", c->scores, c->scores == 1 ? "" : "s", c->moves,
           c->moves == 1 ? "" : "s");
    if (c->wrong)
        printf("%d wrong\n", c->wrong);
    else
        fputs("all agree\n", stdout);
}

int compare_run(Lab *lab, const EpdSuite *suite, const ComparePlan *plan) {
    Comparison c = {.lab = lab, .plan = plan};
    bool stopped = false;

    for (size_t i = 0; i < suite->count && !stopped; i++) {
        LabResult result[STEPS] = {0};
        Text text = TEXT_OF(FEN_SIZE + 40);

        positions_name(&text, suite, i);
        if (!plan->json)
            lab_report_head(text.at, false);
        stopped = !compare_position(&c, text.at, &suite->problem[i].position, result);
        for (int s = 0; s < STEPS && !stopped; s++)
            if (ladder[s].method >= plan->from)
                lab_totals_add(&c.totals[s], &result[s]);
        c.finished += !stopped;
        if (!plan->json)
            putchar('\n');
    }
    if (plan->json) {
        lab_report_json_counts(plan->json, c.finished, (size_t)c.scores, c.wrong, !stopped);
    } else {
        if (stopped)
            fputs("stopped\n\n", stdout);
        report_sums(&c);
    }
    return stopped ? TOOL_INTERRUPTED : c.wrong ? 1 : 0;
}
