/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each game in PGN tells of its match, so that alula-match report needs nothing else. */
#ifndef ALULA_MATCH_MATCH_TAGS_H
#define ALULA_MATCH_MATCH_TAGS_H

#include "match_state.h"

/*
 * Write the value of the tag AlulaSchedule, "kind=gauntlet engines=3 margin=50 openings=8
 * order=random seed=1 games=40", and read it into an empty plan. False if it is not one. The last
 * word is "games", of each pairing; "most" if an SPRT may end the match before, and `sprt.used` is
 * set then; or "rounds", of a Swiss tournament.
 */
void match_tags_write_schedule(Text *out, const MatchPlan *plan);
bool match_tags_read_schedule(MatchPlan *plan, const char *text);

/* The tag without its last word, which --resume may change. */
Word match_tags_fixed_schedule(const char *text);

/*
 * The same for the tags WhiteEngine and BlackEngine: the index of an engine, from 1, and its
 * settings as after --engine: "2,proto=uci,tc=8+0.08,hash=16". The index read is from 0 and below
 * `engines`; spec_free() is needed in any case.
 */
void match_tags_write_engine(Text *out, int index, const EngineSpec *spec);
bool match_tags_read_engine(EngineSpec *spec, int *index, int engines, const char *text);

#endif
