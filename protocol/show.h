/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person at a terminal wants to see, of whatever protocol. */
#ifndef ALULA_SHOW_H
#define ALULA_SHOW_H

#include "frontend.h"

/* The board, in letters or, where the terminal says that it can, in figures. */
void show_board(Frontend *f, bool flipped);

/* Every term of the static evaluation of the position, in centipawns. */
void show_eval(Frontend *f);

/* The position's key, in hexadecimal. */
void show_key(Frontend *f);

/*
 * Count the leaves so many plies from here, with `divide` for each move too; a sentence instead
 * where that would take more than some seconds.
 */
void show_perft(Frontend *f, Word depth, bool divide);

#endif
