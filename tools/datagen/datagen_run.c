/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "alula-datagen.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/random.h"
#include "base/thread.h"
#include "base/version.h"
#include "eval/eval.h"
#include "search/searcher.h"
#include "shardset.h"
#include "store.h"
#include "tools/common/tool.h"

enum {
    WAIT_MS = 50,      /* interval of checks for signals and threads */
    TERMINAL_MS = 500, /* interval of progress lines */
    ERROR_SIZE = STORE_PATH_SIZE + 256,
};

typedef struct DatagenRun DatagenRun;

/* A thread and its stream of games. */
typedef struct {
    DatagenRun *run;
    pthread_t thread;
    SelfPlayer *player;
    uint64_t stream, games_wanted;            /* UINT64_MAX: no limit */
    uint64_t first_game;                      /* first game of this run; earlier games are stored */
    _Atomic uint64_t games, positions, draws; /* games played; some may not be written */
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

/* Returns true if the run has a fixed number of games to play, however often it is repeated. */
static bool is_share(const DatagenPlan *plan) {
    return plan->slice.of && plan->games;
}

static void count(Generator *g, const ShardGame *game) {
    atomic_fetch_add(&g->games, 1);
    atomic_fetch_add(&g->positions, game->plies);
    atomic_fetch_add(&g->draws, game->result == RESULT_DRAW);
}

static void *generate(void *context) {
    Generator *g = context;
    Text error = text_in(g->error, sizeof g->error);
    PlayStatus status = PLAY_DONE;
    uint64_t i = g->first_game;
    bool good = true;
    ShardGame game;

    for (; i < g->games_wanted && good; i++) {
        status = selfplayer_game(g->player, random_seed(g->stream, i), &game);
        if (status != PLAY_DONE)
            break;
        good = shard_writer_add(&g->writer, &game, &error);
        count(g, &game);
    }
    g->writer.keep = is_share(g->run->plan) && (i < g->games_wanted || !good);
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

/* Writes everything that the games depend on; a repeated slice must match all of it. */
static void write_settings(Text *text, const DatagenPlan *plan) {
    const SelfPlayRules *rules = &plan->rules;
    const AdjudicationRules *ends = &rules->adjudication;

    text_addf(text, "engine=" ALULA_VERSION " fingerprint=%08" PRIx32 " nodes=",
              tool_fingerprint(rules->net, true));
    nodemixture_write(text, &rules->nodes);
    text_addf(text,
              " hard=%d hash-mb=%d random-plies=%d shuffled=%d start-score=%d win=%dx%d draw=%dx%d"
              " after=%d",
              PLAY_HARD_FACTOR, rules->hash_megabytes, rules->random_plies, rules->shuffled,
              rules->start_score, ends->win_score, ends->win_plies, ends->draw_score,
              ends->draw_plies, ends->draw_after);
    if (rules->starts)
        text_addf(text, " starts=%d%%of%zu/%08" PRIx32, rules->start_percent, rules->starts->count,
                  rules->starts->checksum);
    text_addf(text, " net=%08" PRIx32, eval_net(rules->net)->checksum);
    if (plan->slice.of)
        slicejob_write(text, &(SliceJob){.slices = plan->slice.of,
                                         .threads = plan->threads,
                                         .games = plan->games,
                                         .kilobytes = plan->shard_kb});
}

/* Returns the number of games of a thread; UINT64_MAX: no limit. */
static uint64_t games_of(const DatagenPlan *plan, int thread) {
    const SliceJob job = {.slices = plan->slice.of ? plan->slice.of : 1,
                          .threads = plan->threads,
                          .games = plan->games};

    return plan->games
               ? (uint64_t)slicejob_share(&job, plan->slice.of ? plan->slice.index : 1, thread)
               : UINT64_MAX;
}

/* Creates the generators, without starting their threads. */
static bool prepare(DatagenRun *r, const DatagenPlan *plan, uint64_t first_stream, Text *error) {
    Text text = TEXT_OF(SHARD_SETTINGS_SIZE);

    write_settings(&text, plan);
    r->plan = plan;
    r->generator = memory_new((size_t)plan->threads, sizeof *r->generator);
    for (; r->count < plan->threads; r->count++) {
        Generator *g = &r->generator[r->count];

        g->run = r;
        g->stream = first_stream + (uint64_t)r->count;
        g->games_wanted = games_of(plan, r->count);
        shard_writer_init(&g->writer, plan->folder, g->stream, (size_t)plan->shard_kb << 10,
                          text.at);
        if (plan->slice.of && !shard_writer_resume(&g->writer, &g->first_game, error))
            return false;
        if (!(g->player = selfplayer_new(&plan->rules)))
            break;
    }
    if (r->count == plan->threads)
        return true;
    return text_fail(error, "there is not enough memory for the threads and their hash tables");
}

/* Checks that a shard can be written, before the first game. */
static bool try_disk(DatagenRun *r, Text *error) {
    for (int i = 0; i < r->count; i++) {
        ShardWriter *w = &r->generator[i].writer;

        if (w->fd >= 0 || r->generator[i].first_game >= r->generator[i].games_wanted)
            continue; /* a slice resumes or has finished this shard */
        if (shard_writer_begin(w, error))
            return true;
        shard_writer_close(w, error);
        return false;
    }
    return true;
}

/* Starts the threads; those that cannot be started get an error. */
static void start(DatagenRun *r) {
    r->start_ms = clock_ms();
    for (int i = 0; i < r->count; i++) {
        Generator *g = &r->generator[i];

        if (!thread_start(&g->thread, generate, g)) {
            Text error = text_in(g->error, sizeof g->error);
            text_add(&error, "the system cannot start a thread");
            shard_writer_close(&g->writer, &error); /* possibly created by try_disk() */
            g->run = NULL;                          /* no thread to join */
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

/* Prints "12 games  900 positions  54000 positions/h  20 % draws". */
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
        t.games += atomic_load(&r->generator[i].games);
        t.positions += atomic_load(&r->generator[i].positions);
        t.draws += atomic_load(&r->generator[i].draws);
    }
    fprintf(stderr, "\r");
    print_counts(r, stderr, &t);
    fprintf(stderr, "   ");
    fflush(stderr);
}

/* Prints the counts of written games. */
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

/*
 * Prints one error message, with the lost games of all threads. Returns true if there was no error.
 */
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

/* --- slices ---------------------------------------------------------------------------------- */

/* Returns true if the share of the slice is complete, and no shard of it is unfinished. */
static bool is_complete(const DatagenRun *r) {
    for (int i = 0; i < r->count; i++)
        if (r->generator[i].first_game < r->generator[i].games_wanted ||
            r->generator[i].writer.fd >= 0)
            return false;
    return true;
}

/* Reports the state of the slice; returns false if games of its share are missing. */
static bool print_slice(const DatagenRun *r, const char *end) {
    const Slice *s = &r->plan->slice;
    uint64_t games = 0, wanted = 0;

    for (int i = 0; i < r->count; i++) {
        games += r->generator[i].first_game + r->generator[i].writer.written_games.games;
        wanted += is_share(r->plan) ? r->generator[i].games_wanted : 0;
    }
    printf("slice %" PRId64 "/%" PRId64 ": %" PRIu64, s->index, s->of, games);
    if (wanted > games)
        printf(" of %" PRIu64 " games; the same command plays the rest\n", wanted);
    else
        printf(" game%s%s\n", games == 1 ? "" : "s", is_share(r->plan) ? end : "");
    return games >= wanted;
}

static bool open_store(const DatagenPlan *plan, uint64_t *first_stream, Text *error) {
    if (!plan->slice.of)
        return store_open(plan->folder, (uint64_t)plan->seed, plan->threads, first_stream, error);
    *first_stream = store_slice_stream((uint64_t)plan->seed, (int)plan->slice.index - 1);
    return store_make(plan->folder, error);
}

int datagen_run(const DatagenPlan *plan) {
    Text error = TEXT_OF(ERROR_SIZE);
    DatagenRun r = {.plan = plan};
    uint64_t first_stream;
    bool good, complete = true;

    interrupt_catch();
    if (!open_store(plan, &first_stream, &error) || !prepare(&r, plan, first_stream, &error)) {
        free_run(&r);
        return tool_fail("%s", error.at);
    }
    if (is_complete(&r)) {
        print_slice(&r, ": it is complete, nothing was played");
        free_run(&r);
        return TOOL_OK;
    }
    if (!try_disk(&r, &error)) {
        free_run(&r);
        return tool_fail("%s", error.at);
    }
    start(&r);
    wait_for_end(&r);
    good = report_error(&r);
    print_summary(&r);
    if (plan->slice.of)
        complete = print_slice(&r, ": it is complete");
    free_run(&r);
    return !good ? TOOL_FAILED : complete ? TOOL_OK : TOOL_INTERRUPTED;
}
