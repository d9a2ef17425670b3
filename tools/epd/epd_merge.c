/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "epd_merge.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/filemap.h"
#include "epd_result.h"
#include "tools/common/interrupt.h"
#include "tools/common/linebatch.h"
#include "tools/common/memory.h"
#include "tools/common/tool.h"

/* A place consists of a file number and an offset. */
enum { FILE_SHIFT = 48, MAX_FILES = 1 << (63 - FILE_SHIFT), SHOWN = 10 };

enum { AHEAD = 16 }; /* results that are prefetched from the table */

typedef enum { FOUND, MISSING, CHANGED } Found;

/* Private data of a thread; the arrays are by line of the batch. */
typedef struct {
    EpdResultLine result[LINEBATCH_LINES];
    const char *error[LINEBATCH_LINES];
    Found found[LINEBATCH_LINES];
    size_t slot[LINEBATCH_LINES]; /* of what was found, in the table */
    char *out;                    /* pending output */
    size_t length, capacity;
} Worker;

typedef struct {
    EpdResults results;
    char **file;                        /* file names; results begin with the second */
    FileMap *map;                       /* [files]: contents of the result files, as first read */
    Worker *worker;                     /* [LINEBATCH_THREADS] */
    LineFile now;                       /* the file that is read */
    uint64_t number;                    /* of the results in it */
    uint64_t refused, missing, damaged; /* damaged: counted in refused, too */
    uint64_t foreign;                   /* results of positions that are not in the suite */
    bool *used;                         /* [slots of the table]: the suite has this position */
    EpdTotals totals;
    FILE *out;
} Merge;

/* --- results --------------------------------------------------------------------------------- */

static void work_on_results(void *context, const LineBatch *batch) {
    const Merge *m = context;
    Worker *w = &m->worker[batch->thread];

    for (size_t i = 0; i < batch->lines; i++)
        w->error[i] = batch->line[i].whole ? epd_result_read(&w->result[i], batch->line[i].text)
                                           : "this line is cut short: it has no line end";
}

static bool take_results(void *context, const LineBatch *batch) {
    Merge *m = context;
    const Worker *w = &m->worker[batch->thread];

    for (size_t i = 0; i < batch->lines; i++) {
        const BatchLine *line = &batch->line[i];
        const uint64_t place = m->number << FILE_SHIFT | (uint64_t)line->start;
        Text room = TEXT_OF(300);
        const char *error = w->error[i];

        if (i + AHEAD < batch->lines)
            unit_table_prefetch(&m->results.table, w->result[i + AHEAD].key);
        m->damaged += error != NULL;
        if (!error)
            error = epd_results_add(&m->results, &w->result[i], place, &room);
        if (!error)
            continue;
        m->refused++;
        if (error != room.at)
            linefile_complain_at(&m->now, line->number, error);
        else if (m->refused <= SHOWN) /* this text is not permanent */
            tool_message("%s:%ld: %s", m->now.name, line->number, error);
    }
    return true;
}

/* Records all results of a file. Returns false after an error message. */
static bool read_results(Merge *m, const char *name, size_t number) {
    const LineWork work = {work_on_results, take_results, m};
    bool good;

    if (!strcmp(name, "-")) {
        tool_message("results are read twice: they must be in a file, not on standard input");
        return false;
    }
    if (!linefile_open(&m->now, name))
        return false;
    m->number = number;
    good = linebatch_run(&m->now, &work);
    linefile_close(&m->now);
    filemap_open(&m->map[1 + number], name); /* an empty one has no line to look up */
    return good;
}

/* Returns the line at a place, without its line end. */
static Word line_at(const Merge *m, uint64_t place) {
    const FileMap *map = &m->map[1 + (place >> FILE_SHIFT)];
    const uint64_t at = place & ((UINT64_C(1) << FILE_SHIFT) - 1);
    Word rest = {0};

    if (at < map->size)
        rest = (Word){(const char *)map->bytes + at, map->size - (size_t)at};
    return text_until(&rest, '\n');
}

/* --- the suite ------------------------------------------------------------------------------- */

static void add_totals(EpdTotals *sum, const EpdTotals *t) {
    sum->positions += t->positions;
    sum->counted += t->counted;
    sum->solved += t->solved;
    sum->shown += t->shown;
    sum->unfinished += t->unfinished;
    sum->wrong_claims += t->wrong_claims;
    sum->too_short += t->too_short;
    sum->points += t->points;
    sum->most += t->most;
    sum->us += t->us;
    sum->nodes += t->nodes;
}

static void append_line(Worker *w, Word line) {
    const size_t length = w->length + line.length + 1;

    if (length > w->capacity) {
        w->capacity = 2 * length;
        w->out = memory_grow(w->out, w->capacity, 1);
    }
    memcpy(w->out + w->length, line.at, line.length);
    w->length = length;
    w->out[length - 1] = '\n';
}

