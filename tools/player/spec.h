/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How users describe an engine: "cmd=./alula,proto=cecp,option.Name=value". */
#ifndef ALULA_PLAYER_SPEC_H
#define ALULA_PLAYER_SPEC_H

#include "player.h"

/* The next "key=value" of a list parted by commas that stand outside quotes; false at the end. */
bool spec_item(Word *list, Word *key, Word *value);

/*
 * Take a limit: tc, st, nodes or depth. False if the key is none of them; *defect tells of a bad
 * value, and is NULL otherwise.
 */
bool spec_limit(TimeControl *c, Word key, Word value, const char **defect);

/*
 * Read a description; "cmd=" may be left out in front of a command that comes first. False, with a
 * sentence in *fault, if it is no good; spec_free() is needed in any case.
 */
bool spec_read(EngineSpec *out, const char *text, Text *fault);
void spec_free(EngineSpec *spec);

#endif
