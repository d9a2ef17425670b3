/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A PGN game with notes: evaluations, marks for bad moves, and what would have been better. */
#ifndef ALULA_NOTES_H
#define ALULA_NOTES_H

#include "chess/pgn.h"

enum { NOTE_PLIES = 10 }; /* the longest variation */

/* The result of the search of a position. */
typedef struct {
    bool known;       /* false: no note */
    int score, depth; /* for the side to move; see SCORE_MATE; depth 0: no search was needed */
    size_t length;    /* of the best line */
    Move line[NOTE_PLIES];
} Note;

/* Bad moves, by the winning chances or the material that they lose. */
typedef enum { MARK_BLUNDER, MARK_MISTAKE, MARK_DUBIOUS, NO_MARK } Mark;

/* "??", "?" or "?!". */
extern const char *const mark_text[NO_MARK];

/*
 * How bad a move is by the scores before and after it, both for the side that moved, and by the
 * material it gives away, in centipawns; see docs/console.md.
 */
Mark notes_mark_scores(int before, int after, int material);

/* How bad the nth move of the game is; note[0 ... plies] is about the positions of the game. */
Mark notes_mark(const PgnGame *game, const Note *note, size_t n);

/*
 * Write the game with its notes: an evaluation after each move ([%eval], for White), a mark and a
 * variation for bad moves, and Alula among the annotators. Comments, marks and variations of the
 * game are kept, but not evaluations by other programs. False if there is not enough memory.
 */
bool notes_write(const PgnGame *game, const Note *note, PgnSink *sink, void *context);

/* Is Alula one of the annotators of the game? */
bool notes_are_ours(const PgnGame *game);

#endif
