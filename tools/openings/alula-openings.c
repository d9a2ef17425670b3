/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-openings: make opening positions by random moves and a search. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/random.h"
#include "base/thread.h"
#include "chess/chess960.h"
#include "chess/fen.h"
#include "chess/randomopening.h"
#include "collection.h"
#include "search/searcher.h"
#include "startup.h"
#include "tools/common/commandline.h"
#include "tools/common/interrupt.h"
#include "tools/common/memory.h"
#include "tools/common/openings.h"
#include "tools/common/tool.h"

static const char *const usage[] = {
#include "usage/alula-openings.inc"
    NULL};

enum {
    MOST_THREADS = 256,
    WAIT_MS = 20,
    PROGRESS_MS = 500,
    AHEAD = 64, /* finished candidates per thread that may wait for an older one */
    /*
     * consecutive candidates without a new opening that end the run: for each known opening, and in
     * addition
     */
    FRUITLESS = 100,
    MORE = 100,
    MAKER_LOSS = 150,   /* largest loss of a random move by SEE, in centipawns */
    MAKER_MARGIN = 100, /* a score this far out of range ends the search early */
};

typedef struct {
    MakerOptions options;
    int64_t count, low, high, nodes, seed, threads;
    const char *out, *plies, *name;
    bool balanced, unbalanced, json;
} OpeningsOptions;

/* --- the command line ------------------------------------------------------------------------ */

/* Reads "8" or "8-9". */
static bool read_plies(MakerOptions *options, const char *text) {
    const char *dash = strchr(text, '-');
    const Word first = {text, dash ? (size_t)(dash - text) : strlen(text)};
    int64_t n, m;

    if (!word_number(first, 1, 100, &n) || (dash && !word_number(word_of(dash + 1), n, 100, &m)))
        return false;
    options->plies = (int)n;
    options->max_plies = (int)(dash ? m : n);
    return true;
}

/* Returns true for a valid name, which is written in quoted ids. */
static bool is_name(const char *name) {
    return strlen(name) <= 40 &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") ==
               strlen(name);
}

static bool read_options(OpeningsOptions *w, int argc, char **argv, Text *error) {
    const CommandOption rows[] = {
        {"--count", .number = &w->count, 1, 10000000},
        {"--from", .number = &w->low, 0, 10000},
        {"--to", .number = &w->high, 0, 10000},
        {"--nodes", .number = &w->nodes, 1, 1000000000},
        {"--seed", .number = &w->seed, 0, INT64_MAX},
        {"--threads", .number = &w->threads, 1, MOST_THREADS},
        {"--hash", .number = &w->options.hash_megabytes, 1, 65536},
        {"--plies", .text = &w->plies},
        {"--out", .text = &w->out},
        {"--name", .text = &w->name},
        {"--balanced", .on = &w->balanced},
        {"--unbalanced", .on = &w->unbalanced},
        {"--json", .on = &w->json},
        {"--chess960", .on = &w->options.chess960},
    };
    int others;

    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, &others, error))
        return false;
    if (others)
        text_addf(error, "only options are expected; a file is named by --out");
    else if (w->json && !w->out)
        text_add(error, "--json needs --out FILE, as the openings are printed otherwise");
    else if (!w->count)
        text_add(error, "how many? --count is needed");
    else if (w->balanced + w->unbalanced + (w->low >= 0 || w->high >= 0) > 1)
        text_add(error, "--balanced, --unbalanced, and --from with --to exclude each other");
    else if ((w->low >= 0) != (w->high >= 0) || w->low > w->high)
        text_add(error, "--from and --to need each other, the smaller one first");
    else if (!read_plies(&w->options, w->plies))
        text_add(error, "--plies needs a number from 1 to 100, or two such as 8-9");
    else if (w->name && !is_name(w->name))
        text_add(error, "--name needs at most 40 letters, digits or -_.");
    if (!w->name)
        w->name = w->unbalanced ? "unbalanced" : w->low >= 0 ? "opening" : "balanced";
    w->options.low = (int)(w->low >= 0 ? w->low : w->unbalanced ? 70 : 0);
    w->options.high = (int)(w->high >= 0 ? w->high : w->unbalanced ? 130 : 60);
    w->options.nodes = (uint64_t)w->nodes;
    w->options.seed = (uint64_t)w->seed;
    return !error->length;
}

/* --- state ----------------------------------------------------------------------------------- */

/* A finished candidate, kept until all earlier ones are finished. */
typedef struct {
    Opening opening;
    bool tried, good;
} OpeningCandidate;

typedef struct {
    Collection *collection;
    const MakerOptions *options;
    size_t wanted;
    OpeningCandidate *window; /* ring buffer of candidates from number `first` */
    uint64_t first, next, size, begin;
    uint64_t newest; /* number after the last new opening */
    bool over;       /* complete, no more candidates, or an error */
    bool fruitless;
    int write_error;
    pthread_mutex_t lock;
    pthread_cond_t change;
    atomic_int working;
} OpeningsRun;

