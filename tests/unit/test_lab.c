/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of tools/lab: its search against a simple minimax, its techniques against each other, and
 * the engine's search against the laboratory in positions with mates, where both must agree.
 */
#include "engine.h"
#include "eval/eval.h"
#include "perft/perft.h"
#include "search/searcher.h"
#include "tests.h"
#include "tools/lab/alula-lab.h"
#include "tools/lab/tree.h"

static Lab *lab;
static bool stopping;

static bool must_stop(void) {
    return stopping;
}

static void setup(void) {
    engine_init_tables(NULL);
    stopping = false;
    lab = lab_new(1 << 16, must_stop);
    ck_assert_ptr_nonnull(lab);
}

static void teardown(void) {
    lab_free(lab);
}

static LabResult run(const Position *p, LabMethod method, unsigned techniques, int depth) {
    return lab_search(lab, p, &(LabConfig){method, techniques, LAB_NO_FAULT}, depth);
}

static Position builtin(size_t index) {
    EpdSuite suite = {0};
    Position p;

    positions_builtin(&suite);
    ck_assert_uint_eq(suite.count, 10);
    p = suite.problem[index].position;
    epdsuite_free(&suite);
    return p;
}

/* --- minimax --------------------------------------------------------------------------------- */

/* Searches by plain minimax: mates count plies from the root, the halfmove clock stays 0. */
static int slow_minimax(const Position *p, int depth, int ply, uint64_t *nodes) {
    int best = -LAB_INFINITE;
    Move list[MAX_MOVES];
    size_t count;

    ++*nodes;
    if (ply && position_insufficient_material(p))
        return 0;
    if (!(count = movegen_all(&p->board, list)))
        return position_in_check(p) ? ply - LAB_MATE : 0;
    if (!depth)
        return eval_position(p, NULL, 0);
    for (size_t i = 0; i < count; i++) {
        Position child;
        int score;

        position_play(&child, p, list[i]);
        child.halfmove_clock = 0;
        score = -slow_minimax(&child, depth - 1, ply + 1, nodes);
        best = score > best ? score : best;
    }
    return best;
}

static void matches_slow_minimax(const Position *p, int depth) {
    const LabResult r = run(p, LAB_MINIMAX, 0, depth);
    uint64_t nodes = 0;
    Position still = *p;
    int score;

    still.halfmove_clock = 0;
    score = slow_minimax(&still, depth, 0, &nodes);
    CLAIM(r.score == score, "%d instead of %d: %s", r.score, score, tests_fen(p));
    CLAIM(r.nodes == nodes, "%d nodes instead of %d: %s", (int)r.nodes, (int)nodes, tests_fen(p));
    CLAIM(!r.beta_cutoffs && !r.tt_cutoffs, "not plain minimax: %s", tests_fen(p));
    CLAIM(!r.best_count == (r.move == NO_MOVE), "no best move: %s", tests_fen(p));
    for (size_t i = 0; i < r.best_count; i++) {
        Position child;

        position_play(&child, &still, r.best_moves[i]);
        child.halfmove_clock = 0;
        CLAIM(-slow_minimax(&child, depth - 1, 1, &nodes) == score, "a move is not as good: %s",
              tests_fen(p));
    }
}

static void matches_slow_minimax_twice(const Position *p, bool chess960) {
    (void)chess960;
    matches_slow_minimax(p, 1);
    matches_slow_minimax(p, 2);
}

START_TEST(minimax_of_samples) {
    tests_random_games(1, SANITIZED ? 2 : 12, matches_slow_minimax_twice);
}

START_ROWS(minimax_of_builtin, SANITIZED ? 2 : 10) {
    const Position p = builtin((size_t)_i);

    matches_slow_minimax(&p, 3);
}

/* Minimax visits as many nodes as perft counts. */
START_TEST(minimax_visits_all) {
    const Position p = builtin(0);

    ck_assert_uint_eq(run(&p, LAB_MINIMAX, 0, 4).nodes, 1 + 20 + 400 + 8902 + 197281);
}

/* --- techniques ------------------------------------------------------------------------------ */

/*
 * Checks that all methods agree with minimax, with every combination of move ordering, TT and
 * iterative deepening. `horizon` has the techniques that affect the score, and others that are
 * always on.
 */
