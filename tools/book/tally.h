/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known of moves, each found again by its position's key and itself. */
#ifndef ALULA_BOOK_TALLY_H
#define ALULA_BOOK_TALLY_H

#include <stddef.h>
#include <stdint.h>

/* A move of a position; zero is a free place. */
typedef struct {
    uint64_t key;
    uint64_t score; /* for the side that moves: 2 for a win, 1 for a draw, of all games */
    uint32_t games; /* in which it was played; 1 or more */
    uint16_t move;  /* as book_encode() writes it */
} TallyMove;

/* It grows as needed. All zero is an empty one. */
typedef struct {
    TallyMove *slot; /* in no order, with free places between */
    size_t slots, count;
} BookTally;

/* A move's place, made if it is not there; good until the next call. Its games are counted up. */
TallyMove *tally_count(BookTally *t, uint64_t key, uint16_t move);
void tally_free(BookTally *t);

#endif
