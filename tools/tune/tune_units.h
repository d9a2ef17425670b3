/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pairs of games as lines: units, which any machine can play, and results. A unit has the opening,
 * the settings of the run and the values of both sides, so that all machines play the same games. A
 * result is the unit with two points.
 */
#ifndef ALULA_TUNE_TUNE_UNITS_H
#define ALULA_TUNE_TUNE_UNITS_H

#include "spsa.h"
#include "tools/common/linefile.h"
#include "tools/common/openings.h"

/* The next pairs of a run, all perturbed from its current values. */
typedef struct {
    const char *job; /* what the games depend on, "name=value name=value" */
    const Spsa *spsa;
    const Openings *openings;
    size_t pairs;
} TuneBatch;

/* What a line says. The words are in the line. */
typedef struct {
    Word unit; /* the line without points and check word */
    Word job;
    int64_t pair, of; /* from 1 */
    TuneSide side[2];
    bool played;
    int points[2]; /* of the games, for plus: 1, 0 or -1 */
} TuneUnit;

/*
 * The line of pair `number` of the batch, from 0, without check word. It is in memory to be freed,
 * with room for points and check word, and ends the program if there is none.
 */
Text tune_unit_make(const TuneBatch *b, size_t number);

/* Add the points, and close the line. */
void tune_unit_add_points(Text *line, const int points[2]);

/*
 * Read a line whose check word was taken off, and set up its opening, for which *opening was
 * initialised. Returns NULL, or what is wrong with it.
 */
const char *tune_unit_read(TuneUnit *u, GameLine *opening, Word line);

/* The word of a job that begins with this, "name="; .at is NULL if there is none. */
Word tune_job_word(Word job, const char *name);

/*
 * The next unit or result of a file; *why is NULL, or what is wrong with it. False at the end. Its
 * words are good until the next call.
 */
bool tune_unit_next(LineFile *l, TuneUnit *u, GameLine *opening, const char **why);

#endif
