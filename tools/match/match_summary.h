/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result of a match of two engines as a block that scripts can read. */
#ifndef ALULA_MATCH_SUMMARY_H
#define ALULA_MATCH_SUMMARY_H

#include "match_state.h"

/*
 * Write the block to a file: lines "Key: value" with the keys Elo, SPRT (if there is one), Games,
 * Penta, nElo, LOS, Engines, Limits, Openings and Command, in ASCII. A plan without a command line
 * has no Command, and no name in Openings. False with a sentence.
 */
bool summary_write(const char *path, const Match *m, Text *error);

#endif
