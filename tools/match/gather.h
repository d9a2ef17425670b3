/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The games of a PGN file of alula-match. */
#ifndef ALULA_MATCH_GATHER_H
#define ALULA_MATCH_GATHER_H

#include "record.h"

/* Takes a game; false with a sentence ends the reading. */
typedef bool GatherTake(void *context, const StoredGame *game, Text *error);

/*
 * Read a file; *half tells if it ends with half a game, which is not taken. False, with a sentence,
 * if it cannot be read or has something else than games of alula-match before its end.
 */
bool gather_file(const char *path, GatherTake *take, void *context, bool *half, Text *error);

#endif
