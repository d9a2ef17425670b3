/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Large text files, on all processors: lines are worked on by several threads, and taken in order.
 */
#ifndef ALULA_COMMON_LINEBATCH_H
#define ALULA_COMMON_LINEBATCH_H

#include "linefile.h"

enum { LINEBATCH_THREADS = 8, LINEBATCH_LINES = 512 };

/* A line as linefile_next() gives it, with what LineFile knows of it then. */
typedef struct {
    Word text;
    long number;
    int64_t start;
    bool whole;
} BatchLine;

/* Lines that follow each other in the file, at least one. */
typedef struct {
    BatchLine line[LINEBATCH_LINES];
    size_t lines;
    int thread; /* that works on it, from 0, less than LINEBATCH_THREADS */
} LineBatch;

typedef struct {
    /* Called by several threads at once. */
    void (*work)(void *context, const LineBatch *batch);
    /* Called for the same batches by the same threads, but one at a time and in their order; false
       ends the reading. */
    bool (*take)(void *context, const LineBatch *batch);
    void *context;
} LineWork;

/*
 * Read an open file to its end. In the meantime linefile_complain_at() is the only function for it.
 * False if it could not be read, as LineFile's `failed` says, or a `take` has ended it.
 */
bool linebatch_run(LineFile *l, const LineWork *work);

#endif
