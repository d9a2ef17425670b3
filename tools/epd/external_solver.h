/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An engine that is another program, speaking CECP or UCI, as a solver. */
#ifndef ALULA_EPD_EXTERNAL_SOLVER_H
#define ALULA_EPD_EXTERNAL_SOLVER_H

#include "solver.h"
#include "text.h"

/* What all solvers of one program share. */
typedef struct Outside Outside;

typedef struct {
    const char *engine; /* COMMAND[,proto=cecp|uci][,option.NAME=VALUE]... */
    Effort effort;
    int64_t hash_megabytes, threads; /* 0: as the program likes */
    int64_t patience_ms;             /* without a sign of life */
    bool chess960;
} OutsidePlan;

/*
 * Start the program once, to learn whether it can do what is asked. NULL, with a sentence in
 * *fault, if it cannot. Comes before any thread, and catches the signal of broken pipes.
 */
Outside *outside_open(const OutsidePlan *plan, Text *fault);
void outside_close(Outside *o); /* after its solvers are freed; NULL is fine */

/* A process of its own for each solver; it is started when it is needed. */
Solver *outside_solver(Outside *o);

#endif
