/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ideas and where they come from: minimax (J. von Neumann 1928, C. Shannon 1950), alpha-beta
 * (D. Knuth and R. Moore, "An Analysis of Alpha-Beta Pruning", 1975), returning bounds beyond the
 * window (J. Fishburn 1983), principal variation search (T. Marsland and M. Campbell 1982), killers
 * (B. Huberman 1968), history (J. Schaeffer 1989), null move (C. Donninger 1993).
 */
#include "tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "eval.h"
#include "movegen.h"
#include "tt.h"

enum {
    MATE_LEAST = LAB_MATE - LAB_MAX_PLY - 1,
    NULL_REDUCTION = 2, /* plies */
    ASK_EVERY = 1024,   /* nodes from one question whether to stop to the next */
};

/* Where groups of moves begin in the order. */
enum { FIRST = 1 << 30, CAPTURES = 1000000, KILLERS = 900000, HISTORY_MOST = 800000 };

struct Lab {
    TT *tt;
    EvalCache *evals;
    LabStop *stop;
    LabWatcher *watcher;
    void *context;
    int watched; /* plies */

    /* of the search at hand */
    LabRules rules;
    LabResult result;
    Position position[LAB_MAX_PLY + 2];
    Move line[LAB_MAX_PLY + 1];
    Move killer[LAB_MAX_PLY + 1][2];
    int history[COLOR_COUNT][PIECE_COUNT][SQUARE_COUNT]; /* [side][piece][to] */
};

const char *const lab_method_name[LAB_METHODS] = {"minimax", "alphabeta", "pvs"};
const char *const lab_technique_name[LAB_TECHNIQUES] = {
    "mvvlva", "killers", "history", "table", "deepening", "quiescence", "checks", "nullmove"};
const char *const lab_fault_name[LAB_FAULTS] = {"none", "bound", "depth", "research"};

void lab_rules_write(Text *out, const LabRules *rules) {
    text_add(out, lab_method_name[rules->method]);
    for (int i = 0; i < LAB_TECHNIQUES; i++)
        if (rules->techniques >> i & 1)
            text_addf(out, " %s", lab_technique_name[i]);
}

static bool uses(const Lab *l, LabTechnique technique) {
    return l->rules.techniques & technique;
}

Lab *lab_new(size_t table_bytes, LabStop *stop) {
    Lab *l = calloc(1, sizeof *l);

    if (!l)
        return NULL;
    l->stop = stop;
    l->tt = tt_new(table_bytes);
    l->evals = eval_cache_new(NULL, LAB_MAX_PLY + 1);
    if (!l->tt || !l->evals) {
        lab_free(l);
        return NULL;
    }
    return l;
}

void lab_free(Lab *lab) {
    if (!lab)
        return;
    tt_free(lab->tt);
    eval_cache_free(lab->evals);
    free(lab);
}

void lab_watch(Lab *lab, LabWatcher *watcher, void *context, int plies) {
    lab->watcher = watcher;
    lab->context = context;
    lab->watched = plies;
}

double lab_branching(double nodes, int depth) {
    return pow(nodes, 1.0 / depth);
}

/* --- the order of moves ---------------------------------------------------------------------- */

int lab_mvvlva(Piece victim, Piece attacker) {
    return 100 * ((int)victim + 1) + 5 - (int)attacker;
}

static int promise(const Lab *l, int ply, Move m, Move table_move) {
    const Position *p = &l->position[ply];
    const Piece piece = position_on(p, move_from(m)), taken = position_taken(p, m);
    int worth;

    if (m == table_move)
        return FIRST;
    if (position_is_noisy(p, m)) {
        if (!uses(l, LAB_MVVLVA) || (taken == NO_PIECE && move_promotion(m) != QUEEN))
            return 0;
        return CAPTURES + (taken == NO_PIECE ? 0 : lab_mvvlva(taken, piece)) +
               (move_promotion(m) == QUEEN ? lab_mvvlva(QUEEN, PAWN) : 0);
    }
    for (int i = 0; i < 2; i++)
        if (m == l->killer[ply][i])
            return KILLERS - i;
    worth = l->history[position_turn(p)][piece][move_to(m)];
    return worth < HISTORY_MOST ? worth : HISTORY_MOST;
}

/* Most promising first; moves that promise the same stay as the generator made them. */
static void sort(const Lab *l, int ply, Move *list, size_t count, Move table_move) {
    int promises[MAX_MOVES];

    for (size_t i = 0; i < count; i++) {
        const Move m = list[i];
        const int its = promise(l, ply, m, table_move);
        size_t place = i;

        for (; place && promises[place - 1] < its; place--) {
            list[place] = list[place - 1];
            promises[place] = promises[place - 1];
        }
        list[place] = m;
        promises[place] = its;
    }
}

