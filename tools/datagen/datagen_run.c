/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "datagen_run.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/random.h"
#include "base/thread.h"
#include "base/version.h"
#include "store.h"
#include "tools/common/interrupt.h"
#include "tools/common/tool.h"

enum {
    WAIT_MS = 50,      /* between two checks of signals and threads */
    TERMINAL_MS = 500, /* between two progress lines */
    ERROR_SIZE = STORE_PATH_SIZE + 256,
};

typedef struct DatagenRun DatagenRun;

/* A thread and its stream of games. */
typedef struct {
    DatagenRun *run;
    pthread_t thread;
    SelfPlayer *player;
    uint64_t stream, games_wanted;            /* UINT64_MAX: no limit */
    _Atomic uint64_t games, positions, draws; /* played; not all may be written */
    atomic_bool finished;
    char error[ERROR_SIZE]; /* error message, or empty */
    ShardWriter writer;
} Generator;

struct DatagenRun {
    const DatagenPlan *plan;
    Generator *generator;
    int count;
    int64_t start_ms;
};

/* --- a thread -------------------------------------------------------------------------------- */

static void counter_add(_Atomic uint64_t *counter, uint64_t n) {
    atomic_fetch_add_explicit(counter, n, memory_order_relaxed);
}

static uint64_t counter_get(_Atomic uint64_t *counter) {
    return atomic_load_explicit(counter, memory_order_relaxed);
}

static void count(Generator *g, const ShardGame *game) {
    counter_add(&g->games, 1);
    counter_add(&g->positions, game->plies);
    counter_add(&g->draws, game->result == RESULT_DRAW);
}

static void *generate(void *context) {
    Generator *g = context;
    Text error = text_in(g->error, sizeof g->error);
    PlayStatus status = PLAY_DONE;
    bool good = true;
    ShardGame game;

    for (uint64_t i = 0; i < g->games_wanted && good; i++) {
        status = selfplayer_game(g->player, random_seed(g->stream, i), &game);
        if (status != PLAY_DONE)
            break;
        good = shard_writer_add(&g->writer, &game, &error);
        count(g, &game);
    }
    if (status == PLAY_NO_MEMORY)
        text_add(&error, "there is not enough memory for a game");
    shard_writer_close(&g->writer, &error);
    atomic_store(&g->finished, true);
    return NULL;
}

/* --- all threads ----------------------------------------------------------------------------- */

static void free_run(DatagenRun *r) {
    for (int i = 0; i < r->count; i++)
        selfplayer_free(r->generator[i].player);
    free(r->generator);
}

/* Create the generators, without starting their threads. */
static bool prepare(DatagenRun *r, const DatagenPlan *plan, uint64_t first_stream, Text *error) {
    char settings[SHARD_SETTINGS_SIZE];
    Text text = text_in(settings, sizeof settings);
    const AdjudicationRules *rules = &plan->rules.adjudication;
    const uint64_t share = plan->games / (uint64_t)plan->threads;
    const uint64_t rest = plan->games % (uint64_t)plan->threads;
    const uint32_t fingerprint = gamesearch_fingerprint(plan->rules.net, true);

    if (!fingerprint) {
        text_add(error, "there is not enough memory");
        return false;
    }
    text_addf(&text, "engine=" ALULA_VERSION " fingerprint=%08" PRIx32 " nodes=", fingerprint);
    nodemixture_write(&text, &plan->rules.nodes);
    text_addf(&text,
              " hard=%d hash-mb=%d random-plies=%d shuffled=%d start-score=%d win=%dx%d draw=%dx%d"
              " after=%d",
              PLAY_HARD_FACTOR, plan->rules.hash_megabytes, plan->rules.random_plies,
              plan->rules.shuffled, plan->rules.start_score, rules->win_score, rules->win_plies,
              rules->draw_score, rules->draw_plies, rules->draw_after);
    if (plan->rules.starts)
        text_addf(&text, " starts=%d%%of%zu/%08" PRIx32, plan->rules.start_percent,
                  plan->rules.starts->count, plan->rules.starts->checksum);
    text_addf(&text, " net=%08" PRIx32, eval_net(plan->rules.net)->checksum);
    r->plan = plan;
    r->generator = calloc((size_t)plan->threads, sizeof *r->generator);
    for (; r->generator && r->count < plan->threads; r->count++) {
        Generator *g = &r->generator[r->count];

        g->run = r;
        g->stream = first_stream + (uint64_t)r->count;
        g->games_wanted = plan->games ? share + ((uint64_t)r->count < rest) : UINT64_MAX;
        shard_writer_init(&g->writer, plan->folder, g->stream, plan->limit, settings);
        if (!(g->player = selfplayer_new(&plan->rules)))
            break;
    }
    if (r->count == plan->threads)
        return true;
    text_add(error, "there is not enough memory for the threads and their hash tables");
    return false;
}

