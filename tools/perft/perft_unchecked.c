/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The fast counters write moves into arrays with room for any position of a game. A position of
 * impossible material can have more moves (63 queens do), or reach one that does by promotions; no
 * bound by material is both safe and useful. So the moves of each position are counted first, which
 * needs no array.
 */
#include "perft_unchecked.h"

#include <math.h>

#include "base/clock.h"
#include "tools/common/interrupt.h"
#include "tools/common/memory.h"

static const char too_many_moves[] = "a position on the way has more than 256 moves";
static const char interrupted[] = "interrupted";

static void play(Board *child, const Board *b, Move m) {
    Piece piece = PAWN;

    while (!bb_has(b->piece[piece], move_from(m)))
        piece++;
    *child = *b;
    board_play(child, (Color)b->turn, move_from(m), move_to(m), piece, move_promotion(m));
}

static const char *count(const Board *b, int depth, uint64_t *sum) {
    const size_t moves = depth > 0 ? movegen_count(b) : 1;
    const char *error = NULL;
    Move list[MAX_MOVES];
    Board child;

    if (depth <= 1) {
        *sum = perft_add(*sum, moves);
        return NULL;
    }
    if (moves > MAX_MOVES)
        return too_many_moves;
    if (depth > 2 && interrupt_pending())
        return interrupted;
    movegen_all(b, list);
    for (size_t i = 0; i < moves && !error && *sum != PERFT_OVERFLOW; i++) {
        play(&child, b, list[i]);
        error = count(&child, depth - 1, sum);
    }
    return error;
}

/* Estimates the count by the smaller of the last two growth factors, like perft_is_beyond(). */
static bool is_beyond(const Board *b, int depth) {
    uint64_t n[4] = {1, 0, 0, 0};
    double growth;

    for (int i = 1; i < 4; i++)
        if (depth < 9 || count(b, i, &n[i]) || !n[i])
            return false;
    growth = fmin((double)n[2], (double)n[3] / (double)n[1]); /* over two plies */
    return log((double)n[3]) + log(growth) * (depth - 3) / 2 > log(1.8e19);
}

const char *perft_unchecked_count(const Board *b, int depth, uint64_t *nodes) {
    *nodes = PERFT_OVERFLOW;
    if (is_beyond(b, depth))
        return NULL;
    *nodes = 0;
    return count(b, depth, nodes);
}

bool perft_unchecked_leaves(const PerftOptions *o, const Position *p, int depth, PerftResult *c) {
    const int split = depth >= 2 || (o->divide && depth);
    const int64_t start = clock_us();
    const char *error = split && movegen_count(&p->board) > MAX_MOVES
                            ? too_many_moves
                            : perft_split(p, split, false, &c->unit, &c->units);

    if (error)
        return !perft_fail(error, NULL);
    c->part = memory_new(c->units + 1, sizeof *c->part);
    c->known = memory_new(c->units + 1, sizeof *c->known);
    c->total.nodes = is_beyond(&p->board, depth) ? PERFT_OVERFLOW : 0;
    for (size_t i = 0; i < c->units && !error && c->total.nodes != PERFT_OVERFLOW; i++) {
        uint64_t *nodes = &c->part[i].nodes;

        error = perft_unchecked_count(&c->unit[i].position.board, depth - split, nodes);
        c->total.nodes = perft_add(c->total.nodes, *nodes);
        c->known[i] = !error;
        c->finished += !error;
    }
    c->us = clock_us() - start;
    if (error && !interrupt_pending()) {
        perft_result_free(c);
        return !perft_fail(error, NULL);
    }
    return true;
}
