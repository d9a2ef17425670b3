/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a self-play game is over: by the rules of chess, by its scores, or by its length. */
#ifndef ALULA_COMMON_ADJUDICATION_H
#define ALULA_COMMON_ADJUDICATION_H

#include "gameline.h"
#include "shard.h"

/* Plies are counted without the opening; scores are in centipawns. */
enum {
    ADJ_MAX_PLIES = 400, /* longer games are drawn */
    ADJ_WIN_PLIES = 4,   /* this many scores in a row beyond win_score: won */
    ADJ_DRAW_SCORE = 10, /* ADJ_DRAW_PLIES scores in a row within this: drawn, */
    ADJ_DRAW_PLIES = 10,
    ADJ_DRAW_MIN_PLIES = 80, /* but only after this many plies */
};

/* Counts of the scores so far. Start with zeros and a win_score. */
typedef struct {
    int win_score;                       /* centipawns */
    int white_ahead, black_ahead, level; /* plies in a row */
} Adjudication;

/* Count the score of the next ply, in centipawns from White's view. */
void adjudication_add_score(Adjudication *a, int score);

/* Return true if the game is over, and set its result and why. The rules of chess come first. */
bool adjudication_game_over(const GameLine *line, const Adjudication *a, ShardResult *result,
                            ShardEnd *end);

#endif
