/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solving a suite, several positions at once, with results in the order of the suite. */
#ifndef ALULA_EPD_EPD_RUN_H
#define ALULA_EPD_EPD_RUN_H

#include <stdio.h>

#include "tools/common/epdsuite.h"
#include "tools/player/solver_setup.h"

typedef struct {
    SolverSetup setup;
    int stable; /* see Verdict */
    bool epd;   /* print EPD to stdout and only the totals, to stderr */
    FILE *copy; /* another file for EPD, or NULL */
    /* of a suite in parts, or NULL: print results, see epd_result.h, and the totals to stderr */
    const char *job;
    int log; /* with `job`, a file for the results, in place of stdout; or -1 */
} EpdPlan;

/*
 * Search all positions, or until SIGINT, SIGTERM or SIGHUP. *complete: all were searched and
 * written. Returns the exit status: 0; 1 if an engine failed or the output cannot be written;
 * TOOL_INTERRUPTED.
 */
int epd_run(const EpdPlan *plan, const EpdSuite *suite, bool *complete);

#endif
