/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "attack_inputs.h"

#ifdef __AVX512VBMI2__
#include <immintrin.h>
#endif

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

/* Returns the pieces of White on one bitboard and of Black on another. */
static inline Bitboard pieces_on(const Board *b, Bitboard white, Bitboard black) {
    return (b->color[WHITE] & white) | (b->color[BLACK] & black);
}

/* Adds the attacked pieces to the list, in order of their squares. Returns its new end. */
static inline uint8_t *add_attacked(const Board *b, const uint8_t on[SQUARE_COUNT],
                                    const AttackMaps *white, const AttackMaps *black,
                                    uint8_t *end) {
    const Bitboard by_pawn = pieces_on(b, black->pawns, white->pawns);
    const Bitboard by_minor = pieces_on(b, black->minors, white->minors);
    const Bitboard by_rook = pieces_on(b, black->rooks, white->rooks);
    const Bitboard by_queen = pieces_on(b, black->queens, white->queens);
    const Bitboard attacked = pieces_on(b, black->all, white->all);
    const Bitboard defended = pieces_on(b, white->all, black->all);
#ifdef __AVX512VBMI2__
    /* the same as below for all squares at once */
    const __m512i two = _mm512_set1_epi8(2), kinds = _mm512_loadu_si512(on);
    const __m128i tens = _mm_setr_epi8(0, 10, 20, 30, 40, 50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    __m512i input = _mm512_shuffle_epi8(_mm512_broadcast_i32x4(tens), kinds);

    input = _mm512_mask_add_epi8(input, ~by_pawn, input, two);
    input = _mm512_mask_add_epi8(input, ~by_minor, input, two);
    input = _mm512_mask_add_epi8(input, ~by_rook, input, two);
    input = _mm512_mask_add_epi8(input, ~by_queen, input, two);
    input = _mm512_mask_add_epi8(input, defended, input, _mm512_set1_epi8(1));
    input =
        _mm512_mask_add_epi8(input, b->color[BLACK], input, _mm512_set1_epi8((char)ATTACK_SIDE));
    /* fits: before are at most 62 entries, of pieces other than kings */
    _mm512_storeu_si512(end, _mm512_maskz_compress_epi8(attacked, input));
    return end + bb_count(attacked);
#else
    for (Bitboard rest = attacked; rest;) {
        const Square s = pop_lsb(&rest);
        const int side = bb_has(b->color[BLACK], s) ? ATTACK_SIDE : 0;
        const int least =
            !bb_has(by_pawn, s) + !bb_has(by_minor, s) + !bb_has(by_rook, s) + !bb_has(by_queen, s);

        *end++ = (uint8_t)(side + ATTACKED + (on[s] * 5 + least) * 2 + bb_has(defended, s));
    }
    return end;
#endif
}

int attack_inputs(const Board *b, const uint8_t on[SQUARE_COUNT],
                  uint8_t list[ATTACK_INPUTS_MOST]) {
    uint8_t *end = list;
    AttackMaps map[COLOR_COUNT];

    map[WHITE] = find_attacks(b, WHITE, &end);
    map[BLACK] = find_attacks(b, BLACK, &end);
    end = add_attacked(b, on, &map[WHITE], &map[BLACK], end);
    for (Color side = WHITE; side <= BLACK; side++) {
        const Bitboard ring = attacks_king(board_king(b, side));

        *end++ = (uint8_t)((int)side * ATTACK_SIDE + KING_RING +
                           bb_count(map[color_other(side)].all & ring));
    }
    return (int)(end - list);
}
