/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of alula-tune: its state, and pairs that other machines play. */
#ifndef ALULA_TUNE_H
#define ALULA_TUNE_H

#include <stdio.h>

#include "tools/common/units.h"
#include "tune_units.h"

/* --- the state of a run, and options in OpenBench's format ----------------------------------- */

/* Results of the plus side. */
typedef struct {
    uint64_t won, drawn, lost;
} TuneTally;

/*
 * Reads a state, if the file exists, into the values and the pair count of *s. Its settings,
 * "name=value name=value", and parameters must equal those of this run. Otherwise returns false,
 * with an error message and nothing changed.
 */
bool tune_state_read(const char *path, const char *settings, Spsa *s, TuneTally *tally,
                     Text *error);

/* Replaces the file atomically. Returns false with an error message. */
bool tune_state_write(const char *path, const char *settings, const Spsa *s, const TuneTally *tally,
                      Text *error);

/*
 * Reads options, "NAME, int, START, LOW, HIGH, C_END, R_END" per line. Returns false after an error
 * message.
 */
bool tune_values_read(Spsa *s, const char *path);

/* Prints options with their current values as START; a FilePrinter. */
void tune_values_print(FILE *file, const void *spsa);

/* --- playing the pairs of a unit file, for a run on another machine -------------------------- */

typedef struct {
    const char *from; /* a file of units, or "-" */
    const char *log;  /* file to append results to; those in it are skipped; NULL: stdout */
    Slice slice;      /* slice of the units */
    int threads;
} TunePlayOptions;

/*
 * Plays all pairs, or until interrupted; writes each result when its pair is done. Plays nothing if
 * a line is bad. Returns the exit status, with an error message or after messages.
 */
int tune_play(const TunePlayOptions *o, Text *error);

/* --- the results of a batch, read from files of other machines ------------------------------- */

typedef enum {
    TUNE_ABSORB_WHOLE,   /* all results are present */
    TUNE_ABSORB_EARLIER, /* only results of earlier batches */
    TUNE_ABSORB_REFUSED  /* after messages with the reasons */
} TuneAbsorb;

/*
 * Reads results from files, NULL-terminated; "-" is standard input. Sets points[2 * pairs] of the
 * batch. Equal results of a pair count once. Results of earlier batches are skipped, and unreadable
 * lines with messages. Refuses different results of a pair, results of another run or of other
 * values, and a batch with missing pairs.
 */
TuneAbsorb tune_absorb(const TuneBatch *b, char *const *files, int *points);

#endif
