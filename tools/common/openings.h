/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening suites: positions of an EPD file, or the first moves of PGN games. */
#ifndef ALULA_COMMON_OPENINGS_H
#define ALULA_COMMON_OPENINGS_H

#include "base/text.h"
#include "chess/gameline.h"

/* Openings, kept as text and parsed when needed, as a file may contain a million. */
typedef struct {
    char *text; /* owned; the contents of the file, or the FEN of the start position */
    Word *item; /* [count], owned; each opening is a part of `text` */
    size_t count;
    bool pgn, chess960;
    int plies;       /* plies to use of a PGN game; 0: all */
    char error[400]; /* error message of openings_load() */
} Openings;

/*
 * Reads and checks a file: PGN if its name ends in .pgn (in any case), EPD or FEN otherwise.
 * Without a file (NULL), the start position is the only opening. Returns an error message, or NULL.
 */
const char *openings_load(Openings *o, const char *file, bool chess960, int plies);

/* Frees the openings, but not the object itself. */
void openings_free(Openings *o);

/* Shuffles the openings with a seed. */
void openings_shuffle(Openings *o, uint64_t seed);

/* Initializes a line at the start position; ends the program when out of memory. */
void openings_line(GameLine *line);

/* Sets up an opening in *line, which must be initialized; numbers wrap around. */
void openings_get(const Openings *o, size_t number, GameLine *line);

#endif
