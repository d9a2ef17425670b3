/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Endgame knowledge that goes beyond the network: known wins, and scale factors. */
#ifndef ALULA_ENDGAME_H
#define ALULA_ENDGAME_H

#include "chess/position.h"

/* The scale factor of a normal position: the value counts in full. */
enum { SCALE_NORMAL = 24 };

/* Fill the tables; further calls change nothing. */
void endgame_init(void);

/* endgame_known() is false with more pieces than this on the board, unless a king is bare. */
enum { ENDGAME_KNOWN_PIECES = 4 };

/*
 * Is this a known ending: king and pawn against king (by the KPK bitbase), a win against a bare
 * king, or a queen against a rook or less? Then *value is its value for White in centipawns, 0 for
 * a draw; a mop-up term in it leads the winner to mate. Not for a queen that is attacked. What is
 * left are a few positions that a search resolves (fork, pin): `alula-endings known` counts them.
 * Each side has one king.
 */
bool endgame_known(const Board *b, int *value);

/*
 * The scale factor, 0 to SCALE_NORMAL, for a value in favor of `strong`. It is below SCALE_NORMAL
 * in drawish endings that are too rare for a network to have learned them, and with
 * opposite-colored bishops, which it overrates.
 */
int endgame_scale(const Board *b, Color strong);

#endif
