/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "tune_games.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "base/thread.h"
#include "search/searcher.h"
#include "tools/common/adjudication.h"
#include "tools/common/openings.h"
#include "tools/common/tool.h"

enum { PROGRESS_MS = 100 };

/* A thread with a search for each side, plus and minus, by Alula or another engine. */
typedef struct {
    TuneGames *games;
    pthread_t thread;
    Searcher *search[2];
    Solver *solver[2];
    char number[2][TUNE_ROWS][12]; /* values of its options */
    char failure[800];             /* the engine's error, or "" */
    GameLine line;
} TuneWorker;

struct TuneGames {
    TuneGamesSettings settings;
    TuneWorker *worker;
    int workers;

    /* the current batch */
    const TunePairs *source;
    size_t games;
    int *points;           /* [games] */
    unsigned char *played; /* games played in each pair; under the lock */
    _Atomic size_t next, finished;
    _Atomic int status; /* PlayStatus */

    pthread_mutex_t lock;
    pthread_cond_t change;
    int working; /* running threads; under the lock */
};

/* --- a game ---------------------------------------------------------------------------------- */

/*
 * Records the engine's failure, unless `why` is NULL or games were stopped. Returns true if NULL.
 */
static bool note_failure(TuneWorker *w, const char *why) {
    if (why && atomic_load(&w->games->status) == PLAY_DONE)
        snprintf(w->failure, sizeof w->failure, "%s: %s",
                 external_engine_name(w->games->settings.engine), why);
    return !why;
}

/* Prepares a side for a game. */
static bool set_side(TuneWorker *w, int i, const TuneSide *side) {
    EngineOption option[TUNE_ROWS];
    Spsa *s = w->games->settings.spsa;

    if (w->solver[i]) {
        for (size_t k = 0; k < s->count; k++) {
            snprintf(w->number[i][k], sizeof w->number[i][k], "%d", side->value[k]);
            option[k] = (EngineOption){s->option[k], w->number[i][k]};
        }
        return note_failure(w, external_solver_new_game(w->solver[i], option, (int)s->count));
    }
    searcher_set_params(w->search[i], &side->params);
    searcher_clear(w->search[i]);
    return true;
}

static bool keep_score(void *score, const SolverInfo *info) {
    *(int *)score = info->score + TUNE_WIN_SCORE * ((info->mate > 0) - (info->mate < 0));
    return false;
}

/* Chooses a move. Returns false without a move if the search was stopped. */
static bool choose_move(TuneWorker *w, int i, Move *move, int *score) {
    Solver *solver = w->solver[i];
    SearchInfo info;

    *score = TUNE_WIN_SCORE / 2; /* without a score, games are not adjudicated */
    if (solver)
        return note_failure(w, solver->solve(solver, &w->line, keep_score, score, move));
    info = searcher_search_nodes(w->search[i], &w->line, UINT64_MAX, w->games->settings.nodes);
    *move = info.pv[0];
    *score = info.score;
    return !searcher_stopped(w->search[i]);
}

/* Plays a game; plus has White in the first game of a pair. */
static PlayStatus play_game(TuneWorker *w, size_t game, int *points) {
    const TuneGames *g = w->games;
    const Color plus = game % 2 ? BLACK : WHITE;
    Adjudication adjudication = {
        .rules = {TUNE_WIN_SCORE, ADJ_WIN_PLIES, ADJ_DRAW_SCORE, ADJ_DRAW_PLIES, ADJ_DRAW_AFTER}};
    TuneSide side[2];
    ShardResult result;
    ShardEnd end;

    if (!g->source->get(g->source->context, game / 2, side, &w->line))
        return PLAY_NO_MEMORY;
    if (!set_side(w, 0, &side[0]) || !set_side(w, 1, &side[1]))
        return PLAY_STOPPED;
    do {
        const Color us = position_turn(gameline_now(&w->line));
        Move move;
        int score;

        if (!choose_move(w, us != plus, &move, &score))
            return PLAY_STOPPED;
        adjudication_add_score(&adjudication, us == WHITE ? score : -score);
        if (gameline_play(&w->line, move))
            return PLAY_NO_MEMORY;
    } while (!adjudication_game_over(&w->line, &adjudication, &result, &end));
    *points = result == RESULT_DRAW ? 0 : (result == RESULT_WHITE_WINS) == (plus == WHITE) ? 1 : -1;
    return PLAY_DONE;
}

static void set_failure(TuneGames *g, PlayStatus why) {
    int still = PLAY_DONE;

    atomic_compare_exchange_strong(&g->status, &still, (int)why); /* keep the first reason */
}

/* Reports a pair with both games played; returns false if that ends the batch. */
static bool tell_of_pair(TuneGames *g, size_t game) {
    const size_t pair = game / 2;
    bool good = true;

    pthread_mutex_lock(&g->lock);
    if (++g->played[pair] == 2 && g->source->done)
        good = g->source->done(g->source->context, pair, &g->points[2 * pair]);
    pthread_mutex_unlock(&g->lock);
    return good;
}

