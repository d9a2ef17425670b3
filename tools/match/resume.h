/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file of games of a match: created, or continued. */
#ifndef ALULA_MATCH_RESUME_H
#define ALULA_MATCH_RESUME_H

#include "match_state.h"

/*
 * Open and lock the PGN file of a match, and count its games; half a game at its end is cut off.
 * NULL, or an error message; then the file is unchanged.
 */
const char *resume_open(Match *m);

#endif
