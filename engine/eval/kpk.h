/* SPDX-License-Identifier: GPL-3.0-or-later */
/* KPK bitbase: the result of king and pawn against king, for every position. */
#ifndef ALULA_KPK_H
#define ALULA_KPK_H

#include "chess/position.h"

/* Fills the bitbase, 24 KB, in about a millisecond; further calls change nothing. */
void kpk_init(void);

/*
 * Returns true if the side with the pawn wins. The board must have two kings and one pawn, and be
 * legal: the side that is not to move is not in check.
 */
bool kpk_is_won(const Board *b);

/*
 * Looks up a white pawn on files a to d and ranks 2 to 7; returns true if White wins. `turn` is the
 * side to move.
 */
bool kpk_table(Color turn, Square white_king, Square pawn, Square black_king);

#endif
