/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The player's rating for level Auto: it starts at AUTOLEVEL_FIRST, follows the results of games at
 * that level, and is kept in the user's state folder.
 */
#ifndef ALULA_AUTOLEVEL_H
#define ALULA_AUTOLEVEL_H

#include <stdbool.h>

enum { AUTOLEVEL_FIRST = 1200 };

typedef struct {
    int rating; /* LEVEL_MIN to LEVEL_MAX, on the scale of the levels */
    int games;  /* games that changed it */
} AutoLevel;

/* Reads the rating; AUTOLEVEL_FIRST and no games if the file is missing or unreadable. */
AutoLevel autolevel_read(void);

/*
 * Returns the rating after one more game against an opponent of equal rating. `points` are the
 * player's: 0, 1 or 2 for a loss, a draw or a win. Elo's formula with an expectation of 1/2; the
 * K-factor falls from 320 to 40 in the first eight games, as provisional ratings move faster (USCF,
 * "The US Chess Rating System", Glickman and Doan).
 */
AutoLevel autolevel_after(AutoLevel before, int points);

/*
 * Updates the rating, in the file and in *now. Returns false with errno if the file was not
 * written.
 */
bool autolevel_count(AutoLevel *now, int points);

#endif
