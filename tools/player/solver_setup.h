/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How positions are searched: command-line options shared by the tools, and the resources they
 * open.
 */
#ifndef ALULA_PLAYER_SOLVER_SETUP_H
#define ALULA_PLAYER_SOLVER_SETUP_H

#include "external_solver.h"

enum { SOLVER_MAX_JOBS = 256 };

/* Zero where not given. */
typedef struct {
    ExternalOptions options; /* limits, hash and threads apply to the built-in engine, too */
    int64_t depth, jobs, patience_s; /* jobs: number of parallel searches */
    const char *tables;              /* folders, or NULL */
    ExternalEngine *external;        /* NULL: the built-in engine */
    Syzygy *syzygy;                  /* for the built-in engine; NULL: no tablebases */
} SolverSetup;

/* Completes the values of a command line, for this program. */
void solver_setup_take(SolverSetup *s, const char *program);

/*
 * Opens the external engine or the tablebases. Returns false with an error message. Close the setup
 * in any case.
 */
bool solver_setup_open(SolverSetup *s, Text *error);
void solver_setup_close(SolverSetup *s);

/*
 * Creates a solver; NULL if out of memory. With `final`, listeners of the built-in engine also get
 * the result of the whole search, which may be better than that of the last iteration.
 */
Solver *solver_setup_new(const SolverSetup *s, bool final);

/*
 * Adds everything that results depend on, see unit_job_differs(): "alula=VERSION search=SUM
 * net=SUM" or "engine=NAME command=SUM", and " movetime=N nodes=N depth=N hash=N threads=N". The
 * words have no quotation marks, backslashes and semicolons. Returns false when out of memory.
 */
bool solver_setup_write(Text *job, const SolverSetup *s);

enum { SOLVER_JOB_SIZE = 400 }; /* bytes for these words and a few more */

#endif
