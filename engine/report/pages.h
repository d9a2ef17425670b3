/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reports of the games in an annotated PGN: of the games with Alula's notes, and for others the
 * reason why they have none.
 */
#ifndef ALULA_PAGES_H
#define ALULA_PAGES_H

#include <stdio.h>

#include "base/text.h"
#include "notes.h"

/* Paths of the files to write, borrowed; NULL: do not write this file. */
typedef struct {
    const char *html; /* web page */
    const char *json;
    const char *svg; /* the graph; for a single game */
} Pages;

/*
 * Searches of games that were annotated just now, with the best lines at all moves; the PGN has
 * only those at marked moves. All zero: none.
 */
typedef struct {
    struct PageSearch *game; /* [count] */
    size_t count, room;
} PageSearches;

/*
 * Keeps a copy of note[0 ... plies] of a game read with notes_options; nothing if memory is
 * refused.
 */
void pages_keep(PageSearches *s, const PgnGame *game, const Note *note);
/* Frees all searches. */
void pages_forget(PageSearches *s);

typedef struct {
    Word annotated;
    size_t noted;      /* number of games with Alula's notes */
    FILE *source;      /* the games before annotation, for the line numbers of errors; or NULL */
    const int *number; /* number of each game in the user's file; NULL: 1, 2, 3 ... */
    const PageSearches *searches; /* for the HTML; or NULL */
} PagesGames;

/* Checks before long work whether all files can be written. Returns false with an error message. */
bool pages_possible(const Pages *pages, Text *error);

/*
 * Writes the files about these games. Returns false with an error message about the first file that
 * could not be written, but writes the others.
 */
bool pages_write(const Pages *pages, const PagesGames *games, Text *error);

#endif
