/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How a self-play game ends: by the rules of chess, by adjudication on its scores, or at the
 * maximum length.
 */
#ifndef ALULA_COMMON_ADJUDICATION_H
#define ALULA_COMMON_ADJUDICATION_H

#include "chess/gameline.h"
#include "shard.h"

/* The outcome of playing a game: finished, stopped early, or out of memory. */
typedef enum { PLAY_DONE, PLAY_STOPPED, PLAY_NO_MEMORY } PlayStatus;

/* Plies do not include the opening; scores are in centipawns. */
enum {
    ADJ_MAX_PLIES = 400, /* longer games are drawn */
    /* the default rules */
    ADJ_WIN_PLIES = 4,
    ADJ_DRAW_SCORE = 10,
    ADJ_DRAW_PLIES = 10,
    ADJ_DRAW_AFTER = 80,
};

/* Adjudication rules. */
typedef struct {
    int win_score, win_plies;   /* win: win_plies consecutive scores of at least win_score */
    int draw_score, draw_plies; /* draw: draw_plies consecutive scores within draw_score, */
    int draw_after;             /* but only after this many plies */
} AdjudicationRules;

/* Scores counted so far. Initialize with zeros and the rules. */
typedef struct {
    AdjudicationRules rules;
    int white_ahead, black_ahead, level; /* consecutive plies */
} Adjudication;

/* Adds the score of the next ply, in centipawns from White's view. */
void adjudication_add_score(Adjudication *a, int score);

/*
 * Returns true, and stores the result and its reason, if the game is over. The rules of chess take
 * precedence over adjudication.
 */
bool adjudication_game_over(const GameLine *line, const Adjudication *a, ShardResult *result,
                            ShardEnd *end);

#endif
