/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/util.h"
#include "chess/movegen.h"
#include "eval/eval.h"
#include "search/tt.h"

enum {
    MATE_MIN = LAB_MATE - LAB_MAX_PLY - 1,
    NULL_REDUCTION = 2, /* plies */
    STOP_NODES = 1024,  /* nodes between two polls of the stop function */
};

/* Move scores: TT move, captures, killers, quiet moves by history. */
enum { TT_SCORE = 1 << 30, CAPTURE_SCORE = 1000000, KILLER_SCORE = 900000, HISTORY_MAX = 800000 };

struct Lab {
    TT *tt;
    size_t tt_bytes;
    NnueCache *evals;
    LabStop *stop;
    LabWatcher *watcher;
    void *context;
    int watched_plies;

    /* state of the current search */
    LabConfig config;
    LabResult result;
    Position position[LAB_MAX_PLY + 2];
    Move line[LAB_MAX_PLY + 1];
    Move killer[LAB_MAX_PLY + 1][2];
    int history[COLOR_COUNT][PIECE_COUNT][SQUARE_COUNT]; /* [side][piece][to] */
};

const char *const lab_method_name[LAB_METHODS] = {"minimax", "alphabeta", "pvs"};
static const char *const technique_name[] = {/* by bit number */
                                             "mvvlva",    "killers",    "history", "table",
                                             "deepening", "quiescence", "checks",  "nullmove"};
const char *const lab_fault_name[LAB_FAULTS] = {"none", "bound", "depth", "research"};

void lab_config_write(Text *out, const LabConfig *config) {
    text_add(out, lab_method_name[config->method]);
    for (int i = 0; 1 << i <= LAB_NULL_MOVE; i++)
        if (config->techniques >> i & 1)
            text_addf(out, " %s", technique_name[i]);
}

static bool uses(const Lab *l, LabTechnique technique) {
    return l->config.techniques & technique;
}

Lab *lab_new(size_t tt_bytes, LabStop *stop) {
    Lab *l = calloc(1, sizeof *l);

    if (!l)
        return NULL;
    l->stop = stop;
    l->tt_bytes = tt_bytes;
    l->tt = tt_new(tt_bytes);
    l->evals = nnue_cache_new(nnue_embedded(), LAB_MAX_PLY + 1);
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
    nnue_cache_free(lab->evals);
    free(lab);
}

void lab_watch(Lab *lab, LabWatcher *watcher, void *context, int plies) {
    lab->watcher = watcher;
    lab->context = context;
    lab->watched_plies = plies;
}

double lab_branching(double nodes, int depth) {
    return pow(nodes, 1.0 / depth);
}

/* --- move ordering --------------------------------------------------------------------------- */

int lab_mvvlva(Piece victim, Piece attacker) {
    return 100 * ((int)victim + 1) + 5 - (int)attacker;
}

static int move_score(const Lab *l, int ply, Move m, Move tt_move) {
    const Position *p = &l->position[ply];
    const Piece piece = position_on(p, move_from(m)), victim = captured_piece(p, m);

    if (m == tt_move)
        return TT_SCORE;
    if (position_is_noisy(p, m)) {
        if (!uses(l, LAB_MVVLVA) || (victim == NO_PIECE && move_promotion(m) != QUEEN))
            return 0;
        return CAPTURE_SCORE + (victim == NO_PIECE ? 0 : lab_mvvlva(victim, piece)) +
               (move_promotion(m) == QUEEN ? lab_mvvlva(QUEEN, PAWN) : 0);
    }
    for (int i = 0; i < 2; i++)
        if (m == l->killer[ply][i])
            return KILLER_SCORE - i;
    return min(l->history[position_turn(p)][piece][move_to(m)], HISTORY_MAX);
}

/* Sorts the moves by insertion, best score first. Stable: equal moves stay in generator order. */
static void sort_moves(const Lab *l, int ply, Move *list, size_t count, Move tt_move) {
    int scores[MAX_MOVES];

    for (size_t i = 0; i < count; i++) {
        const Move m = list[i];
        const int score = move_score(l, ply, m, tt_move);
        size_t at = i;

        for (; at && scores[at - 1] < score; at--) {
            list[at] = list[at - 1];
            scores[at] = scores[at - 1];
        }
        list[at] = m;
        scores[at] = score;
    }
}

