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
 * are kept: a line begins in one of BLOCK bytes, and ends BEHIND bytes later at most.
 */
enum { BLOCK = 1 << 14, BEHIND = 1 << 16, BLOCKS = 512 };

typedef struct {
    uint64_t place; /* of its first byte */
    size_t length;
    char *bytes; /* NULL if it was not read */
} Block;

typedef struct {
    EpdResults results;
    char **file; /* names; the results begin with the second */
    Block block[BLOCKS];
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

/* The bytes of the results from a place to the end of its block and behind it. */
static Word bytes_at(Merge *m, uint64_t place) {
    const uint64_t begin = place & ~(uint64_t)(BLOCK - 1), at = place - begin;
    Block *b = &m->block[unit_hash(0, &begin, sizeof begin) % BLOCKS];

    if (!b->bytes || b->place != begin) {
        const int fd = open(m->file[1 + (begin >> FILE_SHIFT)], O_RDONLY);
        const off_t offset = (off_t)(begin & ((UINT64_C(1) << FILE_SHIFT) - 1));
        ssize_t n = -1;

        b->place = begin;
        b->bytes = memory_grow(b->bytes, BLOCK + BEHIND, 1);
        if (fd >= 0) {
            n = pread(fd, b->bytes, BLOCK + BEHIND, offset);
            close(fd);
        }
        b->length = n > 0 ? (size_t)n : 0;
    }
    return at < b->length ? (Word){b->bytes + at, b->length - at} : (Word){"", 0};
}

/* Read a result again. False if the file has changed. */
static bool read_again(Merge *m, const UnitResult *at, EpdResultLine *out) {
    Word bytes = bytes_at(m, at->place);

    return !epd_result_split(out, text_rest(text_until(&bytes, '\n'))) && out->key == at->key;
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
    unit_table_free(&m.results.table);
    return *complete ? TOOL_OK : interrupt_pending() ? TOOL_INTERRUPTED : TOOL_FAILED;
}
