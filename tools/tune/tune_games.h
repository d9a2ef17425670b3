/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games between two sides of Alula or of another engine, in threads of this process. */
#ifndef ALULA_TUNE_TUNE_GAMES_H
#define ALULA_TUNE_TUNE_GAMES_H

#include "chess/gameline.h"
#include "spsa.h"
#include "tools/player/external_solver.h"

/* How games are played. */
typedef struct {
    uint64_t nodes;         /* of each search, exactly */
    int hash_megabytes;     /* of each side; cleared between games */
    int threads;            /* games at once; results do not depend on it */
    ExternalEngine *engine; /* plays both sides; NULL: Alula does */
    Spsa *spsa;             /* its options */
} TuneGamesSettings;

/*
 * Where the pairs of a batch come from, by their numbers from 0. The functions are called by the
 * threads that play.
 */
typedef struct {
    /* The sides plus and minus of a pair, and its opening. False if there is not enough memory. */
    bool (*get)(void *context, size_t pair, TuneSide side[2], GameLine *opening);
    /* A pair is done, with its points as below; calls follow each other. False ends the batch. */
    bool (*done)(void *context, size_t pair, const int points[2]); /* NULL: nothing to do */
    void *context;
} TunePairs;

/* Win adjudication: centipawns ahead for ADJ_WIN_PLIES plies. */
enum { TUNE_WIN_SCORE = 1000 };

typedef struct TuneGames TuneGames;

/* NULL with an error message, also if the engine does not take all values of its options. */
TuneGames *tune_games_new(const TuneGamesSettings *settings, Text *error);
void tune_games_free(TuneGames *c);

/* Called about ten times a second with the number of finished games; false stops all games. */
typedef bool TuneGamesProgress(void *context, uint64_t games);

/*
 * Play pairs. In each the sides play two games from one opening: plus has White first, then Black.
 * Sets points[2 * pairs], of each game for plus: 1, 0 or -1; they are only valid with TOOL_OK.
 * TOOL_INTERRUPTED: a function of the caller ended it; TOOL_FAILED comes with an error message.
 */
int tune_games_play(TuneGames *c, const TunePairs *source, size_t pairs, int *points,
                    TuneGamesProgress *watch, void *context, Text *error);

#endif
