/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PGN tags that describe the match of a game, so that alula-match report needs nothing else. */
#ifndef ALULA_MATCH_MATCH_TAGS_H
#define ALULA_MATCH_MATCH_TAGS_H

#include "base/file.h"
#include "match_state.h"

/*
 * Writes the value of the tag AlulaSchedule: "kind=gauntlet engines=3 margin=50 openings=8
 * order=random seed=1 games=40". The last word is "games", per pairing; "most", if an SPRT may end
 * the match earlier; or "rounds", for a Swiss tournament.
 */
void match_tags_write_schedule(Text *out, const MatchPlan *plan);

/*
 * Reads such a value into an empty plan; "most" sets `sprt.used`. Returns false if it is invalid.
 */
bool match_tags_read_schedule(MatchPlan *plan, const char *text);

/* Returns the tag without its last word, which may change with --resume. */
Word match_tags_fixed_schedule(const char *text);

/*
 * Writes the value of the tag WhiteEngine or BlackEngine: the index of an engine, written from 1,
 * and its settings in the form of --engine: "2,proto=uci,tc=8+0.08,hash=16".
 */
void match_tags_write_engine(Text *out, int index, const EngineSpec *spec);

/*
 * Reads such a value; the index becomes 0 to engines - 1. Returns false if the value is invalid;
 * call spec_free() in any case.
 */
bool match_tags_read_engine(EngineSpec *spec, int *index, int engines, const char *text);

/* --- a fingerprint of the settings, for --resume --------------------------------------------- */

/*
 * Writes "engines 5d41402a limits ...": a hash of each group of settings that must not change. The
 * number of games, the concurrency, the SPRT and the output files may change. Needs MATCH_TAG_SIZE
 * bytes.
 */
void fingerprint_write(Text *out, const MatchPlan *plan);

/*
 * Writes the names of the groups that differ: "limits, openings". Returns false, and writes
 * nothing, if all are equal.
 */
bool fingerprint_differs(Text *out, const char *one, const char *other);

/* --- checksums of an engine's files, none of which may change -------------------------------- */

/*
 * Returns marks of the program and of each option's value, to be taken before the engine can write
 * to them. The caller frees the array.
 */
FileMark *engine_files_mark(const EngineSpec *spec);

/*
 * Writes checksums of the program and of every option value that is a file: "program 5d41402a,
 * EvalFile 7d793037". Omits files that changed since `before`, as the engine writes them (a log),
 * and files that do not fit into `out`.
 */
void engine_files_write(Text *out, const EngineSpec *spec, const FileMark *before);

/*
 * Writes the path of the first file whose checksums differ in two such texts; if `spec` is NULL,
 * writes its name instead, "program" or "EvalFile". Ignores files in only one of the texts, as they
 * may be logs. Returns false, and writes nothing, if no file differs.
 */
bool engine_files_differ(Text *out, const EngineSpec *spec, const char *one, const char *other);

#endif
