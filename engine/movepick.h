/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Moves in the order worth trying: the table's move, captures that lose nothing, killers, quiet
 * moves by their history, captures that lose something. Each group is made only when it is needed.
 */
#ifndef ALULA_MOVEPICK_H
#define ALULA_MOVEPICK_H

#include <stddef.h>

#include "history.h"

/* What the order depends on besides the position. */
typedef struct {
    History *history;              /* read only here */
    const Continuation *before[2]; /* history after the last move and the one before; never NULL */
    Move killer[2];
    /* needed for quiet moves only: */
    Bitboard attacked;            /* squares that the other side attacks */
    Bitboard checks[PIECE_COUNT]; /* as position_check_squares() says */
} PickContext;

typedef enum {
    PICK_TABLE,
    PICK_MAKE_NOISY,
    PICK_NOISY,
    PICK_KILLERS,
    PICK_MAKE_QUIET,
    PICK_QUIET,
    PICK_LOSING,
    PICK_END,
} PickStage;

typedef struct {
    const Position *position;
    const PickContext *context;
    Move table_move;
    PickStage stage;
    bool noisy_only;    /* leave quiet moves out */
    bool losing_too;    /* give captures that lose something too, at the end */
    size_t next, count; /* of the group at hand */
    size_t losing;      /* captures put off stand in move[0 … losing-1] */
    unsigned killers;   /* killers looked at */
    Move move[MAX_MOVES];
    int score[MAX_MOVES];
} MovePick;

/*
 * All moves. The position and the context are kept by address. table_move is any word; it is
 * tried first if it is legal here.
 */
void movepick_all(MovePick *k, const Position *p, const PickContext *context, Move table_move);

/* Captures and promotions that lose nothing; for quiescence. */
void movepick_noisy(MovePick *k, const Position *p, const PickContext *context, Move table_move);

/* The next move, each legal one once; NO_MOVE at the end. */
Move movepick_next(MovePick *k);

/* Give no more quiet moves. */
static inline void movepick_skip_quiets(MovePick *k) {
    k->noisy_only = true;
}

/* Does a quiet move put its piece on a square from which it gives check? */
static inline bool movepick_is_check(const PickContext *context, const Position *p, Move m) {
    return bb_has(context->checks[position_on(p, move_from(m))], move_to(m));
}

/* How a quiet move has done so far. */
int movepick_quiet_score(const PickContext *context, const Position *p, Move m);

#endif
