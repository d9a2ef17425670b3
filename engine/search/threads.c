/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "threads.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/huge.h"
#include "base/thread.h"
#include "base/util.h"
#include "chess/movegen.h"
#include "eval/bare_king.h"
#include "root_tables.h"
#include "search.h"

struct Pool {
    Worker **worker;
    int count;
    SharedHistory *shared;
    size_t shared_bytes;
    int last_score; /* of the last search of this game, for White; or SCORE_NONE */
};

Pool *pool_new(int threads, const NnueNet *net) {
    Pool *pool = calloc(1, sizeof *pool);

    assert(threads >= 1 && threads <= MAX_THREADS);
    if (!pool)
        return NULL;
    pool->last_score = SCORE_NONE;
    pool->worker = calloc((size_t)threads, sizeof *pool->worker);
    pool->shared_bytes = history_shared_bytes(threads);
    pool->shared = huge_alloc(pool->shared_bytes);
    if (!pool->worker || !pool->shared) {
        pool_free(pool);
        return NULL;
    }
    pool->shared->parts = (uint32_t)threads;
    while (pool->count < threads) {
        Worker *w = pool->worker[pool->count] = calloc(1, sizeof(Worker));

        pool->count += w != NULL;
        if (!w || !(w->evals = nnue_cache_new(eval_net(net), MAX_PLY + 1))) {
            pool_free(pool);
            return NULL;
        }
        w->shared = pool->shared;
        search_set_params(w, &params_default);
    }
    return pool;
}

void pool_free(Pool *pool) {
    if (!pool)
        return;
    for (int i = 0; i < pool->count; i++) {
        nnue_cache_free(pool->worker[i]->evals);
        free(pool->worker[i]);
    }
    huge_free(pool->shared, pool->shared_bytes);
    free(pool->worker);
    free(pool);
}

int pool_threads(const Pool *pool) {
    return pool->count;
}

size_t pool_bytes_per_thread(const NnueNet *net) {
    return sizeof(Worker) + sizeof(HashedHistory) + nnue_cache_bytes(eval_net(net), MAX_PLY + 1);
}

bool pool_set_net(Pool *pool, const NnueNet *net) {
    NnueCache **fresh = calloc((size_t)pool->count, sizeof *fresh);
    bool good = fresh != NULL;

    for (int i = 0; good && i < pool->count; i++)
        good = (fresh[i] = nnue_cache_new(eval_net(net), MAX_PLY + 1)) != NULL;
    for (int i = 0; fresh && i < pool->count; i++) {
        NnueCache *unwanted = fresh[i];

        if (good) {
            unwanted = pool->worker[i]->evals;
            pool->worker[i]->evals = fresh[i];
        }
        nnue_cache_free(unwanted);
    }
    free(fresh);
    return good;
}

void pool_set_params(Pool *pool, const SearchParams *params) {
    for (int i = 0; i < pool->count; i++)
        search_set_params(pool->worker[i], params);
}

void pool_clear(Pool *pool) {
    for (int i = 0; i < pool->count; i++)
        memset(&pool->worker[i]->history, 0, sizeof pool->worker[i]->history);
    memset(pool->shared, 0, pool->shared_bytes);
    pool->shared->parts = (uint32_t)pool->count;
    pool->last_score = SCORE_NONE;
}

int pool_last_score(const Pool *pool, Color side) {
    const int score = pool->last_score;

    return score == SCORE_NONE || side == WHITE ? score : -score;
}

void control_change(SearchControl *control, const Limits *limits, const Position *root,
                    int threads) {
    const Budget budget = timeman_budget(limits, position_turn(root), position_game_ply(root));
    uint64_t nodes = limits->nodes ? limits->nodes : UINT64_MAX;

    if (limits->nodes_per_second && budget.hard_ms != TIME_UNLIMITED) {
        const uint64_t rate = limits->nodes_per_second, ms = (uint64_t)budget.hard_ms;
        const uint64_t most = ms < UINT64_MAX / rate ? ms * rate / 1000 : UINT64_MAX;
        nodes = min_u64(nodes, most);
    }
    nodes = nodes == UINT64_MAX ? nodes : nodes / (uint64_t)threads;
    control->most_nodes = nodes;
    if (limits->level_nodes)
        nodes = min_u64(nodes, limits->level_nodes / (uint64_t)threads);
    control->nodes_per_second = limits->nodes_per_second;
    control->cpu_time = limits->cpu_time;
    control->start_ms = clock_ms();
    control->nodes = nodes;
    control->clocked = !limits->move_ms && !limits->nodes_per_second;
    control->soft_ms = budget.soft_ms;
    control->hard_ms = budget.hard_ms;
}

