/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "store.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "tools/common/lock.h"
#include "tools/common/tool.h"

/* Keep the first error: later ones are its consequences. */
static bool fail(Text *error, const char *path, const char *doing) {
    if (!error->length)
        text_addf(error, "%s: %s: %s", path, doing, strerror(errno));
    return false;
}

/* "FOLDER/NAME" in path[STORE_PATH_SIZE]; false with an error message if it is too long. */
static bool join(char *path, const char *folder, const char *name, Text *error) {
    Text text = text_in(path, STORE_PATH_SIZE);

    text_addf(&text, "%s/%s", folder, name);
    if (text.full)
        text_addf(error, "the path of the folder is too long: %.60s...", folder);
    return !text.full;
}

/* Sync the names in the folder; not every file system supports it. */
static void sync_folder(const char *folder) {
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

/* Lock the folder to change names; -1 with an error message. close() releases the lock. */
static int lock_folder(const char *folder, Text *error) {
    char path[STORE_PATH_SIZE];
    int fd;

    if (!join(path, folder, SHARD_LOCK_NAME, error))
        return -1;
    fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0) {
        fail(error, path, "cannot be opened");
    } else if (lock_file(fd, true) != LOCK_HELD) {
        fail(error, path, "cannot be locked");
        close(fd);
        fd = -1;
    }
    return fd;
}

/* --- streams --------------------------------------------------------------------------------- */

/* The streams of a seed, and the first of its next run. */
typedef struct {
    uint64_t first, end, next; /* end: one after the last */
} Streams;

/* A used stream: the next run of its seed comes after it. */
static void mark_used(Streams *s, uint64_t stream) {
    if (stream >= s->next && stream < s->end)
        s->next += (stream - s->next) / STORE_STREAMS_PER_RUN * STORE_STREAMS_PER_RUN +
                   STORE_STREAMS_PER_RUN;
}

/* The stream of a shard's name. False if it is another file. */
static bool stream_of_name(const char *name, uint64_t *stream) {
    static const char prefix[] = "shard-";
    size_t digits;
    int64_t n;

    if (strncmp(name, prefix, sizeof prefix - 1))
        return false;
    name += sizeof prefix - 1;
    digits = strspn(name, "0123456789");
    if (name[digits] != '-' || !word_number((Word){name, digits}, 0, INT64_MAX, &n))
        return false;
    *stream = (uint64_t)n;
    return true;
}

/* A line for each run: the last stream that it reserved. Damaged lines are ignored. */
static bool read_used(int fd, Streams *s) {
    const int copy = dup(fd);
    FILE *file = copy < 0 ? NULL : fdopen(copy, "r");
    char text[64];

    if (!file) {
        if (copy >= 0)
            close(copy);
        return false;
    }
    while (fgets(text, sizeof text, file)) {
        Word line = word_of(text);
        int64_t n;

        if (word_is(text_word(&line), "seed") && word_number(text_word(&line), 0, INT64_MAX, &n))
            mark_used(s, (uint64_t)n);
    }
    return !fclose(file);
}

static bool write_used(int fd, uint64_t stream) {
    char text[64];
    const int n = snprintf(text, sizeof text, "\nseed %019" PRIu64 "\n", stream);

    return lseek(fd, 0, SEEK_END) >= 0 && file_write_all(fd, text, (size_t)n) == (size_t)n &&
           !fsync(fd);
}

/* --- recovery of shards of dead runs --------------------------------------------------------- */

/* Count the games of a shard and the bytes up to the last valid one. False if unreadable. */
static bool scan_shard(const char *path, uint64_t *games, size_t *good, size_t *size, Text *error) {
    ShardReader *r;
    ShardGame game;
    ShardStatus status;

    *games = *good = *size = 0;
    if (!shard_open(&r, path, error))
        return false;
    *size = shard_size(r);
    while ((status = shard_next(r, &game)) != SHARD_END)
        if (status == SHARD_GAME) {
            ++*games;
            *good = game.offset + game.bytes;
        }
    shard_close(r);
    return true;
}

/* Give a .part its final name. */
static bool finish_shard(const char *folder, const char *path, Text *error) {
    char final[STORE_PATH_SIZE];
    const size_t stem = strlen(path) - strlen(SHARD_PART_SUFFIX);

    assert(shard_is_part(path));
    memcpy(final, path, stem); /* the new suffix is shorter */
    memcpy(final + stem, SHARD_SUFFIX, sizeof SHARD_SUFFIX);
    if (!access(final, F_OK)) {
        text_addf(error, "%s: a finished shard of the same name exists", path);
        return false;
    }
    if (rename(path, final))
        return fail(error, path, "cannot be renamed");
    sync_folder(folder);
    return true;
}

