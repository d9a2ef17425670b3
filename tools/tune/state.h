/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a run has come, in a text file that a later run goes on from. */
#ifndef ALULA_TUNE_STATE_H
#define ALULA_TUNE_STATE_H

#include "contest.h"

typedef enum { STATE_READ, STATE_NONE, STATE_BAD } StateStatus;

/*
 * Go on from a state, if there is such a file: sets what is in *s beside its plan and rows. The
 * run must have been of the same settings, "name=value name=value", and rules. STATE_BAD comes
 * with a sentence, and nothing is changed then.
 */
StateStatus state_read(const char *path, const char *settings, Spsa *s, Tally *tally, Text *fault);

/* Write it; there is the old one or the new one. False with a sentence. */
bool state_write(const char *path, const char *settings, const Spsa *s, const Tally *tally,
                 Text *fault);

#endif
