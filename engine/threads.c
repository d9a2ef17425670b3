/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "threads.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "movegen.h"

struct Pool {
    Worker **worker;
    int count;
};

Pool *pool_new(int threads, const NnueNet *net) {
    Pool *pool = calloc(1, sizeof *pool);

    if (pool && !(pool->worker = calloc((size_t)threads, sizeof *pool->worker))) {
        free(pool);
        return NULL;
    }
    while (pool && pool->count < threads) {
        Worker *w = pool->worker[pool->count] = calloc(1, sizeof(Worker));

        pool->count += w != NULL;
        if (!w || !(w->evals = eval_cache_new(net, MAX_PLY + 1))) {
            pool_free(pool);
            return NULL;
        }
        search_set_rules(w, &rules_default);
    }
    return pool;
}

void pool_free(Pool *pool) {
    if (!pool)
        return;
    for (int i = 0; i < pool->count; i++) {
        eval_cache_free(pool->worker[i]->evals);
        free(pool->worker[i]);
    }
    free(pool->worker);
    free(pool);
}

int pool_threads(const Pool *pool) {
    return pool->count;
}

size_t pool_bytes_per_thread(const NnueNet *net) {
    return sizeof(Worker) + eval_cache_bytes(net, MAX_PLY + 1);
}

bool pool_set_net(Pool *pool, const NnueNet *net) {
    EvalCache **fresh = calloc((size_t)pool->count, sizeof *fresh);
    bool good = fresh != NULL;

    for (int i = 0; good && i < pool->count; i++)
        good = (fresh[i] = eval_cache_new(net, MAX_PLY + 1)) != NULL;
    for (int i = 0; fresh && i < pool->count; i++) {
        EvalCache *unwanted = fresh[i];

        if (good) {
            unwanted = pool->worker[i]->evals;
            pool->worker[i]->evals = fresh[i];
        }
        eval_cache_free(unwanted);
    }
    free(fresh);
    return good;
}

void pool_set_rules(Pool *pool, const Rules *rules) {
    for (int i = 0; i < pool->count; i++)
        search_set_rules(pool->worker[i], rules);
}

void pool_clear(Pool *pool) {
    for (int i = 0; i < pool->count; i++)
        memset(&pool->worker[i]->history, 0, sizeof pool->worker[i]->history);
}

void control_change(Control *control, const Limits *limits, Color us, int threads) {
    const Budget budget = timeman_budget(limits, us);
    uint64_t nodes = limits->nodes ? limits->nodes : UINT64_MAX;

    if (limits->nodes_per_second && budget.hard_ms != TIME_UNLIMITED) {
        const uint64_t rate = limits->nodes_per_second, ms = (uint64_t)budget.hard_ms;
        const uint64_t most = ms < UINT64_MAX / rate ? ms * rate / 1000 : UINT64_MAX;
        nodes = nodes < most ? nodes : most;
    }
    nodes = nodes == UINT64_MAX ? nodes : nodes / (uint64_t)threads;
    control->nodes_per_second = limits->nodes_per_second;
    atomic_store_explicit(&control->cpu_time, limits->cpu_time, memory_order_relaxed);
    atomic_store_explicit(&control->start_ms, clock_ms(), memory_order_relaxed);
    atomic_store_explicit(&control->nodes, nodes, memory_order_relaxed);
    atomic_store_explicit(&control->clocked, !limits->move_ms && !limits->nodes_per_second,
                          memory_order_relaxed);
    atomic_store_explicit(&control->soft_ms, budget.soft_ms, memory_order_relaxed);
    atomic_store_explicit(&control->hard_ms, budget.hard_ms, memory_order_relaxed);
}

void control_set(Control *control, const Limits *limits, Color us, int threads) {
    control_change(control, limits, us, threads);
    atomic_store_explicit(&control->began_ms, clock_ms(), memory_order_relaxed);
}

