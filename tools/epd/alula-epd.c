/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-epd: search EPD suites and count the solved positions. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "alula-epd.h"
#include "base/file.h"
#include "epd_result.h"
#include "search/result.h"
#include "tools/common/tool.h"

enum { STABLE = 6 };

static const char *const usage[] = {
#include "usage/alula-epd.inc"
    NULL};

/* Command line options. */
typedef struct {
    EpdPlan plan;
    const char *out, *log;
    bool full, merge;
    Slice slice; /* .of is 0 without --slice */
    char job[EPD_JOB_SIZE];
} EpdOptions;

static bool read_options(EpdOptions *w, int argc, char **argv, int *files, Text *error) {
    SolverSetup *s = &w->plan.setup;
    ExternalOptions *o = &s->options;
    const CommandOption rows[] = {
        {"--movetime", .number = &o->limits.move_ms, 1, 1000000000},
        {"--nodes", .number = &o->limits.nodes, 1, INT64_MAX / 1000000},
        {"--depth", .number = &s->depth, 1, 1000},
        {"--threads", .number = &o->threads, 1, MAX_THREADS},
        {"--hash", .number = &o->hash_megabytes, 1, 1 << 20},
        {"--jobs", .number = &s->jobs, 1, SOLVER_MAX_JOBS},
        {"--engine", .text = &o->engine},
        {"--tb", .text = &s->tables},
        {"--patience", .number = &s->patience_s, 1, 100000},
        {"--stable", .whole = &w->plan.stable, 1, 1000},
        {"--full", .on = &w->full},
        {"--chess960", .on = &o->chess960},
        {"--epd", .on = &w->plan.epd},
        {"--json", .on = &w->plan.json},
        {"--out", .text = &w->out},
        {"--slice", .read = slice_option, .context = &w->slice},
        {"--log", .text = &w->log},
        {"--merge", .on = &w->merge},
    };
    bool limited;

    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, files, error))
        return false;
    limited = s->depth || o->limits.nodes || o->limits.move_ms;
    if (!*files)
        text_add(error, "a file of positions is missing; - is standard input");
    else if (!w->merge && !limited)
        text_add(error, "a limit is needed: --movetime, --nodes or --depth");
    else if (w->merge && (limited || o->threads || o->hash_megabytes || s->jobs || o->engine ||
                          s->tables || w->full || o->chess960 || w->plan.epd))
        text_add(error, "--merge does not search: it takes only --out");
    if (w->full)
        w->plan.stable = 0;
    solver_setup_take(s, "alula-epd");
    if (!error->length && w->log && !w->slice.of)
        text_add(error, "--log needs --slice; --slice 1/1 is the whole suite");
    if (!error->length && w->slice.of && (w->out || w->plan.epd || w->merge))
        text_add(error,
                 "--slice prints results for --merge, and excludes --epd, --out and --merge");
    if (!error->length && w->plan.json && (w->merge || w->slice.of || w->plan.epd))
        text_add(error, "--json prints results, and excludes --epd, --slice and --merge");
    if (!error->length && s->tables && o->engine)
        text_add(
            error,
            "--tb applies to the built-in engine; with --engine, use option.SyzygyPath=FOLDER");
    return !error->length;
}

/* --- parts ----------------------------------------------------------------------------------- */

/* Writes all settings that affect the results to w->job, as words. */
static void write_job(EpdOptions *w) {
    const SolverSetup *s = &w->plan.setup;
    Text job = text_in(w->job, sizeof w->job);

    solver_setup_write(&job, s);
    text_addf(&job, " stable=%d tb=%d chess960=%d", w->plan.stable,
              s->syzygy ? syzygy_men(s->syzygy) : 0, s->options.chess960);
}

/* Records a result from the log. */
static const char *take_logged(void *known, Word line) {
    static char words[300]; /* the error */
    Text room = text_in(words, sizeof words);
    EpdResultLine r;
    const char *error = epd_result_read(&r, line);

    return error ? error : epd_results_add(known, &r, 0, &room);
}

/*
 * Keeps the positions of the slice that have no result yet. Of equal positions, only the first
 * counts.
 */
