/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The game file of a match: created, or continued. */
#ifndef ALULA_MATCH_RESUME_H
#define ALULA_MATCH_RESUME_H

#include "match_state.h"

/*
 * Opens and locks the PGN file of a match, and counts its games; an incomplete game at its end is
 * cut off. Returns NULL, or an error message with the file unchanged.
 */
const char *resume_open(Match *m);

#endif
