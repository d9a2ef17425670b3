/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One game between two players, judged by our own rules. */
#ifndef ALULA_MATCH_GAME_H
#define ALULA_MATCH_GAME_H

#include "record.h"

/* When a game is ended because its result is clear; a count of 0 means never. */
typedef struct {
    int draw_from;  /* full move number from which on it may be called a draw */
    int draw_count; /* moves of each side in a row ... */
    int draw_score; /* ... that both see within so many centipawns of 0 */
    int resign_count;
    int resign_score;  /* so many moves in a row the loser sees itself that much behind, and the
                          winner itself that much ahead */
    int64_t margin_us; /* how much too late a move may come, because machines are busy */
} MatchRules;

/*
 * Does the game end here by adjudication? Looks at the last notes of the record; sets end and
 * loser.
 */
bool game_adjudge(GameRecord *r, const MatchRules *rules);

/*
 * Make both players ready for the game of a record that was started with the opening. NULL, or a
 * sentence about the one that is not: end and loser are set if it died or fell silent, and END_NONE
 * tells that it could not be started at all or cannot do what is asked of it.
 */
const char *game_prepare(GameRecord *r, Player *const player[COLOR_COUNT],
                         const EngineSpec *const spec[COLOR_COUNT]);

/* Play a game to its end with players that are ready. END_NONE if it was stopped. */
void game_play(GameRecord *r, Player *const player[COLOR_COUNT],
               const EngineSpec *const spec[COLOR_COUNT], const MatchRules *rules);

#endif
