/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random openings, for games that train a network and for OpenBench's genfens. */
#ifndef ALULA_RANDOMOPENING_H
#define ALULA_RANDOMOPENING_H

#include "gameline.h"

enum {
    RANDOMOPENING_LOSS = 1000, /* centipawns that a move of randomopening_play() may lose by SEE */
};

/* How an opening ended. */
typedef enum { OPENING_PLAYED, OPENING_OVER, OPENING_NO_MEMORY } OpeningEnd;

/*
 * Returns a random legal move. Moves that lose more than `most_loss` centipawns by SEE are chosen
 * only if there is no other one. NO_MOVE if there is no legal move.
 */
Move randomopening_move(const Position *p, int most_loss, uint64_t *state);

/*
 * Sets up the standard start position, or back ranks shuffled for each side separately, without
 * castling rights.
 */
void randomopening_start(Position *p, bool shuffled, uint64_t *state);

/*
 * Plays random moves from `start`, which may be in *line itself. The line, initialized by
 * gameline_init(), then starts after them. OPENING_OVER: the game has ended by the rules, on the
 * way or there.
 */
OpeningEnd randomopening_play(GameLine *line, const Position *start, int plies, uint64_t *state);

#endif
