/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Principal variation search and quiescence search: two functions of numbered steps. Each technique
 * (condition, margin, action) is complete in one step, or in a function that the step calls. The
 * table in engine/README.md gives the place and the source of each.
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

/* --- positions and moves --------------------------------------------------------------------- */

/*
 * Looks up the correction history of a new position and prefetches its entries, so that they are in
 * the cache by the time the position is evaluated.
 */
static void find_corrections(Worker *w, Node *n) {
    CorrectionEntries *e = &n->corrections;

    *e = correction_entries(w->shared, &n->position.board);
    if (n[-1].move != NO_MOVE) {
        const Square to = move_to(n[-1].move);
        const Piece piece = position_on(&n[-1].position, move_from(n[-1].move));

        if (n[-2].move != NO_MOVE)
            e->two_plies = &n[-2].continuation_correction->score[piece][to];
        if (n[-4].move != NO_MOVE)
            e->four_plies = &n[-4].continuation_correction->score[piece][to];
    }
    prefetch(e->pawns);
    prefetch(e->pieces[WHITE]);
    prefetch(e->pieces[BLACK]);
    prefetch(e->minors);
    prefetch(e->two_plies);
    prefetch(e->four_plies);
}

/* Adds a position of the tree to the keys for repetition detection. */
static void add_key(Worker *w, const Node *n) {
    w->keys[w->game_key_count + (size_t)n->ply] = n->position.key;
}

/*
 * Returns the next move in order. Prefetches the TT entry of the position after the move as early
 * as possible: loading it takes longer than making the move.
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
    n->continuation = &w->shared->continuation[piece][move_to(m)];
    n->continuation_correction = &w->shared->continuation_correction[piece][move_to(m)];
    position_play(&n[1].position, &n->position, m);
    n[1].reversible = n[1].position.halfmove_clock ? n->reversible + 1 : 0;
    add_key(w, n + 1);
    find_corrections(w, n + 1);
}

static void make_null_move(Worker *w, Node *n) {
    assert(!position_in_check(&n->position));
    n->move = NO_MOVE;
    n->move_number = n->reduction = 0;
    n->continuation = &w->shared->null_continuation;
    position_null_move(&n[1].position, &n->position);
    tt_prefetch(w->tt, n[1].position.key);
    n[1].reversible = 0;
    add_key(w, n + 1);
    find_corrections(w, n + 1);
}

/* Returns true if the position occurred once before in the tree, or twice before the root. */
static bool is_repetition(const Worker *w, const Node *n) {
    const uint64_t *key = &w->keys[w->game_key_count + (size_t)n->ply];
    int in_game = 0;

    for (int back = 4; back <= n->reversible; back += 2)
        if (key[-back] == *key && (back <= n->ply || ++in_game == 2))
            return true;
    return false;
}

/*
 * Upcoming repetition: returns true if one reversible move leads back to an earlier node of this
 * line, so that the side to move has at least a draw. Uses a cuckoo table of key differences
 * (cycle.h).
 */
