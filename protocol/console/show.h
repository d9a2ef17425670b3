/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person at a terminal wants to see, of whatever protocol. */
#ifndef ALULA_SHOW_H
#define ALULA_SHOW_H

#include "frontend.h"

/* How a board is drawn. */
typedef enum {
    BOARD_AS_FITS, /* color if a terminal is there and can show it, but NO_COLOR wants letters */
    BOARD_ASCII,   /* letters only */
    BOARD_UTF8,    /* figures */
    BOARD_COLOR,   /* figures, or letters where the terminal knows no others, on colored squares */
} BoardStyle;

/*
 * The board, as the console is set: the last move and a check are marked, and what was taken and
 * the clocks stand below where there is something to tell.
 */
void show_board(Frontend *f, bool flipped);

/*
 * The static evaluation of the position, and where it comes from: what each man is worth to the
 * network, and what each of its outputs says.
 */
void show_eval(Frontend *f);

/* Which network judges positions now, its shape and its checksum. */
void show_network(Frontend *f);

/*
 * What a quiet position is worth to its side to move, by the network that judges now. False
 * when memory is refused.
 */
bool show_judge(const Frontend *f, const Position *p, int *value);

/* The position's key, in hexadecimal. */
void show_key(Frontend *f);

/* Larger counts would keep everybody waiting for more than some seconds. */
#define SHOW_PERFT_MOST 4e9

/*
 * Count the leaves so many plies from here, with `divide` for each move too; how far it came where
 * the person ends it; a sentence instead where it would take more than some seconds.
 */
void show_perft(Frontend *f, Word depth, bool divide);

#endif
