/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How positions are searched: the options that programs share, and what is opened for them. */
#ifndef ALULA_PLAYER_SOLVER_SETUP_H
#define ALULA_PLAYER_SOLVER_SETUP_H

#include "external_solver.h"

enum { SOLVER_MAX_JOBS = 256 };

/* Zero but for what is given. */
typedef struct {
    ExternalOptions options; /* limits, hash table and threads also of the built-in engine */
    int64_t depth, jobs, patience_s; /* jobs: searches at once */
    const char *tables;              /* folders, or NULL */
    ExternalEngine *external;        /* NULL: the built-in engine */
    Syzygy *syzygy;                  /* for that; NULL: no tablebases */
} SolverSetup;

/* Complete what was read from a command line, for this program. */
void solver_setup_take(SolverSetup *s, const char *program);

/* Open the other engine or the tablebases. False with an error message. Close it in any case. */
bool solver_setup_open(SolverSetup *s, Text *error);
void solver_setup_close(SolverSetup *s);

/* A solver; NULL if out of memory. `final`: see builtin_solver_new(). */
Solver *solver_setup_new(const SolverSetup *s, bool final);

/*
 * Add what results depend on, see unit_job_differs(): "alula=VERSION search=SUM net=SUM" or
 * "engine=NAME command=SUM", and " movetime=N nodes=N depth=N hash=N threads=N". The words have no
 * quotation marks, backslashes and semicolons. False if there is not enough memory.
 */
bool solver_setup_write(Text *job, const SolverSetup *s);

enum { SOLVER_JOB_SIZE = 400 }; /* room for these words and a few more */

#endif
