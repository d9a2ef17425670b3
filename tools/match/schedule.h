/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The assignment of engines to the games of a match. */
#ifndef ALULA_MATCH_SCHEDULE_H
#define ALULA_MATCH_SCHEDULE_H

#include "match_state.h"

/* Engines and opening of a game. */
typedef struct {
    int pairing, white, black; /* indices of the pairing and the engines */
    int64_t opening;
    bool second; /* the second game of a pair, with colors swapped */
} GameAssignment;

/* Returns the assignment of a game, which must be paired. */
GameAssignment match_assignment(const Match *m, int64_t game);

/* Returns the first game that is not paired yet. */
int64_t schedule_known(const Match *m);

/*
 * Pairs the next round of a Swiss tournament. Returns false if there is none, or if games of the
 * last round are missing.
 */
bool schedule_pair_round(Match *m);

/* Returns the index of a pairing in a round robin. */
int schedule_pairing(const Match *m, int one, int other);

/* Makes the pairings and the game list of a match, whose other state is empty. */
void schedule_make(Match *m);

#endif
