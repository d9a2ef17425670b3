/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Self-play games between the two sides of SPSA, in threads of this process. */
#ifndef ALULA_TUNE_TUNE_GAMES_H
#define ALULA_TUNE_TUNE_GAMES_H

#include "spsa.h"
#include "tools/common/openings.h"

/* How games are played. */
typedef struct {
    const Openings *openings;
    uint64_t nodes;     /* of each search, exactly */
    int hash_megabytes; /* of each side; cleared between games */
    int threads;        /* games at once; results do not depend on it */
} TuneGamesSettings;

/* Win adjudication: centipawns ahead for ADJ_WIN_PLIES plies. */
enum { TUNE_WIN_SCORE = 1000 };

/* Results of the plus side. */
typedef struct {
    uint64_t won, drawn, lost;
} TuneTally;

typedef enum {
    TUNE_GAMES_DONE,
    TUNE_GAMES_STOPPED,
    TUNE_GAMES_NO_MEMORY,
    TUNE_GAMES_NO_THREAD
} TuneGamesStatus;

typedef struct TuneGames TuneGames;

/* Returns NULL if there is not enough memory. The openings must outlive it. */
TuneGames *tune_games_new(const TuneGamesSettings *settings);
void tune_games_free(TuneGames *c);

/* Called about ten times a second with the number of finished games; false stops all games. */
typedef bool TuneGamesProgress(void *context, uint64_t games);

/*
 * Play the next pairs of `spsa`, all perturbed from its current values. A pair has one opening and
 * each side plays White once. Sets points[pairs] for spsa_update() and adds to the tally; both are
 * only valid with TUNE_GAMES_DONE.
 */
TuneGamesStatus tune_games_play(TuneGames *c, const Spsa *spsa, size_t pairs, int *points,
                                TuneTally *tally, TuneGamesProgress *watch, void *context);

#endif
