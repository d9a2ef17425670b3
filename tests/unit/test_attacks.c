/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of rays.h against coordinates, of attacks.h against rays.h, and of bitboard.h. The test is
 * linked with these modules alone, so that both ways of indexing the slider tables (PEXT and
 * magics) can be tested.
 */
#include "chess/attacks.h"
#include "chess/rays.h"

#include "tests.h"

static int files_apart(Square a, Square b) {
    return square_file(b) - square_file(a);
}

static int ranks_apart(Square a, Square b) {
    return square_rank(b) - square_rank(a);
}

static bool share_row(Square a, Square b) {
    return a != b && (!files_apart(a, b) || !ranks_apart(a, b));
}

static bool share_diagonal(Square a, Square b) {
    return a != b && abs(files_apart(a, b)) == abs(ranks_apart(a, b));
}

/* Returns true if s is strictly between a and b on a line, where the distances add up. */
static bool stands_between(Square s, Square a, Square b) {
    const bool on_line = (share_row(a, b) && share_row(a, s) && share_row(s, b)) ||
                         (share_diagonal(a, b) && share_diagonal(a, s) && share_diagonal(s, b));

    return on_line && abs(files_apart(a, s)) + abs(files_apart(s, b)) == abs(files_apart(a, b)) &&
           abs(ranks_apart(a, s)) + abs(ranks_apart(s, b)) == abs(ranks_apart(a, b));
}

static Bitboard between(Square a, Square b) {
    Bitboard set = 0;

    for (Square s = A1; s < SQUARE_COUNT; s++)
        if (stands_between(s, a, b))
            set |= bb_of(s);
    return set;
}

/* Returns slider attacks computed from coordinates alone. */
static Bitboard slides(Piece slider, Square from, Bitboard occupied) {
    Bitboard set = 0;

    for (Square s = A1; s < SQUARE_COUNT; s++)
        if (((slider != BISHOP && share_row(from, s)) ||
             (slider != ROOK && share_diagonal(from, s))) &&
            !(between(from, s) & occupied))
            set |= bb_of(s);
    return set;
}

START_RANGE(rays_follow_coordinates, A1, SQUARE_COUNT) {
    const Square from = (Square)_i;
    uint64_t seed = (uint64_t)_i;

    for (Piece slider = BISHOP; slider <= QUEEN; slider++)
        for (int round = 0; round < 50; round++) {
            const Bitboard occupied = random_next(&seed) & random_next(&seed);
            CLAIM(rays_walk(slider, from, occupied) == slides(slider, from, occupied),
                  "piece %d from square %d", slider, from);
        }
    for (Square to = A1; to < SQUARE_COUNT; to++) {
        Bitboard line = 0;

        for (Square s = A1; s < SQUARE_COUNT; s++)
            if (s == from || s == to || stands_between(s, from, to) ||
                stands_between(from, s, to) || stands_between(to, from, s))
                line |= bb_of(s);
        if (!share_row(from, to) && !share_diagonal(from, to))
            line = 0;
        CLAIM(attacks_between(from, to) == between(from, to), "between %d and %d", from, to);
        CLAIM(attacks_line(from, to) == line, "line of %d and %d", from, to);
    }
}

START_RANGE(steps_follow_coordinates, A1, SQUARE_COUNT) {
    const Square from = (Square)_i;
    Bitboard knight = 0, king = 0, pawn[COLOR_COUNT] = {0, 0};

    for (Square s = A1; s < SQUARE_COUNT; s++) {
        const int files = abs(files_apart(from, s)), ranks = abs(ranks_apart(from, s));

        knight |= files * ranks == 2 ? bb_of(s) : 0;
        king |= files <= 1 && ranks <= 1 && s != from ? bb_of(s) : 0;
        pawn[WHITE] |= files == 1 && ranks_apart(from, s) == 1 ? bb_of(s) : 0;
        pawn[BLACK] |= files == 1 && ranks_apart(from, s) == -1 ? bb_of(s) : 0;
    }
    ck_assert_uint_eq(attacks_knight(from), knight);
    ck_assert_uint_eq(attacks_king(from), king);
    ck_assert_uint_eq(attacks_of(KNIGHT, from, ~(Bitboard)0), knight);
    ck_assert_uint_eq(attacks_of(KING, from, ~(Bitboard)0), king);
    ck_assert_uint_eq(attacks_pawn(WHITE, from), pawn[WHITE]);
    ck_assert_uint_eq(attacks_pawn(BLACK, from), pawn[BLACK]);
}

/* A square is in the mask exactly if a piece there changes the attacks. */
START_RANGE(masks_hold_relevant_blockers, A1, SQUARE_COUNT) {
    const Square from = (Square)_i;
    uint64_t seed = (uint64_t)_i;

    for (Piece slider = BISHOP; slider <= ROOK; slider++) {
        const Bitboard mask = attacks_slider[slider - BISHOP][from].mask;

        ck_assert_uint_eq(mask, rays_mask(slider, from));
        for (int round = 0; round < 100; round++) {
            const Bitboard occupied = random_next(&seed);
            CLAIM(slides(slider, from, occupied) == slides(slider, from, occupied & mask),
                  "a square outside the mask of %d matters", from);
        }
        for (Bitboard left = mask; left;) {
            const Square blocker = pop_lsb(&left);
            CLAIM(slides(slider, from, bb_of(blocker)) != slides(slider, from, 0),
                  "square %d in the mask of %d does not matter", blocker, from);
        }
    }
}