typedef struct {
    OpeningsRun *run;
    Searcher *search;
    GameLine line;   /* has the position that is searched */
    SearchInfo last; /* with an exact score */
    pthread_t thread;
} OpeningsWorker;

/* --- candidates ------------------------------------------------------------------------------ */

/*
 * Plays random moves. Returns false if the game ends on the way, or the side to move is in check.
 */
static bool play_random(const MakerOptions *options, uint64_t number, Position *p) {
    uint64_t random = random_seed(options->seed, number);
    const uint64_t lengths = (uint64_t)(options->max_plies - options->plies) + 1;
    const int plies = options->plies + (int)(number % lengths);

    if (options->chess960)
        chess960_start(p, (int)random_below(&random, 960));
    else if (fen_parse(p, word_of(FEN_START), false))
        return false;
    for (int i = 0; i < plies; i++) {
        const Move m = randomopening_move(p, MAKER_LOSS, &random);

        if (m == NO_MOVE)
            return false;
        position_advance(p, m);
    }
    return !position_in_check(p);
}

static void hear(void *context, const SearchInfo *t) {
    OpeningsWorker *w = context;
    const MakerOptions *options = w->run->options;

    if (t->bound != BOUND_EXACT)
        return;
    w->last = *t;
    if (t->nodes > options->nodes / 8 && (abs(t->score) > options->high + MAKER_MARGIN ||
                                          abs(t->score) < options->low - MAKER_MARGIN))
        searcher_end(w->search);
}

/*
 * Makes candidate `number`, which depends only on the options and the number. Returns true if it is
 * accepted: the score is in range, the side to move is not in check, and the best move is quiet, so
 * that the score is not that of an unfinished exchange.
 */
static bool make_candidate(OpeningsWorker *w, uint64_t number, Opening *out) {
    const MakerOptions *options = w->run->options;
    const Limits limits = {.nodes = options->nodes};

    if (!play_random(options, number, &out->position))
        return false;
    w->last = (SearchInfo){0};
    searcher_clear(w->search);
    gameline_restart(&w->line, &out->position);
    searcher_search(w->search, &w->line, &limits, hear, w);
    out->score = w->last.score;
    return w->last.pv_length && abs(out->score) >= options->low &&
           abs(out->score) <= options->high && !position_is_noisy(&out->position, w->last.pv[0]);
}

/* --- threads --------------------------------------------------------------------------------- */

/* Adds finished candidates, in order. The lock is held. */
static void add_finished(OpeningsRun *r) {
    OpeningCandidate *c;

    while (!r->over && (c = &r->window[r->first % r->size])->tried) {
        const size_t known = r->collection->known.count;

        if (c->good && !collection_add(r->collection, &c->opening, r->first)) {
            r->write_error = errno;
            r->over = true;
        }
        c->tried = false;
        r->first++;
        if (r->collection->known.count > known)
            r->newest = r->first;
        r->fruitless = r->first - r->newest >= FRUITLESS * (r->collection->known.count + MORE);
        r->over |= r->fruitless || r->collection->known.count >= r->wanted;
    }
    pthread_cond_broadcast(&r->change);
}

static void *work(void *context) {
    OpeningsWorker *w = context;
    OpeningsRun *r = w->run;
    OpeningCandidate c;

    pthread_mutex_lock(&r->lock);
    while (!r->over) {
        const uint64_t number = r->next;

        if (number >= r->first + r->size) {
            pthread_cond_wait(&r->change, &r->lock);
            continue;
        }
        r->next++;
        pthread_mutex_unlock(&r->lock);
        c.good = make_candidate(w, number, &c.opening);
        c.tried = true;
        pthread_mutex_lock(&r->lock);
        if (r->over)
            break; /* the search may have been stopped */
        r->window[number % r->size] = c;
        add_finished(r);
    }
    pthread_mutex_unlock(&r->lock);
    atomic_fetch_sub(&r->working, 1);
    return NULL;
}

static void free_worker(OpeningsWorker *w) {
    searcher_free(w->search);
    gameline_destroy(&w->line);
}

/* Starts the threads. Returns their number. */
static int start(OpeningsRun *r, OpeningsWorker *worker, int threads) {
    const size_t bytes = (size_t)r->options->hash_megabytes << 20;

    for (int started = 0; started < threads; started++) {
        OpeningsWorker *w = &worker[started];

        w->run = r;
        openings_line(&w->line);
        w->search = searcher_new(bytes, 1, NULL);
        atomic_fetch_add(&r->working, 1);
        if (w->search && thread_start(&w->thread, work, w))
            continue;
        atomic_fetch_sub(&r->working, 1);
        free_worker(w);
        return started;
    }
    return threads;
}

