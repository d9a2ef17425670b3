/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-openings: make opening positions by random moves and a search. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/lock.h"
#include "base/random.h"
#include "base/text.h"
#include "base/thread.h"
#include "chess/chess960.h"
#include "chess/epd.h"
#include "chess/fen.h"
#include "chess/position.h"
#include "chess/randomopening.h"
#include "search/searcher.h"
#include "tools/common/openings.h"
#include "tools/common/tool.h"
#include "tools/common/units.h"

static const char *const usage[] = {
#include "usage/alula-openings.inc"
    NULL};

enum {
    MOST_THREADS = 256,
    WAIT_MS = 20,
    PROGRESS_MS = 500,
    AHEAD = 64, /* finished candidates per thread that may wait for an older one */
    /* the run ends after FRUITLESS * (known openings + MORE) candidates without a new opening */
    FRUITLESS = 100,
    MORE = 100,
    MAKER_LOSS = 150,   /* largest loss of a random move by SEE, in centipawns */
    MAKER_MARGIN = 100, /* a score this far out of range ends the search early */
};

typedef struct {
    int64_t count, seed, threads, hash_megabytes;
    int64_t low, high;        /* accepted advantage of either side, in centipawns */
    int64_t plies, max_plies; /* random plies; candidates use each number in turn */
    int64_t nodes;            /* node limit of the search that accepts or rejects a candidate */
    const char *out;          /* NULL: standard output */
    const char *name;         /* first word of each id: "balanced 1.17" is number 17 of seed 1 */
    bool balanced, unbalanced, json;
    bool chess960; /* from a start position of Chess960 */
} OpeningsOptions;

/* A position and its score in centipawns for the side to move. */
typedef struct {
    Position position;
    int score;
} Opening;

typedef struct {
    const OpeningsOptions *options;
    int file;
    UnitTable known; /* by Zobrist key */
    uint64_t next;   /* first number not yet used with this seed */
} Collection;

/* --- the command line ------------------------------------------------------------------------ */

/* Reads "8" or "8-9". */
static bool read_plies(OpeningsOptions *w, const char *text) {
    const char *dash = strchr(text, '-');
    const Word first = {text, dash ? (size_t)(dash - text) : strlen(text)};

    if (!word_number(first, 1, 100, &w->plies))
        return false;
    w->max_plies = w->plies;
    return !dash || word_number(word_of(dash + 1), w->plies, 100, &w->max_plies);
}

/* Returns true for a valid name, which is written in quoted ids. */
static bool is_name(const char *name) {
    return strlen(name) <= 40 &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") ==
               strlen(name);
}

static bool read_options(OpeningsOptions *w, int argc, char **argv, Text *error) {
    const char *plies = "8";
    const CommandOption rows[] = {
        {"--count", .number = &w->count, 1, 10000000},
        {"--from", .number = &w->low, 0, 10000},
        {"--to", .number = &w->high, 0, 10000},
        {"--nodes", .number = &w->nodes, 1, 1000000000},
        {"--seed", .number = &w->seed, 0, INT64_MAX},
        {"--threads", .number = &w->threads, 1, MOST_THREADS},
        {"--hash", .number = &w->hash_megabytes, 1, 65536},
        {"--plies", .text = &plies},
        {"--out", .text = &w->out},
        {"--name", .text = &w->name},
        {"--balanced", .on = &w->balanced},
        {"--unbalanced", .on = &w->unbalanced},
        {"--json", .on = &w->json},
        {"--chess960", .on = &w->chess960},
    };
    int others;

    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, &others, error))
        return false;
    if (others)
        text_addf(error, "only options are expected; --out names the file");
    else if (w->json && !w->out)
        text_add(error, "--json needs --out FILE; without it, the openings go to stdout");
    else if (!w->count)
        text_add(error, "--count is needed: the number of openings");
    else if (w->balanced + w->unbalanced + (w->low >= 0 || w->high >= 0) > 1)
        text_add(error, "--balanced, --unbalanced, and --from with --to exclude each other");
    else if ((w->low >= 0) != (w->high >= 0) || w->low > w->high)
        text_add(error, "--from and --to are needed together, the smaller number first");
    else if (!read_plies(w, plies))
        text_add(error, "--plies needs a number from 1 to 100, or two such as 8-9");
    else if (w->name && !is_name(w->name))
        text_add(error, "--name needs at most 40 letters, digits or -_.");
    if (!w->name)
        w->name = w->unbalanced ? "unbalanced" : w->low >= 0 ? "opening" : "balanced";
    if (w->low < 0) {
        w->low = w->unbalanced ? 70 : 0;
        w->high = w->unbalanced ? 130 : 60;
    }
    return !error->length;
}

/* --- the file, of which only complete lines are kept ----------------------------------------- */

