/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rays.h"

static const struct {
    int file, rank;
} direction[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};

static Bitboard walk(Square from, Bitboard occupied, unsigned d) {
    int file = square_file(from) + direction[d].file, rank = square_rank(from) + direction[d].rank;
    Bitboard attacks = 0;

    while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
        const Square s = square_make(file, rank);
        attacks |= bb_of(s);
        if (bb_has(occupied, s))
            break;
        file += direction[d].file;
        rank += direction[d].rank;
    }
    return attacks;
}

Bitboard rays_walk(Piece slider, Square from, Bitboard occupied) {
    const unsigned first = slider == BISHOP ? 4 : 0, end = slider == ROOK ? 4 : 8;
    Bitboard attacks = 0;

    for (unsigned d = first; d < end; d++)
        attacks |= walk(from, occupied, d);
    return attacks;
}

Bitboard rays_mask(Piece slider, Square from) {
    const Bitboard open = rays_walk(slider, from, 0);
    Bitboard mask = 0;

    for (Bitboard b = open; b;) {
        const Bitboard blocker = bb_of(pop_lsb(&b));
        if (rays_walk(slider, from, blocker) != open)
            mask |= blocker;
    }
    return mask;
}

Bitboard rays_between(Square a, Square b) {
    for (unsigned d = 0; d < 8; d++) {
        const Bitboard way = walk(a, bb_of(b), d);
        if (bb_has(way, b))
            return way & ~bb_of(b);
    }
    return 0;
}

Bitboard rays_line(Square a, Square b) {
    for (unsigned d = 0; d < 8; d++)
        if (bb_has(walk(a, 0, d), b))
            return walk(a, 0, d) | walk(a, 0, d ^ 1) | bb_of(a);
    return 0;
}