/* A move was good enough to try no other one. */
static void learn(Lab *l, int ply, Move m, int depth, bool first) {
    const Position *p = &l->position[ply];
    Move *killer = l->killer[ply];

    l->result.cuts++;
    l->result.first_cuts += first;
    if (position_is_noisy(p, m))
        return;
    if (uses(l, LAB_KILLERS) && m != killer[0]) {
        killer[1] = killer[0];
        killer[0] = m;
    }
    if (uses(l, LAB_HISTORY))
        l->history[position_turn(p)][position_on(p, move_from(m))][move_to(m)] += depth;
}

/* --- positions ------------------------------------------------------------------------------- */

/* Count a node, unless the search has to end. */
static bool must_stop(Lab *l) {
    if (l->result.nodes % ASK_EVERY == 0 && l->stop && l->stop())
        l->result.stopped = true;
    l->result.nodes++;
    return l->result.stopped;
}

/* The clock stands still, since keys do not know it. */
static void play(Lab *l, int ply, Move m) {
    l->line[ply] = m;
    position_play(&l->position[ply + 1], &l->position[ply], m);
    l->position[ply + 1].halfmove_clock = 0;
}

static void pass(Lab *l, int ply) {
    l->line[ply] = NO_MOVE;
    position_null_move(&l->position[ply + 1], &l->position[ply]);
    l->position[ply + 1].halfmove_clock = 0;
}

static int evaluate(const Lab *l, int ply) {
    return eval_position(&l->position[ply], l->evals, ply);
}

static int game_over(const Position *p, int ply) {
    return position_in_check(p) ? ply - LAB_MATE : 0;
}

/* Mates count from the position in the table, and from the root in the search. */
static int mate_shift(int score, int ply) {
    return score >= MATE_LEAST ? ply : score <= -MATE_LEAST ? -ply : 0;
}

static TTEntry probe(const Lab *l, int ply) {
    TTEntry e = {0, 0, NO_MOVE, 0, BOUND_NONE};

    if (uses(l, LAB_TABLE))
        e = tt_probe(l->tt, l->position[ply].key);
    e.score = (int16_t)(e.score - mate_shift(e.score, ply));
    return e;
}

static void store(Lab *l, int ply, int score, Move m, int depth, Bound bound) {
    const int kept = score + mate_shift(score, ply);

    if (uses(l, LAB_TABLE))
        tt_store(l->tt, l->position[ply].key,
                 (TTEntry){(int16_t)kept, 0, m, (int8_t)depth, (uint8_t)bound});
}

/* Only of the very depth: a deeper score is a better one, but not the one that was asked for. */
static bool answers(const Lab *l, TTEntry e, int depth, int alpha, int beta) {
    return e.bound != BOUND_NONE && (e.depth == depth || l->rules.fault == LAB_FAULT_DEPTH) &&
           (e.bound == BOUND_EXACT || l->rules.fault == LAB_FAULT_BOUND ||
            (e.bound == BOUND_LOWER && e.score >= beta) ||
            (e.bound == BOUND_UPPER && e.score <= alpha));
}

static int leave(const Lab *l, LabEvent *e, LabEnd end, int score, Move m) {
    if (l->watcher && e->ply <= l->watched) {
        e->end = end;
        e->score = score;
        e->move = m;
        l->watcher(l->context, e);
    }
    return score;
}

/* --- quiescence ------------------------------------------------------------------------------ */

/* By alpha-beta whatever the method, which gives the same score: minimax would never end. */
static int quiescence(Lab *l, int ply, int alpha, int beta) {
    const Position *p = &l->position[ply];
    const bool in_check = position_in_check(p);
    int best = -LAB_INFINITE;
    Move list[MAX_MOVES];
    size_t count;

    if (must_stop(l))
        return 0;
    l->result.quiet++;
    if (position_insufficient_material(p))
        return 0;
    if (ply >= LAB_MAX_PLY)
        return evaluate(l, ply);
    if (!in_check) {
        best = evaluate(l, ply);
        if (best >= beta)
            return best;
        alpha = best > alpha ? best : alpha;
    }

    count = in_check ? movegen_all(&p->board, list) : movegen_noisy(&p->board, list);
    if (in_check && !count)
        return game_over(p, ply);
    sort(l, ply, list, count, NO_MOVE);
    for (size_t i = 0; i < count && best < beta; i++) {
        int score;

        play(l, ply, list[i]);
        score = -quiescence(l, ply + 1, -beta, -alpha);
        if (l->result.stopped)
            return 0;
        best = score > best ? score : best;
        alpha = score > alpha ? score : alpha;
    }
    return best;
}

/* --- the tree -------------------------------------------------------------------------------- */

static int search(Lab *l, int ply, int alpha, int beta, int depth);

/* The score of the move just played: here the methods part. */
static int search_child(Lab *l, int ply, int alpha, int beta, int depth, bool first) {
    const bool narrow = l->rules.method == LAB_PVS && !first && beta - alpha > 1;
    int score;

    if (l->rules.method == LAB_MINIMAX)
        return -search(l, ply + 1, -LAB_INFINITE, LAB_INFINITE, depth - 1);
    if (narrow) {
        score = -search(l, ply + 1, -alpha - 1, -alpha, depth - 1);
        if (score <= alpha || score >= beta || l->rules.fault == LAB_FAULT_RESEARCH)
            return score;
    }
    return -search(l, ply + 1, -beta, -alpha, depth - 1);
}

