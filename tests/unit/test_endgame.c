/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of endgame.h: known wins are recognized and won; drawn endings are scaled down. */
#include "eval/endgame.h"

#include <ctype.h>

#include "engine.h"
#include "eval/eval.h"
#include "tests.h"

/*
 * Returns a random legal position with these pieces, capitals for White; White to move, no mate in
 * one.
 */
static Position random_position(const char *pieces, uint64_t *seed) {
    static const char letters[] = "PNBRQK";

    for (;;) {
        Position p;

        position_clear(&p);
        for (const char *letter = pieces; *letter; letter++) {
            Square s;

            do
                s = (Square)(random_next(seed) % SQUARE_COUNT);
            while (position_on(&p, s) != NO_PIECE);
            position_put(&p, islower((unsigned char)*letter) ? BLACK : WHITE,
                         (Piece)(strchr(letters, toupper((unsigned char)*letter)) - letters), s);
        }
        position_derive(&p);
        if (!position_error(&p) &&
            !(board_attackers(&p.board, board_king(&p.board, BLACK), board_occupied(&p.board)) &
              p.board.color[WHITE]))
            return p;
    }
}

static void record(void *context, const EngineEvent *event) {
    if (event->kind == ENGINE_DONE)
        *(SearchInfo *)context = event->info;
}

static const struct {
    const char *pieces;
    int moves; /* limit for the mate; the longest wins take 10, 16, 19, 33, 17, 21 and 35 */
} mates[] = {{"KkQ", 14},  {"KkR", 24},  {"KkBB", 40}, {"KkBN", 48},
             {"KkQb", 30}, {"KkQn", 34}, {"KkQr", 60}};

START_ROWS(known_wins_are_won, ROWS(mates)) {
    static SearchInfo info;
    const Limits limits = {.nodes = 20000};
    Engine *engine = engine_new(4 << 20, record, &info);
    uint64_t seed = 11;

    ck_assert_ptr_nonnull(engine);
    for (int game = 0; game < (SANITIZED ? 1 : 3); game++) {
        Position p = random_position(mates[_i].pieces, &seed);
        const bool same = bb_count(p.board.piece[BISHOP] & LIGHT_SQUARES) != 1;
        GameLine line = {NULL, NULL, 0, 0};
        int moves = 0;

        if (!strcmp(mates[_i].pieces, "KkBB") && same) {
            game--;
            continue;
        }
        engine_clear(engine);
        ck_assert_ptr_null(gameline_init(&line, &p));
        while (gameline_outcome(&line) == OUTCOME_NONE) {
            CLAIM(moves / 2 < mates[_i].moves, "%s: not mate after %d moves", tests_fen(&p),
                  moves / 2);
            ck_assert_ptr_null(engine_set_position(engine, &line));
            engine_go(engine, &limits);
            engine_wait(engine);
            ck_assert_ptr_null(gameline_play(&line, info.pv[0]));
            moves++;
        }
        CLAIM(gameline_outcome(&line) == OUTCOME_MATE, "%s: not mate but a draw", tests_fen(&p));
        gameline_destroy(&line);
    }
    engine_free(engine);
}

/* Known endings, and their values. */
static const struct {
    const char *fen;
    bool known;
    int least, most; /* for White */
} values[] = {
    {"8/8/8/3k4/8/3K4/8/Q7 w - - 0 1", true, 1100, 2000},
    {"8/8/8/3k4/8/3K4/8/q7 w - - 0 1", true, -2000, -1100},
    {"8/8/8/3k4/3b4/3K4/8/Q7 w - - 0 1", true, 800, 1600},
    {"8/8/8/3K4/3B4/3k4/8/q7 b - - 0 1", true, -1600, -800},
    {"8/8/8/3k4/3n4/3K4/8/Q7 w - - 0 1", true, 800, 1600},
    {"8/8/8/3k4/3r4/8/3K4/Q7 w - - 0 1", true, 600, 1400},
    {"8/8/8/3k4/3q4/8/3K4/Q7 w - - 0 1", false, 0, 0},
    {"8/8/8/3k4/3p4/8/3K4/Q7 w - - 0 1", false, 0, 0},
    {"8/8/8/3k4/3b4/8/3K4/R7 w - - 0 1", false, 0, 0},
    {"8/8/8/3k4/2bb4/8/3K4/Q7 w - - 0 1", false, 0, 0},
    {"8/8/8/3k4/8/8/3K4/N7 w - - 0 1", false, 0, 0},
    {"8/8/8/3k4/8/8/3K4/B1B5 w - - 0 1", false, 0, 0}, /* bishops of one color */
    {"8/8/8/3k4/8/8/3K4/8 w - - 0 1", false, 0, 0},
    {"8/4P3/4K3/8/8/8/8/k7 w - - 0 1", true, 400, 600},
    {"8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", true, 0, 0},
};

