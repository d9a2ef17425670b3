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

GameAssignment match_assignment(const Match *m, int64_t game);

/* Make the pairings and the list of games of a match that is otherwise empty. */
void schedule_make(Match *m);

#endif
