/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-epd: how many positions of a suite does an engine solve? */
#include <stdio.h>
#include <string.h>

#include "common/commandline.h"
#include "common/interrupt.h"
#include "engine.h"
#include "epd/epd_run.h"
#include "file.h"
#include "startup.h"

enum { STABLE = 6 };

static const char usage[] =
    "usage: alula-epd FILE.epd... (--movetime MS | --nodes N | --depth N) [OPTION...]\n"
    "\n"
    "Think about every position of the files (\"-\": standard input) and compare the answer with\n"
    "its bm, am or dm. A position with bm or am is solved by such a move; one with dm by a mate "
    "in\n"
    "no more moves whose line is legal and ends in that mate; one with both by either. Positions\n"
    "that ask for nothing are thought about, and not counted.\n"
    "\n"
    "  --movetime MS, --nodes N, --depth N   how long for each position; the first to be reached\n"
    "  --threads N      threads of each search (1)\n"
    "  --hash MB        hash table of each search (64)\n"
    "  --jobs N         positions at once (1)\n"
    "  --engine COMMAND[,proto=cecp|uci][,option.NAME=VALUE]   another engine; old ones that "
    "speak\n"
    "                   CECP know whole seconds only. It starts in the present folder, and may\n"
    "                   leave logs there\n"
    "  --patience S     an engine that says nothing for so long has fallen silent (15)\n"
    "  --stable N       a right answer is final when N deeper iterations have confirmed it (6);\n"
    "                   a proved mate is final at once\n"
    "  --full           always think to the end: no answer is final before\n"
    "  --chess960       positions of Chess960\n"
    "  --epd            print the positions as EPD, with ce acd acn acs pv of this search and all\n"
    "                   other operations as they were; the sums go to stderr\n"
    "  --out FILE       write such EPD to a file, none of those that are read; it is FILE.new\n"
    "                   until it is whole, and if it is interrupted and FILE was there before\n"
    "  --help, --version\n"
    "\n"
    "A line for each position: number, id, solved or failed, the move, what was asked for, then\n"
    "time, depth and nodes at which the right answer came that stayed; without it, all that was\n"
    "used. The last line is \"N of M solved\" with the time and the nodes of all searches. Mates\n"
    "that are announced are followed to their end: wrong ones, and those shorter than dm, are "
    "told.\n"
    "\n"
    "Exit status: 0 all positions were read and thought about, solved or not; 1 the engine died "
    "or\n"
    "fell silent, or the output cannot be written; 2 bad input: a sentence for each line, the "
    "rest\n"
    "are done; 130 interrupted, and what was known is printed.\n";

static int refuse(const char *sentence) {
    fprintf(stderr, "alula-epd: %s (--help tells more)\n", sentence);
    return 2;
}

static void complain(const char *file, int line, const char *sentence) {
    fprintf(stderr, "%s:%d: %s\n", strcmp(file, "-") ? file : "standard input", line, sentence);
}

/* What the command line says beyond the plan. */
typedef struct {
    EpdPlan plan;
    OutsidePlan outside;
    const char *out;
    int64_t depth, threads, hash, jobs, patience_s, stable;
    bool full, chess960;
} EpdOptions;