/*
 * Checks every entry of every table. Pieces outside the mask, and the slider itself, change
 * nothing.
 */
START_RANGE(tables_equal_rays, A1, SQUARE_COUNT) {
    const Square from = (Square)_i;
    uint64_t seed = (uint64_t)_i;

    for (Piece slider = BISHOP; slider <= ROOK; slider++) {
        const Bitboard mask = rays_mask(slider, from);
        Bitboard blockers = 0;
        unsigned entries = 0;

        do {
            const Bitboard want = rays_walk(slider, from, blockers);
            const Bitboard noise = random_next(&seed) & ~mask;

            CLAIM(attacks_of(slider, from, blockers) == want, "piece %d from %d", slider, from);
            CLAIM(attacks_of(slider, from, blockers | noise) == want, "piece %d from %d with noise",
                  slider, from);
            CLAIM(attacks_of(slider, from, blockers | ~mask) == want, "piece %d from %d, full",
                  slider, from);
            blockers = bb_next_subset(blockers, mask);
            entries++;
        } while (blockers);
        ck_assert_uint_eq(entries, 1u << bb_count(mask));
    }
    for (int round = 0; round < 1000; round++) {
        const Bitboard occupied = random_next(&seed) & random_next(&seed);
        CLAIM(attacks_bishop(from, occupied) == rays_walk(BISHOP, from, occupied), "bishop");
        CLAIM(attacks_rook(from, occupied) == rays_walk(ROOK, from, occupied), "rook");
        CLAIM(attacks_queen(from, occupied) == rays_walk(QUEEN, from, occupied), "queen");
        CLAIM(attacks_of(QUEEN, from, occupied) == rays_walk(QUEEN, from, occupied), "queen");
    }
}

START_TEST(second_init_changes_nothing) {
    Slider before[2][SQUARE_COUNT];

    memcpy(before, attacks_slider, sizeof before);
    attacks_init();
    for (int kind = 0; kind < 2; kind++)
        for (Square s = A1; s < SQUARE_COUNT; s++)
            ck_assert_ptr_eq(before[kind][s].table, attacks_slider[kind][s].table);
}

/* Compares set operations with loops over the squares. */
START_ROWS(sets_of_squares, 50) {
    uint64_t seed = (uint64_t)_i;
    const Bitboard set = random_next(&seed) & (_i % 2 ? random_next(&seed) : ~(Bitboard)0);
    Bitboard east = 0, west = 0, ahead[COLOR_COUNT] = {0, 0}, knights = 0, kings = 0, left = set;
    Bitboard pawns[COLOR_COUNT] = {0, 0};
    int count = 0, last = -1;

    for (Square s = A1; s < SQUARE_COUNT; s++) {
        if (!bb_has(set, s))
            continue;
        ck_assert_int_eq(bb_first(left), s);
        ck_assert_int_eq(more_than_one(left), bb_count(left) > 1);
        ck_assert_int_eq(pop_lsb(&left), s);
        ck_assert(bb_has(bb_file(square_file(s)) & bb_rank(square_rank(s)), s));
        ck_assert_int_eq(bb_has(LIGHT_SQUARES, s), (square_file(s) + square_rank(s)) % 2);
        count++;
        last = (int)s;
        east |= square_file(s) < 7 ? bb_of((Square)(s + 1)) : 0;
        west |= square_file(s) > 0 ? bb_of((Square)(s - 1)) : 0;
        ahead[WHITE] |= square_rank(s) < 7 ? bb_of((Square)(s + 8)) : 0;
        ahead[BLACK] |= square_rank(s) > 0 ? bb_of((Square)(s - 8)) : 0;
        knights |= attacks_knight(s);
        kings |= attacks_king(s);
        pawns[WHITE] |= attacks_pawn(WHITE, s);
        pawns[BLACK] |= attacks_pawn(BLACK, s);
    }
    ck_assert_uint_eq(left, 0);
    ck_assert(!more_than_one(0));
    ck_assert_int_eq(bb_count(set), count);
    ck_assert_int_eq(set ? (int)bb_last(set) : -1, last);
    ck_assert_uint_eq(bb_east(set), east);
    ck_assert_uint_eq(bb_west(set), west);
    ck_assert_uint_eq(bb_knight_attacks(set), knights);
    ck_assert_uint_eq(bb_king_attacks(set), kings);
    for (Color c = WHITE; c <= BLACK; c++) {
        ck_assert_uint_eq(bb_forward(set, c), ahead[c]);
        ck_assert_uint_eq(bb_back(set, color_other(c)), ahead[c]);
        ck_assert_uint_eq(bb_pawn_attacks(set, c), pawns[c]);
    }
}

START_TEST(moves_are_packed) {
    for (Square from = A1; from < SQUARE_COUNT; from++)
        for (Square to = A1; to < SQUARE_COUNT; to++)
            for (Piece promotion = PAWN; promotion <= NO_PIECE; promotion++) {
                const Move m = move_make(from, to, promotion);
                CLAIM(move_from(m) == from && move_to(m) == to && move_promotion(m) == promotion,
                      "move %u", m);
            }
    ck_assert_int_eq(square_make(4, 3), E4);
    ck_assert_int_eq(square_flip(E4), E5);
    ck_assert_int_eq(relative_rank(WHITE, 1), 1);
    ck_assert_int_eq(relative_rank(BLACK, 1), 6);
}

int main(void) {
    attacks_init();
    return tests_run("attacks");
}
