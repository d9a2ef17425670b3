/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Principal variation search and quiescence search. Each technique is named, with its source, where
 * it is implemented; engine/README.md has a table of them.
 */
#include "search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/util.h"
#include "chess/cycle.h"
#include "chess/movegen.h"
#include "chess/see.h"
#include "eval/eval.h"
#include "movepick.h"
#include "search_history.h"
#include "search_pruning.h"

/* --- positions and moves --------------------------------------------------------------------- */

/*
 * Look up the correction history of a new position, and prefetch its entries: by the time the
 * position is evaluated they are there.
 */
static void find_corrections(Worker *w, Node *n) {
    n->corrections = correction_entries(&w->history, &n->position.board);
    if (n[-1].move != NO_MOVE) {
        const Square to = move_to(n[-1].move);
        const Piece piece = position_on(&n[-1].position, move_from(n[-1].move));

        for (int i = 0; i < 2; i++) {
            const Node *before = n - 2 - 2 * i;
            if (before->move != NO_MOVE)
                n->corrections.entry[CORRECTION_HASHED + i] =
                    &before->continuation_correction->score[piece][to];
        }
    }
    for (int i = 0; i < CORRECTION_COUNT; i++)
        prefetch(n->corrections.entry[i]);
}

/*
 * The next move in order. The table entry of its position is prefetched here, as early as possible:
 * loading it takes longer than making the move.
 */
static Move next_move(const Worker *w, const Node *n, MovePick *pick) {
    const Move m = movepick_next(pick);

    if (m != NO_MOVE)
        tt_prefetch(w->tt, position_key_guess(&n->position, m));
    return m;
}

static void make_move(Worker *w, Node *n, Move m) {
    const Piece piece = position_on(&n->position, move_from(m));

    assert(move_is_legal(&n->position, m));
    n->move = m;
    n->move_number = n->reduction = 0; /* the move loop sets the number */
    n->continuation = &w->history.continuation[piece][move_to(m)];
    n->continuation_correction = &w->history.continuation_correction[piece][move_to(m)];
    position_play(&n[1].position, &n->position, m);
    n[1].reversible = n[1].position.halfmove_clock ? n->reversible + 1 : 0;
    find_corrections(w, n + 1);
}

static void make_null_move(Worker *w, Node *n) {
    assert(!position_in_check(&n->position));
    n->move = NO_MOVE;
    n->move_number = n->reduction = 0;
    n->continuation = &w->history.null_continuation;
    position_null_move(&n[1].position, &n->position);
    tt_prefetch(w->tt, n[1].position.key);
    n[1].reversible = 0;
    find_corrections(w, n + 1);
}

/* One earlier occurrence in the tree is a draw; of positions before the root it takes two. */
static bool is_repetition(const Worker *w, const Node *n) {
    const uint64_t key = n->position.key;
    int in_game = 0;

    for (int back = 4; back <= n->reversible; back += 2) {
        if (back <= n->ply) {
            if (n[-back].position.key == key)
                return true;
        } else {
            const size_t index = (size_t)(back - n->ply);

            if (index > w->game_key_count)
                break;
            if (w->game_keys[w->game_key_count - index] == key && ++in_game == 2)
                return true;
        }
    }
    return false;
}

/*
 * Upcoming repetition: one reversible move leads back to an earlier node of this line, so the side
 * to move has at least a draw. Found by a cuckoo table of key differences (cycle.h).
 */
static bool has_upcoming_repetition(const Node *n) {
    for (int back = 3; back <= n->reversible && back <= n->ply; back += 2)
        if (cycle_is_closed(&n->position.board, n->position.key ^ n[-back].position.key))
            return true;
    return false;
}

static bool is_draw(const Worker *w, const Node *n) {
    const Position *p = &n->position;

    if (p->halfmove_clock >= 100)
        return !p->checkers || movegen_count(&p->board);
    return position_insufficient_material(p) || is_repetition(w, n);
}

