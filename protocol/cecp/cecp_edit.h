/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The edit mode of CECP: a position is set up piece by piece. */
#ifndef ALULA_CECP_EDIT_H
#define ALULA_CECP_EDIT_H

#include "base/text.h"
#include "chess/position.h"

/* Remove all pieces; the side to move stays. */
void cecp_edit_clear(Position *p);

/* "Pa4" puts a pawn of this color on a4, "xa4" empties it. False for anything else. */
bool cecp_edit_put(Position *p, Color c, Word w);

/*
 * The position is complete: derive castling rights, as the document wants it (assumed where king
 * and rook stand at home), and all else. NULL, or why the position is illegal.
 */
const char *cecp_edit_finish(Position *p, bool chess960);

#endif
