/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Working through a suite, several positions at once, with results in the order of the suite. */
#ifndef ALULA_EPD_EPD_RUN_H
#define ALULA_EPD_EPD_RUN_H

#include <stdio.h>

#include "../common/epdsuite.h"
#include "external_solver.h"

enum { EPD_MAX_JOBS = 256 };

typedef struct {
    Effort effort;
    Outside *outside; /* NULL: the engine that is linked in */
    size_t hash_bytes;
    int threads;  /* of each search */
    int jobs;     /* searches at once */
    int patience; /* see Verdict */
    bool epd;     /* EPD goes to stdout, and only the sums are told, on stderr */
    FILE *copy;   /* EPD goes there too; may be NULL */
} EpdPlan;

/*
 * All positions, or those that were finished when SIGINT, SIGTERM or SIGHUP came: *whole tells
 * which. The exit status: 0; 1 if an engine failed or the output cannot be written; 130.
 */
int epd_run(const EpdPlan *plan, const EpdSuite *suite, bool *whole);

#endif
