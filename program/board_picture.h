/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arguments of `alula board`, and the picture that it writes. */
#ifndef ALULA_BOARD_PICTURE_H
#define ALULA_BOARD_PICTURE_H

#include "chess/svgboard.h"

enum { PICTURE_ARROWS = 64, PICTURE_MARKS = 64 };

/* The request of the command line. */
typedef struct {
    Position position; /* the start position if no FEN is given */
    bool chess960;     /* the castling rights exist only in Chess960 */
    const char *file;  /* argument of --svg; "-": standard output; NULL: a text board */
    SvgBoard board;    /* the board of that position, with the arrows and marks below */
    SvgArrow arrow[PICTURE_ARROWS];
    SvgMark mark[PICTURE_MARKS];
} BoardPicture;

/* Reads the words after `board`. Returns false with an error message. Call attacks_init() first. */
bool board_picture_read(BoardPicture *out, int count, char **words, Text *error);

/* Writes the picture to its file. Returns false with an error message. */
bool board_picture_write(const BoardPicture *p, Text *error);

#endif
