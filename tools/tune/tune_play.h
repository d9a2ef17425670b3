/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Playing the pairs of units, for a run on another machine. */
#ifndef ALULA_TUNE_TUNE_PLAY_H
#define ALULA_TUNE_TUNE_PLAY_H

#include "tools/common/units.h"

typedef struct {
    const char *from; /* a file of units, or "-" */
    const char *log; /* appended to, and what is in it is passed over; NULL: results go to stdout */
    Slice slice;     /* of the units */
    int threads;
} TunePlayOptions;

/*
 * Play all pairs, or until an interruption; a result is written when its pair is done. Nothing is
 * played if a line is bad. Returns the exit status, with an error message or after messages.
 */
int tune_play(const TunePlayOptions *o, Text *error);

#endif
