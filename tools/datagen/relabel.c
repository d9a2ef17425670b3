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
    PATH_SIZE = 1024, /* room for a path with its NUL */
    FAULT_SIZE = PATH_SIZE + 256,
    STACK = 16 << 20, /* bytes for a search as deep as it can be */
};

typedef struct {
    const RelabelPlan *plan;
    const ShardList *list;
    uint32_t fingerprint;
    _Atomic size_t next; /* shard that nobody has taken yet */
    _Atomic uint64_t shards, there, games, positions;
    atomic_bool failed;
    pthread_mutex_t lock; /* of stderr */
} Work;

/* A thread, and the shard that it writes. */
typedef struct {
    Work *work;
    pthread_t thread;
    bool started;
    GameSearch *search;
    GameLine line;
    FILE *file;
    char path[PATH_SIZE]; /* of the unfinished shard */
    char fault[128];      /* why it cannot be written */
    int16_t score[SHARD_MAX_PLIES];
} Hand;

static void note(Work *w, const char *path, const char *what) {
    pthread_mutex_lock(&w->lock);
    tool_message("%s%s%s", path, *path ? ": " : "", what);
    pthread_mutex_unlock(&w->lock);
}

static void complain(Work *w, const char *path, const char *what) {
    note(w, path, what);
    atomic_store(&w->failed, true);
}

/* --- a game ---------------------------------------------------------------------------------- */

/*
 * New scores for all of a game: those before captures and in check are learned from as well, in the
 * traces of alula-train, and two judges would contradict each other there. False when memory is
 * refused or it was interrupted.
 */
