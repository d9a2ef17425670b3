/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Endings of three and four pieces, with Syzygy's names, and the values of all their positions, 0.2
 * to 25 MB for each ending. This code does not use the Syzygy prober, so that the two can be
 * compared.
 *
 * A position has a cell for each side to move. Mirror images share a cell: with pawns, the first
 * pawn is on files a to d; without pawns, the first king is in the triangle a1-d1-d4, and the first
 * piece off the long diagonal is below it. Like pieces are distinguished, so a position with two of
 * them has two cells.
 */
#ifndef ALULA_ENDING_H
#define ALULA_ENDING_H

#include "chess/position.h"

enum { ENDING_MEN = 4, ENDINGS = 35, ENDING_NAME = 8 };

/*
 * A value for the side to move: n > 0 wins in n plies, -1 - n loses in n plies (0: mated), 0 draws.
 * Plies are counted to mate, or to the next capture or pawn move that keeps the result; one that
 * only keeps a result which the fifty-move rule turns into a draw counts as ENDING_CURSED plies. In
 * a set with `mates`, plies are counted to mate, without the fifty-move rule.
 */
typedef int16_t EndingValue;
enum { ENDING_ILLEGAL = INT16_MIN, ENDING_CURSED = 101 };

typedef struct {
    char name[ENDING_NAME];
    int men, pawns;
    bool symmetric; /* both sides have the same pieces */
    unsigned key;   /* key of the material; see ending_key() */
    /* White's pawns, Black's, the kings, then others */
    uint8_t piece[ENDING_MEN], color[ENDING_MEN];
    size_t cells;
    EndingValue *value[COLOR_COUNT]; /* by side to move, in one allocation; NULL: not loaded */
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
    bool mates;                  /* plies are counted to mate; for all endings of the set */
    Ending ending[ENDINGS];      /* fewer men first */
    uint8_t by_key[ENDING_KEYS]; /* index + 1; 128 more with colors swapped; 0: none */
} EndingSet;

/* Lists all endings, without values. */
void endings_init(EndingSet *set);
/* Frees all values. */
void endings_free(EndingSet *set);

/* Returns the ending of this name, or NULL. */
Ending *endings_named(EndingSet *set, const char *name);

/*
 * Returns the contribution of a piece to the material key; 0 for kings. A side must have at most
 * two of a kind.
 */
unsigned ending_key(Piece p, Color c);

/*
 * Returns the ending of a key, or NULL for two bare kings. Sets *swapped to true if the first side
 * of the ending is Black.
 */
Ending *endings_of_key(EndingSet *set, unsigned key, bool *swapped);

/*
 * Writes the squares of a cell. Several cells may have the same squares; squares may be impossible.
 */
void ending_squares(const Ending *e, size_t cell, EndingSquares out);

/* Returns the cell of these squares, which must be distinct. */
size_t ending_cell(const Ending *e, const EndingSquares s);

/* Returns true unless swapping two like pieces gives a lower cell. */
bool ending_is_first(const Ending *e, const EndingSquares s, size_t cell);

/*
 * Returns the ending of a board, or NULL for two bare kings. Writes the squares of its pieces
 * there, and sets *swapped to true if the colors are swapped.
 */
const Ending *endings_find(const EndingSet *set, const EndingBoard *b, bool *swapped,
                           EndingSquares s);

/*
 * Returns the value of a board without en passant, or ENDING_ILLEGAL if the side not to move is in
 * check. The ending must be loaded.
 */
EndingValue endings_value(const EndingSet *set, const EndingBoard *b);

/* Sets up a board from the squares of an ending. */
void ending_board(const Ending *e, const EndingSquares s, Color turn, EndingBoard *out);

/* Allocates the values for both sides to move. Returns false if memory is refused. */
bool ending_allocate(Ending *e);
/* Frees the values. */
void ending_free(Ending *e);

/* Returns the result under the fifty-move rule, -2 to 2, as in Syzygy. */
int ending_wdl(EndingValue v);

/* Returns the distance to zeroing (DTZ) as in Syzygy: 0 for a draw, -1 if mated. */
int ending_dtz(EndingValue v);

#endif
