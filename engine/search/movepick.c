/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "movepick.h"

#include <assert.h>

#include "chess/movegen.h"
#include "chess/see.h"

void movepick_all(MovePick *k, const Position *p, const PickContext *context, Move tt_move) {
    assert(context->continuation[0] && context->continuation[1]);
    k->position = p;
    k->context = context;
    k->tt_move = move_is_legal(p, tt_move) ? tt_move : NO_MOVE;
    k->stage = PICK_TT_MOVE;
    k->noisy_only = false;
    k->with_bad_noisy = true;
    k->next = k->count = k->bad_noisy = 0;
    k->killers = 0;
}

void movepick_noisy(MovePick *k, const Position *p, const PickContext *context, Move tt_move) {
    movepick_all(k, p, context, tt_move);
    k->noisy_only = true;
    k->with_bad_noisy = false;
    if (k->tt_move != NO_MOVE && !position_is_noisy(p, k->tt_move))
        k->tt_move = NO_MOVE;
}

/*
 * MVV/LVA (chessprogramming.org, "MVV-LVA"), with capture history instead of the attacker: victim
 * value first, underpromotions last.
 */
static int mvv_score(const MovePick *k, Move m) {
    const Position *p = k->position;
    const Piece taken = captured_piece(p, m), promotion = move_promotion(m);
    int score = 16 * see_value[taken] +
                k->context->history->capture[position_on(p, move_from(m))][move_to(m)][taken];

    if (promotion != NO_PIECE)
        score += promotion == QUEEN ? 16 * see_value[QUEEN] : -16 * see_value[QUEEN];
    return score;
}

int movepick_quiet_score(const PickContext *context, const Position *p, Move m) {
    const Piece piece = position_on(p, move_from(m));
    const Square to = move_to(m);

    return *history_quiet(context->history, position_turn(p), context->threats, m) +
           context->pawns->score[piece][to] + context->continuation[0]->score[piece][to] +
           context->continuation[1]->score[piece][to] + context->continuation[2]->score[piece][to];
}

/* Safe checks come early, so that late move pruning does not miss a mate. */
enum { CHECK_BONUS = 12000 };

static void score_quiets(MovePick *k) {
    const Position *p = k->position;

    for (size_t i = k->next; i < k->count; i++) {
        const Move m = k->move[i];

        k->score[i] = movepick_quiet_score(k->context, p, m);
        if (movepick_is_check(k->context, p, m) && see_ge(p, m, 0))
            k->score[i] += CHECK_BONUS;
    }
}

/* Selection sort: remove the best remaining move of the stage. */
static Move pick_best(MovePick *k) {
    size_t best = k->next;
    Move m;

    assert(k->next < k->count);
    for (size_t i = k->next + 1; i < k->count; i++)
        if (k->score[i] > k->score[best])
            best = i;
    m = k->move[best];
    k->move[best] = k->move[k->next];
    k->score[best] = k->score[k->next];
    k->next++;
    return m;
}

static bool is_killer(const MovePick *k, Move m) {
    return m == k->context->killer[0] || m == k->context->killer[1];
}

/* Killer moves: quiet moves that cut off at this ply before. */
static Move next_killer(MovePick *k) {
    while (k->killers < 2) {
        const Move m = k->context->killer[k->killers++];
        if (m != NO_MOVE && m != k->tt_move && (k->killers == 1 || m != k->context->killer[0]) &&
            move_is_legal(k->position, m) && !position_is_noisy(k->position, m))
            return m;
    }
    return NO_MOVE;
}

Move movepick_next(MovePick *k) {
    Move m;

    assert(k->bad_noisy <= k->count && k->next <= k->count && k->count <= MAX_MOVES);
    switch (k->stage) {
    case PICK_TT_MOVE:
        k->stage = PICK_GEN_NOISY;
        if (k->tt_move != NO_MOVE)
            return k->tt_move;
        /* fall through */
    case PICK_GEN_NOISY:
        k->count = movegen_noisy(&k->position->board, k->move);
        for (size_t i = 0; i < k->count; i++)
            k->score[i] = mvv_score(k, k->move[i]);
        k->stage = PICK_GOOD_NOISY;
        /* fall through */
    case PICK_GOOD_NOISY:
        while (k->next < k->count) {
            m = pick_best(k);
            if (m == k->tt_move)
                continue;
            if (see_ge(k->position, m, 0))
                return m;
            k->move[k->bad_noisy++] = m; /* bad_noisy < next: that slot is free again */
        }
        k->stage = PICK_KILLERS;
        /* fall through */
    case PICK_KILLERS:
        if (!k->noisy_only && (m = next_killer(k)) != NO_MOVE)
            return m;
        k->stage = PICK_GEN_QUIET;
        /* fall through */
    case PICK_GEN_QUIET:
        if (!k->noisy_only) {
            k->next = k->bad_noisy;
            k->count = k->bad_noisy + movegen_quiet(&k->position->board, k->move + k->bad_noisy);
            score_quiets(k);
        }
        k->stage = PICK_QUIET;
        /* fall through */
    case PICK_QUIET:
        while (!k->noisy_only && k->next < k->count) {
            m = pick_best(k);
            if (m != k->tt_move && !is_killer(k, m))
                return m;
        }
        k->stage = PICK_BAD_NOISY;
        k->next = 0;
        /* fall through */
    case PICK_BAD_NOISY:
        if (k->with_bad_noisy && k->next < k->bad_noisy)
            return k->move[k->next++];
        k->stage = PICK_END;
        /* fall through */
    case PICK_END:
        break;
    }
    return NO_MOVE;
}
