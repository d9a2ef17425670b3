/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A bare king against queen, rook, two bishops, or bishop and knight: moves to mate for every
 * position, computed by endings_solver.h. Rules of thumb may need more than fifty moves against the
 * best defense.
 */
#ifndef ALULA_BARE_KING_H
#define ALULA_BARE_KING_H

#include "endings_solver.h"

/* Returns true if the board has one of these endings. */
bool bare_king_is_it(const Board *b);

/*
 * Fills the table of this ending, which has up to 11 MB. Takes about a second, or a few
 * milliseconds for queen or rook. Further calls change nothing; other threads that call this
 * function wait. Returns false if there is not enough memory, or if `go_on` (NULL: never) stopped
 * the work by returning false.
 */
bool bare_king_fill(const Board *b, SolverGoOn *go_on, void *context);

/* Frees all tables, which no thread may still be using. They can be filled again. */
void bare_king_release(void);

/* Returns true for queen or rook, whose table is filled within milliseconds. */
bool bare_king_is_quick(const Board *b);

/* Returns true if the table of this ending is filled. */
bool bare_king_is_filled(const Board *b);

enum { BARE_KING_DRAW = -1 };

/*
 * Returns the moves to mate by the side with the pieces, 0 if the bare king is mated;
 * BARE_KING_DRAW if mate cannot be forced. The table must be filled, and the position legal.
 */
int bare_king_distance(const Board *b);

#endif
