/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "alula-epd.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/filemap.h"
#include "epd_result.h"
#include "tools/common/linefile.h"
#include "tools/common/tool.h"

/* A place consists of a file number and an offset. */
enum { FILE_SHIFT = 48, MAX_FILES = 1 << (63 - FILE_SHIFT), SHOWN = 10 };

typedef struct {
    EpdResults results;
    char **file;                        /* file names; results begin with the second */
    FileMap *map;                       /* [files]: contents of the result files, as first read */
    uint64_t refused, missing, damaged; /* damaged: counted in refused, too */
    uint64_t foreign;                   /* results of positions that are not in the suite */
    bool *used;                         /* [slots of the table]: the suite has this position */
    EpdTotals totals;
    FILE *out;
} Merge;

/* --- results --------------------------------------------------------------------------------- */

/* Records a result, the current line of the file, at this place. */
static void take_result(Merge *m, LineFile *l, Word line, uint64_t place) {
    Text room = TEXT_OF(300);
    EpdResultLine r;
    const char *error =
        l->whole ? epd_result_read(&r, line) : "this line is cut short: it has no line end";

    m->damaged += error != NULL;
    if (!error)
        error = epd_results_add(&m->results, &r, place, &room);
    if (!error)
        return;
    m->refused++;
    if (error != room.at)
        linefile_complain(l, error);
    else if (m->refused <= SHOWN) /* this text is not permanent */
        tool_message("%s:%ld: %s", l->name, l->number, error);
}

/* Records all results of a file. Returns false after an error message. */
static bool read_results(Merge *m, const char *name, uint64_t number) {
    LineFile l;
    Word line;

    if (!strcmp(name, "-")) {
        tool_message("results are read twice: they must be in a file, not on standard input");
        return false;
    }
    if (!linefile_open(&l, name))
        return false;
    while (linefile_next(&l, &line))
        take_result(m, &l, line, number << FILE_SHIFT | (uint64_t)l.start);
    linefile_close(&l);
    filemap_open(&m->map[1 + number], name); /* an empty file has no line to look up */
    return !l.failed;
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

/*
 * Prints the result of a position of the suite, and adds it to the totals. Returns false after a
 * message, or if it cannot be written.
 */
static bool print_result(Merge *m, LineFile *l, Word line) {
    Text stray = TEXT_OF(100); /* a line with errors has no result */
    const UnitResult *at;
    EpdResultLine r;

    epd_trim(&line, &stray);
    if (!(at = unit_table_find(&m->results.table, epd_result_key(line)))) {
        m->missing++;
        linefile_complain(l, "this position has no result");
        return true;
    }
    if (epd_result_split(&r, text_rest(line_at(m, at->place))) || r.key != at->key) {
        tool_message("a file of results was changed while it was read");
        return false;
    }
    add_totals(&m->totals, &r.totals);
    m->used[at - m->results.table.slot] = true;
    return fwrite(r.epd.at, 1, r.epd.length, m->out) == r.epd.length && putc('\n', m->out) != EOF;
}

/* Prints the results of all positions. Returns false on failure. */
static bool print_suite(Merge *m, const char *suite) {
    bool good = true;
    LineFile l;
    Word line;

    if (!linefile_open(&l, suite))
        return false;
    m->used = memory_new(m->results.table.slots + 1, sizeof *m->used);
    while (good && linefile_next(&l, &line))
        good = print_result(m, &l, line);
    linefile_close(&l);
    return good && !l.failed;
}

/* Lists some results of positions that the suite does not have. */
static void name_foreign(Merge *m) {
    const UnitTable *t = &m->results.table;

    for (size_t i = 0; i < t->slots; i++)
        if (t->slot[i].key && !m->used[i] && m->foreign++ < SHOWN) {
            const uint64_t place = t->slot[i].place;
            Text text = TEXT_OF(120);

            text_add_quoted(&text, line_at(m, place), 90);
            tool_message("%s: this result is for a position that is not in the suite: %s",
                         m->file[1 + (place >> FILE_SHIFT)], text.at);
        }
}

/* --- merging -------------------------------------------------------------------------------- */

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
        return tool_usage_error("--merge needs a suite and at least one file of results");
    if (files > MAX_FILES)
        return tool_usage_error("there are too many files");
    m.file = file;
    m.map = memory_new(files, sizeof *m.map);
    interrupt_catch();
    *complete = merge(&m, file, files) && !fflush(m.out) && !ferror(m.out) && !m.missing &&
                !m.foreign && m.refused == m.damaged && !interrupt_pending();
    if (m.totals.positions)
        epd_report_totals(stderr, &m.totals);
    if (m.missing || m.refused || m.foreign)
        tool_message("%" PRIu64 " position%s no result, %" PRIu64 " line%s refused, %" PRIu64
                     " result%s for positions outside the suite",
                     m.missing, m.missing == 1 ? " has" : "s have", m.refused,
                     m.refused == 1 ? " was" : "s were", m.foreign,
                     m.foreign == 1 ? " is" : "s are");
    for (size_t i = 0; i < files; i++)
        filemap_close(&m.map[i]);
    free(m.map);
    free(m.used);
    unit_table_free(&m.results.table);
    return *complete ? TOOL_OK : interrupt_pending() ? TOOL_INTERRUPTED : TOOL_FAILED;
}
