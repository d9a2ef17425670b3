/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Do the results of games agree with the scores of their positions? A wrong sign of one of them
 * spoils a training, and nothing else shows it.
 */
#ifndef ALULA_COMMON_COHERENCE_H
#define ALULA_COMMON_COHERENCE_H

#include "shard.h"

enum {
    COHERENCE_SCORE = 100, /* centipawns: smaller scores do not count */
    COHERENCE_GAMES = 20,  /* fewer games prove nothing */
    /* a wrong sign gives less than 20; networks that know nothing yet were seen to give 47 */
    COHERENCE_PERCENT = 40,
};

/* Of the positions with such a score, in games that were won and lost. Starts as zero. */
typedef struct {
    uint64_t positions, agreeing; /* agreeing: the side that the score favours won the game */
    uint64_t games;               /* with at least one of the positions */
    bool counted;                 /* the current game is in `games` */
} Coherence;

/* Begin a game, and count one of its positions. */
void coherence_begin_game(Coherence *c);
void coherence_add(Coherence *c, const ShardGame *game, size_t ply);

/* The share of positions that agree, in tenths of a percent, rounded down; 0 without positions. */
int coherence_permille(const Coherence *c);

/* Fewer than COHERENCE_PERCENT of the positions of enough games agree. */
bool coherence_is_wrong(const Coherence *c);

/* Add "results agree with scores in 93.1 %", or that there are no such positions. */
void coherence_describe(Text *text, const Coherence *c);

#endif
