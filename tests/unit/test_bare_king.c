/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of bare_king.h: the known longest wins, and the consistency of each distance with the
 * distances after each move.
 */
#include "eval/bare_king.h"

#include "chess/movegen.h"
#include "engine.h"
#include "search/root_tables.h"
#include "tests.h"

static const struct {
    Piece first, second;
    int longest; /* moves to mate; docs/syzygy.md has the same numbers from another program */
} endings[] = {
    {QUEEN, NO_PIECE, 10}, {ROOK, NO_PIECE, 16}, {BISHOP, BISHOP, 19}, {BISHOP, KNIGHT, 33}};

static bool random_position(Position *p, int row, uint64_t *seed) {
    const Piece pieces[] = {KING, endings[row].first, endings[row].second};
    const Color strong = (Color)random_below(seed, 2);

    position_clear(p);
    position_put(p, color_other(strong), KING, (Square)random_below(seed, 64));
    for (int i = 0; i < ROWS(pieces); i++) {
        const Square s = (Square)random_below(seed, 64);
        if (pieces[i] == NO_PIECE)
            continue;
        if (position_on(p, s) != NO_PIECE)
            return false;
        position_put(p, strong, pieces[i], s);
    }
    p->board.turn = (uint8_t)random_below(seed, 2);
    p->board.ep_square = NO_SQUARE;
    if (position_error(p))
        return false;
    position_derive(p);
    return bare_king_is_it(&p->board);
}

/* Returns the distance computed from the distances after each move. */
static int distance_by_moves(const Position *p) {
    const bool strong = more_than_one(p->board.color[p->board.turn]);
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);
    int best = strong ? BARE_KING_DRAW : 0;

    if (!count)
        return position_in_check(p) ? 0 : BARE_KING_DRAW;
    for (size_t i = 0; i < count; i++) {
        Position child;
        int moves;

        position_play(&child, p, list[i]);
        moves = bare_king_is_it(&child.board) ? bare_king_distance(&child.board) : BARE_KING_DRAW;
        if (!strong && moves == BARE_KING_DRAW)
            return BARE_KING_DRAW;
        if (strong && moves != BARE_KING_DRAW && (best == BARE_KING_DRAW || moves + 1 < best))
            best = moves + 1;
        if (!strong && moves > best)
            best = moves;
    }
    return best;
}

START_ROWS(distances_agree, SANITIZED ? 3 : ROWS(endings)) {
    uint64_t seed = 20261125 + (uint64_t)_i;
    int longest = 0;

    for (int tested = 0; tested < (SANITIZED ? 4000 : 20000);) {
        Position p;
        int distance;

        if (!random_position(&p, _i, &seed))
            continue;
        ck_assert(bare_king_fill(&p.board, NULL, NULL) && bare_king_is_filled(&p.board));
        distance = bare_king_distance(&p.board);
        ck_assert_int_eq(distance, distance_by_moves(&p));
        longest = max(longest, distance);
        tested++;
    }
    ck_assert_int_le(longest, endings[_i].longest);
    ck_assert_int_ge(longest, endings[_i].longest - 3);
}

static const struct {
    const char *fen;
    bool is_it;
} boards[] = {
    {"8/8/8/4k3/8/8/8/KQ6 w - - 0 1", true},   {"8/8/8/4K3/8/8/8/kr6 w - - 0 1", true},
    {"8/8/8/4k3/8/8/8/KBB5 w - - 0 1", true},  {"8/8/8/4k3/8/8/8/KB1B4 w - - 0 1", false},
    {"8/8/8/4k3/8/8/8/KBN5 w - - 0 1", true},  {"8/8/8/4k3/8/8/8/KNN5 w - - 0 1", false},
    {"8/8/8/4k3/8/8/8/KQR5 w - - 0 1", false}, {"8/8/8/3qk3/8/8/8/KQ6 w - - 0 1", false},
    {"8/8/8/4k3/8/8/8/K7 w - - 0 1", false},   {"8/8/8/4k3/8/8/P7/K7 w - - 0 1", false},
    {"8/8/8/3nk3/8/8/8/KB6 w - - 0 1", false}, {"8/8/8/4k3/8/8/P7/KQ6 w - - 0 1", false},
};