static void update_killers(Lab *l, int ply, Move m) {
    Move *killer = l->killer[ply];

    if (m != killer[0]) {
        killer[1] = killer[0];
        killer[0] = m;
    }
}

static void update_history(Lab *l, int ply, Move m, int depth) {
    const Position *p = &l->position[ply];

    l->history[position_turn(p)][position_on(p, move_from(m))][move_to(m)] += depth;
}

/* Counts a beta cutoff, and rewards the move if it is quiet. */
static void update_cutoff(Lab *l, int ply, Move m, int depth, bool first_move) {
    l->result.beta_cutoffs++;
    l->result.first_move_cutoffs += first_move;
    if (position_is_noisy(&l->position[ply], m))
        return;
    if (uses(l, LAB_KILLERS))
        update_killers(l, ply, m);
    if (uses(l, LAB_HISTORY))
        update_history(l, ply, m, depth);
}

/* --- positions and moves --------------------------------------------------------------------- */

/* Counts the node. Returns false if the search has to stop. */
static bool enter_node(Lab *l) {
    if (l->result.nodes % STOP_NODES == 0 && l->stop && l->stop())
        l->result.stopped = true;
    l->result.nodes++;
    return !l->result.stopped;
}

/* Makes a move. The halfmove clock stays 0, as Zobrist keys exclude it. */
static void make_move(Lab *l, int ply, Move m) {
    l->line[ply] = m;
    position_play(&l->position[ply + 1], &l->position[ply], m);
    l->position[ply + 1].halfmove_clock = 0;
}

static void make_null_move(Lab *l, int ply) {
    l->line[ply] = NO_MOVE;
    position_null_move(&l->position[ply + 1], &l->position[ply]);
    l->position[ply + 1].halfmove_clock = 0;
}

static int evaluate(Lab *l, int ply) {
    l->result.evaluations++;
    return eval_position(&l->position[ply], l->evals, ply);
}

/* Returns the score of a node without legal moves: checkmate or stalemate. */
static int mate_or_stalemate(const Position *p, int ply) {
    return position_in_check(p) ? ply - LAB_MATE : 0;
}

/* Reports the node to the watcher. Returns its score. */
static int leave_node(const Lab *l, LabNode *n, LabOutcome outcome, int score, Move m) {
    if (l->watcher && n->ply <= l->watched_plies) {
        n->outcome = outcome;
        n->score = score;
        n->move = m;
        l->watcher(l->context, n);
    }
    return score;
}

/* --- transposition table --------------------------------------------------------------------- */

/*
 * Converts a score for the table, which counts mates from the position; the search counts from the
 * root.
 */
static int score_to_tt(int score, int ply) {
    return score >= MATE_MIN ? score + ply : score <= -MATE_MIN ? score - ply : score;
}

static int score_from_tt(int score, int ply) {
    return score >= MATE_MIN ? score - ply : score <= -MATE_MIN ? score + ply : score;
}

static TTEntry probe_tt(const Lab *l, int ply) {
    TTEntry tt = {0, TT_NO_EVAL, NO_MOVE, 0, BOUND_NONE, false};

    if (uses(l, LAB_TT))
        tt = tt_probe(l->tt, l->position[ply].key);
    tt.score = (int16_t)score_from_tt(tt.score, ply);
    return tt;
}

static void store_tt(Lab *l, int ply, int score, Move m, int depth, Bound bound) {
    if (uses(l, LAB_TT))
        tt_store(l->tt, l->position[ply].key,
                 (TTEntry){(int16_t)score_to_tt(score, ply), TT_NO_EVAL, m, (int8_t)depth,
                           (uint8_t)bound, false});
}

/* Fail high: a lower bound; fail low: an upper bound; inside the window: exact. */
static Bound bound_of(int score, int alpha, int beta) {
    return score >= beta ? BOUND_LOWER : score > alpha ? BOUND_EXACT : BOUND_UPPER;
}

/*
 * Returns true if the TT entry decides against (alpha, beta). The depth has to be equal: a deeper
 * score would be better, but would make the result depend on the table.
 */
