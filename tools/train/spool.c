/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE   200809L
#define _FILE_OFFSET_BITS 64 /* NOLINT */
#include "spool.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/huge.h"
#include "base/random.h"
#include "shuffle.h"
#include "tools/common/tool.h"

enum {
    EXTENT = 4096, /* samples that are written together: 128 KB */
    HELD = 128,    /* flag in Sample.weight, while in the file */
};

typedef struct {
    uint64_t *extent; /* numbers of its extents in the file */
    uint64_t count;   /* samples */
    Sample *last;     /* [EXTENT]: the last extent, until spool_finish() */
    Sample *loaded;   /* [count], or NULL */
    Shuffle shuffle;  /* order of the loaded samples */
} Bucket;

struct Spool {
    int file;
    uint64_t extents; /* in the file */
    Bucket bucket[SPOOL_BUCKETS];
    /* the current epoch */
    bool ordered;
    uint64_t seed, epoch;
    int order[SPOOL_BUCKETS];
    uint64_t start[SPOOL_BUCKETS + 1]; /* first sample of each place in the order */
};

/* --- the file -------------------------------------------------------------------------------- */

static off_t offset_of(const Bucket *b, uint64_t sample) {
    return (off_t)((b->extent[sample / EXTENT] * EXTENT + sample % EXTENT) * sizeof(Sample));
}

/* Reads or writes samples first to first + count - 1 of a bucket, within an extent. */
static bool transfer(const Spool *spool, const Bucket *b, Sample *s, uint64_t first, size_t count,
                     bool write_it) {
    uint8_t *at = (uint8_t *)s;
    size_t left = count * sizeof *s;
    off_t offset = offset_of(b, first);

    while (left) {
        const ssize_t done =
            write_it ? pwrite(spool->file, at, left, offset) : pread(spool->file, at, left, offset);

        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0) {
            errno = done ? errno : EIO;
            return false;
        }
        at += done;
        offset += done;
        left -= (size_t)done;
    }
    return true;
}

/* Reads or writes the first samples of a bucket. */
static bool transfer_all(const Spool *spool, const Bucket *b, Sample *s, uint64_t count,
                         bool write_it) {
    for (uint64_t i = 0; i < count; i += EXTENT)
        if (!transfer(spool, b, s + i, i, count - i < EXTENT ? (size_t)(count - i) : EXTENT,
                      write_it))
            return false;
    return true;
}

static size_t bucket_bytes(const Bucket *b) {
    return (size_t)(b->count ? b->count : 1) * sizeof(Sample);
}

static void unload(Bucket *b) {
    huge_free(b->loaded, bucket_bytes(b));
    b->loaded = NULL;
}

void spool_free(Spool *spool) {
    if (!spool)
        return;
    for (int i = 0; i < SPOOL_BUCKETS; i++) {
        unload(&spool->bucket[i]);
        free(spool->bucket[i].extent);
        free(spool->bucket[i].last);
    }
    close(spool->file);
    free(spool);
}

Spool *spool_new(const char *path, Text *error) {
    Spool *spool = memory_new(1, sizeof *spool);

    if ((spool->file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600)) < 0) {
        text_addf(error, "%s: cannot be made: %s", path, strerror(errno));
        free(spool);
        return NULL;
    }
    unlink(path);
    return spool;
}

size_t spool_bytes(const Spool *spool) {
    size_t last = 0, most = 0;

    for (int i = 0; i < SPOOL_BUCKETS; i++) {
        last += spool->bucket[i].last ? EXTENT * sizeof(Sample) : 0;
        most = bucket_bytes(&spool->bucket[i]) > most ? bucket_bytes(&spool->bucket[i]) : most;
    }
    return last + 2 * most;
}

static bool is_written(bool good, Text *error) {
    if (!good)
        text_addf(error, "the temporary file of positions cannot be written: %s", strerror(errno));
    return good;
}

bool spool_add(Spool *spool, const Sample *s, bool held, Text *error) {
    Bucket *b = &spool->bucket[sample_hash(s) >> 56];
    const size_t at = (size_t)(b->count % EXTENT);

    if (!b->last)
        b->last = memory_new(EXTENT, sizeof *b->last);
    if (!at) {
        b->extent = memory_grow(b->extent, (size_t)(b->count / EXTENT + 1), sizeof *b->extent);
        b->extent[b->count / EXTENT] = spool->extents++;
    }
    b->last[at] = *s;
    b->last[at].weight |= held ? HELD : 0;
    b->count++;
    return at + 1 < EXTENT ||
           is_written(transfer(spool, b, b->last, b->count - EXTENT, EXTENT, true), error);
}

/* --- duplicates ------------------------------------------------------------------------------ */

/*
 * Keeps the first of equal samples; slot[slots] is zero, with 2^n slots. Returns the number kept.
 */