/*
 * Waits for the threads, which are stopped unless `complete`, or after an interrupt; shows
 * progress.
 */
static void wait_for_end(OpeningsRun *r, OpeningsWorker *worker, int threads, bool complete) {
    const bool terminal = isatty(STDERR_FILENO);
    const int64_t start_ms = clock_ms();
    int64_t shown = start_ms;

    while (atomic_load(&r->working)) {
        const int64_t now = clock_ms();
        uint64_t tried;
        size_t count;
        bool over;

        pthread_mutex_lock(&r->lock);
        over = r->over = r->over || !complete || interrupt_pending();
        pthread_cond_broadcast(&r->change);
        count = r->collection->known.count;
        tried = r->first - r->begin;
        pthread_mutex_unlock(&r->lock);
        for (int i = 0; i < threads && over; i++)
            searcher_stop(worker[i].search);
        if (terminal && now - shown >= PROGRESS_MS) {
            shown = now;
            fprintf(stderr, "\r%zu of %zu openings  %" PRIu64 " tried  %" PRIu64 " a second   ",
                    count, r->wanted, tried, tried * 1000 / (uint64_t)(now - start_ms));
        }
        clock_sleep_ms(WAIT_MS);
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(worker[i].thread, NULL);
        free_worker(&worker[i]);
    }
    if (shown != start_ms)
        fprintf(stderr, "\r%78s\r", "");
}

static void print_json(const OpeningsRun *r) {
    Json j = tool_json();

    json_text(&j, "file", r->collection->path);
    json_count(&j, "openings", r->collection->known.count);
    json_count(&j, "wanted", r->wanted);
    json_count(&j, "tried", r->first - r->begin);
    startup_json_end(&j);
}

/*
 * Makes openings until the collection has enough, or until a signal. They are added in the order of
 * their numbers, so that the result does not depend on the number of threads. Prints the counts for
 * a collection that is not printed itself. Returns the exit status.
 */
static int make_openings(Collection *c, const OpeningsOptions *w) {
    const size_t wanted = (size_t)w->count;
    const int threads = (int)w->threads;
    OpeningsRun r = {.collection = c,
                     .options = &w->options,
                     .wanted = wanted,
                     .first = c->next,
                     .next = c->next,
                     .begin = c->next,
                     .newest = c->next,
                     .size = (uint64_t)threads * AHEAD,
                     .over = c->known.count >= wanted};
    OpeningsWorker *worker = memory_new((size_t)threads, sizeof *worker);
    const size_t old_count = c->known.count;
    int started, status = 0;

    r.window = memory_new((size_t)r.size, sizeof *r.window);
    pthread_mutex_init(&r.lock, NULL);
    pthread_cond_init(&r.change, NULL);
    interrupt_catch();
    started = start(&r, worker, threads);
    if (started < threads)
        status = tool_fail("not enough memory or threads");
    wait_for_end(&r, worker, started, started == threads);
    if (r.write_error)
        status = tool_fail("%s: %s", c->path ? c->path : "the output", strerror(r.write_error));
    else if (r.fruitless)
        status = tool_fail("%" PRIu64 " candidates in a row gave no new opening: there may be only "
                           "these %zu of such plies and scores",
                           r.first - r.newest, c->known.count);
    if (w->json)
        print_json(&r);
    else if (c->path && !status && old_count > wanted)
        printf("%s has %zu openings already, more than the %zu that --count asks for\n", c->path,
               old_count, wanted);
    else if (c->path && !status)
        printf("%zu opening%s in %s, %" PRIu64 " candidates tried\n", c->known.count,
               c->known.count == 1 ? "" : "s", c->path, r.first - r.begin);
    free(r.window);
    free(worker);
    pthread_cond_destroy(&r.change);
    pthread_mutex_destroy(&r.lock);
    return interrupt_pending() ? TOOL_INTERRUPTED : status;
}

static int run(int argc, char **argv, Text *error) {
    OpeningsOptions w = {.options = {.hash_megabytes = 4},
                         .low = -1,
                         .high = -1,
                         .nodes = 50000,
                         .seed = 1,
                         .threads = 1,
                         .plies = "8"};
    Collection collection;
    int status = TOOL_FAILED;

    if (!read_options(&w, argc, argv, error))
        return TOOL_USAGE;
    startup_init_tables();
    if (collection_open(&collection, w.out, w.name, &w.options, error))
        status = make_openings(&collection, &w);
    collection_close(&collection);
    return status;
}

int main(int argc, char **argv) {
    const Tool tool = {.name = "alula-openings", .usage = usage, .command = {{NULL, run}}};

    return tool_main(&tool, argc, argv);
}
