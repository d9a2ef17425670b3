/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Self-play games from a random opening to an end by the rules or by adjudication. A game depends
 * only on its rules and its seed.
 */
#ifndef ALULA_DATAGEN_SELFPLAY_H
#define ALULA_DATAGEN_SELFPLAY_H

#include "../common/adjudication.h"
#include "../common/gamesearch.h"

/* How games are played. */
typedef struct {
    uint64_t nodes;     /* soft node limit of each search */
    int hash_megabytes; /* cleared between games, kept between moves */
    int random_plies;   /* of the opening; one more in half of the games */
    int shuffled;       /* percent of games with shuffled back ranks and no castling rights */
    int win_score;      /* win adjudication: centipawns ahead for ADJ_WIN_PLIES plies */
    const NnueNet *net; /* NULL: the embedded one */
} SelfPlayRules;

/* Fixed settings; see also adjudication.h. */
enum {
    PLAY_HARD_FACTOR = 8,         /* the hard node limit, in soft limits */
    PLAY_OPENING_LOSS = 1000,     /* centipawns that a random move may lose by SEE */
    PLAY_OPENING_MAX_SCORE = 600, /* centipawns; less balanced openings are rejected */
};

typedef struct SelfPlayer SelfPlayer;

/* NULL if there is not enough memory. */
SelfPlayer *selfplayer_new(const SelfPlayRules *rules);
void selfplayer_free(SelfPlayer *p);

/* Play the game of a seed; the arrays of *game are valid until the next one. */
PlayStatus selfplayer_game(SelfPlayer *p, uint64_t seed, ShardGame *game);

/* From another thread: abort this game and every later one. */
void selfplayer_stop(SelfPlayer *p);

#endif