/* Finds the result of a position, and appends its EPD to the thread's output. */
static Found find_result(const Merge *m, Worker *w, size_t line) {
    const UnitResult *at = unit_table_find(&m->results.table, w->result[line].key);
    EpdResultLine r;

    if (!at)
        return MISSING;
    if (epd_result_split(&r, text_rest(line_at(m, at->place))) || r.key != at->key)
        return CHANGED;
    append_line(w, r.epd);
    w->result[line].totals = r.totals;
    w->slot[line] = (size_t)(at - m->results.table.slot);
    return FOUND;
}

static void work_on_suite(void *context, const LineBatch *batch) {
    const Merge *m = context;
    Worker *w = &m->worker[batch->thread];

    w->length = 0;
    for (size_t i = 0; i < batch->lines; i++) {
        char ignored[100]; /* such a line has no result */
        Text stray = text_in(ignored, sizeof ignored);
        Word line = batch->line[i].text;

        epd_trim(&line, &stray);
        w->result[i].key = epd_result_key(line);
    }
    for (size_t i = 0; i < batch->lines; i++) {
        if (i + AHEAD < batch->lines)
            unit_table_prefetch(&m->results.table, w->result[i + AHEAD].key);
        w->found[i] = find_result(m, w, i);
    }
}

static bool take_suite(void *context, const LineBatch *batch) {
    Merge *m = context;
    const Worker *w = &m->worker[batch->thread];

    for (size_t i = 0; i < batch->lines; i++)
        if (w->found[i] == FOUND) {
            add_totals(&m->totals, &w->result[i].totals);
            m->used[w->slot[i]] = true;
        } else if (w->found[i] == MISSING) {
            m->missing++;
            linefile_complain_at(&m->now, batch->line[i].number, "this position has no result");
        } else {
            tool_message("a file of results was changed while it was read");
            return false;
        }
    return !w->length || fwrite(w->out, 1, w->length, m->out) == w->length;
}

/* Prints the results of all positions. Returns false on failure. */
static bool print_suite(Merge *m, const char *suite) {
    const LineWork work = {work_on_suite, take_suite, m};
    bool good;

    if (!linefile_open(&m->now, suite))
        return false;
    m->used = memory_new(m->results.table.slots + 1, sizeof *m->used);
    good = linebatch_run(&m->now, &work);
    linefile_close(&m->now);
    return good;
}

/* Lists some results of positions that the suite does not have. */
static void name_foreign(Merge *m) {
    const UnitTable *t = &m->results.table;

    for (size_t i = 0; i < t->slots; i++)
        if (t->slot[i].key && !m->used[i] && m->foreign++ < SHOWN) {
            const uint64_t place = t->slot[i].place;
            Text text = TEXT_OF(120);

            text_add_quoted(&text, line_at(m, place), 90);
            tool_message("%s: this result is of a position that is not in the suite: %s",
                         m->file[1 + (place >> FILE_SHIFT)], text.at);
        }
}

/* --- both ------------------------------------------------------------------------------------ */

static bool merge(Merge *m, char **file, size_t files) {
    bool good = true;

    for (size_t i = 1; i < files && good; i++)
        good = read_results(m, file[i], i - 1);
    good = good && print_suite(m, file[0]);
    if (good && !interrupt_pending())
        name_foreign(m);
    return good;
}

int epd_merge(char **file, size_t files, FILE *copy, bool *complete) {
    Merge m = {.out = copy ? copy : stdout};

    *complete = false;
    if (files < 2)
        return tool_usage_error("--merge needs a suite and files of results");
    if (files > MAX_FILES)
        return tool_usage_error("there are too many files");
    m.file = file;
    m.map = memory_new(files, sizeof *m.map);
    m.worker = memory_new(LINEBATCH_THREADS, sizeof *m.worker);
    interrupt_catch();
    *complete = merge(&m, file, files) && !fflush(m.out) && !ferror(m.out) && !m.missing &&
                !m.foreign && m.refused == m.damaged && !interrupt_pending();
    if (m.totals.positions)
        epd_report_totals(stderr, &m.totals);
    if (m.missing || m.refused || m.foreign)
        tool_message("%" PRIu64 " position%s no result, %" PRIu64 " line%s refused, %" PRIu64
                     " result%s of no position of the suite",
                     m.missing, m.missing == 1 ? " has" : "s have", m.refused,
                     m.refused == 1 ? " was" : "s were", m.foreign,
                     m.foreign == 1 ? " is" : "s are");
    for (size_t i = 0; i < files; i++)
        filemap_close(&m.map[i]);
    free(m.map);
    free(m.used);
    for (size_t i = 0; i < LINEBATCH_THREADS; i++)
        free(m.worker[i].out);
    free(m.worker);
    unit_table_free(&m.results.table);
    return *complete ? TOOL_OK : interrupt_pending() ? TOOL_INTERRUPTED : TOOL_FAILED;
}
