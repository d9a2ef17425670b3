/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search_pruning.h"

#include <assert.h>
#include <stdlib.h>

#include "base/util.h"
#include "chess/movegen.h"
#include "chess/see.h"

/* --- LMR table ------------------------------------------------------------------------------- */

/* Natural logarithm in 1024ths, in integers, so that every machine searches the same tree. */
static int natural_log(unsigned n) {
    uint64_t x = (uint64_t)n << 20; /* fixed point, 20 fractional bits */
    uint64_t log2 = 0;              /* 16 fractional bits */

    while (x >= UINT64_C(2) << 20) {
        x >>= 1;
        log2 += 1 << 16;
    }
    for (unsigned bit = 1 << 15; bit; bit >>= 1) {
        x = x * x >> 20;
        if (x >= UINT64_C(2) << 20) {
            x >>= 1;
            log2 += bit;
        }
    }
    return (int)(log2 * 45426 >> 22); /* ln 2 = 45426 / 65536; 16 + 16 - 10 bits */
}

static void init_lmr(Worker *w) {
    const SearchParams *sp = &w->params;
    int ln[LMR_SIZE];

    for (unsigned n = 1; n < LMR_SIZE; n++)
        ln[n] = natural_log(n);
    for (unsigned depth = 1; depth < LMR_SIZE; depth++)
        for (unsigned number = 1; number < LMR_SIZE; number++) {
            const int product = ln[depth] * ln[number] / 1024;

            w->lmr[0][depth][number] =
                (int16_t)(sp->lmr_noisy_base + product * 100 / sp->lmr_noisy_slope);
            w->lmr[1][depth][number] =
                (int16_t)(sp->lmr_quiet_base + product * 100 / sp->lmr_quiet_slope);
        }
}

void search_set_params(Worker *w, const SearchParams *params) {
    w->params = *params;
    init_lmr(w);
}

/* --- quiescence ------------------------------------------------------------------------------ */

/* Does a capture give check directly? */
static bool capture_gives_check(const Position *p, Move m) {
    Bitboard checks[PIECE_COUNT];

    position_check_squares(p, checks);
    return bb_has(checks[position_on(p, move_from(m))], move_to(m));
}

/*
 * Pruning of captures in quiescence, not of recaptures and checks:
 * Move count pruning (Stockfish): after the first captures.
 * Delta pruning (chessprogramming.org, "Delta Pruning"), the futility pruning of quiescence: even
 * with the captured piece and a margin the move stays below alpha; or the margin alone does, and
 * the exchange wins nothing. Not when the opponent has few pieces left: a capture may then decide
 * more than the piece is worth. Raises *best to what the move could have reached.
 */
bool is_capture_pruned(const SearchParams *sp, const Node *n, Move m, int number, int stand_pat,
                       int alpha, int *best) {
    const Position *p = &n->position;
    const Bitboard theirs = p->board.color[color_other(position_turn(p))];
    const int base = stand_pat + sp->delta_margin;
    const int reach = base + see_value[position_taken(p, m)];
    bool prune = number > sp->qs_move_count;

    if (move_promotion(m) != NO_PIECE || *best <= -SCORE_MATE_LEAST ||
        (n[-1].move != NO_MOVE && move_to(m) == move_to(n[-1].move)))
        return false;
    if (!prune && bb_count(theirs) > sp->delta_min_pieces)
        prune = reach <= alpha || (base <= alpha && !see_at_least(p, m, 1));
    if (!prune || capture_gives_check(p, m))
        return false;
    *best = max(*best, min(reach, alpha));
    return true;
}

/* --- pruning, reductions, extensions --------------------------------------------------------- */

bool is_improving(const Node *n) {
    const int before = n[-2].static_eval != SCORE_NONE ? n[-2].static_eval : n[-4].static_eval;
    return before != SCORE_NONE && n->static_eval > before;
}

/* Opponent worsening (Stockfish): the opponent's last move made its own static eval worse. */
static bool is_opponent_worsening(const Node *n) {
    const int before = n[-1].static_eval;
    return before != SCORE_NONE && n->static_eval > -before;
}

