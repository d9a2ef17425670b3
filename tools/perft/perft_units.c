/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "perft_arguments.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/random.h"
#include "chess/fen.h"
#include "perft_count.h"
#include "tools/common/linefile.h"
#include "tools/common/tool.h"
#include "tools/common/units.h"

/* Data of a unit's line; nodes is -1 for a unit that is not counted yet. */
typedef struct {
    uint64_t run; /* equal for all units of one count */
    int64_t number, of, times, depth, nodes;
    Position position;
} Unit;

enum { UNIT_LINE_SIZE = FEN_SIZE + 200 };

static const char no_unit[] = "this is not a work unit written by --units";

/*
 * Returns a number that identifies the run in logs, so that results of different counts are not
 * added up.
 */
static uint64_t run_name(const Position *root, int64_t depth, int64_t plies) {
    uint64_t name = root->key ^ root->board.castling;

    name = (name + (uint64_t)depth) * UINT64_C(0xd1342543de82ef95);
    name = (name ^ name >> 31) + (uint64_t)plies;
    name *= UINT64_C(0xdaba0b6eb09322e3);
    return name ^ name >> 29;
}

/*
 * Returns a unit as a line, with its count unless negative. A checksum of the whole line reveals
 * truncated, mixed or changed lines.
 */
static Text unit_line(const Unit *u, int64_t nodes, char *buffer, size_t size) {
    Text text = TEXT_OF(FEN_SIZE), line = text_in(buffer, size);

    fen_write(&text, &u->position);
    text_addf(&line,
              "%s ;run %016" PRIx64 " ;unit %" PRId64 "/%" PRId64 " ;times %" PRId64
              " ;depth %" PRId64,
              text.at, u->run, u->number, u->of, u->times, u->depth);
    if (nodes >= 0)
        text_addf(&line, " ;nodes %" PRId64, nodes);
    unit_line_close(&line);
    return line;
}

int perft_units_write(const PerftOptions *o) {
    Position root;
    PerftUnit *unit;
    size_t units;
    const char *error = fen_parse(&root, word_of(o->fen ? o->fen : FEN_START), o->chess960);

    if (error)
        return tool_usage_error("bad position: %s", perft_hint(o, error));
    if (o->units > o->depth)
        return tool_usage_error("the units are deeper than the count");
    if (perft_is_too_deep(&root, (int)o->depth))
        return perft_fail(perft_too_large, NULL);
    if ((error = perft_split(&root, (int)o->units, true, &unit, &units)))
        return perft_fail(error, NULL);
    if (!units)
        perft_fail("all games end before that ply: the count is 0, and there are no units", NULL);
    for (size_t i = 0; i < units; i++) {
        char line[UNIT_LINE_SIZE];
        const Unit u = {.position = unit[i].position,
                        .run = run_name(&root, o->depth, o->units),
                        .number = (int64_t)i + 1,
                        .of = (int64_t)units,
                        .times = (int64_t)unit[i].times,
                        .depth = o->depth - o->units};

        unit_line(&u, -1, line, sizeof line);
        fputs(line, stdout);
    }
    free(unit);
    return units ? TOOL_OK : TOOL_FAILED;
}

static bool read_fraction(Word of, int64_t *number, int64_t *units) {
    const Word first = text_until(&of, '/');

    return word_number(first, 1, PERFT_MAX_UNITS, number) &&
           word_number(of, *number, PERFT_MAX_UNITS, units);
}

/* Reads a unit except for its position. */
static const char *read_unit(Unit *u, Word line) {
    Word opcode, operands, rest = line;
    bool run = false, depth = false, good = true, check = false;

    u->nodes = -1;
    u->of = u->times = 0;
    text_until(&rest, ';'); /* the FEN */
    while (good && epd_operation(&rest, &opcode, &operands)) {
        if (word_is(opcode, "run"))
            good = run = unit_key_read(operands, &u->run);
        else if (word_is(opcode, "unit"))
            good = read_fraction(operands, &u->number, &u->of);
        else if (word_is(opcode, "times"))
            good = word_number(operands, 1, INT64_MAX, &u->times);
        else if (word_is(opcode, "depth"))
            good = depth = word_number(operands, 0, 99, &u->depth);
        else if (word_is(opcode, "nodes"))
            good = word_number(operands, 0, INT64_MAX, &u->nodes);
        else if (word_is(opcode, "check"))
            check = true;
    }
    if (!good || !run || !depth || !u->of || !u->times || !check)
        return no_unit;
    return unit_line_open(&line);
}

