/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "movepick.h"

#include "movegen.h"
#include "see.h"

static void start(MovePick *k, const Position *p, const PickContext *context, Move table_move) {
    k->position = p;
    k->context = context;
    k->table_move = move_is_legal(p, table_move) ? table_move : NO_MOVE;
    k->stage = PICK_TABLE;
    k->noisy_only = false;
    k->losing_too = true;
    k->next = k->count = k->losing = 0;
    k->killers = 0;
}

void movepick_all(MovePick *k, const Position *p, const PickContext *context, Move table_move) {
    start(k, p, context, table_move);
}

void movepick_noisy(MovePick *k, const Position *p, const PickContext *context, Move table_move) {
    start(k, p, context, table_move);
    k->noisy_only = true;
    k->losing_too = false;
    if (k->table_move != NO_MOVE && !position_is_noisy(p, k->table_move))
        k->table_move = NO_MOVE;
}

/* Most valuable victim first; history decides among equals. Queens are worth making. */
static int noisy_score(const MovePick *k, Move m) {
    const Position *p = k->position;
    const Piece taken = position_taken(p, m), promotion = move_promotion(m);
    int score = 16 * see_value[taken] +
                k->context->history->capture[position_on(p, move_from(m))][move_to(m)][taken];

    if (promotion != NO_PIECE)
        score += promotion == QUEEN ? 16 * see_value[QUEEN] : -16 * see_value[QUEEN];
    return score;
}

int movepick_quiet_score(const PickContext *context, const Position *p, Move m) {
    const Piece piece = position_on(p, move_from(m));
    const Square to = move_to(m);

    return *history_quiet(context->history, position_turn(p), context->attacked, m) +
           context->before[0]->score[piece][to] + context->before[1]->score[piece][to];
}

/* Checks that lose nothing come early, lest a mate be overlooked among late moves. */
enum { CHECK_BONUS = 12000 };

static void score_quiets(MovePick *k) {
    const Position *p = k->position;

    for (size_t i = k->next; i < k->count; i++) {
        const Move m = k->move[i];

        k->score[i] = movepick_quiet_score(k->context, p, m);
        if (movepick_is_check(k->context, p, m) && see_at_least(p, m, 0))
            k->score[i] += CHECK_BONUS;
    }
}

/* The best of what is left in the group, taken out of it. */
static Move take_best(MovePick *k, int *score) {
    size_t best = k->next;
    Move m;

    for (size_t i = k->next + 1; i < k->count; i++)
        if (k->score[i] > k->score[best])
            best = i;
    m = k->move[best];
    *score = k->score[best];
    k->move[best] = k->move[k->next];
    k->score[best] = k->score[k->next];
    k->next++;
    return m;
}

static bool is_killer(const MovePick *k, Move m) {
    return m == k->context->killer[0] || m == k->context->killer[1];
}

static Move next_killer(MovePick *k) {
    while (k->killers < 2) {
        const Move m = k->context->killer[k->killers++];
        if (m != NO_MOVE && m != k->table_move && (k->killers == 1 || m != k->context->killer[0]) &&
            move_is_legal(k->position, m) && !position_is_noisy(k->position, m))
            return m;
    }
    return NO_MOVE;
}

Move movepick_next(MovePick *k) {
    Move m;
    int score;

    switch (k->stage) {
    case PICK_TABLE:
        k->stage = PICK_MAKE_NOISY;
        if (k->table_move != NO_MOVE)
            return k->table_move;
        /* fall through */
    case PICK_MAKE_NOISY:
        k->count = movegen_noisy(&k->position->board, k->move);
        for (size_t i = 0; i < k->count; i++)
            k->score[i] = noisy_score(k, k->move[i]);
        k->stage = PICK_NOISY;
        /* fall through */
    case PICK_NOISY:
        while (k->next < k->count) {
            m = take_best(k, &score);
            if (m == k->table_move)
                continue;
            if (see_at_least(k->position, m, 0))
                return m;
            k->move[k->losing++] = m; /* behind next: that place is free again */
        }
        k->stage = PICK_KILLERS;
        /* fall through */
    case PICK_KILLERS:
        if (!k->noisy_only && (m = next_killer(k)) != NO_MOVE)
            return m;
        k->stage = PICK_MAKE_QUIET;
        /* fall through */
    case PICK_MAKE_QUIET:
        if (!k->noisy_only) {
            k->next = k->losing;
            k->count = k->losing + movegen_quiet(&k->position->board, k->move + k->losing);
            score_quiets(k);
        }
        k->stage = PICK_QUIET;
        /* fall through */
    case PICK_QUIET:
        while (!k->noisy_only && k->next < k->count) {
            m = take_best(k, &score);
            if (m != k->table_move && !is_killer(k, m))
                return m;
        }
        k->stage = PICK_LOSING;
        k->next = 0;
        /* fall through */
    case PICK_LOSING:
        if (k->losing_too && k->next < k->losing)
            return k->move[k->next++];
        k->stage = PICK_END;
        /* fall through */
    case PICK_END:
        break;
    }
    return NO_MOVE;
}
