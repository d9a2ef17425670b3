/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The games of a match: pairings, threads, results, and --resume. */
#ifndef ALULA_MATCH_TOURNAMENT_H
#define ALULA_MATCH_TOURNAMENT_H

#include "match_state.h"

/* Engines and opening of a game. */
typedef struct {
    int pairing, white, black; /* indices of the pairing and the engines */
    int64_t opening;
    bool second; /* second game of its pair: colors swapped */
} GameAssignment;

GameAssignment match_assignment(const Match *m, int64_t game);

/*
 * Prepare the match: lock the PGN file and count its games. Returns an error message, or NULL.
 * match_destroy() is needed in any case.
 */
const char *match_init(Match *m, const MatchPlan *plan, const PlayerSettings *settings,
                       atomic_bool *stop);
void match_destroy(Match *m);

/*
 * Play until all games are finished, the SPRT is decided, an error occurs or the user interrupts.
 * Prints progress on stderr if that is a terminal, on stdout otherwise.
 */
void match_run(Match *m);

#endif
