/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Positions as SVG pictures: board, pieces, arrows and marks. Pieces are paths, so no font and no
 * other file is needed. The same board always gives the same bytes.
 */
#ifndef ALULA_SVGBOARD_H
#define ALULA_SVGBOARD_H

#include <stdio.h>

#include "base/text.h"
#include "position.h"

/* Meaning of an arrow; each meaning has its own color. */
typedef enum { SVG_PLAYED, SVG_BETTER, SVG_OTHER, SVG_ARROW_KINDS } SvgArrowKind;

typedef struct {
    Square from, to; /* not the same */
    SvgArrowKind kind;
} SvgArrow;

/* A circle around a piece, or an annotation in the corner of its square: ! ? !! ?? !? ?!. */
typedef enum {
    SVG_CIRCLE,
    SVG_GOOD,
    SVG_MISTAKE,
    SVG_BRILLIANT,
    SVG_BLUNDER,
    SVG_INTERESTING,
    SVG_DUBIOUS,
    SVG_MARK_KINDS
} SvgMarkKind;

typedef struct {
    Square square;
    SvgMarkKind kind;
} SvgMark;

enum { SVG_SIZE_MIN = 32, SVG_SIZE_MAX = 8192, SVG_SIZE_DEFAULT = 400 };

/* Description of a picture. A check is marked automatically. */
typedef struct {
    const Position *position; /* legal or not, for instance while it is set up */
    const char *caption;      /* start of the title, from any source; NULL: none */
    int size;                 /* width and height in pixels; 0: SVG_SIZE_DEFAULT */
    bool flipped;             /* Black at the bottom */
    Bitboard highlighted;     /* squares of the last move */
    const SvgArrow *arrow;    /* [arrows]; later ones are drawn on top */
    size_t arrows;
    const SvgMark *mark; /* [marks] */
    size_t marks;
} SvgBoard;

/*
 * Returns the square where the viewer sees a move end: in castling the king's destination or, if
 * the king does not move (Chess960), the square of the rook.
 */
Square svgboard_to(const Position *before, Move m);

/* Returns the squares to highlight after a move in this position. */
Bitboard svgboard_squares(const Position *before, Move m);

/*
 * Reads an arrow: "e2e4" for the move played, "e2e4:better" or "e2e4:other". Otherwise returns
 * false.
 */
bool svgboard_read_arrow(SvgArrow *out, Word w);

/*
 * Reads a mark: "e4" for a circle, "e4:??" and the like for an annotation. Otherwise returns false.
 */
bool svgboard_read_mark(SvgMark *out, Word w);

/* Writes a complete SVG file. */
void svgboard_file(FILE *out, const SvgBoard *b);

/*
 * Write many boards into one HTML page: the definitions of pieces and colors once, before all
 * boards, as an element without size; then each board, less than 6 KB with a few arrows and marks.
 * Colors follow the reader's scheme, light or dark; a page may set the variables --ab-... of
 * .ab-board.
 */
void svgboard_definitions(FILE *out);
void svgboard_element(FILE *out, const SvgBoard *b);

#endif