int hindsight_depth(const SearchParams *sp, const Node *n, int depth) {
    const int before = n[-1].static_eval, reduction = n[-1].reduction;

    if (before == SCORE_NONE || n[-1].move == NO_MOVE)
        return depth;
    if (reduction >= sp->hindsight_deeper && !is_opponent_worsening(n))
        return depth + 1;
    return depth - (reduction >= 2 && depth >= 2 && n->static_eval + before > sp->hindsight_margin);
}

bool can_rfp_prune(const SearchParams *sp, const Node *n, const NodeContext *c) {
    int margin = sp->rfp_margin * (c->depth - c->improving);

    margin += abs(correction_value(&n->corrections)) / 2;
    margin -= is_opponent_worsening(n) ? sp->rfp_worsening : 0;
    return c->depth <= sp->rfp_depth && !n->tt_pv && c->eval - margin >= c->beta &&
           !score_is_mate(c->beta);
}

bool can_razor(const SearchParams *sp, const NodeContext *c) {
    return c->eval + sp->razor_base + sp->razor_slope * c->depth * c->depth <= c->alpha &&
           !score_is_mate(c->alpha);
}

bool can_null_move(const Worker *w, const Node *n, const NodeContext *c) {
    const SearchParams *sp = &w->params;
    const int margin = sp->nmp_static_margin - sp->nmp_static_slope * c->depth;

    return c->cut_node && c->depth >= sp->nmp_depth && c->eval >= c->beta &&
           n->static_eval >= c->beta + margin && n->ply >= w->nmp_min_ply &&
           n[-1].move != NO_MOVE && !score_is_mate(c->beta) &&
           position_has_pieces(&n->position, position_turn(&n->position));
}

bool needs_verification(const SearchParams *sp, const Node *n, int depth) {
    const Board *b = &n->position.board;
    const Bitboard pieces = b->color[b->turn] & ~(b->piece[PAWN] | b->piece[KING]);

    return depth >= sp->nmp_verify_depth || !bb_several(pieces);
}

int nmp_reduced_depth(const SearchParams *sp, const NodeContext *c) {
    const int surplus = (c->eval - c->beta) / sp->nmp_eval_margin;
    return c->depth - sp->nmp_base - c->depth / sp->nmp_divisor - min(surplus, 4) - c->tt_capture;
}

int probcut_beta(const SearchParams *sp, const NodeContext *c) {
    return c->beta + sp->probcut_margin - (c->improving ? sp->probcut_improving : 0);
}

bool small_probcut(const SearchParams *sp, const NodeContext *c) {
    return (c->tt.bound & BOUND_LOWER) && c->tt.depth >= c->depth - 4 &&
           c->tt.score >= c->beta + sp->small_probcut_margin && !score_is_mate(c->beta) &&
           !score_is_mate(c->tt.score);
}

bool can_probcut(const SearchParams *sp, const Node *n, const NodeContext *c) {
    return c->depth >= sp->probcut_depth && !score_is_mate(c->beta) &&
           !(c->tt.bound != BOUND_NONE && c->tt.depth >= c->depth - 3 &&
             c->tt.score < probcut_beta(sp, c)) &&
           n->position.halfmove_clock < 100;
}

/* Late move pruning (LMP; move count pruning in Stockfish): skip quiets after this many moves. */
static bool late_move_pruning(const SearchParams *sp, const NodeContext *c, const Candidate *m) {
    const int limit = (sp->lmp_base + c->depth * c->depth) / (2 - c->improving);
    return c->depth <= sp->lmp_depth && m->number >= limit;
}

/* Futility pruning (E. Heinz 1998) of quiets: static eval plus a margin stays below alpha. */
static bool futility_pruning(const SearchParams *sp, const Node *n, const NodeContext *c,
                             int lmr_depth) {
    const int reach = n->static_eval + sp->futility_base + sp->futility_slope * lmr_depth;

    return !n->position.checkers && lmr_depth <= sp->futility_depth && reach <= c->alpha &&
           !score_is_mate(c->alpha);
}

/* Futility pruning of captures (Stockfish): with the captured piece as well. */
static bool capture_futility_pruning(const SearchParams *sp, const Node *n, const NodeContext *c,
                                     const Candidate *m, int lmr_depth) {
    const int reach = n->static_eval + sp->capture_futility_base +
                      sp->capture_futility_slope * lmr_depth +
                      see_value[position_taken(&n->position, m->move)] + m->history / 32;

    return !n->position.checkers && lmr_depth <= sp->capture_futility_depth && reach <= c->alpha &&
           move_promotion(m->move) == NO_PIECE && !m->gives_check && !score_is_mate(c->alpha);
}

