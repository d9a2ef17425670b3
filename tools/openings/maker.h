/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making openings: random moves, and a search that says whether the position is any good. */
#ifndef ALULA_OPENINGS_MAKER_H
#define ALULA_OPENINGS_MAKER_H

#include "position.h"

typedef struct {
    int low, high;         /* centipawns that one side, whichever, is ahead */
    int plies, most_plies; /* random ones; candidates take every number in turn */
    uint64_t nodes;        /* of the search */
    int64_t hash_megabytes;
    uint64_t seed;
    bool chess960; /* from a start position of Chess960 */
} MakerRules;

/* A position, and centipawns for the side to move. */
typedef struct {
    Position position;
    int score;
} Opening;

enum {
    MAKER_LOSS = 150,  /* centipawns that a random move may lose by exchanges */
    MAKER_DOUBT = 100, /* so far out of range, a position is given up early */
};

typedef struct Maker Maker;

/* NULL when memory is refused. */
Maker *maker_new(const MakerRules *rules);
void maker_free(Maker *m);

/*
 * Make the candidate of a number; it depends on the rules and the number alone. Is it good: is the
 * score in range, the side to move not in check, and the best move quiet, so that the score is not
 * that of an exchange under way? The calling thread needs a stack of 8 MB.
 */
bool maker_try(Maker *m, uint64_t number, Opening *out);

/* From another thread: end this and every later try; what they say means nothing. */
void maker_stop(Maker *m);

#endif
