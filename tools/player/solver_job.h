/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the results of searches depend on, as a text, see unit_job_differs(). */
#ifndef ALULA_PLAYER_SOLVER_JOB_H
#define ALULA_PLAYER_SOLVER_JOB_H

#include "external_solver.h"

enum { SOLVER_JOB_SIZE = 400 }; /* room for these words and a few more */

typedef struct {
    const SolverLimits *limits;
    const ExternalEngine *external;  /* NULL: the built-in engine */
    const char *command;             /* of the other engine, as in ExternalOptions */
    int64_t hash_megabytes, threads; /* 0: the default of the other engine */
} SolverJob;

/*
 * Add "alula=VERSION search=SUM net=SUM" or "engine=NAME command=SUM", and " movetime=N nodes=N
 * depth=N hash=N threads=N". The words have no quotation marks, backslashes and semicolons. False
 * if there is not enough memory.
 */
bool solver_job_write(Text *job, const SolverJob *s);

#endif