/* Check before the first game that a shard can be written. */
static bool try_disk(DatagenRun *r, Text *error) {
    ShardWriter *w = &r->generator[0].writer;

    if (shard_writer_begin(w, error))
        return true;
    shard_writer_close(w, error);
    return false;
}

/* Start the threads; one that cannot be started has an error. */
static void start(DatagenRun *r) {
    r->start_ms = clock_ms();
    for (int i = 0; i < r->count; i++) {
        Generator *g = &r->generator[i];

        if (!thread_start(&g->thread, generate, g)) {
            Text error = text_in(g->error, sizeof g->error);
            text_add(&error, "the system cannot start a thread");
            shard_writer_close(&g->writer, &error); /* it may have been begun by try_disk() */
            g->run = NULL;                          /* there is nothing to join */
            atomic_store(&g->finished, true);
        }
    }
}

static void stop(DatagenRun *r) {
    for (int i = 0; i < r->count; i++)
        selfplayer_stop(r->generator[i].player);
}

static bool all_finished(DatagenRun *r, bool *failed) {
    bool all = true;

    for (int i = 0; i < r->count; i++) {
        const bool finished = atomic_load(&r->generator[i].finished);

        all = all && finished;
        *failed = *failed || (finished && *r->generator[i].error);
    }
    return all;
}

/* "12 games  900 positions  54000 positions/h  20 % draws" */
static void print_counts(const DatagenRun *r, FILE *out, const StoreTally *t) {
    const int64_t ms = clock_ms() - r->start_ms;
    const double hours = (double)(ms > 0 ? ms : 1) / 3600000;

    fprintf(out, "%" PRIu64 " games  %" PRIu64 " positions  %.0f positions/h  %" PRIu64 " %% draws",
            t->games, t->positions, (double)t->positions / hours,
            t->games ? (t->draws * 100 + t->games / 2) / t->games : 0);
}

static void print_progress(DatagenRun *r) {
    StoreTally t = {0};

    for (int i = 0; i < r->count; i++) {
        t.games += counter_get(&r->generator[i].games);
        t.positions += counter_get(&r->generator[i].positions);
        t.draws += counter_get(&r->generator[i].draws);
    }
    fprintf(stderr, "\r");
    print_counts(r, stderr, &t);
    fprintf(stderr, "   ");
    fflush(stderr);
}

/* Only games that were written count. */
static void print_summary(const DatagenRun *r) {
    struct timespec cpu;
    StoreTally t = {0};

    for (int i = 0; i < r->count; i++)
        store_tally_add(&t, &r->generator[i].writer.written_games);
    print_counts(r, stdout, &t);
    if (!clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu) && t.positions)
        printf("  %" PRIu64 " %% usable  %.0f positions per CPU hour", t.usable * 100 / t.positions,
               (double)t.positions * 3600 /
                   ((double)cpu.tv_sec + (double)cpu.tv_nsec / 1e9 + 0.001));
    printf("\n");
    fflush(stdout);
}

/* Print one error message, with the lost games of all threads. True if there was no error. */
static bool report_error(const DatagenRun *r) {
    const char *error = "";
    uint64_t lost = 0;

    for (int i = r->count; i-- > 0;) {
        error = *r->generator[i].error ? r->generator[i].error : error;
        lost += r->generator[i].writer.lost;
    }
    if (!*error)
        return true;
    if (lost)
        tool_message("%s (%" PRIu64 " game%s lost)", error, lost, lost == 1 ? " is" : "s are");
    else
        tool_message("%s", error);
    return false;
}

static void wait_for_end(DatagenRun *r) {
    const bool terminal = isatty(STDERR_FILENO);
    int64_t shown_ms = r->start_ms;
    bool failed = false;

    while (!all_finished(r, &failed)) {
        if (interrupt_pending() || failed)
            stop(r);
        else if (terminal && clock_ms() - shown_ms >= TERMINAL_MS) {
            shown_ms = clock_ms();
            print_progress(r);
        }
        clock_sleep_ms(WAIT_MS);
    }
    for (int i = 0; i < r->count; i++)
        if (r->generator[i].run)
            pthread_join(r->generator[i].thread, NULL);
    if (terminal && shown_ms != r->start_ms)
        fprintf(stderr, "\r%78s\r", "");
}

int datagen_run(const DatagenPlan *plan) {
    char words[ERROR_SIZE];
    Text error = text_in(words, sizeof words);
    DatagenRun r = {.plan = plan};
    uint64_t first_stream;
    bool good;

    interrupt_catch();
    if (!store_open(plan->folder, plan->seed, plan->threads, &first_stream, &error) ||
        !prepare(&r, plan, first_stream, &error) || !try_disk(&r, &error)) {
        free_run(&r);
        return tool_fail("%s", words);
    }
    start(&r);
    wait_for_end(&r);
    good = report_error(&r);
    print_summary(&r);
    free_run(&r);
    return good ? TOOL_OK : TOOL_FAILED;
}
