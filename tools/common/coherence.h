/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A check that the results of games agree with the scores of their positions. A wrong sign in
 * either ruins a training run, and no other check reveals it.
 */
#ifndef ALULA_COMMON_COHERENCE_H
#define ALULA_COMMON_COHERENCE_H

#include "shard.h"

enum {
    COHERENCE_SCORE = 100, /* centipawns: smaller scores are ignored */
    COHERENCE_GAMES = 20,  /* minimum number of games for a verdict */
    /* a wrong sign gives less than 20; untrained networks have given 47 */
    COHERENCE_PERCENT = 40,
};

/* Counts of positions with at least COHERENCE_SCORE, in decided games. Initialize with zeros. */
typedef struct {
    uint64_t positions, agreeing; /* agreeing: the side favored by the score won the game */
    uint64_t games;               /* with at least one such position */
    bool counted;                 /* the current game is in `games` */
} Coherence;

/* Begins a game, before its positions are counted with coherence_add(). */
void coherence_begin_game(Coherence *c);

/* Counts the position before this ply if its score is large enough and the game was decided. */
void coherence_add(Coherence *c, const ShardGame *game, size_t ply);

/*
 * Returns the share of counted positions whose score agrees with the result, in tenths of a
 * percent, rounded down; 0 if there are no positions.
 */
int coherence_permille(const Coherence *c);

/*
 * Returns true if there are enough games and fewer than COHERENCE_PERCENT of the positions agree.
 */
bool coherence_is_wrong(const Coherence *c);

/* Adds "results agree with scores in 93.1 %", or a note that there are no such positions. */
void coherence_describe(Text *text, const Coherence *c);

#endif
