/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perft_compare_print.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/util.h"
#include "perft_print.h"
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

static void print_cell(const CompareCell *cell) {
    printf("{\"result\": \"%s\", \"seconds\": [", fault_names[cell->fault]);
    for (size_t i = 0; i < cell->rounds && !cell->fault; i++)
        printf("%s%" PRId64 ".%06" PRId64, i ? ", " : "", cell->us[i] / 1000000,
               cell->us[i] % 1000000);
    printf("], \"too_short\": %s}", is_short(cell) ? "true" : "false");
}

static void print_means(const Comparison *c, const char *name, Choice *choose) {
    const double own = mean_speed(c, 0, choose);

    printf(", \"%s\": {", name);
    for (size_t i = 0; i < c->programs; i++) {
        const double mean = mean_speed(c, i, choose);

        printf("%s\"%s\": ", i ? ", " : "", c->program[i].name);
        if (mean > 0)
            printf("{\"mnodes_per_s\": %.3f, \"alula_ratio\": %.4f}", mean, own / mean);
        else
            printf("null");
    }
    printf("}");
}

static void print_programs(const Comparison *c) {
    printf(", \"programs\": [");
    for (size_t i = 0; i < c->programs; i++) {
        printf("%s{\"name\": \"%s\", \"uci\": %s, \"command\": ", i ? ", " : "", c->program[i].name,
               c->program[i].engine.protocol == PERFT_UCI ? "true" : "false");
        perft_print_string(c->program[i].engine.command);
        if (c->start_us[i] < INT64_MAX)
            printf(", \"start_s\": %" PRId64 ".%06" PRId64, c->start_us[i] / 1000000,
                   c->start_us[i] % 1000000);
        printf("}");
    }
    printf("]");
}

void compare_print_json(const Comparison *c) {
    const PerftOptions *o = c->options;
    Text text = TEXT_OF(100);

    read_processor(&text);
    printf("{\"processor\": ");
    perft_print_string(text.at);
    printf(", \"compiler\": ");
    perft_print_string(tool_compiler);
    printf(", \"complete\": %s, \"rounds\": %" PRId64 ", \"threads\": %" PRId64
           ", \"hash_mb\": %" PRId64,
           c->cut ? "false" : "true", o->rounds, o->threads, o->hash_megabytes);
    print_programs(c);
    printf(", \"positions\": [");
    for (size_t i = 0; i < c->positions; i++) {
        const ComparePosition *p = &c->position[i];

        printf("%s{\"name\": ", i ? ", " : "");
        perft_print_string(p->name);
        printf(", \"fen\": ");
        perft_print_string(p->fen);
        printf(", \"depth\": %d, \"nodes\": %" PRIu64, p->depth, p->nodes);
        for (size_t k = 0; k < c->programs; k++) {
            printf("%s\"%s\": ", k ? ", " : ", \"programs\": {", c->program[k].name);
            print_cell(compare_cell(c, i, k));
        }
        printf("}, \"compared\": %s}", compare_is_complete(c, i) ? "true" : "false");
    }
    printf("]");
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        print_means(c, choices[i].name, choices[i].choose);
    printf("}\n");
}
