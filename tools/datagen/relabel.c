/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "relabel.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../common/gamesearch.h"
#include "../common/interrupt.h"
#include "../common/lock.h"
#include "../common/tool.h"
#include "clock.h"
#include "fen.h"
#include "selfplay.h"

enum {
    PATH_SIZE = 1024, /* bytes of a path, with the NUL */
    FAULT_SIZE = PATH_SIZE + 256,
    STACK = 16 << 20, /* bytes, enough for a search of maximum depth */
};

typedef struct {
    const RelabelPlan *plan;
    const ShardList *list;
    uint32_t fingerprint;
    _Atomic size_t next; /* index of the next shard to do */
    _Atomic uint64_t shards, skipped, games, positions;
    atomic_bool failed;
    pthread_mutex_t lock; /* of stderr */
} RelabelJob;

/* A thread and the shard that it writes. */
typedef struct {
    RelabelJob *work;
    pthread_t thread;
    bool started;
    GameSearch *search;
    GameLine line;
    FILE *file;
    char path[PATH_SIZE]; /* of the unfinished shard */
    char fault[128];      /* why it cannot be written */
    int16_t score[SHARD_MAX_PLIES];
} RelabelWorker;

static void print_note(RelabelJob *w, const char *path, const char *what) {
    pthread_mutex_lock(&w->lock);
    tool_message("%s%s%s", path, *path ? ": " : "", what);
    pthread_mutex_unlock(&w->lock);
}

static void report_error(RelabelJob *w, const char *path, const char *what) {
    print_note(w, path, what);
    atomic_store(&w->failed, true);
}

/* --- a game ---------------------------------------------------------------------------------- */

/*
 * New scores for all plies, also in check and before captures: the TD targets of alula-train use
 * them too. False if there is not enough memory or after an interrupt.
 */
static bool rescore_game(RelabelWorker *h, const ShardGame *game) {
    const RelabelPlan *plan = h->work->plan;

    gamesearch_clear(h->search);
    gameline_restart(&h->line, &game->position[0]);
    for (size_t i = 0; i < game->plies; i++) {
        const Thought t =
            gamesearch_run(h->search, &h->line, plan->nodes, plan->nodes * PLAY_HARD_FACTOR);
        const Color us = position_turn(&game->position[i]);

        h->score[i] = (int16_t)(us == WHITE ? t.score : -t.score);
        atomic_fetch_add(&h->work->positions, 1);
        if (interrupt_pending() || gameline_play(&h->line, game->move[i]))
            return false;
    }
    return true;
}

/* --- a shard --------------------------------------------------------------------------------- */

/*
 * The old settings and those of this run; false if they are too long. "/all": older versions kept
 * the old scores in check and before captures.
 */
static bool make_header(const RelabelJob *w, ShardHeader *header, const ShardHeader *old) {
    Text text = text_in(header->settings, sizeof header->settings);

    header->seed = old->seed;
    header->number = old->number;
    text_add(&text, old->settings);
    text_addf(&text, " relabel=%08" PRIx32 "/%" PRIu64 "/%08" PRIx32 "/all", w->fingerprint,
              w->plan->nodes, eval_net(w->plan->net)->checksum);
    return !text.full;
}

static bool write_header(RelabelWorker *h, const ShardHeader *old) {
    uint8_t bytes[SHARD_MAX_HEADER_SIZE];
    ShardHeader header;

    if (!make_header(h->work, &header, old))
        return false;
    return fwrite(bytes, shard_encode_header(bytes, &header), 1, h->file) == 1;
}

/* The error message for errno; the caller adds the path of the old shard. */
static const char *write_fault(RelabelWorker *h) {
    Text text = text_in(h->fault, sizeof h->fault);

    text_addf(&text, "its new shard cannot be written: %s", strerror(errno));
    return h->fault;
}