static bool read_wishes(EpdOptions *w, int argc, char **argv, int *files, Text *fault) {
    const CommandOption rows[] = {
        {"--movetime", NULL, NULL, &w->plan.effort.move_ms, 1, 1000000000},
        {"--nodes", NULL, NULL, &w->plan.effort.nodes, 1, INT64_MAX / 1000000},
        {"--depth", NULL, NULL, &w->depth, 1, 1000},
        {"--threads", NULL, NULL, &w->threads, 1, ENGINE_MAX_THREADS},
        {"--hash", NULL, NULL, &w->hash, 1, 1 << 20},
        {"--jobs", NULL, NULL, &w->jobs, 1, EPD_MAX_JOBS},
        {"--engine", NULL, &w->outside.engine, NULL, 0, 0},
        {"--patience", NULL, NULL, &w->patience_s, 1, 100000},
        {"--stable", NULL, NULL, &w->stable, 1, 1000},
        {"--full", &w->full, NULL, NULL, 0, 0},
        {"--chess960", &w->chess960, NULL, NULL, 0, 0},
        {"--epd", &w->plan.epd, NULL, NULL, 0, 0},
        {"--out", NULL, &w->out, NULL, 0, 0},
    };

    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, files, fault))
        return false;
    if (!*files)
        text_add(fault, "a file of positions is missing; - stands for standard input");
    else if (!w->depth && !w->plan.effort.nodes && !w->plan.effort.move_ms)
        text_add(fault, "how long may it think? --movetime, --nodes or --depth is needed");
    w->plan.effort.depth = (int)w->depth;
    w->plan.hash_bytes = (size_t)(w->hash ? w->hash : 64) << 20;
    w->plan.threads = (int)(w->threads ? w->threads : 1);
    w->plan.jobs = (int)w->jobs;
    w->plan.patience = w->full ? 0 : (int)w->stable;
    w->outside.effort = w->plan.effort;
    w->outside.hash_megabytes = w->hash;
    w->outside.threads = w->threads;
    w->outside.patience_ms = w->patience_s * 1000;
    w->outside.chess960 = w->chess960;
    return !fault->length;
}

static int do_suite(EpdOptions *w, const EpdSuite *suite, int status) {
    char words[600];
    Text fault = text_in(words, sizeof words);
    FileOutput *copy = NULL;
    bool whole;
    int end;

    if (w->outside.engine && !(w->plan.outside = outside_open(&w->outside, &fault)))
        return refuse(words);
    if (w->out && !(copy = file_output_open(w->out, &fault))) {
        outside_close(w->plan.outside);
        return refuse(words);
    }
    w->plan.copy = copy ? file_output_stream(copy) : NULL;
    end = epd_run(&w->plan, suite, &whole);
    outside_close(w->plan.outside);
    if (copy && !file_output_close(copy, whole, &fault)) {
        fprintf(stderr, "alula-epd: %s\n", words);
        end = end ? end : 1;
    }
    return end == INTERRUPT_STATUS || !status ? end : status;
}

/* The status after a text that was asked for: 1 if it has not arrived. */
static int printed(void) {
    if (!fflush(stdout) && !ferror(stdout))
        return 0;
    fprintf(stderr, "alula-epd: the output cannot be written\n");
    return 1;
}

int main(int argc, char **argv) {
    EpdOptions w = {.jobs = 1, .patience_s = 15, .stable = STABLE};
    char words[300];
    Text fault = text_in(words, sizeof words);
    EpdSuite suite = {0};
    int files, status = 0;

    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            fputs(usage, stdout);
            return printed();
        }
        if (!strcmp(argv[i], "--version")) {
            puts("alula-epd " ALULA_VERSION);
            return printed();
        }
    }
    if (!read_wishes(&w, argc, argv, &files, &fault))
        return refuse(words);
    for (int i = 1; i <= files; i++)
        if (w.out && file_output_hits(w.out, argv[i]))
            return refuse("--out would replace a file that is read; give it another name");
    startup_init_tables();
    for (int i = 1; i <= files; i++) {
        const size_t before = suite.count + (size_t)suite.bad;
        const char *defect = suite_add(&suite, argv[i], w.chess960, complain);

        if (!defect && suite.count + (size_t)suite.bad == before)
            fprintf(stderr, "alula-epd: %s: there is no position in it\n", argv[i]);
        if (defect) {
            fprintf(stderr, "alula-epd: %s: %s\n", argv[i], defect);
            status = 2;
        }
    }
    if (suite.bad)
        status = 2;
    /* where no file could be read there is nothing to sum up, and --out has nothing to replace */
    if (!status || suite.count || suite.bad)
        status = do_suite(&w, &suite, status);
    suite_free(&suite);
    return status;
}
