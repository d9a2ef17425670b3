/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The board in the terminal. */
#ifndef ALULA_SHOW_BOARD_H
#define ALULA_SHOW_BOARD_H

#include "frontend.h"

/* How a board is drawn. */
typedef enum {
    BOARD_AS_FITS, /* color if the terminal can show it and NO_COLOR is not set, else letters */
    BOARD_ASCII,   /* letters only */
    BOARD_UTF8,    /* figures */
    BOARD_COLOR,   /* on colored squares: figures, or letters where the terminal has no figures */
} BoardStyle;

typedef struct {
    BoardStyle style;
    bool flipped; /* Black at the bottom */
    bool bare;    /* no letters and numbers beside the board */
    bool big;     /* squares of several lines */
} BoardLook;

/*
 * Show the current position, with the last move and a check marked, and what was captured; with the
 * clocks too unless clock_ms is NULL.
 */
void show_board(Frontend *f, const BoardLook *look, const int64_t clock_ms[COLOR_COUNT]);

#endif
