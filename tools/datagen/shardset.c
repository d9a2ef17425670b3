/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shardset.h"

#include <inttypes.h>
#include <string.h>

#include "base/random.h"
#include "base/util.h"
#include "store.h"
#include "tools/common/tool.h"

/* --- shards ---------------------------------------------------------------------------------- */

static uint32_t settings_index(ShardSet *set, const ShardHeader *header) {
    Text text = TEXT_OF(SHARD_SETTINGS_SIZE + 32);
    uint32_t i = 0;

    text_addf(&text, "format=%d %s", header->version, header->settings);
    while (i < set->settings_count && strcmp(set->settings[i], text.at))
        i++;
    if (i < set->settings_count)
        return i;
    set->settings = memory_grow(set->settings, i + 1, sizeof *set->settings);
    set->settings[i] = memory_text(text.at, text.length);
    set->settings_count = i + 1;
    return i;
}

uint64_t shardset_content(const ShardReader *reader) {
    return unit_hash(0, reader->bytes, reader->size);
}

/*
 * Returns true if the first shard is unfinished, and the second begins with its games, or vice
 * versa.
 */
static bool is_begun(const char *one, const char *other) {
    Text error = TEXT_OF(1400);
    ShardReader *a = NULL, *b = NULL;
    bool begun = false;
    uint64_t games;

    if (!shard_is_part(one) && !shard_is_part(other))
        return false;
    if (shard_open(&a, one, &error) && shard_open(&b, other, &error)) {
        const size_t x = store_skip_games(a, &games), y = store_skip_games(b, &games);
        const size_t both = min_size(x, y);

        begun = !memcmp(a->bytes, b->bytes, both) && (x == y || shard_is_part(x < y ? one : other));
    }
    shard_close(a);
    shard_close(b);
    return begun;
}

static void describe_other(const ShardSet *set, const SetShard *there, const ShardHeader *header,
                           uint32_t settings, const char *path, Text *error) {
    text_addf(error, "%s: stream %" PRIu64 ", shard %" PRIu32 " is in %s too, with other ", path,
              header->stream, header->number, there->path);
    if (settings == there->settings) {
        text_add(error, "games");
    } else {
        text_add(error, "settings: ");
        unit_job_differs(error, word_of(set->settings[there->settings]),
                         word_of(set->settings[settings]));
    }
}

ShardSetStatus shardset_add(ShardSet *set, const ShardReader *reader, const char *path,
                            SetShard **shard, Text *error) {
    const ShardHeader *header = &reader->header;
    const uint64_t key = random_seed(header->stream, header->number);
    const uint64_t content = shardset_content(reader);
    const uint32_t settings = settings_index(set, header);
    const UnitStatus status = unit_table_add(&set->table, key, content, set->count);

    if (status == UNIT_NEW) {
        if (!(set->count & (set->count - 1))) /* doubled at powers of two */
            set->shard =
                memory_grow(set->shard, set->count ? 2 * set->count : 1, sizeof *set->shard);
        *shard = &set->shard[set->count++];
        **shard = (SetShard){.path = path,
                             .stream = header->stream,
                             .content = content,
                             .number = header->number,
                             .settings = settings};
        return SHARDSET_NEW;
    }
    *shard = &set->shard[unit_table_find(&set->table, key)->place];
    if (status == UNIT_SAME)
        return SHARDSET_COPY;
    if (is_begun((*shard)->path, path))
        return SHARDSET_BEGUN;
    describe_other(set, *shard, header, settings, path, error);
    return SHARDSET_OTHER;
}

void shardset_free(ShardSet *set) {
    for (uint32_t i = 0; i < set->settings_count; i++)
        free(set->settings[i]);
    free(set->settings);
    free(set->shard);
    unit_table_free(&set->table);
    *set = (ShardSet){.count = 0};
}

/* --- jobs in slices --------------------------------------------------------------------------- */

void slicejob_write(Text *settings, const SliceJob *job) {
    text_addf(settings,
              " slices=%" PRId64 " threads=%" PRId64 " games=%" PRId64 " shard-kb=%" PRId64,
              job->slices, job->threads, job->games, job->kilobytes);
}

