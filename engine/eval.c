/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "eval.h"

#include "endgame.h"
#include "util.h"

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

static int clamp_eval(int value) {
    return clamp(value, -EVAL_MAX, EVAL_MAX);
}

/* Of an advantage of this value: how much of it can be hoped for. */
static int chances(const Board *b, int value) {
    return endgame_scale(b, (value >= 0) == (b->turn == WHITE) ? WHITE : BLACK);
}

/*
 * What leads nowhere fades as the fifty-move rule draws near. Not so a win that is known: there,
 * the brighter values of positions seen earlier would look better to the search than any progress.
 */
static int fade(int value, int halfmove_clock) {
    const int plies = min(halfmove_clock, EVAL_RULE50_MAX);

    return value * (EVAL_RULE50_DIVISOR - plies) / EVAL_RULE50_DIVISOR;
}

/* Is its worth to the side to move known without a network? */
static bool is_known(const Board *b, int *value) {
    if (bb_several(b->color[WHITE]) && bb_several(b->color[BLACK]) &&
        bb_count(board_occupied(b)) > ENDGAME_KNOWN_PIECES)
        return false;
    if (!endgame_known(b, value))
        return false;
    *value = clamp_eval(b->turn == WHITE ? *value : -*value);
    return true;
}

int eval_position(const Position *p, EvalCache *cache, int ply) {
    const Board *b = &p->board;
    int value;

    if (is_known(b, &value))
        return value;
    value = cache ? nnue_evaluate(cache, p, ply) : nnue_evaluate_full(nnue_embedded(), p);
    value = value * chances(b, value) / SCALE_NORMAL;
    return fade(clamp_eval(value), p->halfmove_clock);
}

EvalSteps eval_steps(const Position *p, const NnueNet *net) {
    const Board *b = &p->board;
    EvalSteps s = {.known = false};

    if ((s.known = is_known(b, &s.value)))
        return s;
    s.network = nnue_evaluate_full(eval_net(net), p);
    s.chances = chances(b, s.network);
    s.limited = clamp_eval(s.network * s.chances / SCALE_NORMAL);
    s.value = fade(s.limited, p->halfmove_clock);
    return s;
}
