/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One game against itself, from a random opening to an end by the rules or by adjudication. A game
 * depends on its rules and its seed alone: not on the machine, its load, or the games before.
 */
#ifndef ALULA_DATAGEN_SELFPLAY_H
#define ALULA_DATAGEN_SELFPLAY_H

#include "../common/adjudication.h"
#include "../common/gamesearch.h"

/* How games are played. */
typedef struct {
    uint64_t nodes;     /* a move: no iteration starts after so many */
    int hash_megabytes; /* cleared between games, kept between moves */
    int random_plies;   /* of the opening; every other game has one more */
    int shuffled;       /* percent of games from shuffled back ranks without castling rights */
    int win_score;      /* centipawns; so far ahead for ADJ_WIN_PLIES is won */
    const NnueNet *net; /* judges positions; NULL: the embedded one does */
} SelfPlayRules;

/* Limits that are the same for all, beside those of play.h. */
enum {
    PLAY_HARD_FACTOR = 8,     /* a search is cut off after so many times its nodes */
    PLAY_OPENING_LOSS = 1000, /* centipawns that a random move may lose by exchanges */
    PLAY_OPENING_MOST = 600,  /* centipawns; openings less balanced are thrown away */
};

typedef struct SelfPlayer SelfPlayer;

/* NULL when memory is refused. */
SelfPlayer *selfplayer_new(const SelfPlayRules *rules);
void selfplayer_free(SelfPlayer *p);

/* Play the game of a seed; what `game` points to is good until the next one. */
PlayStatus selfplayer_game(SelfPlayer *p, uint64_t seed, ShardGame *game);

/* From another thread: give up the game at hand, and every later one. */
void selfplayer_stop(SelfPlayer *p);

#endif
