/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A game between two players: legality, results and adjudication. */
#ifndef ALULA_MATCH_GAME_H
#define ALULA_MATCH_GAME_H

#include "eval/syzygy.h"
#include "record.h"

/*
 * Adjudication by the rules of fastchess (draw_tracker.hpp and resign_tracker.hpp), and the time
 * margin. A count of 0 disables a rule.
 */
typedef struct {
    int draw_from;    /* full moves before draws are adjudicated */
    int draw_count;   /* a draw after this many consecutive moves of each side ... */
    int draw_score;   /* ... with scores within this many centipawns of 0; captures and pawn moves
                         restart the count */
    int resign_count; /* a loss after this many consecutive moves of the loser ... */
    int resign_score; /* ... with scores at least this many centipawns behind */
    bool resign_twosided; /* the winner's last scores must agree */
    Syzygy *tables;       /* tablebases that adjudicate games; NULL: none */
    int64_t margin_us;    /* overdrafts up to this do not lose on time */
} MatchRules;

/*
 * Adjudicates by tablebases or the last scores. Returns true, with end and loser set, if the game
 * is over.
 */
bool game_adjudicate(GameRecord *r, const MatchRules *rules);

/*
 * Prepares both players for the game of a record that contains only the opening. Returns NULL, or
 * an error message about a player. After an error, end and loser are set if the player crashed or
 * stalled; end is END_NONE if it could not be started or lacks support for its settings.
 */
const char *game_prepare(GameRecord *r, Player *const player[COLOR_COUNT],
                         const EngineSpec *const spec[COLOR_COUNT]);

/* Plays a game between prepared players. The end is END_NONE if the game was stopped. */
void game_play(GameRecord *r, Player *const player[COLOR_COUNT],
               const EngineSpec *const spec[COLOR_COUNT], const MatchRules *rules);

#endif