static void all_agree(const Position *p, unsigned horizon, int depth) {
    const LabResult expected = run(p, LAB_MINIMAX, horizon, depth);
    const LabResult with_tt = run(p, LAB_MINIMAX, horizon | LAB_TT, depth);

    CLAIM(with_tt.score == expected.score && with_tt.move == expected.move,
          "minimax with a table: %s", tests_fen(p));
    CLAIM(with_tt.nodes <= expected.nodes, "a table costs nodes: %s", tests_fen(p));
    for (LabMethod method = LAB_ALPHABETA; method <= LAB_PVS; method++)
        for (unsigned set = 0; set < LAB_QUIESCENCE; set++) {
            const LabResult r = run(p, method, horizon | set, depth);
            bool best = !expected.best_count;

            for (size_t i = 0; i < expected.best_count; i++)
                best = best || expected.best_moves[i] == r.move;
            CLAIM(r.score == expected.score, "%s, techniques %u: %d instead of %d: %s",
                  lab_method_name[method], horizon | set, r.score, expected.score, tests_fen(p));
            CLAIM(best, "%s, techniques %u: a worse move: %s", lab_method_name[method],
                  horizon | set, tests_fen(p));
            CLAIM(r.first_move_cutoffs <= r.beta_cutoffs, "cuts: %s", tests_fen(p));
            if (method == LAB_ALPHABETA && !(set & (LAB_TT | LAB_DEEPENING)) && !horizon)
                CLAIM(r.nodes <= expected.nodes, "alpha-beta visits more: %s", tests_fen(p));
        }
}

START_ROWS(builtin_agree, SANITIZED ? 2 : 10) {
    const Position p = builtin((size_t)_i);

    all_agree(&p, 0, 3);
    all_agree(&p, LAB_CHECKS, 2);
    all_agree(&p, LAB_QUIESCENCE, 1);
    all_agree(&p, LAB_QUIESCENCE | LAB_CHECKS | LAB_MVVLVA, 2);
}

static void agree_at_two(const Position *p, bool chess960) {
    (void)chess960;
    all_agree(p, 0, 2);
}

START_TEST(random_games_agree) {
    tests_random_games(1, SANITIZED ? 2 : 15, agree_at_two);
}

/* Endgames with many transpositions, deep enough for TT cutoffs at most nodes. */
START_ROWS(endings_agree, SANITIZED ? 2 : 7) {
    static const char *const endings[] = {
        "8/8/8/4k3/8/8/4K3/7R w - - 0 1",    "8/8/1p1k4/p1p2p2/P1P2P2/1P1K4/8/8 w - - 0 40",
        "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
        "8/8/8/8/8/4k3/4p3/4K3 b - - 99 80", "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
        "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1",
    };
    const Position p = tests_position(endings[_i], false);
    const LabResult expected = run(&p, LAB_ALPHABETA, LAB_MVVLVA, 6);
    uint64_t tt_cutoffs = 0;

    for (LabMethod method = LAB_ALPHABETA; method <= LAB_PVS; method++)
        for (unsigned set = 0; set < LAB_QUIESCENCE; set++) {
            const LabResult r = run(&p, method, set, 6);

            CLAIM(r.score == expected.score, "%s, techniques %u: %d instead of %d",
                  lab_method_name[method], set, r.score, expected.score);
            tt_cutoffs += r.tt_cutoffs;
        }
    CLAIM(tt_cutoffs > 100 || expected.nodes < 100, "no TT cutoffs");
}

/* A TT of a single cluster loses nearly everything, but is never wrong. */
START_ROWS(smallest_table, SANITIZED ? 2 : 10) {
    const Position p = builtin((size_t)_i);

    teardown();
    lab = lab_new(64, must_stop);
    ck_assert_ptr_nonnull(lab);
    all_agree(&p, 0, 2);
}

/* Null move pruning saves nodes, and is off with pawns only. */
START_TEST(null_moves) {
    const unsigned others = LAB_ORDERED | LAB_QUIESCENCE;
    const Position middle = builtin(5), pawns = builtin(9);

    ck_assert_uint_lt(run(&middle, LAB_PVS, others | LAB_NULL_MOVE, 5).nodes,
                      run(&middle, LAB_PVS, others, 5).nodes);
    ck_assert_uint_eq(run(&pawns, LAB_PVS, others | LAB_NULL_MOVE, 6).nodes,
                      run(&pawns, LAB_PVS, others, 6).nodes);
}

/* The halfmove clock is ignored. */
START_TEST(clock_stands_still) {
    Position p = builtin(7);
    const int score = run(&p, LAB_PVS, LAB_TT, 4).score;

    p.halfmove_clock = 97;
    ck_assert_int_eq(run(&p, LAB_PVS, LAB_TT, 4).score, score);
}

