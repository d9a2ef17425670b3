/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "see.h"

#include <assert.h>

const int see_value[PIECE_COUNT + 1] = {100, 325, 335, 510, 1000, 20000, 0};

/* Returns the kind of the least valuable attacker, and sets *piece to its square as a set. */
static Piece least_valuable(const Board *b, Bitboard attackers, Bitboard *piece) {
    Piece p = PAWN;

    while (!(attackers & b->piece[p]))
        p++;
    *piece = attackers & b->piece[p];
    *piece &= ~*piece + 1;
    return p;
}

bool see_ge(const Position *p, Move m, int threshold) {
    const Board *b = &p->board;
    const Square from = move_from(m), to = move_to(m);
    const Bitboard diagonal = b->piece[BISHOP] | b->piece[QUEEN];
    const Bitboard orthogonal = b->piece[ROOK] | b->piece[QUEEN];
    Color side = position_turn(p);
    Bitboard occupied = board_occupied(b) & ~bb_of(from), attackers;
    int balance; /* material of `side`, who has just moved, beyond the threshold */
    bool result = true;

    assert(position_on(p, from) != NO_PIECE);
    if (position_is_castling(p, m))
        return threshold <= 0;
    balance = see_value[captured_piece(p, m)] - threshold;
    if (balance < 0)
        return false;
    balance -= see_value[position_on(p, from)];
    if (balance >= 0)
        return true;
    if (position_is_ep(p, m))
        occupied &= ~bb_of((Square)(to ^ 8));
    occupied |= bb_of(to);
    attackers = board_attackers(b, to, occupied) & occupied;

    for (;;) {
        Bitboard own, piece;
        Piece kind;

        side = color_other(side);
        attackers &= occupied;
        own = attackers & b->color[side];
        if (!own)
            return result;
        result = !result;
        kind = least_valuable(b, own, &piece);
        /* a king may not take what is still defended */
        if (kind == KING)
            return attackers & b->color[color_other(side)] ? !result : result;
        balance = -balance - 1 - see_value[kind];
        if (balance >= 0)
            return result;
        occupied ^= piece;
        if (kind == PAWN || kind == BISHOP || kind == QUEEN)
            attackers |= attacks_bishop(to, occupied) & diagonal;
        if (kind == ROOK || kind == QUEEN)
            attackers |= attacks_rook(to, occupied) & orthogonal;
    }
}