/* Draw score randomization (Stockfish): -1 or +1 by node count, so that draws are not all equal. */
static int draw_score(const Worker *w) {
    return SCORE_DRAW + (int)(search_node_count(w) & 2) - 1;
}

static int evaluate(const Worker *w, const Node *n) {
    const Position *p = &n->position;
    int score = eval_position(p, w->evals, n->ply);

    if (w->weakness.seed)
        score = clamp(score + weakness_error(&w->weakness, p), -EVAL_MAX, EVAL_MAX);
    return score;
}

/* --- transposition table --------------------------------------------------------------------- */

/* The table counts mates in plies from the position, the search in plies from the root. */
static int score_to_tt(int score, int ply) {
    return score >= SCORE_MATE_LEAST    ? score + ply
           : score <= -SCORE_MATE_LEAST ? score - ply
                                        : score;
}
static int score_from_tt(int score, int ply) {
    return score_to_tt(score, -ply);
}

static TTEntry probe_tt(const Worker *w, const Node *n) {
    TTEntry tt = tt_probe(w->tt, n->position.key);

    tt.score = (int16_t)score_from_tt(tt.score, n->ply);
    return tt;
}

static void store_tt(const Worker *w, const Node *n, int score, Move m, int depth, Bound bound) {
    assert(score > -SCORE_INFINITE && score < SCORE_INFINITE);
    assert(depth >= 0 && depth <= TT_MAX_DEPTH);
    tt_store(w->tt, n->position.key,
             (TTEntry){(int16_t)score_to_tt(score, n->ply), (int16_t)n->raw_eval, m, (int8_t)depth,
                       (uint8_t)bound, n->tt_pv});
}

/* Fail high: a lower bound; fail low: an upper bound; inside the window: exact. */
static Bound bound_of(int score, int alpha, int beta) {
    return score >= beta ? BOUND_LOWER : score > alpha ? BOUND_EXACT : BOUND_UPPER;
}

/*
 * The key leaves the fifty-move clock out. From TT_SCORE_CLOCK on, scores of other paths to the
 * position mean little; from TT_EVAL_CLOCK on the fifty-move scaling makes evaluations differ.
 */
enum { TT_SCORE_CLOCK = 90, TT_EVAL_CLOCK = 20 };

/*
 * Keep the static evaluation of a node that had no entry, without a bound: the position may be
 * reached again after a null move or pruning by its evaluation.
 */
static void store_eval(const Worker *w, const Node *n) {
    tt_store(w->tt, n->position.key,
             (TTEntry){0, (int16_t)n->raw_eval, NO_MOVE, -1, BOUND_NONE, n->tt_pv});
}

/* TT cutoff: the entry is deep enough, and its bound decides against (alpha, beta). */
static bool tt_cutoff(const Node *n, TTEntry tt, int depth, int alpha, int beta) {
    return tt.bound != BOUND_NONE && tt.depth >= depth &&
           n->position.halfmove_clock < TT_SCORE_CLOCK &&
           (tt.bound == BOUND_EXACT || (tt.bound == BOUND_LOWER && tt.score >= beta) ||
            (tt.bound == BOUND_UPPER && tt.score <= alpha));
}

/*
 * Set raw_eval (from the TT where possible) and static_eval (with the correction history). Returns
 * the eval to prune by: static_eval, or the TT score where its bound improves on that.
 */
static int evaluate_node(Worker *w, Node *n, TTEntry tt) {
    if (tt.eval != SCORE_NONE && n->position.halfmove_clock < TT_EVAL_CLOCK) {
        n->raw_eval = tt.eval;
    } else {
        n->raw_eval = evaluate(w, n);
        if (tt.bound == BOUND_NONE)
            store_eval(w, n);
    }
    assert(n->raw_eval >= -EVAL_MAX && n->raw_eval <= EVAL_MAX);
    n->static_eval = clamp(n->raw_eval + correction_value(&n->corrections), -EVAL_MAX, EVAL_MAX);
    if ((tt.bound == BOUND_LOWER && tt.score > n->static_eval) ||
        (tt.bound == BOUND_UPPER && tt.score < n->static_eval) || tt.bound == BOUND_EXACT)
        return score_is_mate(tt.score) ? n->static_eval : tt.score;
    return n->static_eval;
}

