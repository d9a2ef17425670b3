/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the search updates the history tables. */
#ifndef ALULA_SEARCH_HISTORY_H
#define ALULA_SEARCH_HISTORY_H

#include "worker.h"

/* Moves searched at a node before the best one; they get a malus at a beta cutoff. */
typedef struct {
    Move quiet[64], noisy[32];
    int quiets, noisies;
} MovesTried;

/* Add a searched move; moves beyond the capacity are dropped. */
void moves_tried_add(MovesTried *t, Move m, bool is_quiet);

/*
 * Beta cutoff (fail high) by `best` at `depth` plies: killer move, bonus for it in the quiet or
 * capture history and continuation histories, malus for the moves tried before it.
 */
void update_histories(Worker *w, Node *n, Move best, bool is_quiet, const MovesTried *t, int depth);

/*
 * Eval history: the quiet move that led to `n` gets a bonus for the static evaluation it gained
 * its side, or a malus for what it lost.
 */
void update_eval_history(Worker *w, Node *n);

/*
 * Fail low with `score`: the move that led to `n` refuted everything, so it gets a bonus, a larger
 * one if it came late, or if the score is below the static evals.
 */
void reward_prior_move(Worker *w, Node *n, int score, int depth);

/*
 * TT cutoff (fail high) by the score of the TT: bonus for its move, `m`, if that is a legal quiet
 * one, and a malus for the quiet move that led to `n` if it was one of the first.
 */
void update_after_tt_cutoff(Worker *w, Node *n, Move m, int depth);

/*
 * LMR re-search: continuation history of the quiet move `m`, bonus if the full-depth search
 * confirmed that it beats alpha, malus if not.
 */
void update_after_research(Worker *w, Node *n, Move m, bool beats_alpha, int depth);

/*
 * Correction history: learn the difference of score and static evaluation, unless the node was in
 * check, a capture explains the difference, or the bound allows no conclusion.
 */
void update_correction_history(const Worker *w, const Node *n, Move best, int score, Bound bound,
                               int depth);

#endif
