/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening suites: positions of an EPD file, or the first moves of PGN games. */
#ifndef ALULA_COMMON_OPENINGS_H
#define ALULA_COMMON_OPENINGS_H

#include "base/text.h"
#include "chess/gameline.h"

/* Kept as text and parsed when needed, as a file may have a million openings. */
typedef struct {
    char *text;
    Word *item; /* the text of each opening */
    size_t count;
    bool pgn, chess960;
    int plies;       /* to use of a PGN game; 0: all */
    char error[400]; /* error message of openings_load() */
} Openings;

/*
 * Read and check a file: PGN if its name ends in .pgn (in any case), EPD or FEN otherwise. Without
 * a file (NULL), the start position is the only opening. Returns an error message, or NULL.
 */
const char *openings_load(Openings *o, const char *file, bool chess960, int plies);
void openings_free(Openings *o);

/* Shuffle the openings with a seed. */
void openings_shuffle(Openings *o, uint64_t seed);

/* Initialise a line at the start position; ends the program if there is no memory. */
void openings_line(GameLine *line);

/* Set up an opening; numbers wrap around. *line was initialised before. */
void openings_get(const Openings *o, size_t number, GameLine *line);

#endif
