/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scores as chances to win. */
#ifndef ALULA_CHANCES_H
#define ALULA_CHANCES_H

enum { CHANCES_MAX_CP = 1000 }; /* larger scores, and mates, count like this one */

/* The score in centipawns, cut to CHANCES_MAX_CP. */
int chances_cut(int score);

/* Winning chances from -1 to 1, as lichess has them (lila and scalachess, WinPercent.scala). */
double chances_of(int score);

/*
 * Chances of the side with this score to win and to lose, in permille; the rest are draws. From
 * self-play of Alula: docs/strength.md.
 */
void chances_wdl(int score, int *win, int *loss);

#endif
