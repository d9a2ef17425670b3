/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "alula-datagen.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/filemap.h"
#include "base/lock.h"
#include "shardset.h"
#include "store.h"
#include "tools/common/tool.h"

typedef struct {
    const MergePlan *plan;
    ShardSet set;
    UnitTable used;                          /* streams, see store_add_used() */
    uint64_t errors, parts, copies, already; /* already: copies of shards in the folder */
    uint64_t merged, games;                  /* new shards and their games */
} Merge;

/* Reports an error; after the first few, errors are only counted. */
static void report_error(Merge *m, const char *sentence) {
    if (++m->errors <= SHARDSET_NAMED)
        tool_message("%s", sentence);
}

/* --- reading the shards ------------------------------------------------------------------------
 */

/* Checks that a new shard matches this merge, and that no unfinished shard has its name. */
static void check_new(Merge *m, const SetShard *shard, Text *error) {
    const SetShard *first = &m->set.shard[0];
    char part[STORE_PATH_SIZE];

    if (shard->settings != first->settings && !m->plan->mixed) {
        text_addf(error, "%s has different settings than %s: ", shard->path, first->path);
        unit_job_differs(error, word_of(m->set.settings[first->settings]),
                         word_of(m->set.settings[shard->settings]));
        text_add(error, "; --mixed allows both");
    } else if (store_path(part, m->plan->folder, shard->stream, shard->number, SHARD_PART_SUFFIX,
                          error) &&
               !shard->there && !access(part, F_OK)) {
        text_addf(error, "%s: the folder has an unfinished %s: finish its run, or remove it",
                  shard->path, part);
    }
}

static void add_reader(Merge *m, ShardReader *reader, const char *path, bool there, Text *error) {
    SetShard *shard;
    uint64_t games;

    if (store_skip_games(reader, &games) < reader->size) {
        text_addf(error, "%s: at byte %zu: %s", path, reader->error_offset, reader->error);
        return;
    }
    switch (shardset_add(&m->set, reader, path, &shard, error)) {
    case SHARDSET_NEW:
        shard->games = games;
        shard->there = there;
        check_new(m, shard, error);
        break;
    case SHARDSET_COPY:
        m->copies += !shard->there;
        m->already += shard->there;
        break;
    default: /* other games, with the message already written */
        break;
    }
}

/* Adds a shard; `there`: the shard is already in the target folder. */
static void add_shard(Merge *m, const char *path, bool there) {
    Text error = TEXT_OF(3 * STORE_PATH_SIZE);
    ShardReader *reader;

    if (shard_is_part(path)) {
        if (++m->parts <= SHARDSET_NAMED)
            tool_message("%s: unfinished, left out", path);
        return;
    }
    if (!strcmp(path, "-")) {
        text_add(&error, "merge cannot read standard input, which it would have to read twice");
    } else if (shard_open(&reader, path, &error)) {
        add_reader(m, reader, path, there, &error);
        shard_close(reader);
    }
    if (error.length)
        report_error(m, error.at);
}

/* --- writing --------------------------------------------------------------------------------- */

static void write_shard(FILE *file, const void *context) {
    const ShardReader *reader = context;

    fwrite(reader->bytes, 1, reader->size, file);
}

/*
 * Copies a shard while the folder is locked, so that no other program can create the same shard.
 */
static bool copy_shard(Merge *m, const SetShard *shard, Text *error) {
    char target[STORE_PATH_SIZE];
    ShardReader *reader;
    bool good = false;
    int lock;

    if (!store_path(target, m->plan->folder, shard->stream, shard->number, SHARD_SUFFIX, error))
        return false;
    file_output_sweep(target); /* left by a killed merge */
    if (!shard_open(&reader, shard->path, error))
        return false;
    if (shardset_content(reader) != shard->content) {
        text_addf(error, "%s was changed while it was read", shard->path);
    } else if ((lock = store_lock(m->plan->folder, error)) >= 0) {
        if (access(target, F_OK))
            good = file_output(target, write_shard, reader, error);
        else
            text_addf(error, "%s: another program has just written a shard of this name", target);
        close(lock);
    }
    shard_close(reader);
    return good;
}

