/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text files: the state of a tuning run, from which it can be resumed, and another engine's options
 * in OpenBench's format, "NAME, int, START, LOW, HIGH, C_END, R_END" per line.
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
 * Reads a state, if the file exists, into the values and the pair count of *s. Its settings,
 * "name=value name=value", and parameters must equal those of this run. Otherwise returns false,
 * with an error message and nothing changed.
 */
bool tune_state_read(const char *path, const char *settings, Spsa *s, TuneTally *tally,
                     Text *error);

/* Replaces the file atomically. Returns false with an error message. */
bool tune_state_write(const char *path, const char *settings, const Spsa *s, const TuneTally *tally,
                      Text *error);

/* Reads options. Returns false after an error message. */
bool tune_values_read(Spsa *s, const char *path);

/* Prints options with their current values as START; a FilePrinter. */
void tune_values_print(FILE *file, const void *spsa);

#endif
