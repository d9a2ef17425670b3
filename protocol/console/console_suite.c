/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting, timing, and suites of positions. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "clock.h"
#include "console_parts.h"
#include "eval.h"
#include "fen.h"
#include "movegen.h"
#include "perft.h"
#include "show.h"

/* --- counting and timing --------------------------------------------------------------------- */

static void count(Frontend *f, Word arguments, bool divide) {
    const int64_t start = clock_us();
    int64_t depth, us;

    /* show_perft() says what is wrong; a script has to know as well */
    if (!word_number(arguments, 1, 20, &depth) ||
        perft_is_beyond(&gameline_now(&f->line)->board, (int)depth, SHOW_PERFT_MOST)) {
        f->console.failed = true;
        show_perft(f, arguments, divide);
        return;
    }
    show_perft(f, arguments, divide);
    us = clock_us() - start;
    frontend_say(f, "Time: %" PRId64 " ms", us / 1000);
}

void console_perft(Frontend *f, Word arguments) {
    Word rest = arguments;
    const Word plies = text_word(&rest);

    if (word_is_any_case(text_rest(rest), "kinds")) {
        console_kinds(f, plies);
        return;
    }
    if (word_number(plies, 1, 20, &(int64_t){0}) && text_rest(rest).length) {
        console_refuse_words(f, text_rest(rest),
                             "perft takes only kinds behind its number, as in: perft 4 kinds");
        return;
    }
    count(f, arguments, false);
}

void console_divide(Frontend *f, Word arguments) {
    count(f, arguments, true);
}

static void say_bench(void *context, const char *line) {
    frontend_say_text(context, line);
}

static bool is_interrupted(void *frontend) {
    return frontend_interrupted(frontend);
}

static bool goes_on(void *frontend) {
    return !frontend_interrupted(frontend);
}

void console_bench(Frontend *f, Word arguments) {
    int64_t depth = BENCH_DEPTH;

    if (arguments.length && !word_number(arguments, 1, 30, &depth)) {
        console_refuse(f, "bench wants a depth from 1 to 30, or none, as in: bench 10");
        return;
    }
    if (!bench_run((int)depth, say_bench, is_interrupted, f))
        console_refuse(f, "There is not enough memory for the benchmark.");
}

/* What is timed: a step returns how many things it did. */
typedef struct {
    const Position *position;
    Position child[MAX_MOVES]; /* after every move */
    size_t children;
    EvalCache *evals;
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

/* As in a search: a position, and then those that its moves lead to. */
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
                {"leaves of perft 3", step_count},
                {"positions judged", step_eval}};
    const int count = sizeof rows / sizeof *rows;
    Timed timed = {.position = gameline_now(&f->line), .evals = eval_cache_new(f->net, 2)};
    Move list[MAX_MOVES];

    (void)arguments;
    if (!timed.evals) {
        console_refuse(f, "There is not enough memory for that.");
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
            if (frontend_interrupted(f)) {
                frontend_say(f, "Ended after %d of %d measurements.", i, count);
                eval_cache_free(timed.evals);
                return;
            }
            for (int k = 0; k < 50; k++)
                n += rows[i].step(&timed);
            us = clock_us() - start;
        } while (us < 100000);
        frontend_say(f, "  %-26s %8.2f million a second", rows[i].name, (double)n / (double)us);
    }
    eval_cache_free(timed.evals);
}

void console_lab(Frontend *f, Word arguments) {
    (void)arguments;
    frontend_say_text(f, "The program alula-lab does that: it searches with and without the table "
                         "(--compare, --experiment), and shows how scores come about (--trace).");
}

/* --- suites ---------------------------------------------------------------------------------- */

enum { MOST_ANSWERS = 32, LINE_ROOM = 4096, MOST_DEPTHS = 9 };

/* Counts beyond this are left out: nobody should wait for them here. */
static const uint64_t most_leaves = 200000000;

typedef struct {
    Position position;
    Move best[MOST_ANSWERS], avoid[MOST_ANSWERS];
    int bests, avoids;
    int mate;                         /* dm; 0: none */
    uint64_t leaves[MOST_DEPTHS + 1]; /* by depth; 0: not given */
    bool counts;                      /* there are such */
    Word id, answers;                 /* of bm, am or dm as they were written */
} Problem;

static const char *read_moves(const Problem *p, Word operands, Move *list, int *n) {
    Word w;

    while ((w = text_word(&operands)).length)
        if (*n == MOST_ANSWERS || notation_parse(&list[(*n)++], &p->position, w))
            return "a move of bm or am is not legal";
    return NULL;
}

