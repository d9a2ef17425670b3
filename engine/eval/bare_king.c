/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bare_king.h"

#include <pthread.h>
#include <stdatomic.h>

/* The endings. A table stays filled until bare_king_release(). */
enum { NONE = -1, KQK, KRK, KBBK, KBNK, TABLES };
static const char *const names[TABLES] = {"KQvK", "KRvK", "KBBvK", "KBNvK"};

static EndingSet set; /* values count to mate */
static atomic_bool filled[TABLES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* held while a table is filled */

/* Returns the ending on the board, or NONE. */
static int ending_of(const Board *b) {
    const Bitboard pieces = board_occupied(b) & ~b->piece[KING], bishops = b->piece[BISHOP];

    if ((pieces & b->color[WHITE]) && (pieces & b->color[BLACK]))
        return NONE;
    if (!more_than_one(pieces))
        return pieces & b->piece[QUEEN] ? KQK : pieces & b->piece[ROOK] ? KRK : NONE;
    if (bb_count(pieces) > 2 || !bishops)
        return NONE;
    if (pieces == bishops)
        return (bishops & LIGHT_SQUARES) && (bishops & ~LIGHT_SQUARES) ? KBBK : NONE;
    return pieces & b->piece[KNIGHT] ? KBNK : NONE;
}

bool bare_king_is_it(const Board *b) {
    return ending_of(b) != NONE;
}

bool bare_king_is_quick(const Board *b) {
    const int ending = ending_of(b);
    return ending == KQK || ending == KRK;
}

bool bare_king_is_filled(const Board *b) {
    const int ending = ending_of(b);
    return ending != NONE && filled[ending];
}

bool bare_king_fill(const Board *b, SolverGoOn *go_on, void *context) {
    const int ending = ending_of(b);

    if (ending == NONE)
        return false;
    pthread_mutex_lock(&lock);
    if (!set.mates)
        endings_init(&set);
    set.mates = true;
    if (!filled[ending])
        filled[ending] =
            solver_run_all(&set, endings_named(&set, names[ending]), go_on, context) == SOLVER_DONE;
    pthread_mutex_unlock(&lock);
    return filled[ending];
}

void bare_king_release(void) {
    for (int i = 0; i < TABLES; i++)
        filled[i] = false;
    endings_free(&set);
}

int bare_king_distance(const Board *b) {
    EndingValue value = 0;

    if (bare_king_is_it(b))
        solver_look(&set, b, &value);
    return value > 0 ? (value + 1) / 2 : value < 0 ? (-1 - value) / 2 : BARE_KING_DRAW;
}
