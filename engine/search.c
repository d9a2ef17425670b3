/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ideas and where they come from: principal variation search (T. Marsland and M. Campbell
 * 1982), quiescence (C. Shannon 1950, A. Turing 1953), null move (C. Donninger 1993), late move
 * reductions (T. Romstad, Fruit Reloaded and Glaurung 2005), futility (E. Heinz 1998), killers
 * (B. Huberman 1968), history (J. Schaeffer 1989), mate distance pruning (Fruit).
 */
#include "search.h"

#include <assert.h>
#include <string.h>

#include "clock.h"
#include "cycle.h"
#include "eval.h"
#include "movegen.h"
#include "movepick.h"
#include "see.h"

/* The natural logarithm in 1024ths, by whole numbers: the same on every machine. */
static int natural_log(unsigned n) {
    uint64_t x = (uint64_t)n << 20; /* fixed point with 20 bits behind the point */
    uint64_t log2 = 0;              /* with 16 bits */

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

static void fill_reductions(Worker *w) {
    const Rules *r = &w->rules;

    for (unsigned depth = 1; depth < LMR_SIZE; depth++)
        for (unsigned count = 1; count < LMR_SIZE; count++) {
            const int product = natural_log(depth) * natural_log(count) / 1024;
            w->reduction[0][depth][count] =
                (int16_t)(r->lmr_noisy_base + product * 100 / r->lmr_noisy_slope);
            w->reduction[1][depth][count] =
                (int16_t)(r->lmr_quiet_base + product * 100 / r->lmr_quiet_slope);
        }
}

void search_set_rules(Worker *w, const Rules *rules) {
    w->rules = *rules;
    fill_reductions(w);
}

static int clamp(int n, int low, int high) {
    return n < low ? low : n > high ? high : n;
}

/* --- limits ---------------------------------------------------------------------------------- */

static uint64_t node_count(const Worker *w) {
    return atomic_load_explicit(&w->nodes, memory_order_relaxed);
}

int64_t search_elapsed_ms(Worker *w) {
    const uint64_t rate = atomic_load_explicit(&w->control->nodes_per_second, memory_order_relaxed);
    const int64_t since = atomic_load_explicit(&w->control->start_ms, memory_order_relaxed);

    if (rate)
        return (int64_t)(node_count(w) * 1000 / rate);
    if (!atomic_load_explicit(&w->control->cpu_time, memory_order_relaxed))
        return clock_ms() - since;
    if (since != w->cpu_since_ms) { /* a new search, or a ponder hit */
        w->cpu_since_ms = since;
        w->cpu_start_ms = clock_thread_ms();
    }
    return clock_thread_ms() - w->cpu_start_ms;
}

int64_t search_shown_ms(Worker *w) {
    const Control *c = w->control;

    if (atomic_load_explicit(&c->nodes_per_second, memory_order_relaxed) ||
        atomic_load_explicit(&c->cpu_time, memory_order_relaxed))
        return search_elapsed_ms(w);
    return clock_ms() - atomic_load_explicit(&c->began_ms, memory_order_relaxed);
}

/* Wait here while the search is paused. It is rare, so that looking now and then is enough. */
static bool is_told_to_stop(Control *control) {
    int order = atomic_load_explicit(&control->order, memory_order_relaxed);

    while (order == ORDER_PAUSE) {
        clock_sleep_ms(5);
        order = atomic_load_explicit(&control->order, memory_order_acquire);
    }
    return order == ORDER_STOP;
}

/* Count a node, unless the search has to end. */
static bool must_stop(Worker *w) {
    const uint64_t nodes = node_count(w);

    if (w->has_move) {
        if (is_told_to_stop(w->control) ||
            nodes >= atomic_load_explicit(&w->control->nodes, memory_order_relaxed))
            w->stopped = true;
        else if (w->is_main && nodes % 512 == 0 && !w->control->nodes_per_second &&
                 search_elapsed_ms(w) >=
                     atomic_load_explicit(&w->control->hard_ms, memory_order_relaxed))
            w->stopped = true;
        if (w->stopped)
            return true;
    }
    atomic_store_explicit(&w->nodes, nodes + 1, memory_order_relaxed);
    return false;
}

/* --- positions and moves --------------------------------------------------------------------- */

static void make_move(Worker *w, Node *n, Move m) {
    const Piece piece = position_on(&n->position, move_from(m));

    /* as early as may be: the entry takes about as long to come as the move to be played */
    tt_prefetch(w->tt, position_key_guess(&n->position, m));
    n->move = m;
    n->continuation = &w->history.after[piece][move_to(m)];
    position_play(&n[1].position, &n->position, m);
    n[1].doubles = n->doubles;
    n[1].reversible = n[1].position.halfmove_clock ? n->reversible + 1 : 0;
}

static void pass(Worker *w, Node *n) {
    n->move = NO_MOVE;
    n->continuation = &w->history.nothing;
    position_null_move(&n[1].position, &n->position);
    tt_prefetch(w->tt, n[1].position.key);
    n[1].doubles = n->doubles;
    n[1].reversible = 0;
}

/* One earlier time in the tree is enough for a draw; of positions before the root it takes two. */
static bool is_repetition(const Worker *w, const Node *n) {
    const uint64_t key = n->position.key;
    int before = 0;

    for (int back = 4; back <= n->reversible; back += 2) {
        if (back <= n->ply) {
            if (n[-back].position.key == key)
                return true;
        } else {
            const size_t index = (size_t)(back - n->ply);
            if (index > w->before_count)
                break;
            if (w->before[w->before_count - index] == key && ++before == 2)
                return true;
        }
    }
    return false;
}

/* Could the side to move repeat a position of the tree at once? Then it has a draw in hand. */
static bool can_repeat(const Node *n) {
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

/* A draw, give or take a hair, so that the search does not see all draws as one. */
static int draw_score(const Worker *w) {
    return SCORE_DRAW + (int)(node_count(w) & 2) - 1;
}

static int evaluate(const Worker *w, const Node *n) {
    const Position *p = &n->position;
    int score = eval_position(p, w->evals, n->ply);

    if (w->noise) { /* the sum of two dice */
        const uint64_t mix = (p->key ^ w->noise) * UINT64_C(0x9e3779b97f4a7c15);
        const uint64_t sides = (uint64_t)w->noise_size + 1;
        score += (int)(((mix >> 48) * sides >> 16) + ((mix >> 32 & 0xffff) * sides >> 16));
        score = clamp(score - w->noise_size, -EVAL_MAX, EVAL_MAX);
    }
    return score;
}

/* Mates are kept in the table as plies from the position, in the search as plies from the root. */
static int score_to_table(int score, int ply) {
    return score >= SCORE_MATE_LEAST    ? score + ply
           : score <= -SCORE_MATE_LEAST ? score - ply
                                        : score;
}
static int score_from_table(int score, int ply) {
    return score >= SCORE_MATE_LEAST    ? score - ply
           : score <= -SCORE_MATE_LEAST ? score + ply
                                        : score;
}

static TTEntry probe(const Worker *w, const Node *n) {
    TTEntry e = tt_probe(w->tt, n->position.key);

    e.score = (int16_t)score_from_table(e.score, n->ply);
    return e;
}

static void store(const Worker *w, const Node *n, int score, Move m, int depth, Bound bound) {
    tt_store(w->tt, n->position.key,
             (TTEntry){(int16_t)score_to_table(score, n->ply), (int16_t)n->raw_eval, m,
                       (int8_t)depth, (uint8_t)bound});
}

/* What a score says that was searched with this window. */
static Bound bound_of(int score, int alpha, int beta) {
    return score >= beta ? BOUND_LOWER : score > alpha ? BOUND_EXACT : BOUND_UPPER;
}

/*
 * The table does not know the clock of the fifty-move rule. As the rule draws near, scores of other
 * paths to the position say little, and evaluations, which fade with the clock, are made anew.
 */
enum { CLOCK_SCORES = 90, CLOCK_EVALS = 20 };

/* Does what is known already answer the question whether the score lies below alpha or above? */
static bool answers(const Node *n, TTEntry e, int depth, int alpha, int beta) {
    return e.bound != BOUND_NONE && e.depth >= depth && n->position.halfmove_clock < CLOCK_SCORES &&
           (e.bound == BOUND_EXACT || (e.bound == BOUND_LOWER && e.score >= beta) ||
            (e.bound == BOUND_UPPER && e.score <= alpha));
}

/* The corrected static evaluation, or a better guess where the table knows more. */
static int judge(Worker *w, Node *n, TTEntry known) {
    n->corrections = history_corrections(&w->history, &n->position.board);
    n->raw_eval = known.bound != BOUND_NONE && known.eval != SCORE_NONE &&
                          n->position.halfmove_clock < CLOCK_EVALS
                      ? known.eval
                      : evaluate(w, n);
    n->eval = clamp(n->raw_eval + history_correction(&n->corrections), -EVAL_MAX, EVAL_MAX);
    if ((known.bound == BOUND_LOWER && known.score > n->eval) ||
        (known.bound == BOUND_UPPER && known.score < n->eval) || known.bound == BOUND_EXACT)
        return score_is_mate(known.score) ? n->eval : known.score;
    return n->eval;
}

/* Learn from a score how wrong the evaluation was, unless captures explain the difference. */
static void correct_evaluation(const Node *n, Move best, int score, Bound bound, int depth) {
    if (n->position.checkers || (best != NO_MOVE && position_is_noisy(&n->position, best)) ||
        (bound == BOUND_LOWER && score <= n->eval) || (bound == BOUND_UPPER && score >= n->eval) ||
        score_is_mate(score))
        return;
    history_correct(&n->corrections, score - n->eval, depth);
}

static void set_pv(Node *n, Move m) {
    n->pv[0] = m;
    n->pv_length = n[1].pv_length + 1;
    memcpy(n->pv + 1, n[1].pv, n[1].pv_length * sizeof *n->pv);
}

static PickContext pick_context(Worker *w, Node *n, bool quiets) {
    const Position *p = &n->position;
    PickContext context = {
        .history = &w->history,
        .before = {n[-1].continuation, n[-2].continuation},
        .killer = {n->killer[0], n->killer[1]},
    };

    n->attacked = 0;
    if (quiets) {
        n->attacked = movegen_attacked(&p->board, color_other(position_turn(p)));
        position_check_squares(p, context.checks);
    }
    context.attacked = n->attacked;
    return context;
}

/* --- quiescence ------------------------------------------------------------------------------ */

/*
 * Even with what it takes, the move would not bring the score up to alpha. Where the other side has
 * few men left, taking one may leave it with a draw, and counts for more than the man.
 */
static bool is_hopeless(const Rules *r, const Position *p, Move m, int eval, int alpha) {
    const Bitboard theirs = p->board.color[color_other(position_turn(p))];

    return move_promotion(m) == NO_PIECE && bb_count(theirs) > r->delta_men &&
           eval + r->delta_margin + see_value[position_taken(p, m)] <= alpha;
}

/* Follow captures, promotions and answers to check until the position is quiet. */
static int quiescence(Worker *w, Node *n, int alpha, int beta) {
    const Position *p = &n->position;
    const bool in_check = position_in_check(p);
    TTEntry known;
    PickContext context;
    MovePick pick;
    Move m, best_move = NO_MOVE;
    int best = -SCORE_INFINITE, eval = SCORE_NONE, count = 0;
    const int old_alpha = alpha;

    n->pv_length = 0;
    if (must_stop(w))
        return 0;
    if (n->ply > w->deepest)
        w->deepest = n->ply;
    if (is_draw(w, n))
        return draw_score(w);
    if (n->ply >= MAX_PLY)
        return in_check ? SCORE_DRAW : evaluate(w, n);

    known = probe(w, n);
    if (beta - alpha == 1 && answers(n, known, 0, alpha, beta))
        return known.score;

    n->raw_eval = n->eval = SCORE_NONE;
    if (!in_check) {
        best = eval = judge(w, n, known);
        if (best >= beta)
            return score_is_mate(beta) ? best : (best + beta) / 2;
        if (best > alpha)
            alpha = best;
    }

    context = pick_context(w, n, in_check);
    if (in_check)
        movepick_all(&pick, p, &context, known.move);
    else
        movepick_noisy(&pick, p, &context, known.move);
    while ((m = movepick_next(&pick)) != NO_MOVE) {
        int score;

        count++;
        if (!in_check && is_hopeless(&w->rules, p, m, eval, alpha))
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
        /* one way out of a check is found: quiet ones need not be tried */
        if (in_check && best > -SCORE_MATE_LEAST)
            movepick_skip_quiets(&pick);
    }
    if (in_check && !count)
        return -SCORE_MATE + n->ply;
    store(w, n, best, best_move, 0, bound_of(best, old_alpha, beta));
    return best;
}

/* --- questions of the search ----------------------------------------------------------------- */

/* Does it go better than at our last turn, or the one before if that was in check? */
static bool is_improving(const Node *n) {
    const int before = n[-2].eval != SCORE_NONE ? n[-2].eval : n[-4].eval;
    return before != SCORE_NONE && n->eval > before;
}

/* So far ahead that a few quiet plies will not change it. */
static bool is_futile(const Rules *r, int eval, int depth, int beta, bool improving) {
    return depth <= r->futile_depth && eval - r->futile_margin * (depth - improving) >= beta &&
           !score_is_mate(beta);
}

/* So far behind that only captures can help. */
static bool is_razored(const Rules *r, int eval, int depth, int alpha) {
    return depth <= r->razor_depth && eval + r->razor_margin * depth <= alpha;
}

/* Ahead even if we passed. Never twice running, nor with pawns only: zugzwang is real there. */
static bool can_null_move(const Worker *w, const Node *n, int eval, int depth, int beta) {
    const Rules *r = &w->rules;

    return depth >= r->null_depth && eval >= beta && n->eval >= beta - r->null_slack &&
           n->ply >= w->null_from && n[-1].move != NO_MOVE && !score_is_mate(beta) &&
           position_has_pieces(&n->position, position_turn(&n->position));
}

/* Zugzwang threatens those who have one piece left, and is dear at high depths. */
static bool needs_verification(const Rules *r, const Node *n, int depth) {
    const Board *b = &n->position.board;
    const Bitboard pieces = b->color[b->turn] & ~(b->piece[PAWN] | b->piece[KING]);

    return depth >= r->verify_depth || !bb_several(pieces);
}

static int null_depth(const Rules *r, int eval, int depth, int beta) {
    const int surplus = (eval - beta) / r->null_margin;
    return depth - r->null_reduction - depth / r->null_divisor - (surplus < 3 ? surplus : 3);
}

/* What is known of a move while the search decides how much of its time it deserves. */
typedef struct {
    Move move;
    bool quiet;
    bool check;  /* a quiet move whose piece gives check */
    int count;   /* 1 for the first move */
    int history; /* of a quiet move */
} Candidate;

/* What is known of the node that decides how deep its moves are searched. */
typedef struct {
    bool open, cut, improving;
    bool was_open;        /* the table says that it was once on a principal variation */
    bool best_is_capture; /* the known move is one */
} Outlook;

/* Quiet moves that come late, cannot reach alpha, or have done badly; unless they give check. */
static bool is_dull(const Rules *r, const Node *n, MovePick *pick, const Candidate *c, int depth,
                    int alpha, bool improving) {
    const int late = (r->late_base + depth * depth) / (2 - improving);
    const int reach = n->eval + r->quiet_margin + r->quiet_slope * depth;

    if (!c->quiet || c->check)
        return false;
    if (depth <= r->late_depth && c->count >= late)
        movepick_skip_quiets(pick);
    if (!n->position.checkers && depth <= r->quiet_depth && reach <= alpha &&
        !score_is_mate(alpha)) {
        movepick_skip_quiets(pick);
        return true;
    }
    return depth <= r->history_depth && c->history < -r->history_margin * depth;
}

/* Moves that lose material, more of it the deeper the search would be. */
static bool is_blunder(const Rules *r, const Node *n, const Candidate *c, int depth) {
    const int most = !c->quiet ? r->see_noisy : c->check ? r->see_check : r->see_quiet;
    return depth <= r->see_depth && !see_at_least(&n->position, c->move, -most * depth);
}

/* Plies by which a late move is searched less deep at first. */
static int reduction(const Worker *w, const Node *n, const Candidate *c, int depth,
                     const Outlook *o) {
    const Rules *rules = &w->rules;
    const int d = depth < LMR_SIZE ? depth : LMR_SIZE - 1;
    const int i = c->count < LMR_SIZE ? c->count : LMR_SIZE - 1;
    int r = w->reduction[c->quiet][d][i];

    /* there are few of them, and a sacrifice that works is what the user asks about */
    if (n->ply == 0 &&
        (!c->quiet || n[1].position.checkers ||
         (depth >= rules->lmr_root_depth && !see_at_least(&n->position, c->move, 0))))
        return 0;
    r -= n->ply == 0 && depth >= rules->lmr_root_depth ? rules->lmr_root : 0;
    r -= o->open ? rules->lmr_open : 0;
    r -= o->was_open ? rules->lmr_was_open : 0;
    r += o->cut ? rules->lmr_cut : 0;
    r += o->improving ? 0 : rules->lmr_worse;
    r += o->best_is_capture && c->quiet ? rules->lmr_capture : 0;
    r -= n[1].position.checkers ? rules->lmr_check : 0; /* the move gives check */
    r -= c->quiet ? clamp(c->history * 1024 / rules->lmr_history, -2048, 2048) : 0;
    return clamp(r / 1024, 0, depth - 2);
}

/* The moves tried at a node, to be blamed when a later one turns out better. */
typedef struct {
    Move quiet[64], noisy[32];
    int quiets, noisies;
} Tried;

static void remember_tried(Tried *t, Move m, bool quiet) {
    if (quiet && t->quiets < 64)
        t->quiet[t->quiets++] = m;
    else if (!quiet && t->noisies < 32)
        t->noisy[t->noisies++] = m;
}

static void nudge_quiet(Worker *w, Node *n, Move m, int bonus) {
    const Position *p = &n->position;
    const Piece piece = position_on(p, move_from(m));
    const Square to = move_to(m);

    history_nudge(history_quiet(&w->history, position_turn(p), n->attacked, m), bonus);
    for (int back = 1; back <= 4; back += 1 + (back > 1))
        if (n[-back].move != NO_MOVE)
            history_nudge(&n[-back].continuation->score[piece][to], bonus);
}

/* A move was good enough: it is praised, those tried before it are blamed. */
static void learn(Worker *w, Node *n, Move best, bool quiet, const Tried *t, int depth) {
    const int bonus = history_bonus(depth), malus = history_malus(depth);

    if (quiet) {
        if (n->killer[0] != best) {
            n->killer[1] = n->killer[0];
            n->killer[0] = best;
        }
        nudge_quiet(w, n, best, bonus);
        for (int i = 0; i < t->quiets; i++)
            nudge_quiet(w, n, t->quiet[i], -malus);
    } else {
        history_nudge(history_capture(&w->history, &n->position, best), bonus);
    }
    for (int i = 0; i < t->noisies; i++)
        history_nudge(history_capture(&w->history, &n->position, t->noisy[i]), -malus);
}

/* Was the move that led here a quiet one? */
static bool came_quietly(const Node *n) {
    return n[-1].move != NO_MOVE && !position_is_noisy(&n[-1].position, n[-1].move);
}

/* A quiet move that made the static score of its side better is praised a little, or blamed. */
static void learn_from_shift(Worker *w, Node *n) {
    const Rules *r = &w->rules;
    const Node *before = n - 1;
    const int shift = -(n->eval + before->eval) * r->shift_slope;

    if (before->eval != SCORE_NONE && came_quietly(n))
        history_nudge(history_quiet(&w->history, position_turn(&before->position), before->attacked,
                                    before->move),
                      clamp(shift, -r->shift_most, r->shift_most));
}

/* Nothing was good enough here: it is the quiet move that led here which was. */
static void praise_refutation(Worker *w, Node *n, int depth) {
    if (came_quietly(n))
        nudge_quiet(w, n - 1, n[-1].move, history_bonus(depth) * w->rules.refuted_bonus / 100);
}

/* A reduced move was searched again: was it worth it? */
static void learn_again(const Worker *w, const Node *n, const Candidate *c, bool good, int depth) {
    const int change = good ? history_bonus(depth) : -history_malus(depth);
    const Piece piece = position_on(&n->position, move_from(c->move));

    for (int back = 1; c->quiet && back <= 2; back++)
        if (n[-back].move != NO_MOVE)
            history_nudge(&n[-back].continuation->score[piece][move_to(c->move)],
                          change * w->rules.again_bonus / 100);
}

/* --- the search ------------------------------------------------------------------------------ */

static int search(Worker *w, Node *n, int alpha, int beta, int depth, bool cut);

/* A null window first for all but the first move, less deep if it comes late; then in full. */
static int search_move(Worker *w, Node *n, const Candidate *c, int alpha, int beta, int best,
                       int depth, int less, bool first, bool cut) {
    const Rules *r = &w->rules;
    const bool open = beta - alpha > 1, is_root = n->ply == 0;
    int score = 0;

    if (less > 0) {
        score = -search(w, n + 1, -alpha - 1, -alpha, depth - 1 - less, true);
        if (score > alpha) {
            /* how much better than the best it looks decides how sure we want to be */
            depth += !is_root && score > best + r->deeper_margin;
            depth -= !is_root && score < best + r->shallower_margin;
            score = -search(w, n + 1, -alpha - 1, -alpha, depth - 1, !cut);
            if (!w->stopped)
                learn_again(w, n, c, score > alpha, depth);
        }
    } else if (!open || !first) {
        score = -search(w, n + 1, -alpha - 1, -alpha, depth - 1, !cut);
    }
    if (open && (first || score > alpha))
        score = -search(w, n + 1, -beta, -alpha, depth - 1, false);
    return score;
}

/*
 * Is the known move the only good one? Then it is searched one or two plies deeper. If others are
 * good enough as well, the node may be left at once (multi-cut, Y. Bjornsson and T. Marsland 1998);
 * if they may be, the known move is searched less deep. Singular extensions: T. Anantharaman,
 * M. Campbell and F. Hsu 1988; this cheap form from Stockfish.
 */
typedef struct {
    int plies; /* to add */
    bool cut;  /* leave with this score */
    int score;
} Extension;

static bool may_be_singular(const Rules *r, const Node *n, TTEntry known, int depth) {
    return depth >= r->singular_depth && n->ply > 0 && n->excluded == NO_MOVE &&
           (known.bound & BOUND_LOWER) && known.depth >= depth - 3 && !score_is_mate(known.score);
}

static Extension singular(Worker *w, Node *n, TTEntry known, int depth, int beta, bool open,
                          bool cut) {
    const Rules *r = &w->rules;
    const int target = known.score - r->singular_slope * depth;
    int score;

    n->excluded = known.move;
    score = search(w, n, target - 1, target, (depth - 1) / 2, cut);
    n->excluded = NO_MOVE;
    if (score < target) {
        const bool twice =
            !open && score < target - r->singular_double && n->doubles < r->singular_doubles;
        return (Extension){1 + twice, false, score};
    }
    if (target >= beta && !open)
        return (Extension){0, true, target};
    return (Extension){known.score >= beta ? -2 : cut ? -1 : 0, false, score};
}

/* What the other side can do with two moves running; it is a bound if it reaches beta. */
static int try_null_move(Worker *w, Node *n, int guess, int depth, int beta, bool cut) {
    const int less = null_depth(&w->rules, guess, depth, beta), null_from = w->null_from;
    int score;

    pass(w, n);
    score = -search(w, n + 1, -beta, -beta + 1, less, !cut);
    if (w->stopped || score < beta)
        return score;
    score = score_is_mate(score) ? beta : score;
    if (null_from || !needs_verification(&w->rules, n, depth))
        return score;
    /* the same with a move, and none passed near the root of this search */
    w->null_from = n->ply + 1 + (less > 0 ? less * 3 / 4 : 0);
    if (search(w, n, beta - 1, beta, less > 1 ? less : 1, false) < beta)
        score = beta - 1;
    w->null_from = null_from;
    return score;
}

/*
 * Does a capture come out so far above beta in a shallow search that it would in a deep one
 * (ProbCut, M. Buro 1995)?
 */
static bool may_cut_by_capture(const Rules *r, const Node *n, TTEntry known, int depth, int beta) {
    return depth >= r->probcut_depth && !score_is_mate(beta) &&
           !(known.bound != BOUND_NONE && known.depth >= depth - 3 &&
             known.score < beta + r->probcut_margin) &&
           n->position.halfmove_clock < 100;
}

/* The score, or SCORE_NONE if no capture does. */
static int try_captures(Worker *w, Node *n, TTEntry known, int depth, int beta, bool cut) {
    const PickContext context = pick_context(w, n, false);
    const int target = beta + w->rules.probcut_margin;
    MovePick pick;
    Move m;

    movepick_noisy(&pick, &n->position, &context, known.move);
    while ((m = movepick_next(&pick)) != NO_MOVE) {
        int score;

        if (!see_at_least(&n->position, m, target - n->eval))
            continue;
        make_move(w, n, m);
        score = -quiescence(w, n + 1, -target, -target + 1);
        if (score >= target && !w->stopped)
            score = -search(w, n + 1, -target, -target + 1, depth - 4, !cut);
        if (w->stopped)
            return 0;
        if (score >= target) {
            store(w, n, score, m, depth - 3, BOUND_LOWER);
            return score;
        }
    }
    return SCORE_NONE;
}

static void show_progress(Worker *w, Move m, int number) {
    atomic_store_explicit(&w->root_move, m, memory_order_relaxed);
    atomic_store_explicit(&w->root_number, number, memory_order_relaxed);
}

/* Is the game over here, or can nothing change the score? Closes the window to what can be. */
static bool is_settled(Worker *w, Node *n, int *alpha, int *beta, int *score) {
    if (is_draw(w, n)) {
        *score = draw_score(w);
        return true;
    }
    if (n->ply >= MAX_PLY) {
        *score = position_in_check(&n->position) ? SCORE_DRAW : evaluate(w, n);
        return true;
    }
    if (*alpha < SCORE_DRAW && can_repeat(n))
        *alpha = draw_score(w);
    /* it cannot get worse than mated now, nor better than a mate at the next move */
    *alpha = *alpha > -SCORE_MATE + n->ply ? *alpha : -SCORE_MATE + n->ply;
    *beta = *beta < SCORE_MATE - n->ply - 1 ? *beta : SCORE_MATE - n->ply - 1;
    *score = *alpha;
    return *alpha >= *beta;
}

/* A score, if the position is so good or bad that its moves need not be tried; or SCORE_NONE. */
static int answer_early(Worker *w, Node *n, TTEntry known, int guess, int alpha, int beta,
                        int depth, const Outlook *o) {
    const Rules *r = &w->rules;
    int score;

    if (is_futile(r, guess, depth, beta, o->improving))
        return (guess + beta) / 2;
    if (is_razored(r, guess, depth, alpha)) {
        score = quiescence(w, n, alpha, beta);
        if (score <= alpha || w->stopped)
            return score;
    }
    if (can_null_move(w, n, guess, depth, beta)) {
        score = try_null_move(w, n, guess, depth, beta, o->cut);
        if (score >= beta || w->stopped)
            return score;
    }
    return may_cut_by_capture(r, n, known, depth, beta)
               ? try_captures(w, n, known, depth, beta, o->cut)
               : SCORE_NONE;
}

static bool is_among(const Move *list, size_t count, Move m) {
    for (size_t i = 0; i < count; i++)
        if (list[i] == m)
            return true;
    return false;
}

/* Is the move of the root one of those that are asked for now? */
static bool is_wanted(const Worker *w, Move m) {
    return (!w->root_only_count || is_among(w->root_only, w->root_only_count, m)) &&
           !is_among(w->root_done, w->root_done_count, m);
}

static void note_root_move(Worker *w, Move m, int score) {
    w->best = m;
    w->best_score = score;
    w->has_move = true;
}

/* The score that somebody gave this position, for searches no deeper than this; or SCORE_NONE. */
static int pinned_score(const Worker *w, const Node *n, int depth) {
    for (size_t i = w->pin_count; i-- > 0;)
        if (w->pin[i].key == n->position.key && w->pin[i].depth >= depth)
            return score_from_table(w->pin[i].score, n->ply);
    return SCORE_NONE;
}

/* The score of a position between alpha and beta; beyond them it is a bound (fail-soft). */
static int search(Worker *w, Node *n, int alpha, int beta, int depth, bool cut) {
    const Rules *r = &w->rules;
    const Position *p = &n->position;
    const bool root = n->ply == 0, open = beta - alpha > 1, in_check = position_in_check(p);
    /* all moves may be tried */
    const bool whole =
        n->excluded == NO_MOVE && (!root || (!w->root_only_count && !w->root_done_count));
    Outlook outlook = {.open = open, .cut = cut};
    int old_alpha, score, best = -SCORE_INFINITE, count = 0, rest;
    Move m, best_move = NO_MOVE;
    Tried tried = {.quiets = 0, .noisies = 0};
    PickContext context;
    bool singular_move;
    MovePick pick;
    TTEntry known;

    depth += in_check;
    if (w->pin_count && !root && (score = pinned_score(w, n, depth)) != SCORE_NONE)
        return score;
    if (depth <= 0)
        return quiescence(w, n, alpha, beta);
    n->pv_length = 0;
    n[1].killer[0] = n[1].killer[1] = NO_MOVE;
    if (must_stop(w))
        return 0;
    if (n->ply > w->deepest)
        w->deepest = n->ply;

    /* 1. Is the game over, or can it not get better than what is in hand? */
    if (!root && is_settled(w, n, &alpha, &beta, &score))
        return score;
    old_alpha = alpha;

    /* 2. Asked before? */
    known = probe(w, n);
    if (!open && whole && answers(n, known, depth, alpha, beta))
        return known.score;

    /* 3. Good or bad enough without looking? */
    n->raw_eval = n->eval = SCORE_NONE;
    if (!in_check) {
        const int guess = judge(w, n, known);
        outlook.improving = is_improving(n);
        if (whole && !root)
            learn_from_shift(w, n);
        if (!open && whole) {
            score = answer_early(w, n, known, guess, alpha, beta, depth, &outlook);
            if (w->stopped || score != SCORE_NONE)
                return score;
        }
    }

    /* 4. Nothing known to start with: look less deep, the next time something will be. */
    if (depth >= r->iir_depth && known.move == NO_MOVE && (open || cut))
        depth--;

    /* 5. Try the moves, most promising first. */
    singular_move = may_be_singular(r, n, known, depth) && move_is_legal(p, known.move);
    outlook.was_open = open || known.bound == BOUND_EXACT;
    outlook.best_is_capture = known.move != NO_MOVE && position_is_noisy(p, known.move);
    context = pick_context(w, n, true);
    movepick_all(&pick, p, &context, root && w->root_first != NO_MOVE ? w->root_first : known.move);
    rest = depth; /* for the moves to come */
    while ((m = movepick_next(&pick)) != NO_MOVE) {
        Candidate c = {m, !position_is_noisy(p, m), false, count + 1, 0};
        Extension more = {0, false, 0};
        uint64_t nodes_before;
        int less = 0;

        if (m == n->excluded || (root && !is_wanted(w, m)))
            continue;
        count++;
        if (root)
            show_progress(w, m, count);
        if (c.quiet) {
            c.check = movepick_is_check(&context, p, m);
            c.history = movepick_quiet_score(&context, p, m);
        }
        if (!root && best > -SCORE_MATE_LEAST && position_has_pieces(p, position_turn(p)) &&
            (is_dull(r, n, &pick, &c, depth, alpha, outlook.improving) ||
             is_blunder(r, n, &c, depth)))
            continue;
        if (m == known.move && singular_move) {
            more = singular(w, n, known, depth, beta, open, cut);
            if (w->stopped || more.cut)
                return more.score;
        }

        nodes_before = node_count(w);
        make_move(w, n, m);
        n[1].doubles += more.plies > 1;
        if (depth >= r->lmr_depth && count > 1 + open + root)
            less = reduction(w, n, &c, depth, &outlook);
        score = search_move(w, n, &c, alpha, beta, best, rest + more.plies, less, count == 1, cut);
        if (w->stopped)
            return 0;
        if (root)
            w->move_nodes[move_from(m)][move_to(m)] += node_count(w) - nodes_before;

        if (score > best) {
            best = score;
            if (score > alpha) {
                alpha = score;
                best_move = m;
                if (open)
                    set_pv(n, m);
                if (root)
                    note_root_move(w, m, score);
                if (score >= beta) {
                    learn(w, n, m, c.quiet, &tried, depth);
                    break;
                }
                if (!root && depth > 2 && depth < r->raised_depth && !score_is_mate(score))
                    rest = depth - 1; /* the move to play is likely to be known by now */
            }
        }
        remember_tried(&tried, m, c.quiet);
    }

    /* 6. No move at all: mate or stalemate, or the only move was not to be tried. */
    if (!count)
        return !whole ? alpha : in_check ? -SCORE_MATE + n->ply : SCORE_DRAW;
    /* how far above beta it is says the less, the less deep it was looked */
    if (best >= beta && !root && !score_is_mate(best) && !score_is_mate(beta))
        best = (best * depth + beta) / (depth + 1);
    if (whole) {
        const Bound bound = bound_of(best, old_alpha, beta);

        if (best <= old_alpha && !root)
            praise_refutation(w, n, depth);
        correct_evaluation(n, best_move, best, bound, depth);
        store(w, n, best, best_move, depth, bound);
    }
    return best;
}

/* --- the root -------------------------------------------------------------------------------- */

void search_prepare(Worker *w, const Position *root) {
    atomic_store_explicit(&w->nodes, 0, memory_order_relaxed);
    show_progress(w, NO_MOVE, 0);
    w->stopped = w->has_move = false;
    w->cpu_since_ms = -1;
    w->deepest = w->null_from = 0;
    memset(w->move_nodes, 0, sizeof w->move_nodes);
    w->root_first = NO_MOVE;
    w->root_done_count = 0;
    w->best = NO_MOVE;
    w->best_score = SCORE_DRAW;
    for (int i = 0; i < MAX_PLY + GUARDS + 2; i++) {
        Node *n = &w->node[i];
        n->ply = i - GUARDS;
        n->move = NO_MOVE;
        n->killer[0] = n->killer[1] = n->excluded = NO_MOVE;
        n->doubles = 0;
        n->continuation = &w->history.nothing;
        n->raw_eval = n->eval = SCORE_NONE;
        n->pv_length = 0;
        n->reversible = 0;
    }
    search_root_node(w)->position = *root;
    search_root_node(w)->reversible =
        root->halfmove_clock < (int)w->before_count ? root->halfmove_clock : (int)w->before_count;
}

int search_root(Worker *w, int alpha, int beta, int depth) {
    return search(w, search_root_node(w), alpha, beta, depth, false);
}
