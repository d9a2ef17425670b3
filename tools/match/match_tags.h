/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PGN tags that describe the match of a game, so that alula-match report needs nothing else. */
#ifndef ALULA_MATCH_MATCH_TAGS_H
#define ALULA_MATCH_MATCH_TAGS_H

#include "match_state.h"

/*
 * Writes the value of the tag AlulaSchedule, "kind=gauntlet engines=3 margin=50 openings=8
 * order=random seed=1 games=40", or reads it into an empty plan; reading returns false for an
 * invalid value. The last word is "games", of each pairing; "most", if an SPRT may end the match
 * earlier, which sets `sprt.used`; or "rounds", of a Swiss tournament.
 */
void match_tags_write_schedule(Text *out, const MatchPlan *plan);
bool match_tags_read_schedule(MatchPlan *plan, const char *text);

/* Returns the tag without its last word, which may change with --resume. */
Word match_tags_fixed_schedule(const char *text);

/*
 * Writes or reads the tags WhiteEngine and BlackEngine: the index of an engine, from 1, and its
 * settings as after --engine: "2,proto=uci,tc=8+0.08,hash=16". The index read is from 0 and below
 * `engines`; call spec_free() in any case.
 */
void match_tags_write_engine(Text *out, int index, const EngineSpec *spec);
bool match_tags_read_engine(EngineSpec *spec, int *index, int engines, const char *text);

#endif
