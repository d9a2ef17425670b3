/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fingerprint of the settings of a match, kept in each game, so that --resume can compare it. */
#ifndef ALULA_MATCH_FINGERPRINT_H
#define ALULA_MATCH_FINGERPRINT_H

#include "match_state.h"

/*
 * Write "engines 5d41402a limits ...": a hash of each group of settings that must not change. The
 * number of games, concurrency, the SPRT and output files may change. Needs MATCH_TAG_SIZE bytes.
 */
void fingerprint_write(Text *out, const MatchPlan *plan);

/* Write which groups differ: "limits, openings". Returns false, and writes nothing, if none. */
bool fingerprint_differs(Text *out, const char *one, const char *other);

#endif
