/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "attack_inputs.h"

/* Offsets of the inputs of one side. */
enum { ATTACKED = 0, MOBILITY = 60, KING_RING = 114 };
_Static_assert(KING_RING + 9 <= ATTACK_SIDE && ATTACK_INPUTS <= UINT8_MAX + 1, "inputs fit");

/* Squares attacked by a side: by its pawns, also by minor pieces, rooks, queens, by all pieces. */
typedef struct {
    Bitboard pawns, minors, rooks, queens, all;
} AttackMaps;

/* Adds the mobility of the pieces of a kind to the list. Returns the squares that they attack. */
static inline Bitboard add_mobility(const Board *b, Color side, Piece kind, Bitboard free,
                                    uint8_t **list) {
    static const uint8_t offset[] = {[KNIGHT] = 0, [BISHOP] = 9, [ROOK] = 23, [QUEEN] = 38};
    const int first = (int)side * ATTACK_SIDE + MOBILITY + offset[kind];
    Bitboard all = 0;

    for (Bitboard rest = board_pieces(b, side, kind); rest;) {
        const Bitboard attacks = attacks_of(kind, pop_lsb(&rest), board_occupied(b));

        all |= attacks;
        *(*list)++ = (uint8_t)(first + min(bb_count(attacks & free), 15));
    }
    return all;
}

/* Returns what a side attacks, and adds the mobility of its pieces to the list. */
static inline AttackMaps find_attacks(const Board *b, Color side, uint8_t **list) {
    const Color them = color_other(side);
    const Bitboard guarded = bb_pawn_attacks(board_pieces(b, them, PAWN), them);
    const Bitboard free = ~(b->color[side] | guarded);
    AttackMaps map;

    map.pawns = bb_pawn_attacks(board_pieces(b, side, PAWN), side);
    map.minors = map.pawns | add_mobility(b, side, KNIGHT, free, list);
    map.minors |= add_mobility(b, side, BISHOP, free, list);
    map.rooks = map.minors | add_mobility(b, side, ROOK, free, list);
    map.queens = map.rooks | add_mobility(b, side, QUEEN, free, list);
    map.all = map.queens | attacks_king(board_king(b, side));
    return map;
}

int attack_inputs(const Board *b, const uint8_t on[SQUARE_COUNT],
                  uint8_t list[ATTACK_INPUTS_MOST]) {
    uint8_t *end = list;
    AttackMaps map[COLOR_COUNT];

    map[WHITE] = find_attacks(b, WHITE, &end);
    map[BLACK] = find_attacks(b, BLACK, &end);
    for (Bitboard rest = (b->color[WHITE] & map[BLACK].all) | (b->color[BLACK] & map[WHITE].all);
         rest;) {
        const Square s = pop_lsb(&rest);
        const Color side = bb_has(b->color[BLACK], s) ? BLACK : WHITE;
        const AttackMaps *by = &map[color_other(side)];
        const int least = !bb_has(by->pawns, s) + !bb_has(by->minors, s) + !bb_has(by->rooks, s) +
                          !bb_has(by->queens, s);

        *end++ = (uint8_t)((int)side * ATTACK_SIDE + ATTACKED + (on[s] * 5 + least) * 2 +
                           bb_has(map[side].all, s));
    }
    for (Color side = WHITE; side <= BLACK; side++) {
        const Bitboard ring = attacks_king(board_king(b, side));

        *end++ = (uint8_t)((int)side * ATTACK_SIDE + KING_RING +
                           bb_count(map[color_other(side)].all & ring));
    }
    return (int)(end - list);
}