/* The score of a node that needs no search, as a draw or at the maximum ply; or SCORE_NONE. */
static int leaf_score(const Worker *w, const Node *n) {
    if (is_draw(w, n))
        return draw_score(w);
    if (n->ply < MAX_PLY)
        return SCORE_NONE;
    return position_in_check(&n->position) ? SCORE_DRAW : evaluate(w, n);
}

static void set_pv(Node *n, Move m) {
    assert(n[1].pv_length < sizeof n->pv / sizeof *n->pv);
    n->pv[0] = m;
    n->pv_length = n[1].pv_length + 1;
    memcpy(n->pv + 1, n[1].pv, n[1].pv_length * sizeof *n->pv);
}

/* What move ordering needs. Sets n->threats, which is empty unless quiet moves are ordered. */
static PickContext pick_context(Worker *w, Node *n, bool quiets) {
    const Position *p = &n->position;
    PickContext context = {
        .history = &w->history,
        .continuation = {n[-1].continuation, n[-2].continuation, n[-4].continuation},
        .pawns = history_pawns(&w->history, &p->board),
        .killer = {n->killer[0], n->killer[1]},
    };

    n->threats = 0;
    if (quiets) {
        n->threats = movegen_attacked(&p->board, color_other(position_turn(p)));
        position_check_squares(p, context.checks);
    }
    context.threats = n->threats;
    return context;
}

/* Strength limit: does a weak level not see this move? */
static bool is_overlooked(const Worker *w, const Node *n, Move m) {
    const Weakness *weakness = &w->weakness;

    return weakness->seed &&
           weakness_overlooks(weakness, &n->position, m, n->ply ? n[-1].move : w->last_move);
}

/* Killer moves and cutoff counts of the nodes below are those since this node began. */
static void prepare_children(Node *n) {
    n[1].killer[0] = n[1].killer[1] = NO_MOVE;
    n[1].cutoff_count = n->ply ? n[1].cutoff_count : 0;
    n[2].cutoff_count = 0;
}

/* Count the node and clear its PV. False if the search has to stop. */
static bool enter_node(Worker *w, Node *n) {
    n->pv_length = 0;
    if (search_must_stop(w))
        return false;
    w->seldepth = max(w->seldepth, n->ply);
    return true;
}

/* --- quiescence search ----------------------------------------------------------------------- */

/*
 * Quiescence search with stand pat (chessprogramming.org, "Quiescence Search"): captures and
 * promotions, or all check evasions, until the position is quiet.
 */