void control_set(SearchControl *control, const Limits *limits, const Position *root, int threads) {
    control_change(control, limits, root, threads);
    control->began_ms = clock_ms();
    control->fills_table = false;
}

uint64_t control_expected_nodes(const SearchControl *control, int threads) {
    const uint64_t rate = 3000; /* nodes per millisecond and thread, a high estimate */
    const int64_t soft = control->soft_ms, hard = control->hard_ms;
    const int64_t ms = control->clocked && soft < hard / 2 ? 2 * soft : hard;
    const uint64_t nodes = control->nodes;
    uint64_t each = UINT64_MAX / (uint64_t)threads;

    if (!control->nodes_per_second && !control->cpu_time && ms < INT64_MAX / (int64_t)rate)
        each = min_u64(each, (uint64_t)ms * rate);
    return min_u64(each, nodes) * (uint64_t)threads;
}

void pool_progress(const Pool *pool, Progress *out) {
    const Worker *first = pool->worker[0];

    out->nodes = out->tb_hits = 0;
    for (int i = 0; i < pool->count; i++) {
        out->nodes += search_node_count(pool->worker[i]);
        out->tb_hits += pool->worker[i]->table_hits;
    }
    out->depth = first->root_depth;
    out->move = (Move)first->root_move;
    out->number = first->root_number;
}

/* --- one worker ------------------------------------------------------------------------------ */

/* State of iterative deepening. */
typedef struct {
    Worker *w;
    const Job *job; /* only the main worker uses its listener and clock */
    const Pool *pool;
    SearchInfo *lines; /* MultiPV: the last finished iteration of each line, best first */
    int line_count;
    SearchInfo *info;         /* the line being searched */
    SearchInfo own;           /* the line, where there is only one */
    const RootTables *tables; /* NULL: the root is not in the tablebases */
    int stable;               /* iterations since the best move changed */
} IterativeDeepening;

/* Initializes the state, with one line. */
static void start_deepening(IterativeDeepening *d, Worker *w, const Job *job, const Pool *pool,
                            const RootTables *tables) {
    *d = (IterativeDeepening){.w = w, .job = job, .pool = pool, .line_count = 1, .tables = tables};
    d->own.line = 1;
    d->lines = d->info = &d->own;
}

static void copy_pv(SearchInfo *t, const Node *root) {
    t->pv_length = root->pv_length;
    memcpy(t->pv, root->pv, root->pv_length * sizeof *root->pv);
}

static void save_iteration(IterativeDeepening *d, int depth, int score, Bound bound) {
    const Node *root = search_root_node(d->w);

    assert(depth >= 1 && (!root->pv_length || move_is_legal(&root->position, root->pv[0])));
    d->info->depth = depth;
    d->info->seldepth = d->w->seldepth;
    d->info->score = score;
    d->info->bound = bound;
    if (root->pv_length)
        copy_pv(d->info, root);
}

/* Returns a line as reported: with the tablebase score at the root unless a mate was found. */
static SearchInfo reported_line(const IterativeDeepening *d, const SearchInfo *t) {
    SearchInfo info = *t;
    const RootTables *r = d->tables;
    const size_t i = r && info.pv_length ? root_tables_find(r, info.pv[0]) : 0;

    if (!r || !r->has_scores || !info.pv_length || i == r->count)
        return info;
    info.tb_hits += r->hits;
    if (!score_is_mate(info.score) || (info.score > 0 ? r->score[i] <= 0 : r->score[i] >= 0)) {
        info.score = r->score[i];
        info.bound = BOUND_EXACT;
    }
    return info;
}

