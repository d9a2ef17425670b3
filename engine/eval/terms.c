/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "terms.h"

#include <assert.h>

#ifdef __AVX512VBMI2__
#include <immintrin.h>
#endif

/* Attacks of a side, and its list of terms. */
typedef struct {
    Bitboard zone; /* the king's zone: squares next to it and in front of these */
    /* attacked by pawns; by pawns and minor pieces; also by rooks; also by queens; by all */
    Bitboard pawns, minors, rooks, queens, all;
    Bitboard twice;             /* attacked twice, without x-rays */
    Bitboard by[PIECE_COUNT];   /* attacked by each kind, knights to queens */
    int attackers[PIECE_COUNT]; /* pieces that attack the enemy king's zone */
    uint16_t *end;              /* of the list of terms */
} Side;

static inline void add(Side *s, int term) {
    *s->end++ = (uint16_t)term;
}

/* Adds a term n times, at most 8 times, without a branch. */
static inline void add_times(Side *s, int term, int n) {
    for (int i = 0; i < 8; i++)
        s->end[i] = (uint16_t)term;
    s->end += min(n, 8);
}

/* Adds the term of a number, first + n - 1, if the number is not 0. */
static inline void add_number(Side *s, int first, int n, int most) {
    add(s, first + min(n, most) - 1);
    s->end -= n == 0;
}

/* Returns the squares and all squares ahead of them, from the side's point of view. */
static inline Bitboard ahead_of(Bitboard b, Color c) {
    if (c == WHITE) {
        b |= b << 8;
        b |= b << 16;
        return b | b << 32;
    }
    b |= b >> 8;
    b |= b >> 16;
    return b | b >> 32;
}

static inline Bitboard beside(Bitboard b) {
    return bb_east(b) | bb_west(b);
}

/* Returns the distance of two squares in king moves. */
static inline int distance(Square a, Square b) {
    const int files = abs(square_file(a) - square_file(b)),
              ranks = abs(square_rank(a) - square_rank(b));
    return max(files, ranks);
}

/* Finds the squares attacked by the pieces of a kind, and adds their mobility. */
static inline void add_mobility(Side *s, const Board *b, Color c, Piece kind, int first, int most,
                                Bitboard free, Bitboard enemy_zone) {
    Bitboard by = 0;
    int attackers = 0;

    for (Bitboard rest = board_pieces(b, c, kind); rest;) {
        const Square at = pop_lsb(&rest);
        const Bitboard attacks = attacks_of(kind, at, board_occupied(b));

        s->twice |= (s->all | by) & attacks;
        by |= attacks;
        attackers += (attacks & enemy_zone) != 0;
        add(s, first + min(bb_count(attacks & free), most));
    }
    s->by[kind] = by;
    s->all |= by;
    s->attackers[kind] = attackers;
}

/*
 * Returns the sliders with exactly one piece between them and square `at`. near: the squares that
 * `attacks` reaches from `at`.
 */
static inline Bitboard behind_one(Bitboard (*attacks)(Square, Bitboard), Square at, Bitboard near,
                                  Bitboard occupied, Bitboard sliders) {
    return attacks(at, occupied & ~near) & ~near & sliders;
}

/* Finds the squares attacked by a side, and adds the mobility of its pieces. */
static inline void add_pieces(Side *s, const Board *b, Color c, Bitboard enemy_zone) {
    const Color enemy = color_other(c);
    const Bitboard pawns = bb_forward(board_pieces(b, c, PAWN), c);
    const Bitboard guarded = bb_pawn_attacks(board_pieces(b, enemy, PAWN), enemy);
    const Bitboard free = ~(b->color[c] | guarded), king = attacks_king(board_king(b, c));

    s->twice = bb_east(pawns) & bb_west(pawns);
    s->all = s->pawns = beside(pawns);
    add_mobility(s, b, c, KNIGHT, TERM_KNIGHT_MOBILITY, 8, free, enemy_zone);
    add_mobility(s, b, c, BISHOP, TERM_BISHOP_MOBILITY, 13, free, enemy_zone);
    s->minors = s->all;
    add_mobility(s, b, c, ROOK, TERM_ROOK_MOBILITY, 14, free, enemy_zone);
    s->rooks = s->all;
    add_mobility(s, b, c, QUEEN, TERM_QUEEN_MOBILITY, 15, free, enemy_zone);
    s->queens = s->all;
    s->twice |= s->all & king;
    s->all |= king;
}