static int quiescence(Worker *w, Node *n, int alpha, int beta) {
    const Position *p = &n->position;
    const bool in_check = position_in_check(p);
    const int old_alpha = alpha;
    int best, stand_pat = SCORE_NONE, count = 0;
    Move m, best_move = NO_MOVE;
    PickContext context;
    MovePick pick;
    TTEntry tt;

    assert(n == &w->node[STACK_GUARD + n->ply] && n->ply >= 0 && n->ply <= MAX_PLY);
    assert(-SCORE_INFINITE <= alpha && alpha < beta && beta <= SCORE_INFINITE);
    if (!enter_node(w, n))
        return 0;
    if ((best = leaf_score(w, n)) != SCORE_NONE)
        return best;
    if (alpha < SCORE_DRAW && has_upcoming_repetition(n)) {
        alpha = draw_score(w);
        if (alpha >= beta)
            return alpha;
    }

    tt = probe_tt(w, n);
    n->tt_pv = tt.pv;
    if (beta - alpha == 1 && tt_cutoff(n, tt, 0, alpha, beta))
        return tt.score;

    /* stand pat: the side to move need not capture, so the eval is a lower bound */
    n->raw_eval = n->static_eval = SCORE_NONE;
    best = -SCORE_INFINITE;
    if (!in_check) {
        best = stand_pat = evaluate_node(w, n, tt);
        if (best >= beta)
            return score_is_mate(beta) ? best : (best + beta) / 2;
        alpha = max(alpha, best);
    }

    context = pick_context(w, n, in_check);
    if (in_check)
        movepick_all(&pick, p, &context, tt.move);
    else
        movepick_noisy(&pick, p, &context, tt.move);
    while ((m = next_move(w, n, &pick)) != NO_MOVE) {
        int score;

        count++;
        if (!in_check && is_overlooked(w, n, m))
            continue;
        if (!in_check && is_capture_pruned(&w->params, n, m, count, stand_pat, alpha, &best))
            continue;
        make_move(w, n, m);
        score = -quiescence(w, n + 1, -beta, -alpha);
        if (w->stopped)
            return 0;
        if (score > best) {
            best = score;
            if (score > alpha) {
                alpha = score;
                best_move = m;
                set_pv(n, m);
                if (score >= beta)
                    break;
            }
        }
        /* one evasion that is not mated is enough: skip the other quiet ones */
        if (in_check && best > -SCORE_MATE_LEAST)
            movepick_skip_quiets(&pick);
    }
    if (in_check && !count)
        return -SCORE_MATE + n->ply;
    if (best >= beta && !score_is_mate(best) && !score_is_mate(beta))
        best = (best + beta) / 2;
    store_tt(w, n, best, best_move, 0, bound_of(best, old_alpha, beta));
    return best;
}

/* --- the search ------------------------------------------------------------------------------ */

static int search(Worker *w, Node *n, int alpha, int beta, int depth, bool cut_node);

/*
 * PVS (T. Marsland and M. Campbell 1982): the first move of a PV node with the full window, all
 * others with a null window first, less deep by `reduction`; a move that beats alpha is searched
 * again. `depth` is that of the node.
 */
static int search_move(Worker *w, Node *n, const NodeContext *c, const Candidate *m, int best,
                       int depth, int reduction) {
    const SearchParams *sp = &w->params;
    const bool root = n->ply == 0, first = c->move_count == 1;
    const int alpha = c->alpha;
    const bool open_window = c->beta - alpha > 1; /* a PV node may have closed it meanwhile */
    int score = 0;

    n->reduction = reduction;
    if (reduction > 0) {
        score = -search(w, n + 1, -alpha - 1, -alpha, depth - 1 - reduction, true);
        if (score > alpha) {
            /* LMR re-search (Stockfish): deeper or shallower by how far the score beats the best */
            depth += !root && score > best + sp->do_deeper_margin;
            depth -= !root && score < best + sp->do_shallower_margin;
            n->reduction = 0;
            score = -search(w, n + 1, -alpha - 1, -alpha, depth - 1, !c->cut_node);
            if (!w->stopped && m->quiet)
                update_after_research(w, n, m->move, score > alpha, depth);
        }
    } else if (!open_window || !first) {
        score = -search(w, n + 1, -alpha - 1, -alpha, depth - 1 - reduction, !c->cut_node);
    }
    n->reduction = 0;
    if (open_window && (first || score > alpha))
        score = -search(w, n + 1, -c->beta, -alpha, depth - 1, false);
    return score;
}

/*
 * Null move pruning: a lower bound of at least beta, or a score below it that proves nothing. A
 * cutoff that needs verification is confirmed by a search that makes no null move at first.
 */
