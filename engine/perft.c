/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perft.h"

static Piece piece_on(const Board *b, Square s) {
    Piece p = PAWN;

    while (!bb_has(b->piece[p], s))
        p++;
    return p;
}

uint64_t perft_count(const Board *b, int depth) {
    Move list[MAX_MOVES];
    uint64_t leaves = 0;
    size_t count;

    if (depth <= 0)
        return 1;
    if (depth == 1)
        return movegen_count(b);
    count = movegen_all(b, list);
    for (size_t i = 0; i < count; i++) {
        const Square from = move_from(list[i]);
        Board child = *b;

        if (b->turn == WHITE)
            board_play(&child, WHITE, from, move_to(list[i]), piece_on(b, from),
                       move_promotion(list[i]));
        else
            board_play(&child, BLACK, from, move_to(list[i]), piece_on(b, from),
                       move_promotion(list[i]));
        leaves += perft_count(&child, depth - 1);
    }
    return leaves;
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
