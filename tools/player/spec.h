/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine descriptions on the command line: "cmd=./alula,proto=cecp,option.Name=value". */
#ifndef ALULA_PLAYER_SPEC_H
#define ALULA_PLAYER_SPEC_H

#include "player.h"

/*
 * Gets the next "key=value" of a list separated by commas outside quotes; returns false at its end.
 */
bool spec_next_item(Word *list, Word *key, Word *value);

/*
 * Reads a limit: tc, st, nodes or depth. Returns false for other keys. *error is an error message
 * for a bad value, or NULL.
 */
bool spec_read_limit(EngineLimits *c, Word key, Word value, const char **error);

/*
 * Reads an engine description. "cmd=" is optional if the command comes first. Returns false with an
 * error message if the text is invalid; call spec_free() in any case.
 */
bool spec_read(EngineSpec *out, const char *text, Text *error);
void spec_free(EngineSpec *spec);

/* Frees a list from malloc() with its descriptions; NULL is allowed. */
void spec_free_all(EngineSpec *list, int count);

#endif
