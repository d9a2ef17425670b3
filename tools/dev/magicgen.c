/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Prints engine/chess/attacks_magic.inc: for each square a magic number that maps every set of
 * blockers to an index without a harmful collision. The same seed gives the same numbers with every
 * compiler.
 */
#include "base/random.h"
#include "chess/rays.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* All blocker sets of one square, with the attacks of the slider. */
static struct {
    Bitboard occupied[4096], attacks[4096];
    unsigned count, shift;
} square;

static void prepare(Piece slider, Square from) {
    const Bitboard mask = rays_mask(slider, from);
    Bitboard occupied = 0;

    square.count = 0;
    square.shift = 64 - (unsigned)bb_count(mask);
    do {
        square.occupied[square.count] = occupied;
        square.attacks[square.count++] = rays_walk(slider, from, occupied);
        occupied = bb_next_subset(occupied, mask);
    } while (occupied);
}

static bool works(uint64_t magic) {
    static Bitboard used[4096];

    memset(used, 0, sizeof used);
    for (unsigned i = 0; i < square.count; i++) {
        Bitboard *slot = &used[square.occupied[i] * magic >> square.shift];
        if (*slot && *slot != square.attacks[i])
            return false;
        *slot = square.attacks[i];
    }
    return true;
}

int main(void) {
    const Piece sliders[] = {BISHOP, ROOK};
    uint64_t state = 20240229;

    printf("/* Printed by tools/dev/magicgen: a magic number for each square, bishops, then rooks. "
           "*/\n");
    for (unsigned i = 0; i < 2; i++) {
        printf("{\n");
        for (Square s = A1; s < SQUARE_COUNT; s++) {
            uint64_t magic;

            prepare(sliders[i], s);
            do /* magics with few bits are far more often valid */
                magic = random_next(&state) & random_next(&state) & random_next(&state);
            while (!works(magic));
            printf("%s0x%016" PRIx64 ",%s", s % 4 ? " " : "    ", magic, s % 4 == 3 ? "\n" : "");
        }
        printf("},\n");
    }
    return 0;
}
