/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ray fills (chessprogramming.org, "Kogge-Stone Algorithm") of a side's sliders in four directions
 * at once, and counting in bit planes ("bit-sliced counters"): bit n of a square's number is in
 * plane n. Vectors of the compiler where one instruction shifts each lane by its own distance.
 */
#ifndef ALULA_LANES_H
#define ALULA_LANES_H

#include "chess/generate.h"

/* One lane for each direction: along the rank, along the file, and the two diagonals. */
#if defined __AVX2__ && defined __GNUC__
typedef Bitboard Lanes __attribute__((vector_size(4 * sizeof(Bitboard))));
#define LANES_OP(name, expression)                                                                 \
    ALWAYS_INLINE Lanes name(Lanes a, Lanes b) {                                                   \
        return expression;                                                                         \
    }
LANES_OP(lanes_and, a &b)
LANES_OP(lanes_or, a | b)
LANES_OP(lanes_xor, a ^ b)
LANES_OP(lanes_andnot, a & ~b)
ALWAYS_INLINE Lanes lanes_up(Lanes a, const int steps) {
    const Lanes by = {1 * (Bitboard)steps, 8 * (Bitboard)steps, 9 * (Bitboard)steps,
                      7 * (Bitboard)steps};
    return a << by;
}
ALWAYS_INLINE Lanes lanes_down(Lanes a, const int steps) {
    const Lanes by = {1 * (Bitboard)steps, 8 * (Bitboard)steps, 9 * (Bitboard)steps,
                      7 * (Bitboard)steps};
    return a >> by;
}
ALWAYS_INLINE Lanes lanes_make(Bitboard a, Bitboard b, Bitboard c, Bitboard d) {
    return (Lanes){a, b, c, d};
}
#define LANE(v, i) ((v)[i])
#else
typedef struct {
    Bitboard lane[4];
} Lanes;

/* Keeps the compiler from vectors whose lanes cannot shift by different distances: SSE2 is slow. */
ALWAYS_INLINE Bitboard scalar(Bitboard b) {
#ifdef __GNUC__
    __asm__("" : "+r"(b));
#endif
    return b;
}

#define LANES_OP(name, expression)                                                                 \
    ALWAYS_INLINE Lanes name(Lanes x, Lanes y) {                                                   \
        Lanes r;                                                                                   \
        for (int i = 0; i < 4; i++) {                                                              \
            const Bitboard a = x.lane[i], b = y.lane[i];                                           \
            r.lane[i] = scalar(expression);                                                        \
        }                                                                                          \
        return r;                                                                                  \
    }
LANES_OP(lanes_and, a &b)
LANES_OP(lanes_or, a | b)
LANES_OP(lanes_xor, a ^ b)
LANES_OP(lanes_andnot, a & ~b)
ALWAYS_INLINE Lanes lanes_up(Lanes a, const int steps) {
    return (Lanes){{scalar(a.lane[0] << 1 * steps), scalar(a.lane[1] << 8 * steps),
                    scalar(a.lane[2] << 9 * steps), scalar(a.lane[3] << 7 * steps)}};
}
ALWAYS_INLINE Lanes lanes_down(Lanes a, const int steps) {
    return (Lanes){{scalar(a.lane[0] >> 1 * steps), scalar(a.lane[1] >> 8 * steps),
                    scalar(a.lane[2] >> 9 * steps), scalar(a.lane[3] >> 7 * steps)}};
}
ALWAYS_INLINE Lanes lanes_make(Bitboard a, Bitboard b, Bitboard c, Bitboard d) {
    return (Lanes){{a, b, c, d}};
}
#define LANE(v, i) ((v).lane[i])
#endif

ALWAYS_INLINE Lanes lanes_all(Bitboard a) {
    return lanes_make(a, a, a, a);
}

/* Returns the squares attacked along the rays that go up the board, or down; blockers included. */
ALWAYS_INLINE Lanes fill_rays(Lanes sliders, Bitboard empty, const bool up) {
    const Lanes on_board = up ? lanes_make(~FILE_A, ALL_SQUARES, ~FILE_A, ~FILE_H)
                              : lanes_make(~FILE_H, ALL_SQUARES, ~FILE_H, ~FILE_A);
    Lanes open = lanes_and(lanes_all(empty), on_board), filled = sliders;

#define SHIFT(v, n) (up ? lanes_up(v, n) : lanes_down(v, n))
    filled = lanes_or(filled, lanes_and(open, SHIFT(filled, 1)));
    open = lanes_and(open, SHIFT(open, 1));
    filled = lanes_or(filled, lanes_and(open, SHIFT(filled, 2)));
    open = lanes_and(open, SHIFT(open, 2));
    filled = lanes_or(filled, lanes_and(open, SHIFT(filled, 4)));
    return lanes_and(SHIFT(filled, 1), on_board);
}

#undef SHIFT

/* Numbers from 0 to 7, in bit planes. */
typedef struct {
    Lanes plane[3];
} Following;

/*
 * Returns for each square of the rays how many squares of its ray follow: 0 to 6, in three planes.
 * A ray never meets another of its direction, so the squares that follow on the board belong to it.
 */
ALWAYS_INLINE Following count_following(Lanes rays, const bool up) {
#define BACK(v, n) (up ? lanes_down(v, n) : lanes_up(v, n))
    const Lanes one = lanes_and(rays, BACK(rays, 1)); /* one or more follow, */
    const Lanes two = lanes_and(one, BACK(one, 1));   /* two or more, and so on */
    const Lanes three = lanes_and(one, BACK(one, 2));
    const Lanes four = lanes_and(three, BACK(three, 1));
    const Lanes five = lanes_and(three, BACK(three, 2));
    const Lanes six = lanes_and(three, BACK(three, 3));
#undef BACK
    Following f;

    f.plane[2] = four;
    f.plane[1] = lanes_xor(lanes_xor(two, four), six);
    f.plane[0] = lanes_xor(lanes_xor(one, three), lanes_xor(five, f.plane[1]));
    return f;
}

/* Adds with carry: sum = a + b + carry; returns the new carry. */
ALWAYS_INLINE Lanes lanes_add(Lanes a, Lanes b, Lanes carry, Lanes *sum) {
    const Lanes either = lanes_xor(a, b);

    *sum = lanes_xor(either, carry);
    return lanes_or(lanes_and(a, b), lanes_and(either, carry));
}

ALWAYS_INLINE Bitboard bb_add(Bitboard a, Bitboard b, Bitboard carry, Bitboard *sum) {
    const Bitboard either = a ^ b;

    *sum = either ^ carry;
    return (a & b) | (either & carry);
}
#undef LANES_OP

#endif
