/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text files: the state of a tuning run, from which it can be resumed, and the options of another
 * engine as OpenBench takes them, "NAME, int, START, LOW, HIGH, C_END, R_END" in a line.
 */
#ifndef ALULA_TUNE_TUNE_STATE_H
#define ALULA_TUNE_TUNE_STATE_H

#include <stdio.h>

#include "spsa.h"

/* Results of the plus side. */
typedef struct {
    uint64_t won, drawn, lost;
} TuneTally;

/*
 * Read a state, if the file exists, into the values and the pair count of *s. Its settings,
 * "name=value name=value", and parameters must be those of this run. Otherwise false, with an
 * error message and nothing changed.
 */
bool tune_state_read(const char *path, const char *settings, Spsa *s, TuneTally *tally,
                     Text *error);

/* Replace the file atomically. False with an error message. */
bool tune_state_write(const char *path, const char *settings, const Spsa *s, const TuneTally *tally,
                      Text *error);

/* Read options. False after a sentence. */
bool tune_values_read(Spsa *s, const char *path);

/* Print them with their current values as START: a FilePrinter. */
void tune_values_print(FILE *file, const void *spsa);

#endif
