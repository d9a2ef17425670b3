/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-epd: search EPD suites and count the solved positions. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "engine.h"
#include "epd_run.h"
#include "startup.h"
#include "tools/common/commandline.h"
#include "tools/common/tool.h"

enum { STABLE = 6 };

static const char *const usage[] = {
#include "usage/alula-epd.inc"
    NULL};

static void complain(const char *file, int line, const char *sentence) {
    fprintf(stderr, "%s:%d: %s\n", strcmp(file, "-") ? file : "standard input", line, sentence);
}

/* Command line options. */
typedef struct {
    EpdPlan plan;
    ExternalOptions external;
    const char *out, *tables;
    int64_t depth, threads, hash, jobs, patience_s, stable;
    bool full, chess960;
} EpdOptions;

static bool read_options(EpdOptions *w, int argc, char **argv, int *files, Text *error) {
    const CommandOption rows[] = {
        {"--movetime", .number = &w->plan.limits.move_ms, 1, 1000000000},
        {"--nodes", .number = &w->plan.limits.nodes, 1, INT64_MAX / 1000000},
        {"--depth", .number = &w->depth, 1, 1000},
        {"--threads", .number = &w->threads, 1, ENGINE_MAX_THREADS},
        {"--hash", .number = &w->hash, 1, 1 << 20},
        {"--jobs", .number = &w->jobs, 1, EPD_MAX_JOBS},
        {"--engine", .text = &w->external.engine},
        {"--tb", .text = &w->tables},
        {"--patience", .number = &w->patience_s, 1, 100000},
        {"--stable", .number = &w->stable, 1, 1000},
        {"--full", .on = &w->full},
        {"--chess960", .on = &w->chess960},
        {"--epd", .on = &w->plan.epd},
        {"--out", .text = &w->out},
    };

    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, files, error))
        return false;
    if (!*files)
        text_add(error, "a file of positions is missing; - stands for standard input");
    else if (!w->depth && !w->plan.limits.nodes && !w->plan.limits.move_ms)
        text_add(error, "how long may it think? --movetime, --nodes or --depth is needed");
    w->plan.limits.depth = (int)w->depth;
    w->plan.hash_bytes = (size_t)(w->hash ? w->hash : 64) << 20;
    w->plan.threads = (int)(w->threads ? w->threads : 1);
    w->plan.jobs = (int)w->jobs;
    w->plan.stable = w->full ? 0 : (int)w->stable;
    w->external.limits = w->plan.limits;
    w->external.hash_megabytes = w->hash;
    w->external.threads = w->threads;
    w->external.patience_ms = w->patience_s * 1000;
    w->external.chess960 = w->chess960;
    w->external.opponent = "alula-epd";
    if (!error->length && w->tables && w->external.engine)
        text_add(error, "--tb is for the built-in engine; --engine takes option.SyzygyPath=FOLDER");
    return !error->length;
}

static int search_suite(EpdOptions *w, const EpdSuite *suite, Text *error) {
    FileOutput *copy = NULL;
    bool complete;
    int status;

    if (w->external.engine && !(w->plan.external = external_engine_open(&w->external, error)))
        return TOOL_FAILED;
    if (w->out && !(copy = file_output_open(w->out, error))) {
        external_engine_close(w->plan.external);
        return TOOL_FAILED;
    }
    w->plan.copy = copy ? file_output_stream(copy) : NULL;
    status = epd_run(&w->plan, suite, &complete);
    external_engine_close(w->plan.external);
    if (copy && !file_output_close(copy, complete, error))
        tool_message("%s", error->at);
    if (error->length && !status)
        status = TOOL_FAILED;
    *error = text_in(error->at, error->capacity);
    return status;
}

static int run(int argc, char **argv, Text *error) {
    EpdOptions w = {.jobs = 1, .patience_s = 15, .stable = STABLE};
    EpdSuite suite = {0};
    int files, status = TOOL_OK;

    if (!read_options(&w, argc, argv, &files, error))
        return TOOL_USAGE;
    for (int i = 1; i <= files; i++)
        if (w.out && file_output_hits(w.out, argv[i]))
            return tool_usage_error(
                "--out would replace a file that is read; give it another name");
    startup_init_tables();
    if (w.tables && !(w.plan.syzygy = syzygy_open(w.tables)))
        return tool_fail("there is not enough memory");
    if (w.plan.syzygy && !syzygy_men(w.plan.syzygy)) {
        syzygy_close(w.plan.syzygy);
        return tool_fail("--tb: there are no Syzygy tablebases in %s", w.tables);
    }
    for (int i = 1; i <= files; i++) {
        const size_t before = suite.count + (size_t)suite.bad;
        const char *why = epdsuite_add(&suite, argv[i], w.chess960, complain);

        if (why)
            status = tool_fail("%s: %s", argv[i], why);
        else if (suite.count + (size_t)suite.bad == before)
            tool_message("%s: there is no position in it", argv[i]);
    }
    if (suite.bad)
        status = TOOL_FAILED;
    /* if no file could be read there are no totals, and --out is not written */
    if (!status || suite.count || suite.bad) {
        const int end = search_suite(&w, &suite, error);

        status = end == TOOL_INTERRUPTED || !status ? end : status;
    }
    epdsuite_free(&suite);
    tool_close_tables(w.plan.syzygy);
    return status;
}

int main(int argc, char **argv) {
    const Tool tool = {.name = "alula-epd", .usage = usage, .command = {{NULL, run}}};

    return tool_main(&tool, argc, argv);
}
