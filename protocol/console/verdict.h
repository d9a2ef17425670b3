/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tables know of a position in a drill, and of the moves there. */
#ifndef ALULA_VERDICT_H
#define ALULA_VERDICT_H

#include "protocol/frontend.h"

typedef struct {
    int result; /* for the strong side: 1 won, 0 drawn, -1 lost */
    int moves;  /* of the strong side to mate, if it is known and won; else 0 */
} Verdict;

/*
 * Judges a position by the tables against a bare king, by solved endings, by the table of king and
 * pawn, or by Syzygy tables. Returns false if none of them knows it.
 */
bool verdict_find(Frontend *f, const Position *p, Color strong, Verdict *out);

/* In a drill, says what the last move has done to the win, if it was one of the winning side. */
void console_judge_drill(Frontend *f);

/* Adds how far mate is by the table, on the winning side's turn in a drill that a table knows. */
void console_add_drill(Text *text, Frontend *f);

/* Forgets the endings that drill has solved. */
void console_free_endings(Frontend *f);

#endif
