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

#include "../common/lock.h"
#include "../common/tool.h"
#include "clock.h"

/* The first failure is the one to tell: what follows comes of it. */
static bool fail(Text *fault, const char *path, const char *doing) {
    if (!fault->length)
        text_addf(fault, "%s: %s: %s", path, doing, strerror(errno));
    return false;
}

/* "FOLDER/NAME" in path[STORE_PATH_SIZE]; false with a sentence if it is too long. */
static bool join(char *path, const char *folder, const char *name, Text *fault) {
    Text text = text_in(path, STORE_PATH_SIZE);

    text_addf(&text, "%s/%s", folder, name);
    if (text.full)
        text_addf(fault, "the name of the folder is too long: %.60s...", folder);
    return !text.full;
}

/* Make a change of names in the folder last. Not every file system can; then it is as it is. */
static void sync_folder(const char *folder) {
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

/* Write all of it; how much was written, with errno if that is less. */
static size_t write_all(int fd, const uint8_t *bytes, size_t count) {
    size_t done = 0;

    while (done < count) {
        const ssize_t n = write(fd, bytes + done, count - done);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            errno = n ? errno : EIO;
            break;
        }
        done += (size_t)n;
    }
    return done;
}

/* Hold the folder for a change of names; -1 with a sentence. Closing it lets go. */
static int hold(const char *folder, Text *fault) {
    char path[STORE_PATH_SIZE];
    int fd;

    if (!join(path, folder, SHARD_LOCK_NAME, fault))
        return -1;
    fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0) {
        fail(fault, path, "cannot be opened");
    } else if (lock_file(fd, true) != LOCK_HELD) {
        fail(fault, path, "cannot be locked");
        close(fd);
        fd = -1;
    }
    return fd;
}

/* --- seeds ----------------------------------------------------------------------------------- */

static uint64_t seed_of_name(const char *name) {
    static const char prefix[] = "shard-";
    uint64_t seed = 0;

    if (strncmp(name, prefix, sizeof prefix - 1))
        return 0;
    for (name += sizeof prefix - 1; *name >= '0' && *name <= '9'; name++)
        if (seed <= STORE_MAX_SEED)
            seed = seed * 10 + (uint64_t)(*name - '0');
    return *name == '-' && seed <= STORE_MAX_SEED ? seed : 0;
}

/* The highest seed that the lock file remembers; 0 if it is new or unreadable. */
static uint64_t remembered_seed(int fd) {
    char text[64];
    const ssize_t n = pread(fd, text, sizeof text, 0);
    Word line = {text, n > 0 ? (size_t)n : 0};
    int64_t seed;

    if (word_is(text_word(&line), "seed") &&
        word_number(text_word(&line), 0, (int64_t)STORE_MAX_SEED, &seed))
        return (uint64_t)seed;
    return 0;
}

/* One write of a fixed length, so that a reader sees the old number or the new one. */
static bool remember_seed(int fd, uint64_t seed) {
    char text[64];
    const int n = snprintf(text, sizeof text, "seed %016" PRIu64 "\n", seed);

    return pwrite(fd, text, (size_t)n, 0) == n && !fsync(fd);
}

/* --- what dead runs left --------------------------------------------------------------------- */