/* Reads the number of an id "name seed.number" with the name and seed of this run. */
static void update_next_number(Collection *c, Word id) {
    Text t = TEXT_OF(80);
    int64_t number;

    text_addf(&t, "\"%s %llu.", c->options->name, (unsigned long long)c->options->seed);
    if (id.length <= t.length + 1 || memcmp(id.at, t.at, t.length) != 0)
        return;
    if (word_number((Word){id.at + t.length, id.length - t.length - 1}, 0, INT64_MAX - 1,
                    &number) &&
        (uint64_t)number >= c->next)
        c->next = (uint64_t)number + 1;
}

static const char *read_line(Collection *c, Word line, Text *room) {
    const OpeningsOptions *options = c->options;
    Word opcode, operands;
    const char *error;
    Position p;
    int64_t ce;

    if (!epd_trim(&line, room))
        return room->at;
    if ((error = fen_parse_prefix(&p, &line, options->chess960)))
        return error;
    while (epd_operation(&line, &opcode, &operands)) {
        if (word_is(opcode, "id"))
            update_next_number(c, operands);
        if (word_is(opcode, "ce") && word_number(operands, -32768, 32767, &ce) &&
            (llabs(ce) < options->low || llabs(ce) > options->high))
            return "the opening is of another kind: its ce is out of range";
    }
    return unit_table_add(&c->known, p.key, 0, 0) == UNIT_NEW ? NULL : "the position occurs twice";
}

/* Reads the complete lines of the file; *complete is their length. */
static bool read_lines(Collection *c, const char *text, size_t length, size_t *complete,
                       Text *error) {
    const char *at = text, *stop;

    for (int number = 1; (stop = memchr(at, '\n', (size_t)(text + length - at))); number++) {
        const Word raw = {at, (size_t)(stop - at)}, line = text_rest(raw);
        Text room = TEXT_OF(100);
        const char *why = NULL;

        at = stop + 1;
        if (line.length && *line.at != '#')
            why = read_line(c, raw, &room);
        if (why)
            return text_fail(error, "%s:%d: %s", c->options->out, number, why);
    }
    *complete = (size_t)(at - text);
    return true;
}

static bool fail(Collection *c, Text *error, const char *why) {
    return text_fail(error, "%s: %s", c->options->out, why);
}

/*
 * Returns true for a whole line, rather than the beginning of a line that collection_add() failed
 * to write completely.
 */
static bool is_whole_line(Word line, bool chess960) {
    Position p;

    if (*line.at == '#')
        return true;
    if (fen_parse_prefix(&p, &line, chess960))
        return false;
    line = text_rest(line);
    return !line.length || line.at[line.length - 1] == ';';
}

/*
 * Handles a last line without a newline: completes a whole line, which a user wrote; removes an
 * incomplete line that this program wrote; refuses anything else.
 */
static bool end_last_line(Collection *c, const char *text, size_t length, size_t complete,
                          Text *error) {
    const Word line = text_rest((Word){text + complete, length - complete});
    Text room = TEXT_OF(100);
    const char *why = NULL;

    if (line.length && is_whole_line(line, c->options->chess960)) {
        if (*line.at != '#')
            why = read_line(c, line, &room);
        return why                                     ? fail(c, error, why)
               : file_write_all(c->file, "\n", 1) == 1 ? true
                                                       : fail(c, error, strerror(errno));
    }
    if (!unit_begins_with_board(line))
        return fail(c, error, "the last line is not a position");
    return !ftruncate(c->file, (off_t)complete) || fail(c, error, strerror(errno));
}

/*
 * Opens or creates a file and locks it. An incomplete last line is removed. Without a path the
 * collection is empty. Returns false with an error message if the file cannot be written, or a line
 * is not an opening in this range. Call collection_close() in any case.
 */
static bool collection_open(Collection *c, const OpeningsOptions *options, Text *error) {
    const char *path = options->out;
    size_t length = 0, complete = 0;
    const char *why;
    char *text;
    bool good;

    *c = (Collection){.options = options, .file = STDOUT_FILENO};
    if (!path)
        return true;
    if (!file_is_replaceable(path)) { /* a device or a pipe: nothing to continue */
        c->file = file_open_device(path);
        return c->file >= 0 || fail(c, error, strerror(errno));
    }
    c->file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (c->file < 0)
        return fail(c, error, strerror(errno));
    if (lock_file(c->file, false) == LOCK_BUSY)
        return fail(c, error, "another process is writing it");
    why = file_read_descriptor(c->file, &text, &length);
    good = why ? fail(c, error, why) : read_lines(c, text, length, &complete, error);
    if (good && complete < length)
        good = end_last_line(c, text, length, complete, error);
    free(text);
    return good;
}

static void collection_close(Collection *c) {
    if (c->options->out && c->file >= 0)
        close(c->file);
    unit_table_free(&c->known);
}

/*
 * Adds an opening and writes its line, unless the collection has the position. Returns false with
 * errno if the line cannot be written.
 */
