/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Self-play games from a random opening to an end by the rules or by adjudication. A game depends
 * only on its rules and its seed.
 */
#ifndef ALULA_DATAGEN_SELFPLAY_H
#define ALULA_DATAGEN_SELFPLAY_H

#include "eval/nnue.h"
#include "nodemixture.h"
#include "startpositions.h"
#include "tools/common/adjudication.h"

/* The rules by which games are played. */
typedef struct {
    NodeMixture nodes;  /* soft node limit of each search, the same in a game */
    int hash_megabytes; /* cleared between games, kept between moves */
    int random_plies;   /* plies of the opening; one more in half of the games */
    int shuffled;       /* percent of games with shuffled back ranks and no castling rights */
    int start_score;    /* centipawns; less balanced start positions are rejected */
    AdjudicationRules adjudication;
    const StartPositions *starts; /* positions of earlier games, or NULL */
    int start_percent;            /* percentage of games that start from these */
    const NnueNet *net;           /* NULL: the embedded network */
} SelfPlayRules;

/* Fixed settings; see also adjudication.h. */
enum {
    PLAY_HARD_FACTOR = 8, /* hard node limit, in multiples of the soft limit */
    PLAY_START_PLIES = 1, /* random plies after a start position; sometimes one more */
};

typedef struct SelfPlayer SelfPlayer;

/* Creates a player of self-play games. Returns NULL if there is not enough memory. */
SelfPlayer *selfplayer_new(const SelfPlayRules *rules);

/* Frees a player; NULL is allowed. */
void selfplayer_free(SelfPlayer *p);

/*
 * Plays the game of a seed, with unscaled scores; the arrays of *game are valid until the next
 * game.
 */
PlayStatus selfplayer_game(SelfPlayer *p, uint64_t seed, ShardGame *game);

/* Aborts this game and all later games; may be called from another thread. */
void selfplayer_stop(SelfPlayer *p);

#endif
