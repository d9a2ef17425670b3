/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "epd_merge.h"

#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "epd_result.h"
#include "tools/common/interrupt.h"
#include "tools/common/linefile.h"
#include "tools/common/memory.h"
#include "tools/common/tool.h"

/* A place is the number of a file and an offset in it. */
enum { FILE_SHIFT = 48, MAX_FILES = 1 << (63 - FILE_SHIFT), SHOWN = 10 };

/*
 * Positions that follow each other stand in the results of different slices, so parts of the files
 * are kept. A line begins in one of BLOCK bytes, and seldom ends more than BEHIND bytes later.
 */
enum { BLOCK = 1 << 14, BEHIND = 1 << 11, LONGEST = 1 << 17, BLOCKS = 512 };

typedef struct {
    uint64_t place; /* of its first byte */
    size_t length;
    char *bytes; /* NULL if it was not read */
} Block;

typedef struct {
    EpdResults results;
    char **file; /* names; the results begin with the second */
    Block block[BLOCKS];
    char *line;                         /* a long one */
    uint64_t refused, missing, damaged; /* damaged: among the lines that were refused */
    EpdTotals totals;
    FILE *out;
} Merge;

/* --- results --------------------------------------------------------------------------------- */

/* Note all results of a file. False after a sentence. */
static bool read_results(Merge *m, const char *name, size_t number) {
    LineFile l;
    Word line;

    if (!strcmp(name, "-")) {
        tool_message("results are read twice: they must be in a file, not on standard input");
        return false;
    }
    if (!linefile_open(&l, name))
        return false;
    while (linefile_next(&l, &line)) {
        char words[300];
        Text room = text_in(words, sizeof words);
        EpdResultLine r;
        UnitStatus status;
        const char *error =
            l.whole ? epd_result_read(&r, line) : "this line is cut short: it has no line end";

        m->damaged += error != NULL;
        if (!error)
            error =
                epd_results_add(&m->results, &r, (uint64_t)number << FILE_SHIFT | (uint64_t)l.start,
                                &status, &room);
        if (!error)
            continue;
        m->refused++;
        if (error != words)
            linefile_complain(&l, error);
        else if (m->refused <= SHOWN) /* that text does not stay */
            tool_message("%s:%ld: %s", name, l.number, error);
    }
    linefile_close(&l);
    return !l.failed;
}

/* Read bytes of the results; returns how many there are. */
static size_t read_at(const Merge *m, uint64_t place, char *bytes, size_t size) {
    const int fd = open(m->file[1 + (place >> FILE_SHIFT)], O_RDONLY);
    ssize_t n = -1;

    if (fd >= 0) {
        n = pread(fd, bytes, size, (off_t)(place & ((UINT64_C(1) << FILE_SHIFT) - 1)));
        close(fd);
    }
    return n > 0 ? (size_t)n : 0;
}

/* The line at a place, without its end. */
static Word line_at(Merge *m, uint64_t place) {
    const uint64_t begin = place & ~(uint64_t)(BLOCK - 1);
    const size_t at = (size_t)(place - begin);
    Block *b = &m->block[unit_hash(0, &begin, sizeof begin) % BLOCKS];
    const char *end;
    Word line;

    if (!b->bytes || b->place != begin) {
        b->place = begin;
        b->bytes = memory_grow(b->bytes, BLOCK + BEHIND, 1);
        b->length = read_at(m, begin, b->bytes, BLOCK + BEHIND);
    }
    end = at < b->length ? memchr(b->bytes + at, '\n', b->length - at) : NULL;
    if (end)
        return (Word){b->bytes + at, (size_t)(end - b->bytes) - at};
    m->line = memory_grow(m->line, LONGEST, 1);
    line = (Word){m->line, read_at(m, place, m->line, LONGEST)};
    return text_until(&line, '\n');
}

/* Read a result again. False if the file has changed. */
static bool read_again(Merge *m, const UnitResult *at, EpdResultLine *out) {
    return !epd_result_split(out, text_rest(line_at(m, at->place))) && out->key == at->key;
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
    sum->us += t->us;
    sum->nodes += t->nodes;
}

/* Print what there is of every position. False if that fails. */
static bool print_suite(Merge *m, const char *suite) {
    bool good = true;
    LineFile l;
    Word line;

    if (!linefile_open(&l, suite))
        return false;
    while (good && linefile_next(&l, &line)) {
        const UnitResult *at = unit_table_find(&m->results.table, epd_result_key(line));
        EpdResultLine r;

        if (!at) {
            m->missing++;
            linefile_complain(&l, "this position has no result");
        } else if (!read_again(m, at, &r)) {
            good = false;
            tool_message("a file of results was changed while it was read");
        } else {
            add_totals(&m->totals, &r.totals);
            good = fwrite(r.epd.at, 1, r.epd.length, m->out) == r.epd.length &&
                   fputc('\n', m->out) != EOF;
        }
    }
    linefile_close(&l);
    return good && !l.failed;
}

/* --- both ------------------------------------------------------------------------------------ */

static bool merge(Merge *m, char **file, size_t files) {
    bool good = true;

    for (size_t i = 1; i < files && good; i++)
        good = read_results(m, file[i], i - 1);
    return good && print_suite(m, file[0]);
}

int epd_merge(char **file, size_t files, FILE *copy, bool *complete) {
    Merge m = {.out = copy ? copy : stdout};

    *complete = false;
    if (files < 2)
        return tool_usage_error("--merge needs a suite and files of results");
    if (files > MAX_FILES)
        return tool_usage_error("there are too many files");
    m.file = file;
    interrupt_catch();
    *complete = merge(&m, file, files) && !fflush(m.out) && !ferror(m.out) && !m.missing &&
                m.refused == m.damaged && !interrupt_pending();
    if (m.totals.positions)
        epd_report_totals(stderr, &m.totals);
    if (m.missing || m.refused)
        tool_message("%" PRIu64 " position%s no result, %" PRIu64 " line%s refused", m.missing,
                     m.missing == 1 ? " has" : "s have", m.refused,
                     m.refused == 1 ? " was" : "s were");
    for (size_t i = 0; i < BLOCKS; i++)
        free(m.block[i].bytes);
    free(m.line);
    unit_table_free(&m.results.table);
    return *complete ? TOOL_OK : interrupt_pending() ? TOOL_INTERRUPTED : TOOL_FAILED;
}
