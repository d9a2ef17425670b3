/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rating of the person, for level Auto: it starts at AUTOLEVEL_FIRST, follows the results of
 * games against that level, and is kept in the user's state folder.
 */
#ifndef ALULA_AUTOLEVEL_H
#define ALULA_AUTOLEVEL_H

#include <stdbool.h>

enum { AUTOLEVEL_FIRST = 1200 };

typedef struct {
    int rating; /* LEVEL_MIN to LEVEL_MAX, on the scale of the levels */
    int games;  /* that have changed it */
} AutoLevel;

/* Read the rating; AUTOLEVEL_FIRST without games if there is no file, or none that can be read. */
AutoLevel autolevel_read(void);

/*
 * The rating after one more game against its own level. `points` are the person's: 0, 1 or 2 for a
 * loss, a draw or a win. Elo's formula with an expectation of 1/2; the factor K falls from 320 to
 * 40 in the first eight games, as provisional ratings move faster (USCF, "The US Chess Rating
 * System", Glickman and Doan).
 */
AutoLevel autolevel_after(AutoLevel before, int points);

/* Read the rating, change it, and keep it in *now. Returns false with errno if it was not kept. */
bool autolevel_count(AutoLevel *now, int points);

#endif
