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
 * Returns a random legal move, or NO_MOVE if there is none. Moves that lose more than `most_loss`
 * centipawns by SEE are chosen only if there are no others.
 */
Move randomopening_move(const Position *p, int most_loss, uint64_t *state);

/*
 * Sets up the standard start position, or back ranks shuffled for each side separately, without
 * castling rights.
 */
void randomopening_start(Position *p, bool shuffled, uint64_t *state);

/*
 * Plays `plies` random moves from `start`, which may point into *line, and restarts *line
 * (initialized by gameline_init()) after them. Returns OPENING_OVER if the game ends by the rules
 * during or after these moves.
 */
OpeningEnd randomopening_play(GameLine *line, const Position *start, int plies, uint64_t *state);

#endif