void pool_progress(const Pool *pool, Progress *out) {
    const Worker *first = pool->worker[0];

    out->nodes = 0;
    for (int i = 0; i < pool->count; i++)
        out->nodes += atomic_load_explicit(&pool->worker[i]->nodes, memory_order_relaxed);
    out->depth = atomic_load_explicit(&first->root_depth, memory_order_relaxed);
    out->move = (Move)atomic_load_explicit(&first->root_move, memory_order_relaxed);
    out->number = atomic_load_explicit(&first->root_number, memory_order_relaxed);
}

/* --- one worker ------------------------------------------------------------------------------ */

/* What deepening keeps from one iteration to the next. */
typedef struct {
    Worker *w;
    const Job *job; /* the listener and the clock are for the main worker only */
    const Pool *pool;
    Thought *lines; /* of the last iterations that were finished, the best first */
    int line_count;
    Thought *thought; /* of the line at work */
    Thought own;      /* where there is only one */
    int stable;       /* iterations in which the best move stayed */
} Deepening;

/* One line, kept in the Deepening itself. */
static void start_deepening(Deepening *d, Worker *w, const Job *job, const Pool *pool) {
    *d = (Deepening){.w = w, .job = job, .pool = pool, .line_count = 1};
    d->own.line = 1;
    d->lines = d->thought = &d->own;
}

static void keep(Deepening *d, int depth, int score, Bound bound) {
    const Node *root = search_root_node(d->w);

    d->thought->depth = depth;
    d->thought->deepest = d->w->deepest;
    d->thought->score = score;
    d->thought->bound = bound;
    if (root->pv_length) {
        d->thought->pv_length = root->pv_length;
        memcpy(d->thought->pv, root->pv, root->pv_length * sizeof *root->pv);
    }
}

static void report(Deepening *d) {
    Progress progress;

    if (!d->w->is_main)
        return;
    d->thought->time_ms = search_shown_ms(d->w);
    pool_progress(d->pool, &progress);
    d->thought->nodes = progress.nodes;
    d->thought->hash_full = tt_full(d->job->tt);
    d->job->listener(d->job->context, d->thought);
}

/* One iteration with a window around the last score, opened as far as it takes. */
static int aspire(Deepening *d, int depth, int last_score) {
    const Rules *r = &d->w->rules;
    int delta = r->aspiration_margin, alpha = -SCORE_INFINITE, beta = SCORE_INFINITE, less = 0;

    if (depth >= r->aspiration_depth && !score_is_mate(last_score)) {
        alpha = last_score - delta;
        beta = last_score + delta;
    }
    for (;;) {
        const int score = search_root(d->w, alpha, beta, depth - less > 1 ? depth - less : 1);

        if (d->w->stopped)
            return score;
        if (score <= alpha && alpha > -SCORE_INFINITE) {
            beta = (alpha + beta) / 2;
            alpha = score - delta;
            less = 0;
        } else if (score >= beta && beta < SCORE_INFINITE) {
            beta = score + delta;
            less += less < 3;
        } else {
            return score;
        }
        if (search_elapsed_ms(d->w) > 1000) {
            Thought known = *d->thought;
            keep(d, depth, score, score >= beta ? BOUND_LOWER : BOUND_UPPER);
            d->thought->bound = score > known.score ? BOUND_LOWER : BOUND_UPPER;
            report(d);
            if (d->thought->bound == BOUND_UPPER)
                *d->thought = known;
        }
        delta += delta / 2;
        if (delta > 500 || score_is_mate(score)) {
            alpha = score <= alpha ? -SCORE_INFINITE : alpha;
            alpha = alpha < -1000 ? -SCORE_INFINITE : alpha;
            beta = SCORE_INFINITE;
        }
    }
}

/* The larger the part of the nodes that went below the best move, the less is in doubt. */
static int64_t effort_percent(const Deepening *d) {
    const Move best = d->lines->pv[0];
    const uint64_t all = atomic_load_explicit(&d->w->nodes, memory_order_relaxed);
    const uint64_t below = d->w->move_nodes[move_from(best)][move_to(best)];
    const int64_t others = (int64_t)((all - below) * 100 / (all ? all : 1));
    const int64_t percent = 45 + 2 * others;

    return percent < 55 ? 55 : percent > 200 ? 200 : percent;
}

