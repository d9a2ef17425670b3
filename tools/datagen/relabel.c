/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "alula-datagen.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/lock.h"
#include "base/thread.h"
#include "eval/eval.h"
#include "search/searcher.h"
#include "tools/common/openings.h"
#include "tools/common/tool.h"

enum {
    PATH_SIZE = 1024, /* bytes of a path, with the NUL */
    ERROR_SIZE = PATH_SIZE + 256,
};

typedef struct {
    const RelabelPlan *plan;
    const ShardList *list;
    uint32_t fingerprint;
    _Atomic size_t next; /* index of the next shard to do */
    _Atomic uint64_t shards, skipped, games, positions;
    atomic_bool failed;
    pthread_mutex_t lock; /* protects stderr */
} RelabelJob;

/* A thread and its output shard. */
typedef struct {
    RelabelJob *job;
    pthread_t thread;
    bool started;
    Searcher *search;
    GameLine line;
    FILE *file;
    char path[PATH_SIZE]; /* path of the unfinished shard */
    char error[128];      /* why the shard cannot be written */
    int16_t score[SHARD_MAX_PLIES];
} RelabelWorker;

static void print_note(RelabelJob *job, const char *path, const char *what) {
    pthread_mutex_lock(&job->lock);
    tool_message("%s%s%s", path, *path ? ": " : "", what);
    pthread_mutex_unlock(&job->lock);
}

static void report_error(RelabelJob *job, const char *path, const char *what) {
    print_note(job, path, what);
    atomic_store(&job->failed, true);
}

/* --- a game ---------------------------------------------------------------------------------- */

/*
 * Computes new scores for all plies, even in check and before captures, since the TD targets of
 * alula-train use those, too. Returns false when out of memory or after an interrupt.
 */
static bool rescore_game(RelabelWorker *w, const ShardGame *game) {
    const uint64_t nodes = (uint64_t)w->job->plan->nodes;

    searcher_clear(w->search);
    gameline_restart(&w->line, &game->position[0]);
    for (size_t i = 0; i < game->plies; i++) {
        const SearchInfo t =
            searcher_search_nodes(w->search, &w->line, nodes, nodes * PLAY_HARD_FACTOR);
        const int score = eval_unscaled(&game->position[i], t.score);

        w->score[i] = (int16_t)(position_turn(&game->position[i]) == WHITE ? score : -score);
        atomic_fetch_add(&w->job->positions, 1);
        if (interrupt_pending() || gameline_play(&w->line, game->move[i]))
            return false;
    }
    return true;
}

/* --- a shard --------------------------------------------------------------------------------- */

/*
 * Writes the old settings and those of this run; returns false if they are too long. "/all": older
 * versions kept the old scores in check and before captures.
 */
static bool make_header(const RelabelJob *job, ShardHeader *header, const ShardHeader *old) {
    Text text = text_in(header->settings, sizeof header->settings);

    header->stream = old->stream;
    header->number = old->number;
    text_add(&text, old->settings);
    text_addf(&text, " relabel=%08" PRIx32 "/%d/%08" PRIx32 "/all", job->fingerprint,
              job->plan->nodes, eval_net(job->plan->net)->checksum);
    return !text.full;
}

static bool write_header(RelabelWorker *w, const ShardHeader *old) {
    uint8_t bytes[SHARD_MAX_HEADER_SIZE];
    ShardHeader header;

    if (!make_header(w->job, &header, old))
        return false;
    return fwrite(bytes, shard_encode_header(bytes, &header), 1, w->file) == 1;
}

/* Returns the error message for errno; the caller adds the path of the old shard. */
static const char *write_error(RelabelWorker *w) {
    Text text = text_in(w->error, sizeof w->error);

    text_addf(&text, "its new shard cannot be written: %s", strerror(errno));
    return w->error;
}

