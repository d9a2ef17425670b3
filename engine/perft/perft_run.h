/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Perft in several threads, with or without a hash table. */
#ifndef ALULA_PERFT_RUN_H
#define ALULA_PERFT_RUN_H

#include "hashed.h"

/* A plan for counting units. */
typedef struct {
    int depth;   /* below each unit */
    int threads; /* 1 or more */
    enum { PERFT_COUNT, PERFT_VISIT, PERFT_KINDS } mode;
    PerftTable *table; /* NULL for none; for PERFT_COUNT only */
    size_t runs; /* approximate number of runs of this depth that share the table; 0 for one */
} PerftPlan;

/* Threads that count units. */
typedef struct PerftRun PerftRun;

/*
 * Starts the threads. Returns NULL if memory or threads are refused. units[count] must outlive the
 * run.
 */
PerftRun *perft_start(const PerftUnit *units, size_t count, const PerftPlan *plan);

/* Waits for the end of the run, at most timeout_ms. Returns true if the run has ended. */
bool perft_wait(PerftRun *run, int timeout_ms);

/* Writes the number of units finished and nodes counted so far. */
void perft_progress(PerftRun *run, size_t *units, uint64_t *nodes);

/* Returns true if the sum has exceeded 64 bits; the threads then end with units unfinished. */
bool perft_overflows(PerftRun *run);

/*
 * Writes the count below one unit, not multiplied by its `times`. Returns false if the unit is
 * unfinished.
 */
bool perft_result(PerftRun *run, size_t unit, PerftKinds *out);

/* Frees a run. perft_wait() must have returned true. */
void perft_free(PerftRun *run);

#endif
