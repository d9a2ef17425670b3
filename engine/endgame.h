/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Endings of which more is known than a network can say. */
#ifndef ALULA_ENDGAME_H
#define ALULA_ENDGAME_H

#include "position.h"

/* An advantage that counts in full. */
enum { SCALE_NORMAL = 24 };

/* Fill the tables; calling it again changes nothing. */
void endgame_init(void);

/* Of more men than this, when neither king is bare, nothing is known: see endgame_known(). */
enum { ENDGAME_KNOWN_PIECES = 4 };

/*
 * Is the value known: king and pawn against king, a won ending against a bare king, or a queen
 * against a rook or less? Then *value is what it is worth to White, in centipawns, and tells the
 * winner where to go. Queens against one piece are won but for a few positions, most of which a
 * search sees through (a fork, a pin, stalemate).
 */
bool endgame_known(const Board *b, int *value);

/*
 * In SCALE_NORMAL: how much of an advantage the side that has it can hope to turn into a win.
 * Less than all of it in drawn endings that are too rare for a network to have learned them, and
 * with bishops of opposite colors, of which it expects too much.
 */
int endgame_scale(const Board *b, Color strong);

#endif
