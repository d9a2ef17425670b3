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
#include "eval.h"
#include "movegen.h"
#include "movepick.h"
#include "see.h"

/* clang-format off */
/* All numbers of the recipe: depths in plies, margins in centipawns. */
static const struct {
    int futile_depth, futile_margin;     /* far above beta: leave */
    int razor_depth, razor_margin;       /* far below alpha: look at captures only */
    int null_depth, null_reduction, null_divisor, null_margin;
    int iir_depth;                       /* no known move: search less deep, and know one then */
    int late_depth, late_base;           /* quiet moves that come late are left out */
    int quiet_depth, quiet_margin, quiet_slope; /* quiet moves that cannot reach alpha */
    int see_depth, see_quiet, see_noisy; /* moves that lose material, per ply */
    int history_depth, history_margin;   /* quiet moves that have done badly, per ply */
    int lmr_depth, lmr_history;          /* late moves are searched less deep */
    int delta_margin;                    /* captures that cannot reach alpha, in quiescence */
} rule = {
    .futile_depth = 8, .futile_margin = 78,
    .razor_depth = 2, .razor_margin = 260,
    .null_depth = 3, .null_reduction = 3, .null_divisor = 3, .null_margin = 200,
    .iir_depth = 4,
    .late_depth = 8, .late_base = 4,
    .quiet_depth = 7, .quiet_margin = 90, .quiet_slope = 75,
    .see_depth = 8, .see_quiet = 55, .see_noisy = 95,
    .history_depth = 4, .history_margin = 2600,
    .lmr_depth = 3, .lmr_history = 12288,
    .delta_margin = 180,
};
/* clang-format on */

/* Reductions in 1024ths of a ply: [quiet][depth][number of the move]. */
enum { LMR_SIZE = 64 };
static int reduction_table[2][LMR_SIZE][LMR_SIZE];

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

void search_init(void) {
    if (reduction_table[1][2][2])
        return;
    for (unsigned depth = 1; depth < LMR_SIZE; depth++)
        for (unsigned count = 1; count < LMR_SIZE; count++) {
            const int product = natural_log(depth) * natural_log(count) / 1024;
            reduction_table[0][depth][count] = 200 + product * 10 / 35;
            reduction_table[1][depth][count] = 800 + product * 10 / 23;
        }
}

/* --- limits ---------------------------------------------------------------------------------- */

static uint64_t node_count(const Worker *w) {
    return atomic_load_explicit(&w->nodes, memory_order_relaxed);
}

int64_t search_elapsed_ms(const Worker *w) {
    const uint64_t rate = atomic_load_explicit(&w->control->nodes_per_second, memory_order_relaxed);

    if (rate)
        return (int64_t)(node_count(w) * 1000 / rate);
    return clock_ms() - atomic_load_explicit(&w->control->start_ms, memory_order_relaxed);
}