/*
 * Returns the next line with a unit, and its error. A truncated line can look complete, with the
 * first digits of its last number; only the missing line end reveals it. Sums skip the positions,
 * which take most of the time.
 */
static bool next_unit(LineFile *l, Unit *u, bool position, const char **error) {
    Word line;

    if (!linefile_next(l, &line))
        return false;
    *error = l->whole ? read_unit(u, line) : "this line is cut short: it has no line end";
    if (!*error && position && fen_parse_prefix(&u->position, &line, true))
        *error = no_unit;
    return true;
}

/* Results of the units of one run. */
typedef struct {
    uint64_t run;
    int64_t of; /* 0 before the first line */
    int64_t depth;
    UnitTable results; /* counts of the units, by number */
} Done;

/* Returns NULL, or why this unit belongs to another run. */
static const char *note_run(Done *d, const Unit *u) {
    if (!d->of) {
        d->run = u->run;
        d->of = u->of;
        d->depth = u->depth;
    }
    return u->run != d->run || u->of != d->of || u->depth != d->depth
               ? "this unit belongs to another count"
               : NULL;
}

/* Records a result. */
static UnitStatus note_result(Done *d, const Unit *u, uint64_t nodes) {
    return unit_table_add(&d->results, (uint64_t)u->number, nodes, 0);
}

/* Takes a line of the log. A unit whose line is damaged will be counted again. */
static const char *take_logged(void *done, Word line) {
    Unit u;

    if (!read_unit(&u, line) && u.nodes >= 0 && !note_run(done, &u))
        note_result(done, &u, (uint64_t)u.nodes);
    return NULL;
}

static bool print_unit(const Unit *u, uint64_t nodes, int log) {
    char buffer[UNIT_LINE_SIZE];
    const Text line = unit_line(u, (int64_t)nodes, buffer, sizeof buffer);

    if (log >= 0)
        return unit_log_append(log, buffer, line.length);
    return fwrite(buffer, 1, line.length, stdout) == line.length && !fflush(stdout);
}

/* Returns the number of units in a file; 0 if it cannot be read twice. */
static size_t count_lines(LineFile *l) {
    size_t lines = 0;
    Word line;

    if (lseek(fileno(l->file), 0, SEEK_CUR) < 0)
        return 0;
    while (linefile_next(l, &line))
        lines++;
    return linefile_seek(l, 0) ? lines : 0;
}

static void sum_up_units(const PerftOptions *o) {
    const size_t over = o->batch->counted + o->batch->skipped + o->batch->refused;

    perft_wipe_progress();
    fprintf(stderr, "alula-perft: %s%zu unit%s counted", interrupt_pending() ? "interrupted: " : "",
            o->batch->counted, tool_plural(o->batch->counted));
    if (o->log)
        fprintf(stderr, ", %zu in the log already", o->batch->skipped);
    if (o->batch->refused)
        fprintf(stderr, ", %zu refused", o->batch->refused);
    if (o->batch->of || !interrupt_pending())
        fprintf(stderr, ", %zu in all\n", o->batch->of ? o->batch->of : over);
    else
        fprintf(stderr, ", the rest not read\n");
}

