/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which engines play which game of a match. */
#ifndef ALULA_MATCH_SCHEDULE_H
#define ALULA_MATCH_SCHEDULE_H

#include "match_state.h"

/* Engines and opening of a game. */
typedef struct {
    int pairing, white, black; /* indices of the pairing and the engines */
    int64_t opening;
    bool second; /* second game of its pair: colors swapped */
} GameAssignment;

/* The game must be paired. */
GameAssignment match_assignment(const Match *m, int64_t game);

/* Games from this one on are not paired yet. */
int64_t schedule_known(const Match *m);

/*
 * Pair the next round of a Swiss tournament. False if there is none, or games of the last one are
 * missing.
 */
bool schedule_pair_round(Match *m);

/* The index of a pairing in a match where all meet all. */
int schedule_pairing(const Match *m, int one, int other);

/* Make the pairings and the list of games of a match that is otherwise empty. */
void schedule_make(Match *m);

#endif
