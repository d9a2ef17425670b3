/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One game between two players. Legality, results and adjudication are decided here. */
#ifndef ALULA_MATCH_GAME_H
#define ALULA_MATCH_GAME_H

#include "eval/syzygy.h"
#include "record.h"

/*
 * Adjudication, by the rules of fastchess (draw_tracker.hpp and resign_tracker.hpp), and the time
 * margin. A count of 0 switches a rule off.
 */
typedef struct {
    int draw_from;        /* full moves before a draw is adjudicated */
    int draw_count;       /* drawn after so many moves of each side in a row ... */
    int draw_score;       /* ... with scores within so many centipawns of 0; a capture or pawn move
                           * is the first of a new row */
    int resign_count;     /* lost after so many moves of the loser in a row ... */
    int resign_score;     /* ... whose scores are so many centipawns behind, or more */
    bool resign_twosided; /* the winner's last moves, as many, must agree */
    Syzygy *tables;       /* their results end a game; NULL: none do */
    int64_t margin_us;    /* overdrafts up to this do not lose on time */
} MatchRules;

/* Adjudicate by tablebases or the last scores. Returns true, and sets end and loser, if the game is
 * over. */
bool game_adjudicate(GameRecord *r, const MatchRules *rules);

/*
 * Make both players ready for the game of a record, which has the opening only. Returns NULL, or an
 * error message about a player. Then end and loser are set if the player crashed or stalled; end is
 * END_NONE if it could not be started or does not support what it should do.
 */
const char *game_prepare(GameRecord *r, Player *const player[COLOR_COUNT],
                         const EngineSpec *const spec[COLOR_COUNT]);

/* Play a game with players that are ready. Its end is END_NONE if it was stopped. */
void game_play(GameRecord *r, Player *const player[COLOR_COUNT],
               const EngineSpec *const spec[COLOR_COUNT], const MatchRules *rules);

#endif
