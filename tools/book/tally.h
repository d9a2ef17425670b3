/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hash table of games and points of book moves, by position key and move. */
#ifndef ALULA_BOOK_TALLY_H
#define ALULA_BOOK_TALLY_H

#include <stddef.h>
#include <stdint.h>

/* A move of a position; all zero is a free slot. */
typedef struct {
    uint64_t key;
    uint64_t score; /* sum over its games for the side to move: 2 for a win, 1 for a draw */
    uint32_t games; /* number of games with this move, at least 1 */
    uint16_t move;  /* encoded by book_encode() */
} TallyMove;

/* The hash table, which grows as needed. Initialize with zeros. */
typedef struct {
    TallyMove *slot; /* open addressing */
    size_t slots, count;
} BookTally;

/* Finds or adds a move and counts a game for it. The pointer is valid until the next call. */
TallyMove *tally_count(BookTally *t, uint64_t key, uint16_t move);
void tally_free(BookTally *t);

#endif
