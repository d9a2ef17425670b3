/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Explanations of move generator bugs, from illegal moves that are generated and legal moves that
 * are missing.
 */
#ifndef ALULA_PERFT_PERFT_EXPLAIN_H
#define ALULA_PERFT_PERFT_EXPLAIN_H

#include "base/text.h"
#include "perft_answer.h"

/* A position in which a program and Alula disagree. */
typedef struct {
    const Position *root; /* start of the line */
    const Move *line;     /* legal moves from there */
    size_t plies;
    const Position *here; /* position after the line */
    Square root_jumped;   /* `jumped` before the line */
    Square jumped;        /* square behind a pawn that just made a double step, or NO_SQUARE */
    bool made;            /* correct if set up as FEN: the moves are made wrongly */
    bool chess960;
    const PerftAnswerMove *missing, *extra; /* as written by perft_answer_line() */
    size_t missing_count, extra_count;
} PerftFault;

/*
 * Writes the causes, one per line, with their moves: "castling out of check: e1g1 e1c1". Returns
 * false, with "differs here, cause unknown", if no cause is known.
 */
bool perft_explain(Text *out, const PerftFault *f);

/*
 * Explains a wrong perft count at `depth` of an engine that does not list its moves: finds an error
 * in making the moves of the line that gives exactly this count. Returns false if there is none.
 */
bool perft_explain_count(Text *out, const PerftFault *f, int depth, uint64_t count);

/*
 * Writes causes that add exactly `difference` moves here, or remove moves if it is negative, for
 * engines that do not list their moves; each line begins with "perhaps". Returns false if there is
 * no such cause.
 */
bool perft_guess(Text *out, const PerftFault *f, int64_t difference);

/*
 * Finds a wrong board after the line that accounts for the missing and extra moves; called by
 * perft_explain(). Returns false if no such board is found.
 */
bool perft_explain_state(Text *out, const PerftFault *f);

#endif