static uint64_t remove_equal(Sample *s, uint64_t count, uint32_t *slot, size_t slots) {
    uint64_t kept = 0;

    for (uint64_t i = 0; i < count; i++) {
        size_t at = (size_t)sample_hash(&s[i]) & (slots - 1);

        while (slot[at] && !sample_equal(&s[slot[at] - 1], &s[i]))
            at = (at + 1) & (slots - 1);
        if (slot[at])
            continue;
        s[kept++] = s[i];
        slot[at] = (uint32_t)kept;
    }
    return kept;
}

/*
 * Visits all samples and keeps those for training. Returns their number; *good is false if a visit
 * failed.
 */
static uint64_t visit_all(Sample *s, uint64_t count, SpoolVisit *visit, void *context, bool *good) {
    uint64_t kept = 0;

    for (uint64_t i = 0; i < count && *good; i++) {
        const bool held = s[i].weight & HELD;

        s[i].weight &= (uint8_t)~HELD;
        *good = visit(context, &s[i], held);
        if (!held)
            s[kept++] = s[i];
    }
    return kept;
}

static bool finish_bucket(Spool *spool, Bucket *b, SpoolVisit *visit, void *context,
                          uint64_t *duplicates, Text *error) {
    const size_t bytes = bucket_bytes(b), rest = (size_t)(b->count % EXTENT);
    size_t slots = 2;
    Sample *s;
    uint32_t *slot;
    uint64_t kept = 0;
    bool good;

    while (slots < 2 * b->count)
        slots *= 2;
    if (rest && !is_written(transfer(spool, b, b->last, b->count - rest, rest, true), error))
        return false;
    free(b->last);
    b->last = NULL;
    s = huge_alloc(bytes);
    slot = huge_alloc(slots * sizeof *slot);
    if ((good = s && slot && b->count < UINT32_MAX)) {
        if ((good = transfer_all(spool, b, s, b->count, false))) {
            kept = remove_equal(s, b->count, slot, slots);
            *duplicates += b->count - kept;
            kept = visit_all(s, kept, visit, context, &good);
        }
        if (!good)
            text_add(error, "the temporary file of positions cannot be read, or memory is full");
        else
            good = is_written(transfer_all(spool, b, s, kept, true), error);
    } else {
        text_add(error, "there is not enough memory");
    }
    huge_free(s, bytes);
    huge_free(slot, slots * sizeof *slot);
    b->count = kept;
    return good;
}

bool spool_finish(Spool *spool, SpoolVisit *visit, void *context, uint64_t *duplicates,
                  Text *error) {
    for (int i = 0; i < SPOOL_BUCKETS; i++)
        if (!finish_bucket(spool, &spool->bucket[i], visit, context, duplicates, error))
            return false;
    return true;
}

/* --- training -------------------------------------------------------------------------------- */

static void order_buckets(Spool *spool, uint64_t seed, uint64_t epoch) {
    const Shuffle shuffle = shuffle_new(SPOOL_BUCKETS, random_seed(seed, epoch));

    for (int i = 0; i < SPOOL_BUCKETS; i++) {
        unload(&spool->bucket[i]);
        spool->order[i] = (int)shuffle_at(&shuffle, (uint64_t)i);
        spool->start[i + 1] = spool->start[i] + spool->bucket[spool->order[i]].count;
    }
    spool->seed = seed;
    spool->epoch = epoch;
    spool->ordered = true;
}

static bool load_bucket(const Spool *spool, Bucket *b, uint64_t seed) {
    if (b->loaded)
        return true;
    if (!(b->loaded = huge_alloc(bucket_bytes(b))))
        return false;
    b->shuffle = shuffle_new(b->count, seed);
    if (transfer_all(spool, b, b->loaded, b->count, false))
        return true;
    unload(b);
    return false;
}

bool spool_load(Spool *spool, uint64_t seed, uint64_t epoch, uint64_t first, uint64_t count) {
    if (!spool->ordered || spool->seed != seed || spool->epoch != epoch)
        order_buckets(spool, seed, epoch);
    for (int i = 0; i < SPOOL_BUCKETS; i++)
        if (spool->start[i + 1] <= first || spool->start[i] >= first + count)
            unload(&spool->bucket[spool->order[i]]);
    for (int i = 0; i < SPOOL_BUCKETS; i++) {
        Bucket *b = &spool->bucket[spool->order[i]];
        const uint64_t key = epoch * SPOOL_BUCKETS + (uint64_t)spool->order[i] + 1;

        if (spool->start[i + 1] > first && spool->start[i] < first + count && b->count &&
            !load_bucket(spool, b, random_seed(seed, ~key)))
            return false;
    }
    return true;
}

const Sample *spool_at(const Spool *spool, uint64_t i) {
    int low = 0, high = SPOOL_BUCKETS;
    const Bucket *b;

    while (high - low > 1) { /* start[low] <= i < start[high] */
        const int middle = (low + high) / 2;

        if (spool->start[middle] <= i)
            low = middle;
        else
            high = middle;
    }
    b = &spool->bucket[spool->order[low]];
    return &b->loaded[shuffle_at(&b->shuffle, i - spool->start[low])];
}