bool slicejob_read(SliceJob *job, Word settings) {
    const struct {
        const char *name;
        int64_t *number, low, high;
    } rows[] = {
        {"slices", &job->slices, 1, STORE_MAX_SLICES},
        {"threads", &job->threads, 1, STORE_MAX_THREADS},
        {"games", &job->games, 0, INT64_MAX},
        {"shard-kb", &job->kilobytes, 1, STORE_MAX_SHARD_KB},
    };
    enum { ROWS = (int)(sizeof rows / sizeof *rows) };
    int found = 0;

    for (Word w = text_word(&settings); w.length && found < ROWS; w = text_word(&settings))
        if (word_is(text_until(&w, '='), rows[found].name)) {
            if (!word_number(w, rows[found].low, rows[found].high, rows[found].number))
                return false;
            found++;
        }
    return found == ROWS;
}

int64_t slicejob_share(const SliceJob *job, int64_t slice, int64_t thread) {
    const Slice of_job = {slice, job->slices}, of_slice = {thread + 1, job->threads};

    return slice_count(&of_slice, slice_count(&of_job, job->games));
}

/* --- missing games --------------------------------------------------------------------------- */

/* A job in slices. */
typedef struct {
    SliceJob job;
    uint64_t seed;
    uint32_t settings;
    uint64_t *games; /* games of each thread of each slice */
} SetJob;

typedef struct {
    SetJob *job;
    size_t count;
} SetJobs;

/* Returns the job of a shard; NULL if it is not from a slice, or its run has no fixed length. */
static SetJob *job_of(SetJobs *all, const ShardSet *set, const SetShard *shard) {
    const uint64_t seed = shard->stream / STORE_STREAMS_PER_SEED;
    SetJob new = {.seed = seed, .settings = shard->settings};

    if (!store_is_slice(shard->stream))
        return NULL;
    for (size_t i = 0; i < all->count; i++)
        if (all->job[i].seed == seed && all->job[i].settings == shard->settings)
            return &all->job[i];
    if (!slicejob_read(&new.job, word_of(set->settings[shard->settings])) || !new.job.games)
        return NULL;
    new.games = memory_new((size_t)(new.job.slices *new.job.threads), sizeof *new.games);
    all->job = memory_grow(all->job, all->count + 1, sizeof *all->job);
    all->job[all->count] = new;
    return &all->job[all->count++];
}

static void add_games(SetJob *job, const SetShard *shard) {
    const uint64_t rest = shard->stream % STORE_STREAMS_PER_SEED;
    const int64_t slice = (int64_t)(rest / STORE_STREAMS_PER_RUN);
    const int64_t thread = (int64_t)(rest % STORE_STREAMS_PER_RUN) - STORE_SLICE_THREAD;

    if (slice < job->job.slices && thread < job->job.threads)
        job->games[slice * job->job.threads + thread] += shard->games;
}

/* Lists the incomplete slices; *told is the number of such slices in all jobs. */
static void tell_missing(const SetJob *job, uint64_t *told) {
    for (int64_t slice = 1; slice <= job->job.slices; slice++) {
        uint64_t games = 0, wanted = 0;

        for (int64_t t = 0; t < job->job.threads; t++) {
            games += job->games[(slice - 1) * job->job.threads + t];
            wanted += (uint64_t)slicejob_share(&job->job, slice, t);
        }
        if (games < wanted && ++*told <= SHARDSET_NAMED)
            tool_message("slice %" PRId64 "/%" PRId64 " of seed %" PRIu64 " has %" PRIu64
                         " of %" PRIu64 " games",
                         slice, job->job.slices, job->seed, games, wanted);
    }
}

uint64_t shardset_missing(const ShardSet *set) {
    SetJobs all = {NULL, 0};
    uint64_t told = 0;

    for (size_t i = 0; i < set->count; i++) {
        SetJob *job = job_of(&all, set, &set->shard[i]);

        if (job)
            add_games(job, &set->shard[i]);
    }
    for (size_t i = 0; i < all.count; i++) {
        tell_missing(&all.job[i], &told);
        free(all.job[i].games);
    }
    free(all.job);
    if (told > SHARDSET_NAMED)
        tool_message("and %" PRIu64 " more slices lack games", told - SHARDSET_NAMED);
    return told;
}
