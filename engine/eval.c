/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "eval.h"

#include "endgame.h"

const char *eval_init(void) {
    endgame_init();
    return nnue_init();
}

EvalCache *eval_cache_new(const NnueNet *net, int plies) {
    return nnue_cache_new(eval_net(net), plies);
}

void eval_cache_free(EvalCache *cache) {
    nnue_cache_free(cache);
}

size_t eval_cache_bytes(const NnueNet *net, int plies) {
    return nnue_cache_bytes(eval_net(net), plies);
}

static int limited(int value) {
    return value > EVAL_MAX ? EVAL_MAX : value < -EVAL_MAX ? -EVAL_MAX : value;
}

/* An advantage counts for as much of it as can be hoped for. */
static int with_chances(const Board *b, int value) {
    const Color strong = (value >= 0) == (b->turn == WHITE) ? WHITE : BLACK;

    return value * endgame_chances(b, strong) / ENDGAME_WHOLE;
}

/*
 * What leads nowhere fades as the fifty-move rule draws near. Not so a win that is known: there,
 * the brighter values of positions seen earlier would look better to the search than any progress.
 */
static int fade(int value, int halfmove_clock) {
    enum { WHOLE = 220, MOST = 100 };

    return value * (WHOLE - (halfmove_clock < MOST ? halfmove_clock : MOST)) / WHOLE;
}

int eval_position(const Position *p, EvalCache *cache, int ply) {
    const Board *b = &p->board;
    int value;

    if ((!bb_several(b->color[WHITE]) || !bb_several(b->color[BLACK])) &&
        endgame_known(b, &value)) {
        value = limited(value);
        return b->turn == WHITE ? value : -value;
    }
    value = cache ? nnue_evaluate(cache, p, ply) : nnue_evaluate_afresh(nnue_embedded(), p);
    return fade(limited(with_chances(b, value)), p->halfmove_clock);
}