static int search_null_move(Worker *w, Node *n, const NodeContext *c) {
    const int depth = nmp_reduced_depth(&w->params, c), beta = c->beta;
    const int nmp_min_ply = w->nmp_min_ply;
    int score;

    assert(depth < c->depth && !c->pv_node);
    make_null_move(w, n);
    score = -search(w, n + 1, -beta, -beta + 1, depth, !c->cut_node);
    if (w->stopped || score < beta)
        return score;
    score = score_is_mate(score) ? beta : score;
    if (nmp_min_ply || !needs_verification(&w->params, n, c->depth))
        return score;
    w->nmp_min_ply = n->ply + 1 + max(depth, 0) * 3 / 4;
    if (search(w, n, beta - 1, beta, max(depth, 1), false) < beta)
        score = beta - 1;
    w->nmp_min_ply = nmp_min_ply;
    return score;
}

/*
 * ProbCut (M. Buro 1995; this form, for captures, is Stockfish's): a capture that beats beta by a
 * margin in a shallow search would do so in a deep one. Returns its score, or SCORE_NONE.
 */
static int probcut(Worker *w, Node *n, const NodeContext *c) {
    const PickContext context = pick_context(w, n, false);
    const int target = probcut_beta(&w->params, c);
    MovePick pick;
    Move m;

    movepick_noisy(&pick, &n->position, &context, c->tt.move);
    while ((m = next_move(w, n, &pick)) != NO_MOVE) {
        int score;

        if (!see_at_least(&n->position, m, target - n->static_eval))
            continue;
        make_move(w, n, m);
        score = -quiescence(w, n + 1, -target, -target + 1);
        if (score >= target && !w->stopped)
            score = -search(w, n + 1, -target, -target + 1, c->depth - 4, !c->cut_node);
        if (w->stopped)
            return 0;
        if (score >= target) {
            store_tt(w, n, score, m, c->depth - 3, BOUND_LOWER);
            return score;
        }
    }
    return SCORE_NONE;
}

/* Static pruning of a null-window node: a score to return, or SCORE_NONE to go on. */
static int prune_node(Worker *w, Node *n, const NodeContext *c) {
    const SearchParams *sp = &w->params;
    int score;

    if (can_rfp_prune(sp, n, c))
        return (c->eval + c->beta) / 2;
    if (can_razor(sp, c)) {
        score = quiescence(w, n, c->alpha, c->beta);
        if (score <= c->alpha || w->stopped)
            return score;
    }
    if (can_null_move(w, n, c)) {
        score = search_null_move(w, n, c);
        if (score >= c->beta || w->stopped)
            return score;
    }
    if (can_probcut(sp, n, c)) {
        score = probcut(w, n, c);
        if (score != SCORE_NONE || w->stopped)
            return score;
    }
    return small_probcut(sp, c) ? c->beta + sp->small_probcut_margin : SCORE_NONE;
}

/*
 * Singular extension (T. Anantharaman, M. Campbell and F. Hsu 1988): the TT move is extended if all
 * others fail low against its score minus a margin, and by more if by far: double extension, triple
 * extension. Multi-cut (Y. Björnsson and T. Marsland 1998): if the others beat beta as well, return
 * that bound. Otherwise a negative extension. Returns a score to leave the node with, or
 * SCORE_NONE. The search without the TT move, and extensions by other numbers of plies, are
 * Stockfish's.
 */
static int extend_tt_move(Worker *w, Node *n, NodeContext *c) {
    const SearchParams *sp = &w->params;
    const int target = c->tt.score - sp->singular_margin * c->depth / 10;
    int score;

    assert(n->excluded == NO_MOVE && c->tt.move != NO_MOVE);
    n->excluded = c->tt.move;
    score = search(w, n, target - 1, target, (c->depth - 1) / 2, c->cut_node);
    n->excluded = NO_MOVE;
    if (score < target) {
        const bool may = !c->pv_node && n->ply < 2 * w->root_depth;
        const bool twice = may && score < target - sp->double_ext_margin;
        const bool thrice = may && !c->tt_capture && score < target - sp->triple_ext_margin;
        c->extension = 1 + twice + thrice;
    } else if (target >= c->beta && !c->pv_node) {
        return target;
    } else {
        c->extension = c->tt.score >= c->beta ? -3 : c->cut_node ? -2 : 0;
    }
    return SCORE_NONE;
}

