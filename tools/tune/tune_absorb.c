/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "alula-tune.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/tool.h"

enum { MOST_NAMED = 10 };

typedef struct {
    const TuneBatch *batch;
    char *const *files;
    int *points;
    GameLine opening; /* opening of the current line */
    UnitTable results;
    size_t found, earlier; /* pairs of this batch, and of earlier ones */
    size_t refused;        /* refused lines */
} Absorbing;

/* Returns true if the batch contains this unit. */
static bool is_expected(const TuneBatch *b, const TuneUnit *u) {
    Text line = tune_unit_make(b, (size_t)u->pair - 1 - (size_t)b->spsa->done);
    const bool same = line.length == u->unit.length && !memcmp(line.at, u->unit.at, line.length);

    free(line.at);
    return same;
}

/* Checks that a unit belongs to this run and batch. Returns false with a reason. */
static bool belongs(const TuneBatch *b, const TuneUnit *u, Text *why) {
    const uint64_t pair = (uint64_t)u->pair, done = b->spsa->done;
    Text difference = TEXT_OF(160);

    if (unit_job_differs(&difference, u->job, word_of(b->job)))
        text_addf(why, "this is from a run with different settings: %s", difference.at);
    else if (!u->played)
        text_addf(why, "pair %" PRIu64 " has no result yet", pair);
    else if (pair > done + b->pairs)
        text_addf(why, "pair %" PRIu64 " is later than this batch, which ends at %" PRIu64, pair,
                  done + b->pairs);
    else if (pair > done && !is_expected(b, u))
        text_addf(why, "pair %" PRIu64 " has different values: it belongs to another state", pair);
    return !why->length;
}

/* Records the result of a unit. Returns false with a reason. */
static bool take(Absorbing *a, const TuneUnit *u, size_t file, Text *why) {
    const TuneBatch *b = a->batch;
    const uint64_t pair = (uint64_t)u->pair, done = b->spsa->done;
    uint64_t hash = unit_hash(0, u->unit.at, u->unit.length);

    if (!belongs(b, u, why))
        return false;
    hash = unit_hash(hash, u->points, sizeof u->points);
    switch (unit_table_add(&a->results, pair, hash, file)) {
    case UNIT_NEW:
        break;
    case UNIT_SAME:
        return true;
    case UNIT_OTHER:
        return text_fail(why, "pair %" PRIu64 " has a different result in %s", pair,
                         a->files[unit_table_find(&a->results, pair)->place]);
    }
    if (pair <= done) {
        a->earlier++;
        return true;
    }
    a->found++;
    memcpy(&a->points[2 * (pair - 1 - done)], u->points, sizeof u->points);
    return true;
}

static void read_file(Absorbing *a, size_t number) {
    const char *wrong;
    LineFile l;
    TuneUnit u;

    if (!linefile_open(&l, a->files[number])) {
        a->refused++;
        return;
    }
    while (tune_unit_next(&l, &u, &a->opening, &wrong)) {
        Text why = TEXT_OF(400);

        if (wrong) {
            linefile_complain(&l, wrong);
        } else if (!take(a, &u, number, &why)) {
            linefile_complain_as(&l, "this is not a result of this batch", why.at);
            a->refused++;
        }
    }
    a->refused += l.failed;
    linefile_close(&l);
}

static void name_missing(const Absorbing *a) {
    const uint64_t done = a->batch->spsa->done;
    size_t missing = 0;

    for (uint64_t pair = done + 1; pair <= done + a->batch->pairs; pair++)
        if (!unit_table_find(&a->results, pair) && missing++ < MOST_NAMED)
            tool_message("pair %" PRIu64 " is missing", pair);
    if (missing > MOST_NAMED)
        tool_message("%zu pairs are missing in total", missing);
}

TuneAbsorb tune_absorb(const TuneBatch *b, char *const *files, int *points) {
    Absorbing a = {.batch = b, .files = files, .points = points};
    bool whole, earlier;

    openings_line(&a.opening);
    for (size_t i = 0; files[i]; i++)
        read_file(&a, i);
    whole = b->pairs && a.found == b->pairs && !a.refused;
    earlier = (a.earlier || !b->pairs) && !a.found && !a.refused;
    if (!whole && !earlier)
        name_missing(&a);
    gameline_destroy(&a.opening);
    unit_table_free(&a.results);
    return whole ? TUNE_ABSORB_WHOLE : earlier ? TUNE_ABSORB_EARLIER : TUNE_ABSORB_REFUSED;
}
