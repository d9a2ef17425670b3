/* SPDX-License-Identifier: GPL-3.0-or-later */
#define EVAL_TRACE
#include "eval_trace.h"

#include <string.h>

#include "endgame.h"
#include "eval_terms.h"

const EvalGroup *eval_groups(int *count) {
    static const EvalGroup groups[] = {
#define X(name, rows, columns, text) {#name, text, W_##name, rows, columns},
        EVAL_GROUPS(X)
#undef X
    };

    *count = (int)(sizeof groups / sizeof *groups);
    return groups;
}

void eval_trace(EvalTrace *trace, const Position *p) {
    const Board *b = &p->board;
    PawnEntry pawns;
    Facts f;

    memset(trace, 0, sizeof *trace);
    facts_init(&f, b, trace);
    pawn_entry_fill(&f, &pawns);
    all_terms(&f, &pawns);
    trace->phase = phase_of(b);
    trace->halfmove_clock = p->halfmove_clock;
    for (Color c = WHITE; c <= BLACK; c++)
        trace->chances[c] = endgame_chances(b, c);
    trace->known = endgame_known(b, &trace->value);
    trace->value = trace->value > EVAL_MAX    ? EVAL_MAX
                   : trace->value < -EVAL_MAX ? -EVAL_MAX
                                              : trace->value;
}

void eval_trace_sum(const EvalTrace *trace, Color c, int first, int count, int *middlegame,
                    int *endgame) {
    *middlegame = *endgame = 0;
    for (int i = first; i < first + count; i++) {
        *middlegame += trace->count[c][i] * score_middlegame(eval_weight[i]);
        *endgame += trace->count[c][i] * score_endgame(eval_weight[i]);
    }
}

void eval_trace_danger(const EvalTrace *trace, Color c, int *middlegame, int *endgame) {
    eval_trace_sum(trace, c, W_DANGER_BASE, EVAL_WEIGHT_COUNT - W_DANGER_BASE, middlegame, endgame);
    *middlegame = danger_half(*middlegame);
    *endgame = danger_half(*endgame);
}

int eval_trace_value(const EvalTrace *trace) {
    int middlegame = 0, endgame = 0;

    for (Color c = WHITE; c <= BLACK; c++) {
        const int sign = c == WHITE ? 1 : -1;
        int mg, eg;

        eval_trace_sum(trace, c, 0, W_DANGER_BASE, &mg, &eg);
        middlegame += sign * mg;
        endgame += sign * eg;
        eval_trace_danger(trace, c, &mg, &eg);
        middlegame += sign * mg;
        endgame += sign * eg;
    }
    if (trace->known)
        return trace->value;
    return fade(blend(middlegame, endgame, trace->phase,
                      trace->chances[middlegame >= 0 ? WHITE : BLACK],
                      trace->chances[endgame >= 0 ? WHITE : BLACK]),
                trace->halfmove_clock);
}

double eval_trace_fade(int halfmove_clock) {
    return (double)fade(FADE_WHOLE, halfmove_clock) / FADE_WHOLE;
}
