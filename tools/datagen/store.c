/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "store.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/lock.h"
#include "tools/common/tool.h"

/* Sets the first error; later ones are its consequences. */
static bool fail(Text *error, const char *path, const char *doing) {
    if (!error->length)
        text_addf(error, "%s: %s: %s", path, doing, strerror(errno));
    return false;
}

/*
 * Writes "FOLDER/NAME" to path[STORE_PATH_SIZE]; returns false with an error message if it is too
 * long.
 */
static bool join(char *path, const char *folder, const char *name, Text *error) {
    Text text = text_in(path, STORE_PATH_SIZE);

    text_addf(&text, "%s/%s", folder, name);
    if (text.full)
        text_addf(error, "the path of the folder is too long: %.60s...", folder);
    return !text.full;
}

bool store_path(char path[STORE_PATH_SIZE], const char *folder, uint64_t stream, uint32_t number,
                const char *suffix, Text *error) {
    char name[80];

    snprintf(name, sizeof name, "shard-%08" PRIu64 "-%04" PRIu32 "%s", stream, number, suffix);
    return join(path, folder, name, error);
}

/* Syncs the names in the folder, if the file system supports that. */
static void sync_folder(const char *folder) {
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

int store_lock(const char *folder, Text *error) {
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

/* The used streams of a seed, and the first stream of its next run. */
typedef struct {
    uint64_t first, end, next; /* end: one after the last */
} Streams;

/*
 * Marks a used stream, so that the next run of its seed comes after it. Slices have separate
 * streams.
 */
static void mark_used(Streams *s, uint64_t stream) {
    if (stream >= s->next && stream < s->end && !store_is_slice(stream))
        s->next += (stream - s->next) / STORE_STREAMS_PER_RUN * STORE_STREAMS_PER_RUN +
                   STORE_STREAMS_PER_RUN;
}

/*
 * Reads the stream from a shard's name, and its number, or 0 if the name has none. Returns false
 * for other files.
 */
static bool stream_of_name(const char *name, uint64_t *stream, uint32_t *number) {
    static const char prefix[] = "shard-";
    int64_t n, k = 0;
    size_t digits;

    if (strncmp(name, prefix, sizeof prefix - 1))
        return false;
    name += sizeof prefix - 1;
    digits = strspn(name, "0123456789");
    if (name[digits] != '-' || !word_number((Word){name, digits}, 0, INT64_MAX, &n))
        return false;
    name += digits + 1;
    digits = strspn(name, "0123456789");
    word_number((Word){name, digits}, 1, UINT32_MAX, &k);
    *stream = (uint64_t)n;
    *number = (uint32_t)k;
    return true;
}

bool store_read_used(const char *folder, UnitTable *used, Text *error) {
    char path[STORE_PATH_SIZE], text[64];
    bool good = true;
    FILE *file;

    if (!join(path, folder, SHARD_LOCK_NAME, error))
        return false;
    if (!(file = file_open_plain(path)))
        return errno == ENOENT || fail(error, path, "cannot be read");
    while (fgets(text, sizeof text, file)) {
        Word line = word_of(text);
        int64_t n;

        if (word_is(text_word(&line), "seed") && word_number(text_word(&line), 0, INT64_MAX, &n))
            store_add_used(used, (uint64_t)n);
    }
    if (ferror(file))
        good = fail(error, path, "cannot be read");
    fclose(file);
    return good;
}

static bool write_used(int fd, uint64_t stream) {
    char text[64];
    const int n = snprintf(text, sizeof text, "\nseed %019" PRIu64 "\n", stream);

    return lseek(fd, 0, SEEK_END) >= 0 && file_write_all(fd, text, (size_t)n) == (size_t)n;
}

bool store_write_used(const char *folder, int lock, const UnitTable *used, Text *error) {
    UnitTable old = {NULL, 0, 0};
    bool good = store_read_used(folder, &old, error);

    for (size_t i = 0; i < used->slots && good; i++)
        if (used->slot[i].key && !unit_table_find(&old, used->slot[i].place))
            good =
                write_used(lock, used->slot[i].place) || fail(error, folder, "cannot be written");
    unit_table_free(&old);
    return good && (!fsync(lock) || fail(error, folder, "cannot be written"));
}

/* --- recovery of shards of dead runs --------------------------------------------------------- */

/*
 * Counts the games of a shard and the bytes up to the last valid one. Returns false if unreadable.
 */
static bool scan_shard(const char *path, uint64_t *games, size_t *good, size_t *size, Text *error) {
    ShardReader *r;
    ShardGame game;
    ShardStatus status;

    *games = *good = *size = 0;
    if (!shard_open(&r, path, error))
        return false;
    *size = r->size;
    while ((status = shard_next(r, &game)) != SHARD_END)
        if (status == SHARD_GAME) {
            ++*games;
            *good = game.offset + game.bytes;
        }
    shard_close(r);
    return true;
}

/* Gives a .part its final name. */
static bool finish_shard(const char *folder, const char *path, Text *error) {
    char final[STORE_PATH_SIZE];
    const size_t stem = strlen(path) - strlen(SHARD_PART_SUFFIX);

    assert(shard_is_part(path));
    memcpy(final, path, stem); /* the new suffix is shorter */
    memcpy(final + stem, SHARD_SUFFIX, sizeof SHARD_SUFFIX);
    if (!access(final, F_OK))
        return text_fail(error, "%s: a finished shard of the same name exists", path);
    if (rename(path, final))
        return fail(error, path, "cannot be renamed");
    sync_folder(folder);
    return true;
}

/* Returns true if the writer was killed before the header was complete. */
static bool is_truncated_header(int fd, const struct stat *info) {
    uint8_t bytes[SHARD_MAX_HEADER_SIZE];
    const ssize_t n = pread(fd, bytes, sizeof bytes, 0);

    return n >= 0 && n == info->st_size && shard_is_truncated_header(bytes, (size_t)n);
}

/* Removes a .part without a game. */
static void discard(const char *path, Text *error) {
    if (unlink(path))
        fail(error, path, "cannot be removed");
    else
        tool_message("%s was left by a run that died before its first game: removed", path);
}

/* Recovers the games of a .part without a writer; on failure the file is unchanged. */
static void recover_shard(const char *folder, const char *path) {
    Text error = TEXT_OF(STORE_PATH_SIZE + 256);
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
    } else if (*error.at) {
        ; /* not a shard, or of another version */
    } else if (good < size && (ftruncate(fd, (off_t)good) || fsync(fd))) {
        fail(&error, path, "cannot be truncated to its last game");
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
    if (*error.at)
        tool_message("left alone: %s", error.at);
    close(fd);
}

/* Scans the locked folder: recovers shards of dead runs and finds the used streams. */
static bool recover_shards(const char *folder, Streams *streams, Text *error) {
    DIR *dir = opendir(folder);
    struct dirent *entry;

    if (!dir)
        return fail(error, folder, "cannot be listed");
    while ((entry = readdir(dir))) {
        char path[STORE_PATH_SIZE];
        uint64_t stream;
        uint32_t number;

        if (!stream_of_name(entry->d_name, &stream, &number))
            continue;
        mark_used(streams, stream);
        if (!shard_is_part(entry->d_name) || store_is_slice(stream))
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

bool store_make(const char *folder, Text *error) {
    return !mkdir(folder, 0777) || errno == EEXIST || fail(error, folder, "cannot be made");
}

bool store_open(const char *folder, uint64_t seed, int streams, uint64_t *first, Text *error) {
    const uint64_t start = seed * STORE_STREAMS_PER_SEED;
    Streams s = {start, start + STORE_STREAMS_PER_SEED, start};
    UnitTable used = {NULL, 0, 0};
    bool good = false;
    int fd;

    assert(seed <= STORE_MAX_SEED && streams <= STORE_SLICE_THREAD);
    if (!store_make(folder, error) || (fd = store_lock(folder, error)) < 0)
        return false;
    if (store_read_used(folder, &used, error) && recover_shards(folder, &s, error)) {
        for (size_t i = 0; i < used.slots; i++)
            if (used.slot[i].key)
                mark_used(&s, used.slot[i].place);
        *first = s.next;
        if (s.next >= s.end)
            text_addf(error, "%s: all %d runs of seed %" PRIu64 " exist: use another seed", folder,
                      STORE_STREAMS_PER_SEED / STORE_STREAMS_PER_RUN, seed);
        else if (!(good = write_used(fd, s.next + (uint64_t)streams - 1) && !fsync(fd)))
            fail(error, folder, "cannot be written");
    }
    unit_table_free(&used);
    close(fd);
    return good;
}

/* --- writing --------------------------------------------------------------------------------- */

void shard_writer_init(ShardWriter *w, const char *folder, uint64_t stream, size_t limit,
                       const char *settings) {
    Text text = text_in(w->header.settings, sizeof w->header.settings);

    w->folder = folder;
    w->header.stream = stream;
    text_add(&text, settings);
    w->limit = limit;
    w->fd = -1;
}

static bool part_path(const ShardWriter *w, char path[STORE_PATH_SIZE], Text *error) {
    return store_path(path, w->folder, w->header.stream, w->header.number, SHARD_PART_SUFFIX,
                      error);
}

/* Locks the folder, so that other runs do not recover the new shard. */
bool shard_writer_begin(ShardWriter *w, Text *error) {
    uint8_t bytes[SHARD_MAX_HEADER_SIZE];
    char path[STORE_PATH_SIZE];
    size_t count;
    int lock;

    w->header.number++;
    w->written = 0;
    w->games = 0;
    if (!part_path(w, path, error) || (lock = store_lock(w->folder, error)) < 0)
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

/* Counts the batch: games entirely within the first `bytes` are written, the others are lost. */
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

/* Writes the batch; on a full disk, as many games as possible. */
static bool flush(ShardWriter *w, Text *error) {
    const size_t filled = w->filled;
    char path[STORE_PATH_SIZE];
    size_t done;

    if (!filled)
        return true;
    if (w->fd < 0 && !shard_writer_begin(w, error)) {
        commit_batch(w, 0);
        return false;
    }
    done = file_write_all(w->fd, w->batch, filled);
    if (done < filled) {
        if (part_path(w, path, error))
            fail(error, path, "cannot be written");
    } else if (fsync(w->fd)) { /* unknown whether the batch was written: count it as lost */
        if (part_path(w, path, error))
            fail(error, path, "cannot be synced to disk");
        done = 0;
    }
    commit_batch(w, done);
    if (done < filled)
        w->truncate_failed = ftruncate(w->fd, (off_t)w->written) || fsync(w->fd);
    return !error->length;
}

/* Finishes the current shard. A truncated shard is left for the next run to recover. */
static bool end_shard(ShardWriter *w, Text *error) {
    char path[STORE_PATH_SIZE];
    bool good = false;
    int lock;

    if (w->fd < 0)
        return true;
    lock = store_lock(w->folder, error);
    if (w->keep && w->games && !w->truncate_failed)
        good = lock >= 0;
    else if (lock >= 0 && !w->truncate_failed && part_path(w, path, error))
        good = w->games ? finish_shard(w->folder, path, error) : !unlink(path);
    close(w->fd); /* releases the lock of the shard */
    if (lock >= 0)
        close(lock);
    w->fd = -1;
    w->written = 0; /* otherwise the next game would finish the next shard at once */
    return good;
}

bool shard_writer_add(ShardWriter *w, const ShardGame *game, Text *error) {
    const size_t header = SHARD_MIN_HEADER_SIZE + strlen(w->header.settings);

    if (!w->filled)
        w->due_ms = clock_ms() + STORE_BATCH_MS;
    w->filled += shard_encode_game(w->batch + w->filled, game);
    w->wait[w->waiting++] = tally_of(game);
    /* the end of a shard depends on its games only, not on the time of a flush */
    if ((w->fd < 0 ? header : w->written) + w->filled >= w->limit)
        return flush(w, error) && end_shard(w, error);
    if (w->filled >= STORE_BATCH || clock_ms() >= w->due_ms)
        return flush(w, error);
    return true;
}

bool shard_writer_close(ShardWriter *w, Text *error) {
    const bool good = flush(w, error);

    w->keep = w->keep || (!good && store_is_slice(w->header.stream));
    return end_shard(w, error) && good;
}

/* --- resuming a stream ------------------------------------------------------------------------ */

/* Finds the highest number of the stream's shards, 0 if there is none. */
static bool last_number(const ShardWriter *w, uint32_t *last, Text *error) {
    DIR *dir = opendir(w->folder);
    struct dirent *entry;
    uint64_t stream;
    uint32_t number;

    *last = 0;
    if (!dir)
        return fail(error, w->folder, "cannot be listed");
    while ((entry = readdir(dir)))
        if (stream_of_name(entry->d_name, &stream, &number) && stream == w->header.stream &&
            number > *last)
            *last = number;
    closedir(dir);
    return true;
}

size_t store_skip_games(ShardReader *reader, uint64_t *games) {
    size_t end = reader->at;

    for (*games = 0; shard_skip(reader) == SHARD_GAME; ++*games)
        end = reader->at;
    return end;
}

/* Counts the games of an earlier shard and the bytes up to the first damage. */
static bool count_shard(const ShardWriter *w, const char *path, uint64_t *games, size_t *good,
                        Text *error) {
    const ShardHeader *header;
    ShardReader *r;
    const char *why = NULL;
    Text text = TEXT_OF(200);

    if (!shard_open(&r, path, error))
        return false;
    header = &r->header;
    if (header->version != SHARD_VERSION || header->stream != w->header.stream ||
        header->number != w->header.number)
        why = "its contents do not match its name: move it away";
    else if (unit_job_differs(&text, word_of(header->settings), word_of(w->header.settings)))
        why = text.at;
    *good = store_skip_games(r, games);
    if (!why && *good < r->size && !shard_is_part(path))
        why = "it has a damaged game: move it and the later ones of its stream away";
    shard_close(r);
    if (why)
        text_addf(error, "%s: %s", path, why);
    return !why;
}

/* Opens and locks a .part. */
static bool open_part(ShardWriter *w, const char *path, Text *error) {
    const int lock = store_lock(w->folder, error);
    bool good = lock >= 0;

    if (good && (w->fd = open(path, O_RDWR | O_APPEND | O_CLOEXEC)) < 0) {
        good = fail(error, path, "cannot be opened");
    } else if (good && lock_file(w->fd, false) != LOCK_HELD) {
        text_addf(error, "%s: another run of this slice is writing it", path);
        good = false;
    }
    if (lock >= 0)
        close(lock);
    return good;
}

/* Resumes the last shard, a .part, or removes it if it has no game. */
static bool resume_part(ShardWriter *w, Text *error) {
    char path[STORE_PATH_SIZE];
    struct stat info;
    bool begun;

    if (!part_path(w, path, error) || !open_part(w, path, error))
        return false;
    if (fstat(w->fd, &info))
        return fail(error, path, "cannot be examined");
    begun = !is_truncated_header(w->fd, &info);
    if (begun && !count_shard(w, path, &w->games, &w->written, error))
        return false;
    if (begun && w->games) {
        if (w->written < (size_t)info.st_size &&
            (ftruncate(w->fd, (off_t)w->written) || fsync(w->fd)))
            return fail(error, path, "cannot be truncated to its last game");
        return w->written < w->limit || end_shard(w, error); /* killed before it was renamed */
    }
    if (unlink(path))
        return fail(error, path, "cannot be removed");
    close(w->fd);
    w->fd = -1;
    w->written = 0;
    w->header.number--;
    return true;
}

bool shard_writer_resume(ShardWriter *w, uint64_t *games, Text *error) {
    uint32_t last;

    *games = 0;
    if (!last_number(w, &last, error))
        return false;
    while (w->header.number < last) {
        char path[STORE_PATH_SIZE];
        uint64_t more;
        size_t size;

        w->header.number++;
        if (!store_path(path, w->folder, w->header.stream, w->header.number, SHARD_SUFFIX, error))
            return false;
        if (access(path, F_OK)) {
            if (w->header.number == last && resume_part(w, error)) {
                *games += w->games;
                return true;
            }
            if (!error->length)
                text_addf(error, "%s is missing: move the later ones of its stream away", path);
            return false;
        }
        if (!count_shard(w, path, &more, &size, error))
            return false;
        *games += more;
    }
    return true;
}