static void report(IterativeDeepening *d) {
    Progress progress;
    SearchInfo info;

    if (!d->w->is_main)
        return;
    d->info->time_ms = search_shown_ms(d->w);
    pool_progress(d->pool, &progress);
    d->info->nodes = progress.nodes;
    d->info->tb_hits = progress.tb_hits;
    if (!d->job->listener)
        return;
    d->info->hashfull = tt_hashfull(d->job->tt);
    d->info->first_cutoffs =
        (int)(1000 * d->w->first_cutoffs / (d->w->cutoffs ? d->w->cutoffs : 1));
    info = reported_line(d, d->info);
    d->job->listener(d->job->context, &info);
}

enum { REPORT_FAILS_MS = 1000 };

/*
 * Aspiration windows (J. Gillogly 1978): searches around the last score and widens the side that
 * failed; after a fail low beta is lowered, too. Each fail high also reduces the depth by a ply, up
 * to three.
 */
static int aspiration_search(IterativeDeepening *d, int depth, int last_score) {
    const SearchParams *sp = &d->w->params;
    int delta = sp->aspiration_margin, alpha = -SCORE_INFINITE, beta = SCORE_INFINITE;
    int fail_highs = 0;

    if (depth >= sp->aspiration_depth && !score_is_decided(last_score)) {
        alpha = last_score - delta;
        beta = last_score + delta;
    }
    for (;;) {
        const int score = search_root(d->w, alpha, beta, max(depth - fail_highs, 1));
        Bound failed;

        if (d->w->stopped)
            return score;
        if (score <= alpha && alpha > -SCORE_INFINITE) {
            failed = BOUND_UPPER;
            beta = (alpha + beta) / 2;
            alpha = score - delta;
            fail_highs = 0;
        } else if (score >= beta && beta < SCORE_INFINITE) {
            failed = BOUND_LOWER;
            beta = score + delta;
            fail_highs = min(fail_highs + 1, 3);
        } else {
            return score;
        }
        if (search_elapsed_ms(d->w) > REPORT_FAILS_MS) { /* report fail highs and lows */
            const SearchInfo before = *d->info;
            save_iteration(d, depth, score, failed);
            report(d);
            if (failed == BOUND_UPPER)
                *d->info = before;
        }
        delta += delta / 2;
        if (delta > 500 || score_is_decided(score)) {
            alpha = alpha < -1000 ? -SCORE_INFINITE : alpha;
            beta = SCORE_INFINITE;
        }
    }
}

/*
 * Node-based time management (as in Ethereal): the larger the share of nodes spent on the best
 * move, the less time is needed.
 */
static int64_t node_effort_percent(const IterativeDeepening *d) {
    const Move best = d->lines->pv[0];
    const uint64_t all = search_node_count(d->w);
    const uint64_t below = d->w->move_nodes[move_from(best)][move_to(best)];
    const int64_t others = (int64_t)((all - below) * 100 / (all ? all : 1));
    const int64_t percent = 45 + 2 * others;

    return clamp64(percent, 55, 200);
}

/*
 * Falling eval (Stockfish): more time if the score has fallen since the last iteration (by `drop`)
 * or the search of the last move; less if it has risen.
 */
static int falling_eval_percent(const IterativeDeepening *d, int drop) {
    const int before = pool_last_score(d->pool, position_turn(&search_root_node(d->w)->position));
    const int fall = before == SCORE_NONE ? 0 : before - d->lines->score;

    return clamp(90 + 2 * clamp(fall, -40, 40) + clamp(drop, -20, 40), 70, 180);
}

/*
 * Returns true if every line is a mate that was searched much deeper than its length, so that a
 * shorter mate is unlikely.
 */
static bool mates_are_final(const IterativeDeepening *d) {
    for (int i = 0; i < d->line_count; i++) {
        const SearchInfo *t = &d->lines[i];

        if (!score_is_mate(t->score) || t->depth <= 2 * score_mate_plies(t->score) + 8)
            return false;
    }
    return !d->job->analysis;
}

/*
 * Soft limit: returns true if another iteration may start. The limit is scaled by the stability of
 * the best move, its share of the nodes, and a falling score.
 */