static void choose_positions(const EpdOptions *w, EpdSuite *suite, EpdResults *known) {
    size_t kept = 0, done = 0;
    UnitTable seen = {0};

    for (size_t i = 0; i < suite->count; i++) {
        const uint64_t key = epd_result_key(suite->problem[i].text);
        const int64_t number = (int64_t)seen.count;

        if (unit_table_add(&seen, key, 0, 0) != UNIT_NEW || !slice_has(&w->slice, number))
            continue;
        if (unit_table_find(&known->table, key))
            done++;
        else
            suite->problem[kept++] = suite->problem[i];
    }
    unit_table_free(&seen);
    if (done)
        tool_message("%zu position%s done already", done, done == 1 ? " is" : "s are");
    suite->count = kept;
}

/*
 * Prepares for --slice, which prints results instead of the usual output. Returns false after an
 * error message.
 */
static bool begin_slice(EpdOptions *w, EpdSuite *suite) {
    EpdResults known = {0};
    bool good = true;

    write_job(w);
    memcpy(known.job, w->job, sizeof known.job);
    w->plan.job = w->job;
    if (w->log)
        good = (w->plan.log = unit_log_open(w->log, take_logged, &known)) >= 0;
    if (good)
        choose_positions(w, suite, &known);
    unit_table_free(&known.table);
    return good;
}

/* --- the program ----------------------------------------------------------------------------- */

static int search_suite(EpdOptions *w, EpdSuite *suite, Text *error) {
    FileOutput *copy = NULL;
    bool complete;
    int status = TOOL_FAILED;

    if (!solver_setup_open(&w->plan.setup, error))
        return TOOL_FAILED;
    w->plan.log = -1;
    if (!w->slice.of || begin_slice(w, suite)) {
        if (!w->out || (copy = file_output_open(w->out, error))) {
            w->plan.copy = copy ? file_output_stream(copy) : NULL;
            status = epd_run(&w->plan, suite, &complete);
        }
    }
    if (w->plan.log >= 0)
        close(w->plan.log);
    if (copy && !file_output_close(copy, complete, error) && !status)
        status = TOOL_FAILED;
    return status;
}

static int merge(EpdOptions *w, char **file, size_t files, Text *error) {
    FileOutput *copy = NULL;
    bool complete;
    int status;

    if (w->out && !(copy = file_output_open(w->out, error)))
        return TOOL_FAILED;
    status = epd_merge(file, files, copy ? file_output_stream(copy) : NULL, &complete);
    if (copy && !file_output_close(copy, complete, error))
        status = TOOL_FAILED;
    return status;
}

static int run(int argc, char **argv, Text *error) {
    EpdOptions w = {.plan.setup.patience_s = 15, .plan.stable = STABLE};
    EpdSuite suite = {0};
    int files, status = TOOL_OK;

    if (!read_options(&w, argc, argv, &files, error))
        return TOOL_USAGE;
    if (tool_check_outputs(&(ToolFile){"--out", w.out}, 1, (const char *const *)argv + 1,
                           (size_t)files))
        return TOOL_USAGE;
    if (w.merge)
        return merge(&w, argv + 1, (size_t)files, error);
    startup_init_tables();
    for (int i = 1; i <= files; i++) {
        const size_t before = suite.count + (size_t)suite.bad;
        const char *why =
            epdsuite_add(&suite, argv[i], w.plan.setup.options.chess960, epdsuite_complain);

        if (why)
            status = tool_fail("%s: %s", argv[i], why);
        else if (suite.count + (size_t)suite.bad == before)
            status = tool_fail("%s: there is no position in it", argv[i]);
    }
    if (suite.bad)
        status = TOOL_FAILED;
    /* if no file has a position, there are no totals, and --out is not written */
    if (!status || suite.count || suite.bad) {
        const int end = search_suite(&w, &suite, error);

        status = end == TOOL_INTERRUPTED || !status ? end : status;
    }
    epdsuite_free(&suite);
    solver_setup_close(&w.plan.setup);
    return status;
}

int main(int argc, char **argv) {
    const Tool tool = {.name = "alula-epd", .usage = usage, .command = {{NULL, run}}};

    return tool_main(&tool, argc, argv);
}