static bool tt_cutoff(const Lab *l, TTEntry tt, int depth, int alpha, int beta) {
    return tt.bound != BOUND_NONE && (tt.depth == depth || l->config.fault == LAB_FAULT_DEPTH) &&
           (tt.bound == BOUND_EXACT || l->config.fault == LAB_FAULT_BOUND ||
            (tt.bound == BOUND_LOWER && tt.score >= beta) ||
            (tt.bound == BOUND_UPPER && tt.score <= alpha));
}

/* --- quiescence search ----------------------------------------------------------------------- */

/*
 * Quiescence search: stand pat, captures and promotions, or all check evasions. It uses alpha-beta
 * for all methods: the score is the same, and plain minimax would take forever.
 */
static int quiescence(Lab *l, int ply, int alpha, int beta) {
    const Position *p = &l->position[ply];
    const bool in_check = position_in_check(p);
    int best = -LAB_INFINITE;
    Move list[MAX_MOVES];
    size_t count;

    if (!enter_node(l))
        return 0;
    if (position_insufficient_material(p))
        return 0;
    if (ply >= LAB_MAX_PLY)
        return evaluate(l, ply);

    /* Stand pat: the side to move need not capture, so the eval is a lower bound. */
    if (!in_check) {
        best = evaluate(l, ply);
        if (best >= beta)
            return best;
        alpha = max(alpha, best);
    }

    count = in_check ? movegen_all(&p->board, list) : movegen_noisy(&p->board, list);
    if (in_check && !count)
        return mate_or_stalemate(p, ply);
    sort_moves(l, ply, list, count, NO_MOVE);
    for (size_t i = 0; i < count && best < beta; i++) {
        int score;

        make_move(l, ply, list[i]);
        score = -quiescence(l, ply + 1, -beta, -alpha);
        if (l->result.stopped)
            return 0;
        best = max(best, score);
        alpha = max(alpha, score);
    }
    return best;
}

/* --- the search ------------------------------------------------------------------------------ */

static int search(Lab *l, int ply, int alpha, int beta, int depth);

/* Searches the move just made, with the window of the method. `depth` is that of the node. */
static int search_move(Lab *l, int ply, int alpha, int beta, int depth, bool first_move) {
    if (l->config.method == LAB_MINIMAX)
        return -search(l, ply + 1, -LAB_INFINITE, LAB_INFINITE, depth - 1);

    /* PVS: a null window for all but the first move, and a re-search if the move beats alpha. */
    if (l->config.method == LAB_PVS && !first_move && beta - alpha > 1) {
        const int score = -search(l, ply + 1, -alpha - 1, -alpha, depth - 1);

        if (score <= alpha || score >= beta || l->config.fault == LAB_FAULT_RESEARCH)
            return score;
    }
    return -search(l, ply + 1, -beta, -alpha, depth - 1);
}

/*
 * Returns true if null move pruning is likely to fail high. Never twice in a row, nor with pawns
 * only, where zugzwang is common.
 */
static bool can_null_move(Lab *l, int ply, int beta, int depth) {
    const Position *p = &l->position[ply];

    return uses(l, LAB_NULL_MOVE) && ply && l->line[ply - 1] != NO_MOVE && depth > NULL_REDUCTION &&
           !position_in_check(p) && beta < MATE_MIN && position_has_pieces(p, position_turn(p)) &&
           evaluate(l, ply) >= beta;
}

static int search_null_move(Lab *l, int ply, int beta, int depth) {
    make_null_move(l, ply);
    return -search(l, ply + 1, -beta, -beta + 1, depth - 1 - NULL_REDUCTION);
}

static void note_best_move(LabResult *r, Move m, int score, int best) {
    if (score > best)
        r->best_count = 0;
    if (score >= best)
        r->best_moves[r->best_count++] = m;
}

/*
 * Searches the moves in order until one fails high. Returns the best score and sets *best_move if
 * one beats alpha.
 */
static int search_moves(Lab *l, int ply, int alpha, int beta, int depth, const Move *list,
                        size_t count, Move *best_move) {
    int best = -LAB_INFINITE;

    for (size_t i = 0; i < count && best < beta; i++) {
        int score;

        make_move(l, ply, list[i]);
        score = search_move(l, ply, alpha, beta, depth, i == 0);
        if (l->result.stopped)
            return 0;
        if (!ply && l->config.method == LAB_MINIMAX)
            note_best_move(&l->result, list[i], score, best);
        best = max(best, score);
        if (score > alpha) {
            alpha = score;
            *best_move = list[i];
        }
        if (score >= beta)
            update_cutoff(l, ply, list[i], depth, i == 0);
    }
    return best;
}

