/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "alula-epd.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/thread.h"
#include "base/util.h"
#include "chess/movegen.h"
#include "epd_result.h"
#include "tools/common/tool.h"

enum { WAIT_MS = 20, PROGRESS_MS = 250 };

typedef struct {
    const EpdPlan *plan;
    const EpdSuite *suite;
    atomic_int working; /* threads */
    atomic_bool stopping;
    pthread_mutex_t lock; /* guards the fields below */
    size_t next, printed;
    EpdResult *result;
    EpdTotals totals;
    Json json;
    bool progress_shown; /* a progress line is on the terminal */
    int write_error;     /* errno of the first failed write, or 0 */
} EpdRun;

typedef struct {
    EpdRun *run;
    Solver *solver;
    GameLine line; /* the current position */
    pthread_t thread;
} EpdJob;

/* --- printing; the lock is held -------------------------------------------------------------- */

static void clear_progress(EpdRun *r) {
    if (r->progress_shown)
        fprintf(stderr, "\r%78s\r", "");
    r->progress_shown = false;
}

static void flush(EpdRun *r, FILE *file) {
    if ((fflush(file) || ferror(file)) && !r->write_error) {
        r->write_error = errno ? errno : EIO;
        atomic_store(&r->stopping, true);
    }
}

static void print_epd(EpdRun *r, FILE *out, const EpdResult *result) {
    const Text line = epd_report_epd(result, 0);

    fprintf(out, "%s\n", line.at);
    flush(r, out);
    free(line.at);
}

/* Writes a result, or reports that the position has no answer. */
static void print_unit(EpdRun *r, const EpdResult *result) {
    const EpdProblem *problem = result->verdict.problem;
    Text line;

    if (*result->error) {
        tool_message("%s:%d: no answer: %s", problem->file, problem->line, result->error);
        return;
    }
    line = epd_result_write(result, r->plan->job);
    if (r->plan->log < 0) {
        fwrite(line.at, 1, line.length, stdout);
        flush(r, stdout);
    } else if (!unit_log_append(r->plan->log, line.at, line.length) && !r->write_error) {
        r->write_error = errno ? errno : EIO;
        atomic_store(&r->stopping, true);
    }
    free(line.at);
}

static void print_result(EpdRun *r, size_t i) {
    const EpdResult *result = &r->result[i];

    clear_progress(r);
    if (r->plan->job)
        print_unit(r, result);
    else if (r->plan->epd)
        print_epd(r, stdout, result);
    else if (r->plan->json)
        epd_report_json(&r->json, (int)i + 1, result);
    else
        epd_report_position(stdout, (int)i + 1, result);
    flush(r, stdout);
    if (r->plan->copy)
        print_epd(r, r->plan->copy, result);
    epd_totals_add(&r->totals, result);
}

/* Prints finished results, in the order of the suite. */
static void print_ready(EpdRun *r) {
    while (r->printed < r->suite->count && r->result[r->printed].done)
        print_result(r, r->printed++);
}

/* Begins the JSON object, up to the results of positions. */
static void begin_json(EpdRun *r) {
    r->json = tool_json();
    json_open(&r->json, "positions", '[');
}

static void end_json(EpdRun *r) {
    json_close(&r->json, ']');
    epd_report_json_totals(&r->json, &r->totals);
    startup_json_end(&r->json);
}

static void show_progress(EpdRun *r) {
    pthread_mutex_lock(&r->lock);
    fprintf(stderr, "\r%zu of %zu positions, %d solved   ", r->printed, r->suite->count,
            r->totals.solved);
    r->progress_shown = true;
    pthread_mutex_unlock(&r->lock);
}

/* --- one position ---------------------------------------------------------------------------- */

static bool receive_info(void *context, const SolverInfo *info) {
    EpdResult *result = context;

    result->nodes = info->nodes > result->nodes ? info->nodes : result->nodes;
    return verdict_update(&result->verdict, info);
}

static void solve(EpdJob *job, const EpdProblem *problem, EpdResult *result) {
    Solver *const solver = job->solver;
    const int64_t start = clock_us();
    Move list[MAX_MOVES], move = NO_MOVE;
    const char *error;

    *result = (EpdResult){.verdict = {.problem = problem, .stable = job->run->plan->stable}};
    if (!movegen_all(&problem->position.board, list)) {
        /* checkmate or stalemate: no search */
        result->verdict.last = (SolverInfo){.bound = BOUND_EXACT};
        if (position_in_check(&problem->position))
            result->verdict.last.score = -32767;
        return;
    }
    gameline_restart(&job->line, &problem->position);
    solver->forget(solver);
    if ((error = solver->solve(solver, &job->line, receive_info, result, &move))) {
        Text t = text_in(result->error, sizeof result->error);
        text_add(&t, error);
    }
    result->us = clock_us() - start;
    verdict_finish(&result->verdict, move, result->us, result->nodes);
}

