/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of cycle.h: an upcoming repetition is found exactly where one reversible move makes it. */
#include "chess/cycle.h"

#include "chess/fen.h"
#include "chess/movegen.h"
#include "engine.h"
#include "tests.h"

/* Start positions; after one and after three plies the table must agree with trying all moves. */
static const char *const starts[] = {
    FEN_START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/8/1k6/3q4/8/2R5/5K2/8 b - - 0 1",
    "4k3/8/8/8/3B4/8/4r3/4K3 w - - 0 1",
};

static bool some_move_leads_to(const Position *p, uint64_t key) {
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);

    for (size_t i = 0; i < count; i++) {
        Position child;
        position_play(&child, p, list[i]);
        if (child.key == key)
            return true;
    }
    return false;
}

/*
 * Returns true if the boards differ as the header promises: by one reversible move of a piece other
 * than a pawn, with no piece in its way.
 */
static bool one_move_apart(const Position *now, const Position *before) {
    const Board *a = &now->board, *b = &before->board;
    Bitboard differ = 0;
    Square from, to;

    for (Square s = A1; s < SQUARE_COUNT; s++)
        if (now->on[s] != before->on[s] || bb_has(a->color[WHITE], s) != bb_has(b->color[WHITE], s))
            differ |= bb_of(s);
    if (bb_count(differ) != 2 || a->turn == b->turn || a->castling != b->castling ||
        a->ep_square != b->ep_square)
        return false;
    from = bb_first(differ), to = bb_first(differ ^ bb_of(from));
    if (now->on[from] == NO_PIECE) {
        const Square s = from;
        from = to, to = s;
    }
    return now->on[to] == NO_PIECE && before->on[from] == NO_PIECE &&
           now->on[from] == before->on[to] && now->on[from] != PAWN &&
           bb_has(a->color[WHITE], from) == bb_has(b->color[WHITE], to) &&
           bb_has(attacks_of((Piece)now->on[from], from, 0), to) &&
           !(attacks_between(from, to) & board_occupied(a));
}

static void compare(const Position *now, const Position *before, int *found) {
    const bool closed = cycle_is_closed(&now->board, now->key ^ before->key);

    CLAIM(closed == one_move_apart(now, before), "one move apart: %d in %s", closed,
          tests_fen(now));
    found[closed]++;
    /* the table ignores checks and pins, so it has all legal moves */
    if (some_move_leads_to(now, before->key))
        CLAIM(closed, "a move back is not known");
}

static void walk(Position *line, int plies, int left, int *found) {
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&line[plies].board, list);

    if (!left) {
        compare(&line[plies], &line[plies - 3], found);
        compare(&line[plies], &line[plies - 1], found);
        return;
    }
    for (size_t i = 0; i < count; i += plies ? 2 : 1) {
        position_play(&line[plies + 1], &line[plies], list[i]);
        walk(line, plies + 1, left - 1, found);
    }
}

START_ROWS(agrees_with_trying_all_moves, ROWS(starts)) {
    int found[2] = {0};
    Position line[5];

    engine_init_tables(NULL);
    ck_assert(!fen_parse(&line[0], word_of(starts[_i]), false));
    walk(line, 0, 3, found);
    ck_assert_int_gt(found[false], 0);
    ck_assert_int_gt(found[true], 0);
}

int main(void) {
    return tests_run("cycle");
}