/* Counts the current unit, unless it has an error or is in the log; returns false to stop. */
static bool count_unit(const PerftOptions *o, Done *done, LineFile *l, const Unit *u,
                       const char *error, int log) {
    uint64_t nodes = 0;

    if (!error && o->log)
        error = note_run(done, u);
    if (!error && o->log && unit_table_find(&done->results, (uint64_t)u->number)) {
        o->batch->skipped++;
        return true;
    }
    if (!error &&
        (!perft_count_nodes(o, &u->position, (int)u->depth, &nodes) || interrupt_pending()))
        return false;
    if (!error && nodes > INT64_MAX)
        error = perft_too_large;
    if (error) {
        perft_complain(l, error);
        o->batch->refused++;
        return true;
    }
    if (!print_unit(u, nodes, log)) {
        const char *reason = strerror(errno);

        perft_wipe_progress();
        if (o->log) /* tool_main() reports errors of stdout */
            tool_message("the result cannot be written: %s: %s", o->log, reason);
        return false;
    }
    if (o->log)
        note_result(done, u, nodes);
    o->batch->nodes = perft_add(o->batch->nodes, nodes);
    o->batch->counted++;
    perft_show_progress(o, NULL, 0, o->batch->start);
    return true;
}

int perft_units_count(const PerftOptions *o) {
    Done done = {0};
    const char *error;
    int log = o->log ? unit_log_open(o->log, take_logged, &done) : -1;
    bool good = !o->log || log >= 0, any = false;
    LineFile l;
    Unit u;

    if (!good || !linefile_open(&l, o->unit)) {
        unit_table_free(&done.results);
        return TOOL_FAILED;
    }
    o->batch->of = o->slice.of == 1 ? count_lines(&l) : 0;
    o->batch->start = clock_us();
    for (; good && next_unit(&l, &u, true, &error); any = true)
        if (error || slice_has(&o->slice, u.number - 1))
            good = count_unit(o, &done, &l, &u, error, log);
    good &= !l.failed && !o->batch->refused;
    linefile_close(&l);
    if (good && !any && !interrupt_pending()) {
        perft_fail("there are no units", l.name);
        good = false;
    } else {
        sum_up_units(o);
    }
    if (log >= 0)
        close(log);
    unit_table_free(&done.results);
    return interrupt_pending() ? TOOL_INTERRUPTED : good ? TOOL_OK : TOOL_FAILED;
}

int perft_units_sum(const PerftOptions *o) {
    Done done = {0};
    const char *error;
    uint64_t total = 0;
    UnitStatus status = UNIT_NEW;
    int64_t missing = 0;
    int bad = 0, damaged = 0; /* line counts; damaged lines may have an intact copy */
    LineFile l;
    Unit u;

    for (char **name = o->files; *name; name++) {
        if (!linefile_open(&l, *name)) {
            unit_table_free(&done.results);
            return TOOL_FAILED;
        }
        while (next_unit(&l, &u, false, &error)) {
            if (error) {
                perft_complain(&l, error);
                damaged++;
                continue;
            }
            if (u.nodes < 0)
                error = "this unit has no result yet";
            if (!error && !(error = note_run(&done, &u)))
                status = note_result(&done, &u, (uint64_t)u.nodes);
            if (!error && status == UNIT_OTHER)
                error = "this unit has a different result than before";
            if (error) {
                perft_complain(&l, error);
                bad++;
            } else if (status == UNIT_NEW) {
                total = perft_add(total, perft_multiply((uint64_t)u.nodes, (uint64_t)u.times));
            }
        }
        bad += l.failed;
        linefile_close(&l);
    }
    for (int64_t i = 1; i <= done.of; i++)
        if (!unit_table_find(&done.results, (uint64_t)i) && missing++ < 10)
            tool_message("unit %" PRId64 "/%" PRId64 " is missing", i, done.of);
    unit_table_free(&done.results);
    if (!done.of)
        return perft_fail("there are no results to add", NULL);
    if (total == PERFT_OVERFLOW)
        return perft_fail("the sum is larger than 64 bits can hold", NULL);
    if (missing || bad) {
        printf("%" PRId64 " unit%s missing, %d line%s refused: no sum\n", missing,
               missing == 1 ? " is" : "s are", bad + damaged,
               bad + damaged == 1 ? " was" : "s were");
        return 1;
    }
    printf("%" PRIu64 " node%s in %" PRId64 " unit%s\n", total, tool_plural(total), done.of,
           tool_plural((uint64_t)done.of));
    return 0;
}
