/* SPDX-License-Identifier: GPL-3.0-or-later */
/* King and pawn against king: who wins is known for every position. */
#ifndef ALULA_KPK_H
#define ALULA_KPK_H

#include "position.h"

/* Fill the table, 24 KB, in about a millisecond; calling it again changes nothing. */
void kpk_init(void);

/*
 * Does the side with the pawn win? The board holds the two kings and one pawn, and is legal: the
 * side that is not to move stands in no check.
 */
bool kpk_is_won(const Board *b);

/* The same for a white pawn on the files a to d; `turn` is to move. */
bool kpk_table(Color turn, Square white_king, Square pawn, Square black_king);

#endif
