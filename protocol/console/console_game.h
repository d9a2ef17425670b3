/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of a game: moves, sides, undo and redo, stepping, draws, pauses. */
#ifndef ALULA_CONSOLE_GAME_H
#define ALULA_CONSOLE_GAME_H

#include "protocol/frontend.h"

/* Handles the end of a search: makes our move, or passes the result to the task of the search. */
void console_on_move(Frontend *f, const SearchInfo *t);

#endif