static bool time_for_next_depth(const IterativeDeepening *d, int last_score, size_t moves) {
    static const int stability_percent[] = {170, 130, 105, 90, 80, 72};
    const int64_t soft = d->w->control->soft_ms;
    const bool clocked = d->w->control->clocked;
    const int score = d->lines->score, drop = last_score - score;
    int64_t percent;

    if (mates_are_final(d))
        return false;
    if (soft == TIME_UNLIMITED)
        return true;
    if (clocked && moves == 1)
        return false;
    if (!clocked)
        return search_elapsed_ms(d->w) < soft;
    percent = stability_percent[min(d->stable, 5)] * node_effort_percent(d) / 100;
    percent = percent * falling_eval_percent(d, drop) / 100;
    if (d->tables && d->tables->by_distance) /* any of the best moves is good enough */
        percent = min64(percent, 25);
    return search_elapsed_ms(d->w) < soft * percent / 100;
}

/* Returns true if a mate in at most the requested number of moves was found. */
static bool mate_found(const IterativeDeepening *d) {
    const int mate = d->job->task ? d->job->task->mate : 0;
    return mate > 0 && score_is_mate(d->lines->score) && d->lines->score > 0 &&
           score_mate_moves(d->lines->score) <= mate;
}

/* Returns the tablebase rank of a line; 0 if the root is not in the tables. */
static int rank_of_line(const IterativeDeepening *d, int line) {
    const SearchInfo *t = &d->lines[line];
    const size_t i = d->tables && t->pv_length ? root_tables_find(d->tables, t->pv[0]) : 0;

    return d->tables && t->pv_length && i < d->tables->count ? d->tables->rank[i] : 0;
}

static bool is_better_line(const IterativeDeepening *d, int line, int other) {
    const int rank = rank_of_line(d, line), than = rank_of_line(d, other);
    return rank != than
               ? rank > than
               : reported_line(d, &d->lines[line]).score > reported_line(d, &d->lines[other]).score;
}

/*
 * Restricts the root moves to those of the highest tablebase rank, without the moves of better
 * lines.
 */
static void allow_best_ranked(const IterativeDeepening *d) {
    const RootTables *r = d->tables;
    const Task *task = d->job->task;
    Worker *w = d->w;
    int best = INT_MIN;

    w->root_only_count = 0;
    for (size_t i = 0; i < r->count; i++) {
        const Move m = r->move[i];

        if ((task && task->only_count && !move_is_among(m, task->only, task->only_count)) ||
            move_is_among(m, w->root_done, w->root_done_count) || r->rank[i] < best)
            continue;
        if (r->rank[i] > best)
            w->root_only_count = 0;
        best = r->rank[i];
        w->root_only[w->root_only_count++] = m;
    }
}

/*
 * MultiPV: moves the line just searched, `last`, before worse lines, and reports the lines that
 * moved.
 */
static void sort_lines(IterativeDeepening *d, int last) {
    int place = last;

    while (place > 0 && is_better_line(d, place, place - 1)) {
        const SearchInfo worse = d->lines[place - 1];

        d->lines[place - 1] = d->lines[place];
        d->lines[place] = worse;
        place--;
    }
    for (; place <= last; place++) {
        d->lines[place].line = place + 1;
        d->info = &d->lines[place];
        report(d);
    }
}

/*
 * MultiPV (UCI): searches an iteration of one line, without the first moves of better lines.
 * Returns false if stopped.
 */
static bool deepen_line(IterativeDeepening *d, int number, int depth) {
    Worker *w = d->w;
    int score;

    assert(number < d->line_count);
    d->info = &d->lines[number];
    w->root_done_count = (size_t)number;
    for (int i = 0; i < number; i++)
        w->root_done[i] = d->lines[i].pv[0];
    if (d->tables)
        allow_best_ranked(d);
    /* the TT move is the best of all moves, not of the allowed ones */
    w->root_first = (number || w->root_only_count) && d->info->pv_length ? d->info->pv[0] : NO_MOVE;
    score = aspiration_search(d, depth, d->info->score);
    if (w->stopped)
        return false;
    save_iteration(d, depth, score, BOUND_EXACT);
    sort_lines(d, number);
    return true;
}

