/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The board in the terminal. */
#ifndef ALULA_SHOW_BOARD_H
#define ALULA_SHOW_BOARD_H

#include "frontend.h"

/* How a board is drawn. */
typedef enum {
    BOARD_AS_FITS, /* color if the terminal supports it and NO_COLOR is not set, else letters */
    BOARD_ASCII,   /* letters only */
    BOARD_UTF8,    /* chess symbols */
    BOARD_COLOR,   /* on colored squares: symbols, or letters if the terminal has no symbols */
} BoardStyle;

typedef struct {
    BoardStyle style;
    bool flipped; /* Black at the bottom */
    bool bare;    /* no coordinates */
    bool big;     /* squares of several lines */
} BoardLook;

/*
 * Shows the current position, with the last move, a check, and the captured pieces; also the clocks
 * unless clock_ms is NULL.
 */
void show_board(Frontend *f, const BoardLook *look, const int64_t clock_ms[COLOR_COUNT]);

#endif
