/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Attack inputs of the network: which pieces are attacked, how freely pieces move, and how many
 * squares next to the kings are attacked. They follow the threat inputs of Stockfish (2025), but
 * have no squares, and the terms of hand-crafted evaluations. For each side:
 *
 *     0    an attacked piece: (its Piece * 5 + least attacker) * 2 + defended, where the least
 *          attacker is 0 for a pawn, 1 for a minor piece, 2 for a rook, 3 for a queen, 4 for a king
 *     60   the mobility of a knight: attacked squares that have no own piece and that no enemy pawn
 *          attacks; from 69 of a bishop, from 83 of a rook, from 98 of a queen, at most 15
 *     114  the number of squares next to the king that the other side attacks
 *
 * White's come first, then Black's. Pinned pieces attack like others.
 */
#ifndef ALULA_ATTACK_INPUTS_H
#define ALULA_ATTACK_INPUTS_H

#include "chess/position.h"

enum {
    ATTACK_SIDE = 128, /* inputs of a side, of which 123 are used; XOR swaps the sides */
    ATTACK_INPUTS = 2 * ATTACK_SIDE,
    ATTACK_INPUTS_MOST = 2 * SQUARE_COUNT, /* active at once; at most 64 with 32 pieces */
};

/*
 * Lists the active inputs from White's perspective, in a fixed order; returns their number. An
 * input counts as often as it is listed. From Black's perspective, each is XORed with ATTACK_SIDE.
 * on: the Piece on each occupied square; other squares are not read. Each side must have a king.
 */
int attack_inputs(const Board *b, const uint8_t on[SQUARE_COUNT], uint8_t list[ATTACK_INPUTS_MOST]);

#endif
