/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of alula-epd. */
#ifndef ALULA_EPD_TOOL_H
#define ALULA_EPD_TOOL_H

#include <stdio.h>

#include "tools/common/epdsuite.h"
#include "tools/player/solver.h"

/* --- solving the positions of a suite, several at once, with results in its order ------------ */

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

/* --- merging the results of a suite's parts -------------------------------------------------- */

/*
 * Prints the results of the suite file[0] ("-": standard input) from the other files, as EPD in the
 * order of the suite, to `copy` or, if that is NULL, to stdout; the totals go to stderr. Reports on
 * stderr lines that are not results or contradict others, positions without a result, and results
 * of positions outside the suite. Sets *complete if there are no such problems and the output was
 * written; damaged lines do not matter if their positions have a result elsewhere. Returns the exit
 * status.
 */
int epd_merge(char **file, size_t files, FILE *copy, bool *complete);

#endif
