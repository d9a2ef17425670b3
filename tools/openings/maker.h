/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Generating openings: random moves, then a search that accepts or rejects the position. */
#ifndef ALULA_OPENINGS_MAKER_H
#define ALULA_OPENINGS_MAKER_H

#include "chess/position.h"

typedef struct {
    int low, high;        /* accepted advantage of either side, in centipawns */
    int plies, max_plies; /* random plies; candidates use each number in turn */
    uint64_t nodes;       /* of the search */
    int64_t hash_megabytes;
    uint64_t seed;
    bool chess960; /* from a start position of Chess960 */
} MakerOptions;

/* A position and its score in centipawns for the side to move. */
typedef struct {
    Position position;
    int score;
} Opening;

enum {
    MAKER_LOSS = 150,   /* largest loss of a random move by SEE, in centipawns */
    MAKER_MARGIN = 100, /* a score this far out of range ends the search early */
};

typedef struct Maker Maker;

/* Returns NULL if out of memory. */
Maker *maker_new(const MakerOptions *options);
void maker_free(Maker *m);

/*
 * Makes candidate `number`, which depends only on the options and the number. Returns true if it is
 * accepted: the score is in range, the side to move is not in check, and the best move is quiet, so
 * that the score is not that of an unfinished exchange. The calling thread needs a stack of 8 MB.
 */
bool maker_try(Maker *m, uint64_t number, Opening *out);

/* Ends this and every later attempt, whose results are then invalid; called from another thread. */
void maker_stop(Maker *m);

#endif