/* History pruning (Stockfish): quiet moves that have done badly. */
static bool history_pruning(const SearchParams *sp, const NodeContext *c, const Candidate *m,
                            int lmr_depth) {
    return lmr_depth <= sp->history_pruning_depth &&
           m->history < -sp->history_pruning_margin * c->depth;
}

/* SEE pruning (Stockfish): moves that lose too much material for the depth. */
static bool see_pruning(const SearchParams *sp, const Node *n, const NodeContext *c,
                        const Candidate *m, int lmr_depth) {
    if (m->quiet && !m->gives_check)
        return lmr_depth <= sp->see_quiet_depth &&
               !see_at_least(&n->position, m->move, -sp->see_quiet_margin * lmr_depth * lmr_depth);
    return c->depth <= sp->see_depth &&
           !see_at_least(&n->position, m->move,
                         -(m->quiet ? sp->see_check_margin : sp->see_noisy_margin) * c->depth);
}

/* The part of LMR that is known before the move is made, in 1024ths of a ply. */
static int base_reduction(const Worker *w, const NodeContext *c, const Candidate *m) {
    const SearchParams *sp = &w->params;
    int r = w->lmr[m->quiet][min(c->depth, LMR_SIZE - 1)][min(m->number, LMR_SIZE - 1)];

    r += c->improving ? 0 : sp->lmr_not_improving;
    r -= clamp(m->history * 1024 / (m->quiet ? sp->lmr_history : sp->lmr_capture_history), -2048,
               2048);
    return r;
}

/* Quiet moves are pruned by the depth that LMR would leave them (lmrDepth in Stockfish). */
bool can_prune_move(const Worker *w, const Node *n, const NodeContext *c, const Candidate *m,
                    MovePick *pick) {
    const SearchParams *sp = &w->params;
    const int lmr_depth = max(c->depth - 1 - base_reduction(w, c, m) / 1024, 0);

    if (m->quiet && !m->gives_check) {
        if (late_move_pruning(sp, c, m))
            movepick_skip_quiets(pick); /* from the next move on */
        if (futility_pruning(sp, n, c, lmr_depth) || history_pruning(sp, c, m, lmr_depth))
            return true;
    } else if (!m->quiet && capture_futility_pruning(sp, n, c, m, lmr_depth)) {
        return true;
    }
    return see_pruning(sp, n, c, m, lmr_depth);
}

int late_move_reduction(const Worker *w, const Node *n, const NodeContext *c, const Candidate *m) {
    const SearchParams *sp = &w->params;
    const bool gives_check = position_in_check(&n[1].position);
    int r = base_reduction(w, c, m);

    assert(c->depth >= 2 && m->number >= 2);
    r -= c->pv_node ? sp->lmr_pv : 0;
    if (n->tt_pv) {
        r -= sp->lmr_tt_pv;
        r -= c->tt.bound != BOUND_NONE && c->tt.score > c->alpha ? sp->lmr_tt_pv_score : 0;
        r -= c->tt.bound != BOUND_NONE && c->tt.depth >= c->depth ? sp->lmr_tt_pv_depth : 0;
    }
    r += c->cut_node ? sp->lmr_cut_node + (c->tt.move == NO_MOVE ? sp->lmr_no_tt_move : 0) : 0;
    r += n[1].cutoff_count > 2 ? sp->lmr_cutoff_count : 0;
    r -= abs(correction_value(&n->corrections)) > sp->lmr_correction_size ? sp->lmr_correction : 0;
    r += c->tt_capture && m->quiet ? sp->lmr_tt_capture : 0;
    r -= gives_check ? sp->lmr_gives_check : 0;
    return clamp(r / 1024, n->ply < 2 * w->root_depth ? -1 : 0, c->depth - 1);
}

bool can_be_singular(const SearchParams *sp, const Node *n, const NodeContext *c) {
    return c->depth >= sp->singular_depth + n->tt_pv && n->ply > 0 && n->excluded == NO_MOVE &&
           (c->tt.bound & BOUND_LOWER) && c->tt.depth >= c->depth - 3 &&
           !score_is_mate(c->tt.score) && move_is_legal(&n->position, c->tt.move);
}