START_TEST(victims_and_attackers) {
    ck_assert_int_eq(lab_mvvlva(QUEEN, PAWN), 505);
    ck_assert_int_eq(lab_mvvlva(ROOK, PAWN), 405);
    ck_assert_int_eq(lab_mvvlva(QUEEN, BISHOP), 503);
    ck_assert_int_eq(lab_mvvlva(ROOK, BISHOP), 403);
    ck_assert_int_eq(lab_mvvlva(PAWN, PAWN), 105);
    ck_assert_int_eq(lab_mvvlva(PAWN, KING), 100);
    for (Piece victim = KNIGHT; victim < KING; victim++)
        for (Piece attacker = PAWN; attacker <= KING; attacker++)
            ck_assert_int_gt(lab_mvvlva(victim, attacker), lab_mvvlva(victim - 1, PAWN));
}

/* --- planted faults -------------------------------------------------------------------------- */

/* With a planted fault, the comparisons above fail. */
START_ROWS(faults_are_noticed, LAB_FAULTS - 1) {
    const unsigned set = LAB_ORDERED | LAB_TT | LAB_DEEPENING;
    const LabFault fault = (LabFault)(_i + 1);
    int noticed = 0;

    for (size_t i = 0; i < 10; i++) {
        const Position p = builtin(i);

        noticed += run(&p, LAB_ALPHABETA, 0, 3).score !=
                   lab_search(lab, &p, &(LabConfig){LAB_PVS, set, fault}, 3).score;
    }
    ck_assert_int_gt(noticed, 0);
}

/* --- the real search ------------------------------------------------------------------------- */

/* Returns the score of the engine at this depth. */
static int engine_score(const Position *p, int depth) {
    Searcher *search = searcher_new(4 << 20, 1, NULL);
    GameLine line;
    SearchInfo t;

    ck_assert(search && !gameline_init(&line, p));
    t = searcher_search(search, &line, &(Limits){.depth = depth}, NULL, NULL);
    gameline_destroy(&line);
    searcher_free(search);
    return t.score;
}

