/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Polyglot opening books (F. Letouzey): 16-byte entries, each a move in a position, sorted by key.
 *
 * Source: book_format.html of the Polyglot distribution, also at hgm.nubati.net/book_format.html.
 */
#ifndef ALULA_BOOK_H
#define ALULA_BOOK_H

#include <stdio.h>

#include "gameline.h"

/* --- keys ------------------------------------------------------------------------------------ */

/*
 * The Polyglot key of a position, unrelated to Position.key. `jumped` is the square that an enemy
 * pawn has just passed by a double step, or NO_SQUARE. It counts if a pawn is ready to capture
 * en passant, legally or not, so that the Position alone is not enough.
 */
uint64_t book_key(const Position *p, Square jumped);

/* The square passed by the double step of a pawn, if that is what the move is, or NO_SQUARE. */
Square book_jumped(const Position *before, Move m);

/* The key of the current position. At the start of a game only legal en passant is known. */
uint64_t book_key_now(const GameLine *g);

/* --- entries --------------------------------------------------------------------------------- */

enum { BOOK_ENTRY_BYTES = 16 };

/* An entry of the file. */
typedef struct {
    uint64_t key;
    uint16_t move; /* from bit 0: file and rank of `to`, of `from`, promotion (n 1 … q 4), 3 each */
    uint16_t weight; /* quality or frequency, relative to other moves; 0: never played */
    uint32_t learn;  /* learning data of other programs; kept but not used */
} BookEntry;

BookEntry book_unpack(const uint8_t bytes[BOOK_ENTRY_BYTES]);
void book_pack(uint8_t bytes[BOOK_ENTRY_BYTES], const BookEntry *entry);

/* The order of entries, for qsort(): by key, by weight from the highest down, by move. */
int book_compare(const void *a, const void *b);

/*
 * The legal move that an entry stands for, or NO_MOVE. Castling is the king taking its rook; the
 * king's two steps, which some programs write, are accepted.
 */
Move book_decode(const Position *p, uint16_t move);

/* The encoding of a legal move. */
uint16_t book_encode(Move m);

/* --- files ----------------------------------------------------------------------------------- */

/* A book open for reading. It stays on disk and may have any size. */
typedef struct {
    FILE *file;    /* NULL: no book */
    int64_t count; /* entries */
} Book;

/*
 * Open a book. Returns NULL, or the error with nothing to close: no such file, no entry, half an
 * entry at the end, or samples of entries that are out of order, as in a file of another kind.
 */
const char *book_open(Book *b, const char *path);

/* Close it; a second call does nothing. */
void book_close(Book *b);

/* Read entry `index`, 0 to count - 1; false if that is not possible. */
bool book_read(const Book *b, int64_t index, BookEntry *out);

/* A legal move of a book. */
typedef struct {
    Move move;
    uint16_t weight;
    uint32_t learn;
} BookMove;

/*
 * Find the legal moves of a position with this key, by weight from the highest down; returns their
 * number. Entries that stand for no legal move are skipped; weights of entries for the same move
 * are added up. In a book that is not sorted, some are missed.
 */
size_t book_find(const Book *b, const Position *p, uint64_t key, BookMove list[MAX_MOVES]);

/* By weight from the highest down; equal ones stay in their order. */
void book_sort(BookMove *list, size_t count);

/*
 * Choose a move from a list[count] in the order of book_sort(). variety 0: always the first; 100:
 * with probability proportional to weight; others: proportional to weight to the power of 100 /
 * variety. Moves of weight 0 are never chosen; NO_MOVE if there are no others. `random`: 64 random
 * bits.
 */
Move book_choose(const BookMove *list, size_t count, int variety, uint64_t random);

#endif
