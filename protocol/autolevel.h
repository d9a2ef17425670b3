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
    int games;  /* number of games that changed the rating */
} AutoLevel;

/*
 * Reads the rating. If the file is missing or damaged (*damaged is set, unless NULL), returns
 * *otherwise, or AUTOLEVEL_FIRST with no games if *otherwise has no rating.
 */
AutoLevel autolevel_read(const AutoLevel *otherwise, bool *damaged);

/*
 * Returns the rating after one more game against an opponent of equal rating. `points` are 0, 1 or
 * 2 for the player's loss, draw or win. Elo's formula with an expectation of 1/2; the K-factor
 * falls from 320 to 40 in the first eight games, as provisional ratings move faster (USCF, "The US
 * Chess Rating System", Glickman and Doan).
 */
AutoLevel autolevel_after(AutoLevel before, int points);

/*
 * Saves the rating; a damaged file is kept as level-auto.old. Returns false on failure, with errno
 * set, or 0 if no folder is known.
 */
bool autolevel_keep(const AutoLevel *level);

#endif