static bool judge(Hand *h, const ShardGame *game) {
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
 * What it was made of, and how it is judged; false if that is more than there is room for. "/all"
 * tells it from shards of older programs, which kept the scores in check and before captures.
 */
static bool make_header(const Work *w, ShardHeader *header, const ShardHeader *old) {
    Text text = text_in(header->settings, sizeof header->settings);

    header->seed = old->seed;
    header->number = old->number;
    text_add(&text, old->settings);
    text_addf(&text, " relabel=%08" PRIx32 "/%" PRIu64 "/%08" PRIx32 "/all", w->fingerprint,
              w->plan->nodes, eval_net(w->plan->net)->checksum);
    return !text.full;
}

static bool write_header(Hand *h, const ShardHeader *old) {
    uint8_t bytes[SHARD_MAX_HEADER_SIZE];
    ShardHeader header;

    if (!make_header(h->work, &header, old))
        return false;
    return fwrite(bytes, shard_encode_header(bytes, &header), 1, h->file) == 1;
}

/* By errno, of the file that is written: the path at hand is that of the old shard. */
static const char *write_fault(Hand *h) {
    Text text = text_in(h->fault, sizeof h->fault);

    text_addf(&text, "its new shard cannot be written: %s", strerror(errno));
    return h->fault;
}

/* NULL, or what went wrong; "" if it was interrupted. */
static const char *rewrite(Hand *h, ShardReader *reader) {
    static _Thread_local uint8_t bytes[SHARD_MAX_GAME_SIZE];
    ShardStatus status;
    ShardGame game;

    if (!write_header(h, shard_header(reader)))
        return "its header cannot be written";
    while ((status = shard_next(reader, &game)) == SHARD_GAME) {
        if (!judge(h, &game))
            return interrupt_pending() ? "" : "there is not enough memory for a game";
        game.score = h->score;
        if (fwrite(bytes, shard_encode_game(bytes, &game), 1, h->file) != 1)
            return write_fault(h);
        atomic_fetch_add(&h->work->games, 1);
    }
    if (status == SHARD_BAD)
        return "a game in it is damaged (verify tells more)";
    return fflush(h->file) || fsync(fileno(h->file)) ? write_fault(h) : NULL;
}

/*
 * Open the unfinished shard of this name and hold it. False if it cannot be had, or is being
 * written by somebody else.
 */
static bool open_unfinished(Hand *h) {
    const bool left = !access(h->path, F_OK);
    const int fd = open(h->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    struct stat ours, named;

    if (fd < 0) {
        complain(h->work, h->path, strerror(errno));
        return false;
    }
    if (lock_file(fd, false) != LOCK_HELD) {
        note(h->work, h->path, "another run is writing it: left to that");
        close(fd);
        return false;
    }
    if (left)
        note(h->work, h->path, "it was left unfinished and is begun anew");
    /* between opening and locking another run may have finished it and given it its name */
    if (fstat(fd, &ours) || stat(h->path, &named) || ours.st_ino != named.st_ino) {
        note(h->work, h->path, "another run is writing it: left to that");
        close(fd);
        return false;
    }
    if (ftruncate(fd, 0) || !(h->file = fdopen(fd, "wb"))) {
        complain(h->work, h->path, strerror(errno));
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

/* Is what stands at the target this shard, judged in this way? NULL, or what to say. */
static const char *target_defect(const Work *w, const char *target, const ShardReader *source) {
    char words[FAULT_SIZE];
    Text fault = text_in(words, sizeof words);
    ShardHeader wanted;
    ShardReader *reader;
    const char *defect = NULL;

    if (!make_header(w, &wanted, shard_header(source)))
        return "its header cannot be written";
    if (!shard_open(&reader, target, &fault))
        return "something else has its name in the new folder";
    if (shard_header(reader)->seed != wanted.seed ||
        shard_header(reader)->number != wanted.number ||
        strcmp(shard_header(reader)->settings, wanted.settings))
        defect = "it was judged otherwise in that folder: take another one";
    shard_close(reader);
    return defect;
}

static void do_shard(Hand *h, const char *path) {
    char words[FAULT_SIZE], target[PATH_SIZE];
    Text fault = text_in(words, sizeof words), unfinished = text_in(h->path, sizeof h->path);
    const char *defect;
    ShardReader *reader;

    if (shard_is_part(path)) {
        note(h->work, path, "it is still being played and is left out");
        return;
    }
    if (!name_target(target, h->work->plan->folder, path)) {
        complain(h->work, path, "the name is too long");
        return;
    }
    text_addf(&unfinished, "%s" RELABEL_SUFFIX, target);
    if (!shard_open(&reader, path, &fault)) {
        complain(h->work, "", words);
        return;
    }
    if (!access(target, F_OK)) {
        if ((defect = target_defect(h->work, target, reader)))
            complain(h->work, path, defect);
        else
            atomic_fetch_add(&h->work->there, 1);
    } else if (open_unfinished(h)) {
        defect = rewrite(h, reader);
        if (!defect && rename(h->path, target))
            defect = write_fault(h);
        if (defect && *defect)
            complain(h->work, path, defect);
        if (defect)
            unlink(h->path);
        else
            atomic_fetch_add(&h->work->shards, 1);
        fclose(h->file); /* what matters was flushed; this lets go of the lock */
    }
    shard_close(reader);
}

/* --- all of them ----------------------------------------------------------------------------- */

static void *work_on(void *context) {
    Hand *h = context;
    size_t i;

    while (!interrupt_pending() && !atomic_load(&h->work->failed) &&
           (i = atomic_fetch_add(&h->work->next, 1)) < h->work->list->count)
        do_shard(h, h->work->list->path[i]);
    return NULL;
}

static bool prepare(Hand *h, Work *w) {
    Position start;

    h->work = w;
    return !fen_parse(&start, word_of(FEN_START), false) &&
           (h->search = gamesearch_new(w->plan->hash_megabytes)) &&
           gamesearch_set_net(h->search, w->plan->net) && !gameline_init(&h->line, &start);
}

static void run_all(Work *w, Hand *hand, int64_t start_ms) {
    pthread_attr_t attributes;

    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    for (int i = 0; i < w->plan->threads; i++)
        if (!prepare(&hand[i], w))
            complain(w, "", "there is not enough memory for so many threads");
    for (int i = 0; i < w->plan->threads && !atomic_load(&w->failed); i++)
        if (!(hand[i].started = !pthread_create(&hand[i].thread, &attributes, work_on, &hand[i])))
            complain(w, "", "the system refuses a thread");
    for (int i = 0; i < w->plan->threads; i++) {
        if (hand[i].started)
            pthread_join(hand[i].thread, NULL);
        gamesearch_free(hand[i].search);
        gameline_destroy(&hand[i].line);
    }
    pthread_attr_destroy(&attributes);
    printf("%" PRIu64 " shard%s judged anew, %" PRIu64 " %s there already: %" PRIu64
           " games, %" PRIu64 " positions in %" PRId64 " s\n",
           w->shards, w->shards == 1 ? "" : "s", w->there, w->there == 1 ? "was" : "were", w->games,
           w->positions, (clock_ms() - start_ms) / 1000);
}

/* Two shards of one name, of which one would be lost? */
static const char *twin(const RelabelPlan *plan, const ShardList *list) {
    char one[PATH_SIZE], other[PATH_SIZE];

    for (size_t i = 0; i < list->count; i++)
        for (size_t k = 0; k < i; k++)
            if (name_target(one, plan->folder, list->path[i]) &&
                name_target(other, plan->folder, list->path[k]) && !strcmp(one, other))
                return list->path[i];
    return NULL;
}

int relabel(const RelabelPlan *plan, const ShardList *list) {
    Work w = {.plan = plan, .list = list, .lock = PTHREAD_MUTEX_INITIALIZER};
    Hand *hand = calloc((size_t)plan->threads, sizeof *hand);
    const int64_t start_ms = clock_ms();
    const char *path;

    if ((path = twin(plan, list)))
        complain(&w, path, "another shard has the same name: judge them into folders of their own");
    else if (mkdir(plan->folder, 0777) && errno != EEXIST)
        complain(&w, plan->folder, strerror(errno));
    else if (!hand || !(w.fingerprint = gamesearch_fingerprint(plan->net)))
        complain(&w, "", "there is not enough memory");
    if (!atomic_load(&w.failed)) {
        signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a write that fails */
        interrupt_catch();
        run_all(&w, hand, start_ms);
    }
    free(hand);
    pthread_mutex_destroy(&w.lock);
    return atomic_load(&w.failed) ? TOOL_FAILED : TOOL_OK;
}
