/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "alula-tune.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/version.h"
#include "search/searcher.h"
#include "tools/common/tool.h"
#include "tune_games.h"

enum { MOST_NODES = 1000000000, MOST_HASH = 65536 };

typedef struct {
    const TunePlayOptions *options;
    GameLine opening; /* opening of the current line */
    char *job;        /* job of all units; NULL before the first */
    int64_t nodes, hash;
    char **unit;     /* [units] to be played */
    UnitTable known; /* index of the units by pair number */
    size_t units, in_log, done;
    int log;   /* -1: none */
    int cause; /* errno of a failed write */
} Play;

/* --- reading units --------------------------------------------------------------------------- */

static uint64_t hash_of(Word w) {
    return unit_hash(0, w.at, w.length);
}

/* Returns the word of a job that begins with `name`; .at is NULL if there is none. */
static Word job_word(Word job, const char *name) {
    const size_t n = strlen(name);
    Word w;

    while ((w = text_word(&job)).length)
        if (w.length > n && !memcmp(w.at, name, n))
            return w;
    return (Word){NULL, 0};
}

/* Reads "nodes=8000" of a job. */
static bool read_number(Word job, const char *name, int64_t most, int64_t *out) {
    const Word w = job_word(job, name);
    const size_t n = strlen(name);

    return w.at && word_number((Word){w.at + n, w.length - n}, 1, most, out);
}

/* Returns true if the job is for this program; otherwise false with a reason. */
static bool take_job(Play *p, Word job, Text *why) {
    static const char version[] = "version=" ALULA_VERSION;
    char engine[20];

    snprintf(engine, sizeof engine, "engine=%08" PRIx32, tool_fingerprint(NULL, false));
    if (!unit_job_differs(why, job_word(job, "version="), word_of(version)) &&
        !unit_job_differs(why, job_word(job, "engine="), word_of(engine)) &&
        (!read_number(job, "nodes=", MOST_NODES, &p->nodes) ||
         !read_number(job, "hash=", MOST_HASH, &p->hash)))
        text_add(why, "it does not say how to play");
    if (!why->length)
        p->job = memory_text(job.at, job.length);
    return !why->length;
}

/* Adds a unit to play. Returns false with a reason. */
static bool take_unit(Play *p, const TuneUnit *u, Text *why) {
    if (u->played)
        return text_fail(why, "this is a result, not a unit to play");
    if (!p->job && !take_job(p, u->job, why))
        return false;
    if (unit_job_differs(why, u->job, word_of(p->job)))
        return false;
    switch (unit_table_add(&p->known, (uint64_t)u->pair, hash_of(u->unit), 0)) {
    case UNIT_NEW:
        break;
    case UNIT_SAME:
        return true;
    case UNIT_OTHER:
        return text_fail(why, "pair %" PRId64 " occurs twice, with different values", u->pair);
    }
    if (slice_has(&p->options->slice, (int64_t)p->known.count - 1)) {
        p->unit = memory_grow(p->unit, p->units + 1, sizeof *p->unit);
        p->unit[p->units++] = memory_text(u->unit.at, u->unit.length);
    }
    return true;
}

/* Reads the units. Returns false after messages on stderr, or with an error message. */
static bool read_units(Play *p, Text *error) {
    size_t refused = 0;
    const char *wrong;
    LineFile l;
    TuneUnit u;

    if (!linefile_open(&l, p->options->from))
        return false;
    while (tune_unit_next(&l, &u, &p->opening, &wrong)) {
        Text why = TEXT_OF(200);

        if (wrong)
            linefile_complain(&l, wrong);
        else if (!take_unit(p, &u, &why))
            linefile_complain_as(&l, "this is not a unit of this run", why.at);
        refused += wrong || why.length;
    }
    linefile_close(&l);
    if (refused || l.failed)
        text_add(error, "nothing was played");
    else if (!p->known.count)
        text_addf(error, "%s: there are no units in it", l.name);
    return !error->length;
}

