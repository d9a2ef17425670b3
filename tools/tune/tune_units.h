/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pairs of games as lines: units, which any machine can play, and results. A unit contains the
 * opening, the settings of the run and the values of both sides, so that all machines play the same
 * games. A result is the unit with two points.
 */
#ifndef ALULA_TUNE_TUNE_UNITS_H
#define ALULA_TUNE_TUNE_UNITS_H

#include "spsa.h"
#include "tools/common/linefile.h"
#include "tools/common/openings.h"

/* The next pairs of a run, all perturbed from its current values. */
typedef struct {
    const char *job;          /* everything the games depend on, "name=value name=value" */
    const Spsa *spsa;         /* borrowed */
    const Openings *openings; /* borrowed */
    size_t pairs;
} TuneBatch;

/* The contents of a line; words point into the line. */
typedef struct {
    Word unit; /* the line without points and checksum */
    Word job;
    int64_t pair, of; /* from 1 */
    TuneSide side[2];
    bool played;
    int points[2]; /* points of the games for plus: 1, 0 or -1 */
} TuneUnit;

/*
 * Returns the line of pair `number` of the batch, from 0, without checksum. The caller frees its
 * memory, which has room for points and checksum. Ends the program when out of memory.
 */
Text tune_unit_make(const TuneBatch *b, size_t number);

/* Adds the points, and completes the line with its checksum. */
void tune_unit_add_points(Text *line, const int points[2]);

/*
 * Reads a line whose checksum was removed, and sets up its opening in the initialized *opening.
 * Returns NULL, or an error message.
 */
const char *tune_unit_read(TuneUnit *u, GameLine *opening, Word line);

/*
 * Gets the next unit or result of a file; *why is NULL, or its error message. Returns false at the
 * end. Its words are valid until the next call.
 */
bool tune_unit_next(LineFile *l, TuneUnit *u, GameLine *opening, const char **why);

#endif
