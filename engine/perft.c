/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perft.h"

#include "generate.h"

/* Each color has a function of its own, which calls the other's; depth is 1 or more. */
static uint64_t count_white(const Board *b, int depth);
static uint64_t count_black(const Board *b, int depth);

/* Make the move on a copy of the board and go on from there. */
ALWAYS_INLINE void descend(Sink *sink, Color us, Piece piece, Square from, Square to,
                           Piece promotion) {
    Board child = *sink->board;

    board_play(&child, us, from, to, piece, promotion);
    sink->count +=
        us == WHITE ? count_black(&child, sink->depth - 1) : count_white(&child, sink->depth - 1);
}

static uint64_t count_white(const Board *b, int depth) {
    Sink sink = {.board = b, .depth = depth};

    if (depth == 1)
        generate(&sink, b, WHITE, ALL, NULL);
    else
        generate(&sink, b, WHITE, ALL, descend);
    return sink.count;
}

static uint64_t count_black(const Board *b, int depth) {
    Sink sink = {.board = b, .depth = depth};

    if (depth == 1)
        generate(&sink, b, BLACK, ALL, NULL);
    else
        generate(&sink, b, BLACK, ALL, descend);
    return sink.count;
}

uint64_t perft_count(const Board *b, int depth) {
    if (depth <= 0)
        return 1;
    return b->turn == WHITE ? count_white(b, depth) : count_black(b, depth);
}

uint64_t perft_visit(const Position *p, int depth) {
    Move list[MAX_MOVES];
    uint64_t leaves = 0;
    size_t count;

    if (depth <= 0)
        return 1;
    count = movegen_all(&p->board, list);
    for (size_t i = 0; i < count; i++) {
        Position child;
        position_play(&child, p, list[i]);
        leaves += perft_visit(&child, depth - 1);
    }
    return leaves;
}
