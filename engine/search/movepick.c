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
                history_value(
                    &k->context->history->capture[position_on(p, move_from(m))][move_to(m)][taken]);

    if (promotion != NO_PIECE)
        score += promotion == QUEEN ? 16 * see_value[QUEEN] : -16 * see_value[QUEEN];
    return score;
}

int movepick_quiet_score(const PickContext *context, const Position *p, Move m) {
    const Piece piece = position_on(p, move_from(m));
    const Square to = move_to(m);

    return history_value(history_quiet(context->history, position_turn(p), context->threats, m)) +
           history_value(&context->pawns->score[piece][to]) +
           history_value(&context->continuation[0]->score[piece][to]) +
           history_value(&context->continuation[1]->score[piece][to]) +
           history_value(&context->continuation[2]->score[piece][to]);
}

/* Safe checks come early, so that late move pruning does not miss a mate. */
enum { CHECK_BONUS = 12000 };

static int quiet_score(const MovePick *k, Move m) {
    const Position *p = k->position;
    const int score = movepick_quiet_score(k->context, p, m);

    return movepick_is_check(k->context, p, m) && see_ge(p, m, 0) ? score + CHECK_BONUS : score;
}

/*
 * Returns the key of a move: its score, then its place, so that the largest key belongs to the best
 * move, and to the first one of equal score. Keys are compared without branches, several at a time.
 */
static int32_t key_of(int score, size_t place) {
    return score * MAX_MOVES + (int32_t)(MAX_MOVES - 1 - place);
}
static size_t place_of(int32_t key) {
    return MAX_MOVES - 1 - ((uint32_t)key & (MAX_MOVES - 1));
}
static int score_of(int32_t key) {
    return (key - (int32_t)((uint32_t)key & (MAX_MOVES - 1))) / MAX_MOVES;
}

/* Scores the moves of a stage. Padding keys after the last one end the loop of pick_best(). */
static void score_moves(MovePick *k, int (*score)(const MovePick *k, Move m)) {
    int32_t best = INT32_MIN;

    for (size_t i = k->next; i < k->count; i++) {
        k->key[i] = key_of(score(k, k->move[i]), i);
        best = max(best, k->key[i]);
    }
    for (size_t i = 0; i < PICK_LANES; i++)
        k->key[k->count + i] = INT32_MIN;
    k->best = best;
}

/* Selection sort: removes the best remaining move of the stage and sets *score to its score. */
static Move pick_best(MovePick *k, int *score) {
    const size_t first = k->next++, left = k->count - first;
    const size_t end = first + (left + PICK_LANES - 1) / PICK_LANES * PICK_LANES;
    int32_t best = k->best;
    size_t place;
    Move m;

    assert(first < k->count);
    if (best == INT32_MIN) /* already known for the first move of a stage */
        for (size_t i = first; i < end; i++)
            best = max(best, k->key[i]);
    k->best = INT32_MIN;
    *score = score_of(best);
    place = place_of(best);
    m = k->move[place];
    k->move[place] = k->move[first];
    k->key[place] = k->key[first] + (int32_t)first - (int32_t)place;
    return m;
}

static bool is_killer(const MovePick *k, Move m) {
    return m == k->context->killer[0] || m == k->context->killer[1];
}

/* Returns the next killer move: a quiet move that caused a cutoff at this ply before. */
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
    int score;
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
        score_moves(k, mvv_score);
        k->stage = PICK_GOOD_NOISY;
        /* fall through */
    case PICK_GOOD_NOISY:
        while (k->next < k->count) {
            m = pick_best(k, &score);
            if (m == k->tt_move)
                continue;
            if (see_ge(k->position, m, k->with_bad_noisy ? -score / k->context->noisy_divisor : 0))
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
            score_moves(k, quiet_score);
        }
        k->stage = PICK_QUIET;
        /* fall through */
    case PICK_QUIET:
        while (!k->noisy_only && k->next < k->count) {
            m = pick_best(k, &score);
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
