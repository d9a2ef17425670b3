/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Opening books in the format of Polyglot (F. Letouzey): entries of 16 bytes in the order of their
 * keys, each a move in a position.
 *
 * Source: "Polyglot book format", the page that comes with Polyglot (book_format.html; on the net
 * at hgm.nubati.net/book_format.html).
 */
#ifndef ALULA_BOOK_H
#define ALULA_BOOK_H

#include <stdio.h>

#include "gameline.h"

/* --- keys ------------------------------------------------------------------------------------ */

/*
 * The format's key of a position; it has nothing to do with Position.key. `jumped` is the square
 * that a pawn of the other side has just jumped over, or NO_SQUARE. It counts if a pawn stands
 * ready to take there, whether that is legal or not, so the Position alone cannot tell.
 */
uint64_t book_key(const Position *p, Square jumped);

/* The square that a pawn jumps over by a move of this position, or NO_SQUARE. */
Square book_jumped(const Position *before, Move m);

/* The key of the position on the board. Where a game starts, only a legal capture is known. */
uint64_t book_key_now(const GameLine *g);

/* --- entries --------------------------------------------------------------------------------- */

enum { BOOK_ENTRY_BYTES = 16 };

/* An entry as it stands in the file. */
typedef struct {
    uint64_t key;
    uint16_t move; /* from bit 0: file and rank of `to`, of `from`, promotion (n 1 … q 4), 3 each */
    uint16_t weight; /* how good or usual it is, within its position; 0: never to be played */
    uint32_t learn;  /* notes of other programs; kept, never looked at */
} BookEntry;

BookEntry book_unpack(const uint8_t bytes[BOOK_ENTRY_BYTES]);
void book_pack(uint8_t bytes[BOOK_ENTRY_BYTES], const BookEntry *entry);

/* As entries are sorted: by key, the best first, then by move. For qsort(). */
int book_compare(const void *a, const void *b);

/*
 * The legal move that an entry means, or NO_MOVE. Castling is the king taking its rook, as ours
 * is; the king's two steps, which some programs write, are understood too.
 */
Move book_decode(const Position *p, uint16_t move);

/* How a legal move stands in an entry. */
uint16_t book_encode(Move m);

/* --- files ----------------------------------------------------------------------------------- */

/* A file open for reading. Nothing of it is kept in memory, so it may be of any size. */
typedef struct {
    FILE *file;    /* NULL: none is open */
    int64_t count; /* whole entries; a cut one at the end does not count */
} Book;

/*
 * Open a book. NULL, or why not, and nothing is to be closed then: it is no file, has no entry, or
 * entries looked at here and there are out of order, as in a file of another kind.
 */
const char *book_open(Book *b, const char *path);

/* Close it; a second time does nothing. */
void book_close(Book *b);

/* Read an entry, 0 … count-1; false if the file does not give it. */
bool book_read(const Book *b, int64_t index, BookEntry *out);

/* A move that may be played. */
typedef struct {
    Move move;
    uint16_t weight;
    uint32_t learn;
} BookMove;

/*
 * The legal moves that a book has for a position with this key, those of most weight first, equals
 * as in the file; returns how many. Entries that mean no legal move are passed over, those that
 * mean the same are added up. In a book that is not sorted some are not found.
 */
size_t book_find(const Book *b, const Position *p, uint64_t key, BookMove list[MAX_MOVES]);

/*
 * Choose one of a list in that order. variety 0: always the one of most weight, the first of
 * equals; 100: as often as their weights say; less or more sharpens or flattens them, weight to the
 * power of 100 / variety. Moves of weight 0 are never chosen; NO_MOVE if there are no others.
 * `random`: any 64 bits.
 */
Move book_choose(const BookMove *list, size_t count, int variety, uint64_t random);

#endif