/* --- the log --------------------------------------------------------------------------------- */

typedef struct {
    Play *play;
    UnitTable results;
} Logged;

/* Takes a line of the log. A pair whose line is damaged will be played again. */
static const char *take_logged(void *logged, Word line) {
    Logged *l = logged;
    TuneUnit u;

    if (!unit_line_open(&line) && !tune_unit_read(&u, &l->play->opening, line) && u.played)
        unit_table_add(&l->results, hash_of(u.unit), 0, 0);
    return NULL;
}

/* Removes the units that have a result in the log. */
static void leave_out(Play *p, const UnitTable *results) {
    size_t left = 0;

    for (size_t i = 0; i < p->units; i++)
        if (!unit_table_find(results, hash_of(word_of(p->unit[i]))))
            p->unit[left++] = p->unit[i];
        else
            free(p->unit[i]);
    p->in_log = p->units - left;
    p->units = left;
}

/* Opens the log. Returns false after an error message. */
static bool open_log(Play *p) {
    Logged l = {.play = p};

    if (!p->options->log)
        return true;
    p->log = unit_log_open(p->options->log, take_logged, &l);
    leave_out(p, &l.results);
    unit_table_free(&l.results);
    return p->log >= 0;
}

/* --- playing --------------------------------------------------------------------------------- */

static bool get_pair(void *context, size_t pair, TuneSide side[2], GameLine *opening) {
    const Play *p = context;
    TuneUnit u;

    if (tune_unit_read(&u, opening, word_of(p->unit[pair]))) /* the unit was read before */
        return false;
    side[0] = u.side[0];
    side[1] = u.side[1];
    return true;
}

static bool write_result(void *context, size_t pair, const int points[2]) {
    Play *p = context;
    const Word unit = word_of(p->unit[pair]);
    const size_t room = unit.length + 40 + UNIT_CHECK_SIZE;
    Text line = text_in(memory_new(room, 1), room);
    bool good;

    text_add_word(&line, unit);
    tune_unit_add_points(&line, points);
    good = p->log >= 0 ? unit_log_append(p->log, line.at, line.length)
                       : fwrite(line.at, 1, line.length, stdout) == line.length && !fflush(stdout);
    p->cause = good ? 0 : errno;
    p->done += good;
    free(line.at);
    return good;
}

static bool proceed(void *context, uint64_t games) {
    (void)context;
    (void)games;
    return !interrupt_pending();
}

static int play_units(Play *p, Text *error) {
    const TuneGamesSettings settings = {.nodes = (uint64_t)p->nodes,
                                        .hash_megabytes = (int)p->hash,
                                        .threads = p->options->threads};
    const TunePairs pairs = {.get = get_pair, .done = write_result, .context = p};
    int *points = memory_new(2 * p->units, sizeof *points);
    TuneGames *games = tune_games_new(&settings, error);
    int status = TOOL_FAILED;

    if (games)
        status = tune_games_play(games, &pairs, p->units, points, proceed, NULL, error);
    tune_games_free(games);
    free(points);
    if (p->cause)
        text_addf(error, "%s cannot be written: %s", p->log >= 0 ? "the log" : "the output",
                  strerror(p->cause));
    return error->length ? TOOL_FAILED : status;
}

int tune_play(const TunePlayOptions *o, Text *error) {
    Play p = {.options = o, .log = -1};
    int status = TOOL_FAILED;

    openings_line(&p.opening);
    if (read_units(&p, error) && open_log(&p)) {
        status = p.units ? play_units(&p, error) : TOOL_OK;
        tool_message("%zu pair%s played, %zu in the log already, %zu left", p.done,
                     p.done == 1 ? "" : "s", p.in_log, p.units - p.done);
    }
    if (p.log >= 0)
        close(p.log);
    gameline_destroy(&p.opening);
    unit_table_free(&p.known);
    for (size_t i = 0; i < p.units; i++)
        free(p.unit[i]);
    free(p.job);
    free(p.unit);
    return status;
}