/* Fail-soft negamax: a score outside (alpha, beta) is a bound. */
static int search(Lab *l, int ply, int alpha, int beta, int depth) {
    const Position *p = &l->position[ply];
    LabNode n;
    Move list[MAX_MOVES], best_move = NO_MOVE;
    size_t count;
    int score;
    TTEntry tt;

    /* Check extension. */
    if (uses(l, LAB_CHECKS) && position_in_check(p))
        depth++;
    n = (LabNode){.ply = ply,
                  .depth = depth,
                  .positions = l->position,
                  .moves = l->line,
                  .alpha = alpha,
                  .beta = beta};

    /* 1. Quiescence search, draws, leaves. */
    if (depth <= 0 && uses(l, LAB_QUIESCENCE)) {
        score = quiescence(l, ply, alpha, beta);
        return l->result.stopped ? 0 : leave_node(l, &n, LAB_LEAF, score, NO_MOVE);
    }
    if (!enter_node(l))
        return 0;
    if (ply && position_insufficient_material(p))
        return leave_node(l, &n, LAB_GAME_OVER, 0, NO_MOVE);
    if (depth <= 0 || ply >= LAB_MAX_PLY)
        return movegen_count(&p->board)
                   ? leave_node(l, &n, LAB_LEAF, evaluate(l, ply), NO_MOVE)
                   : leave_node(l, &n, LAB_GAME_OVER, mate_or_stalemate(p, ply), NO_MOVE);

    /* 2. TT cutoff. */
    tt = probe_tt(l, ply);
    if (ply && tt_cutoff(l, tt, depth, alpha, beta)) {
        l->result.tt_cutoffs++;
        return leave_node(l, &n, LAB_TT_CUTOFF, tt.score, tt.move);
    }

    /* 3. Null move pruning. */
    if (can_null_move(l, ply, beta, depth)) {
        score = search_null_move(l, ply, beta, depth);
        if (l->result.stopped)
            return 0;
        if (score >= beta)
            return leave_node(l, &n, LAB_NULL_CUTOFF, beta, NO_MOVE);
    }

    /* 4. Move loop. */
    if (!(count = movegen_all(&p->board, list)))
        return leave_node(l, &n, LAB_GAME_OVER, mate_or_stalemate(p, ply), NO_MOVE);
    sort_moves(l, ply, list, count, tt.move);
    score = search_moves(l, ply, alpha, beta, depth, list, count, &best_move);
    if (l->result.stopped)
        return 0;

    /* 5. Store the score in the table. */
    if (!ply)
        l->result.move = best_move;
    store_tt(l, ply, score, best_move, depth, bound_of(score, alpha, beta));
    return leave_node(l, &n, score >= beta ? LAB_BETA_CUTOFF : LAB_ALL_SEARCHED, score, best_move);
}

size_t lab_bytes(const Lab *lab, bool table) {
    return sizeof *lab + nnue_cache_bytes(nnue_embedded(), LAB_MAX_PLY + 1) +
           (table ? lab->tt_bytes : 0);
}

LabResult lab_search(Lab *lab, const Position *root, const LabConfig *config, int depth) {
    const int64_t start = clock_us();

    lab->config = *config;
    lab->result = (LabResult){.move = NO_MOVE};
    memset(lab->killer, 0, sizeof lab->killer);
    memset(lab->history, 0, sizeof lab->history);
    if (uses(lab, LAB_TT))
        tt_clear(lab->tt);
    lab->position[0] = *root;
    lab->position[0].halfmove_clock = 0;

    /* Iterative deepening, or the last iteration only. */
    for (int d = uses(lab, LAB_DEEPENING) ? 1 : depth; d <= depth && !lab->result.stopped; d++) {
        const int score = search(lab, 0, -LAB_INFINITE, LAB_INFINITE, d);

        if (!lab->result.stopped)
            lab->result.score = score;
    }
    lab->result.us = clock_us() - start;
    return lab->result;
}