static void show_progress(Worker *w, Move m, int number) {
    w->root_move = m;
    w->root_number = number;
}

/*
 * Terminal nodes: draws, max ply, and no window left after upcoming repetition and mate distance
 * pruning, both of which tighten it. Sets *score if true.
 */
static bool is_terminal(Worker *w, Node *n, int *alpha, int *beta, int *score) {
    if ((*score = leaf_score(w, n)) != SCORE_NONE)
        return true;
    if (*alpha < SCORE_DRAW && has_upcoming_repetition(n))
        *alpha = draw_score(w);
    /* mate distance pruning (as in Fruit): at worst mated now, at best mating next move */
    *alpha = max(*alpha, -SCORE_MATE + n->ply);
    *beta = min(*beta, SCORE_MATE - n->ply - 1);
    *score = *alpha;
    return *alpha >= *beta;
}

static bool is_among(const Move *list, size_t count, Move m) {
    for (size_t i = 0; i < count; i++)
        if (list[i] == m)
            return true;
    return false;
}

/* The root move filter: `searchmoves`, and the better lines of MultiPV. */
static bool passes_root_filter(const Worker *w, Move m) {
    return (!w->root_only_count || is_among(w->root_only, w->root_only_count, m)) &&
           !is_among(w->root_done, w->root_done_count, m);
}

/* The score the user gave this position for this depth, or SCORE_NONE. */
static int forced_score(const Worker *w, const Node *n, int depth) {
    for (size_t i = w->override_count; i-- > 0;)
        if (w->overrides[i].key == n->position.key && w->overrides[i].depth >= depth)
            return score_from_tt(w->overrides[i].score, n->ply);
    return SCORE_NONE;
}

/* A move beats alpha: raise alpha, update the PV and the root's best move. */
static void raise_alpha(Worker *w, Node *n, NodeContext *c, Move m, int score) {
    assert(score > c->alpha);
    c->alpha = score;
    c->best_move = m;
    if (c->pv_node)
        set_pv(n, m);
    if (n->ply == 0) {
        w->best = m;
        w->best_score = score;
        w->has_move = true;
    }
}

/*
 * The move loop: search the moves in order until one fails high. Returns the best score and sets
 * alpha, best_move and move_count in *c.
 */
static int search_moves(Worker *w, Node *n, NodeContext *c, const PickContext *context) {
    const SearchParams *sp = &w->params;
    const Position *p = &n->position;
    const bool root = n->ply == 0, has_pieces = position_has_pieces(p, position_turn(p));
    int best = -SCORE_INFINITE, new_depth = c->depth;
    MovesTried tried = {.quiets = 0, .noisies = 0};
    MovePick pick;
    Move m;

    movepick_all(&pick, p, context, root && w->root_first != NO_MOVE ? w->root_first : c->tt.move);
    while ((m = next_move(w, n, &pick)) != NO_MOVE) {
        Candidate move = {m, !position_is_noisy(p, m), false, c->move_count + 1, 0};
        const int extension = m == c->tt.move ? c->extension : 0;
        const uint64_t nodes_before = search_node_count(w);
        int reduction = 0, score;

        if (m == n->excluded || (root && !passes_root_filter(w, m)))
            continue;
        if (c->move_count && is_overlooked(w, n, m)) /* one move at least is needed */
            continue;
        c->move_count++;
        if (root)
            show_progress(w, m, c->move_count);
        move.gives_check = movepick_is_check(context, p, m);
        if (move.quiet) {
            move.history = movepick_quiet_score(context, p, m);
        } else {
            move.history = *history_capture(&w->history, p, m);
        }
        if (!root && has_pieces && best > -SCORE_MATE_LEAST &&
            can_prune_move(w, n, c, &move, &pick))
            continue;

        make_move(w, n, m);
        n->move_number = c->move_count;
        if (c->depth >= sp->lmr_depth && c->move_count > 1 + root)
            reduction = late_move_reduction(w, n, c, &move);
        score = search_move(w, n, c, &move, best, new_depth + extension, reduction);
        if (w->stopped)
            return 0;
        if (root)
            w->move_nodes[move_from(m)][move_to(m)] += search_node_count(w) - nodes_before;

        best = max(best, score);
        if (score > c->alpha) {
            raise_alpha(w, n, c, m, score);
            if (score >= c->beta) {
                n->cutoff_count++;
                update_histories(w, n, m, move.quiet, &tried,
                                 c->depth + (score > c->beta + sp->history_margin));
                break;
            }
            /* the best move is probably known by now: search the rest a ply less deep */
            if (!root && c->depth > 2 && c->depth < sp->alpha_raise_depth && !score_is_mate(score))
                new_depth = c->depth - 1;
        }
        moves_tried_add(&tried, m, move.quiet);
    }
    return best;
}