/* Iterative deepening (D. Slate and L. Atkin, Chess 4.5): searches with increasing depth. */
static void iterative_deepening(IterativeDeepening *d, int first_depth, size_t moves) {
    const int last = d->job->depth ? d->job->depth : MAX_DEPTH;

    for (int depth = first_depth; depth <= last; depth++) {
        const Move before = d->lines->pv_length ? d->lines->pv[0] : NO_MOVE;
        const int last_score = d->lines->score;

        d->w->root_depth = depth;
        for (int number = 0; number < d->line_count; number++)
            if (!deepen_line(d, number, depth))
                return;
        d->stable = d->lines->pv[0] == before ? d->stable + 1 : 0;
        if (d->tables && d->line_count == 1) /* only one move may keep the result */
            moves = d->w->root_only_count;
        if (d->w->is_main && (mate_found(d) || !time_for_next_depth(d, last_score, moves)))
            return;
    }
}

static void *helper(void *context) {
    iterative_deepening(context, 1, 0);
    return NULL;
}

/* --- all workers ----------------------------------------------------------------------------- */

static void prepare(Worker *w, const Job *job, bool is_main) {
    const GameLine *line = job->line;

    w->control = job->control;
    w->tt = job->tt;
    w->weakness = job->weakness;
    w->tables = job->tables;
    w->looks_at_all = job->looks_at_all;
    w->overrides = job->overrides;
    w->override_count = job->override_count;
    w->is_main = is_main;
    w->game_key_count = min_size(line->length, MAX_GAME_KEYS);
    for (size_t i = 0; i < w->game_key_count; i++)
        w->keys[i] = line->position[line->length - w->game_key_count + i].key;
    w->root_only_count = job->task ? job->task->only_count : 0;
    for (size_t i = 0; i < w->root_only_count; i++)
        w->root_only[i] = job->task->only[i];
    search_prepare(w, gameline_now(line));
}

/*
 * Uses a stopped iteration, which may already have found a better move. If there is no result yet,
 * takes the first move searched, with the evaluation as its score.
 */
static void take_partial_iteration(IterativeDeepening *d, Move any) {
    Worker *w = d->w;
    const Node *root = search_root_node(w);
    SearchInfo *t = d->info;

    if (w->best == NO_MOVE) {
        w->best = w->root_move != NO_MOVE ? (Move)w->root_move : any;
        w->best_score = root->static_eval != SCORE_NONE ? root->static_eval : SCORE_DRAW;
    }
    if (w->best == t->pv[0])
        return;
    t->bound = t->depth ? BOUND_LOWER : BOUND_EXACT;
    t->seldepth = max(w->seldepth, 1);
    t->depth = max(t->depth, 1);
    t->score = w->best_score;
    t->pv_length = 1;
    t->pv[0] = w->best;
    if (root->pv_length && root->pv[0] == w->best)
        copy_pv(t, root);
}

/* Lazy SMP: starts the helpers, all on the same root and TT. Returns their number. */
static int start_helpers(Pool *pool, const Job *job, IterativeDeepening *d, pthread_t *thread,
                         const RootTables *tables) {
    int started = 0;

    for (int i = 1; i < pool->count; i++) {
        prepare(pool->worker[i], job, false);
        start_deepening(&d[i], pool->worker[i], job, pool, tables);
    }
    while (started < pool->count - 1 && thread_start(&thread[started], helper, &d[started + 1]))
        started++;
    return started;
}

/* Returns the number of MultiPV lines: as requested, but at most one for each move. */
static int count_lines(const Job *job, size_t moves) {
    const int wanted = job->task ? job->task->lines : 1;
    return clamp(wanted, 1, max((int)moves, 1));
}

/*
 * Returns the weight of a result in the vote, by depth and score. Even the worst score has some
 * weight.
 */
static int64_t vote_weight(const SearchInfo *t, int worst) {
    enum { MIN = 10 };

    return (int64_t)(t->score - worst + MIN) * t->depth;
}

int threads_vote(const SearchInfo *const *results, int count) {
    int64_t most = -1;
    int best = 0, worst = SCORE_INFINITE;

    for (int i = 0; i < count; i++)
        worst = min(worst, results[i]->pv_length ? results[i]->score : worst);
    for (int i = 0; i < count; i++) {
        const bool mates = results[i]->score >= SCORE_DECIDED;
        const bool best_mates = results[best]->score >= SCORE_DECIDED;
        int64_t votes = 0;

        if (!results[i]->pv_length)
            continue;
        for (int k = 0; k < count; k++)
            if (results[k]->pv_length && results[k]->pv[0] == results[i]->pv[0])
                votes += vote_weight(results[k], worst);
        if (mates || best_mates ? results[i]->score > results[best]->score
            : votes == most     ? vote_weight(results[i], worst) > vote_weight(results[best], worst)
                                : votes > most) {
            best = i;
            most = votes;
        }
    }
    return best;
}

