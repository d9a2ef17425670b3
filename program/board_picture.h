/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arguments of `alula board`, and the picture it writes. */
#ifndef ALULA_BOARD_PICTURE_H
#define ALULA_BOARD_PICTURE_H

#include "chess/svgboard.h"

enum { PICTURE_ARROWS = 64, PICTURE_MARKS = 64 };

/* What the command line asks for. */
typedef struct {
    Position position; /* the start position if there is no FEN */
    bool chess960;     /* its castling rights exist in Chess960 only */
    const char *file;  /* of --svg; "-": standard output; NULL: a board of text */
    bool flipped;
    int size; /* pixels; 0: as usual */
    SvgArrow arrow[PICTURE_ARROWS];
    SvgMark mark[PICTURE_MARKS];
    size_t arrows, marks;
} BoardPicture;

/* Read the words after `board`. False with a sentence. The attack tables must be there. */
bool board_picture_read(BoardPicture *out, int count, char **words, Text *error);

/* Write the picture to its file. False with a sentence. */
bool board_picture_write(const BoardPicture *p, Text *error);

#endif
