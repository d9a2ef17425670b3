/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perft_compare.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/util.h"
#include "tools/common/interrupt.h"
#include "tools/common/tool.h"

/* Chooses the best or the median of several times. */
typedef int64_t Choice(const int64_t *us, size_t count);

static const struct {
    const char *name;
    Choice *choose;
} choices[] = {{"best", compare_best}, {"median", compare_median}};

/* Returns million nodes per second in a position; 0 if unknown. */
static double speed(const Comparison *c, size_t position, size_t program, Choice *choose) {
    const CompareCell *cell = compare_cell(c, position, program);
    const int64_t us = cell->rounds && !cell->fault ? choose(cell->us, cell->rounds) : 0;

    return us > 0 ? (double)c->position[position].nodes / (double)us : 0;
}

static size_t complete_positions(const Comparison *c) {
    size_t count = 0;

    for (size_t i = 0; i < c->positions; i++)
        count += compare_is_complete(c, i);
    return count;
}

/* Returns the geometric mean of the speeds in all complete positions; 0 if there are none. */
static double mean_speed(const Comparison *c, size_t program, Choice *choose) {
    const size_t count = complete_positions(c);
    double sum = 0;

    for (size_t i = 0; i < c->positions; i++)
        if (compare_is_complete(c, i))
            sum += log(speed(c, i, program, choose));
    return count ? exp(sum / (double)count) : 0;
}

static bool is_short(const CompareCell *cell) {
    return !cell->fault && cell->rounds && compare_best(cell->us, cell->rounds) < PERFT_SHORT_US;
}

/* Reads "model name : ..." on Linux, if available; else leaves the text empty. */
static void read_processor(Text *out) {
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[400];

    while (file && !out->length && fgets(line, sizeof line, file)) {
        Word rest = word_of(line);

        if (word_is(text_rest(text_until(&rest, ':')), "model name"))
            text_add_quoted(out, text_rest(rest), 80);
    }
    if (file)
        fclose(file);
}

/* --- tables ---------------------------------------------------------------------------------- */

static const char *const fault_names[PERFT_OUTCOMES] = {
    [PERFT_RIGHT] = "right",   [PERFT_WRONG] = "wrong",   [PERFT_DIED] = "died",
    [PERFT_LATE] = "late",     [PERFT_FLOOD] = "flooded", [PERFT_ABSENT] = "absent",
    [PERFT_UNABLE] = "unable", [PERFT_STOPPED] = "out"};

static int width(const Comparison *c, size_t program) {
    return max(8, (int)strlen(c->program[program].name)) + 2;
}

/* Tables are printed by columns; the blank after a number is written before the next one. */
static bool gap;

static void print_text(int columns, const char *text, char mark) {
    printf("%s%*s", gap ? " " : "", columns, text);
    gap = mark == ' ';
    if (!gap)
        putchar(mark);
}

static void print_label(const char *text) {
    printf("%-32s", text);
    gap = false;
}

static void print_number(int columns, double value, int decimals, char mark) {
    char text[40];

    snprintf(text, sizeof text, "%.*f", decimals, value);
    print_text(columns, value > 0 ? text : "-", value > 0 ? mark : ' ');
}

static bool has_runs(const Comparison *c, size_t position) {
    for (size_t i = 0; i < c->programs; i++)
        if (compare_cell(c, position, i)->rounds || compare_cell(c, position, i)->fault)
            return true;
    return false;
}

static void print_row(const Comparison *c, size_t position, Choice *choose) {
    const ComparePosition *p = &c->position[position];
    char label[100];

    snprintf(label, sizeof label, "%s, depth %d", p->name, p->depth);
    print_label(label);
    for (size_t i = 0; i < c->programs; i++) {
        const CompareCell *cell = compare_cell(c, position, i);
        const double value = speed(c, position, i, choose);

        if (cell->fault)
            print_text(width(c, i), fault_names[cell->fault], ' ');
        else
            print_number(width(c, i), value, value < 100, is_short(cell) ? '*' : ' ');
    }
    printf("\n");
}

static void print_table(const Comparison *c, const char *title, Choice *choose) {
    const double own = mean_speed(c, 0, choose);
    char label[60];

    printf("\n");
    print_label(title);
    for (size_t i = 0; i < c->programs; i++)
        print_text(width(c, i), c->program[i].name, ' ');
    printf("\n");
    for (size_t i = 0; i < c->positions; i++)
        if (has_runs(c, i))
            print_row(c, i, choose);
    if (!complete_positions(c))
        return;
    snprintf(label, sizeof label, "geometric mean of %zu", complete_positions(c));
    print_label(label);
    for (size_t i = 0; i < c->programs; i++) {
        const double mean = mean_speed(c, i, choose);
        print_number(width(c, i), mean, mean < 100, ' ');
    }
    printf("\n");
    print_label("alula / each");
    for (size_t i = 0; i < c->programs; i++) {
        const double mean = mean_speed(c, i, choose);
        print_number(width(c, i), mean > 0 ? own / mean : 0, 3, ' ');
    }
    printf("\n");
}

