/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of --json, see docs/json.md. */
#ifndef ALULA_MATCH_MATCH_JSON_H
#define ALULA_MATCH_MATCH_JSON_H

#include "match_state.h"

/* Prints a game, from 0, that was counted just now, and the standing after it. */
void match_json_game(const Match *m, int64_t game, const GameRecord *r);

/* Prints the final standing, with all engines. */
void match_json_summary(const Match *m);

#endif
