/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a run has come, in a text file that a later run goes on from. */
#ifndef ALULA_TUNE_TUNE_STATE_H
#define ALULA_TUNE_TUNE_STATE_H

#include "contest.h"

typedef enum { TUNE_STATE_READ, TUNE_STATE_NONE, TUNE_STATE_BAD } TuneStateStatus;

/*
 * Go on from a state, if there is such a file: sets what is in *s beside its plan and rows. The
 * run must have been of the same settings, "name=value name=value", and rules. TUNE_STATE_BAD comes
 * with a sentence, and nothing is changed then.
 */
TuneStateStatus tune_state_read(const char *path, const char *settings, Spsa *s,
                                ContestTally *tally, Text *fault);

/* Write it; there is the old one or the new one. False with a sentence. */
bool tune_state_write(const char *path, const char *settings, const Spsa *s,
                      const ContestTally *tally, Text *fault);

#endif