/* Is another iteration worth starting? Doubts make the time longer, certainty shorter. */
static bool has_time(const Deepening *d, int last_score, size_t legal_moves) {
    static const int stability_percent[] = {170, 130, 105, 90, 80, 72};
    const int64_t soft = atomic_load_explicit(&d->w->control->soft_ms, memory_order_relaxed);
    const bool clocked = atomic_load_explicit(&d->w->control->clocked, memory_order_relaxed);
    const int score = d->lines->score, drop = last_score - score;
    int64_t percent;

    /* a mate that has been looked at from all sides will not get much shorter */
    if (score_is_mate(score) &&
        d->lines->depth > 2 * (SCORE_MATE - (score < 0 ? -score : score)) + 8)
        return false;
    if (soft == TIME_UNLIMITED)
        return true;
    if (clocked && legal_moves == 1)
        return false;
    if (!clocked)
        return search_elapsed_ms(d->w) < soft;
    percent = stability_percent[d->stable < 5 ? d->stable : 5] * effort_percent(d) / 100;
    if (drop > 0)
        percent += drop > 60 ? 60 : drop;
    return search_elapsed_ms(d->w) < soft * percent / 100;
}

/* Is there a mate in no more moves than were asked for? */
static bool is_answered(const Deepening *d) {
    const int mate = d->job->task ? d->job->task->mate : 0;
    return mate > 0 && score_is_mate(d->lines->score) && d->lines->score > 0 &&
           SCORE_MATE - d->lines->score <= 2 * mate - 1;
}

/* Put a line that was just searched before those that turned out worse, and tell them anew. */
static void sort_lines(Deepening *d, int last) {
    int place = last;

    while (place > 0 && d->lines[place - 1].score < d->lines[place].score) {
        const Thought worse = d->lines[place - 1];

        d->lines[place - 1] = d->lines[place];
        d->lines[place] = worse;
        place--;
    }
    for (; place <= last; place++) {
        d->lines[place].line = place + 1;
        d->thought = &d->lines[place];
        report(d);
    }
}

/* One iteration of one line, without the moves of those before it. False if it was stopped. */
static bool deepen_line(Deepening *d, int number, int depth) {
    Worker *w = d->w;
    int score;

    d->thought = &d->lines[number];
    w->root_done_count = (size_t)number;
    for (int i = 0; i < number; i++)
        w->root_done[i] = d->lines[i].pv[0];
    /* the table does not know the best of some of the moves */
    w->root_first =
        (number || w->root_only_count) && d->thought->pv_length ? d->thought->pv[0] : NO_MOVE;
    score = aspire(d, depth, d->thought->score);
    if (w->stopped)
        return false;
    keep(d, depth, score, BOUND_EXACT);
    sort_lines(d, number);
    return true;
}

static void deepen(Deepening *d, int first_depth, size_t legal_moves) {
    const int last = d->job->depth ? d->job->depth : MAX_DEPTH;

    for (int depth = first_depth; depth <= last; depth++) {
        const Move before = d->lines->pv_length ? d->lines->pv[0] : NO_MOVE;
        const int last_score = d->lines->score;

        atomic_store_explicit(&d->w->root_depth, depth, memory_order_relaxed);
        for (int number = 0; number < d->line_count; number++)
            if (!deepen_line(d, number, depth))
                return;
        d->stable = d->lines->pv[0] == before ? d->stable + 1 : 0;
        if (d->w->is_main && (is_answered(d) || !has_time(d, last_score, legal_moves)))
            return;
    }
}

static void *helper(void *context) {
    deepen(context, 1, 0);
    return NULL;
}

/* --- all of them ----------------------------------------------------------------------------- */

static void prepare(Worker *w, const Job *job, bool is_main) {
    const GameLine *line = job->line;

    w->control = job->control;
    w->tt = job->tt;
    w->noise = job->noise;
    w->noise_size = job->noise_size;
    w->pin = job->pin;
    w->pin_count = job->pin_count;
    w->is_main = is_main;
    w->before_count = line->length < KEYS_BEFORE ? line->length : KEYS_BEFORE;
    for (size_t i = 0; i < w->before_count; i++)
        w->before[i] = line->position[line->length - w->before_count + i].key;
    w->root_only_count = job->task ? job->task->only_count : 0;
    for (size_t i = 0; i < w->root_only_count; i++)
        w->root_only[i] = job->task->only[i];
    search_prepare(w, gameline_now(line));
}

