/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tables say about positions and moves of a drill. */
#ifndef ALULA_DRILL_VERDICT_H
#define ALULA_DRILL_VERDICT_H

#include "protocol/frontend.h"

typedef struct {
    int result; /* for the strong side: 1 won, 0 drawn, -1 lost */
    int moves;  /* moves of the strong side to mate; 0: unknown, or not won */
} DrillVerdict;

/*
 * Judges a position by the tables against a bare king, by solved endings, by the table of king and
 * pawn, or by Syzygy tables. Returns false if no table has the position.
 */
bool verdict_find(Frontend *f, const Position *p, Color strong, DrillVerdict *out);

/* In a drill, says whether the last move, by the winning side, has won, delayed or lost the win. */
void console_judge_drill(Frontend *f);

/* Adds the distance to mate by the table, if it is the winning side's turn in a drill. */
void console_add_drill(Text *text, Frontend *f);

/* Frees the endings that drill has solved. */
void console_free_endings(Frontend *f);

#endif
