/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solving the positions of a suite, several at once, with results in the order of the suite. */
#ifndef ALULA_EPD_EPD_RUN_H
#define ALULA_EPD_EPD_RUN_H

#include <stdio.h>

#include "tools/common/epdsuite.h"
#include "tools/player/solver.h"

typedef struct {
    SolverSetup setup;
    int stable; /* see Verdict */
    bool epd;   /* print EPD to stdout and only the totals, to stderr */
    bool json;  /* print one JSON object, with the totals */
    FILE *copy; /* another output file for EPD, or NULL */
    /*
     * the job of a suite in parts, which prints results, see epd_result.h, and the totals to
     * stderr; or NULL
     */
    const char *job;
    int log; /* with `job`, a file for the results instead of stdout; or -1 */
} EpdPlan;

/*
 * Searches all positions, or until SIGINT, SIGTERM or SIGHUP. Sets *complete if all were searched
 * and written. Returns the exit status: 0; 1 if an engine failed or the output cannot be written;
 * TOOL_INTERRUPTED.
 */
int epd_run(const EpdPlan *plan, const EpdSuite *suite, bool *complete);

#endif