/* Returns an error message or NULL; "" after an interrupt. */
static const char *rescore_shard(RelabelWorker *w, ShardReader *reader) {
    static _Thread_local uint8_t bytes[SHARD_MAX_GAME_SIZE];
    ShardStatus status;
    ShardGame game;

    if (!write_header(w, &reader->header))
        return "its header cannot be written";
    while ((status = shard_next(reader, &game)) == SHARD_GAME) {
        if (!rescore_game(w, &game))
            return interrupt_pending() ? "" : "there is not enough memory for a game";
        game.score = w->score;
        if (fwrite(bytes, shard_encode_game(bytes, &game), 1, w->file) != 1)
            return write_error(w);
        atomic_fetch_add(&w->job->games, 1);
    }
    if (status == SHARD_BAD)
        return "it has a damaged game (see alula-datagen verify)";
    return fflush(w->file) || fsync(fileno(w->file)) ? write_error(w) : NULL;
}

/* Opens and locks the unfinished shard. Returns false if it fails or another run is writing it. */
static bool open_unfinished(RelabelWorker *w) {
    const bool left = !access(w->path, F_OK);
    const int fd = open(w->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

    if (fd < 0) {
        report_error(w->job, w->path, strerror(errno));
        return false;
    }
    if (lock_file(fd, false) != LOCK_HELD) {
        print_note(w->job, w->path, "another run is writing it: skipped");
        close(fd);
        return false;
    }
    if (left)
        print_note(w->job, w->path, "it was left unfinished and is restarted");
    /* another run may have finished and renamed it between open and lock */
    if (!lock_is_named(fd, w->path)) {
        print_note(w->job, w->path, "another run is writing it: skipped");
        close(fd);
        return false;
    }
    if (ftruncate(fd, 0) || !(w->file = fdopen(fd, "wb"))) {
        report_error(w->job, w->path, strerror(errno));
        close(fd);
        return false;
    }
    return true;
}

/* Writes DIR/NAME.adg for the path of a shard, finished or not. Returns false if it is too long. */
static bool name_target(char target[PATH_SIZE], const char *folder, const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    Text text = text_in(target, PATH_SIZE);

    text_addf(&text, "%s/%.*s" SHARD_SUFFIX, folder, (int)(dot ? dot - name : (long)strlen(name)),
              name);
    return !text.full;
}

/* Checks that the target is this shard with these settings. Returns an error message or NULL. */
static const char *target_error(const RelabelJob *job, const char *target,
                                const ShardReader *source) {
    Text error = TEXT_OF(ERROR_SIZE);
    ShardHeader wanted;
    ShardReader *reader;
    const char *why = NULL;

    if (!make_header(job, &wanted, &source->header))
        return "its header cannot be written";
    if (!shard_open(&reader, target, &error))
        return "the new folder has a different file of this name";
    if (reader->header.version != SHARD_VERSION || reader->header.stream != wanted.stream ||
        reader->header.number != wanted.number || strcmp(reader->header.settings, wanted.settings))
        why = "it was relabeled with other settings in that folder: use another folder";
    shard_close(reader);
    return why;
}

static void do_shard(RelabelWorker *w, const char *path) {
    char words[ERROR_SIZE], target[PATH_SIZE];
    Text error = text_in(words, sizeof words), unfinished = text_in(w->path, sizeof w->path);
    const char *why;
    ShardReader *reader;

    if (shard_is_part(path)) {
        print_note(w->job, path, "it is still being played: skipped");
        return;
    }
    if (!name_target(target, w->job->plan->folder, path)) {
        report_error(w->job, path, "the path is too long");
        return;
    }
    text_addf(&unfinished, "%s" RELABEL_SUFFIX, target);
    if (!shard_open(&reader, path, &error)) {
        report_error(w->job, "", words);
        return;
    }
    if (!access(target, F_OK)) {
        if (file_output_hits(target, path))
            report_error(w->job, path, "its folder is that of --out: use another folder");
        else if ((why = target_error(w->job, target, reader)))
            report_error(w->job, path, why);
        else
            atomic_fetch_add(&w->job->skipped, 1);
    } else if (open_unfinished(w)) {
        why = rescore_shard(w, reader);
        if (!why && rename(w->path, target))
            why = write_error(w);
        if (why && *why)
            report_error(w->job, path, why);
        if (why)
            unlink(w->path);
        else
            atomic_fetch_add(&w->job->shards, 1);
        fclose(w->file); /* flushed before; this releases the lock */
    }
    shard_close(reader);
}

/* --- all shards ------------------------------------------------------------------------------ */

static void *run_worker(void *context) {
    RelabelWorker *w = context;
    size_t i;

    while (!interrupt_pending() && !atomic_load(&w->job->failed) &&
           (i = atomic_fetch_add(&w->job->next, 1)) < w->job->list->count)
        do_shard(w, w->job->list->path[i]);
    return NULL;
}

static bool prepare(RelabelWorker *w, RelabelJob *job) {
    w->job = job;
    openings_line(&w->line);
    if (!(w->search = searcher_new((size_t)job->plan->hash_megabytes << 20, 1, job->plan->net)))
        return false;
    searcher_for_scores(w->search);
    return true;
}

static void run_all(RelabelJob *job, RelabelWorker *worker, int64_t start_ms) {
    for (int i = 0; i < job->plan->threads; i++)
        if (!prepare(&worker[i], job))
            report_error(job, "", "there is not enough memory for the threads");
    for (int i = 0; i < job->plan->threads && !atomic_load(&job->failed); i++)
        if (!(worker[i].started = thread_start(&worker[i].thread, run_worker, &worker[i])))
            report_error(job, "", "the system cannot start a thread");
    for (int i = 0; i < job->plan->threads; i++) {
        if (worker[i].started)
            pthread_join(worker[i].thread, NULL);
        searcher_free(worker[i].search);
        gameline_destroy(&worker[i].line);
    }
    printf("%" PRIu64 " shard%s relabeled, %" PRIu64 " skipped: %" PRIu64 " game%s, %" PRIu64
           " position%s in %" PRId64 " s\n",
           job->shards, job->shards == 1 ? "" : "s", job->skipped, job->games,
           job->games == 1 ? "" : "s", job->positions, job->positions == 1 ? "" : "s",
           (clock_ms() - start_ms) / 1000);
}

/* Returns the path of a shard whose name occurs twice, or NULL. */
static const char *duplicate_name(const RelabelPlan *plan, const ShardList *list) {
    char one[PATH_SIZE], other[PATH_SIZE];

    for (size_t i = 0; i < list->count; i++)
        for (size_t k = 0; k < i; k++)
            if (name_target(one, plan->folder, list->path[i]) &&
                name_target(other, plan->folder, list->path[k]) && !strcmp(one, other))
                return list->path[i];
    return NULL;
}

int relabel_run(const RelabelPlan *plan, const ShardList *list) {
    RelabelJob job = {.plan = plan, .list = list, .lock = PTHREAD_MUTEX_INITIALIZER};
    RelabelWorker *worker = memory_new((size_t)plan->threads, sizeof *worker);
    const int64_t start_ms = clock_ms();
    const char *path;

    if ((path = duplicate_name(plan, list)))
        report_error(&job, path,
                     "another shard has the same name: relabel them into different folders");
    else if (mkdir(plan->folder, 0777) && errno != EEXIST)
        report_error(&job, plan->folder, strerror(errno));
    if (!atomic_load(&job.failed)) {
        job.fingerprint = tool_fingerprint(plan->net, true);
        interrupt_catch();
        run_all(&job, worker, start_ms);
    }
    free(worker);
    pthread_mutex_destroy(&job.lock);
    return atomic_load(&job.failed) ? TOOL_FAILED
           : interrupt_pending()    ? TOOL_INTERRUPTED
                                    : TOOL_OK;
}
