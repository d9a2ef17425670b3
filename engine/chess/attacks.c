/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "attacks.h"

#include <assert.h>

#include "rays.h"

Slider attacks_slider[2][SQUARE_COUNT];
Bitboard attacks_step[2][SQUARE_COUNT];
Bitboard attacks_between_table[SQUARE_COUNT][SQUARE_COUNT];
Bitboard attacks_line_table[SQUARE_COUNT][SQUARE_COUNT];

/* An entry for every subset of every mask: 5,248 for bishops and 102,400 for rooks. */
static Bitboard slider_table[5248 + 102400];

/* Printed by tools/dev/magicgen.c; `make magics` checks that it still prints the same. */
static const uint64_t magic_number[2][SQUARE_COUNT] = {
#include "attacks_magic.inc"
};

/* Fill one square's part of the table; returns the start of the next part. */
static Bitboard *fill(Slider *s, Piece slider, Square from, uint64_t magic, Bitboard *table) {
    Bitboard occupied = 0, *end = table;

    s->mask = rays_mask(slider, from);
    s->magic = magic;
    s->shift = 64 - (unsigned)bb_count(s->mask);
    s->table = table;
    do {
        const unsigned index = attacks_index(s, occupied);
        const Bitboard attacks = rays_walk(slider, from, occupied);

        assert(index < 1u << (64 - s->shift));
        assert(!table[index] || table[index] == attacks); /* no harmful magic collision */
        table[index] = attacks;
        occupied = bb_next_subset(occupied, s->mask);
        end++;
    } while (occupied);
    return end;
}

void attacks_init(void) {
    Bitboard *next = slider_table;

    if (attacks_slider[0][A1].table)
        return;
    for (Square s = A1; s < SQUARE_COUNT; s++) {
        attacks_step[0][s] = bb_knight_attacks(bb_of(s));
        attacks_step[1][s] = bb_king_attacks(bb_of(s));
        for (Square t = A1; t < SQUARE_COUNT; t++) {
            attacks_between_table[s][t] = rays_between(s, t);
            attacks_line_table[s][t] = rays_line(s, t);
        }
    }
    for (Square s = A1; s < SQUARE_COUNT; s++)
        next = fill(&attacks_slider[1][s], ROOK, s, magic_number[1][s], next);
    for (Square s = A1; s < SQUARE_COUNT; s++)
        next = fill(&attacks_slider[0][s], BISHOP, s, magic_number[0][s], next);
}
