/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a level overlooked in its last moves. A search at full strength finds the errors; a
 * repetition of the searches by which the level chose its move shows the cause.
 */
#ifndef ALULA_CONFESS_H
#define ALULA_CONFESS_H

#include "protocol/frontend.h"

/*
 * Adds what the level overlooked with its move at this ply; takes a few tenths of a second. Returns
 * false, with nothing added, if the level overlooked nothing, or did not choose this move.
 */
bool console_confesses(Frontend *f, size_t ply, Text *out);

/* Returns true if we have played one side of the game, and the move at this ply is ours. */
bool console_is_own_move(const Frontend *f, size_t ply);

/* Says what the level overlooked in a game that has ended. */
void console_confess_after_game(Frontend *f);

#endif
