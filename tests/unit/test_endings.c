/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of tools/endings: known distances, and the consistency of every value with the values after
 * each move of the engine's move generator.
 */
#include "eval/endings_solver.h"
#include "tests.h"
#include "tools/endings/endings_library.h"

static EndingSet set;

/* Solves an endgame and the endgames that it converts to. */
static Ending *solved(const char *name) {
    Ending *const e = endings_named(&set, name);
    Ending *next[ENDINGS];
    const int count = solver_next_endings(&set, e, next);

    for (int i = 0; i < count; i++)
        if (!next[i]->value[WHITE])
            solved(next[i]->name);
    ck_assert_int_eq(solver_run(&set, e, NULL, NULL), SOLVER_DONE);
    return e;
}

static void begin(void) {
    attacks_init();
    endings_init(&set);
}

/* --- names and cells ------------------------------------------------------------------------- */

START_TEST(names) {
    static const char *const wrong[] = {"",      "KQ",     "KvK",  "KvKQ",
                                        "KRvKQ", "KQvKRR", "kqvk", "KQQQvK"};
    int four = 0;

    begin();
    for (int i = 0; i < ENDINGS; i++) {
        const Ending *const e = &set.ending[i];
        bool swapped;
        ck_assert_ptr_eq(endings_named(&set, e->name), e);
        ck_assert_ptr_eq(endings_of_key(&set, e->key, &swapped), e);
        ck_assert(!swapped);
        four += e->men == 4;
    }
    ck_assert_int_eq(four, 30);
    for (int i = 0; i < ROWS(wrong); i++)
        ck_assert_ptr_null(endings_named(&set, wrong[i]));
}

/* Checks that the value of a position, in plies to mate, follows from those after its moves. */
static void check_moves(const Position *p) {
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);
    EndingValue v, after;
    int win = 0, loss = 0;
    bool draws = !count && !position_in_check(p);

    ck_assert(solver_look(&set, &p->board, &v));
    for (size_t i = 0; i < count; i++) {
        Position next;

        position_play(&next, p, list[i]);
        ck_assert(solver_look(&set, &next.board, &after));
        draws |= !after;
        if (after < 0 && (!win || -after < win))
            win = -after;
        if (after > 0)
            loss = max(loss, after + 1);
    }
    CLAIM(v == (win ? win : draws ? 0 : -1 - loss), "%s: %d", tests_fen(p), v);
}

/* Counted to mate, the longest wins are those of other tablebases. */
START_TEST(moves_to_mate) {
    static const struct {
        const char *name;
        int longest;
    } rows[] = {{"KPvK", 55}, {"KRvKB", 57}};
    uint64_t random = 1;

    begin();
    set.mates = true;
    for (int i = 0; i < ROWS(rows); i++) {
        Ending *const e = endings_named(&set, rows[i].name);
        int longest = 0;

        ck_assert_int_eq(solver_run_all(&set, e, NULL, NULL), SOLVER_DONE);
        for (size_t cell = 0; cell < e->cells; cell++)
            longest = max(longest, e->value[WHITE][cell]);
        ck_assert_int_eq(longest, rows[i].longest);
        for (int k = 0; k < 4000; k++) {
            const size_t cell = random_below(&random, (uint32_t)e->cells);
            const Color turn = (Color)random_below(&random, 2);
            EndingSquares s;
            Position p;

            if (e->value[turn][cell] == ENDING_ILLEGAL)
                continue;
            ending_squares(e, cell, s);
            position_clear(&p);
            for (int n = 0; n < e->men; n++)
                position_put(&p, (Color)e->color[n], (Piece)e->piece[n], (Square)s[n]);
            p.board.turn = (uint8_t)turn;
            position_derive(&p);
            check_moves(&p);
        }
    }
    endings_free(&set);
}

/* Conversions: captures, promotions, and both at once. */
START_TEST(next) {
    static const struct {
        const char *name;
        int count;
    } cases[] = {{"KQvK", 0}, {"KPvK", 4}, {"KQvKR", 2}, {"KRvKR", 1}, {"KQPvK", 9}, {"KPvKP", 9}};

    begin();
    for (int i = 0; i < ROWS(cases); i++) {
        Ending *list[ENDINGS];
        const int count = solver_next_endings(&set, endings_named(&set, cases[i].name), list);
        CLAIM(count == cases[i].count, "%s: %d", cases[i].name, count);
    }
}

/* Mirror images share a cell, which is converted back to one of them. */
START_TEST(cells) {
    uint64_t random = 1;

    begin();
    for (int i = 0; i < ENDINGS; i++) {
        const Ending *const e = &set.ending[i];
        for (int k = 0; k < 2000; k++) {
            EndingSquares s = {0}, image, back;
            const unsigned n = e->pawns ? 1 : 1 + random_below(&random, 7);
            Bitboard taken = 0;

            for (int j = 0; j < e->men; j++) {
                do
                    s[j] = (uint8_t)(e->piece[j] == PAWN ? 8 + random_below(&random, 48)
                                                         : random_below(&random, 64));
                while (bb_has(taken, (Square)s[j]));
                taken |= bb_of((Square)s[j]);
            }
            for (int j = 0; j < e->men; j++) {
                image[j] = (uint8_t)(s[j] ^ (n & 1 ? 7u : 0) ^ (n & 2 ? 56u : 0));
                if (n & 4)
                    image[j] = (uint8_t)(image[j] >> 3 | (image[j] & 7) << 3);
            }
            CLAIM(ending_cell(e, s) < e->cells, "%s", e->name);
            CLAIM(ending_cell(e, s) == ending_cell(e, image), "%s", e->name);
            ending_squares(e, ending_cell(e, s), back);
            CLAIM(ending_cell(e, back) == ending_cell(e, s), "%s", e->name);
        }
    }
}

