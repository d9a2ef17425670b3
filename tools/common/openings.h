/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where games start: positions of an EPD file, or the first moves of PGN games. */
#ifndef ALULA_COMMON_OPENINGS_H
#define ALULA_COMMON_OPENINGS_H

#include "gameline.h"
#include "text.h"

/* Kept as text, read again when one is needed: a file may have a million of them. */
typedef struct {
    char *text;
    Word *at; /* each opening's own text */
    size_t count;
    bool pgn, chess960;
    int plies;        /* moves taken of a PGN game; 0: all */
    char defect[200]; /* of the last failure */
} Openings;

/*
 * Read and check a file: PGN if its name ends in .pgn or .PGN, EPD or FEN lines otherwise; NULL for
 * the start position alone. NULL, or a sentence that names the line.
 */
const char *openings_load(Openings *o, const char *file, bool chess960, int plies);
void openings_free(Openings *o);

/* Put them in a random order that the seed decides. */
void openings_shuffle(Openings *o, uint64_t seed);

/* Set up an opening, counted round; *line was made by gameline_init(). */
void openings_get(const Openings *o, size_t number, GameLine *line);

#endif