/* A shallow fail high says little about how far above beta the score is. */
static int blend_fail_high(const NodeContext *c, int score) {
    return score < c->beta || score_is_mate(score) || score_is_mate(c->beta)
               ? score
               : (score * c->depth + c->beta) / (c->depth + 1);
}

/* Evaluate the node, and look back at the move that led here. */
static void use_static_eval(Worker *w, Node *n, NodeContext *c) {
    c->eval = evaluate_node(w, n, c->tt);
    c->improving = is_improving(n);
    if (!c->full_node)
        return;
    if (n->ply > 0)
        update_eval_history(w, n);
    c->depth = hindsight_depth(&w->params, n, c->depth);
}

/* Update the histories and store the score in the transposition table. */
static void save_node(Worker *w, Node *n, const NodeContext *c, int score, int old_alpha) {
    const Bound bound = bound_of(score, old_alpha, c->beta);

    if (score <= old_alpha && n->ply > 0) {
        reward_prior_move(w, n, score, c->depth);
        n->tt_pv |= n[-1].tt_pv; /* the move that led here was good, and may become PV */
    }
    update_correction_history(w, n, c->best_move, score, bound, c->depth);
    store_tt(w, n, score, c->best_move, c->depth, bound);
}

/* Every legal move may be searched: no excluded move, no root move filter. */
static bool is_full_node(const Worker *w, const Node *n) {
    return n->excluded == NO_MOVE && (n->ply > 0 || (!w->root_only_count && !w->root_done_count));
}

/*
 * Search a node to `depth` plies. Fail-soft (J. Fishburn 1983): the score is exact between alpha
 * and beta, else a bound that may lie outside the window. It means nothing when w->stopped is set.
 */