/* Returns the result of all threads; with MultiPV that of the first one. */
static const SearchInfo *choose_result(const IterativeDeepening *d, int helpers) {
    const SearchInfo *results[MAX_THREADS];

    if (d->line_count > 1)
        return d->lines;
    for (int i = 0; i <= helpers; i++)
        results[i] = d[i].lines;
    return results[threads_vote(results, helpers + 1)];
}

/*
 * Returns true while a table may be filled: for at most half of the hard limit, which a ponder hit
 * may change.
 */
static bool may_fill(void *context) {
    const SearchControl *c = context;

    control_poll(c);
    return c->signal != SIGNAL_STOP &&
           (c->nodes_per_second || clock_ms() - c->start_ms < c->hard_ms / 2);
}

/*
 * Ranks the root moves by tablebases. Returns NULL if the root is not in them. If ranked by
 * distance, empties *tables: the search in the tree then only has to find the mate.
 */
static const RootTables *rank_root(RootTables *r, const Job *job, Tablebases *tables) {
    enum { ENOUGH_MS = 3000, QUICK_MS = 200 }; /* to fill a table */
    const Weakness *w = &job->weakness;
    const Position *root = gameline_now(job->line);

    if (w->seed)
        *tables = (Tablebases){.syzygy = NULL};
    if (tables->syzygy && root_tables_rank(r, tables, job->line)) {
        if (r->by_distance)
            *tables = (Tablebases){.syzygy = NULL};
        return r;
    }
    if ((!w->seed || !w->noise) && bare_king_is_it(&root->board) &&
        (bare_king_is_filled(&root->board) ||
         job->control->hard_ms >= (bare_king_is_quick(&root->board) ? QUICK_MS : ENOUGH_MS)) &&
        bare_king_fill(&root->board, may_fill, job->control) &&
        root_tables_rank_bare_king(r, job->line))
        return r;
    return NULL;
}

static SearchInfo search_best(Pool *pool, const Job *asked) {
    RootTables ranks;
    Job own = *asked;
    const Job *const job = &own;
    const RootTables *const tables = rank_root(&ranks, asked, &own.tables);
    IterativeDeepening *d = calloc((size_t)pool->count, sizeof *d), alone;
    pthread_t *thread = calloc((size_t)pool->count, sizeof *thread);
    IterativeDeepening *first = d ? d : &alone;
    Move list[MAX_MOVES];
    const size_t legal_moves = movegen_all(&gameline_now(job->line)->board, list);
    const size_t only = job->task ? job->task->only_count : 0, moves = only ? only : legal_moves;
    const int line_count = count_lines(job, moves);
    const bool white = position_turn(gameline_now(job->line)) == WHITE;
    SearchInfo *lines = line_count > 1 ? calloc((size_t)line_count, sizeof *lines) : NULL, result;
    int helpers = 0;

    prepare(pool->worker[0], job, true);
    start_deepening(first, pool->worker[0], job, pool, tables);
    if (lines) {
        first->lines = first->info = lines;
        first->line_count = line_count;
        lines->line = 1;
    }
    tt_new_search(job->tt, control_expected_nodes(job->control, pool->count));
    job->control->fills_table = !job->looks_at_all;
    if (legal_moves) {
        const SearchInfo *best;

        if (d && thread && pool->count > 1 && !job->looks_at_all)
            helpers = start_helpers(pool, job, d, thread, tables);
        iterative_deepening(first, 1, moves);
        job->control->signal = SIGNAL_STOP;
        for (int i = 0; i < helpers; i++)
            pthread_join(thread[i], NULL);
        if (first->w->stopped && (first->line_count == 1 || !first->lines->pv_length))
            take_partial_iteration(first, only ? job->task->only[0] : list[0]);
        best = choose_result(first, helpers);
        first->info = first->lines;
        if (best != first->lines)
            *first->lines = *best;
        if (first->w->stopped || best != first->lines)
            report(first); /* the final line differs from the last one reported */
    }
    result = reported_line(first, first->lines);
    pool->last_score = !result.pv_length ? SCORE_NONE
                       : white           ? first->lines->score
                                         : -first->lines->score;
    free(lines);
    free(thread);
    free(d);
    return result;
}

