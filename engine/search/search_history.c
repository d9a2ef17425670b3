/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search_history.h"

#include <assert.h>

#include "chess/movegen.h"

/*
 * Continuation history is kept for the moves 1, 2, 4 and 6 plies before (1 ply: counter moves), the
 * last with half the bonus.
 */
static const int continuation_plies[] = {1, 2, 4, 6};

void moves_tried_add(MovesTried *t, Move m, bool is_quiet) {
    if (is_quiet && t->quiets < 64)
        t->quiet[t->quiets++] = m;
    else if (!is_quiet && t->noisies < 32)
        t->noisy[t->noisies++] = m;
}

/* Adds a bonus to the continuation histories of the first `count` entries of continuation_plies. */
static void update_continuation(Node *n, Move m, int bonus, size_t count) {
    const Piece piece = position_on(&n->position, move_from(m));

    for (size_t i = 0; i < count; i++) {
        Node *before = n - continuation_plies[i];

        if (before->move != NO_MOVE)
            history_update(&before->continuation->score[piece][move_to(m)],
                           i == 3 ? bonus / 2 : bonus);
    }
}

static void update_quiet(Worker *w, Node *n, Move m, HistorySteps s) {
    const Position *p = &n->position;
    const Piece piece = position_on(p, move_from(m));

    history_update(history_quiet(&w->history, position_turn(p), n->threats, m), s.quiet);
    history_update(&history_pawns(w->shared, &p->board)->score[piece][move_to(m)], s.pawns);
    update_continuation(n, m, s.continuation, 4);
}

static void update_killers(Node *n, Move m) {
    if (n->killer[0] != m) {
        n->killer[1] = n->killer[0];
        n->killer[0] = m;
    }
}

void update_histories(Worker *w, Node *n, Move best, bool is_quiet, const MovesTried *t,
                      int depth) {
    const HistorySteps bonus = history_bonus(&w->params, depth);
    const HistorySteps malus = history_malus(&w->params, depth);
    HistorySteps step = malus;

    assert(is_quiet == !position_is_noisy(&n->position, best));
    if (is_quiet) {
        update_killers(n, best);
        update_quiet(w, n, best, bonus);
        for (int i = 0; i < t->quiets; i++, step = history_part(step, 29, 32))
            update_quiet(w, n, t->quiet[i], step);
    } else {
        history_update(history_capture(&w->history, &n->position, best), bonus.capture);
    }
    for (int i = 0; i < t->noisies; i++)
        history_update(history_capture(&w->history, &n->position, t->noisy[i]), malus.capture);
}

static bool prior_move_was_quiet(const Node *n) {
    return n[-1].move != NO_MOVE && !position_is_noisy(&n[-1].position, n[-1].move);
}

void update_eval_history(Worker *w, Node *n) {
    const SearchParams *sp = &w->params;
    const Node *prior = n - 1;
    const int gain = -(n->static_eval + prior->static_eval) * sp->eval_diff_slope;

    if (prior->static_eval != SCORE_NONE && prior_move_was_quiet(n))
        history_update(history_quiet(&w->history, position_turn(&prior->position), prior->threats,
                                     prior->move),
                       clamp(gain, -sp->eval_diff_max, sp->eval_diff_max));
}

void reward_prior_move(Worker *w, Node *n, int score, int depth) {
    const int own = n->static_eval, before = n[-1].static_eval;
    int percent = w->params.prior_bonus;

    if (n[-1].move == NO_MOVE)
        return;
    percent += n[-1].move_number > 8 ? 30 : 0;
    percent += own != SCORE_NONE && score <= own - 40 ? 40 : 0;
    percent += before != SCORE_NONE && score <= -before - 40 ? 40 : 0;
    if (prior_move_was_quiet(n))
        update_quiet(w, n - 1, n[-1].move,
                     history_part(history_bonus(&w->params, depth), percent, 100));
    else
        history_update(history_capture(&w->history, &n[-1].position, n[-1].move),
                       history_bonus(&w->params, depth).capture * percent *
                           w->params.prior_capture / 10000);
}

void update_after_tt_cutoff(Worker *w, Node *n, Move m, int depth) {
    const Position *p = &n->position;

    if (m != NO_MOVE && move_is_legal(p, m) && !position_is_noisy(p, m)) {
        n->threats = movegen_attacked(&p->board, color_other(position_turn(p)));
        update_quiet(w, n, m, history_part(history_bonus(&w->params, depth), 1, 2));
    }
    if (prior_move_was_quiet(n) && n[-1].move_number <= 3)
        update_continuation(n - 1, n[-1].move, history_malus(&w->params, depth).continuation, 3);
}

void update_after_research(Worker *w, Node *n, Move m, bool beats_alpha, int depth) {
    const HistorySteps steps =
        beats_alpha ? history_bonus(&w->params, depth) : history_malus(&w->params, depth);

    update_continuation(n, m, steps.continuation * w->params.lmr_history_percent / 100, 2);
}

void update_correction_history(const Worker *w, const Node *n, Move best, int score, Bound bound,
                               int depth) {
    if (n->position.checkers || (best != NO_MOVE && position_is_noisy(&n->position, best)) ||
        (bound == BOUND_LOWER && score <= n->static_eval) ||
        (bound == BOUND_UPPER && score >= n->static_eval) || score_is_mate(score))
        return;
    correction_update(w->shared, &w->params, &n->corrections, score - n->static_eval, depth);
}
