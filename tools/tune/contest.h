/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games between two sets of settings, in the threads of this process. */
#ifndef ALULA_TUNE_CONTEST_H
#define ALULA_TUNE_CONTEST_H

#include "../common/openings.h"
#include "spsa.h"

/* How games are played. */
typedef struct {
    const Openings *openings;
    uint64_t nodes;     /* a move, and no more */
    int hash_megabytes; /* of each side, cleared between games */
    int threads;        /* they change the time, not the results */
} ContestSettings;

/* Centipawns ahead for ADJ_WIN_PLIES that are won; training data wants more certainty. */
enum { CONTEST_WIN_SCORE = 1000 };

/* Games of plus. */
typedef struct {
    uint64_t won, drawn, lost;
} ContestTally;

typedef enum { CONTEST_DONE, CONTEST_STOPPED, CONTEST_NO_MEMORY, CONTEST_NO_THREAD } ContestStatus;

typedef struct Contest Contest;

/* NULL when memory is refused. The openings are to outlive it. */
Contest *contest_new(const ContestSettings *settings);
void contest_free(Contest *c);

/* Hears, some times a second, how many games of these pairs are over; false stops everything. */
typedef bool ContestWatcher(void *context, uint64_t games);

/*
 * Play the next pairs of `spsa`, all by its values as they are now: the same opening twice, each
 * side once with the white men. Fills in points[pairs] for spsa_learn() and adds to the tally;
 * neither means anything unless the answer is CONTEST_DONE.
 */
ContestStatus contest_play(Contest *c, const Spsa *spsa, size_t pairs, int *points,
                           ContestTally *tally, ContestWatcher *watch, void *context);

#endif
