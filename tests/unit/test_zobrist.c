/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of zobrist.h: the published random numbers, in the order of the header. */
#include "chess/zobrist.h"

#include "tests.h"

/* MT19937-64 with seed 5489, as in the standard library of C++. */
static const struct {
    unsigned index;
    uint64_t number;
} published[] = {
    {0, UINT64_C(14514284786278117030)},   {768, UINT64_C(9416630457538799891)},
    {769, UINT64_C(14565714036259547408)}, {773, UINT64_C(10659961423006612289)},
    {780, UINT64_C(10447121228281024024)},
};

START_ROWS(published_numbers, ROWS(published)) {
    ck_assert_uint_eq(zobrist_number[published[_i].index], published[_i].number);
}

START_TEST(layout) {
    const char *const order = "PNBRQKpnbrqk";

    for (unsigned i = 0; i < 12; i++)
        for (Square s = A1; s < SQUARE_COUNT; s++) {
            const Color c = i < 6 ? WHITE : BLACK;
            const Piece p = (Piece)(strchr("PNBRQK", order[i % 6]) - "PNBRQK");
            CLAIM(zobrist_piece(c, p, s) == zobrist_number[i * 64 + (unsigned)s], "%c on %d",
                  order[i], s);
        }
    ck_assert_uint_eq(zobrist_side(), zobrist_number[768]);
    ck_assert_uint_eq(zobrist_castling(WHITE, false), zobrist_number[769]);
    ck_assert_uint_eq(zobrist_castling(WHITE, true), zobrist_number[770]);
    ck_assert_uint_eq(zobrist_castling(BLACK, false), zobrist_number[771]);
    ck_assert_uint_eq(zobrist_castling(BLACK, true), zobrist_number[772]);
    for (unsigned file = 0; file < 8; file++) {
        ck_assert_uint_eq(zobrist_ep(square_make((int)file, 2)), zobrist_number[773 + file]);
        ck_assert_uint_eq(zobrist_ep(square_make((int)file, 5)), zobrist_number[773 + file]);
    }
}

START_TEST(all_differ) {
    for (unsigned i = 0; i < ZOBRIST_COUNT; i++) {
        CLAIM(zobrist_number[i], "number %u is 0", i);
        for (unsigned j = 0; j < i; j++)
            CLAIM(zobrist_number[i] != zobrist_number[j], "numbers %u and %u are the same", i, j);
    }
}

START_TEST(second_init_changes_nothing) {
    uint64_t before[ZOBRIST_COUNT];

    memcpy(before, zobrist_number, sizeof before);
    zobrist_init();
    ck_assert_mem_eq(before, zobrist_number, sizeof before);
}

int main(void) {
    zobrist_init();
    return tests_run("zobrist");
}
