/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Staged move ordering: the TT move, good captures and promotions by MVV/LVA and capture history,
 * killer moves, quiet moves by history, bad captures by SEE. A stage is generated when it is
 * reached.
 */
#ifndef ALULA_MOVEPICK_H
#define ALULA_MOVEPICK_H

#include <stddef.h>

#include "history.h"

/* What the order depends on besides the position. */
typedef struct {
    History *history; /* read only here */
    /* continuation history of the moves one, two and four plies before; never NULL */
    const PieceToHistory *continuation[3];
    const PieceToHistory *pawns; /* pawn history of the position */
    Move killer[2];
    /* a capture is good when its SEE is at least -score / this: the better the victim and the
       history, the more it may lose (Stockfish); not in quiescence */
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

/* Keys are compared so many at a time. */
enum { PICK_LANES = 16 };

typedef struct {
    const Position *position;
    const PickContext *context;
    Move tt_move;
    PickStage stage;
    bool noisy_only;     /* no quiet moves (any more) */
    bool with_bad_noisy; /* give captures that lose material too, at the end */
    int32_t best;        /* key of the best move left, or INT32_MIN */
    size_t next, count;  /* moves of the current stage: move[next] to move[count - 1] are left */
    size_t bad_noisy;    /* captures put off are in move[0] to move[bad_noisy - 1] */
    unsigned killers;    /* killers tried */
    Move move[MAX_MOVES];
    int32_t key[MAX_MOVES + PICK_LANES]; /* of the moves: score and place, see key_of() */
} MovePick;

/*
 * All legal moves. The position and the context are kept by address. tt_move is any 16 bits; it
 * comes first if it is legal here.
 */
void movepick_all(MovePick *k, const Position *p, const PickContext *context, Move tt_move);

/*
 * Captures and promotions that do not lose material by SEE, for quiescence and ProbCut; tt_move
 * comes first, if it is one, even if it loses some.
 */
void movepick_noisy(MovePick *k, const Position *p, const PickContext *context, Move tt_move);

/* The next legal move, each once; NO_MOVE at the end. */
Move movepick_next(MovePick *k);

/* Skip the remaining quiet moves. */
static inline void movepick_skip_quiets(MovePick *k) {
    k->noisy_only = true;
}

/* True if a quiet move gives direct check (discovered checks are not seen). */
static inline bool movepick_is_check(const PickContext *context, const Position *p, Move m) {
    return bb_has(context->checks[position_on(p, move_from(m))], move_to(m));
}

/* History score of a quiet move: butterfly, pawn and continuation histories. */
int movepick_quiet_score(const PickContext *context, const Position *p, Move m);

#endif
