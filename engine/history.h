/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one worker remembers of good and bad moves, to put the next ones in order. */
#ifndef ALULA_HISTORY_H
#define ALULA_HISTORY_H

#include "position.h"

/* No entry leaves [-HISTORY_MAX, HISTORY_MAX]. */
enum { HISTORY_MAX = 16384 };

/* How well a kind of move has done after one certain move, by [piece][to]. */
typedef struct {
    int16_t score[PIECE_COUNT][SQUARE_COUNT];
} Continuation;

/* Cleared at a new game, as a whole: all zero bytes. */
typedef struct {
    int16_t quiet[COLOR_COUNT][SQUARE_COUNT][SQUARE_COUNT];      /* [side][from][to] */
    int16_t capture[PIECE_COUNT][SQUARE_COUNT][PIECE_COUNT + 1]; /* [piece][to][taken] */
    Continuation after[PIECE_COUNT][SQUARE_COUNT];               /* [piece][to] before */
    Continuation nothing;                                        /* after no move */
} History;

/*
 * Move an entry towards its limit on the side of the bonus; the further it has come the smaller
 * the step, so that it never leaves the range ("history gravity").
 */
static inline void history_nudge(int16_t *entry, int bonus) {
    const int size = bonus < 0 ? -bonus : bonus;
    *entry = (int16_t)(*entry + bonus - *entry * size / HISTORY_MAX);
}

/* The reward for a move that was good enough at this depth, in plies. */
static inline int history_bonus(int depth) {
    const int bonus = 4 * depth * depth + 160 * depth - 100;
    return bonus > 1600 ? 1600 : bonus;
}

static inline int16_t *history_capture(History *h, const Position *p, Move m) {
    return &h->capture[position_on(p, move_from(m))][move_to(m)][position_taken(p, m)];
}

#endif
