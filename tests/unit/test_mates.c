/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Announced mates in the suites of TEST_DATA, with one thread and four, one line and four: each
 * line is legal and ends in mate, and no mate is shorter than the known shortest one.
 */
#include "search/threads.h"

#include "chess/fen.h"
#include "engine.h"
#include "tests.h"

/* Threads, MultiPV lines, nodes per search, and the step between positions. */
static const struct {
    int threads, lines;
    uint64_t nodes;
    int step;
} modes[] = {{1, 1, 20000, 2}, {4, 1, 20000, 3}, {1, 4, 20000, 3}, {4, 4, 20000, 3}};

typedef struct {
    const GameLine *game;
    int shortest;             /* moves to mate, below 0 against the side to move; 0: unknown */
    long claims, shown, best; /* mates announced, with a complete line, and the shortest one */
} Claims;

/* Checks that the side to move mates, or is mated, at the end of the line. */
static void check_claim(Claims *c, const SearchInfo *t, const Position *end) {
    const int plies = SCORE_MATE - abs(t->score), moves = (plies + 1) / 2;
    const char *fen = tests_fen(gameline_now(c->game));

    c->claims++;
    CLAIM(plies % 2 == (t->score > 0), "%s: line %d: %d plies to mate", fen, t->line, plies);
    CLAIM(t->pv_length <= (size_t)plies, "%s: mate in %d, a line of %zu", fen, plies, t->pv_length);
    if (t->pv_length == (size_t)plies) {
        c->shown++;
        CLAIM(!movegen_count(&end->board) && position_in_check(end), "%s: no mate", fen);
    }
    /* lines other than the best may lose */
    if (t->score > 0)
        CLAIM(c->shortest > 0 && moves >= c->shortest, "%s: mate in %d, not %d", fen, moves,
              c->shortest);
    else if (t->line == 1)
        CLAIM(c->shortest < 0 && moves >= -c->shortest, "%s: mated in %d, not %d", fen, moves,
              -c->shortest);
    c->best += t->line == 1 && moves == abs(c->shortest);
}

static void check(void *context, const SearchInfo *t) {
    Claims *c = context;
    Position now = *gameline_now(c->game), next;

    for (size_t i = 0; i < t->pv_length; i++) {
        CLAIM(move_is_legal(&now, t->pv[i]), "%s: illegal move %zu of line %d",
              tests_fen(gameline_now(c->game)), i + 1, t->line);
        position_play(&next, &now, t->pv[i]);
        now = next;
    }
    if (score_is_mate(t->score) && t->bound == BOUND_EXACT)
        check_claim(c, t, &now);
}

/* Returns the number after `dm` in the rest of an EPD line; 0 if there is none. */
static int known_mate(Word rest) {
    for (Word w = text_word(&rest); w.length; w = text_word(&rest))
        if (word_is(w, "dm"))
            return atoi(rest.at);
    return 0;
}

/* Searches the positions of a file and adds their claims to *sum. */
static void search_suite(const char *name, int mode, Claims *sum) {
    TT *tt = tt_new(4 << 20);
    Pool *pool = pool_new(modes[mode].threads, NULL);
    const Task task = {.lines = modes[mode].lines};
    const Limits limits = {.nodes = modes[mode].nodes};
    const int step = modes[mode].step * (SANITIZED ? 20 : 1);
    Word all, rest, line;
    SearchControl control = {0};

    ck_assert(tt && pool);
    ck_assert(tests_load(&all, name));
    rest = all;
    for (int n = 0; tests_line(&rest, &line); n++) {
        Position root;
        GameLine game;
        Claims c = {.game = &game};
        const Job job = {.line = &game,
                         .tt = tt,
                         .control = &control,
                         .task = &task,
                         .listener = check,
                         .context = &c};

        if (n % step)
            continue;
        CLAIM(!fen_parse_prefix(&root, &line, false), "%s, position %d", name, n + 1);
        c.shortest = known_mate(line);
        ck_assert_ptr_null(gameline_init(&game, &root));
        tt_clear(tt);
        pool_clear(pool);
        atomic_store(&control.signal, SIGNAL_GO);
        control_set(&control, &limits, &root, pool_threads(pool));
        pool_search(pool, &job);
        gameline_destroy(&game);
        sum->claims += c.claims;
        sum->shown += c.shown;
        sum->best += c.best;
    }
    tests_free(all);
    pool_free(pool);
    tt_free(tt);
}

START_ROWS(suites, ROWS(modes)) {
    Claims sum = {0};
    Word all;

    engine_init_tables(NULL);
    if (!tests_read(&all, "mates/mates.epd"))
        return;
    tests_free(all);
    search_suite("mates/mates.epd", _i, &sum);
    search_suite("mates/krvk-mates.epd", _i, &sum);
    /* enough claims for a meaningful test */
    ck_assert_int_gt(sum.claims, (SANITIZED ? 10 : 200));
    ck_assert_int_gt(sum.best, (SANITIZED ? 2 : 50));
    ck_assert_int_ge(sum.shown * 20, sum.claims * 19);
}

int main(void) {
    return tests_run("mates");
}
