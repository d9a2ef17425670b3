/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of search.h and threads.h: mates, draws, limits, and that every line is legal. */
#include "search/search.h"
#include "search/threads.h"

#include "base/clock.h"
#include "chess/notation.h"
#include "engine.h"
#include "eval/bare_king.h"
#include "tests.h"

static TT *tt;
static Pool *pool;
static SearchControl control;

static void setup(void) {
    engine_init_tables(NULL);
    tt = tt_new(8 << 20);
    pool = pool_new(1, NULL);
    ck_assert(tt && pool);
}

static void teardown(void) {
    tt_free(tt);
    pool_free(pool);
}

/* The state of the listener, which checks every line. */
typedef struct {
    const GameLine *line;
    SearchInfo last;
    int thoughts, most_depth;
} Seen;

/*
 * Checks that every line is legal, and that a mate score has a mate at the end of its line, if the
 * line is long enough.
 */
static void record(void *context, const SearchInfo *t) {
    Seen *seen = context;
    Position now = *gameline_now(seen->line), next;

    CLAIM(t->pv_length >= 1 && t->pv_length <= MAX_PLY + 1, "%zu moves", t->pv_length);
    CLAIM(t->nodes >= seen->last.nodes, "nodes go back");
    CLAIM(t->seldepth <= MAX_PLY, "too deep");
    for (size_t i = 0; i < t->pv_length; i++) {
        CLAIM(move_is_legal(&now, t->pv[i]), "illegal move %zu of the line in %s", i + 1,
              tests_fen(gameline_now(seen->line)));
        position_play(&next, &now, t->pv[i]);
        now = next;
    }
    if (t->score >= SCORE_MATE_IN_MAX_PLY && t->bound == BOUND_EXACT) {
        CLAIM(t->pv_length <= (size_t)(SCORE_MATE - t->score), "a mate in %d, a line of %zu",
              SCORE_MATE - t->score, t->pv_length);
        if (t->pv_length == (size_t)(SCORE_MATE - t->score))
            CLAIM(!movegen_count(&now.board) && position_in_check(&now), "no mate: %s",
                  tests_fen(&now));
    }
    seen->last = *t;
    seen->thoughts++;
    seen->most_depth = t->depth > seen->most_depth ? t->depth : seen->most_depth;
}

/* Returns a game from a position and moves separated by blanks. */
static GameLine game(const char *fen, const char *moves) {
    const Position start = tests_position(fen, false);
    Word rest = word_of(moves);
    GameLine g;

    ck_assert_ptr_null(gameline_init(&g, &start));
    for (Word w = text_word(&rest); w.length; w = text_word(&rest)) {
        Move m = NO_MOVE;
        CLAIM(notation_parse(&m, gameline_now(&g), w) == MOVE_FINE, "%.*s", (int)w.length, w.at);
        ck_assert_ptr_null(gameline_play(&g, m));
    }
    return g;
}

static SearchInfo think(const GameLine *line, const Limits *limits, Seen *seen) {
    const Job job = {.line = line,
                     .tt = tt,
                     .control = &control,
                     .depth = limits->depth,
                     .listener = record,
                     .context = seen};
    SearchInfo t;

    *seen = (Seen){.line = line};
    atomic_store(&control.signal, SIGNAL_GO);
    control_set(&control, limits, gameline_now(line), pool_threads(pool));
    t = pool_search(pool, &job);
    if (t.pv_length) {
        CLAIM(seen->thoughts > 0, "no info was received");
        CLAIM(t.score == seen->last.score && t.nodes == seen->last.nodes &&
                  t.pv[0] == seen->last.pv[0],
              "the last info was not received");
    } else {
        CLAIM(!seen->thoughts, "thoughts about nothing");
    }
    return t;
}

static void clear(void) {
    tt_clear(tt);
    pool_clear(pool);
}

static const char *played(const SearchInfo *t, const GameLine *g) {
    static char buffer[NOTATION_SIZE];
    Text text = text_in(buffer, sizeof buffer);

    if (t->pv_length)
        notation_write_san(&text, gameline_now(g), t->pv[0]);
    return buffer;
}

/* --- mates ----------------------------------------------------------------------------------- */

