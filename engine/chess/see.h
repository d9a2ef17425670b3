/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Static exchange evaluation (SEE; chessprogramming.org, "SEE - The Swap Algorithm"; the threshold
 * test is Stockfish's): the value of a series of captures on one square.
 */
#ifndef ALULA_SEE_H
#define ALULA_SEE_H

#include "position.h"

/* Centipawns by Piece, NO_PIECE included; the king outweighs everything. */
extern const int see_value[PIECE_COUNT + 1];

/*
 * Returns true if the side to move gains at least `threshold` centipawns when both sides capture on
 * the move's square with their least valuable piece, each stopping when that is better. Pins are
 * ignored. Promotions count as pawn moves; castling is worth 0.
 */
bool see_ge(const Position *p, Move m, int threshold);

#endif
