/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rays.h"

static const struct {
    int file, rank;
} direction[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};

Bitboard rays_walk(Piece slider, Square from, Bitboard occupied) {
    const unsigned first = slider == BISHOP ? 4 : 0, end = slider == ROOK ? 4 : 8;
    Bitboard attacks = 0;

    for (unsigned d = first; d < end; d++) {
        Square s = from;

        do {
            const int file = square_file(s) + direction[d].file;
            const int rank = square_rank(s) + direction[d].rank;

            if (file < 0 || file > 7 || rank < 0 || rank > 7)
                break;
            s = square_make(file, rank);
            attacks |= bb_of(s);
        } while (!bb_has(occupied, s));
    }
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