/* Ahead even if we passed. Never twice running, nor with pawns only: zugzwang is real there. */
static bool may_pass(const Lab *l, int ply, int beta, int depth) {
    const Position *p = &l->position[ply];

    return uses(l, LAB_NULL_MOVE) && ply && l->line[ply - 1] != NO_MOVE && depth > NULL_REDUCTION &&
           !position_in_check(p) && beta < MATE_LEAST && position_has_pieces(p, position_turn(p)) &&
           evaluate(l, ply) >= beta;
}

static void note_equal(LabResult *r, Move m, int score, int best) {
    if (score > best)
        r->equals = 0;
    if (score >= best)
        r->equal[r->equals++] = m;
}

/* The score between alpha and beta; beyond them it is a bound. */
static int search(Lab *l, int ply, int alpha, int beta, int depth) {
    const Position *p = &l->position[ply];
    const int old_alpha = alpha;
    LabEvent event;
    int best = -LAB_INFINITE, score;
    Move list[MAX_MOVES], best_move = NO_MOVE;
    TTEntry known;
    size_t count;

    if (uses(l, LAB_CHECKS) && position_in_check(p))
        depth++;
    event = (LabEvent){.ply = ply,
                       .depth = depth,
                       .before = l->position,
                       .line = l->line,
                       .alpha = alpha,
                       .beta = beta};

    /* 1. Is this the end? */
    if (depth <= 0 && uses(l, LAB_QUIESCENCE)) {
        score = quiescence(l, ply, alpha, beta);
        return l->result.stopped ? 0 : leave(l, &event, LAB_END_LEAF, score, NO_MOVE);
    }
    if (must_stop(l))
        return 0;
    if (ply && position_insufficient_material(p))
        return leave(l, &event, LAB_END_OVER, 0, NO_MOVE);
    if (depth <= 0 || ply >= LAB_MAX_PLY)
        return movegen_count(&p->board)
                   ? leave(l, &event, LAB_END_LEAF, evaluate(l, ply), NO_MOVE)
                   : leave(l, &event, LAB_END_OVER, game_over(p, ply), NO_MOVE);

    /* 2. Asked before? */
    known = probe(l, ply);
    if (ply && answers(l, known, depth, alpha, beta)) {
        l->result.answers++;
        return leave(l, &event, LAB_END_TABLE, known.score, known.move);
    }

    /* 3. Good enough without moving? */
    if (may_pass(l, ply, beta, depth)) {
        pass(l, ply);
        score = -search(l, ply + 1, -beta, 1 - beta, depth - 1 - NULL_REDUCTION);
        if (l->result.stopped)
            return 0;
        if (score >= beta)
            return leave(l, &event, LAB_END_NULL, beta, NO_MOVE);
    }

    /* 4. Try the moves. */
    if (!(count = movegen_all(&p->board, list)))
        return leave(l, &event, LAB_END_OVER, game_over(p, ply), NO_MOVE);
    sort(l, ply, list, count, known.move);
    for (size_t i = 0; i < count; i++) {
        play(l, ply, list[i]);
        score = search_child(l, ply, alpha, beta, depth, i == 0);
        if (l->result.stopped)
            return 0;
        if (!ply && l->rules.method == LAB_MINIMAX)
            note_equal(&l->result, list[i], score, best);
        best = score > best ? score : best;
        if (score > alpha) {
            alpha = score;
            best_move = list[i];
        }
        if (score >= beta) {
            learn(l, ply, list[i], depth, i == 0);
            break;
        }
    }
    if (!ply)
        l->result.move = best_move;
    store(l, ply, best, best_move, depth,
          best >= beta       ? BOUND_LOWER
          : best > old_alpha ? BOUND_EXACT
                             : BOUND_UPPER);
    return leave(l, &event, best >= beta ? LAB_END_CUT : LAB_END_DONE, best, best_move);
}

LabResult lab_search(Lab *lab, const Position *root, const LabRules *rules, int depth) {
    const int64_t start = clock_us();

    lab->rules = *rules;
    lab->result = (LabResult){.move = NO_MOVE};
    memset(lab->killer, 0, sizeof lab->killer);
    memset(lab->history, 0, sizeof lab->history);
    if (rules->techniques & LAB_TABLE)
        tt_clear(lab->tt);
    lab->position[0] = *root;
    lab->position[0].halfmove_clock = 0;
    for (int d = rules->techniques & LAB_DEEPENING ? 1 : depth; d <= depth && !lab->result.stopped;
         d++) {
        const int score = search(lab, 0, -LAB_INFINITE, LAB_INFINITE, d);

        if (!lab->result.stopped)
            lab->result.score = score;
    }
    lab->result.us = clock_us() - start;
    return lab->result;
}
