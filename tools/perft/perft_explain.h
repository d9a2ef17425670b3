/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a move generator forgets, in words: from the moves that it has too many or too few. */
#ifndef ALULA_PERFT_PERFT_EXPLAIN_H
#define ALULA_PERFT_PERFT_EXPLAIN_H

#include "base/text.h"
#include "perft_answer.h"

/* A position in which a program and we disagree. */
typedef struct {
    const Position *root; /* where the line begins */
    const Move *line;     /* the legal moves from there */
    size_t plies;
    const Position *here; /* after the line */
    Square root_jumped;   /* the same before the line */
    Square jumped;        /* behind a pawn that made a double step last, or NO_SQUARE */
    bool made;            /* set up as FEN, the position is right: the moves are made wrongly */
    bool chess960;
    const PerftAnswerMove *missing, *extra; /* as perft_answer_line() writes them */
    size_t missing_count, extra_count;
} PerftFault;

/*
 * Write the causes, one a line, each with its moves: "castling out of check: e1g1 e1c1". False,
 * with "differs here, cause unknown", if there is none that is known.
 */
bool perft_explain(Text *out, const PerftFault *f);

/*
 * The cause of a wrong count `depth` plies below a position of which the moves are not known:
 * a line that was made wrongly and explains exactly that count. False if there is none.
 */
bool perft_explain_count(Text *out, const PerftFault *f, int depth, uint64_t count);

/*
 * The causes that make exactly `difference` moves too many here, or too few if it is negative. For
 * engines that do not list their moves; each line begins with "perhaps". False if there is none.
 */
bool perft_guess(Text *out, const PerftFault *f, int64_t difference);

/* For perft_explain(): a board after the line that explains the moves. False if there is none. */
bool perft_explain_state(Text *out, const PerftFault *f);

#endif
