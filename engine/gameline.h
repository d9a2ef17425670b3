/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A game: where it started, the moves played, and how it stands by the rules. */
#ifndef ALULA_GAMELINE_H
#define ALULA_GAMELINE_H

#include <stddef.h>

#include "position.h"

/* It grows as needed: a game has no longest length. */
typedef struct {
    Position *position; /* [0 … length]: the start and what each move made of it */
    Move *move;         /* [0 … length-1] */
    size_t length;      /* plies played */
    size_t capacity;    /* plies there is room for */
} GameLine;

/* How a game stands. The draws from OUTCOME_THREEFOLD on may be claimed; play may also go on. */
typedef enum {
    OUTCOME_NONE,
    OUTCOME_MATE, /* the side to move is mated */
    OUTCOME_STALEMATE,
    OUTCOME_INSUFFICIENT, /* nobody can mate: see position_insufficient_material() */
    OUTCOME_THREEFOLD,    /* the position stands for the third time or more */
    OUTCOME_FIFTY,        /* a hundred plies without capture or pawn move */
} Outcome;

/* Start a game from a legal position. NULL, or a defect when memory is refused. */
const char *gameline_init(GameLine *g, const Position *start);
void gameline_destroy(GameLine *g);

/* Start again from another position; memory is kept. */
void gameline_restart(GameLine *g, const Position *start);

/* to = from. NULL, or a defect when memory is refused; *to then stays as it was. */
const char *gameline_copy(GameLine *to, const GameLine *from);

/* Play a legal move. NULL, or a defect when memory is refused; nothing is changed then. */
const char *gameline_play(GameLine *g, Move m);

/*
 * Let the other side move (for analysis). The side to move may not be in check. Counts as a ply;
 * its move reads NO_MOVE. Errors as gameline_play().
 */
const char *gameline_null_move(GameLine *g);

/* Take the last move back; false at the start. */
bool gameline_undo(GameLine *g);

/* The position on the board. The pointer is good until the line changes. */
static inline const Position *gameline_now(const GameLine *g) {
    return &g->position[g->length];
}

/*
 * How often the present position has stood on the board, this time included: same pieces, side,
 * castling and en-passant rights. Never looks before the start or past an irreversible move.
 */
int gameline_repetitions(const GameLine *g);

/* Mate comes first, then stalemate, a dead position, repetition, fifty moves. */
Outcome gameline_outcome(const GameLine *g);

/*
 * "1-0 {White mates}" and so on, as chess programs write it; NULL for OUTCOME_NONE. `loser` is the
 * side to move and matters only for OUTCOME_MATE.
 */
const char *outcome_text(Outcome o, Color loser);

#endif