START_ROWS(endings_are_told_apart, ROWS(boards)) {
    const Position p = tests_position(boards[_i].fen, false);
    ck_assert_int_eq(bare_king_is_it(&p.board), boards[_i].is_it);
}

/*
 * --- the root ----------------------------------------------------------------------------------
 */

static const char *const folder = "tests/data/syzygy";

/* Root positions: the moves that the tables rank best, and their score. */
static const struct {
    const char *fen;
    int sign; /* sign of the score */
    bool fifty_moves;
} roots[] = {
    {"8/8/8/8/8/1k6/8/K1Q5 w - - 0 1", 1, true},
    {"8/8/8/8/8/1k6/8/K1Q5 b - - 0 1", -1, true},
    {"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", 1, true},
    {"4k3/8/8/4K3/4P3/8/8/8 w - - 0 1", 1, true},
    {"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", 0, true},
    {"8/8/8/8/8/2k5/1q6/K7 w - - 99 80", 0, true},
    /* the fifty-move rule makes it a draw */
    {"8/8/8/8/4k3/8/8/KR6 w - - 90 80", 1, false},
};

START_ROWS(root_is_ranked, ROWS(roots)) {
    Syzygy *s = syzygy_open(folder);
    const Tablebases tables = {s, 1, SYZYGY_MAX_MEN, roots[_i].fifty_moves};
    const Position p = tests_position(roots[_i].fen, false);
    GameLine line;
    RootTables r;
    int best = 0;

    ck_assert_ptr_nonnull(s);
    ck_assert_ptr_null(gameline_init(&line, &p));
    if (!root_tables_rank(&r, &tables, &line)) {
        ck_assert_uint_eq(r.count, 0);
    } else {
        ck_assert(r.by_distance);
        for (size_t i = 1; i < r.count; i++)
            best = r.rank[i] > r.rank[best] ? (int)i : best;
        ck_assert_int_eq((r.score[best] > 0) - (r.score[best] < 0), roots[_i].sign);
    }
    gameline_destroy(&line);
    syzygy_close(s);
}

static void record(void *context, const EngineEvent *event) {
    if (event->kind == ENGINE_DONE)
        *(SearchInfo *)context = event->info;
}

/* Searches with tables: the score, and whether positions were found in the tables. */
static const struct {
    const char *fen;
    int sign; /* sign of a score from the tables; 0: a draw */
} searches[] = {
    {"8/8/8/8/3pk3/8/4P3/4K3 w - - 0 1", 0}, /* four men: tables of three men in the tree */
    {"8/8/8/8/8/1k6/8/K1R5 w - - 0 1", 1},
    {"8/8/8/8/8/1k6/8/K1R5 b - - 0 1", -1},
    {"7k/8/8/8/8/8/1p6/RK6 w - - 0 1", 1}, /* captures into a won endgame */
};

START_ROWS(searches_use_tables, ROWS(searches)) {
    static SearchInfo info;
    const Limits limits = {.nodes = 20000};
    Engine *engine = engine_new(4 << 20, record, &info);
    Syzygy *s = syzygy_open(folder);
    const Tablebases tables = {s, 1, SYZYGY_MAX_MEN, true};
    const Position p = tests_position(searches[_i].fen, false);
    GameLine line;

    ck_assert(engine && s);
    ck_assert_int_eq(syzygy_men(s), 3);
    ck_assert_ptr_null(gameline_init(&line, &p));
    engine_set_tables(engine, &tables);
    ck_assert_ptr_null(engine_set_position(engine, &line));
    engine_go(engine, &limits);
    engine_wait(engine);
    ck_assert_uint_gt(info.pv_length, 0);
    if (searches[_i].sign)
        ck_assert(searches[_i].sign * info.score > 0 && score_is_decided(info.score));
    else
        ck_assert_uint_gt(info.tb_hits, 0);
    /* the line is legal, and after it the same side is ahead */
    for (size_t i = 0; i < info.pv_length; i++) {
        ck_assert(move_is_legal(gameline_now(&line), info.pv[i]));
        ck_assert_ptr_null(gameline_play(&line, info.pv[i]));
    }
    engine_set_tables(engine, NULL);
    engine_free(engine);
    syzygy_close(s);
    gameline_destroy(&line);
}

int main(void) {
    engine_init_tables(NULL);
    return tests_run("bare_king");
}
