/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slicejob.h"

#include <inttypes.h>

#include "datagen_run.h"
#include "store.h"

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
        {"threads", &job->threads, 1, DATAGEN_MAX_THREADS},
        {"games", &job->games, 0, INT64_MAX},
        {"shard-kb", &job->kilobytes, 1, DATAGEN_MAX_SHARD_KB},
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