/* Mates: the depth that minimax needs, in plies, and a depth at which the engine must find them. */
static const struct {
    const char *fen;
    int plies, depth;
} mates[] = {
    {"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1, 4},
    {"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", 1, 4},
    {"8/8/8/8/8/6k1/4p3/6K1 b - - 0 1", 1, 4},
    {"k7/8/8/1Q6/8/8/6R1/4K3 b - - 0 1", 2, 14},
    {"7k/8/8/8/8/R7/1R6/K7 w - - 0 1", 3, 10},
    {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3, 40}, /* P. Morphy's problem */
    {"6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1", 3, 12},
    {"2k5/8/1K6/8/8/8/8/7R w - - 0 1", 3, 12},
    {"8/8/8/8/8/1k6/7r/K7 w - - 0 1", 2, 12},
    {"7k/5K2/8/8/8/8/8/6R1 w - - 0 1", 1, 4},
};

START_ROWS(mates_of_minimax, ROWS(mates)) {
    const Position p = tests_position(mates[_i].fen, false);
    const int plies = mates[_i].plies, score = plies % 2 ? LAB_MATE - plies : plies - LAB_MATE;

    ck_assert_int_eq(LAB_MATE, SCORE_MATE);
    if (plies > 1)
        ck_assert_int_ne(run(&p, LAB_MINIMAX, 0, plies - 1).score, score);
    ck_assert_int_eq(run(&p, LAB_MINIMAX, 0, plies).score, score);
    ck_assert_int_eq(engine_score(&p, mates[_i].depth), score);
}

/*
 * King and queen or rook against a bare king at the edge, on random squares. The laboratory finds
 * every mate within six plies; the engine must find the same mates, and no others.
 */
START_TEST(random_mates) {
    uint64_t seed = 1789;
    int seen = 0, tried = 0;

    while (tried < 60) {
        const Square king = (Square)(8 + random_next(&seed) % 24);
        const Square bare = (Square)(random_next(&seed) % 8);
        const Square piece = (Square)(random_next(&seed) % 64);
        Position p;
        int score, engine;

        if (king == bare || king == piece || bare == piece)
            continue;
        position_clear(&p);
        position_put(&p, WHITE, KING, king);
        position_put(&p, WHITE, tried % 2 ? QUEEN : ROOK, piece);
        position_put(&p, BLACK, KING, bare);
        p.board.turn = (uint8_t)(tried / 2 % 2 ? BLACK : WHITE);
        if (position_error(&p))
            continue;
        position_derive(&p);
        if (!movegen_count(&p.board))
            continue;
        score = run(&p, LAB_ALPHABETA, LAB_MVVLVA | LAB_TT, 6).score;
        engine = engine_score(&p, 14);
        if (abs(score) > LAB_MATE - LAB_MAX_PLY)
            CLAIM(engine == score, "%d instead of %d: %s", engine, score, tests_fen(&p));
        else
            CLAIM(abs(engine) < SCORE_MATE - 6, "a mate that is not there: %s", tests_fen(&p));
        seen += abs(score) > LAB_MATE - LAB_MAX_PLY;
        tried++;
    }
    ck_assert_int_ge(seen, 10);
}

/* --- the rest -------------------------------------------------------------------------------- */

typedef struct {
    uint64_t nodes, tt_cutoffs, beta_cutoffs;
    LabNode last;
} Watch;

static void watch_node(void *context, const LabNode *n) {
    Watch *w = context;

    w->nodes++;
    w->tt_cutoffs += n->outcome == LAB_TT_CUTOFF;
    w->beta_cutoffs += n->outcome == LAB_BETA_CUTOFF;
    w->last = *n;
    if (n->outcome == LAB_BETA_CUTOFF)
        CLAIM(n->score >= n->beta && move_is_legal(&n->positions[n->ply], n->move), "no cut");
}

/* The watcher sees every node, children before parents; the root comes last, with the score. */
START_TEST(watcher) {
    const Position p = builtin(1);
    Watch watch = {0};
    LabResult r;

    lab_watch(lab, watch_node, &watch, LAB_MAX_PLY);
    r = run(&p, LAB_ALPHABETA, LAB_ORDERED | LAB_TT, 4);
    ck_assert_uint_eq(watch.nodes, r.nodes);
    ck_assert_uint_eq(watch.tt_cutoffs, r.tt_cutoffs);
    ck_assert_uint_eq(watch.beta_cutoffs, r.beta_cutoffs);
    ck_assert_uint_gt(r.tt_cutoffs, 0);
    ck_assert_int_eq(watch.last.ply, 0);
    ck_assert_int_eq(watch.last.score, r.score);
    ck_assert_uint_eq(watch.last.move, r.move);
    watch = (Watch){0};
    lab_watch(lab, watch_node, &watch, 1);
    run(&p, LAB_MINIMAX, 0, 3);
    ck_assert_uint_eq(watch.nodes, 1 + movegen_count(&p.board));
    lab_watch(lab, NULL, NULL, 0);
}

START_TEST(stopped) {
    const Position p = builtin(4);

    stopping = true;
    ck_assert(run(&p, LAB_MINIMAX, 0, 12).stopped);
    ck_assert(run(&p, LAB_PVS, LAB_DEEPENING | LAB_QUIESCENCE, 12).stopped);
    stopping = false;
    ck_assert(!run(&p, LAB_PVS, 0, 2).stopped);
}

/* A search does not depend on earlier ones. */
START_TEST(search_is_independent) {
    const unsigned set = LAB_ORDERED | LAB_TT | LAB_DEEPENING | LAB_QUIESCENCE;
    const Position p = builtin(3), other = builtin(4);
    const uint64_t nodes = run(&p, LAB_PVS, set, 4).nodes;

    run(&other, LAB_PVS, set, 4);
    ck_assert_uint_eq(run(&p, LAB_PVS, set, 4).nodes, nodes);
}

START_TEST(no_moves) {
    const Position mated = tests_position("8/8/8/8/8/1k6/8/K6r w - - 0 1", false);
    const Position stale = tests_position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false);

    for (LabMethod method = LAB_MINIMAX; method <= LAB_PVS; method++) {
        const LabResult r = run(&mated, method, LAB_TT | LAB_CHECKS, 3);

        ck_assert_int_eq(r.score, -LAB_MATE);
        ck_assert_int_eq(r.move, NO_MOVE);
        ck_assert_int_eq(run(&stale, method, 0, 3).score, 0);
    }
}

START_TEST(scores_are_written) {
    static const struct {
        int score;
        const char *words;
    } rows[] = {{0, "+0.00"},          {-7, "-0.07"},        {1234, "+12.34"},
                {LAB_MATE - 1, "#1"},  {LAB_MATE - 3, "#2"}, {2 - LAB_MATE, "#-1"},
                {4 - LAB_MATE, "#-2"}, {-LAB_MATE, "#-0"},   {20000, "+200.00"}};

    for (int i = 0; i < ROWS(rows); i++) {
        char words[16];
        Text t = text_in(words, sizeof words);

        lab_report_score(&t, rows[i].score);
        ck_assert_str_eq(words, rows[i].words);
    }
}

int main(void) {
    return tests_run_with("lab", setup, teardown);
}
