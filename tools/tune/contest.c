/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "contest.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "../common/adjudication.h"
#include "../common/gamesearch.h"
#include "fen.h"

enum {
    WATCH_MS = 100,
    STACK = 16 << 20, /* bytes for a search as deep as it can be */
};

/* A thread with two players. */
typedef struct {
    Contest *contest;
    pthread_t thread;
    GameSearch *search[2]; /* plus, minus */
    GameLine line;
} Table;

struct Contest {
    ContestSettings settings;
    Table *table;
    int tables;

    /* the games at hand */
    const Spsa *spsa;
    size_t games;
    int *points; /* of each game: 1, 0, -1 for plus */
    _Atomic size_t next, finished;
    _Atomic int status; /* ContestStatus */

    pthread_mutex_t lock;
    pthread_cond_t change;
    int working; /* threads; under the lock */
};

/* --- a game ---------------------------------------------------------------------------------- */

/* Plus has the white men in every even game. */
static PlayStatus play(Table *t, size_t game, int *points) {
    const Contest *c = t->contest;
    const uint64_t pair = c->spsa->done + game / 2;
    const Color plus = game % 2 ? BLACK : WHITE;
    Adjudication adjudication = {.win_score = CONTEST_WIN_SCORE};
    SearchParams side[2];
    ShardResult result;
    ShardEnd end;

    spsa_sides(c->spsa, pair, &side[0], &side[1]);
    for (int i = 0; i < 2; i++) {
        gamesearch_set_params(t->search[i], &side[i]);
        gamesearch_clear(t->search[i]);
    }
    openings_get(c->settings.openings, (size_t)pair, &t->line);
    do {
        const Color us = position_turn(gameline_now(&t->line));
        GameSearch *mover = t->search[us != plus];
        const Thought thought = gamesearch_run(mover, &t->line, UINT64_MAX, c->settings.nodes);

        if (gamesearch_stopped(mover))
            return PLAY_STOPPED;
        adjudication_add_score(&adjudication, us == WHITE ? thought.score : -thought.score);
        if (gameline_play(&t->line, thought.pv[0]))
            return PLAY_NO_MEMORY;
    } while (!adjudication_game_over(&t->line, &adjudication, &result, &end));
    *points = result == RESULT_DRAW ? 0 : (result == RESULT_WHITE_WINS) == (plus == WHITE) ? 1 : -1;
    return PLAY_DONE;
}

static void give_up(Contest *c, ContestStatus why) {
    int still = CONTEST_DONE;

    atomic_compare_exchange_strong(&c->status, &still, (int)why); /* the first reason counts */
}

static void *work(void *context) {
    Table *t = context;
    Contest *c = t->contest;

    while (atomic_load(&c->status) == CONTEST_DONE) {
        const size_t game = atomic_fetch_add(&c->next, 1);
        PlayStatus status;

        if (game >= c->games)
            break;
        status = play(t, game, &c->points[game]);
        if (status == PLAY_DONE)
            atomic_fetch_add(&c->finished, 1);
        else
            give_up(c, status == PLAY_STOPPED ? CONTEST_STOPPED : CONTEST_NO_MEMORY);
    }
    pthread_mutex_lock(&c->lock);
    c->working--;
    pthread_cond_signal(&c->change);
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

/* --- many ------------------------------------------------------------------------------------ */

/* Start the threads: how many there are. Those that the system refuses are done without. */
static int start(Contest *c) {
    pthread_attr_t attributes;
    int started = 0;

    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    pthread_mutex_lock(&c->lock);
    while (started < c->tables && (size_t)started < c->games &&
           !pthread_create(&c->table[started].thread, &attributes, work, &c->table[started]))
        started++;
    c->working = started;
    pthread_mutex_unlock(&c->lock);
    pthread_attr_destroy(&attributes);
    return started;
}

static void wait_for_end(Contest *c, int started, ContestWatcher *watch, void *context) {
    pthread_mutex_lock(&c->lock);
    while (c->working) {
        struct timespec until;
        bool go_on;

        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += WATCH_MS * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        pthread_cond_timedwait(&c->change, &c->lock, &until);
        pthread_mutex_unlock(&c->lock);
        go_on = watch(context, atomic_load(&c->finished));
        if (!go_on)
            give_up(c, CONTEST_STOPPED);
        for (int i = 0; i < started && !go_on; i++) {
            gamesearch_stop(c->table[i].search[0]);
            gamesearch_stop(c->table[i].search[1]);
        }
        pthread_mutex_lock(&c->lock);
    }
    pthread_mutex_unlock(&c->lock);
    for (int i = 0; i < started; i++)
        pthread_join(c->table[i].thread, NULL);
}

ContestStatus contest_play(Contest *c, const Spsa *spsa, size_t pairs, int *points,
                           ContestTally *tally, ContestWatcher *watch, void *context) {
    int started;

    c->spsa = spsa;
    c->games = 2 * pairs;
    c->points = calloc(c->games, sizeof *c->points);
    if (!c->points)
        return CONTEST_NO_MEMORY;
    atomic_store(&c->next, 0);
    atomic_store(&c->finished, 0);
    atomic_store(&c->status, CONTEST_DONE);
    started = start(c);
    if (!started)
        give_up(c, CONTEST_NO_THREAD);
    wait_for_end(c, started, watch, context);
    for (size_t i = 0; i < c->games; i++) {
        points[i / 2] = (i % 2 ? points[i / 2] : 0) + c->points[i];
        tally->won += c->points[i] > 0;
        tally->drawn += !c->points[i];
        tally->lost += c->points[i] < 0;
    }
    free(c->points);
    return (ContestStatus)atomic_load(&c->status);
}

Contest *contest_new(const ContestSettings *settings) {
    Contest *c = calloc(1, sizeof *c);
    Position start_position;

    if (!c)
        return NULL;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->change, NULL);
    c->settings = *settings;
    c->table = calloc((size_t)settings->threads, sizeof *c->table);
    if (!c->table || fen_parse(&start_position, word_of(FEN_START), false)) {
        contest_free(c);
        return NULL;
    }
    for (; c->tables < settings->threads; c->tables++) {
        Table *t = &c->table[c->tables];

        t->contest = c;
        t->search[0] = gamesearch_new(settings->hash_megabytes);
        t->search[1] = gamesearch_new(settings->hash_megabytes);
        if (!t->search[0] || !t->search[1] || gameline_init(&t->line, &start_position)) {
            c->tables++; /* what it has is to be freed */
            contest_free(c);
            return NULL;
        }
    }
    return c;
}

void contest_free(Contest *c) {
    if (!c)
        return;
    for (int i = 0; i < c->tables; i++) {
        gamesearch_free(c->table[i].search[0]);
        gamesearch_free(c->table[i].search[1]);
        gameline_destroy(&c->table[i].line);
    }
    free(c->table);
    pthread_cond_destroy(&c->change);
    pthread_mutex_destroy(&c->lock);
    free(c);
}