static void *work(void *context) {
    TuneWorker *w = context;
    TuneGames *g = w->games;

    while (atomic_load(&g->status) == PLAY_DONE) {
        const size_t game = atomic_fetch_add(&g->next, 1);
        PlayStatus status;

        if (game >= g->games)
            break;
        status = play_game(w, game, &g->points[game]);
        if (status == PLAY_DONE && !tell_of_pair(g, game))
            status = PLAY_STOPPED;
        if (status == PLAY_DONE)
            atomic_fetch_add(&g->finished, 1);
        else
            set_failure(g, status);
    }
    pthread_mutex_lock(&g->lock);
    g->working--;
    pthread_cond_signal(&g->change);
    pthread_mutex_unlock(&g->lock);
    return NULL;
}

/* --- a batch --------------------------------------------------------------------------------- */

/* Starts the threads and returns their number; fewer are enough if the system refuses some. */
static int start_workers(TuneGames *g) {
    int started = 0;

    pthread_mutex_lock(&g->lock);
    while (started < g->workers && (size_t)started < g->games &&
           thread_start(&g->worker[started].thread, work, &g->worker[started]))
        started++;
    g->working = started;
    pthread_mutex_unlock(&g->lock);
    return started;
}

static void stop_worker(TuneWorker *w) {
    for (int i = 0; i < 2; i++)
        if (w->solver[i])
            w->solver[i]->stop(w->solver[i]);
        else
            searcher_stop(w->search[i]);
}

static void wait_for_workers(TuneGames *g, int started, TuneGamesProgress *progress,
                             void *context) {
    pthread_mutex_lock(&g->lock);
    while (g->working) {
        const struct timespec until = thread_deadline(PROGRESS_MS);

        thread_cond_wait(&g->change, &g->lock, &until);
        pthread_mutex_unlock(&g->lock);
        if (!progress(context, atomic_load(&g->finished)))
            set_failure(g, PLAY_STOPPED);
        for (int i = 0; i < started && atomic_load(&g->status) != PLAY_DONE; i++)
            stop_worker(&g->worker[i]);
        pthread_mutex_lock(&g->lock);
    }
    pthread_mutex_unlock(&g->lock);
    for (int i = 0; i < started; i++)
        pthread_join(g->worker[i].thread, NULL);
}

int tune_games_play(TuneGames *g, const TunePairs *source, size_t pairs, int *points,
                    TuneGamesProgress *progress, void *context, Text *error) {
    int started;

    g->source = source;
    g->games = 2 * pairs;
    g->points = points;
    g->played = memory_new(pairs, sizeof *g->played);
    atomic_store(&g->next, 0);
    atomic_store(&g->finished, 0);
    atomic_store(&g->status, PLAY_DONE);
    started = start_workers(g);
    wait_for_workers(g, started, progress, context);
    free(g->played);
    for (int i = 0; i < started && !error->length; i++)
        text_add(error, g->worker[i].failure);
    if (!started)
        text_add(error, "the system cannot start a thread");
    else if (atomic_load(&g->status) == PLAY_NO_MEMORY)
        text_add(error, "there is not enough memory for a game");
    else if (!error->length)
        return atomic_load(&g->status) == PLAY_DONE ? TOOL_OK : TOOL_INTERRUPTED;
    return TOOL_FAILED;
}

/* Returns true if the engine accepts all its options, at either bound. */
static bool takes_options(TuneGames *g) {
    TuneWorker *w = g->worker;
    Spsa far = *g->settings.spsa;
    TuneSide side[2];

    assert(w->games == g);
    far.plan.c = INFINITY; /* the sides have opposite bounds */
    spsa_perturb(&far, 0, &side[0], &side[1]);
    return set_side(w, 0, &side[0]) && set_side(w, 0, &side[1]);
}

TuneGames *tune_games_new(const TuneGamesSettings *settings, Text *error) {
    TuneGames *g = memory_new(1, sizeof *g);
    bool good = true;

    pthread_mutex_init(&g->lock, NULL);
    thread_cond_init(&g->change);
    g->settings = *settings;
    g->worker = memory_new((size_t)settings->threads, sizeof *g->worker);
    for (; good && g->workers < settings->threads; g->workers++) {
        TuneWorker *w = &g->worker[g->workers];

        w->games = g;
        openings_line(&w->line);
        for (int i = 0; i < 2; i++)
            if (settings->engine)
                w->solver[i] = external_solver_new(settings->engine);
            else
                good = (w->search[i] =
                            searcher_new((size_t)settings->hash_megabytes << 20, 1, NULL)) &&
                       good;
    }
    if (!good)
        text_add(error, "there is not enough memory for the threads and their hash tables");
    else if (!settings->engine || takes_options(g))
        return g;
    text_add(error, g->worker->failure);
    tune_games_free(g);
    return NULL;
}

void tune_games_free(TuneGames *g) {
    if (!g)
        return;
    for (int i = 0; i < g->workers; i++) {
        for (int side = 0; side < 2; side++) {
            searcher_free(g->worker[i].search[side]);
            if (g->worker[i].solver[side])
                g->worker[i].solver[side]->free(g->worker[i].solver[side]);
        }
        gameline_destroy(&g->worker[i].line);
    }
    free(g->worker);
    pthread_cond_destroy(&g->change);
    pthread_mutex_destroy(&g->lock);
    free(g);
}
