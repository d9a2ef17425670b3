/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of see.h: exchanges computed by hand, and by a slow search of captures. */
#include "chess/see.h"

#include "chess/notation.h"
#include "engine.h"
#include "tests.h"

enum { P = 100, N = 325, B = 335, R = 510, Q = 1000 };

static const struct {
    const char *fen, *move;
    int worth; /* gain of the side to move */
} exchanges[] = {
    /* no recapture */
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", P},
    {"4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", Q},
    {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a4", 0},
    /* one recapture */
    {"4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0},
    {"4k3/8/4p3/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5", P - N},
    {"4k3/8/4p3/3r4/8/4N3/8/4K3 w - - 0 1", "e3d5", R - N},
    {"4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", P - Q},
    {"3rk3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8", 0},
    {"3rk3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d4", -R},
    {"3rk3/8/8/8/8/4P3/8/3RK3 w - - 0 1", "d1d4", 0},
    /* long exchanges */
    {"4k3/8/4p3/3p4/4P3/4N3/8/4K3 w - - 0 1", "e4d5", P},
    {"4k3/8/4p3/3p4/4P3/4N3/8/4K3 w - - 0 1", "e3d5", P - N + P},
    {"3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", P},
    {"3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", P - R},
    {"4k3/8/1n6/3p4/8/5B2/8/3RK3 w - - 0 1", "f3d5", P - B + N},
    {"4k3/8/1n6/3p4/8/5B2/8/3RK3 w - - 0 1", "d1d5", P - R + N},
    /* x-rays: rooks, bishop behind pawn, queen behind bishop */
    {"3rk3/3q4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", P - R + Q - R},
    {"4k3/8/2b5/3p4/4P3/5B2/8/4K3 w - - 0 1", "e4d5", P},
    {"4k3/1q6/2b5/3p4/4P3/5B2/6Q1/4K3 w - - 0 1", "e4d5", P},
    {"4k3/1b6/2p5/3p4/4P3/5B2/8/4K3 w - - 0 1", "e4d5", 0},
    /* a king captures an undefended piece only */
    {"8/8/4k3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", P - R},
    {"8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", P},
    {"8/8/2k5/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", P},
    /* en passant, promotion, castling */
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", P},
    {"4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", 0},
    {"3rk3/8/8/3pP3/8/8/8/3RK3 w - d6 0 2", "e5d6", P},
    {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 0},
    {"r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7a8q", R},
    {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", 0},
};

START_ROWS(table, ROWS(exchanges)) {
    const Position p = tests_position(exchanges[_i].fen, false);
    const int worth = exchanges[_i].worth;
    Move m = NO_MOVE;

    ck_assert_int_eq(notation_parse(&m, &p, word_of(exchanges[_i].move)), MOVE_FINE);
    for (int threshold = -2100; threshold <= 2100; threshold++)
        CLAIM(see_ge(&p, m, threshold) == (worth >= threshold), "%s %s: %d", exchanges[_i].fen,
              exchanges[_i].move, threshold);
}

/* --- a slow search ---------------------------------------------------------------------------- */

typedef struct {
    Bitboard piece[PIECE_COUNT], color[COLOR_COUNT];
} Field;

static Bitboard attackers(const Field *f, Square s, Color c) {
    const Bitboard all = f->color[WHITE] | f->color[BLACK];
    Bitboard found = 0;

    for (Piece i = PAWN; i <= KING; i++)
        for (Bitboard left = f->piece[i] & f->color[c]; left;) {
            const Square from = pop_lsb(&left);
            const Bitboard to = i == PAWN ? attacks_pawn(c, from) : attacks_of(i, from, all);
            if (bb_has(to, s))
                found |= bb_of(from);
        }
    return found;
}

static Piece take_away(Field *f, Square s) {
    Piece found = NO_PIECE;

    for (Piece i = PAWN; i <= KING; i++)
        if (bb_has(f->piece[i], s)) {
            found = i;
            f->piece[i] ^= bb_of(s);
        }
    f->color[WHITE] &= ~bb_of(s);
    f->color[BLACK] &= ~bb_of(s);
    return found;
}

/*
 * Returns the gain of the side that may capture on `s` with any of its least valuable pieces, or
 * stop.
 */
static int take_back(const Field *f, Square s, Color us, int depth) {
    const Bitboard own = attackers(f, s, us);
    int best = 0;

    for (Piece i = PAWN; i <= KING; i++) {
        Bitboard left = own & f->piece[i];
        if (!left)
            continue;
        if (i == KING && attackers(f, s, color_other(us)))
            break;
        /* equal pieces: the first in order of squares, as it makes no difference */
        {
            const Square from = pop_lsb(&left);
            Field next = *f;
            Piece taken;
            int gain;
            take_away(&next, from);
            taken = take_away(&next, s);
            next.piece[i] |= bb_of(s);
            next.color[us] |= bb_of(s);
            gain = see_value[taken] - take_back(&next, s, color_other(us), depth + 1);
            best = gain > best ? gain : best;
        }
        break;
    }
    return best;
}

static int exchange(const Position *p, Move m) {
    const Color us = position_turn(p);
    Field f;
    Piece moved, taken;

    memcpy(f.piece, p->board.piece, sizeof f.piece);
    memcpy(f.color, p->board.color, sizeof f.color);
    if (position_is_castling(p, m))
        return 0;
    moved = take_away(&f, move_from(m));
    taken = take_away(&f, position_is_ep(p, m) ? (Square)(move_to(m) ^ 8) : move_to(m));
    f.piece[moved] |= bb_of(move_to(m));
    f.color[us] |= bb_of(move_to(m));
    return see_value[taken] - take_back(&f, move_to(m), color_other(us), 0);
}

static size_t compared;

static void compare(const Position *p, bool chess960) {
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);

    (void)chess960;
    for (size_t i = 0; i < count; i++) {
        const int worth = exchange(p, list[i]);
        const int thresholds[] = {worth, worth + 1, worth - 1, 0, 1, -1, 100, -100, 500};

        compared++;
        for (int j = 0; j < ROWS(thresholds); j++)
            CLAIM(see_ge(p, list[i], thresholds[j]) == (worth >= thresholds[j]),
                  "%s: move from %d to %d is worth %d, not seen for %d", tests_fen(p),
                  move_from(list[i]), move_to(list[i]), worth, thresholds[j]);
    }
}

START_TEST(against_slow_search) {
    tests_random_games(8, 60, compare);
    ck_assert_uint_gt(compared, 100000);
}

int main(void) {
    engine_init_tables(NULL);
    return tests_run("see");
}
