/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conversion of scores to winning chances. */
#ifndef ALULA_CHANCES_H
#define ALULA_CHANCES_H

enum { CHANCES_MAX_CP = 1000 }; /* larger scores, and mates, count like this one */

/* Returns the score in centipawns, limited to +-CHANCES_MAX_CP. */
int chances_cut(int score);

/*
 * Returns winning chances from -1 to 1, by the formula of lichess (lila and scalachess,
 * WinPercent.scala).
 */
double chances_of(int score);

/*
 * Computes the chances of the side with this score to win and to lose, in per mille; the rest are
 * draws. Fitted to self-play of Alula: docs/strength.md.
 */
void chances_wdl(int score, int *win, int *loss);

#endif
