/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A game: its start, its moves, and its result by the rules. */
#ifndef ALULA_GAMELINE_H
#define ALULA_GAMELINE_H

#include <stddef.h>

#include "position.h"

/* A game of any length; the arrays grow as needed. */
typedef struct {
    Position *position; /* [length + 1]: the start, and the position after each move */
    Move *move;         /* [length]; NO_MOVE for a null move */
    size_t length;      /* plies played */
    size_t capacity;    /* room for this many plies */
} GameLine;

/* Result by the rules. Draws from OUTCOME_THREEFOLD on may be claimed or played on. */
typedef enum {
    OUTCOME_NONE,
    OUTCOME_MATE, /* the side to move is mated */
    OUTCOME_STALEMATE,
    OUTCOME_INSUFFICIENT, /* see position_insufficient_material() */
    OUTCOME_THREEFOLD,    /* the position has occurred three times or more */
    OUTCOME_FIFTY,        /* 100 plies without capture or pawn move */
} Outcome;

/* Starts a game from a legal position. Returns NULL, or an error if memory is refused. */
const char *gameline_init(GameLine *g, const Position *start);
void gameline_destroy(GameLine *g);

/* Starts another game in the same memory. */
void gameline_restart(GameLine *g, const Position *start);

/*
 * Copies a game; *to may be all zero. Returns NULL, or an error if memory is refused, with *to
 * unchanged.
 */
const char *gameline_copy(GameLine *to, const GameLine *from);

/*
 * Plays a legal move, or a null move (NO_MOVE). A null move passes the turn, for analysis; it
 * counts as a ply and is not allowed in check. Returns NULL, or an error if memory is refused, with
 * *g unchanged.
 */
const char *gameline_play(GameLine *g, Move m);

/* Takes back the last move. Returns false if there is none. */
bool gameline_undo(GameLine *g);

/* Returns the current position, valid until the game changes. */
static inline const Position *gameline_now(const GameLine *g) {
    return &g->position[g->length];
}

/*
 * Returns how often a position with this key (same pieces, side to move, castling and en-passant
 * rights) has occurred since the last irreversible move. Earlier positions cannot be equal.
 */
int gameline_occurrences(const GameLine *g, uint64_t key);

/* Returns how often the current position has occurred, 1 or more. */
static inline int gameline_repetitions(const GameLine *g) {
    return gameline_occurrences(g, gameline_now(g)->key);
}

/*
 * Returns the first of these outcomes that applies: mate, stalemate, insufficient material,
 * threefold repetition, the fifty-move rule (FIDE Laws 5.1, 5.2, 9.2 and 9.3).
 */
Outcome gameline_outcome(const GameLine *g);

/*
 * Returns the outcome if nobody claims a draw: OUTCOME_FIFTY only after 75 moves of each side,
 * OUTCOME_THREEFOLD only after five occurrences (FIDE Laws 9.6), the others as gameline_outcome().
 */
Outcome gameline_outcome_unclaimed(const GameLine *g);

/*
 * Returns the result as in CECP and PGN, "1-0 {White mates}"; NULL for OUTCOME_NONE. `loser` is the
 * side to move; it matters only for OUTCOME_MATE.
 */
const char *outcome_text(Outcome o, Color loser);

#endif
