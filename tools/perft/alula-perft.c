/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-perft: count leaf nodes, check perft suites, share counts among processes and machines. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chess/fen.h"
#include "chess/zobrist.h"
#include "perft_answer.h"
#include "perft_arguments.h"
#include "perft_count.h"
#include "tools/common/tool.h"

static const char *const usage[] = {
#include "usage/alula-perft.inc"
    NULL};

typedef struct {
    char move[PERFT_MOVE_SIZE];
    uint64_t nodes;
    bool known;
} DivideLine;

static int compare_lines(const void *a, const void *b) {
    return strcmp(((const DivideLine *)a)->move, ((const DivideLine *)b)->move);
}

/* Counts after each first move; returns the number of moves. */
static size_t divide(const PerftOptions *o, const Position *p, const PerftResult *c,
                     DivideLine lines[MAX_MOVES]) {
    Move list[MAX_MOVES];
    const size_t moves = movegen_all(&p->board, list);

    for (size_t i = 0; i < moves; i++) {
        perft_move_text(lines[i].move, p, list[i], o->chess960);
        lines[i].nodes = 0;
        lines[i].known = true;
        for (size_t u = 0; u < c->units; u++)
            if (c->unit[u].first == list[i]) {
                lines[i].known &= c->known[u];
                lines[i].nodes = perft_add(lines[i].nodes, c->part[u].nodes);
            }
    }
    qsort(lines, moves, sizeof *lines, compare_lines);
    return moves;
}

static const char *const kind_names[] = {
    "nodes",  "captures",          "en_passants",   "castlings", "promotions",
    "checks", "discovered_checks", "double_checks", "mates"};

/*
 * Prints JSON. For an interrupted count, prints only what is certain, under names that indicate
 * that.
 */
static void print_json(const PerftOptions *o, const Position *p, const PerftResult *c) {
    const uint64_t *kinds = (const uint64_t *)&c->total;
    const bool complete = c->finished == c->units;
    Json j = tool_json();

    json_text(&j, "fen", o->fen ? o->fen : FEN_START);
    json_whole(&j, "depth", o->depth);
    json_flag(&j, "complete", complete);
    json_count(&j, complete ? "nodes" : "nodes_so_far", c->total.nodes);
    json_whole(&j, "ms", c->us / 1000);
    json_count(&j, "knps", perft_speed(c->total.nodes, c->us));
    json_whole(&j, "threads", o->threads);
    json_whole(&j, "hash_mb", o->hash_megabytes);
    if (o->divide) {
        DivideLine lines[MAX_MOVES];
        const size_t moves = o->depth ? divide(o, p, c, lines) : 0;

        json_open(&j, "divide", '{');
        for (size_t i = 0; i < moves; i++)
            if (lines[i].known)
                json_count(&j, lines[i].move, lines[i].nodes);
        json_close(&j, '}');
    }
    if (o->kinds && complete)
        for (size_t i = 1; i < sizeof kind_names / sizeof *kind_names; i++)
            json_count(&j, kind_names[i], kinds[i]);
    startup_json_end(&j);
}

static void print_lines(const PerftOptions *o, const Position *p, const PerftResult *c) {
    const uint64_t *kinds = (const uint64_t *)&c->total;
    const bool complete = c->finished == c->units;

    if (o->divide && o->depth) {
        DivideLine lines[MAX_MOVES];
        const size_t moves = divide(o, p, c, lines);
        size_t known = 0;
        for (size_t i = 0; i < moves; i++)
            if (lines[i].known) {
                printf("%s: %" PRIu64 "\n", lines[i].move, lines[i].nodes);
                known++;
            }
        if (complete)
            printf("\n%zu move%s\n", moves, tool_plural(moves));
        else
            printf("\nonly %zu of %zu move%s\n", known, moves, tool_plural(moves));
    }
    if (o->kinds && complete)
        for (size_t i = 1; i < sizeof kind_names / sizeof *kind_names; i++)
            printf("%-17s %" PRIu64 "\n", kind_names[i], kinds[i]);
    if (!complete)
        printf("interrupted: %zu of %zu parts are counted\n", c->finished, c->units);
    printf("%" PRIu64 " node%s%s, %" PRId64 " ms, %" PRIu64 " knps\n", c->total.nodes,
           tool_plural(c->total.nodes), complete ? "" : " so far", c->us / 1000,
           perft_speed(c->total.nodes, c->us));
}

/* Counts one position and prints. Returns the exit status. */
static int count_one(const PerftOptions *o) {
    const int depth = (int)o->depth;
    Word fen = word_of(o->fen ? o->fen : FEN_START);
    Position p;
    const char *error = o->unchecked ? fen_parse_any_material(&p, &fen, o->chess960)
                                     : fen_parse(&p, fen, o->chess960);
    PerftResult c = {.unit = NULL};
    int status = TOOL_OK;

    if (!error && o->unchecked && text_rest(fen).length)
        error = "there is more text after the position";
    if (error)
        return tool_usage_error("bad position: %s", perft_hint(o, error));
    if (o->unchecked ? perft_is_known_to_overflow(&p, depth) : perft_is_too_deep(&p, depth))
        return perft_fail(perft_too_large, NULL);
    if (!perft_count_leaves(o, &p, depth, &c))
        return TOOL_FAILED;
    if (c.total.nodes == PERFT_OVERFLOW)
        status = perft_fail(perft_too_large, NULL);
    else
        (o->json ? print_json : print_lines)(o, &p, &c);
    perft_result_free(&c);
    return status;
}

static int run(int argc, char **argv, Text *error) {
    PerftBatch batch = {.start = 0};
    PerftOptions o = {.batch = &batch};
    int status = perft_arguments_read(&o, argc, argv, error);

    if (status)
        return status;
    attacks_init();
    zobrist_init();
    if (!o.units) {              /* a list of units is written completely or not at all */
        signal(SIGINT, SIG_DFL); /* even if ignored in a script's background job */
        interrupt_catch();
    }
    if (o.hash_megabytes && !o.comparing &&
        !(o.table = perft_table_new((size_t)o.hash_megabytes << 20)))
        return perft_fail("there is not enough memory for the table", NULL);
    status = o.comparing  ? perft_compare(&o, error)
             : o.check    ? perft_check(&o, error)
             : o.summing  ? perft_units_sum(&o)
             : o.checking ? perft_suite(&o)
             : o.unit     ? perft_units_count(&o)
             : o.units    ? perft_units_write(&o)
                          : count_one(&o);
    if (interrupt_pending()) /* threads may still be counting */
        _exit(fflush(stdout) || ferror(stdout) ? tool_fail("the output cannot be written")
                                               : TOOL_INTERRUPTED);
    perft_table_free(o.table);
    return status;
}

int main(int argc, char **argv) {
    const Tool tool = {.name = "alula-perft", .usage = usage, .command = {{NULL, run}}};

    return tool_main(&tool, argc, argv);
}