/* --- a person -------------------------------------------------------------------------------- */

/* Stores a MultiPV score of a move at its depth, and at larger depths not yet reached. */
static void add_line(void *context, const SearchInfo *info) {
    PersonView *v = context;

    if (info->bound != BOUND_EXACT || !info->pv_length)
        return;
    for (size_t i = 0; i < v->count; i++)
        for (int d = 0; d < PERSON_DEPTHS && v->move[i].move == info->pv[0]; d++)
            if (d + 1 >= info->depth)
                v->move[i].score[d] = info->score;
    v->depth = max(v->depth, info->depth);
}

/* Returns true if the move leads to a position that occurred in the game before. */
static bool repeats(const GameLine *line, Move m) {
    Position after;

    position_play(&after, gameline_now(line), m);
    return after.halfmove_clock && gameline_occurrences(line, after.key);
}

bool pool_look(Pool *pool, const Job *asked, PersonView *v) {
    const Task *only = asked->task && asked->task->only_count ? asked->task : NULL;
    Task task = {.lines = MAX_MOVES};
    Job job = *asked;
    Move list[MAX_MOVES];

    v->line = asked->line;
    v->depth = 1;
    v->count = movegen_all(&gameline_now(asked->line)->board, list);
    if (only) {
        task = *only;
        task.lines = MAX_MOVES;
        v->count = only->only_count;
    }
    for (size_t i = 0; i < v->count; i++) {
        v->move[i].move = only ? only->only[i] : list[i];
        for (int d = 0; d < PERSON_DEPTHS; d++)
            v->move[i].score[d] = -SCORE_DECIDED; /* not searched yet */
    }
    job.tt = tt_new(PERSON_HASH); /* separate: results of earlier searches must not be visible */
    if (!job.tt)
        return false;
    pool_clear(pool);
    pool->shared->parts = 1; /* the same moves with any number of threads */
    job.task = &task;
    job.depth = asked->depth ? min(asked->depth, PERSON_DEPTHS) : PERSON_DEPTHS;
    job.analysis = true;
    job.looks_at_all = true;
    job.weakness = (Weakness){.seed = 0};
    job.tables = (Tablebases){.syzygy = NULL};
    job.listener = add_line;
    job.context = v;
    search_best(pool, &job);
    pool->shared->parts = (uint32_t)pool->count;
    tt_free(job.tt);
    for (size_t i = 0; i < v->count; i++) /* a repetition is worth a draw at most */
        for (int d = 0; d < PERSON_DEPTHS && repeats(asked->line, v->move[i].move); d++)
            v->move[i].score[d] = min(v->move[i].score[d], SCORE_DRAW);
    return true;
}

/*
 * Returns the move that a person would choose, with its score; without enough memory, the best
 * move.
 */
static SearchInfo search_as_person(Pool *pool, const Job *job) {
    const Weakness *w = &job->weakness;
    PersonView *v = malloc(sizeof *v);
    SearchInfo info = {.line = 1, .bound = BOUND_EXACT};
    Progress progress;

    if (!v || !pool_look(pool, job, v)) {
        free(v);
        return search_best(pool, job);
    }
    if (v->count) {
        size_t i = 0;

        info.pv[0] = person_choose(v, w->person, w->seed);
        info.pv_length = 1;
        while (v->move[i].move != info.pv[0])
            i++;
        info.score = v->move[i].score[PERSON_DEPTHS - 1];
        info.depth = info.seldepth = v->depth;
        info.time_ms = clock_ms() - job->control->start_ms;
        pool_progress(pool, &progress);
        info.nodes = progress.nodes;
        if (job->listener)
            job->listener(job->context, &info);
    }
    free(v);
    return info;
}

SearchInfo pool_search(Pool *pool, const Job *job) {
    return job->weakness.person ? search_as_person(pool, job) : search_best(pool, job);
}