START_ROWS(known_values, ROWS(values)) {
    const Position p = tests_position(values[_i].fen, false);
    int value = 0;

    ck_assert_int_eq(endgame_known(&p.board, &value), values[_i].known);
    ck_assert_int_ge(value, values[_i].least);
    ck_assert_int_le(value, values[_i].most);
}

/* The scale factor for White, in 24ths. */
static const struct {
    const char *fen;
    int least, most;
} chances[] = {
    {"k7/8/8/8/P7/8/8/2B1K3 w - - 0 1", 0, 0},       /* the bishop does not cover a8 */
    {"k7/8/8/8/P7/8/8/3BK3 w - - 0 1", 24, 24},      /* the bishop covers a8 */
    {"7k/8/8/7P/7P/8/8/4KB2 w - - 0 1", 0, 0},       /* two pawns are not better */
    {"7k/8/8/7P/6P1/8/8/4KB2 w - - 0 1", 24, 24},    /* a pawn on another file wins */
    {"4k3/8/8/8/P7/8/8/2B1K3 w - - 0 1", 24, 24},    /* the king is far from the corner */
    {"1k6/8/8/P7/P7/8/8/4K3 w - - 0 1", 0, 0},       /* no piece at all */
    {"4k1n1/8/8/8/8/8/8/3RK3 w - - 0 1", 1, 12},     /* a rook against a knight */
    {"3rk3/8/8/8/8/8/8/2BRK3 w - - 0 1", 1, 12},     /* a minor piece more */
    {"4k3/8/8/8/8/8/8/2NNK3 w - - 0 1", 0, 0},       /* two knights */
    {"4k3/8/8/8/8/8/8/2NBK3 w - - 0 1", 24, 24},     /* bishop and knight */
    {"4k3/pppp4/8/8/8/8/8/4KN2 w - - 0 1", 0, 0},    /* a single knight cannot win */
    {"4k3/4b3/8/3P4/8/8/8/2B1K3 w - - 0 1", 24, 24}, /* bishops of the same color */
    {"4k3/4b3/8/3P4/8/8/8/3BK3 w - - 0 1", 12, 16},  /* of opposite colors */
    {"4k3/4b3/8/3P4/8/8/8/N2BK3 w - - 0 1", 24, 24}, /* with other pieces too */
    {"r3k3/ppppp3/8/8/8/8/PPPPPP2/R3K3 w - - 0 1", 24, 24},
};

START_ROWS(scale_factors, ROWS(chances)) {
    const Position p = tests_position(chances[_i].fen, false);
    const int found = endgame_scale(&p.board, WHITE);

    ck_assert_int_eq(SCALE_NORMAL, 24);
    ck_assert_int_ge(found, chances[_i].least);
    ck_assert_int_le(found, chances[_i].most);
}

/* KBNK: mate only in a corner of the bishop's color. */
START_TEST(kbnk) {
    const Position right = tests_position("7k/8/5K2/8/8/8/8/B1N5 w - - 0 1", false);
    const Position wrong = tests_position("k7/8/2K5/8/8/8/8/B1N5 w - - 0 1", false);

    ck_assert_int_gt(eval_position(&right, NULL, 0), eval_position(&wrong, NULL, 0) + 100);
}

int main(void) {
    engine_init_tables(NULL);
    return tests_run("endgame");
}
