/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Updates of the history tables by the search. */
#ifndef ALULA_SEARCH_HISTORY_H
#define ALULA_SEARCH_HISTORY_H

#include "worker.h"

/* Moves searched at a node before the best one; they get a malus at a beta cutoff. */
typedef struct {
    Move quiet[64], noisy[32];
    int quiets, noisies;
} MovesTried;

/* Adds a searched move; moves beyond the capacity are dropped. */
void moves_tried_add(MovesTried *t, Move m, bool is_quiet);

/*
 * Updates histories after a beta cutoff (fail high) by `best` at `depth` plies: killer move, bonus
 * for `best` in the quiet or capture history and continuation histories, malus for the moves tried
 * before.
 */
void update_histories(Worker *w, Node *n, Move best, bool is_quiet, const MovesTried *t, int depth);

/*
 * Eval history: gives the quiet move that led to `n` a bonus if the static evaluation rose for the
 * side that played it, or a malus if it fell.
 */
void update_eval_history(Worker *w, Node *n);

/*
 * Fail low with `score`: the move that led to `n` refuted every reply, so it gets a bonus, a larger
 * one if it came late or if the score is below the static evals.
 */
void reward_prior_move(Worker *w, Node *n, int score, int depth);

/*
 * TT cutoff (fail high): gives the TT move `m` a bonus if it is a legal quiet move, and the quiet
 * move that led to `n` a malus if it was one of the first.
 */
void update_after_tt_cutoff(Worker *w, Node *n, Move m, int depth);

/*
 * LMR re-search: updates the continuation history of the quiet move `m`, with a bonus if the
 * full-depth search confirmed that it beats alpha, a malus if not.
 */
void update_after_research(Worker *w, Node *n, Move m, bool beats_alpha, int depth);

/*
 * Updates the correction history by the difference of score and static evaluation, unless the node
 * was in check, a capture explains the difference, or the bound allows no conclusion.
 */
void update_correction_history(const Worker *w, const Node *n, Move best, int score, Bound bound,
                               int depth);

#endif
