/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making openings: random moves, then a search that accepts or rejects the position. */
#ifndef ALULA_OPENINGS_MAKER_H
#define ALULA_OPENINGS_MAKER_H

#include "position.h"

typedef struct {
    int low, high;         /* accepted advantage of either side, in centipawns */
    int plies, most_plies; /* random plies; candidates use each number in turn */
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
    MAKER_LOSS = 150,  /* centipawns that a random move may lose by SEE */
    MAKER_DOUBT = 100, /* a position this far out of range is rejected early */
};

typedef struct Maker Maker;

/* NULL when memory is refused. */
Maker *maker_new(const MakerRules *rules);
void maker_free(Maker *m);

/*
 * Make candidate `number`; it depends only on the rules and the number. True if it is accepted: the
 * score is in range, the side to move is not in check, and the best move is quiet, so that the
 * score is not that of an unfinished exchange. The calling thread needs a stack of 8 MB.
 */
bool maker_try(Maker *m, uint64_t number, Opening *out);

/* From another thread: end this and every later try; their results are meaningless. */
void maker_stop(Maker *m);

#endif