/* A search that was stopped within an iteration may have found a better move there. */
static void take_last_word(Deepening *d) {
    const Worker *w = d->w;
    const Node *root = search_root_node(d->w);

    if (w->best == NO_MOVE || w->best == d->thought->pv[0])
        return;
    d->thought->depth = d->thought->depth ? d->thought->depth : 1;
    d->thought->score = w->best_score;
    d->thought->bound = BOUND_LOWER;
    d->thought->pv_length = 1;
    d->thought->pv[0] = w->best;
    if (root->pv_length && root->pv[0] == w->best) {
        d->thought->pv_length = root->pv_length;
        memcpy(d->thought->pv, root->pv, root->pv_length * sizeof *root->pv);
    }
}

static bool is_better(const Thought *a, const Thought *b) {
    return a->pv_length && (a->depth > b->depth || (a->depth == b->depth && a->score > b->score));
}

/* Start the helpers; returns how many there are. */
static int start_helpers(Pool *pool, const Job *job, Deepening *d, pthread_t *thread) {
    pthread_attr_t attributes;
    int started = 0;

    if (pthread_attr_init(&attributes))
        return 0;
    pthread_attr_setstacksize(&attributes, 8 << 20); /* the deepest search takes a third of it */
    for (int i = 1; i < pool->count; i++) {
        prepare(pool->worker[i], job, false);
        start_deepening(&d[i], pool->worker[i], job, pool);
    }
    while (started < pool->count - 1 &&
           !pthread_create(&thread[started], &attributes, helper, &d[started + 1]))
        started++;
    pthread_attr_destroy(&attributes);
    return started;
}

/* How many lines are asked for, and can be had. */
static int count_lines(const Job *job, size_t moves) {
    const int wanted = job->task && job->task->lines > 1 ? job->task->lines : 1;
    return wanted < (int)moves ? wanted : moves ? (int)moves : 1;
}

/* What the helpers found out that is better than what the first worker knows. */
static const Thought *vote(const Deepening *d, int helpers) {
    const Thought *best = d->lines;

    for (int i = 1; i <= helpers && d->line_count == 1; i++)
        if (is_better(d[i].lines, best))
            best = d[i].lines;
    return best;
}

Thought pool_search(Pool *pool, const Job *job) {
    Deepening *d = calloc((size_t)pool->count, sizeof *d), alone;
    pthread_t *thread = calloc((size_t)pool->count, sizeof *thread);
    Deepening *first = d ? d : &alone;
    Move list[MAX_MOVES];
    const size_t legal_moves = movegen_all(&gameline_now(job->line)->board, list);
    const size_t only = job->task ? job->task->only_count : 0, moves = only ? only : legal_moves;
    const int line_count = count_lines(job, moves);
    Thought *lines = line_count > 1 ? calloc((size_t)line_count, sizeof *lines) : NULL, result;
    int helpers = 0;

    prepare(pool->worker[0], job, true);
    start_deepening(first, pool->worker[0], job, pool);
    if (lines) {
        first->lines = first->thought = lines;
        first->line_count = line_count;
        lines->line = 1;
    }
    tt_age(job->tt);
    if (legal_moves) {
        const Thought *best;

        if (d && thread && pool->count > 1)
            helpers = start_helpers(pool, job, d, thread);
        deepen(first, 1, moves);
        atomic_store_explicit(&job->control->order, ORDER_STOP, memory_order_relaxed);
        for (int i = 0; i < helpers; i++)
            pthread_join(thread[i], NULL);
        if (first->w->stopped && (first->line_count == 1 || !first->lines->pv_length))
            take_last_word(first);
        best = vote(first, helpers);
        first->thought = first->lines;
        if (best != first->lines)
            *first->lines = *best;
        if (first->w->stopped || best != first->lines)
            report(first); /* once more, with what came after the last iteration */
    }
    result = *first->lines;
    free(lines);
    free(thread);
    free(d);
    return result;
}