/* Was its writer killed before the header was complete? */
static bool is_truncated_header(int fd, const struct stat *info) {
    uint8_t bytes[SHARD_MAX_HEADER_SIZE];
    const ssize_t n = pread(fd, bytes, sizeof bytes, 0);

    return n >= 0 && n == info->st_size && shard_is_truncated_header(bytes, (size_t)n);
}

/* Remove a .part without a game. */
static void discard(const char *path, Text *error) {
    if (unlink(path))
        fail(error, path, "cannot be removed");
    else
        tool_message("%s was left by a run that died before its first game: removed", path);
}

/* Recover the games of one .part without a writer. If that fails, it is left as it is. */
static void recover_shard(const char *folder, const char *path) {
    char words[STORE_PATH_SIZE + 256];
    Text error = text_in(words, sizeof words);
    const int fd = open(path, O_RDWR | O_CLOEXEC);
    struct stat info;
    uint64_t games = 0;
    size_t good = 0, size = 0;

    if (fd < 0 || lock_file(fd, false) != LOCK_HELD) { /* in use, or read-only */
        if (fd >= 0)
            close(fd);
        return;
    }
    if (fstat(fd, &info)) {
        fail(&error, path, "cannot be examined");
    } else if (is_truncated_header(fd, &info)) {
        discard(path, &error);
    } else if (scan_shard(path, &games, &good, &size, &error) && !games) {
        discard(path, &error);
    } else if (*words) {
        ; /* not a shard, or of another version */
    } else if (good < size && (ftruncate(fd, (off_t)good) || fsync(fd))) {
        fail(&error, path, "cannot be cut to its last game");
    } else if (finish_shard(folder, path, &error)) {
        if (good < size)
            tool_message("%s was left by a run that died: %" PRIu64
                         " game%s recovered, %zu byte%s of an unfinished one dropped",
                         path, games, games == 1 ? "" : "s", size - good,
                         size - good == 1 ? "" : "s");
        else
            tool_message("%s was left by a run that died: %" PRIu64 " game%s recovered", path,
                         games, games == 1 ? "" : "s");
    }
    if (*words)
        tool_message("left alone: %s", words);
    close(fd);
}

/* Scan the locked folder: recover shards of dead runs and find the streams used. */
static bool recover_shards(const char *folder, Streams *streams, Text *error) {
    DIR *dir = opendir(folder);
    struct dirent *entry;

    if (!dir)
        return fail(error, folder, "cannot be listed");
    while ((entry = readdir(dir))) {
        char path[STORE_PATH_SIZE];
        uint64_t stream;

        if (!stream_of_name(entry->d_name, &stream))
            continue;
        mark_used(streams, stream);
        if (!shard_is_part(entry->d_name))
            continue;
        if (!join(path, folder, entry->d_name, error)) {
            closedir(dir);
            return false;
        }
        recover_shard(folder, path);
    }
    closedir(dir);
    return true;
}

bool store_open(const char *folder, uint64_t seed, int streams, uint64_t *first, Text *error) {
    const uint64_t start = seed * STORE_STREAMS_PER_SEED;
    Streams s = {start, start + STORE_STREAMS_PER_SEED, start};
    bool good = false;
    int fd;

    assert(seed <= STORE_MAX_SEED && streams <= STORE_STREAMS_PER_RUN);
    if (mkdir(folder, 0777) && errno != EEXIST)
        return fail(error, folder, "cannot be made");
    if ((fd = lock_folder(folder, error)) < 0)
        return false;
    if (!read_used(fd, &s)) {
        fail(error, folder, "cannot be read");
    } else if (recover_shards(folder, &s, error)) {
        *first = s.next;
        if (s.next >= s.end)
            text_addf(error, "%s: all %d runs of seed %" PRIu64 " are there: use another seed",
                      folder, STORE_STREAMS_PER_SEED / STORE_STREAMS_PER_RUN, seed);
        else if (!(good = write_used(fd, s.next + (uint64_t)streams - 1)))
            fail(error, folder, "cannot be written");
    }
    close(fd);
    return good;
}

/* --- writing --------------------------------------------------------------------------------- */

void shard_writer_init(ShardWriter *w, const char *folder, uint64_t stream, size_t limit,
                       const char *settings) {
    Text text = text_in(w->header.settings, sizeof w->header.settings);

    w->folder = folder;
    w->header.stream = stream;
    w->header.number = 0;
    text_add(&text, settings);
    w->limit = limit;
    w->fd = -1;
    w->written = w->filled = 0;
    w->games = w->lost = 0;
    w->written_games = (StoreTally){0};
    w->waiting = 0;
    w->due_ms = 0;
    w->truncate_failed = false;
}

