/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parallel processing of large text files: several threads work on lines, whose results are taken
 * in order.
 */
#ifndef ALULA_COMMON_LINEBATCH_H
#define ALULA_COMMON_LINEBATCH_H

#include "linefile.h"

enum { LINEBATCH_THREADS = 8, LINEBATCH_LINES = 512 };

/* A line as returned by linefile_next(), with its place in the file. */
typedef struct {
    Word text;
    long number;
    int64_t start;
    bool whole;
} BatchLine;

/* Consecutive lines of the file, at least one. */
typedef struct {
    BatchLine line[LINEBATCH_LINES];
    size_t lines;
    int thread; /* number of the working thread, from 0, below LINEBATCH_THREADS */
} LineBatch;

typedef struct {
    /* Works on a batch; called by several threads at once. */
    void (*work)(void *context, const LineBatch *batch);
    /*
     * Takes a batch, in the thread that worked on it, but one at a time and in order; returns false
     * to end the reading.
     */
    bool (*take)(void *context, const LineBatch *batch);
    void *context;
} LineWork;

/*
 * Reads an open file to its end. Meanwhile, linefile_complain_at() is the only function to use on
 * the file. Returns false if it could not be read (LineFile's `failed` is set), or if `take` ended
 * it.
 */
bool linebatch_run(LineFile *l, const LineWork *work);

#endif
