/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Endings of three and four pieces, with Syzygy's names, and the values of all their positions,
 * from 0.2 to 25 MB each. The prober of Syzygy tables is not used here, so that the two can be
 * compared.
 *
 * A position has a cell for each side to move. Mirror images share a cell: with pawns, the first
 * pawn is on files a to d; without, the first king is in the triangle a1-d1-d4, and the first piece
 * off the long diagonal is below it. Like pieces are distinguished, so two of them have two cells.
 */
#ifndef ALULA_ENDING_H
#define ALULA_ENDING_H

#include "chess/position.h"

enum { ENDING_MEN = 4, ENDINGS = 35, ENDING_NAME = 8 };

/*
 * A value for the side to move: n > 0 wins in n plies, -1 - n loses in n plies (0: mated), 0 draws.
 * Plies are counted to the next capture or pawn move that keeps the result, or to mate; a next one
 * that only keeps what the fifty-move rule makes a draw counts as ENDING_CURSED plies. In a set
 * with `mates` they are counted to mate, and that rule does not count.
 */
typedef int16_t EndingValue;
enum { ENDING_ILLEGAL = INT16_MIN, ENDING_CURSED = 101 };

typedef struct {
    char name[ENDING_NAME];
    int men, pawns;
    bool symmetric; /* both sides have equal pieces */
    unsigned key;   /* key of the material; see ending_key() */
    /* White's pawns, Black's, the kings, then others */
    uint8_t piece[ENDING_MEN], color[ENDING_MEN];
    size_t cells;
    EndingValue *value[COLOR_COUNT]; /* by side to move; one allocation; NULL: not loaded */
} Ending;

/* Squares of the pieces of an ending, in its order. */
typedef uint8_t EndingSquares[ENDING_MEN];

/* Pieces on squares, including kings. */
typedef struct {
    int men;
    Color turn;
    uint8_t square[ENDING_MEN], piece[ENDING_MEN], color[ENDING_MEN];
} EndingBoard;

enum { ENDING_KEYS = 59049 }; /* two of each kind, five kinds, two sides */

typedef struct EndingSet {
    bool mates;                  /* how plies are counted; the same for all that is solved */
    Ending ending[ENDINGS];      /* fewer men first */
    uint8_t by_key[ENDING_KEYS]; /* 1 and up; 128 more with colors swapped; 0: none */
} EndingSet;

/* Fills in all endings, without values. */
void endings_init(EndingSet *set);
void endings_free(EndingSet *set);

/* Returns the ending of a name, or NULL. */
Ending *endings_named(EndingSet *set, const char *name);

/*
 * Returns the contribution of a piece to the material key; 0 for kings. There must be at most two
 * of a kind.
 */
unsigned ending_key(Piece p, Color c);

/* Returns the ending of a key; *swapped: its first side is Black. NULL for two bare kings. */
Ending *endings_of_key(EndingSet *set, unsigned key, bool *swapped);

/* Gets the squares of a cell; several cells may have the same squares, or impossible ones. */
void ending_squares(const Ending *e, size_t cell, EndingSquares out);

/* Returns the cell of squares, which must be distinct. */
size_t ending_cell(const Ending *e, const EndingSquares s);

/* Returns true unless an exchange of two like pieces gives a lower cell. */
bool ending_is_first(const Ending *e, const EndingSquares s, size_t cell);

/*
 * Returns the ending of a board, and its squares there; *swapped: with the colors swapped. NULL for
 * two bare kings.
 */
const Ending *endings_find(const EndingSet *set, const EndingBoard *b, bool *swapped,
                           EndingSquares s);

/*
 * Returns the value of a board without en passant, whose ending must be loaded. Returns
 * ENDING_ILLEGAL if the side not to move is in check.
 */
EndingValue endings_value(const EndingSet *set, const EndingBoard *b);

/* Sets up a board from the squares of an ending. */
void ending_board(const Ending *e, const EndingSquares s, Color turn, EndingBoard *out);

/* Allocates cells for both sides; returns false when out of memory. */
bool ending_allocate(Ending *e);
void ending_free(Ending *e);

/* Returns the result with the fifty-move rule, -2 to 2, as in Syzygy. */
int ending_wdl(EndingValue v);

/* Returns the distance to zeroing as in Syzygy: 0 for a draw, -1 if mated. */
int ending_dtz(EndingValue v);

#endif
