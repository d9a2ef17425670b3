/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games between two sides of Alula or another engine, in threads of this process. */
#ifndef ALULA_TUNE_TUNE_GAMES_H
#define ALULA_TUNE_TUNE_GAMES_H

#include "chess/gameline.h"
#include "spsa.h"
#include "tools/player/solver.h"

/* Settings of the games. */
typedef struct {
    uint64_t nodes;         /* exact nodes of each search */
    int hash_megabytes;     /* hash size of each side; cleared between games */
    int threads;            /* concurrent games; results do not depend on this */
    ExternalEngine *engine; /* plays both sides; NULL: Alula */
    Spsa *spsa;             /* options of that engine */
} TuneGamesSettings;

/*
 * The source of the pairs of a batch, by their numbers from 0. The functions are called by the
 * playing threads.
 */
typedef struct {
    /*
     * Gets the sides plus and minus of a pair, and its opening. Returns false when out of memory.
     */
    bool (*get)(void *context, size_t pair, TuneSide side[2], GameLine *opening);
    /*
     * Takes the points of a finished pair, see below; calls are serialized. Returns false to end
     * the batch.
     */
    bool (*done)(void *context, size_t pair, const int points[2]); /* NULL: nothing to do */
    void *context;                                                 /* passed to get() and done() */
} TunePairs;

/* Win adjudication: centipawns ahead for ADJ_WIN_PLIES plies. */
enum { TUNE_WIN_SCORE = 1000 };

typedef struct TuneGames TuneGames;

/*
 * Prepares games. Returns NULL with an error message, for example if the engine rejects values of
 * its options.
 */
TuneGames *tune_games_new(const TuneGamesSettings *settings, Text *error);

/* Frees the players, and ends their engines; NULL is allowed. */
void tune_games_free(TuneGames *c);

/*
 * Called about ten times a second with the number of finished games; returns false to stop all
 * games.
 */
typedef bool TuneGamesProgress(void *context, uint64_t games);

/*
 * Plays pairs of two games from one opening; plus has White in the first game, Black in the second.
 * Sets points[2 * pairs], of each game for plus: 1, 0 or -1; valid only with TOOL_OK. Returns
 * TOOL_INTERRUPTED if a function of the caller ended it, or TOOL_FAILED with an error message.
 */
int tune_games_play(TuneGames *c, const TunePairs *source, size_t pairs, int *points,
                    TuneGamesProgress *watch, void *context, Text *error);

#endif
