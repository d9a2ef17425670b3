/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Slider attacks by walking along rays: slow and simple. The tables of attacks.h are filled by this
 * code.
 */
#ifndef ALULA_RAYS_H
#define ALULA_RAYS_H

#include "bitboard.h"

/*
 * Returns the squares attacked by a slider (BISHOP, ROOK or QUEEN): along each ray up to the edge,
 * or up to and including the first occupied square.
 */
Bitboard rays_walk(Piece slider, Square from, Bitboard occupied);

/* Returns the relevant blockers: squares where a piece changes the attacks of the slider. */
Bitboard rays_mask(Piece slider, Square from);

#endif
