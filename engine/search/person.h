/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A move as a person of some rating chooses it: a model of moves that people played (after R.
 * McIlroy-Young et al. 2020, "Aligning Superhuman AI with Human Behavior: Chess as a Model
 * System"), but of few numbers: what shallow and deeper searches say about each move, and what a
 * person sees of it. docs/strength.md says how it was fitted. All in integers, so that every
 * machine chooses the same move.
 */
#ifndef ALULA_PERSON_H
#define ALULA_PERSON_H

#include "chess/gameline.h"

enum {
    PERSON_DEPTHS = 8,     /* of the searches, in plies from 1 */
    PERSON_NODES = 30000,  /* which end them */
    PERSON_HASH = 1 << 20, /* bytes of their table */
    PERSON_FEATURES = 85,
    PERSON_UNIT = 64, /* a feature of 1 */
};

/* A legal move with the scores of searches of 1, 2, ... plies, in centipawns for the side to move.
 */
typedef struct {
    Move move;
    int score[PERSON_DEPTHS];
} PersonMove;

/* What a person looks at: the last position of a game and its moves. */
typedef struct {
    const GameLine *line;
    PersonMove move[MAX_MOVES]; /* [count] */
    size_t count;               /* 0: there is no legal move */
    int depth;                  /* plies of the deepest search that ended */
} PersonView;

/* The features of all moves, [count][PERSON_FEATURES], in PERSON_UNITs. */
void person_features(const PersonView *v, int16_t (*out)[PERSON_FEATURES]);

/*
 * The move that a person of this rating plays, 400 to 2400 on lichess: the likeliest one, or an
 * error that such people make, as often as they do in such a position. The same position and seed,
 * the same move. NO_MOVE if there is none.
 */
Move person_choose(const PersonView *v, int rating, uint64_t seed);

#endif
