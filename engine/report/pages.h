/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reports of the games of an annotated text: those with our notes, and the reason why others have
 * none.
 */
#ifndef ALULA_PAGES_H
#define ALULA_PAGES_H

#include <stdio.h>

#include "base/text.h"
#include "notes.h"

/* Files to write; NULL: skip this one. */
typedef struct {
    const char *html, *json;
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

/* Copies note[0 ... plies] of a game read with notes_options; without memory, nothing is kept. */
void pages_keep(PageSearches *s, const PgnGame *game, const Note *note);
void pages_forget(PageSearches *s);

typedef struct {
    Word annotated;
    size_t noted;      /* number of games with our notes */
    FILE *source;      /* the same games before, whose lines are named in errors; or NULL */
    const int *number; /* number of each game in the user's file; NULL: 1, 2, 3 ... */
    const PageSearches *searches; /* for the HTML; or NULL */
} PagesGames;

/*
 * Checks before long work whether all files can be written. Returns false with an error as a
 * sentence.
 */
bool pages_possible(const Pages *pages, Text *error);

/*
 * Writes the files about these games. Returns false with an error as a sentence about the first
 * file that could not be written; writes the others.
 */
bool pages_write(const Pages *pages, const PagesGames *games, Text *error);

#endif