/* Count the games of a shard and the bytes up to the last good one. False if unreadable. */
static bool measure(const char *path, uint64_t *games, size_t *good, size_t *size, Text *fault) {
    ShardReader *r;
    ShardGame game;
    ShardStatus status;

    *games = *good = *size = 0;
    if (!shard_open(&r, path, fault))
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
static bool finish(const char *folder, const char *path, Text *fault) {
    char final[STORE_PATH_SIZE];
    const size_t stem = strlen(path) - strlen(SHARD_PART_SUFFIX);

    assert(shard_is_part(path));
    memcpy(final, path, stem); /* the new suffix is shorter */
    strcpy(final + stem, SHARD_SUFFIX);
    if (!access(final, F_OK)) {
        text_addf(fault, "%s stands beside a finished shard of the same name", path);
        return false;
    }
    if (rename(path, final))
        return fail(fault, path, "cannot be renamed");
    sync_folder(folder);
    return true;
}

/* Was its writer killed before the header was whole? Something else may be as short. */
static bool ends_in_header(int fd, const struct stat *info) {
    uint8_t bytes[SHARD_MAX_HEADER_SIZE];
    const ssize_t n = pread(fd, bytes, sizeof bytes, 0);

    return n >= 0 && n == info->st_size && shard_is_truncated_header(bytes, (size_t)n);
}

/* Nothing is lost with a .part that has no game, but a file should not go without a word. */
static void discard(const char *path, Text *fault) {
    if (unlink(path))
        fail(fault, path, "cannot be removed");
    else
        tool_message("%s was left by a run that died before its first game: removed", path);
}

/* Save the games of one .part that nobody writes any more. What cannot be saved is left alone. */
static void salvage(const char *folder, const char *path) {
    char words[STORE_PATH_SIZE + 256];
    Text fault = text_in(words, sizeof words);
    const int fd = open(path, O_RDWR | O_CLOEXEC);
    struct stat info;
    uint64_t games = 0;
    size_t good = 0, size = 0;

    if (fd < 0 ||
        lock_file(fd, false) != LOCK_HELD) { /* somebody writes it, or only reading is allowed */
        if (fd >= 0)
            close(fd);
        return;
    }
    if (fstat(fd, &info)) {
        fail(&fault, path, "cannot be examined");
    } else if (ends_in_header(fd, &info)) {
        discard(path, &fault);
    } else if (measure(path, &games, &good, &size, &fault) && !games) {
        discard(path, &fault);
    } else if (*words) {
        ; /* not ours, or of another version */
    } else if (good < size && (ftruncate(fd, (off_t)good) || fsync(fd))) {
        fail(&fault, path, "cannot be cut to its last game");
    } else if (finish(folder, path, &fault)) {
        if (good < size)
            tool_message("%s was left by a run that died: %" PRIu64
                         " games saved, %zu bytes of an unfinished one dropped",
                         path, games, size - good);
        else
            tool_message("%s was left by a run that died: %" PRIu64 " games saved", path, games);
    }
    if (*words)
        tool_message("left alone: %s", words);
    close(fd);
}

/* Look at every name in the folder, which is held: save what was left; the highest seed of all. */
static bool survey(const char *folder, uint64_t *highest, Text *fault) {
    DIR *dir = opendir(folder);
    struct dirent *entry;

    if (!dir)
        return fail(fault, folder, "cannot be listed");
    while ((entry = readdir(dir))) {
        const uint64_t seed = seed_of_name(entry->d_name);
        char path[STORE_PATH_SIZE];

        if (!seed)
            continue;
        *highest = seed > *highest ? seed : *highest;
        if (!shard_is_part(entry->d_name))
            continue;
        if (!join(path, folder, entry->d_name, fault)) {
            closedir(dir);
            return false;
        }
        salvage(folder, path);
    }
    closedir(dir);
    return true;
}

bool store_open(const char *folder, uint64_t seed, int streams, uint64_t *first, Text *fault) {
    bool good = false;
    uint64_t highest;
    int fd;

    if (mkdir(folder, 0777) && errno != EEXIST)
        return fail(fault, folder, "cannot be made");
    if ((fd = hold(folder, fault)) < 0)
        return false;
    highest = remembered_seed(fd);
    if (survey(folder, &highest, fault)) {
        *first = seed > highest ? seed : highest + 1;
        good = remember_seed(fd, *first + (uint64_t)streams - 1);
        if (!good)
            fail(fault, folder, "cannot be written");
    }
    close(fd);
    return good;
}

/* --- writing --------------------------------------------------------------------------------- */

void writer_init(Writer *w, const char *folder, uint64_t seed, size_t limit, const char *settings) {
    Text text = text_in(w->header.settings, sizeof w->header.settings);

    w->folder = folder;
    w->header.seed = seed;
    w->header.number = 0;
    text_add(&text, settings);
    w->limit = limit;
    w->fd = -1;
    w->written = w->filled = 0;
    w->games = w->lost = 0;
    w->written_games = (StoreTally){0};
    w->waiting = 0;
    w->due_ms = 0;
    w->torn = false;
}

static bool part_path(const Writer *w, char path[STORE_PATH_SIZE], Text *fault) {
    char name[80];

    snprintf(name, sizeof name, "shard-%08" PRIu64 "-%04" PRIu32 SHARD_PART_SUFFIX, w->header.seed,
             w->header.number);
    return join(path, w->folder, name, fault);
}

/* Start the next shard. The folder is held, so that nobody takes it for one left behind. */
static bool begin(Writer *w, Text *fault) {
    uint8_t bytes[SHARD_MAX_HEADER_SIZE];
    char path[STORE_PATH_SIZE];
    size_t count;
    int held;

    w->header.number++;
    w->written = 0;
    w->games = 0;
    if (!part_path(w, path, fault) || (held = hold(w->folder, fault)) < 0)
        return false;
    w->fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    if (w->fd < 0 || lock_file(w->fd, false) != LOCK_HELD) {
        fail(fault, path, w->fd < 0 ? "cannot be made" : "cannot be locked");
        close(held);
        return false;
    }
    close(held);
    count = shard_encode_header(bytes, &w->header);
    if (write_all(w->fd, bytes, count) < count || fsync(w->fd))
        return fail(fault, path, "cannot be written");
    w->written = count;
    return true;
}

bool writer_begin(Writer *w, Text *fault) {
    return begin(w, fault);
}

void tally_add(StoreTally *sum, const StoreTally *more) {
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

/* Of the batch, only whole games within so many bytes count as written; the others are lost. */
static void settle(Writer *w, size_t bytes) {
    size_t kept = 0, games = 0;

    for (; games < w->waiting; games++) {
        const size_t next = kept + shard_encoded_size(w->batch + kept);

        if (next > bytes)
            break;
        kept = next;
        tally_add(&w->written_games, &w->wait[games]);
    }
    w->written += kept;
    w->games += games;
    w->lost += w->waiting - games;
    w->waiting = 0;
    w->filled = 0;
}

/* Write the batch, or as many of its games as there is room for. */
static bool flush(Writer *w, Text *fault) {
    const size_t filled = w->filled;
    char path[STORE_PATH_SIZE];
    size_t done;

    if (!filled)
        return true;
    if (w->fd < 0 && !begin(w, fault)) {
        settle(w, 0);
        return false;
    }
    done = write_all(w->fd, w->batch, filled);
    if (done < filled) {
        if (part_path(w, path, fault))
            fail(fault, path, "cannot be written");
    } else if (fsync(w->fd)) { /* what came of these games nobody knows */
        if (part_path(w, path, fault))
            fail(fault, path, "cannot be made safe on the disk");
        done = 0;
    }
    settle(w, done);
    if (done < filled)
        w->torn = ftruncate(w->fd, (off_t)w->written) || fsync(w->fd);
    return !fault->length;
}

/* Give the shard at hand its final name. One that is torn is left for the next run to mend. */
static bool end(Writer *w, Text *fault) {
    char path[STORE_PATH_SIZE];
    bool good = false;
    int held;

    if (w->fd < 0)
        return true;
    held = hold(w->folder, fault);
    if (held >= 0 && !w->torn && part_path(w, path, fault))
        good = w->games ? finish(w->folder, path, fault) : !unlink(path);
    close(w->fd); /* lets go of the shard's lock */
    if (held >= 0)
        close(held);
    w->fd = -1;
    w->written = 0; /* or the next game would fill the next shard at once */
    return good;
}

bool writer_add(Writer *w, const ShardGame *game, Text *fault) {
    if (!w->filled)
        w->due_ms = clock_ms() + STORE_BATCH_MS;
    w->filled += shard_encode_game(w->batch + w->filled, game);
    w->wait[w->waiting++] = tally_of(game);
    if (w->written + w->filled >= w->limit)
        return flush(w, fault) && end(w, fault);
    if (w->filled >= STORE_BATCH || clock_ms() >= w->due_ms)
        return flush(w, fault);
    return true;
}

bool writer_close(Writer *w, Text *fault) {
    const bool good = flush(w, fault);

    return end(w, fault) && good;
}