static bool collection_add(Collection *c, const Opening *o, uint64_t number) {
    Text t = TEXT_OF(300);

    if (unit_table_add(&c->known, o->position.key, 0, 0) != UNIT_NEW)
        return true;
    fen_write_fields(&t, &o->position);
    text_addf(&t, " ce %d; fmvn %d; hmvc %d; id \"%s %llu.%llu\";\n", o->score,
              o->position.fullmove_number, o->position.halfmove_clock, c->options->name,
              (unsigned long long)c->options->seed, (unsigned long long)number);
    /* a single write: an incomplete line is removed when the file is opened again */
    return file_write_all(c->file, t.at, t.length) == t.length;
}

/* --- state ----------------------------------------------------------------------------------- */

/* A finished candidate, kept until all earlier ones are finished. */
typedef struct {
    Opening opening;
    bool tried, good;
} OpeningCandidate;

typedef struct {
    Collection *collection;
    const OpeningsOptions *options;
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
    SearchInfo last; /* last result with an exact score */
    pthread_t thread;
} OpeningsWorker;

/* --- candidates ------------------------------------------------------------------------------ */

/*
 * Plays random moves. Returns false if the game ends before the last move, or the side to move is
 * in check.
 */
static bool play_random(const OpeningsOptions *options, uint64_t number, Position *p) {
    uint64_t random = random_seed((uint64_t)options->seed, number);
    const uint64_t lengths = (uint64_t)(options->max_plies - options->plies) + 1;
    const int plies = (int)options->plies + (int)(number % lengths);

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
    const OpeningsOptions *options = w->run->options;

    if (t->bound != BOUND_EXACT)
        return;
    w->last = *t;
    if (t->nodes > (uint64_t)options->nodes / 8 && (abs(t->score) > options->high + MAKER_MARGIN ||
                                                    abs(t->score) < options->low - MAKER_MARGIN))
        searcher_end(w->search);
}

/*
 * Makes candidate `number`, which depends only on the options and the number. Returns true if it is
 * accepted: the score is in range, the side to move is not in check, and the best move is quiet, so
 * that the score is not that of an unfinished exchange.
 */
static bool make_candidate(OpeningsWorker *w, uint64_t number, Opening *out) {
    const OpeningsOptions *options = w->run->options;
    const Limits limits = {.nodes = (uint64_t)options->nodes};

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
 * Waits for the threads, and shows progress. Stops the threads after an interrupt; stops them at
 * once unless `complete`.
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

    json_text(&j, "file", r->options->out);
    json_count(&j, "openings", r->collection->known.count);
    json_count(&j, "wanted", r->wanted);
    json_count(&j, "tried", r->first - r->begin);
    startup_json_end(&j);
}

/*
 * Makes openings until the collection has enough, or until a signal. They are added in the order of
 * their numbers, so that the result does not depend on the number of threads. Prints the counts
 * unless the openings go to standard output. Returns the exit status.
 */
static int make_openings(Collection *c) {
    const OpeningsOptions *w = c->options;
    const size_t wanted = (size_t)w->count;
    const int threads = (int)w->threads;
    OpeningsRun r = {.collection = c,
                     .options = w,
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
        status = tool_fail("%s: %s", c->options->out ? c->options->out : "the output",
                           strerror(r.write_error));
    else if (r.fruitless)
        status = tool_fail("%" PRIu64 " candidates in a row gave no new opening: there may be only "
                           "these %zu with such plies and scores",
                           r.first - r.newest, c->known.count);
    if (w->json)
        print_json(&r);
    else if (c->options->out && !status && old_count > wanted)
        printf("%s has %zu openings already, more than the %zu that --count asks for\n",
               c->options->out, old_count, wanted);
    else if (c->options->out && !status)
        printf("%zu opening%s in %s, %" PRIu64 " candidates tried\n", c->known.count,
               c->known.count == 1 ? "" : "s", c->options->out, r.first - r.begin);
    free(r.window);
    free(worker);
    pthread_cond_destroy(&r.change);
    pthread_mutex_destroy(&r.lock);
    return interrupt_pending() ? TOOL_INTERRUPTED : status;
}

static int run(int argc, char **argv, Text *error) {
    OpeningsOptions w = {
        .hash_megabytes = 4, .low = -1, .high = -1, .nodes = 50000, .seed = 1, .threads = 1};
    Collection collection;
    int status = TOOL_FAILED;

    if (!read_options(&w, argc, argv, error))
        return TOOL_USAGE;
    startup_init_tables();
    if (collection_open(&collection, &w, error))
        status = make_openings(&collection);
    collection_close(&collection);
    return status;
}

int main(int argc, char **argv) {
    const Tool tool = {.name = "alula-openings", .usage = usage, .command = {{NULL, run}}};

    return tool_main(&tool, argc, argv);
}