/* --- values ---------------------------------------------------------------------------------- */

/* Mates in 10 and 16 moves, the positions of the KPK bitbase, and draws. */
START_TEST(known_numbers) {
    static const struct {
        const char *name;
        int longest; /* win in plies */
        uint64_t positions, won;
    } cases[] = {
        {"KQvK", 19, 46137, 18081}, {"KRvK", 31, 50015, 21959},  {"KBvK", 0, 52234, 0},
        {"KNvK", 0, 53806, 0},      {"KPvK", 19, 165676, 62480},
    };

    begin();
    for (int i = 0; i < ROWS(cases); i++) {
        const Ending *const e = solved(cases[i].name);
        const KnownCount c = known_compare(e);
        uint64_t won = 0;
        int longest = 0;

        for (Color turn = WHITE; turn <= BLACK; turn++)
            for (size_t cell = 0; cell < e->cells; cell++) {
                longest = max(longest, e->value[turn][cell]);
                won += e->value[turn][cell] > 0;
            }
        CLAIM(longest == cases[i].longest, "%s: %d plies", e->name, longest);
        CLAIM(c.positions == cases[i].positions && won == cases[i].won, "%s: %llu, %llu won",
              e->name, (unsigned long long)c.positions, (unsigned long long)won);
        ck_assert_uint_eq(c.bitbase, 0);
        ck_assert_uint_eq(c.lost + c.won, 0);
    }
    endings_free(&set);
}

static EndingValue value_of(const Position *p) {
    EndingBoard b = {.turn = position_turn(p)};

    for (Bitboard left = board_occupied(&p->board); left; b.men++) {
        const Square s = pop_lsb(&left);
        b.square[b.men] = (uint8_t)s;
        b.piece[b.men] = (uint8_t)position_on(p, s);
        b.color[b.men] = !bb_has(p->board.color[WHITE], s);
    }
    return endings_value(&set, &b);
}

/* Returns the value computed from the values after each move, all within the fifty-move rule. */
static EndingValue value_by_moves(const Position *p) {
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);
    int win = 0, loss = 0;
    bool holds = false;

    for (size_t i = 0; i < count; i++) {
        const bool zeroing =
            position_is_capture(p, list[i]) || position_on(p, move_from(list[i])) == PAWN;
        Position child;
        EndingValue v;

        position_play(&child, p, list[i]);
        v = value_of(&child);
        CLAIM(v != ENDING_ILLEGAL, "%s", tests_fen(&child));
        holds = holds || v <= 0;
        if (v < 0) {
            const int plies = zeroing ? 1 : -v; /* -1 - n is lost in n, so won in n + 1 */
            win = win ? min(win, plies) : plies;
        } else if (v > 0) {
            loss = max(loss, zeroing ? 1 : v + 1);
        }
    }
    if (!count)
        return position_in_check(p) ? -1 : 0;
    return (EndingValue)(win ? win : holds ? 0 : -1 - loss);
}

/* Every legal position of some endgames with three pieces, and a part of those with four. */
START_ROWS(values_follow, SANITIZED ? 4 : 6) {
    static const struct {
        const char *name;
        unsigned every;
    } cases[] = {{"KQvK", 1}, {"KRvK", 1}, {"KBvK", 1}, {"KPvK", 1}, {"KBvKN", 100}, {"KRvKN", 40}};
    const Ending *e;
    uint64_t random = 5;

    begin();
    e = solved(cases[_i].name);
    for (size_t cell = 0; cell < e->cells; cell++)
        for (Color turn = WHITE; turn <= BLACK; turn++) {
            const EndingValue v = e->value[turn][cell];
            EndingSquares s;
            Position p;

            if (random_below(&random, cases[_i].every))
                continue;
            ending_squares(e, cell, s);
            if (ending_cell(e, s) != cell)
                continue;
            position_clear(&p);
            for (int i = 0; i < e->men; i++) {
                if (bb_has(board_occupied(&p.board), (Square)s[i]))
                    position_empty(&p, (Square)s[i]);
                position_put(&p, (Color)e->color[i], (Piece)e->piece[i], (Square)s[i]);
            }
            p.board.turn = (uint8_t)turn;
            if (bb_count(board_occupied(&p.board)) != e->men || position_error(&p)) {
                CLAIM(v == ENDING_ILLEGAL, "%s: legal", e->name);
                continue;
            }
            position_derive(&p);
            CLAIM(v == value_by_moves(&p), "%s: %d, not %d", tests_fen(&p), v, value_by_moves(&p));
        }
    endings_free(&set);
}

START_TEST(results) {
    static const struct {
        EndingValue value;
        int wdl, dtz;
    } cases[] = {{0, 0, 0},    {1, 2, 1},    {100, 2, 100},    {101, 1, 101},   {-1, -2, -1},
                 {-2, -2, -1}, {-3, -2, -2}, {-101, -2, -100}, {-102, -1, -101}};

    for (int i = 0; i < ROWS(cases); i++) {
        ck_assert_int_eq(ending_wdl(cases[i].value), cases[i].wdl);
        ck_assert_int_eq(ending_dtz(cases[i].value), cases[i].dtz);
    }
}

int main(void) {
    return tests_run("endings");
}