static void print_starts(const Comparison *c) {
    printf("\n");
    print_label("start and depth 3, ms");
    for (size_t i = 0; i < c->programs; i++)
        print_number(width(c, i), c->start_us[i] < INT64_MAX ? (double)c->start_us[i] / 1000 : 0, 1,
                     ' ');
    printf("\n");
}

void compare_print(const Comparison *c) {
    const PerftOptions *o = c->options;
    Text text = TEXT_OF(100);
    bool any = false, any_short = false;

    for (size_t i = 0; i < c->positions; i++)
        any |= has_runs(c, i);
    for (size_t i = 0; i < c->positions * c->programs; i++)
        any_short |= is_short(&c->cell[i]);
    read_processor(&text);
    printf("processor: %s\n", text.length ? text.at : "unknown");
    printf("alula: %s, %" PRId64 " thread%s, ", tool_compiler, o->threads,
           o->threads == 1 ? "" : "s");
    if (o->hash_megabytes)
        printf("a table of %" PRId64 " MB\n", o->hash_megabytes);
    else
        printf("no table\n");
    printf("%" PRId64 " round%s, processor time with the start of each program\n", o->rounds,
           o->rounds == 1 ? "" : "s");
    if (any) {
        print_table(c, "best, Mnodes/s", choices[0].choose);
        if (o->rounds > 1)
            print_table(c, "median, Mnodes/s", choices[1].choose);
        print_starts(c);
    }
    if (any_short)
        printf("* less than %d ms: too short to be compared, and not in the means\n",
               PERFT_SHORT_US / 1000);
    if (c->cut)
        printf("%s: %zu of %zu positions are complete\n",
               interrupt_pending() ? "interrupted" : "the time of --total is over",
               complete_positions(c), c->positions);
}

/* --- JSON ------------------------------------------------------------------------------------ */

/* Writes microseconds as seconds. */
static void add_seconds(Json *j, const char *name, int64_t us) {
    json_real(j, name, (double)us / 1e6, 6);
}

static void add_cell(Json *j, const char *name, const CompareCell *cell) {
    json_open(j, name, '{');
    json_text(j, "result", fault_names[cell->fault]);
    json_open(j, "seconds", '[');
    for (size_t i = 0; i < cell->rounds && !cell->fault; i++)
        add_seconds(j, NULL, cell->us[i]);
    json_close(j, ']');
    json_flag(j, "too_short", is_short(cell));
    json_close(j, '}');
}

static void add_means(Json *j, const Comparison *c, const char *name, Choice *choose) {
    const double own = mean_speed(c, 0, choose);

    json_open(j, name, '{');
    for (size_t i = 0; i < c->programs; i++) {
        const double mean = mean_speed(c, i, choose);

        if (mean > 0) {
            json_open(j, c->program[i].name, '{');
            json_real(j, "mnodes_per_s", mean, 3);
            json_real(j, "alula_ratio", own / mean, 4);
            json_close(j, '}');
        } else {
            json_null(j, c->program[i].name);
        }
    }
    json_close(j, '}');
}

static void add_programs(Json *j, const Comparison *c) {
    json_open(j, "programs", '[');
    for (size_t i = 0; i < c->programs; i++) {
        json_open(j, NULL, '{');
        json_text(j, "name", c->program[i].name);
        json_flag(j, "uci", c->program[i].engine.protocol == PERFT_UCI);
        json_text(j, "command", c->program[i].engine.command);
        if (c->start_us[i] < INT64_MAX)
            add_seconds(j, "start_s", c->start_us[i]);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void add_position(Json *j, const Comparison *c, size_t i) {
    const ComparePosition *p = &c->position[i];

    json_open(j, NULL, '{');
    json_text(j, "name", p->name);
    json_text(j, "fen", p->fen);
    json_whole(j, "depth", p->depth);
    json_count(j, "nodes", p->nodes);
    json_open(j, "programs", '{');
    for (size_t k = 0; k < c->programs; k++)
        add_cell(j, c->program[k].name, compare_cell(c, i, k));
    json_close(j, '}');
    json_flag(j, "compared", compare_is_complete(c, i));
    json_close(j, '}');
}

void compare_print_json(const Comparison *c) {
    const PerftOptions *o = c->options;
    Text text = TEXT_OF(100);
    Json j = tool_json();

    read_processor(&text);
    json_text(&j, "processor", text.at);
    json_text(&j, "compiler", tool_compiler);
    json_flag(&j, "complete", !c->cut);
    json_whole(&j, "rounds", o->rounds);
    json_whole(&j, "threads", o->threads);
    json_whole(&j, "hash_mb", o->hash_megabytes);
    add_programs(&j, c);
    json_open(&j, "positions", '[');
    for (size_t i = 0; i < c->positions; i++)
        add_position(&j, c, i);
    json_close(&j, ']');
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        add_means(&j, c, choices[i].name, choices[i].choose);
    startup_json_end(&j);
}
