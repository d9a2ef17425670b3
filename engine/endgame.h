/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Endings of which more is known than a network can say. */
#ifndef ALULA_ENDGAME_H
#define ALULA_ENDGAME_H

#include "position.h"

/* An advantage that counts in full. */
enum { ENDGAME_WHOLE = 24 };

/* Fill the tables; calling it again changes nothing. */
void endgame_init(void);

/*
 * Is the value known: king and pawn against king, or a won ending against a bare king? Then
 * *value is what it is worth to White, in centipawns, and tells the winner where to go.
 */
bool endgame_known(const Board *b, int *value);

/*
 * In ENDGAME_WHOLEths: how much of an advantage the side that has it can hope to turn into a win.
 * Less than all of it in drawn endings that are too rare for a network to have learned them, and
 * with bishops of opposite colors, of which it expects too much.
 */
int endgame_chances(const Board *b, Color strong);

#endif