static int search(Worker *w, Node *n, int alpha, int beta, int depth, bool cut_node) {
    const SearchParams *sp = &w->params;
    const Position *p = &n->position;
    const bool root = n->ply == 0, in_check = position_in_check(p);
    NodeContext c = {.pv_node = beta - alpha > 1, .cut_node = cut_node};
    PickContext context;
    int score, old_alpha;

    assert(n == &w->node[STACK_GUARD + n->ply] && n->ply >= 0 && n->ply <= MAX_PLY);
    assert(-SCORE_INFINITE <= alpha && alpha < beta && beta <= SCORE_INFINITE);
    assert(!(c.pv_node && cut_node));
    /* extensions go beyond MAX_DEPTH; hindsight may add one more */
    depth = min(depth, TT_MAX_DEPTH - 1);
    if (w->override_count && !root && (score = forced_score(w, n, depth)) != SCORE_NONE)
        return score;
    if (depth <= 0)
        return quiescence(w, n, alpha, beta);
    prepare_children(n);
    if (!enter_node(w, n))
        return 0;

    /* Step 1. Draws, max ply, upcoming repetition, mate distance pruning. */
    if (!root && is_terminal(w, n, &alpha, &beta, &score))
        return score;
    old_alpha = c.alpha = alpha;
    c.beta = beta;
    c.depth = depth;
    c.full_node = is_full_node(w, n);

    /* Step 2. Transposition table: probe, and cutoff outside the PV. */
    c.tt = probe_tt(w, n);
    c.tt_capture = c.tt.move != NO_MOVE && position_is_noisy(p, c.tt.move);
    if (n->excluded == NO_MOVE)
        n->tt_pv = c.pv_node || c.tt.pv;
    if (!c.pv_node && c.full_node && tt_cutoff(n, c.tt, depth, alpha, beta)) {
        if (c.tt.score >= beta)
            update_after_tt_cutoff(w, n, c.tt.move, depth);
        return c.tt.score;
    }

    /* Step 3. Static evaluation; eval history of the move that led here; hindsight. */
    n->raw_eval = n->static_eval = SCORE_NONE;
    if (!in_check)
        use_static_eval(w, n, &c);

    /* Step 4. RFP, razoring, null move pruning, ProbCut. */
    if (!in_check && !c.pv_node && c.full_node) {
        score = prune_node(w, n, &c);
        if (w->stopped || score != SCORE_NONE)
            return score;
    }

    /* Step 5. Internal iterative reduction (IIR; E. Schröder, Rebel 2020): without a TT move. */
    if (depth >= sp->iir_depth && c.tt.move == NO_MOVE && (c.pv_node || cut_node))
        c.depth--;

    /* Step 6. Singular extension and multi-cut. */
    context = pick_context(w, n, true);
    if (can_be_singular(sp, n, &c)) {
        score = extend_tt_move(w, n, &c);
        if (w->stopped || score != SCORE_NONE)
            return score;
    }

    /* Step 7. Move loop. */
    score = search_moves(w, n, &c, &context);
    if (w->stopped)
        return 0;

    /* Step 8. Mate and stalemate. No other move than the excluded one is a fail low. */
    if (!c.move_count)
        return !c.full_node ? alpha : in_check ? -SCORE_MATE + n->ply : SCORE_DRAW;
    if (!root)
        score = blend_fail_high(&c, score);
    assert(score >= -SCORE_MATE && score <= SCORE_MATE);

    /* Step 9. Histories and transposition table. */
    if (c.full_node)
        save_node(w, n, &c, score, old_alpha);
    return score;
}

/* --- the root -------------------------------------------------------------------------------- */

void search_prepare(Worker *w, const Position *root) {
    w->nodes = 0;
    show_progress(w, NO_MOVE, 0);
    w->stopped = w->has_move = false;
    w->cpu_since_ms = -1;
    w->seldepth = w->nmp_min_ply = 0;
    memset(w->move_nodes, 0, sizeof w->move_nodes);
    w->root_first = NO_MOVE;
    w->root_done_count = 0;
    w->best = NO_MOVE;
    w->best_score = SCORE_DRAW;
    for (int i = 0; i < MAX_PLY + STACK_GUARD + 3; i++) {
        Node *n = &w->node[i];

        n->ply = i - STACK_GUARD;
        n->move = NO_MOVE;
        n->killer[0] = n->killer[1] = n->excluded = NO_MOVE;
        n->move_number = n->reduction = n->cutoff_count = 0;
        n->tt_pv = false;
        n->continuation = &w->history.null_continuation;
        n->raw_eval = n->static_eval = SCORE_NONE;
        n->pv_length = 0;
        n->reversible = 0;
    }
    search_root_node(w)->position = *root;
    find_corrections(w, search_root_node(w));
    search_root_node(w)->reversible = min(root->halfmove_clock, (int)w->game_key_count);
}

int search_root(Worker *w, int alpha, int beta, int depth) {
    assert(depth >= 1 && depth <= MAX_DEPTH);
    return search(w, search_root_node(w), alpha, beta, depth, false);
}
