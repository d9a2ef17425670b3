/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a self-play game is over: by the rules of chess, by its scores, or by its length. */
#ifndef ALULA_COMMON_ADJUDICATION_H
#define ALULA_COMMON_ADJUDICATION_H

#include "chess/gameline.h"
#include "shard.h"

/* How playing a game ended. */
typedef enum { PLAY_DONE, PLAY_STOPPED, PLAY_NO_MEMORY } PlayStatus;

/* Plies are counted without the opening; scores are in centipawns. */
enum {
    ADJ_MAX_PLIES = 400, /* longer games are drawn */
    /* the usual rules */
    ADJ_WIN_PLIES = 4,
    ADJ_DRAW_SCORE = 10,
    ADJ_DRAW_PLIES = 10,
    ADJ_DRAW_AFTER = 80,
};

/* When scores decide a game. */
typedef struct {
    int win_score, win_plies;   /* won: win_plies scores in a row of at least win_score */
    int draw_score, draw_plies; /* drawn: draw_plies scores in a row within draw_score, */
    int draw_after;             /* but only after this number of plies */
} AdjudicationRules;

/* Counts of the scores so far. Start with zeros and the rules. */
typedef struct {
    AdjudicationRules rules;
    int white_ahead, black_ahead, level; /* plies in a row */
} Adjudication;

/* Count the score of the next ply, in centipawns from White's view. */
void adjudication_add_score(Adjudication *a, int score);

/* Return true if the game is over, and set its result and why. The rules of chess come first. */
bool adjudication_game_over(const GameLine *line, const Adjudication *a, ShardResult *result,
                            ShardEnd *end);

#endif
