/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many games: who plays whom, on how many threads, and what came out. */
#ifndef ALULA_MATCH_TOURNAMENT_H
#define ALULA_MATCH_TOURNAMENT_H

#include "match_state.h"

/* What game number `game` is. */
typedef struct {
    int pairing, white, black; /* index of the pairing, of the engines */
    int64_t opening;
    bool second; /* of its pair: colors are swapped */
} GameAssignment;

GameAssignment match_assignment(const Match *m, int64_t game);

/* Prepare the match; locks the PGN file and reads earlier games. NULL, or a sentence. */
const char *match_init(Match *m, const MatchPlan *plan, const PlayerSettings *settings,
                       atomic_bool *stop);
void match_destroy(Match *m);

/*
 * Play until all games are finished, the SPRT is decided, something breaks, or a signal comes.
 * Prints progress on stdout and, on a terminal, on stderr.
 */
void match_run(Match *m);

#endif
