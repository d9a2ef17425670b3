/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An evaluation taken apart: how often each weight counts. The terms are those of eval_position(),
 * compiled a second time to be counted; see eval_terms.h.
 */
#ifndef ALULA_EVAL_TRACE_H
#define ALULA_EVAL_TRACE_H

#include "eval_weights.h"
#include "position.h"

/* A name for each group of weights, where they begin and how many there are. */
typedef struct {
    const char *name, *text;
    int first, rows, columns;
} EvalGroup;

enum { EVAL_PHASE_MAX = 24 };

/*
 * Linear weights add count * weight to their color's score, those of the danger to the danger that
 * this color is to the other king; danger_worth() makes scores of those two.
 */
typedef struct {
    int16_t count[COLOR_COUNT][EVAL_WEIGHT_COUNT];
    int phase;                /* EVAL_PHASE_MAX at the start of a game, 0 with pawns alone */
    int chances[COLOR_COUNT]; /* 64ths of an advantage that count, if this color has it */
    int halfmove_clock;       /* of the position: values fade as it grows */
    bool known;               /* the value comes from knowledge, not from weights: */
    int value;                /* then this, for White */
} EvalTrace;

/* The groups in the order of their weights; *count tells how many. */
const EvalGroup *eval_groups(int *count);

/* Take an evaluation apart. */
void eval_trace(EvalTrace *trace, const Position *p);

/* Both scores of a color's groups first to last, danger not among them. */
void eval_trace_sum(const EvalTrace *trace, Color c, int first, int count, int *middlegame,
                    int *endgame);

/* The danger that a color is to the other king, as scores. */
void eval_trace_danger(const EvalTrace *trace, Color c, int *middlegame, int *endgame);

/* Put together again: what eval_position() says, for White. */
int eval_trace_value(const EvalTrace *trace);

/* What is left of a value when nothing has happened for so many plies: a part of 1. */
double eval_trace_fade(int halfmove_clock);

#endif
