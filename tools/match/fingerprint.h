/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a match is made of, in a few words for the head of each game: no other match goes on with
 * it. */
#ifndef ALULA_MATCH_FINGERPRINT_H
#define ALULA_MATCH_FINGERPRINT_H

#include "match_state.h"

/*
 * Write "engines 5d41402a limits ...": a hash of each thing that must stay. The number of games,
 * concurrency, the SPRT and the files of results are none of them. MATCH_TAG_SIZE holds it.
 */
void fingerprint_write(Text *out, const MatchPlan *plan);

/* Name what differs in two of them, as "limits, openings". False, adding nothing, if equal. */
bool fingerprint_differs(Text *out, const char *one, const char *other);

#endif
