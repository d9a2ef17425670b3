/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports of the games of an annotated text: those with our notes, and why others have none. */
#ifndef ALULA_PAGES_H
#define ALULA_PAGES_H

#include <stdio.h>

#include "base/text.h"

/* The files to write; NULL: not this one. */
typedef struct {
    const char *html, *json;
    const char *svg; /* the graph; for a single game */
} Pages;

typedef struct {
    Word annotated;
    size_t noted;      /* games in it that have our notes */
    FILE *source;      /* the same games before: errors are told with its lines; or NULL */
    const int *number; /* of each game in the user's file; NULL: 1, 2, 3 ... */
} PagesGames;

/* Can all of them be written? To be asked before long work. False with a sentence. */
bool pages_possible(const Pages *pages, Text *error);

/*
 * Write them about these games. False with a sentence about the first one that failed, which is not
 * there then; the others are written.
 */
bool pages_write(const Pages *pages, const PagesGames *games, Text *error);

#endif
