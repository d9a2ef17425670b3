/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The slow truth about sliders: one walker from which every fast table is filled and tested. */
#ifndef ALULA_RAYS_H
#define ALULA_RAYS_H

#include "bitboard.h"

/*
 * What a slider (BISHOP, ROOK or QUEEN) on a square attacks, walking until it meets an occupied
 * square or the edge. The occupied square itself is attacked.
 */
Bitboard rays_walk(Piece slider, Square from, Bitboard occupied);

/* The squares on which a blocker changes what the slider attacks. */
Bitboard rays_mask(Piece slider, Square from);

/* The squares strictly between two squares of one line; empty when they share no line. */
Bitboard rays_between(Square a, Square b);

/* The whole line through two squares from edge to edge; empty when they share none. */
Bitboard rays_line(Square a, Square b);

#endif