/* Returns an error message or NULL; "" after an interrupt. */
static const char *rescore_shard(RelabelWorker *h, ShardReader *reader) {
    static _Thread_local uint8_t bytes[SHARD_MAX_GAME_SIZE];
    ShardStatus status;
    ShardGame game;

    if (!write_header(h, shard_header(reader)))
        return "its header cannot be written";
    while ((status = shard_next(reader, &game)) == SHARD_GAME) {
        if (!rescore_game(h, &game))
            return interrupt_pending() ? "" : "there is not enough memory for a game";
        game.score = h->score;
        if (fwrite(bytes, shard_encode_game(bytes, &game), 1, h->file) != 1)
            return write_fault(h);
        atomic_fetch_add(&h->work->games, 1);
    }
    if (status == SHARD_BAD)
        return "it has a damaged game (see alula-datagen verify)";
    return fflush(h->file) || fsync(fileno(h->file)) ? write_fault(h) : NULL;
}

/* Open and lock the unfinished shard. False if it fails or another run is writing it. */
static bool open_unfinished(RelabelWorker *h) {
    const bool left = !access(h->path, F_OK);
    const int fd = open(h->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    struct stat ours, named;

    if (fd < 0) {
        report_error(h->work, h->path, strerror(errno));
        return false;
    }
    if (lock_file(fd, false) != LOCK_HELD) {
        print_note(h->work, h->path, "another run is writing it: skipped");
        close(fd);
        return false;
    }
    if (left)
        print_note(h->work, h->path, "it was left unfinished and is restarted");
    /* another run may have finished and renamed it between open and lock */
    if (fstat(fd, &ours) || stat(h->path, &named) || ours.st_ino != named.st_ino) {
        print_note(h->work, h->path, "another run is writing it: skipped");
        close(fd);
        return false;
    }
    if (ftruncate(fd, 0) || !(h->file = fdopen(fd, "wb"))) {
        report_error(h->work, h->path, strerror(errno));
        close(fd);
        return false;
    }
    return true;
}

/* DIR/NAME.adg from a path to a shard, finished or not. False if it is too long. */
static bool name_target(char target[PATH_SIZE], const char *folder, const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    Text text = text_in(target, PATH_SIZE);

    text_addf(&text, "%s/%.*s" SHARD_SUFFIX, folder, (int)(dot ? dot - name : (long)strlen(name)),
              name);
    return !text.full;
}

/* Is the target this shard with these settings? Returns an error message or NULL. */
static const char *target_defect(const RelabelJob *w, const char *target,
                                 const ShardReader *source) {
    char words[FAULT_SIZE];
    Text fault = text_in(words, sizeof words);
    ShardHeader wanted;
    ShardReader *reader;
    const char *defect = NULL;

    if (!make_header(w, &wanted, shard_header(source)))
        return "its header cannot be written";
    if (!shard_open(&reader, target, &fault))
        return "the new folder has another file of this name";
    if (shard_header(reader)->seed != wanted.seed ||
        shard_header(reader)->number != wanted.number ||
        strcmp(shard_header(reader)->settings, wanted.settings))
        defect = "it was relabeled with other settings in that folder: use another folder";
    shard_close(reader);
    return defect;
}

static void do_shard(RelabelWorker *h, const char *path) {
    char words[FAULT_SIZE], target[PATH_SIZE];
    Text fault = text_in(words, sizeof words), unfinished = text_in(h->path, sizeof h->path);
    const char *defect;
    ShardReader *reader;

    if (shard_is_part(path)) {
        print_note(h->work, path, "it is still being played: skipped");
        return;
    }
    if (!name_target(target, h->work->plan->folder, path)) {
        report_error(h->work, path, "the path is too long");
        return;
    }
    text_addf(&unfinished, "%s" RELABEL_SUFFIX, target);
    if (!shard_open(&reader, path, &fault)) {
        report_error(h->work, "", words);
        return;
    }
    if (!access(target, F_OK)) {
        if ((defect = target_defect(h->work, target, reader)))
            report_error(h->work, path, defect);
        else
            atomic_fetch_add(&h->work->skipped, 1);
    } else if (open_unfinished(h)) {
        defect = rescore_shard(h, reader);
        if (!defect && rename(h->path, target))
            defect = write_fault(h);
        if (defect && *defect)
            report_error(h->work, path, defect);
        if (defect)
            unlink(h->path);
        else
            atomic_fetch_add(&h->work->shards, 1);
        fclose(h->file); /* flushed before; this releases the lock */
    }
    shard_close(reader);
}

/* --- all shards ------------------------------------------------------------------------------ */

static void *run_worker(void *context) {
    RelabelWorker *h = context;
    size_t i;

    while (!interrupt_pending() && !atomic_load(&h->work->failed) &&
           (i = atomic_fetch_add(&h->work->next, 1)) < h->work->list->count)
        do_shard(h, h->work->list->path[i]);
    return NULL;
}

static bool prepare(RelabelWorker *h, RelabelJob *w) {
    Position start;

    h->work = w;
    return !fen_parse(&start, word_of(FEN_START), false) &&
           (h->search = gamesearch_new(w->plan->hash_megabytes)) &&
           gamesearch_set_net(h->search, w->plan->net) && !gameline_init(&h->line, &start);
}

static void run_all(RelabelJob *w, RelabelWorker *worker, int64_t start_ms) {
    pthread_attr_t attributes;

    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    for (int i = 0; i < w->plan->threads; i++)
        if (!prepare(&worker[i], w))
            report_error(w, "", "there is not enough memory for the threads");
    for (int i = 0; i < w->plan->threads && !atomic_load(&w->failed); i++)
        if (!(worker[i].started =
                  !pthread_create(&worker[i].thread, &attributes, run_worker, &worker[i])))
            report_error(w, "", "the system cannot start a thread");
    for (int i = 0; i < w->plan->threads; i++) {
        if (worker[i].started)
            pthread_join(worker[i].thread, NULL);
        gamesearch_free(worker[i].search);
        gameline_destroy(&worker[i].line);
    }
    pthread_attr_destroy(&attributes);
    printf("%" PRIu64 " shard%s relabeled, %" PRIu64 " skipped: %" PRIu64 " games, %" PRIu64
           " positions in %" PRId64 " s\n",
           w->shards, w->shards == 1 ? "" : "s", w->skipped, w->games, w->positions,
           (clock_ms() - start_ms) / 1000);
}

/* The path of a shard whose name occurs twice, or NULL. */
static const char *duplicate_name(const RelabelPlan *plan, const ShardList *list) {
    char one[PATH_SIZE], other[PATH_SIZE];

    for (size_t i = 0; i < list->count; i++)
        for (size_t k = 0; k < i; k++)
            if (name_target(one, plan->folder, list->path[i]) &&
                name_target(other, plan->folder, list->path[k]) && !strcmp(one, other))
                return list->path[i];
    return NULL;
}

int relabel(const RelabelPlan *plan, const ShardList *list) {
    RelabelJob w = {.plan = plan, .list = list, .lock = PTHREAD_MUTEX_INITIALIZER};
    RelabelWorker *worker = calloc((size_t)plan->threads, sizeof *worker);
    const int64_t start_ms = clock_ms();
    const char *path;

    if ((path = duplicate_name(plan, list)))
        report_error(&w, path,
                     "another shard has the same name: relabel them into different folders");
    else if (mkdir(plan->folder, 0777) && errno != EEXIST)
        report_error(&w, plan->folder, strerror(errno));
    else if (!worker || !(w.fingerprint = gamesearch_fingerprint(plan->net)))
        report_error(&w, "", "there is not enough memory");
    if (!atomic_load(&w.failed)) {
        signal(SIGXFSZ, SIG_IGN); /* exceeding a file size limit is a write error */
        interrupt_catch();
        run_all(&w, worker, start_ms);
    }
    free(worker);
    pthread_mutex_destroy(&w.lock);
    return atomic_load(&w.failed) ? TOOL_FAILED : TOOL_OK;
}
