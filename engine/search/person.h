/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Chooses a move as a person of some rating would: a small model of moves that people played (after
 * R. McIlroy-Young et al. 2020, "Aligning Superhuman AI with Human Behavior: Chess as a Model
 * System"). Its inputs are the scores of each move by shallow and deeper searches, and features
 * that a person sees. docs/strength.md describes how it was fitted. All arithmetic is in integers,
 * so that every machine chooses the same move.
 */
#ifndef ALULA_PERSON_H
#define ALULA_PERSON_H

#include "chess/gameline.h"

enum {
    PERSON_DEPTHS = 8,     /* searches of 1 to this many plies */
    PERSON_NODES = 30000,  /* node limit of the searches */
    PERSON_HASH = 1 << 20, /* bytes of the hash table for them */
    PERSON_FEATURES = 85,
    PERSON_UNIT = 64, /* fixed-point value of a feature of 1 */
};

/* A legal move with the scores of searches of 1, 2, ... plies, in centipawns for the side to move.
 */
typedef struct {
    Move move;
    int score[PERSON_DEPTHS];
} PersonMove;

/* Input of the model: the last position of a game and its moves. */
typedef struct {
    const GameLine *line;
    PersonMove move[MAX_MOVES]; /* [count] */
    size_t count;               /* 0 if there is no legal move */
    int depth;                  /* depth of the deepest completed search, in plies */
} PersonView;

/* Writes the features of all moves, [count][PERSON_FEATURES], in PERSON_UNITs. */
void person_features(const PersonView *v, int16_t (*out)[PERSON_FEATURES]);

/*
 * Returns the move that a person of this lichess rating, 400 to 2400, plays: the likeliest move, or
 * an error, as often and of the kind as such players make in such positions. Deterministic for a
 * position and seed. Returns NO_MOVE if there is no legal move.
 */
Move person_choose(const PersonView *v, int rating, uint64_t seed);

/*
 * Computes how likely person_choose() returns each move over all seeds: chance[v->count], whose sum
 * is 1. For display only, as floating point is used.
 */
void person_chances(const PersonView *v, int rating, double *chance);

#endif
