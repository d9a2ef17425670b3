/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * KPK bitbase, by retrograde analysis (T. Ströhlein 1970; K. Thompson) on whole bitboards: for each
 * pawn and white king, one Bitboard holds the squares of the black king against which White wins.
 */
#include "kpk.h"

#include <assert.h>

enum { PAWN_SQUARES = 24 }; /* files a to d, ranks 2 to 7 */

/* [side to move][pawn][white king]: squares on which the black king loses */
static Bitboard won[COLOR_COUNT][PAWN_SQUARES][SQUARE_COUNT];

static int pawn_index(Square pawn) {
    const int index = (square_rank(pawn) - 1) * 4 + square_file(pawn);

    assert(square_file(pawn) < 4 && index >= 0 && index < PAWN_SQUARES);
    return index;
}

/*
 * Returns the squares where the black king may stand; with White to move, it may not be in check.
 */
static Bitboard legal_squares(Color turn, Square king, Square pawn) {
    const Bitboard taken = attacks_king(king) | bb_of(king) | bb_of(pawn);

    return ~(turn == WHITE ? taken | attacks_pawn(WHITE, pawn) : taken);
}

/* Returns the squares of the black king against which a pawn push wins. */
static Bitboard won_by_push(Square king, Square pawn) {
    const Bitboard next = bb_forward(bb_of(pawn), WHITE);
    const Square to = bb_first(next);
    Bitboard wins;

    if (to == king)
        return 0;
    if (square_rank(to) == 7) /* a queen, or a rook where that would be stalemate */
        return ~next & (next & attacks_king(king) ? ~UINT64_C(0) : ~attacks_king(to));
    wins = won[BLACK][pawn_index(to)][king];
    if (square_rank(pawn) == 1 && (int)to + 8 != (int)king)
        wins |= won[BLACK][pawn_index((Square)(to + 8))][king] & ~next & ~bb_forward(next, WHITE);
    return wins & ~next;
}

/* Returns the squares of the black king where White, to move, has a winning move. */
static Bitboard white_wins(Square king, Square pawn) {
    Bitboard wins = won_by_push(king, pawn);

    for (Bitboard to = attacks_king(king) & ~bb_of(pawn); to;)
        wins |= won[BLACK][pawn_index(pawn)][pop_lsb(&to)];
    return wins & legal_squares(WHITE, king, pawn);
}

/* Returns the squares of the black king where Black, to move, has a move, and every move loses. */
static Bitboard black_loses(Square king, Square pawn) {
    const Bitboard pawn_bb = bb_of(pawn);
    const Bitboard guarded = attacks_king(king) | bb_of(king) | attacks_pawn(WHITE, pawn);
    const Bitboard open = ~guarded & ~pawn_bb; /* squares to which the black king may move */
    const Bitboard saved = (open & ~won[WHITE][pawn_index(pawn)][king]) | (pawn_bb & ~guarded);
    const Bitboard mobile = bb_king_attacks(open | (pawn_bb & ~guarded));

    return legal_squares(BLACK, king, pawn) & mobile & ~bb_king_attacks(saved);
}

/*
 * Advanced pawns come first, as other positions lead to them; each pawn is iterated until nothing
 * changes.
 */
void kpk_init(void) {
    if (won[WHITE][PAWN_SQUARES - 1][A1])
        return;
    for (int i = PAWN_SQUARES - 1; i >= 0; i--) {
        const Square pawn = square_make(i % 4, i / 4 + 1);
        bool changed = true;

        while (changed) {
            changed = false;
            for (Square king = A1; king < SQUARE_COUNT; king++) {
                Bitboard white, black;

                if (king == pawn)
                    continue;
                white = white_wins(king, pawn);
                changed = changed || white != won[WHITE][i][king];
                won[WHITE][i][king] = white;
                black = black_loses(king, pawn);
                changed = changed || black != won[BLACK][i][king];
                won[BLACK][i][king] = black;
            }
        }
    }
}

bool kpk_table(Color turn, Square white_king, Square pawn, Square black_king) {
    return bb_has(won[turn][pawn_index(pawn)][white_king], black_king);
}

bool kpk_is_won(const Board *b) {
    const Color strong = b->color[WHITE] & b->piece[PAWN] ? WHITE : BLACK;
    const Square pawn = bb_first(b->piece[PAWN]);
    /* the table has White's pawns on files a to d: flip and mirror the board to match */
    const unsigned turn_board = strong == WHITE ? 0 : 56, mirror = square_file(pawn) < 4 ? 0 : 7;
    const unsigned change = turn_board ^ mirror;

    return kpk_table(b->turn == strong ? WHITE : BLACK,
                     (Square)((unsigned)board_king(b, strong) ^ change),
                     (Square)((unsigned)pawn ^ change),
                     (Square)((unsigned)board_king(b, color_other(strong)) ^ change));
}
