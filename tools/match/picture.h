/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart of a match over time: the first engine's score, and the LLR of the SPRT. */
#ifndef ALULA_MATCH_PICTURE_H
#define ALULA_MATCH_PICTURE_H

#include "match_state.h"

/*
 * Writes the chart as SVG. The score has a 95 % band; its axis is fitted to the last four fifths of
 * the games. Returns false with an error message if it could not be written.
 */
bool picture_write(const char *file, const Match *m, Text *error);

/*
 * Updates the chart of --svg if there are new games and the last chart is ten seconds old. Does
 * nothing for pipes and devices, and ignores errors; picture_write() at the end handles both.
 */
void picture_update(Match *m);

#endif
