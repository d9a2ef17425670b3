/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conversion of scores to winning chances and marks, and of results to a rating. */
#ifndef ALULA_CHANCES_H
#define ALULA_CHANCES_H

#include <stddef.h>

enum { CHANCES_MAX_CP = 1000 }; /* larger scores, and mates, count like this one */

/* Returns the score in centipawns, limited to +-CHANCES_MAX_CP. */
int chances_cut(int score);

/*
 * Returns winning chances from -1 to 1, by the formula of lichess (lila and scalachess,
 * WinPercent.scala).
 */
double chances_of(int score);

/*
 * Computes the winning and losing chances of the side with this score, in per mille; the rest are
 * draws. Fitted to self-play of Alula: docs/strength.md.
 */
void chances_wdl(int score, int *win, int *loss);

/* Bad moves, by the winning chances or the material that they lose. */
typedef enum { MARK_BLUNDER, MARK_MISTAKE, MARK_DUBIOUS, NO_MARK } Mark;

/*
 * Returns how bad a move is, by the scores before and after it, both for the side that moved, and
 * by the material it loses, in centipawns; see docs/console.md.
 */
Mark chances_mark(int before, int after, int material);

/* A result against an opponent with this rating. */
typedef struct {
    int level;
    int points; /* half points, 0 to 2 */
} RatedGame;

/*
 * Returns the maximum-likelihood rating by Elo's formula. Adds a draw against the average level of
 * these games, which keeps the rating finite if all games were won. Sets *error to 1.96 standard
 * errors. Both are 0 if there are no games.
 */
int chances_rating(const RatedGame *game, size_t count, int *error);

#endif
