/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "eval.h"

#include "base/util.h"
#include "endgame.h"
#include "kpk.h"

const char *eval_init(const char *simd) {
    kpk_init();
    return nnue_init(simd);
}

static int clamp_eval(int value) {
    return clamp(value, -EVAL_MAX, EVAL_MAX);
}

/* Returns the scale factor (Stockfish) for a value of the side to move: that of the side ahead. */
static int scale_factor(const Board *b, int value) {
    const Color strong = (value >= 0) == (b->turn == WHITE) ? WHITE : BLACK;
    const int scale = endgame_scale(b, strong);

    assert(scale >= 0 && scale <= SCALE_NORMAL);
    return scale;
}

/*
 * Fifty-move scaling (Stockfish): towards 0 as the halfmove clock grows. Known wins are not scaled;
 * otherwise older scores in the TT would look better than any progress.
 */
static int rule50_scale(int value, int halfmove_clock) {
    const int plies = min(halfmove_clock, EVAL_RULE50_MAX);

    assert(halfmove_clock >= 0);
    return value * (EVAL_RULE50_DIVISOR - plies) / EVAL_RULE50_DIVISOR;
}

/* Returns true for a known ending, and sets *value to its value for the side to move. */
static bool is_known(const Board *b, int *value) {
    if (more_than_one(b->color[WHITE]) && more_than_one(b->color[BLACK]) &&
        bb_count(board_occupied(b)) > ENDGAME_KNOWN_PIECES)
        return false;
    if (!endgame_known(b, value))
        return false;
    *value = clamp_eval(b->turn == WHITE ? *value : -*value);
    return true;
}

int eval_position(const Position *p, NnueCache *cache, int ply) {
    const Board *b = &p->board;
    int value;

    if (is_known(b, &value))
        return value;
    value = cache ? nnue_evaluate(cache, p, ply) : nnue_evaluate_full(nnue_embedded(), p);
    value = value * scale_factor(b, value) / SCALE_NORMAL;
    value = rule50_scale(clamp_eval(value), p->halfmove_clock);
    assert(value >= -EVAL_MAX && value <= EVAL_MAX);
    return value;
}

int eval_unscaled(const Position *p, int score) {
    const int kept = EVAL_RULE50_DIVISOR - min(p->halfmove_clock, EVAL_RULE50_MAX);
    const int scale = scale_factor(&p->board, score);
    int known;

    if (score > EVAL_MAX || score < -EVAL_MAX || !scale || is_known(&p->board, &known))
        return score;
    return clamp_eval(score * SCALE_NORMAL / scale * EVAL_RULE50_DIVISOR / kept);
}

EvalSteps eval_steps(const Position *p, const NnueNet *net) {
    const Board *b = &p->board;
    EvalSteps s = {.known = false};

    if ((s.known = is_known(b, &s.value)))
        return s;
    s.network = nnue_evaluate_full(eval_net(net), p);
    s.scale = scale_factor(b, s.network);
    s.clamped = clamp_eval(s.network * s.scale / SCALE_NORMAL);
    s.value = rule50_scale(s.clamped, p->halfmove_clock);
    return s;
}
