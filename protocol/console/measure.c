/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands for perft and timing. */
#include <inttypes.h>

#include "base/clock.h"
#include "chess/movegen.h"
#include "console_state.h"
#include "eval/eval.h"
#include "handlers.h"
#include "perft/perft.h"
#include "protocol/bench.h"
#include "protocol/input.h"
#include "protocol/show.h"

/* --- perft ----------------------------------------------------------------------------------- */

/* The most leaves to classify, which takes longer than counting them. */
static const double most_leaves = 2e7;

static void count_kinds(Frontend *f, Word plies) {
    const Position *p = frontend_now(f);
    const int64_t start = clock_ms();
    PerftKinds kinds;
    int64_t depth;

    if (!word_number(plies, 1, 20, &depth)) {
        console_refuse_arguments(
            f, "perft needs a number of plies from 1 to 20, as in: perft 4 kinds");
        return;
    }
    if (perft_is_beyond(&p->board, (int)depth, most_leaves)) {
        console_refuse(f, "That would take too long here: use alula-perft --kinds.");
        return;
    }
    perft_kinds(p, (int)depth, &kinds);
    {
        const struct {
            const char *name;
            uint64_t count;
        } rows[] = {{"captures", kinds.captures},      {"en passant", kinds.en_passants},
                    {"castlings", kinds.castlings},    {"promotions", kinds.promotions},
                    {"checks", kinds.checks},          {"  discovered", kinds.discovered_checks},
                    {"  double", kinds.double_checks}, {"mates", kinds.mates}};

        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            frontend_say(f, "  %-13s %12" PRIu64, rows[i].name, rows[i].count);
    }
    frontend_say(f, "Nodes searched: %" PRIu64, kinds.nodes);
    frontend_say(f, "Time: %" PRId64 " ms", clock_ms() - start);
}

static void count(Frontend *f, const char *command, Word arguments, MoveWriter *write) {
    const int64_t start = clock_us();

    if (show_perft(f, command, arguments, write)) {
        frontend_say(f, "Time: %" PRId64 " ms", (clock_us() - start) / 1000);
        return;
    }
    console_state(f)->failed = true;
    console_state(f)->misused = !word_number(arguments, 1, 20, &(int64_t){0});
}

void console_perft(Frontend *f, Word arguments) {
    Word rest = arguments;
    const Word plies = text_word(&rest);

    if (word_is_any_case(text_rest(rest), "kinds")) {
        count_kinds(f, plies);
        return;
    }
    if (word_number(plies, 1, 20, &(int64_t){0}) && text_rest(rest).length) {
        console_refuse_words(f, text_rest(rest),
                             "perft takes only kinds after its number, as in: perft 4 kinds");
        console_state(f)->misused = true;
        return;
    }
    count(f, "perft", arguments, NULL);
}

void console_divide(Frontend *f, Word arguments) {
    count(f, "divide", arguments, notation_write);
}

/* --- speed ----------------------------------------------------------------------------------- */

static void say_bench(void *context, const char *line) {
    frontend_say_text(context, line);
}

void console_bench(Frontend *f, Word arguments) {
    int64_t depth = BENCH_DEPTH;

    if (!console_number(f, arguments, "bench takes a depth", 1, MAX_DEPTH, &depth))
        return;
    if (!bench_run((int)depth, say_bench, input_interrupted, f, NULL))
        console_refuse(f, "There is not enough memory for the benchmark.");
}

/* The subject of a measurement. A step returns its number of operations. */
typedef struct {
    const Position *position;
    Position child[MAX_MOVES]; /* after each move */
    size_t children;
    NnueCache *evals;
} Timed;

typedef uint64_t Step(const Timed *t);

static uint64_t step_generate(const Timed *t) {
    Move list[MAX_MOVES];

    return movegen_all(&t->position->board, list);
}

static uint64_t step_play(const Timed *t) {
    Move list[MAX_MOVES];
    const size_t moves = movegen_all(&t->position->board, list);

    for (size_t i = 0; i < moves; i++) {
        Position next;
        position_play(&next, t->position, list[i]);
    }
    return moves;
}

static uint64_t step_count(const Timed *t) {
    return perft_count(&t->position->board, 3);
}

/* Evaluates a position, then its children, as in a search. */
static uint64_t step_eval(const Timed *t) {
    eval_position(t->position, t->evals, 0);
    for (size_t i = 0; i < t->children; i++)
        eval_position(&t->child[i], t->evals, 1);
    return 1 + t->children;
}

void console_perf(Frontend *f, Word arguments) {
    static const struct {
        const char *name;
        Step *step;
    } rows[] = {{"moves generated", step_generate},
                {"moves generated and made", step_play},
                {"leaf nodes of perft 3", step_count},
                {"evaluations", step_eval}};
    const int count = sizeof rows / sizeof *rows;
    Timed timed = {.position = frontend_now(f), .evals = nnue_cache_new(eval_net(f->net), 2)};
    Move list[MAX_MOVES];

    if (!timed.evals) {
        console_refuse_memory(f);
        return;
    }
    timed.children = movegen_all(&timed.position->board, list);
    for (size_t i = 0; i < timed.children; i++)
        position_play(&timed.child[i], timed.position, list[i]);
    for (int i = 0; i < count; i++) {
        const int64_t start = clock_us();
        uint64_t n = 0;
        int64_t us;

        do {
            if (input_interrupted(f)) {
                frontend_say(f, "Ended after %d of %d measurements.", i, count);
                nnue_cache_free(timed.evals);
                return;
            }
            for (int k = 0; k < 50; k++)
                n += rows[i].step(&timed);
            us = clock_us() - start;
        } while (us < 100000);
        frontend_say(f, "  %-26s %8.2f million per second", rows[i].name, (double)n / (double)us);
    }
    nnue_cache_free(timed.evals);
}