/* Plies to mate: odd for the side to move, even against it; and a depth that must find it. */
static const struct {
    const char *fen;
    int plies, depth;
    const char *move; /* if it is unique */
} mates[] = {
    {"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1, 2, "Ra8#"},
    {"r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", 1, 2, "Ra1#"},
    {"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", 1, 2, "Qh4#"},
    {"r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4", 1, 2, "Qxf7#"},
    {"8/8/8/8/8/6k1/4p3/6K1 b - - 0 1", 1, 3, NULL}, /* a promotion */
    {"7k/5K2/8/8/8/8/8/6R1 w - - 99 120", 1, 3,
     "Rh1#"}, /* on the hundredth ply mate takes precedence */
    {"3k4/8/3K4/8/8/8/8/7R w - - 98 120", 1, 3, "Rh8#"},
    {"8/8/8/8/8/1k6/8/K6r w - - 0 1", 0, 1, NULL}, /* is mated */
    {"k7/8/8/1Q6/8/8/6R1/4K3 b - - 0 1", 2, 14, NULL},
    {"7k/8/8/8/8/R7/1R6/K7 w - - 0 1", 3, 8, NULL},      /* two rooks */
    {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3, 40, "Ra6"}, /* P. Morphy's problem */
    {"r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 5, 12, "Bc5+"},
    {"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 5, 12, "Ra6+"},
    {"6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1", 3, 10, "Rg1+"},
    {"8/8/8/8/8/3k4/8/3K3r w - - 0 1", 0, 1, NULL},
    {"2k5/8/1K6/8/8/8/8/7R w - - 0 1", 3, 12, NULL},
};

/*
 * Checks that mate distances in the table count from the position of the entry, along the line from
 * the root. Returns the number of entries compared.
 */
static int check_mates_in_table(const GameLine *g, const SearchInfo *t) {
    Position now = *gameline_now(g), next;
    int compared = 0;

    for (size_t ply = 0; ply < t->pv_length; ply++) {
        const TTEntry e = tt_probe(tt, now.key);
        const int left = (int)(t->pv_length - ply);

        if (e.bound == BOUND_EXACT && score_is_mate(e.score)) {
            CLAIM(abs(e.score) == SCORE_MATE - left, "at ply %zu of %zu: %d", ply, t->pv_length,
                  e.score);
            compared += ply > 0;
        }
        position_play(&next, &now, t->pv[ply]);
        now = next;
    }
    return compared;
}

START_ROWS(mate, ROWS(mates)) {
    GameLine g = game(mates[_i].fen, "");
    const Limits limits = {.depth = mates[_i].depth};
    Seen seen;
    const SearchInfo t = think(&g, &limits, &seen);

    if (!mates[_i].plies) {
        ck_assert_uint_eq(t.pv_length, 0);
    } else {
        const int distance = t.score > 0 ? SCORE_MATE - t.score : SCORE_MATE + t.score;
        ck_assert_msg(score_is_mate(t.score), "no mate found, but %d: %s", t.score, played(&t, &g));
        ck_assert_int_eq(distance, mates[_i].plies);
        ck_assert_int_eq(t.score > 0, mates[_i].plies % 2);
        ck_assert_uint_eq(t.pv_length, (size_t)mates[_i].plies);
        if (mates[_i].move)
            ck_assert_str_eq(played(&t, &g), mates[_i].move);
        ck_assert_int_ge(check_mates_in_table(&g, &t), mates[_i].plies > 3);
    }
    gameline_destroy(&g);
}

/*
 * A mate score is kept in the following moves, although the table has other distances. The search
 * is deeper than the mates, so that reductions cannot hide a known mate.
 */
START_ROWS(mate_score_is_kept, SANITIZED ? 2 : 4) {
    static const char *const fens[] = {
        "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
        "8/8/3k4/8/8/8/8/RQ5K w - - 0 1",
        /* slow positions */
        "8/8/8/4k3/8/8/R7/1R5K w - - 0 1",
        "8/8/8/4k3/8/8/8/1Q2K3 w - - 0 1",
    };
    GameLine g = game(fens[_i], "");
    int promised = 0;

    for (int ply = 0; ply < 100 && gameline_outcome(&g) == OUTCOME_NONE; ply++) {
        const Limits limits = {.depth = 24};
        Seen seen;
        const SearchInfo t = think(&g, &limits, &seen);
        const int distance = t.score > 0 ? SCORE_MATE - t.score : SCORE_MATE + t.score;

        if (score_is_mate(t.score)) {
            ck_assert_int_eq(t.score > 0, ply % 2 == 0);
            if (promised)
                ck_assert_int_le(distance, promised - 1);
            promised = distance;
        } else {
            ck_assert_msg(!promised, "the mate in %d is forgotten", promised);
        }
        ck_assert_ptr_null(gameline_play(&g, t.pv[0]));
    }
    ck_assert_int_eq(gameline_outcome(&g), OUTCOME_MATE);
    ck_assert_int_eq(promised, 1);
    gameline_destroy(&g);
}

/* --- draws ----------------------------------------------------------------------------------- */

typedef enum { DRAW, LEVEL, WIN, LOSS } Judgement;

static const struct {
    const char *fen, *moves;
    int depth;
    Judgement judgement;
    const char *move, *never; /* the move that must, or must not, be chosen */
} draws[] = {
    /* perpetual check saves a draw */
    {"6k1/5ppp/8/8/8/8/r4PPP/1q2Q1K1 w - - 0 1", "", 10, WIN, NULL, NULL},
    {"6k1/6p1/8/7Q/8/8/rr6/7K w - - 0 1", "", 12, DRAW, NULL, NULL},
    {"5rk1/5ppp/8/8/6Q1/8/qr6/5K1R w - - 0 1", "", 4, LOSS, NULL, NULL},
    /* a piece ahead: no repetition, though the position occurred twice before */
    {"4k3/8/8/8/8/8/3R4/4K1N1 w - - 0 1", "", 8, WIN, NULL, NULL},
    {"6k1/8/8/8/8/8/5R2/6K1 w - - 0 1", "f2f3 g8g7 f3f2 g7g8 f2f3 g8g7", 8, WIN, NULL, "Rf2"},
    {"6k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1", "d1d3 g8f8 d3d1 f8g8 d1d3 g8f8 d3d1 f8g8", 4, WIN,
     "Qd8#", NULL},
    /* a lost position: the third occurrence is a draw, the second is not yet */
    {"k7/8/8/8/1q6/8/8/7K w - - 0 1", "h1g1 b4b5 g1h1 b5b4 h1g1 b4b5 g1h1 b5b4", 6, DRAW, "Kg1",
     NULL},
    {"k7/8/8/8/1q6/8/8/7K w - - 0 1", "h1g1 b4b5 g1h1 b5b4", 6, LOSS, NULL, NULL},
    {"6k1/8/8/8/8/8/5r2/6K1 b - - 0 1", "f2f3 g1g2 f3f8 g2g1 f8f3 g1g2 f3f8", 6, LOSS, NULL, NULL},
    /* stalemate: sought by the losing side, avoided by the winning side */
    {"7k/8/8/8/8/5q2/6p1/6K1 w - - 0 1", "", 6, LOSS, NULL, NULL},
    {"k7/2Q5/8/8/8/8/8/4K3 b - - 0 1", "", 4, DRAW, NULL, NULL}, /* is stalemate */
    {"k7/8/8/8/2Q5/8/8/4K3 w - - 0 1", "", 8, WIN, NULL, "Qc7"},
    {"k7/P7/1K6/8/8/8/8/8 w - - 0 1", "", 10, DRAW, NULL, NULL},
    {"8/8/8/8/8/6k1/6p1/6K1 w - - 0 1", "", 6, DRAW, NULL, NULL}, /* is stalemate */
    {"k1K5/8/1q6/8/8/8/8/1R6 w - - 0 1", "", 6, WIN, "Rxb6", NULL},
    /* fifty-move rule: no win without a pawn move or a capture */
    {"4k3/8/8/8/8/8/R7/4K3 w - - 99 90", "", 8, DRAW, NULL, NULL},
    {"4k3/8/8/8/8/8/R7/4K3 w - - 98 90", "", 8, DRAW, NULL, NULL},
    {"7k/8/8/8/8/R7/1R6/K7 w - - 98 120", "", 8, DRAW, NULL, NULL}, /* mate a ply too late */
    {"4k3/8/8/8/8/8/4P3/R3K3 w - - 99 90", "", 8, WIN, NULL, NULL},
    {"7k/R7/1R6/8/8/8/8/7K w - - 99 120", "", 4, WIN, "Rb8#", NULL},
    {"4k3/8/8/8/8/3n4/8/R3K3 w - - 99 90", "", 6, DRAW, NULL, NULL},
    /* insufficient material */
    {"4k3/8/8/8/8/8/3q4/4K3 w - - 0 1", "", 4, DRAW, "Kxd2", NULL},
    {"8/8/8/8/8/2k5/1p6/1K1N4 b - - 0 1", "", 8, DRAW, NULL, NULL},
    {"4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "", 8, DRAW, NULL, NULL},
    /* capturing the next to last piece: a new rook, and a wrong rook pawn */
    {"8/8/5k2/8/2b5/8/pK6/8 b - - 0 1", "", 10, LEVEL, NULL, NULL},
    {"6b1/8/5k2/8/p7/8/8/K7 b - - 0 1", "", 12, LEVEL, NULL, NULL},
};

START_ROWS(draw, ROWS(draws)) {
    GameLine g = game(draws[_i].fen, draws[_i].moves);
    const Limits limits = {.depth = draws[_i].depth};
    Seen seen;
    const SearchInfo t = think(&g, &limits, &seen);

    if (t.pv_length == 0)
        ck_assert(!movegen_count(&gameline_now(&g)->board));
    else if (draws[_i].judgement == DRAW)
        ck_assert_msg(abs(t.score) <= 5, "%s: %d", played(&t, &g), t.score);
    else if (draws[_i].judgement == LEVEL)
        ck_assert_msg(abs(t.score) <= 100, "%s: %d", played(&t, &g), t.score);
    else if (draws[_i].judgement == WIN)
        ck_assert_msg(t.score > 150, "%s: %d", played(&t, &g), t.score);
    else
        ck_assert_msg(t.score < -150, "%s: %d", played(&t, &g), t.score);
    if (draws[_i].move)
        ck_assert_str_eq(played(&t, &g), draws[_i].move);
    if (draws[_i].never)
        ck_assert_str_ne(played(&t, &g), draws[_i].never);
    gameline_destroy(&g);
}

/* --- limits ---------------------------------------------------------------------------------- */

static const char *const positions[] = {
    FEN_START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/8/1p1k4/p1p2p2/P1P2P2/1P1K4/8/8 w - - 0 40",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 3 9",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/PPPPPPPP/8/2k5/8/5K2/pppppppp/8 w - - 0 1", /* thousands of nodes in the first root move */
};

/* The search is deterministic. */
START_ROWS(deterministic, ROWS(positions)) {
    GameLine g = game(positions[_i], "");
    const Limits limits = {.depth = 9, .nodes = 300000};
    Seen seen;
    SearchInfo first, second;

    first = think(&g, &limits, &seen);
    clear();
    second = think(&g, &limits, &seen);
    ck_assert_uint_eq(first.nodes, second.nodes);
    ck_assert_int_eq(first.score, second.score);
    ck_assert_int_eq(first.depth, second.depth);
    ck_assert_uint_eq(first.pv_length, second.pv_length);
    ck_assert(!memcmp(first.pv, second.pv, first.pv_length * sizeof *first.pv));
    gameline_destroy(&g);
}

START_ROWS(depth_limit, ROWS(positions)) {
    for (int depth = 1; depth <= 6; depth++) {
        GameLine g = game(positions[_i], "");
        const Limits limits = {.depth = depth};
        Seen seen;
        const SearchInfo t = think(&g, &limits, &seen);
        ck_assert_int_eq(t.depth, depth);
        ck_assert_int_eq(seen.most_depth, depth);
        gameline_destroy(&g);
    }
}

START_ROWS(node_limit, ROWS(positions)) {
    static const uint64_t most[] = {1, 2, 50, 100, 101, 500, 1000, 4096, 10007, 100000};
    GameLine g = game(positions[_i], "");

    for (int i = 0; i < ROWS(most); i++) {
        const Limits limits = {.nodes = most[i]};
        Seen seen;
        SearchInfo t;
        clear();
        t = think(&g, &limits, &seen);
        ck_assert_uint_le(t.nodes, most[i]);
        if (t.depth < MAX_DEPTH && !score_is_mate(t.score))
            ck_assert_uint_ge(t.nodes, most[i] * 9 / 10);
    }
    gameline_destroy(&g);
}

/* A search that is stopped before it begins still finds a move. */
START_TEST(stopped_at_once) {
    for (int i = 0; i < ROWS(positions); i++) {
        GameLine g = game(positions[i], "");
        const Limits limits = {.nodes = 1};
        Seen seen;
        const SearchInfo t = think(&g, &limits, &seen);
        ck_assert_uint_ge(t.pv_length, 1);
        gameline_destroy(&g);
    }
}

static void check_lines(void *context, const SearchInfo *t) {
    Seen *seen = context;
    Position now = *gameline_now(seen->line), next;

    CLAIM(t->pv_length >= 1 && t->pv_length <= MAX_PLY + 1, "%zu moves", t->pv_length);
    for (size_t i = 0; i < t->pv_length; i++) {
        CLAIM(move_is_legal(&now, t->pv[i]), "illegal move %zu of the line", i + 1);
        position_play(&next, &now, t->pv[i]);
        now = next;
    }
    seen->thoughts++;
}

/* A mate ends a search, but not an analysis, nor a search with other lines that are not mates. */
START_ROWS(mate_ends_search, 3) {
    GameLine g = game("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "");
    const Limits limits = {.nodes = 300000};
    const Task task = {.lines = _i == 2 ? 3 : 1};
    Seen seen = {.line = &g};
    const Job job = {.line = &g,
                     .tt = tt,
                     .control = &control,
                     .task = &task,
                     .analysis = _i == 1,
                     .listener = check_lines,
                     .context = &seen};
    SearchInfo t;

    atomic_store(&control.signal, SIGNAL_GO);
    control_set(&control, &limits, gameline_now(&g), 1);
    t = pool_search(pool, &job);
    ck_assert_int_eq(t.score, SCORE_MATE - 1);
    if (_i == 0)
        ck_assert_int_eq(t.depth, 11);
    else
        ck_assert_int_gt(t.depth, 11);
    gameline_destroy(&g);
}

static void hit_with_little_time(void *line) {
    const GameLine *g = line;

    if (control.hard_ms == TIME_UNLIMITED)
        control_change(&control, &(Limits){.move_ms = 1}, gameline_now(g), 1);
}

/* While pondering there is time to fill a bare-king table; after a ponder hit there is none. */
START_TEST(hit_ends_filling) {
    GameLine g = game("8/8/8/4k3/8/8/8/KBN5 w - - 0 1", "");
    const Job job = {.line = &g,
                     .tt = tt,
                     .control = &control,
                     .listener = record,
                     .context = &(Seen){.line = &g}};

    ck_assert(!bare_king_is_filled(&gameline_now(&g)->board));
    atomic_store(&control.signal, SIGNAL_GO);
    control_set(&control, &(Limits){.depth = 0}, gameline_now(&g), 1);
    control.poll = hit_with_little_time;
    control.poll_context = &g;
    ck_assert(pool_search(pool, &job).pv_length);
    control.poll = NULL;
    ck_assert(!bare_king_is_filled(&gameline_now(&g)->board));
    gameline_destroy(&g);
}

/* The last score is kept with its side, as the next search may be for the other side. */
START_ROWS(last_score_has_a_side, 2) {
    const Limits limits = {.depth = 6};
    GameLine white = game("4k3/8/8/8/8/8/PPPP4/Q3K3 w - - 0 1", "");
    GameLine black = game("4k3/8/8/8/8/8/PPPP4/Q3K3 b - - 0 1", "");
    Seen seen;

    ck_assert_int_eq(pool_last_score(pool, WHITE), SCORE_NONE);
    ck_assert_int_eq(pool_last_score(pool, BLACK), SCORE_NONE);
    think(_i ? &black : &white, &limits, &seen);
    ck_assert_int_gt(pool_last_score(pool, WHITE), 300);
    ck_assert_int_eq(pool_last_score(pool, BLACK), -pool_last_score(pool, WHITE));
    clear();
    ck_assert_int_eq(pool_last_score(pool, BLACK), SCORE_NONE);
    gameline_destroy(&white);
    gameline_destroy(&black);
}

/* Several tries: a busy machine makes one of them late. */
START_TEST(time_limit) {
    GameLine g = game(positions[1], "");
    const Limits limits = {.move_ms = 100};
    int64_t taken = INT64_MAX;

    for (int tries = 0; tries < 10 && taken > 1100; tries++) {
        const int64_t start = clock_ms();
        Seen seen;
        const SearchInfo t = think(&g, &limits, &seen);

        taken = clock_ms() - start;
        ck_assert_int_le(t.time_ms, taken);
    }
    ck_assert_int_le(taken, 1100);
    gameline_destroy(&g);
}

/* On a clock a forced move is played at once. */
START_TEST(single_move) {
    GameLine g = game("K7/8/8/8/8/p7/1r6/k7 w - - 0 1", "");
    const Limits limits = {.clock_ms = {3600000, 3600000}};
    Seen seen;
    const SearchInfo t = think(&g, &limits, &seen);

    ck_assert_int_le(t.depth, 3);
    ck_assert_str_eq(played(&t, &g), "Ka7");
    gameline_destroy(&g);
}

/* --- the deepest plies ----------------------------------------------------------------------- */

/* Extensions are bounded, even with endless checks on both sides. */
START_ROWS(endless_checks, 6) {
    static const char *const fens[] = {
        "k7/8/8/q7/8/8/7Q/7K w - - 0 1",
        "8/8/8/1k6/8/8/1P6/1K6 w - - 0 1",
        "k7/p1p1p1p1/P1P1P1P1/8/8/p1p1p1p1/P1P1P1P1/K7 w - - 0 1",
        "7k/5Q2/8/8/8/8/q7/7K b - - 0 1",
        "k1q1q3/8/8/8/8/8/8/K1Q1Q3 w - - 0 1",
        "4rr1k/6q1/8/8/8/8/6Q1/4RR1K w - - 0 1",
    };
    const Limits limits = {.nodes = 500000};
    GameLine g = game(fens[_i], "");
    Seen seen;
    const SearchInfo t = think(&g, &limits, &seen);

    ck_assert_int_ge(t.seldepth, 16);
    gameline_destroy(&g);
}

/* Returns a worker for one search_root(), to be freed. */
static Worker *new_worker(void) {
    Worker *w = calloc(1, sizeof *w);

    ck_assert_ptr_nonnull(w);
    w->shared = calloc(1, history_shared_bytes(1));
    ck_assert_ptr_nonnull(w->shared);
    w->shared->parts = 1;
    w->control = &control;
    w->tt = tt;
    w->is_main = true;
    atomic_store(&control.signal, SIGNAL_GO);
    atomic_store(&control.nodes, 500000);
    atomic_store(&control.hard_ms, TIME_UNLIMITED);
    search_set_params(w, &params_default);
    return w;
}

static void free_worker(Worker *w) {
    free(w->shared);
    free(w);
}

/* Searches the deepest iteration at once, with empty tables. */
START_TEST(deepest_ply) {
    Worker *w = new_worker();
    const Position p = tests_position("k1q1q3/8/8/8/8/8/8/K1Q1Q3 w - - 0 1", false);
    int score;

    search_prepare(w, &p);
    score = search_root(w, -SCORE_INFINITE, SCORE_INFINITE, MAX_DEPTH);
    ck_assert(w->stopped || abs(score) <= SCORE_MATE);
    ck_assert_int_ge(w->seldepth, 40);
    ck_assert_int_le(w->seldepth, MAX_PLY);
    free_worker(w);
}

/* In small trees, all iterations finish quickly, up to the last depth. */
START_TEST(last_depth) {
    GameLine g = game("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "");
    const Limits limits = {.depth = 0};
    Seen seen;
    const SearchInfo t = think(&g, &limits, &seen);

    ck_assert_int_eq(t.depth, MAX_DEPTH);
    gameline_destroy(&g);
}

/* --- state of the stack and the tables -------------------------------------------------------- */

/*
 * After a null move, and at the root, there is no earlier move whose correction could be learned.
 */
START_ROWS(no_correction_stays_zero, 3) {
    Worker *w = new_worker();
    const Position p = tests_position(positions[_i], false);

    search_prepare(w, &p);
    search_root(w, -SCORE_INFINITE, SCORE_INFINITE, 8);
    ck_assert(!w->stopped);
    ck_assert_int_eq(w->shared->no_correction, 0);
    free_worker(w);
}

/*
 * ProbCut plays captures outside the move loop, so they must not inherit the number of an earlier
 * move.
 */
START_TEST(probcut_has_no_move_number) {
    const Position p = tests_position("4k3/pppp1ppp/8/3q4/4P3/2N5/PPPP1PPP/R3K3 w - - 0 1", false);
    Worker *w[2];

    for (int stale = 0; stale <= 1; stale++) {
        clear();
        w[stale] = new_worker();
        search_prepare(w[stale], &p);
        search_root_node(w[stale])->move_number = stale ? 50 : 0;
        search_root(w[stale], 200, 201, 12);
        ck_assert(w[stale]->best == NO_MOVE); /* ProbCut has ended the search */
        CLAIM(history_value(
                  history_capture(&w[stale]->history, &p, search_root_node(w[stale])->move)) > 0,
              "the capture got no bonus");
    }
    ck_assert_int_eq(
        memcmp(&w[0]->history.capture, &w[1]->history.capture, sizeof w[0]->history.capture), 0);
    free_worker(w[0]);
    free_worker(w[1]);
}

/* State for checking that upper bounds decrease within an iteration, until a search fails high. */
typedef struct {
    int depth, upper; /* the last upper bound at this depth */
    bool has_upper;
    int lower_bounds, upper_bounds;
} Bounds;

static void check_bounds(void *context, const SearchInfo *t) {
    Bounds *b = context;

    if (t->depth != b->depth)
        b->has_upper = false;
    b->depth = t->depth;
    if (b->has_upper && t->bound == BOUND_UPPER)
        CLAIM(t->score < b->upper, "at most %d, then at most %d", b->upper, t->score);
    if (t->bound == BOUND_UPPER) {
        b->has_upper = true;
        b->upper = t->score;
    }
    b->upper_bounds += t->bound == BOUND_UPPER;
    b->lower_bounds += t->bound == BOUND_LOWER;
}

/* At 1000 nodes a second nearly every fail high and fail low is reported. */
START_RANGE(reported_bounds, 1, SANITIZED ? 2 : 4) {
    GameLine g = game(positions[_i], "");
    const Limits limits = {.nodes = 300000, .nodes_per_second = 1000};
    Bounds bounds = {.depth = 0};
    const Job job = {
        .line = &g, .tt = tt, .control = &control, .listener = check_bounds, .context = &bounds};

    atomic_store(&control.signal, SIGNAL_GO);
    control_set(&control, &limits, gameline_now(&g), 1);
    pool_search(pool, &job);
    ck_assert(bounds.lower_bounds && bounds.upper_bounds);
    gameline_destroy(&g);
}

/*
 * Triple extensions at every ply of the deepest iteration: the depth stays within the range of the
 * table. Fixed scores make the table moves singular, and end the line.
 */
START_TEST(depth_is_bounded) {
    static const char *const line[] = {"h2h3", "a7a6", "g2g3", "b7b6",
                                       "h3h4", "a6a5", "g3g4", "b6b5"};
    enum { ALPHA = 200, PLIES = ROWS(line) };
    Position p[PLIES + 1] = {tests_position("4k3/pp6/8/8/8/8/6PP/4K3 w - - 0 1", false)}, other;
    ScoreOverride lost[300];
    Worker *w = new_worker();
    Move moves[MAX_MOVES];

    for (int ply = 0; ply < PLIES; ply++) {
        const bool white = ply % 2 == 0;
        TTEntry e = {white ? ALPHA : -ALPHA - 1,
                     white ? 0 : -ALPHA - 100,
                     NO_MOVE,
                     INT8_MAX,
                     BOUND_LOWER,
                     false};

        ck_assert_int_eq(notation_parse(&e.move, &p[ply], word_of(line[ply])), MOVE_FINE);
        tt_store(tt, p[ply].key, e);
        position_play(&p[ply + 1], &p[ply], e.move);
        for (size_t i = movegen_all(&p[ply].board, moves); i-- > 0;) {
            if (moves[i] == e.move)
                continue;
            position_play(&other, &p[ply], moves[i]);
            lost[w->override_count++] = (ScoreOverride){other.key, 1000, INT8_MAX};
        }
    }
    lost[w->override_count++] = (ScoreOverride){p[PLIES].key, 0, INT8_MAX};
    w->overrides = lost;
    search_prepare(w, &p[0]);
    w->root_depth = MAX_DEPTH;
    search_root(w, ALPHA, ALPHA + 1, MAX_DEPTH);
    CLAIM(!w->stopped, "a depth is greater than that of the fixed scores");
    ck_assert_uint_gt(w->nodes, PLIES);
    for (int ply = 1; ply < PLIES; ply++)
        ck_assert_int_ge(tt_probe(tt, p[ply].key).depth, MAX_DEPTH - 1);
    free_worker(w);
}

/* --- everything together --------------------------------------------------------------------- */

static size_t visited;

/*
 * Checks that lines are legal in random games, while the table is full of moves of other positions.
 */
static void search_here(const Position *p, bool chess960) {
    const Limits limits = {.nodes = 600};
    GameLine g;
    Seen seen;
    SearchInfo t;

    (void)chess960;
    if (visited++ % 5)
        return;
    ck_assert_ptr_null(gameline_init(&g, p));
    t = think(&g, &limits, &seen);
    ck_assert_int_eq(t.pv_length == 0, !movegen_count(&p->board));
    gameline_destroy(&g);
}

START_TEST(random_games) {
    tests_random_games(2, 80, search_here);
    ck_assert_uint_gt(visited, 1000);
}

/*
 * Stores random entries for all positions within some plies, with any bits as a move and any value.
 */
static void poison(const Position *p, int plies, uint64_t *state) {
    Move moves[MAX_MOVES];
    Position next;
    size_t count;
    const uint64_t bits = random_next(state);
    const TTEntry entry = {.score = (int16_t)((int16_t)(bits >> 48) % (SCORE_MATE + 1)),
                           .eval = (int16_t)((int16_t)(bits >> 32) % (EVAL_MAX + 1)),
                           .move = (Move)(bits >> 16),
                           .depth = (int8_t)(bits >> 8),
                           .bound = bits & BOUND_EXACT,
                           .pv = (bits & 4) != 0};

    tt_store(tt, p->key, entry);
    if (!plies)
        return;
    count = movegen_all(&p->board, moves);
    for (size_t i = 0; i < count; i++) {
        position_play(&next, p, moves[i]);
        poison(&next, plies - 1, state);
    }
}

/*
 * With wrong table entries, as after key collisions, scores are wrong, but the search ends with
 * legal moves. $WRONG_ENTRIES sets the number of tables; `make soak` uses many.
 */
START_ROWS(wrong_entries, tests_number("WRONG_ENTRIES", SANITIZED ? 4 : 20)) {
    GameLine g = game(positions[_i % ROWS(positions)], "");
    uint64_t state = (uint64_t)_i;
    Seen seen = {.line = &g};
    const Limits limits = {.nodes = 20000};
    const Job job = {.line = &g,
                     .tt = tt,
                     .control = &control,
                     .depth = 20,
                     .listener = check_lines,
                     .context = &seen};
    SearchInfo t;

    poison(gameline_now(&g), 3, &state);
    atomic_store(&control.signal, SIGNAL_GO);
    control_set(&control, &limits, gameline_now(&g), 1);
    t = pool_search(pool, &job);
    ck_assert_uint_ge(t.pv_length, 1);
    ck_assert_int_ge(seen.thoughts, 1);
    ck_assert_uint_le(t.nodes, 21000);
    gameline_destroy(&g);
}

/* Several workers find a legal move, and share a node limit. */
START_ROWS(several_workers, 4) {
    GameLine g = game(positions[1], "");
    const Limits limits = {.nodes = 40000};
    Seen seen;
    SearchInfo t;

    pool_free(pool);
    pool = pool_new(_i + 1, NULL);
    ck_assert_ptr_nonnull(pool);
    ck_assert_int_eq(pool_threads(pool), _i + 1);
    t = think(&g, &limits, &seen);
    ck_assert_uint_ge(t.pv_length, 1);
    ck_assert_uint_le(t.nodes, 40000 + 1000);
    gameline_destroy(&g);
}

/* Results of up to four threads: move, depth, score; and the one that wins the vote. */
static const struct {
    struct {
        Move move;
        int depth, score;
    } of[4];
    int best;
} votes[] = {
    {.of = {{1, 10, 30}}, .best = 0},
    {.of = {{1, 10, 30}, {1, 12, 20}, {1, 11, 25}}, .best = 0}, /* one move: the best score */
    {.of = {{1, 10, 30}, {2, 11, 30}}, .best = 1},              /* the deeper result */
    {.of = {{1, 10, 30}, {2, 10, 35}}, .best = 1},              /* the higher score */
    {.of = {{1, 10, 30}, {2, 10, 30}}, .best = 0},              /* equal: the first result */
    {.of = {{1, 12, 30}, {2, 11, 30}, {2, 11, 30}}, .best = 1}, /* two outvote a deeper one */
    {.of = {{1, 11, 28}, {2, 12, 30}, {1, 11, 31}}, .best = 2}, /* the best of the chosen move */
    {.of = {{1, 20, 300}, {2, 10, SCORE_MATE - 5}}, .best = 1}, /* a mate outweighs depth */
    {.of = {{2, 10, SCORE_MATE - 5}, {1, 20, 300}, {1, 20, 300}}, .best = 0}, /* and votes */
    {.of = {{1, 20, SCORE_MATE - 9}, {2, 10, SCORE_MATE - 5}}, .best = 1},    /* the shorter mate */
    {.of = {{1, 10, SCORE_MATE - 3}, {2, 20, SCORE_MATE - 5}}, .best = 0},
    {.of = {{1, 20, -SCORE_MATE + 6}, {2, 19, -300}, {3, 20, -SCORE_MATE + 8}}, .best = 1},
    {.of = {{NO_MOVE, 0, 0}, {1, 5, -200}}, .best = 1}, /* no result yet */
};

START_ROWS(vote, ROWS(votes)) {
    SearchInfo info[4] = {{.line = 1}};
    const SearchInfo *results[4];
    int count = 0;

    for (; count < 4 && (votes[_i].of[count].depth || !count); count++) {
        results[count] = &info[count];
        info[count].depth = votes[_i].of[count].depth;
        info[count].score = votes[_i].of[count].score;
        info[count].pv[0] = votes[_i].of[count].move;
        info[count].pv_length = votes[_i].of[count].move != NO_MOVE;
    }
    ck_assert_int_eq(threads_vote(results, count), votes[_i].best);
}

/* Both of two workers search: a single one would stop at half of the nodes. */
START_TEST(two_workers_search) {
    GameLine g = game(positions[1], "");
    const uint64_t nodes = SANITIZED ? 400000 : 2000000;
    const Limits limits = {.nodes = nodes};
    Seen seen;
    SearchInfo t;

    pool_free(pool);
    pool = pool_new(2, NULL);
    ck_assert_ptr_nonnull(pool);
    t = think(&g, &limits, &seen);
    ck_assert_uint_gt(t.nodes, nodes * 6 / 10);
    ck_assert_uint_le(t.nodes, nodes + 1000);
    gameline_destroy(&g);
}

int main(void) {
    return tests_run_with("search", setup, teardown);
}