static bool has_upcoming_repetition(const Worker *w, const Node *n) {
    const uint64_t *key = &w->keys[w->game_key_count + (size_t)n->ply];

    for (int back = 3; back <= n->reversible && back <= n->ply; back += 2)
        if (cycle_is_closed(&n->position.board, *key ^ key[-back]))
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

/*
 * The TT stores mates and tablebase wins in plies from the position; the search counts plies from
 * the root.
 */
static int score_to_tt(int score, int ply) {
    return score >= SCORE_DECIDED ? score + ply : score <= -SCORE_DECIDED ? score - ply : score;
}
static int score_from_tt(int score, int ply) {
    return score_to_tt(score, -ply);
}

/*
 * Returns true for a mate or tablebase win that the fifty-move rule may prevent: the key does not
 * include the clock.
 */
static bool comes_too_late(int score, int halfmove_clock) {
    const int size = abs(score),
              from = size >= SCORE_MATE_IN_MAX_PLY ? SCORE_MATE : SCORE_TABLEBASE;

    return score_is_decided(score) && from - size > 100 - halfmove_clock;
}

static TTEntry probe_tt(const Worker *w, const Node *n) {
    TTEntry tt = tt_probe(w->tt, n->position.key);

    if (comes_too_late(tt.score, n->position.halfmove_clock))
        tt.bound = BOUND_NONE;
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
 * The key does not include the fifty-move clock. From TT_SCORE_CLOCK on, scores from other paths to
 * the position are unreliable; from TT_EVAL_CLOCK on, fifty-move scaling makes evaluations differ.
 */
enum { TT_SCORE_CLOCK = 90, TT_EVAL_CLOCK = 20 };

/*
 * Stores the static evaluation of a node that has no TT entry, in an entry without a bound: the
 * position may be reached again after a null move or after pruning by its evaluation.
 */
static void store_eval(const Worker *w, const Node *n) {
    tt_store(w->tt, n->position.key,
             (TTEntry){0, (int16_t)n->raw_eval, NO_MOVE, -1, BOUND_NONE, n->tt_pv});
}

/* TT cutoff with a null window: the entry is deep enough, and its bound causes the cutoff. */
static bool tt_cutoff(const Node *n, TTEntry tt, int depth, int beta) {
    return tt.depth >= depth && n->position.halfmove_clock < TT_SCORE_CLOCK &&
           (tt.bound & (tt.score >= beta ? BOUND_LOWER : BOUND_UPPER));
}

/*
 * Sets raw_eval (from the TT where possible) and static_eval (with the correction history). Returns
 * the eval for pruning: static_eval, or the TT score if its bound makes it a better estimate.
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
    return (tt.bound & (tt.score > n->static_eval ? BOUND_LOWER : BOUND_UPPER)) &&
                   !score_is_decided(tt.score)
               ? tt.score
               : n->static_eval;
}

/*
 * Returns the score of a node that needs no search, such as a draw or at the maximum ply; otherwise
 * SCORE_NONE.
 */
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

/*
 * Returns the data for move ordering. Sets n->threats, which is empty unless quiet moves are
 * ordered.
 */
static PickContext pick_context(Worker *w, Node *n, bool quiets) {
    const Position *p = &n->position;
    PickContext context = {
        .history = &w->history,
        .continuation = {n[-1].continuation, n[-2].continuation, n[-4].continuation},
        .pawns = history_pawns(w->shared, &p->board),
        .killer = {n->killer[0], n->killer[1]},
        .noisy_divisor = w->params.good_noisy_divisor,
    };

    n->threats = 0;
    if (quiets) {
        n->threats = movegen_attacked(&p->board, color_other(position_turn(p)));
        position_check_squares(p, context.checks);
    }
    context.threats = n->threats;
    return context;
}

/* Counts the node and clears its PV. Returns false if the search has to stop. */
static bool enter_node(Worker *w, Node *n) {
    n->pv_length = 0;
    if (search_must_stop(w))
        return false;
    w->seldepth = max(w->seldepth, n->ply);
    return true;
}

/* --- quiescence search ----------------------------------------------------------------------- */

/* Returns true if a capture gives direct check. */
static bool capture_gives_check(const Position *p, Move m) {
    Bitboard checks[PIECE_COUNT];

    position_check_squares(p, checks);
    return bb_has(checks[position_on(p, move_from(m))], move_to(m));
}

/*
 * Quiescence search: captures and promotions, or all check evasions, until the position is quiet.
 */
static int quiescence(Worker *w, Node *n, int alpha, int beta) {
    const SearchParams *sp = &w->params;
    const Position *p = &n->position;
    const bool in_check = position_in_check(p);
    const int old_alpha = alpha;
    int best, stand_pat = SCORE_NONE, move_count = 0;
    Move m, best_move = NO_MOVE;
    PickContext context;
    MovePick pick;
    TTEntry tt;

    assert(n == &w->node[STACK_GUARD + n->ply] && n->ply >= 0 && n->ply <= MAX_PLY);
    assert(-SCORE_INFINITE <= alpha && alpha < beta && beta <= SCORE_INFINITE);
    if (!enter_node(w, n))
        return 0;

    /* Step 1. Draws, max ply, upcoming repetition. */
    if ((best = leaf_score(w, n)) != SCORE_NONE)
        return best;
    if (alpha < SCORE_DRAW && has_upcoming_repetition(w, n)) {
        alpha = draw_score(w);
        if (alpha >= beta)
            return alpha;
    }

    /* Step 2. Transposition table. */
    tt = probe_tt(w, n);
    n->tt_pv = tt.pv;
    if (beta - alpha == 1 && tt_cutoff(n, tt, 0, beta))
        return tt.score;

    /* Step 3. Stand pat: the side to move need not capture, so the eval is a lower bound. */
    n->raw_eval = n->static_eval = SCORE_NONE;
    best = -SCORE_INFINITE;
    if (!in_check) {
        best = stand_pat = evaluate_node(w, n, tt);
        if (best >= beta)
            return score_is_decided(beta) ? best : (best + beta) / 2;
        alpha = max(alpha, best);
    }

    /* Step 4. Move loop. */
    context = pick_context(w, n, in_check);
    if (in_check)
        movepick_all(&pick, p, &context, tt.move);
    else
        movepick_noisy(&pick, p, &context, tt.move);
    while ((m = next_move(w, n, &pick)) != NO_MOVE) {
        int score;

        move_count++;

        /* Step 5. Pruning of captures, except recaptures, promotions and checks. */
        if (!in_check && move_promotion(m) == NO_PIECE && best > -SCORE_DECIDED &&
            (n[-1].move == NO_MOVE || move_to(m) != move_to(n[-1].move))) {
            const Bitboard theirs = p->board.color[color_other(position_turn(p))];
            const int base = stand_pat + sp->delta_margin;
            const int reach = base + see_value[captured_piece(p, m)];

            /* Move count pruning: the best captures come first. */
            bool prune = move_count > sp->qs_move_count;

            /*
             * Delta pruning, the futility pruning of quiescence: eval plus victim plus a margin
             * stays below alpha; or eval plus the margin does, and the exchange wins nothing.
             * Against few pieces a capture may be worth more than its victim.
             */
            if (!prune && bb_count(theirs) > sp->delta_min_pieces)
                prune = reach <= alpha || (base <= alpha && !see_ge(p, m, 1));
            if (prune && !capture_gives_check(p, m)) {
                best = max(best, min(reach, alpha));
                continue;
            }
        }

        /* Step 6. Search the move. */
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
        /* one evasion that avoids mate is enough: skip the other quiet ones */
        if (in_check && best > -SCORE_DECIDED)
            movepick_skip_quiets(&pick);
    }

    /* Step 7. Mate; transposition table. */
    if (in_check && !move_count)
        return -SCORE_MATE + n->ply;
    if (best >= beta && !score_is_decided(best) && !score_is_decided(beta))
        best = (best + beta) / 2;
    store_tt(w, n, best, best_move, 0, bound_of(best, old_alpha, beta));
    return best;
}

/* --- helpers of the search -------------------------------------------------------------------- */

static void set_progress(Worker *w, Move m, int number) {
    w->root_move = m;
    w->root_number = number;
}

static bool is_among(const Move *list, size_t count, Move m) {
    for (size_t i = 0; i < count; i++)
        if (list[i] == m)
            return true;
    return false;
}

/* Applies the root move filter: `searchmoves`, and the better lines of MultiPV. */
static bool passes_root_filter(const Worker *w, Move m) {
    return (!w->root_only_count || is_among(w->root_only, w->root_only_count, m)) &&
           !is_among(w->root_done, w->root_done_count, m);
}

/* Returns true if all legal moves are searched: no excluded move, no root move filter. */
static bool is_full_node(const Worker *w, const Node *n) {
    return n->excluded == NO_MOVE && (n->ply > 0 || (!w->root_only_count && !w->root_done_count));
}

/* Returns the score set by the user for this position and depth, or SCORE_NONE. */
static int forced_score(const Worker *w, const Node *n, int depth) {
    for (size_t i = w->override_count; i-- > 0;)
        if (w->overrides[i].key == n->position.key && w->overrides[i].depth >= depth)
            return score_from_tt(w->overrides[i].score, n->ply);
    return SCORE_NONE;
}

/* Returns true if the side to move has at least two pieces besides pawns and the king. */
static bool has_several_pieces(const Board *b) {
    return more_than_one(b->color[b->turn] & ~(b->piece[PAWN] | b->piece[KING]));
}

/*
 * Probes the tablebases in positions with few pieces right after a capture or pawn move, where the
 * fifty-move clock is 0. Returns a score and its bound, or SCORE_NONE.
 */
static int probe_tables(Worker *w, const Node *n, int depth, Bound *bound) {
    const Tablebases *t = &w->tables;
    const Position *p = &n->position;
    const int men = bb_count(board_occupied(&p->board));
    const int least = t->fifty_moves ? WDL_WIN : WDL_CURSED_WIN;
    Wdl wdl;

    if (p->halfmove_clock || p->board.castling || men > t->men ||
        (men == t->men && depth < t->depth) || !syzygy_wdl(t->syzygy, p, &wdl))
        return SCORE_NONE;
    atomic_store_explicit(&w->table_hits, w->table_hits + 1, memory_order_relaxed);
    if ((int)wdl >= least) {
        *bound = BOUND_LOWER;
        return SCORE_TABLEBASE - n->ply;
    }
    if (-(int)wdl >= least) {
        *bound = BOUND_UPPER;
        return -SCORE_TABLEBASE + n->ply;
    }
    *bound = BOUND_EXACT;
    return SCORE_DRAW;
}

/* --- techniques that search ------------------------------------------------------------------- */

static int search(Worker *w, Node *n, int alpha, int beta, int depth, bool cut_node);

/*
 * Null move pruning of a cut node with pieces (zugzwang guard): if passing still fails high,
 * returns a score of at least beta, otherwise a lower one. Never twice in a row.
 */
static int null_move_pruning(Worker *w, Node *n, int eval, int beta, int depth, bool tt_capture) {
    const SearchParams *sp = &w->params;
    const int reduced_depth = depth - sp->nmp_base - depth / sp->nmp_divisor -
                              min((eval - beta) / sp->nmp_eval_margin, 4) - tt_capture;
    int score;

    if (depth < sp->nmp_depth || eval < beta || score_is_decided(beta) || n[-1].move == NO_MOVE ||
        n->static_eval < beta + sp->nmp_static_margin - sp->nmp_static_slope * depth ||
        n->ply < w->nmp_min_ply)
        return -SCORE_INFINITE;
    make_null_move(w, n);
    score = -search(w, n + 1, -beta, -beta + 1, reduced_depth, false);
    if (w->stopped || score < beta)
        return score;
    score = score_is_decided(score) ? beta : score;
    if (w->nmp_min_ply || (depth < sp->nmp_verify_depth && has_several_pieces(&n->position.board)))
        return score;

    /*
     * null move verification, where a wrong cutoff is expensive or zugzwang is likely: a search
     * without null moves in its first plies
     */
    w->nmp_min_ply = n->ply + 1 + max(reduced_depth, 0) * 3 / 4;
    if (search(w, n, beta - 1, beta, max(reduced_depth, 1), false) < beta)
        score = beta - 1;
    w->nmp_min_ply = 0;
    return score;
}

/*
 * ProbCut: a capture that beats beta by a margin in a shallow search would probably do so in a deep
 * one; skipped if the TT score is lower. Returns the score of the capture, or SCORE_NONE.
 */
static int probcut(Worker *w, Node *n, TTEntry tt, int beta, int depth, bool cut_node,
                   bool improving) {
    const SearchParams *sp = &w->params;
    const Position *p = &n->position;
    const int target = beta + sp->probcut_margin - (improving ? sp->probcut_improving : 0);
    PickContext context;
    MovePick pick;
    Move m;

    if (depth < sp->probcut_depth || score_is_decided(beta) ||
        (tt.bound != BOUND_NONE && tt.depth >= depth - 3 && tt.score < target))
        return SCORE_NONE;
    context = pick_context(w, n, false);
    movepick_noisy(&pick, p, &context, tt.move);
    while ((m = next_move(w, n, &pick)) != NO_MOVE) {
        int score;

        if (!see_ge(p, m, target - n->static_eval))
            continue;
        make_move(w, n, m);
        score = -quiescence(w, n + 1, -target, -target + 1);
        if (score >= target && !w->stopped)
            score = -search(w, n + 1, -target, -target + 1, depth - 4, !cut_node);
        if (w->stopped)
            return 0;
        if (score >= target) {
            store_tt(w, n, score, m, depth - 3, BOUND_LOWER);
            return score;
        }
    }
    return SCORE_NONE;
}

/*
 * Singular extension: extends the TT move if all others fail low against its score minus a margin,
 * by two or three plies if they do so by far (double, triple extension). Multi-cut: if another move
 * beats beta as well, returns its score and updates the correction history. Negative extension: if
 * the TT move is not singular, but its score beats beta or this is a cut node. Returns SCORE_NONE
 * to go on with the search.
 */
static int singular_extension(Worker *w, Node *n, TTEntry tt, int beta, int depth, bool pv_node,
                              bool cut_node, int *extension) {
    const SearchParams *sp = &w->params;
    const int target = tt.score - sp->singular_margin * depth / 10;
    const bool may_double = !pv_node && n->ply < 2 * w->root_depth;
    int score;

    if (depth < sp->singular_depth + n->tt_pv || tt.depth < depth - 3 ||
        score_is_decided(tt.score) || !move_is_legal(&n->position, tt.move))
        return SCORE_NONE;
    n->excluded = tt.move;
    score = search(w, n, target - 1, target, (depth - 1) / 2, cut_node);
    n->excluded = NO_MOVE;
    if (w->stopped)
        return 0;
    if (score < target)
        *extension = 1 + (may_double && score < target - sp->double_ext_margin) +
                     (may_double && !position_is_noisy(&n->position, tt.move) &&
                      score < target - sp->triple_ext_margin);
    else if (score < beta || pv_node || score_is_decided(score))
        *extension = tt.score >= beta ? -3 : cut_node ? -2 : 0;
    else {
        if (n->static_eval != SCORE_NONE && score > n->static_eval)
            correction_update(w->shared, sp, &n->corrections, score - n->static_eval,
                              (depth - 1) / 2);
        return score;
    }
    return SCORE_NONE;
}

/* --- late move reductions (LMR) -------------------------------------------------------------- */

/*
 * Returns the natural logarithm in 1024ths, in integers, so that every machine searches the same
 * tree.
 */
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

/*
 * Returns the part of the reduction that is known before the move is made, in 1024ths of a ply: the
 * table by depth and move number, less for a good history. Also used by shallow pruning.
 */
static int reduction_before_move(const Worker *w, int depth, int number, bool quiet, int history,
                                 bool improving) {
    const SearchParams *sp = &w->params;
    int r = w->lmr[quiet][min(depth, LMR_SIZE - 1)][min(number, LMR_SIZE - 1)];

    r += improving ? 0 : sp->lmr_not_improving;
    return r - history * 1024 / (quiet ? sp->lmr_history : sp->lmr_capture_history);
}

/*
 * Returns the plies by which a move that has been made is first reduced, or -1 (an extension) if
 * everything favors the move. `r`: reduction_before_move(). `tt_capture`: the TT move is a capture,
 * and this move is not.
 */
static int late_move_reduction(const Worker *w, const Node *n, TTEntry tt, int r, int alpha,
                               int depth, bool pv_node, bool cut_node, bool tt_capture) {
    const SearchParams *sp = &w->params;

    r -= pv_node ? sp->lmr_pv : 0;
    if (n->tt_pv) {
        r -= sp->lmr_tt_pv;
        r -= tt.bound != BOUND_NONE && tt.score > alpha ? sp->lmr_tt_pv_score : 0;
        r -= tt.bound != BOUND_NONE && tt.depth >= depth ? sp->lmr_tt_pv_depth : 0;
    }
    r += cut_node ? sp->lmr_cut_node + (tt.move == NO_MOVE ? sp->lmr_no_tt_move : 0) : 0;
    r += n[1].cutoff_count > 2 ? sp->lmr_cutoff_count : 0;
    r -= abs(correction_value(&n->corrections)) > sp->lmr_correction_size ? sp->lmr_correction : 0;
    r += tt_capture ? sp->lmr_tt_capture : 0;
    r -= position_in_check(&n[1].position) ? sp->lmr_gives_check : 0;
    return clamp(r / 1024, n->ply < 2 * w->root_depth ? -1 : 0, depth - 1);
}

/*
 * PVS of a move that has been made: first with a null window, reduced, then at full depth if it
 * beats alpha; with the open window of a PV node if it still beats alpha or is the first move.
 * `best`: the best score so far.
 */
static int search_move(Worker *w, Node *n, int alpha, int beta, int depth, int reduction,
                       bool cut_node, int best) {
    const SearchParams *sp = &w->params;
    const bool root = n->ply == 0, open_window = beta - alpha > 1;
    int score = alpha + 1; /* the first move of a PV node has only the open window */

    n->reduction = reduction;
    if (reduction > 0) {
        score = -search(w, n + 1, -alpha - 1, -alpha, depth - reduction, true);
        if (score > alpha) {
            /* a ply deeper or shallower, depending on the margin over the best score */
            depth += !root && score > best + sp->do_deeper_margin;
            depth -= !root && score < best + sp->do_shallower_margin;
            n->reduction = 0;
            score = -search(w, n + 1, -alpha - 1, -alpha, depth, !cut_node);
            if (!w->stopped && !position_is_noisy(&n->position, n->move))
                update_after_research(w, n, n->move, score > alpha, depth + 1);
        }
    } else if (!open_window || n->move_number > 1) {
        score = -search(w, n + 1, -alpha - 1, -alpha, depth - reduction, !cut_node);
    }
    n->reduction = 0;
    if (open_window && score > alpha)
        score = -search(w, n + 1, -beta, -alpha, depth, false);
    return score;
}

/* --- the search ------------------------------------------------------------------------------ */

/*
 * Searches a node to `depth` plies. Principal variation search: the first move of a PV node (open
 * window) is searched with that window, all others with a null window first. A null-window node is
 * a cut node, where a beta cutoff is expected, or an all node. Fail-soft: the score is exact
 * between alpha and beta, otherwise a bound that may lie outside the window. The score is
 * meaningless if w->stopped is set.
 */
static int search(Worker *w, Node *n, int alpha, int beta, int depth, bool cut_node) {
    const SearchParams *sp = &w->params;
    const Position *p = &n->position;
    const bool root = n->ply == 0, in_check = position_in_check(p), pv_node = beta - alpha > 1;
    const bool full_node = is_full_node(w, n);
    const bool has_pieces = position_has_pieces(p, position_turn(p));
    bool improving = false, opponent_worsening = false, tt_capture;
    int best = -SCORE_INFINITE, eval = 0, score, old_alpha, asked_depth, child_depth;
    int ceiling = SCORE_INFINITE; /* upper bound of the score by tablebases */
    int move_count = 0, tt_extension = 0;
    MovesTried tried;
    Move m, best_move = NO_MOVE;
    PickContext context;
    MovePick pick;
    TTEntry tt;
    Bound bound;

    assert(n == &w->node[STACK_GUARD + n->ply] && n->ply >= 0 && n->ply <= MAX_PLY);
    assert(-SCORE_INFINITE <= alpha && alpha < beta && beta <= SCORE_INFINITE);
    assert(!(pv_node && cut_node));
    /* extensions may exceed MAX_DEPTH; hindsight may add one more */
    asked_depth = depth = min(depth, TT_MAX_DEPTH - 1);
    if (w->override_count && !root && (score = forced_score(w, n, depth)) != SCORE_NONE)
        return score;
    if (depth <= 0)
        return quiescence(w, n, alpha, beta);
    /* reset the killer moves of children and the cutoff counts of grandchildren */
    n[1].killer[0] = n[1].killer[1] = NO_MOVE;
    if (root)
        n[1].cutoff_count = 0;
    n[2].cutoff_count = 0;
    if (!enter_node(w, n))
        return 0;

    if (!root) {
        /* Step 1. Draws, max ply, upcoming repetition. */
        if ((score = leaf_score(w, n)) != SCORE_NONE)
            return score;
        if (alpha < SCORE_DRAW && has_upcoming_repetition(w, n))
            alpha = draw_score(w);

        /* Step 2. Mate distance pruning: at worst mated now, at best mating with the next move. */
        alpha = max(alpha, -SCORE_MATE + n->ply);
        beta = min(beta, SCORE_MATE - n->ply - 1);
        if (alpha >= beta)
            return alpha;
    }
    old_alpha = alpha;

    /* Step 3. Transposition table: probe, and cutoff outside the PV. */
    tt = probe_tt(w, n);
    tt_capture = tt.move != NO_MOVE && position_is_noisy(p, tt.move);
    if (n->excluded == NO_MOVE)
        n->tt_pv = pv_node || tt.pv;
    if (!pv_node && full_node && tt_cutoff(n, tt, depth, beta)) {
        if (tt.score >= beta)
            update_after_tt_cutoff(w, n, tt.move, depth);
        return tt.score;
    }

    /* Step 4. Tablebases: a cutoff, or in the PV a bound of the score. */
    if (w->tables.syzygy && !root && n->excluded == NO_MOVE &&
        (score = probe_tables(w, n, depth, &bound)) != SCORE_NONE) {
        if (bound == BOUND_EXACT || (bound == BOUND_LOWER ? score >= beta : score <= alpha)) {
            n->raw_eval = SCORE_NONE;
            store_tt(w, n, score, NO_MOVE, min(depth + 6, TT_MAX_DEPTH - 1), bound);
            return score;
        }
        if (bound == BOUND_LOWER)
            alpha = max(alpha, best = score);
        else
            ceiling = score;
    }

    /* Step 5. Static evaluation, compared with those before: improving, opponent worsening. */
    n->raw_eval = n->static_eval = SCORE_NONE;
    if (!in_check) {
        const int own = n[-2].static_eval != SCORE_NONE ? n[-2].static_eval : n[-4].static_eval;
        const int theirs = n[-1].static_eval;

        eval = evaluate_node(w, n, tt);
        if (n->excluded != NO_MOVE) /* the TT score belongs to the excluded move */
            eval = n->static_eval;
        improving = own != SCORE_NONE && n->static_eval > own;
        opponent_worsening = theirs != SCORE_NONE && n->static_eval > -theirs;
        if (full_node && !root)
            update_eval_history(w, n);
    }

    /*
     * Step 6. Hindsight: the static evaluation shows whether the reduction of the move that led
     * here was too large or too small.
     */
    if (!in_check && full_node && n[-1].static_eval != SCORE_NONE && n[-1].move != NO_MOVE) {
        if (n[-1].reduction >= sp->hindsight_deeper && !opponent_worsening)
            depth++;
        else if (n[-1].reduction >= 2 && depth >= 2 &&
                 n->static_eval + n[-1].static_eval > sp->hindsight_margin)
            depth--;
    }

    /* Singular searches go through steps 7 and 8, too. */
    if (!in_check && !pv_node && (full_node || n->excluded != NO_MOVE)) {
        /* Step 7. Reverse futility pruning (RFP): eval minus a margin still fails high. */
        const int rfp_margin = sp->rfp_margin * (depth - improving) +
                               abs(correction_value(&n->corrections)) / 2 -
                               (opponent_worsening ? sp->rfp_worsening : 0);
        if (depth <= sp->rfp_depth && !n->tt_pv && eval - rfp_margin >= beta &&
            !score_is_decided(beta))
            return (eval + beta) / 2;

        /* Step 8. Razoring: far below alpha, only quiescence can help. */
        if (eval + sp->razor_base + sp->razor_slope * depth * depth <= alpha &&
            !score_is_decided(alpha)) {
            score = quiescence(w, n, alpha, beta);
            if (score <= alpha || w->stopped)
                return score;
        }
    }

    if (!in_check && !pv_node && full_node) {
        /* Step 9. Null move pruning. */
        if (cut_node && has_pieces) {
            score = null_move_pruning(w, n, eval, beta, depth, tt_capture);
            if (score >= beta || w->stopped)
                return score;
        }

        /* Step 10. ProbCut. */
        score = probcut(w, n, tt, beta, depth, cut_node, improving);
        if (score != SCORE_NONE || w->stopped)
            return score;

        /* Step 11. Small ProbCut: a slightly shallower TT entry has a score far above beta. */
        if ((tt.bound & BOUND_LOWER) && tt.depth >= depth - 4 &&
            tt.score >= beta + sp->small_probcut_margin && !score_is_decided(beta) &&
            !score_is_decided(tt.score))
            return beta + sp->small_probcut_margin;
    }

    /* Step 12. Internal iterative reduction (IIR): reduce a node without a TT move by one ply. */
    if (asked_depth >= sp->iir_depth && tt.move == NO_MOVE && (pv_node || cut_node))
        depth--;

    /* Step 13. Singular extension and multi-cut. (Moves are ordered by the killers before it.) */
    context = pick_context(w, n, true);
    if (!root && n->excluded == NO_MOVE && (tt.bound & BOUND_LOWER)) {
        score = singular_extension(w, n, tt, beta, depth, pv_node, cut_node, &tt_extension);
        if (score != SCORE_NONE || w->stopped)
            return score;
    }

    /* Step 14. Move loop. */
    child_depth = depth - 1;
    tried.quiets = tried.noisies = 0;
    movepick_all(&pick, p, &context, root && w->root_first != NO_MOVE ? w->root_first : tt.move);
    while ((m = next_move(w, n, &pick)) != NO_MOVE) {
        const bool quiet = !position_is_noisy(p, m),
                   gives_check = movepick_is_check(&context, p, m);
        const uint64_t nodes_before = search_node_count(w);
        int history, r, reduction = 0, new_depth;

        if (m == n->excluded || (root && !passes_root_filter(w, m)))
            continue;
        move_count++;
        if (root)
            set_progress(w, m, move_count);
        history = quiet ? movepick_quiet_score(&context, p, m)
                        : history_value(history_capture(&w->history, p, m));

        r = reduction_before_move(w, depth, move_count, quiet, history, improving);

        /* Step 15. Shallow pruning, once some move has avoided mate. */
        if (!root && has_pieces && best > -SCORE_DECIDED &&
            (!pv_node || depth >= sp->pv_pruning_depth)) {
            const int reduced_depth = max(depth - 1 - r / 1024, 0);
            const bool may_be_futile = !in_check && !score_is_decided(alpha);
            int see_margin;

            if (quiet && !gives_check) {
                /* Late move pruning (LMP): skip quiets after a number of moves. */
                if (depth <= sp->lmp_depth &&
                    move_count >= (sp->lmp_base + depth * depth) / (2 - improving))
                    movepick_skip_quiets(&pick); /* from the next move on */

                /* Futility pruning: static eval plus a margin stays below alpha. */
                if (reduced_depth <= sp->futility_depth && may_be_futile &&
                    n->static_eval + sp->futility_base + sp->futility_slope * reduced_depth <=
                        alpha)
                    continue;

                /* History pruning: quiets with a bad history. */
                if (reduced_depth <= sp->history_pruning_depth &&
                    history < -sp->history_pruning_margin * depth)
                    continue;
            } else if (!quiet && !gives_check && move_promotion(m) == NO_PIECE) {
                /* Futility pruning of captures: with the captured piece as well. */
                if (reduced_depth <= sp->capture_futility_depth && may_be_futile &&
                    n->static_eval + sp->capture_futility_base +
                            sp->capture_futility_slope * reduced_depth +
                            see_value[captured_piece(p, m)] + history / 32 <=
                        alpha)
                    continue;
            }

            /* SEE pruning: moves that lose too much material for the depth. */
            see_margin = quiet && !gives_check
                             ? sp->see_quiet_margin * reduced_depth * reduced_depth
                         : quiet ? sp->see_check_margin * depth
                                 : sp->see_noisy_margin * depth;
            if ((quiet && !gives_check ? reduced_depth <= sp->see_quiet_depth
                                       : depth <= sp->see_depth) &&
                !see_ge(p, m, -see_margin))
                continue;
        }

        /* Step 16. Make the move. */
        new_depth = child_depth + (m == tt.move ? tt_extension : 0);
        make_move(w, n, m);
        n->move_number = move_count;

        /* Step 17. Late move reductions (LMR). */
        if (depth >= sp->lmr_depth && move_count > 1 + root)
            reduction = late_move_reduction(w, n, tt, r, alpha, depth, pv_node, cut_node,
                                            quiet && tt_capture);

        /* Step 18. Principal variation search of the move. */
        score = search_move(w, n, alpha, beta, new_depth, reduction, cut_node, best);
        if (w->stopped)
            return 0;
        if (root)
            w->move_nodes[move_from(m)][move_to(m)] += search_node_count(w) - nodes_before;

        /* Step 19. A better move; a beta cutoff. */
        best = max(best, score);
        if (score > alpha) {
            alpha = score;
            best_move = m;
            if (pv_node)
                set_pv(n, m);
            if (root) {
                w->best = m;
                w->best_score = score;
            }
            if (score >= beta) {
                n->cutoff_count++;
                w->cutoffs++;
                w->first_cutoffs += move_count == 1;
                update_histories(w, n, m, quiet, &tried,
                                 depth + (score > beta + sp->history_margin));
                break;
            }
            /* the best move is probably known by now: search the rest one ply shallower */
            if (!root && depth > 2 && depth < sp->alpha_raise_depth && !score_is_decided(score))
                child_depth = depth - 2;
        }
        moves_tried_add(&tried, m, quiet);
    }

    /* Step 20. Mate and stalemate. If the excluded move is the only one, fail low. */
    if (!move_count)
        return !full_node ? alpha : in_check ? -SCORE_MATE + n->ply : SCORE_DRAW;

    /* Step 21. A shallow fail high is a poor measure of how far the score exceeds beta: blend. */
    if (!root && best >= beta && !score_is_decided(best) && !score_is_decided(beta))
        best = (best * depth + beta) / (depth + 1);
    best = min(best, ceiling);
    assert(best >= -SCORE_MATE && best <= SCORE_MATE);

    /* Step 22. Histories and transposition table. */
    if (full_node) {
        bound = bound_of(best, old_alpha, beta);
        if (best <= old_alpha && !root) {
            reward_prior_move(w, n, best, depth);
            n->tt_pv |= n[-1].tt_pv; /* the move to this position was good, and may enter the PV */
        }
        update_correction_history(w, n, best_move, best, bound, depth);
        store_tt(w, n, best, best_move, depth, bound);
    }
    return best;
}

/* --- parameters ------------------------------------------------------------------------------ */

void search_set_params(Worker *w, const SearchParams *params) {
    w->params = *params;
    init_lmr(w);
}

/* --- the root -------------------------------------------------------------------------------- */

void search_prepare(Worker *w, const Position *root) {
    w->nodes = w->table_hits = w->cutoffs = w->first_cutoffs = 0;
    set_progress(w, NO_MOVE, 0);
    w->stopped = false;
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
        n->continuation = &w->shared->null_continuation;
        n->raw_eval = n->static_eval = SCORE_NONE;
        n->pv_length = 0;
        n->reversible = 0;
    }
    search_root_node(w)->position = *root;
    add_key(w, search_root_node(w));
    find_corrections(w, search_root_node(w));
    search_root_node(w)->reversible = min(root->halfmove_clock, (int)w->game_key_count);
}

int search_root(Worker *w, int alpha, int beta, int depth) {
    assert(depth >= 1 && depth <= MAX_DEPTH);
    return search(w, search_root_node(w), alpha, beta, depth, false);
}