/* Count a node, unless the search has to end. */
static bool must_stop(Worker *w) {
    const uint64_t nodes = node_count(w);

    if (w->has_move) {
        if (atomic_load_explicit(&w->control->stop, memory_order_relaxed) ||
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

    n->move = m;
    n->continuation = &w->history.after[piece][move_to(m)];
    position_play(&n[1].position, &n->position, m);
    tt_prefetch(w->tt, n[1].position.key);
    n[1].reversible = n[1].position.halfmove_clock ? n->reversible + 1 : 0;
}

static void pass(Worker *w, Node *n) {
    n->move = NO_MOVE;
    n->continuation = &w->history.nothing;
    position_pass(&n[1].position, &n->position);
    tt_prefetch(w->tt, n[1].position.key);
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

static bool is_draw(const Worker *w, const Node *n) {
    const Position *p = &n->position;

    if (p->halfmove_clock >= 100)
        return !p->checkers || movegen_count(&p->board);
    return position_is_dead(p) || is_repetition(w, n);
}

/* A draw, give or take a hair, so that the search does not see all draws as one. */
static int draw_score(const Worker *w) {
    return SCORE_DRAW + (int)(node_count(w) & 2) - 1;
}

static int evaluate(const Worker *w, const Position *p) {
    int score = eval_position(p);

    if (w->noise)
        score += (int)((p->key ^ w->noise) * UINT64_C(0x9e3779b97f4a7c15) >> 60) - 8;
    /* what leads nowhere fades as the fifty-move rule draws near */
    return score * (220 - (p->halfmove_clock < 100 ? p->halfmove_clock : 100)) / 220;
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
             (TTEntry){(int16_t)score_to_table(score, n->ply), (int16_t)n->eval, m, (int8_t)depth,
                       (uint8_t)bound});
}

/* What a score says that was searched with this window. */
static Bound bound_of(int score, int alpha, int beta) {
    return score >= beta ? BOUND_LOWER : score > alpha ? BOUND_EXACT : BOUND_UPPER;
}

/* Does what is known already answer the question whether the score lies below alpha or above? */
static bool answers(TTEntry e, int depth, int alpha, int beta) {
    return e.bound != BOUND_NONE && e.depth >= depth &&
           (e.bound == BOUND_EXACT || (e.bound == BOUND_LOWER && e.score >= beta) ||
            (e.bound == BOUND_UPPER && e.score <= alpha));
}

/* The static evaluation, or a better guess where the table knows more. */
static int judge(const Worker *w, Node *n, TTEntry known) {
    n->eval = known.bound != BOUND_NONE && known.eval != SCORE_NONE ? known.eval
                                                                    : evaluate(w, &n->position);
    if ((known.bound == BOUND_LOWER && known.score > n->eval) ||
        (known.bound == BOUND_UPPER && known.score < n->eval) || known.bound == BOUND_EXACT)
        return score_is_mate(known.score) ? n->eval : known.score;
    return n->eval;
}

static void set_pv(Node *n, Move m) {
    n->pv[0] = m;
    n->pv_length = n[1].pv_length + 1;
    memcpy(n->pv + 1, n[1].pv, n[1].pv_length * sizeof *n->pv);
}

static PickContext pick_context(const Worker *w, const Node *n) {
    return (PickContext){
        &w->history, {n[-1].continuation, n[-2].continuation}, {n->killer[0], n->killer[1]}};
}

/* --- quiescence ------------------------------------------------------------------------------ */

/* Even with what it takes, the move would not bring the score up to alpha. */
static bool is_hopeless(const Position *p, Move m, int eval, int alpha) {
    return move_promotion(m) == NO_PIECE &&
           eval + rule.delta_margin + see_value[position_taken(p, m)] <= alpha;
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
        return in_check ? SCORE_DRAW : evaluate(w, p);

    known = probe(w, n);
    if (beta - alpha == 1 && answers(known, 0, alpha, beta))
        return known.score;

    n->eval = SCORE_NONE;
    if (!in_check) {
        best = eval = judge(w, n, known);
        if (best >= beta)
            return best;
        if (best > alpha)
            alpha = best;
    }

    context = pick_context(w, n);
    if (in_check)
        movepick_all(&pick, p, &context, known.move);
    else
        movepick_noisy(&pick, p, &context, known.move);
    while ((m = movepick_next(&pick)) != NO_MOVE) {
        int score;

        count++;
        if (!in_check && is_hopeless(p, m, eval, alpha))
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

/* So far ahead that a few quiet plies will not change it. */
static bool is_futile(int eval, int depth, int beta, bool improving) {
    return depth <= rule.futile_depth && eval - rule.futile_margin * (depth - improving) >= beta &&
           !score_is_mate(beta);
}

/* So far behind that only captures can help. */
static bool is_razored(int eval, int depth, int alpha) {
    return depth <= rule.razor_depth && eval + rule.razor_margin * depth <= alpha;
}

/* Ahead even if we passed. Never twice running, nor with pawns only: zugzwang is real there. */
static bool can_null_move(const Node *n, int eval, int depth, int beta) {
    return depth >= rule.null_depth && eval >= beta && n->eval >= beta - 30 &&
           n[-1].move != NO_MOVE && !score_is_mate(beta) &&
           position_has_pieces(&n->position, position_turn(&n->position));
}

static int null_depth(int eval, int depth, int beta) {
    const int surplus = (eval - beta) / rule.null_margin;
    return depth - rule.null_reduction - depth / rule.null_divisor - (surplus < 3 ? surplus : 3);
}

/* What is known of a move while the search decides how much of its time it deserves. */
typedef struct {
    Move move;
    bool quiet;
    int count;   /* 1 for the first move */
    int history; /* of a quiet move */
} Candidate;

/* Quiet moves that come late, cannot reach alpha, have done badly or lose material; bad captures.
 */
static bool is_pruned(const Node *n, MovePick *pick, const Candidate *c, int depth, int alpha,
                      bool improving) {
    if (c->quiet) {
        const int late = (rule.late_base + depth * depth) / (2 - improving);
        const int reach = n->eval + rule.quiet_margin + rule.quiet_slope * depth;

        if (depth <= rule.late_depth && c->count >= late)
            movepick_skip_quiets(pick);
        if (!n->position.checkers && depth <= rule.quiet_depth && reach <= alpha) {
            movepick_skip_quiets(pick);
            return true;
        }
        if (depth <= rule.history_depth && c->history < -rule.history_margin * depth)
            return true;
        return depth <= rule.see_depth &&
               !see_at_least(&n->position, c->move, -rule.see_quiet * depth);
    }
    return depth <= rule.see_depth && !see_at_least(&n->position, c->move, -rule.see_noisy * depth);
}

static int clamp(int n, int low, int high) {
    return n < low ? low : n > high ? high : n;
}

/* Plies by which a late move is searched less deep at first. */
static int reduction(const Node *n, const Candidate *c, int depth, bool open, bool cut,
                     bool improving) {
    const int d = depth < LMR_SIZE ? depth : LMR_SIZE - 1;
    const int i = c->count < LMR_SIZE ? c->count : LMR_SIZE - 1;
    int r = reduction_table[c->quiet][d][i];

    r -= open ? 1024 : 0;
    r += cut ? 1024 : 0;
    r += improving ? 0 : 512;
    r -= n[1].position.checkers ? 1024 : 0; /* the move gives check */
    r -= c->quiet ? clamp(c->history * 1024 / rule.lmr_history, -2048, 2048) : 0;
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

    history_nudge(&w->history.quiet[position_turn(p)][move_from(m)][to], bonus);
    for (int back = 1; back <= 2; back++)
        if (n[-back].move != NO_MOVE)
            history_nudge(&n[-back].continuation->score[piece][to], bonus);
}

/* A move was good enough: it is praised, those tried before it are blamed. */
static void learn(Worker *w, Node *n, Move best, bool quiet, const Tried *t, int depth) {
    const int bonus = history_bonus(depth);

    if (quiet) {
        if (n->killer[0] != best) {
            n->killer[1] = n->killer[0];
            n->killer[0] = best;
        }
        nudge_quiet(w, n, best, bonus);
        for (int i = 0; i < t->quiets; i++)
            nudge_quiet(w, n, t->quiet[i], -bonus);
    } else {
        history_nudge(history_capture(&w->history, &n->position, best), bonus);
    }
    for (int i = 0; i < t->noisies; i++)
        history_nudge(history_capture(&w->history, &n->position, t->noisy[i]), -bonus);
}

/* --- the search ------------------------------------------------------------------------------ */

static int search(Worker *w, Node *n, int alpha, int beta, int depth, bool cut);

/* A null window first for all but the first move, less deep if it comes late; then in full. */
static int search_move(Worker *w, Node *n, int alpha, int beta, int depth, int less, bool first,
                       bool cut) {
    const bool open = beta - alpha > 1;
    int score = 0;

    if (less > 0) {
        score = -search(w, n + 1, -alpha - 1, -alpha, depth - 1 - less, true);
        if (score > alpha)
            score = -search(w, n + 1, -alpha - 1, -alpha, depth - 1, !cut);
    } else if (!open || !first) {
        score = -search(w, n + 1, -alpha - 1, -alpha, depth - 1, !cut);
    }
    if (open && (first || score > alpha))
        score = -search(w, n + 1, -beta, -alpha, depth - 1, false);
    return score;
}

static void show_progress(Worker *w, Move m, int number) {
    atomic_store_explicit(&w->root_move, m, memory_order_relaxed);
    atomic_store_explicit(&w->root_number, number, memory_order_relaxed);
}

/* The score of a position between alpha and beta; beyond them it is a bound (fail-soft). */
static int search(Worker *w, Node *n, int alpha, int beta, int depth, bool cut) {
    const Position *p = &n->position;
    const bool root = n->ply == 0, open = beta - alpha > 1, in_check = position_in_check(p);
    const int old_alpha = alpha;
    int best = -SCORE_INFINITE, count = 0, guess = SCORE_NONE;
    bool improving = false;
    Move m, best_move = NO_MOVE;
    Tried tried = {.quiets = 0, .noisies = 0};
    PickContext context;
    MovePick pick;
    TTEntry known;

    depth += in_check;
    if (depth <= 0)
        return quiescence(w, n, alpha, beta);
    n->pv_length = 0;
    n[1].killer[0] = n[1].killer[1] = NO_MOVE;
    if (must_stop(w))
        return 0;
    if (n->ply > w->deepest)
        w->deepest = n->ply;

    /* 1. Is the game over, or can it not get better than a mate already found? */
    if (!root) {
        if (is_draw(w, n))
            return draw_score(w);
        if (n->ply >= MAX_PLY)
            return in_check ? SCORE_DRAW : evaluate(w, p);
        alpha = alpha > -SCORE_MATE + n->ply ? alpha : -SCORE_MATE + n->ply;
        beta = beta < SCORE_MATE - n->ply - 1 ? beta : SCORE_MATE - n->ply - 1;
        if (alpha >= beta)
            return alpha;
    }

    /* 2. Asked before? */
    known = probe(w, n);
    if (!open && p->halfmove_clock < 90 && answers(known, depth, alpha, beta))
        return known.score;

    /* 3. Good or bad enough without looking? */
    n->eval = SCORE_NONE;
    if (!in_check) {
        guess = judge(w, n, known);
        improving = n[-2].eval != SCORE_NONE && n->eval > n[-2].eval;
        if (!open) {
            if (is_futile(guess, depth, beta, improving))
                return (guess + beta) / 2;
            if (is_razored(guess, depth, alpha)) {
                const int score = quiescence(w, n, alpha, beta);
                if (score <= alpha || w->stopped)
                    return score;
            }
            if (can_null_move(n, guess, depth, beta)) {
                int score;
                pass(w, n);
                score = -search(w, n + 1, -beta, -beta + 1, null_depth(guess, depth, beta), !cut);
                if (w->stopped)
                    return 0;
                if (score >= beta)
                    return score_is_mate(score) ? beta : score;
            }
        }
    }

    /* 4. Nothing known to start with: look less deep, the next time something will be. */
    if (depth >= rule.iir_depth && known.move == NO_MOVE && (open || cut))
        depth--;

    /* 5. Try the moves, most promising first. */
    context = pick_context(w, n);
    movepick_all(&pick, p, &context, known.move);
    while ((m = movepick_next(&pick)) != NO_MOVE) {
        Candidate c = {m, !position_is_noisy(p, m), ++count, 0};
        int score, less = 0;

        if (root)
            show_progress(w, m, count);
        if (c.quiet)
            c.history = movepick_quiet_score(&context, p, m);
        if (!root && best > -SCORE_MATE_LEAST && position_has_pieces(p, position_turn(p)) &&
            is_pruned(n, &pick, &c, depth, alpha, improving))
            continue;

        make_move(w, n, m);
        if (depth >= rule.lmr_depth && count > 1 + open + root)
            less = reduction(n, &c, depth, open, cut, improving);
        score = search_move(w, n, alpha, beta, depth, less, count == 1, cut);
        if (w->stopped)
            return 0;

        if (score > best) {
            best = score;
            if (score > alpha) {
                alpha = score;
                best_move = m;
                if (open)
                    set_pv(n, m);
                if (root) {
                    w->best = m;
                    w->best_score = score;
                    w->has_move = true;
                }
                if (score >= beta) {
                    learn(w, n, m, c.quiet, &tried, depth);
                    break;
                }
            }
        }
        remember_tried(&tried, m, c.quiet);
    }

    /* 6. No move at all: mate or stalemate. */
    if (!count)
        return in_check ? -SCORE_MATE + n->ply : SCORE_DRAW;
    store(w, n, best, best_move, depth, bound_of(best, old_alpha, beta));
    return best;
}

/* --- the root -------------------------------------------------------------------------------- */

void search_prepare(Worker *w, const Position *root) {
    atomic_store_explicit(&w->nodes, 0, memory_order_relaxed);
    show_progress(w, NO_MOVE, 0);
    w->stopped = w->has_move = false;
    w->deepest = 0;
    w->best = NO_MOVE;
    w->best_score = SCORE_DRAW;
    for (int i = 0; i < MAX_PLY + GUARDS + 2; i++) {
        Node *n = &w->node[i];
        n->ply = i - GUARDS;
        n->move = NO_MOVE;
        n->killer[0] = n->killer[1] = NO_MOVE;
        n->continuation = &w->history.nothing;
        n->eval = SCORE_NONE;
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