/*
 * Lists the streams of the sources in the folder's lock file, so that later runs there do not
 * play them.
 */
static bool carry_used(Merge *m, Text *error) {
    const int lock = store_lock(m->plan->folder, error);
    const bool good = lock >= 0 && store_write_used(m->plan->folder, lock, &m->used, error);

    if (lock >= 0)
        close(lock);
    return good;
}

static bool write_all(Merge *m, Text *error) {
    Text text = TEXT_OF(STORE_PATH_SIZE);
    LockStatus status;
    bool good;
    int lock;

    if (!store_make(m->plan->folder, error))
        return false;
    text_addf(&text, "%s/" MERGE_LOCK_NAME, m->plan->folder);
    if ((status = lock_create(&lock, text.at, error)) != LOCK_HELD) {
        if (status == LOCK_BUSY)
            text_addf(error, "%s: another merge is writing to this folder", m->plan->folder);
        return false;
    }
    good = carry_used(m, error);
    for (size_t i = 0; i < m->set.count && good; i++) {
        const SetShard *shard = &m->set.shard[i];

        if (shard->there)
            continue;
        if ((good = copy_shard(m, shard, error))) {
            m->merged++;
            m->games += shard->games;
        }
    }
    lock_remove(lock, text.at);
    return good;
}

/* --- the command ----------------------------------------------------------------------------- */

/* Reads the streams of the shards, and those listed as used in the source folders. */
static bool read_used(Merge *m, Text *error) {
    for (size_t i = 0; i < m->set.count; i++)
        if (!store_is_slice(m->set.shard[i].stream))
            store_add_used(&m->used, m->set.shard[i].stream);
    for (int i = 0; i < m->plan->sources; i++)
        if (filemap_is_folder(m->plan->source[i]) &&
            !store_read_used(m->plan->source[i], &m->used, error))
            return false;
    return true;
}

static int report(const Merge *m) {
    uint64_t missing;

    printf("%" PRIu64 " shard%s with %" PRIu64 " game%s merged", m->merged,
           m->merged == 1 ? "" : "s", m->games, m->games == 1 ? "" : "s");
    if (m->already)
        printf(", %" PRIu64 " there already", m->already);
    if (m->copies)
        printf(", %" PRIu64 " cop%s left out", m->copies, m->copies == 1 ? "y" : "ies");
    if (m->parts)
        printf(", %" PRIu64 " unfinished left out", m->parts);
    printf("\n");
    fflush(stdout);
    missing = shardset_missing(&m->set);
    return missing ? TOOL_FAILED : TOOL_OK;
}

int merge_run(const MergePlan *plan, const ShardList *list) {
    Text error = TEXT_OF(3 * STORE_PATH_SIZE);
    Merge m = {.plan = plan};
    ShardList own = {NULL, 0};
    int status = TOOL_FAILED;

    if (!access(plan->folder, F_OK)) {
        shard_list_add(&own, plan->folder, &error); /* the folder may have no shards yet */
        text_clear(&error);
    }
    for (size_t i = 0; i < own.count; i++)
        if (!shard_is_part(own.path[i]))
            add_shard(&m, own.path[i], true);
    for (size_t i = 0; i < list->count; i++)
        add_shard(&m, list->path[i], false);
    if (m.errors > SHARDSET_NAMED)
        tool_message("and %" PRIu64 " more of these", m.errors - SHARDSET_NAMED);
    if (m.errors)
        tool_message("nothing was merged");
    else if (!read_used(&m, &error) || !write_all(&m, &error))
        tool_message("%s", error.at);
    else
        status = report(&m);
    shardset_free(&m.set);
    unit_table_free(&m.used);
    shard_list_free(&own);
    return status;
}