/* Adds the attacked pieces of a side, in order of their squares. */
static inline void add_attacked(Side *s, const Side *enemy, const Board *b, Color c,
                                const uint8_t on[SQUARE_COUNT]) {
    const Bitboard attacked = b->color[c] & enemy->all & ~b->piece[KING];

#ifdef __AVX512VBMI2__
    /* the loop below, for all squares at once */
    _Static_assert(TERM_ATTACKED == 0 && TERM_KNIGHT_MOBILITY <= 256,
                   "terms of attacked pieces fit bytes");
    const __m512i two = _mm512_set1_epi8(2), kinds = _mm512_maskz_loadu_epi8(attacked, on);
    const __m128i tens = _mm_setr_epi8(0, 10, 20, 30, 40, 50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    __m512i term = _mm512_shuffle_epi8(_mm512_broadcast_i32x4(tens), kinds);

    term = _mm512_mask_add_epi8(term, ~enemy->pawns, term, two);
    term = _mm512_mask_add_epi8(term, ~enemy->minors, term, two);
    term = _mm512_mask_add_epi8(term, ~enemy->rooks, term, two);
    term = _mm512_mask_add_epi8(term, ~enemy->queens, term, two);
    term = _mm512_mask_add_epi8(term, s->all, term, _mm512_set1_epi8(1));
    term = _mm512_maskz_compress_epi8(attacked, term);
    _mm512_storeu_si512(s->end, _mm512_cvtepu8_epi16(_mm512_castsi512_si256(term)));
    s->end += bb_count(attacked);
#else
    for (Bitboard rest = attacked; rest;) {
        const Square at = pop_lsb(&rest);
        const int least = !bb_has(enemy->pawns, at) + !bb_has(enemy->minors, at) +
                          !bb_has(enemy->rooks, at) + !bb_has(enemy->queens, at);

        add(s, TERM_ATTACKED + (on[at] * 5 + least) * 2 + bb_has(s->all, at));
    }
#endif
}

/* Adds the terms of a king: its zone, safe checks, and pieces between it and enemy sliders. */
static inline void add_king(Side *s, const Side *enemy, const Board *b, Color c,
                            const uint8_t on[SQUARE_COUNT]) {
    const Bitboard occupied = board_occupied(b), theirs = b->color[color_other(c)];
    const Square king = board_king(b, c);
    const Bitboard ring = attacks_king(king);
    /* not defended, or by the king alone and attacked twice; Stockfish 11 also allows a queen */
    const Bitboard safe = ~theirs & (~s->all | (enemy->twice & ~s->twice & ring));
    const Bitboard bishops = theirs & (b->piece[BISHOP] | b->piece[QUEEN]);
    const Bitboard rooks = theirs & (b->piece[ROOK] | b->piece[QUEEN]);
    const Bitboard bishop = attacks_bishop(king, occupied), rook = attacks_rook(king, occupied);
    const Bitboard snipers = behind_one(attacks_bishop, king, bishop, occupied, bishops) |
                             behind_one(attacks_rook, king, rook, occupied, rooks);

    add(s, TERM_RING_ATTACKED + bb_count(ring & enemy->all));
    add(s, TERM_KING_MOBILITY + bb_count(ring & ~b->color[c] & ~enemy->all));
    add(s, TERM_SHELTER + min(bb_count(s->zone & board_pieces(b, c, PAWN)), 6));
    add(s, TERM_ZONE_TWICE + min(bb_count(s->zone & enemy->twice & ~s->pawns), 8));
    for (Piece p = KNIGHT; p <= QUEEN; p++)
        add_number(s, TERM_ZONE_ATTACKERS + 3 * (int)(p - KNIGHT), enemy->attackers[p], 3);
    add_number(s, TERM_KNIGHT_CHECKS, bb_count(enemy->by[KNIGHT] & attacks_knight(king) & safe), 3);
    add_number(s, TERM_BISHOP_CHECKS, bb_count(enemy->by[BISHOP] & bishop & safe), 3);
    add_number(s, TERM_ROOK_CHECKS, bb_count(enemy->by[ROOK] & rook & safe), 3);
    add_number(s, TERM_QUEEN_CHECKS, bb_count(enemy->by[QUEEN] & (rook | bishop) & safe), 5);
    for (Bitboard rest = snipers; rest;) {
        const Bitboard between = attacks_between(king, pop_lsb(&rest)) & occupied;

        if (!(between & b->piece[KING]))
            add(s, TERM_PINNED + on[bb_first(between)] + (between & theirs ? 5 : 0));
    }
}

/* Adds the terms of a passed pawn. */
static inline void add_passed(Side *s, const Side *enemy, const Board *b, Color c, Square at) {
    const int rank = relative_rank(c, square_rank(at)) + 1; /* from 2 */
    const Bitboard occupied = board_occupied(b), path = ahead_of(bb_forward(bb_of(at), c), c);
    const Square next = (Square)(c == WHITE ? at + 8 : at - 8);

    assert(rank < 8);
    add(s, TERM_PASSED + max(rank - 3, 0) * 4 + (bb_has(occupied, next) ? 2 : 0) +
               bb_has(s->pawns, at));
    if (rank < 4)
        return;
    add(s, TERM_PASSED_KING + min(distance(board_king(b, c), next), 5));
    add(s, TERM_PASSED_ENEMY + min(distance(board_king(b, color_other(c)), next), 5));
    add(s, TERM_PASSED_PATH + (rank - 4) * 3 +
               (!(path & (occupied | enemy->all)) ? 0
                : !(path & enemy->all & ~s->all)  ? 1
                                                  : 2));
}

/* Adds the terms of pawns. */
static inline void add_pawns(Side *s, const Side *enemy, const Board *b, Color c,
                             const uint8_t on[SQUARE_COUNT]) {
    const Color other = color_other(c);
    const Bitboard own = board_pieces(b, c, PAWN), theirs = board_pieces(b, other, PAWN);
    const Bitboard occupied = board_occupied(b);
    const Bitboard fronts = ahead_of(bb_forward(theirs, other), other);
    const Bitboard doubled = own & ahead_of(bb_back(own, c), other);
    const Bitboard files = ahead_of(own, WHITE) | ahead_of(own, BLACK);
    const Bitboard isolated = own & ~beside(files);
    const Bitboard stopped = own & bb_back(enemy->pawns | theirs, c);
    const Bitboard backward = stopped & ~isolated & ~ahead_of(beside(own), c);
    const Bitboard connected = own & (beside(own) | s->pawns);
    const Bitboard third = c == WHITE ? bb_rank(2) : bb_rank(5);
    Bitboard push = bb_forward(own, c) & ~occupied;

    for (Bitboard rest = own & ~(fronts | beside(fronts)) & ~doubled; rest;)
        add_passed(s, enemy, b, c, pop_lsb(&rest));
    add_times(s, TERM_ISOLATED, bb_count(isolated));
    add_times(s, TERM_DOUBLED, bb_count(doubled));
    add_times(s, TERM_BACKWARD, bb_count(backward));
    for (int n = 0; n < 4; n++)
        add_times(s, TERM_CONNECTED + n, bb_count(connected & bb_rank(relative_rank(c, n + 1))));
    add_times(s, TERM_CONNECTED + 4,
              bb_count(connected & (bb_rank(relative_rank(c, 5)) | bb_rank(relative_rank(c, 6)))));
    push |= bb_forward(push & third, c) & ~occupied;
    push &= ~enemy->pawns & (s->all | ~enemy->all);
    for (Bitboard rest = bb_pawn_attacks(push, c) & b->color[other] & ~b->piece[KING]; rest;)
        add(s, TERM_PAWN_PUSH + on[pop_lsb(&rest)]);
    for (Bitboard rest = board_pieces(b, c, ROOK) & ~files; rest;) {
        const Bitboard file = bb_file(square_file(pop_lsb(&rest)));

        add(s, TERM_ROOK_FILE + !(file & theirs));
    }
}

static inline Bitboard king_zone(const Board *b, Color c) {
    const Bitboard ring = attacks_king(board_king(b, c));
    return ring | bb_forward(ring, c);
}

/* Adds the terms of a side except those of add_pieces(), which come first for both sides. */
static inline void add_others(Side *s, const Side *enemy, const Board *b, Color c,
                              const uint8_t on[SQUARE_COUNT]) {
    add_attacked(s, enemy, b, c, on);
    add_king(s, enemy, b, c, on);
    add_pawns(s, enemy, b, c, on);
    if (more_than_one(board_pieces(b, c, BISHOP)))
        add(s, TERM_BISHOP_PAIR);
    add(s, TERM_SPACE + min(bb_count(s->all & ~enemy->all) / 4, 11));
}

void terms_find(Terms *terms, const Board *b, const uint8_t on[SQUARE_COUNT]) {
    Side white = {.zone = king_zone(b, WHITE), .end = terms->list[WHITE]};
    Side black = {.zone = king_zone(b, BLACK), .end = terms->list[BLACK]};

    terms->count[WHITE] = terms->count[BLACK] = 0;
    if (bb_count(board_occupied(b)) > TERMS_PIECES)
        return;
    add_pieces(&white, b, WHITE, black.zone);
    add_pieces(&black, b, BLACK, white.zone);
    add_others(&white, &black, b, WHITE, on);
    add_others(&black, &white, b, BLACK, on);
    terms->count[WHITE] = (int)(white.end - terms->list[WHITE]);
    terms->count[BLACK] = (int)(black.end - terms->list[BLACK]);
    assert(terms->count[WHITE] + terms->count[BLACK] <= TERMS_MOST);
}
