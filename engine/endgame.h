/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Endings of which more is known than counting can say. */
#ifndef ALULA_ENDGAME_H
#define ALULA_ENDGAME_H

#include "position.h"

enum {
    ENDGAME_WHOLE = 64,   /* an advantage that counts in full */
    ENDGAME_DRAWISH = 24, /* hardly any hope: what a network has not seen often enough to know */
};

/* Fill the tables; calling it again changes nothing. */
void endgame_init(void);

/*
 * Is the value known: king and pawn against king, or a won ending against a bare king? Then
 * *value is what it is worth to White, in centipawns, and tells the winner where to go.
 */
bool endgame_known(const Board *b, int *value);

/* In 64ths: how much of an endgame advantage the side that has it can hope to turn into a win. */
int endgame_chances(const Board *b, Color strong);

#endif
