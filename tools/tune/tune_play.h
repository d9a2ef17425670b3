/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Playing the pairs of a unit file, for a run on another machine. */
#ifndef ALULA_TUNE_TUNE_PLAY_H
#define ALULA_TUNE_TUNE_PLAY_H

#include "tools/common/units.h"

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

#endif
