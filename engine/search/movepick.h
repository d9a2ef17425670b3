/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Staged move ordering: the TT move, good captures and promotions by MVV/LVA and capture history,
 * killer moves, quiet moves by history, bad captures by SEE. Each stage is generated when it is
 * reached.
 */
#ifndef ALULA_MOVEPICK_H
#define ALULA_MOVEPICK_H

#include <stddef.h>

#include "history.h"

/* Data for move ordering, in addition to the position. */
typedef struct {
    History *history; /* read only */
    /* continuation history of the moves one, two and four plies before; never NULL */
    const PieceToHistory *continuation[3];
    const PieceToHistory *pawns; /* pawn history of the position */
    Move killer[2];
    /*
     * a capture is good if its SEE is at least -score / noisy_divisor: the better the victim and
     * the history, the more material it may lose (Stockfish); not used in quiescence
     */
    int noisy_divisor;
    /* for quiet moves only: */
    Bitboard threats;             /* squares the opponent attacks */
    Bitboard checks[PIECE_COUNT]; /* squares from which each piece gives check */
} PickContext;

typedef enum {
    PICK_TT_MOVE,
    PICK_GEN_NOISY,
    PICK_GOOD_NOISY,
    PICK_KILLERS,
    PICK_GEN_QUIET,
    PICK_QUIET,
    PICK_BAD_NOISY,
    PICK_END,
} PickStage;

/* Number of keys compared at a time. */
enum { PICK_LANES = 16 };

typedef struct {
    const Position *position;
    const PickContext *context;
    Move tt_move;
    PickStage stage;
    bool noisy_only;     /* skip (remaining) quiet moves */
    bool with_bad_noisy; /* finally return losing captures, too */
    int32_t best;        /* key of the best move left, or INT32_MIN */
    size_t next, count;  /* moves of the current stage: move[next] to move[count - 1] are left */
    size_t bad_noisy;    /* deferred captures are in move[0] to move[bad_noisy - 1] */
    unsigned killers;    /* number of killers tried */
    Move move[MAX_MOVES];
    int32_t key[MAX_MOVES + PICK_LANES]; /* of the moves; see key_of() */
} MovePick;

/*
 * Starts picking all legal moves. The position and the context are kept by reference. tt_move may
 * be any 16 bits; it comes first if it is legal.
 */
void movepick_all(MovePick *k, const Position *p, const PickContext *context, Move tt_move);

/*
 * Starts picking the captures and promotions that do not lose material by SEE, for quiescence and
 * ProbCut. If tt_move is a capture or promotion, it comes first, even if it loses material.
 */
void movepick_noisy(MovePick *k, const Position *p, const PickContext *context, Move tt_move);

/* Returns the next legal move, each move once; NO_MOVE at the end. */
Move movepick_next(MovePick *k);

/* Skips the remaining quiet moves. */
static inline void movepick_skip_quiets(MovePick *k) {
    k->noisy_only = true;
}

/* Returns true if a quiet move gives direct check (discovered checks are not detected). */
static inline bool movepick_is_check(const PickContext *context, const Position *p, Move m) {
    return bb_has(context->checks[position_on(p, move_from(m))], move_to(m));
}

/* Returns the history score of a quiet move: butterfly, pawn and continuation histories. */
int movepick_quiet_score(const PickContext *context, const Position *p, Move m);

#endif