/* NULL, or what is wrong. */
static const char *read_operation(Problem *p, Word opcode, Word operands) {
    int64_t n;

    if (word_is(opcode, "bm") || word_is(opcode, "am")) {
        p->answers = operands;
        return *opcode.at == 'b' ? read_moves(p, operands, p->best, &p->bests)
                                 : read_moves(p, operands, p->avoid, &p->avoids);
    }
    if (word_is(opcode, "dm")) {
        if (!word_number(operands, 1, 1000, &n))
            return "dm is no number of moves";
        p->mate = (int)n;
    } else if (word_is(opcode, "id")) {
        p->id = operands;
        if (p->id.length >= 2 && *p->id.at == '"')
            p->id = (Word){p->id.at + 1, p->id.length - 2};
    } else if (opcode.length == 2 && *opcode.at == 'D' && opcode.at[1] >= '1' &&
               opcode.at[1] <= '9') {
        if (!word_number(operands, 0, INT64_MAX, &n))
            return "the count of a perft is no number";
        p->leaves[opcode.at[1] - '0'] = (uint64_t)n;
        p->counts = true;
    } else if (!epd_counter(&p->position, opcode, operands)) {
        return "a counter makes no sense";
    }
    return NULL;
}

static const char *read_problem(Problem *p, Word line) {
    Word rest = line, opcode, operands;
    const char *defect;

    memset(p, 0, sizeof *p);
    if ((defect = fen_parse_prefix(&p->position, &rest, false))) {
        rest = line;
        if (fen_parse_prefix(&p->position, &rest, true))
            return defect;
    }
    while (epd_operation(&rest, &opcode, &operands))
        if ((defect = read_operation(p, opcode, operands)))
            return defect;
    return p->bests || p->avoids || p->mate || p->counts ? NULL
                                                         : "it asks for nothing: no bm, am, dm, D1";
}

static bool has(const Move *list, int n, Move m) {
    while (n--)
        if (list[n] == m)
            return true;
    return false;
}

static bool is_solved(const Problem *p, const Thought *t) {
    const bool mates =
        p->mate && t->score >= SCORE_MATE_LEAST && (SCORE_MATE - t->score + 1) / 2 <= p->mate;

    if (!t->pv_length)
        return false;
    if (p->mate && !p->bests && !p->avoids)
        return mates;
    return mates ||
           ((!p->bests || has(p->best, p->bests, t->pv[0])) && !has(p->avoid, p->avoids, t->pv[0]));
}

/* All counts of a position, each depth that is not too much. False if the person ends it. */
static bool check_counts(Frontend *f, const Problem *p) {
    bool good = true;

    for (int depth = 1; depth <= MOST_DEPTHS; depth++) {
        uint64_t leaves = 0;

        if (!p->leaves[depth] || p->leaves[depth] > most_leaves)
            continue;
        if (!perft_count_while(&p->position, depth, goes_on, f, &leaves))
            return false;
        if (leaves != p->leaves[depth])
            frontend_say(f,
                         "line %d: depth %d has %" PRIu64 " leaves, and %" PRIu64 " are asked for",
                         f->console.test.line, depth, leaves, p->leaves[depth]);
        good &= leaves == p->leaves[depth];
        f->console.test.nodes += leaves;
    }
    f->console.test.asked++;
    f->console.test.solved += good;
    return true;
}

/* The next line of the suite without its end. False at the end of the file. */
static bool read_line(FILE *file, char *line) {
    size_t length;

    if (!fgets(line, LINE_ROOM, file))
        return false;
    length = strlen(line);
    if (length == LINE_ROOM - 1 && line[length - 1] != '\n') {
        int c;
        while ((c = getc(file)) != EOF && c != '\n') /* too long: it will not be understood */
            ;
    }
    return true;
}

static void end_test(Frontend *f, bool early) {
    const int64_t ms = clock_ms() - f->console.test.since_ms;

    f->console.test.path[0] = '\0';
    f->console.failed |= early || f->console.test.bad ||
                         f->console.test.solved < f->console.test.asked || !f->console.test.asked;
    frontend_say(f, "%s%d of %d solved, %" PRIu64 " nodes, %" PRId64 ".%03d s%s",
                 early ? "Ended early: " : "", f->console.test.solved, f->console.test.asked,
                 f->console.test.nodes, ms / 1000, (int)(ms % 1000),
                 f->console.test.bad ? "; some lines could not be read" : "");
}

void console_test_stop(Frontend *f) {
    if (f->console.test.path[0])
        end_test(f, true);
}