static void *work(void *context) {
    EpdJob *job = context;
    EpdRun *r = job->run;

    for (;;) {
        EpdResult result;
        size_t i;

        pthread_mutex_lock(&r->lock);
        i = r->next++;
        pthread_mutex_unlock(&r->lock);
        if (i >= r->suite->count || atomic_load(&r->stopping))
            break;
        solve(job, &r->suite->problem[i], &result);
        if (atomic_load(&r->stopping))
            break; /* interrupted: the result is incomplete */
        pthread_mutex_lock(&r->lock);
        r->result[i] = result;
        r->result[i].done = true;
        print_ready(r);
        pthread_mutex_unlock(&r->lock);
    }
    atomic_fetch_sub(&r->working, 1);
    return NULL;
}

/* --- all positions --------------------------------------------------------------------------- */

/* Starts the threads; returns false if one cannot be started. */
static bool start(EpdRun *r, EpdJob *job, int *jobs) {
    const int wanted = (int)min_size((size_t)r->plan->setup.jobs, r->suite->count);

    for (*jobs = 0; *jobs < wanted; ++*jobs) {
        EpdJob *j = &job[*jobs];

        j->run = r;
        if (!(j->solver = solver_setup_new(&r->plan->setup, false)))
            break;
        if (gameline_init(&j->line, &r->suite->problem[0].position)) {
            j->solver->free(j->solver);
            break;
        }
        atomic_fetch_add(&r->working, 1);
        if (!thread_start(&j->thread, work, j)) {
            atomic_fetch_sub(&r->working, 1);
            gameline_destroy(&j->line);
            j->solver->free(j->solver);
            break;
        }
    }
    return *jobs == wanted;
}

static void wait_for_end(EpdRun *r, EpdJob *job, int jobs) {
    const bool terminal = isatty(STDERR_FILENO);
    int64_t shown = clock_ms();

    while (atomic_load(&r->working)) {
        if (interrupt_pending())
            atomic_store(&r->stopping, true);
        if (atomic_load(&r->stopping))
            for (int i = 0; i < jobs; i++)
                job[i].solver->stop(job[i].solver);
        if (terminal && clock_ms() - shown >= PROGRESS_MS) {
            shown = clock_ms();
            show_progress(r);
        }
        clock_sleep_ms(WAIT_MS);
    }
    for (int i = 0; i < jobs; i++) {
        pthread_join(job[i].thread, NULL);
        job[i].solver->free(job[i].solver);
        gameline_destroy(&job[i].line);
    }
}

int epd_run(const EpdPlan *plan, const EpdSuite *suite, bool *complete) {
    EpdRun r = {.plan = plan, .suite = suite};
    EpdJob *job = memory_new((size_t)plan->setup.jobs, sizeof *job);
    int jobs, status = 0;

    r.result = memory_new(suite->count, sizeof *r.result);
    pthread_mutex_init(&r.lock, NULL);
    interrupt_catch();
    if (plan->json)
        begin_json(&r);
    if (!start(&r, job, &jobs)) {
        fputs("alula-epd: not enough memory or threads\n", stderr);
        atomic_store(&r.stopping, true);
        status = 1;
    }
    wait_for_end(&r, job, jobs);
    for (size_t i = r.printed; i < suite->count; i++)
        if (r.result[i].done)
            print_result(&r, i);
    clear_progress(&r);
    if (plan->json)
        end_json(&r);
    else
        epd_report_totals(plan->epd || plan->job ? stderr : stdout, &r.totals);
    flush(&r, stdout);
    *complete = r.printed == suite->count && !r.write_error;
    if (r.write_error)
        fprintf(stderr, "alula-epd: the output cannot be written: %s\n", strerror(r.write_error));
    if (r.write_error || r.totals.errors)
        status = 1;
    pthread_mutex_destroy(&r.lock);
    free(r.result);
    free(job);
    return interrupt_pending() ? TOOL_INTERRUPTED : status;
}
