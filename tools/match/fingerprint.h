/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fingerprint of the match settings, stored in each game for --resume. */
#ifndef ALULA_MATCH_FINGERPRINT_H
#define ALULA_MATCH_FINGERPRINT_H

#include "match_state.h"

/*
 * Writes "engines 5d41402a limits ...": a hash of each group of settings that must not change. The
 * number of games, the concurrency, the SPRT and the output files may change. Needs MATCH_TAG_SIZE
 * bytes.
 */
void fingerprint_write(Text *out, const MatchPlan *plan);

/*
 * Writes the groups that differ: "limits, openings". Returns false, and writes nothing, if none
 * does.
 */
bool fingerprint_differs(Text *out, const char *one, const char *other);

#endif