static void search(Frontend *f, const Problem *p) {
    const Limits limits = {.depth = f->time.depth,
                           .nodes = f->time.nodes,
                           .move_ms = f->time.move_ms > 0 ? f->time.move_ms : 2000};
    GameLine line;

    if (gameline_init(&line, &p->position)) {
        console_refuse(f, "There is not enough memory for that.");
        return;
    }
    engine_clear(f->engine);
    frontend_search_elsewhere(f, HINTING, &line, &limits);
    gameline_destroy(&line);
    f->console.test.search = f->search;
}

/* On to the next position that has to be searched, or to the end. */
static void go_on(Frontend *f) {
    FILE *file = fopen(f->console.test.path, "rb");
    char line[LINE_ROOM];
    Problem p;

    if (!file || fseek(file, f->console.test.next, SEEK_SET)) {
        console_refuse(f, "The file cannot be read any more.");
        if (file)
            fclose(file);
        end_test(f, true);
        return;
    }
    for (;;) {
        const char *defect;
        Word words;

        f->console.test.here = f->console.test.next;
        if (f->leaving || !read_line(file, line))
            break;
        f->console.test.next = ftell(file);
        f->console.test.line++;
        words = text_rest(word_of(line));
        if (!words.length || *words.at == '#')
            continue;
        if ((defect = read_problem(&p, words))) {
            frontend_say(f, "line %d: %s", f->console.test.line, defect);
            f->console.test.bad++;
            continue;
        }
        if (p.counts && !check_counts(f, &p)) {
            fclose(file);
            end_test(f, true);
            return;
        }
        if (p.bests || p.avoids || p.mate) {
            fclose(file);
            search(f, &p);
            return;
        }
    }
    fclose(file);
    end_test(f, false);
}

/* Does anything in the file ask for an answer? */
static bool is_suite(FILE *file) {
    char line[LINE_ROOM];
    Problem p;

    while (read_line(file, line))
        if (!read_problem(&p, text_rest(word_of(line))))
            return true;
    return false;
}

void console_test(Frontend *f, Word arguments) {
    char path[sizeof f->console.test.path];
    FILE *file;
    bool good;

    if (!arguments.length) {
        console_refuse(f, "test wants a file of EPD lines, as in: test suite.epd");
        return;
    }
    if (!(file = console_open(f, arguments, path)))
        return;
    good = is_suite(file);
    fclose(file);
    if (!good) {
        console_refuse(f, "No line of that file is a position that asks for something: bm, am, "
                          "dm, or D1 to D9.");
        return;
    }
    console_settle(f);
    f->console.analyzing = false;
    memset(&f->console.test, 0, sizeof f->console.test);
    memcpy(f->console.test.path, path, sizeof path);
    f->console.test.since_ms = clock_ms();
    go_on(f);
}

bool console_test_hear(Frontend *f, const Thought *t) {
    char line[LINE_ROOM], buffer[256], san[NOTATION_SIZE];
    Text text = text_in(buffer, sizeof buffer), move = text_in(san, sizeof san);
    FILE *file;
    Problem p;
    bool solved;

    if (!f->console.test.path[0] || f->search != f->console.test.search)
        return false;
    file = fopen(f->console.test.path, "rb");
    if (!file || fseek(file, f->console.test.here, SEEK_SET) || !read_line(file, line) ||
        read_problem(&p, text_rest(word_of(line))) ||
        (t->pv_length && !move_is_legal(&p.position, t->pv[0]))) {
        console_refuse(f, "The file has changed.");
        if (file)
            fclose(file);
        end_test(f, true);
        return true;
    }
    fclose(file);
    solved = is_solved(&p, t);
    f->console.test.asked++;
    f->console.test.solved += solved;
    f->console.test.nodes += t->nodes;
    if (t->pv_length)
        notation_write_san(&move, &p.position, t->pv[0]);
    text_addf(&text, "line %d", f->console.test.line);
    if (p.id.length) {
        text_add_char(&text, ' ');
        text_add_quoted(&text, p.id, 40);
    }
    text_addf(&text, ": %s, %s ", solved ? "solved" : "not solved", san);
    console_add_score(&text, t->score);
    text_addf(&text, " at depth %d", t->depth);
    if (!solved && p.answers.length) {
        text_addf(&text, " (%s ", p.bests ? "bm" : "am");
        text_add_quoted(&text, p.answers, 60);
        text_add_char(&text, ')');
    }
    frontend_say_text(f, buffer);
    go_on(f);
    return true;
}
