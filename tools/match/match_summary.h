/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result of a match of two engines as a block for scripts. */
#ifndef ALULA_MATCH_SUMMARY_H
#define ALULA_MATCH_SUMMARY_H

#include "match_state.h"

/*
 * Writes the block to a file: lines "Key: value" with the keys Elo, SPRT (if used), Games, Penta,
 * nElo, LOS, Engines, Limits, Openings and Command, in ASCII. Without a command line in the plan,
 * there is no Command, and no name in Openings. Returns false with an error message.
 */
bool summary_write(const char *path, const Match *m, Text *error);

#endif
