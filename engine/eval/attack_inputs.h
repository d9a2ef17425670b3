/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Attack inputs: what attacks what, and how freely pieces move, as inputs of the network (after the
 * threat inputs of Stockfish 2025, without squares, and the terms of hand-crafted evaluations). For
 * each side:
 *
 *     60  a piece of each kind is attacked, by least attacker (pawn, minor piece, rook, queen,
 *         king) and by whether it is defended
 *     54  mobility of a knight (0 to 8), bishop (0 to 13), rook (0 to 14), queen (0 to 15 or more):
 *         squares it attacks without own pieces, and not attacked by enemy pawns
 *      9  squares next to the king that the other side attacks, 0 to 8
 *
 * Pinned pieces attack like others.
 */
#ifndef ALULA_ATTACK_INPUTS_H
#define ALULA_ATTACK_INPUTS_H

#include "chess/position.h"

enum {
    ATTACK_SIDE = 128, /* inputs of a side, the last five unused; as a bit it swaps the sides */
    ATTACK_INPUTS = 2 * ATTACK_SIDE,
    ATTACK_INPUTS_MOST = 2 * SQUARE_COUNT, /* active at once; 64 with 32 pieces */
};

/*
 * Lists the active inputs of a position from White's perspective, and returns their number. From
 * Black's, they are those ^ ATTACK_SIDE. on: the Piece on each occupied square. Each side must have
 * a king.
 */
int attack_inputs(const Board *b, const uint8_t on[SQUARE_COUNT], uint8_t list[ATTACK_INPUTS_MOST]);

#endif
