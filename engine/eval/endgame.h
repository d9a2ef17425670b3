/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Endgame knowledge beyond the network: known wins, and scale factors. */
#ifndef ALULA_ENDGAME_H
#define ALULA_ENDGAME_H

#include "chess/position.h"

/* Scale factor of a normal position, whose value is not reduced. */
enum { SCALE_NORMAL = 24 };

/* endgame_known() returns false with more pieces than this, unless a king is bare. */
enum { ENDGAME_KNOWN_PIECES = 4 };

/*
 * Returns true for a known ending: king and pawn against king (by the KPK bitbase), a win against a
 * bare king, or a queen against a rook or less. Sets *value to its value for White in centipawns, 0
 * for a draw; a mop-up term guides the winner to mate. Returns false if the queen is attacked.
 * Wrong in a few positions (fork, pin) that a search resolves: `alula-endings known` counts them.
 * Each side must have one king. Requires kpk_init().
 */
bool endgame_known(const Board *b, int *value);

/*
 * Returns the scale factor, 0 to SCALE_NORMAL, for a value in favor of `strong`. The factor is
 * below SCALE_NORMAL in drawish endings that are too rare for a network to have learned, and with
 * opposite-colored bishops, which the network overrates.
 */
int endgame_scale(const Board *b, Color strong);

#endif