static bool part_path(const ShardWriter *w, char path[STORE_PATH_SIZE], Text *error) {
    char name[80];

    snprintf(name, sizeof name, "shard-%08" PRIu64 "-%04" PRIu32 SHARD_PART_SUFFIX,
             w->header.stream, w->header.number);
    return join(path, w->folder, name, error);
}

/* Start the next shard, with the folder locked, so that no other run takes it for a dead one. */
static bool begin_shard(ShardWriter *w, Text *error) {
    uint8_t bytes[SHARD_MAX_HEADER_SIZE];
    char path[STORE_PATH_SIZE];
    size_t count;
    int lock;

    w->header.number++;
    w->written = 0;
    w->games = 0;
    if (!part_path(w, path, error) || (lock = lock_folder(w->folder, error)) < 0)
        return false;
    w->fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    if (w->fd < 0 || lock_file(w->fd, false) != LOCK_HELD) {
        fail(error, path, w->fd < 0 ? "cannot be made" : "cannot be locked");
        close(lock);
        return false;
    }
    close(lock);
    count = shard_encode_header(bytes, &w->header);
    if (file_write_all(w->fd, bytes, count) < count || fsync(w->fd))
        return fail(error, path, "cannot be written");
    w->written = count;
    return true;
}

bool shard_writer_begin(ShardWriter *w, Text *error) {
    return begin_shard(w, error);
}

void store_tally_add(StoreTally *sum, const StoreTally *more) {
    sum->games += more->games;
    sum->positions += more->positions;
    sum->usable += more->usable;
    sum->draws += more->draws;
}

static StoreTally tally_of(const ShardGame *game) {
    StoreTally tally = {
        .games = 1, .positions = game->plies, .draws = game->result == RESULT_DRAW ? 1 : 0};

    for (size_t i = 0; i < game->plies; i++)
        tally.usable += shard_is_usable(game, i);
    return tally;
}

/* Count the batch: games entirely within the first `bytes` are written, the others are lost. */
static void commit_batch(ShardWriter *w, size_t bytes) {
    size_t kept = 0, games = 0;

    for (; games < w->waiting; games++) {
        const size_t next = kept + shard_encoded_size(w->batch + kept);

        if (next > bytes)
            break;
        kept = next;
        store_tally_add(&w->written_games, &w->wait[games]);
    }
    w->written += kept;
    w->games += games;
    w->lost += w->waiting - games;
    w->waiting = 0;
    w->filled = 0;
}

/* Write the batch; on a full disk, as many games as possible. */
static bool flush(ShardWriter *w, Text *error) {
    const size_t filled = w->filled;
    char path[STORE_PATH_SIZE];
    size_t done;

    if (!filled)
        return true;
    if (w->fd < 0 && !begin_shard(w, error)) {
        commit_batch(w, 0);
        return false;
    }
    done = file_write_all(w->fd, w->batch, filled);
    if (done < filled) {
        if (part_path(w, path, error))
            fail(error, path, "cannot be written");
    } else if (fsync(w->fd)) { /* the fate of this batch is unknown: count it as lost */
        if (part_path(w, path, error))
            fail(error, path, "cannot be made safe on the disk");
        done = 0;
    }
    commit_batch(w, done);
    if (done < filled)
        w->truncate_failed = ftruncate(w->fd, (off_t)w->written) || fsync(w->fd);
    return !error->length;
}

/* Finish the current shard. A truncated one is left to the recovery of the next run. */
static bool end_shard(ShardWriter *w, Text *error) {
    char path[STORE_PATH_SIZE];
    bool good = false;
    int lock;

    if (w->fd < 0)
        return true;
    lock = lock_folder(w->folder, error);
    if (lock >= 0 && !w->truncate_failed && part_path(w, path, error))
        good = w->games ? finish_shard(w->folder, path, error) : !unlink(path);
    close(w->fd); /* releases the lock of the shard */
    if (lock >= 0)
        close(lock);
    w->fd = -1;
    w->written = 0; /* or the next game would fill the next shard at once */
    return good;
}

bool shard_writer_add(ShardWriter *w, const ShardGame *game, Text *error) {
    if (!w->filled)
        w->due_ms = clock_ms() + STORE_BATCH_MS;
    w->filled += shard_encode_game(w->batch + w->filled, game);
    w->wait[w->waiting++] = tally_of(game);
    if (w->written + w->filled >= w->limit)
        return flush(w, error) && end_shard(w, error);
    if (w->filled >= STORE_BATCH || clock_ms() >= w->due_ms)
        return flush(w, error);
    return true;
}

bool shard_writer_close(ShardWriter *w, Text *error) {
    const bool good = flush(w, error);

    return end_shard(w, error) && good;
}
