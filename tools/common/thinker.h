/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What games inside one process are made of: one who thinks, limited by nodes and never by the
 * clock, and one who says when a game is over.
 */
#ifndef ALULA_COMMON_THINKER_H
#define ALULA_COMMON_THINKER_H

#include "shard.h"
#include "threads.h"

/* Limits that are the same for all. */
enum {
    PLAY_MAX_PLIES = 400, /* of a game, without its opening; then it is drawn */
    PLAY_WIN_PLIES = 4,   /* far ahead for so long is won */
    PLAY_DRAW_SCORE = 10,
    PLAY_DRAW_PLIES = 10,
    PLAY_DRAW_AFTER = 80, /* so level is drawn */
};

/* How playing a game ended. */
typedef enum { PLAY_DONE, PLAY_STOPPED, PLAY_NO_MEMORY } PlayStatus;

/* A search of its own: the thread that calls, a table, what was learned of moves. */
typedef struct Thinker Thinker;

/* With a table of so many megabytes; NULL when memory is refused. */
Thinker *thinker_new(int hash_megabytes);
void thinker_free(Thinker *t);

/*
 * Who judges positions: a network, which must outlive it, or NULL for the embedded one, as at
 * first. False, with nothing changed, when memory is refused.
 */
bool thinker_set_net(Thinker *t, const NnueNet *net);

/* The numbers that it searches by; params_default at first. */
void thinker_set_params(Thinker *t, const SearchParams *rules);

/* Forget all games so far. */
void thinker_forget(Thinker *t);

/*
 * Search the present position; the score is for the side to move. No iteration starts after `soft`
 * nodes, and after `hard` nodes the search is cut off; UINT64_MAX is no limit for either.
 */
Thought thinker_think(Thinker *t, const GameLine *line, uint64_t soft, uint64_t hard);

/* From another thread: give up the search at hand, and every later one at once. */
void thinker_stop(Thinker *t);

/* Was it stopped? Then its last thought says nothing. */
bool thinker_stopped(const Thinker *t);

/* What speaks for ending a game early. */
typedef struct {
    int win_score;                       /* centipawns ahead that PLAY_WIN_PLIES make a win */
    int white_ahead, black_ahead, level; /* plies running */
} PlayTrend;

/* Add a score, for White. */
void play_follow(PlayTrend *t, int score);

/* Has the game ended, by the rules first? Then result and end are set. */
bool play_has_ended(const GameLine *line, const PlayTrend *t, ShardResult *result, ShardEnd *end);

/*
 * A number that nearly every change of search or evaluation changes: a checksum of what they say
 * of a few positions, judged by the network or, if it is NULL, by the embedded one. 0 when memory
 * is refused.
 */
uint32_t play_fingerprint(const NnueNet *net);

#endif
