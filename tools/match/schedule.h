/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The assignment of engines to the games of a match, and their points. */
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

/* Returns the score of an engine against another engine, or against all (-1). */
MatchScore match_score(const Match *m, int engine, int opponent);

/*
 * Returns the number of rounds of a Swiss tournament in which an engine had a bye, among those
 * paired so far.
 */
int match_byes(const Match *m, int engine);

/*
 * Returns an engine's half points for the ranking of a Swiss tournament. A bye counts as two won
 * games.
 */
int64_t match_points(const Match *m, int engine);

/*
 * Pairs the next round of a Swiss tournament. Returns false if there is none, or if games of the
 * last round are missing.
 */
bool schedule_pair_round(Match *m);

/* Returns the index of a pairing in a round robin. */
int schedule_pairing(const Match *m, int one, int other);

/* Makes the pairings and the game list of a match whose other state is empty. */
void schedule_make(Match *m);

/* --- the pairing rules of a Swiss tournament ------------------------------------------------- */

/* The games so far. All lists are indexed by engine. */
typedef struct {
    int engines;
    const int64_t *points; /* including points for byes */
    const int *byes;
    const int *met; /* [engine * engines + other]: number of games against each other */
} SwissTable;

/*
 * Pairs the next round: pair[i] are two engines, the better one first, best pair first; there are
 * engines / 2 pairs. Returns the engine with the bye, or -1 for an even number of engines.
 *
 * The bye is assigned first, as FIDE's rules require: no engine gets a second bye before all others
 * have had one, even if two engines must then meet again. Among the engines with the fewest byes,
 * the bye goes to the lowest-ranked one that causes the fewest repeated pairings.
 *
 * Engines are ranked by points, then by number. From the top, each engine meets the engine half a
 * score group below it, or else the nearest one, such that no two engines meet again if that can be
 * avoided for all.
 */
int swiss_pair(const SwissTable *t, int (*pair)[2]);

#endif
