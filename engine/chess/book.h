/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Polyglot opening books (F. Letouzey): 16-byte entries, each a move in a position, sorted by key.
 *
 * Source: book_format.html of the Polyglot distribution, or hgm.nubati.net/book_format.html.
 */
#ifndef ALULA_BOOK_H
#define ALULA_BOOK_H

#include <stdio.h>

#include "gameline.h"

/* --- keys ------------------------------------------------------------------------------------ */

/*
 * Returns the Polyglot key of a position, which is unrelated to Position.key. `jumped` is the
 * square that an enemy pawn has just passed by a double step, or NO_SQUARE. The key includes its
 * file if a pawn could capture en passant, legally or not; a Position keeps the square only if it
 * is legal.
 */
uint64_t book_key(const Position *p, Square jumped);

/* Returns the square passed by a pawn's double step, or NO_SQUARE for other moves. */
Square book_jumped(const Position *before, Move m);

/*
 * Returns the Polyglot key of the current position. In the first position of a game, an en-passant
 * square without a legal capture is unknown.
 */
uint64_t book_key_now(const GameLine *g);

/* --- entries --------------------------------------------------------------------------------- */

enum { BOOK_ENTRY_BYTES = 16 };

/* An entry of a book file. */
typedef struct {
    uint64_t key;
    uint16_t move;   /* 3 bits each, from bit 0: to (file, rank), from, promotion (n 1 … q 4) */
    uint16_t weight; /* quality or frequency, relative to other moves; 0: never played */
    uint32_t learn;  /* learning data of other programs; kept but not used */
} BookEntry;

/* Convert an entry from and to the bytes in a file. */
BookEntry book_unpack(const uint8_t bytes[BOOK_ENTRY_BYTES]);
void book_pack(uint8_t bytes[BOOK_ENTRY_BYTES], const BookEntry *entry);

/* Compares entries for qsort(): by key, by descending weight, by move. */
int book_compare(const void *a, const void *b);

/*
 * Returns the legal move of an entry, or NO_MOVE. Castling is the king taking its rook; the king's
 * two steps, which some programs write, are accepted as well.
 */
Move book_decode(const Position *p, uint16_t move);

/* Encodes a legal move. */
uint16_t book_encode(Move m);

/* --- files ----------------------------------------------------------------------------------- */

/* A book open for reading. It stays on disk and may have any size. */
typedef struct {
    FILE *file;    /* NULL: no book */
    int64_t count; /* number of entries */
} Book;

/*
 * Opens a book. Returns NULL, or an error with nothing to close: the file does not exist, is empty
 * or ends within an entry, or sampled entries are not sorted, e.g. in a file of another format.
 */
const char *book_open(Book *b, const char *path);

/* Closes a book; a second call does nothing. */
void book_close(Book *b);

/* Reads entry `index`, 0 to count - 1. Returns false on failure. */
bool book_read(const Book *b, int64_t index, BookEntry *out);

/* A legal move of a book. */
typedef struct {
    Move move;
    uint16_t weight;
    uint32_t learn;
} BookMove;

/*
 * Finds the legal moves of a position with this key, by descending weight, and returns their
 * number. Entries without a legal move are skipped; weights of entries for the same move are added
 * up. In an unsorted book some moves are missed.
 */
size_t book_find(const Book *b, const Position *p, uint64_t key, BookMove list[MAX_MOVES]);

/* Sorts by descending weight; the sort is stable. */
void book_sort(BookMove *list, size_t count);

/*
 * Chooses a move from list[count], in the order of book_sort(). Variety 0 chooses the first move;
 * 100 chooses with probability proportional to weight; other values with probability proportional
 * to weight to the power of 100 / variety. Never chooses moves of weight 0; returns NO_MOVE if
 * there are no others. `random` is 64 random bits.
 */
Move book_choose(const BookMove *list, size_t count, int variety, uint64_t random);

#endif
